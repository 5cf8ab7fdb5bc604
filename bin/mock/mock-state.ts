// `mock --state`: opens the store, says what was recovered, and which flags have no effect on a stored world.
import type { App } from '../../src/server/app.ts';
import { STORED_OPTIONS } from '../../src/server/server-state.ts';
import type { AppStorage } from '../../src/storage/app-storage.ts';
import { type OpenedState, openState } from '../../src/storage/open-state.ts';
import type { WorldSummary } from '../../src/storage/world-store.ts';
import { sizeText } from '../text-table.ts';
import { type MockFlags, mockFlags } from './mock-flags.ts';

export { type OpenedState, openState };

const MAX_NAMED = 5;

/** Describes what was recovered, as a sentence for people and as JSON. */
export function describeRecovery(
  description: string,
  { recovered }: AppStorage,
): { line: string; json: object } {
  const json = {
    store: description,
    recovered: recovered.map(({ name, bytes, changes, changed_at }) => ({
      name,
      bytes,
      changes,
      changed_at,
    })),
  };
  if (recovered.length === 0) return { line: `The worlds are stored in ${description}, which is new.`, json };
  const named = recovered.slice(0, MAX_NAMED).map(worldText).join(', ');
  const more = recovered.length > MAX_NAMED ? ` and ${recovered.length - MAX_NAMED} more` : '';
  const count = recovered.length === 1 ? '1 world' : `${recovered.length} worlds`;
  return { line: `Recovered ${count} from ${description}: ${named}${more}.`, json };
}

function worldText({ name, bytes, changes, changed_at }: WorldSummary): string {
  const since = `${changes} ${changes === 1 ? 'change' : 'changes'} since its last base`;
  return `${name} (${sizeText(bytes)}, ${since}, last change ${changed_at})`;
}

/** Says which given flags a stored world overrules; null when it overrules none. */
export function overruledFlags(
  app: App,
  flags: MockFlags,
  description: string,
  args: readonly string[],
): string | null {
  const { main } = app.worlds;
  const stored: Partial<Record<(typeof STORED_OPTIONS)[number], unknown>> = {
    ...main.options,
    seed: main.world.seed,
  };
  const isGiven = (spelling: string): boolean =>
    args.some((one) => one === spelling || one.startsWith(`${spelling}=`));
  const names = STORED_OPTIONS.filter((name) => {
    const { spelling, preset } = mockFlags[name];
    return isGiven(spelling) && JSON.stringify(flags[name]) !== JSON.stringify(stored[name] ?? preset);
  });
  const isClockGiven = names.includes('clock');
  const differing = names.map(
    (name) => `${mockFlags[name].spelling} ${JSON.stringify(flags[name]).replaceAll('"', '')}`,
  );
  if (flags.scenario !== undefined) differing.push(`--scenario ${flags.scenario}`);
  if (differing.length === 0) return null;
  const { world = main.name, clock = 'now' } = main.options;
  return (
    `The world ${main.name} in ${description} goes on as it is (world ${world}, seed ${main.world.seed}, clock ${clock}), ` +
    `without ${differing.join(', ')}. To start anew, use another file or database, or \`lab seed\`.` +
    (isClockGiven ? ` To change its clock: \`${clockCommand(flags.clock)}\`.` : '')
  );
}

// Returns the call of `lab` that changes the clock of a world that exists as far as it can be to a start of a clock.
function clockCommand(start: string): string {
  if (start === 'frozen') return 'lab clock freeze';
  return start === 'now' ? 'lab clock resume' : `lab clock set ${start}`;
}
