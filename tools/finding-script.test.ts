// Tests that the script of a finding shows the finding again: on a new mock with the defect, and not on one without it.
import { expect, test } from 'vitest';
import { allGenerated, defects, type Injector, type Mutant } from '../conformance/defects/index.ts';
import { createRandom } from '../src/suite/model/random.ts';
import { compared, runScript, scriptOfDefect, serveMutant } from './testing/finding-script.ts';
import { sampled } from './testing/sampled.ts';

const generated = new Set(allGenerated.map(({ id }) => id));

/** The edits that show only when two requests meet within one turn of the event loop: in a shell, by chance. */
const RACES = ['yieldBefore', 'raceReplay', 'interleave'];

/** The defect that shows only where a script would contain e-mail address and password in another form than its variables. */
const WITHOUT_SCRIPT = 'auth/password-accepted-under-basic';

/**
 * Returns whether a script can show a defect. The suite need not catch a generated defect that breaks a sentence which
 * this contract chose, no reply shows a defect of the target file alone, and a race does not happen every time.
 */
function isShownByScript({ id, basis, inject }: Mutant): boolean {
  const edits = new Set<string>();
  inject(new Proxy({} as Injector, { get: (_, edit) => () => void edits.add(String(edit)) }));
  const isInServer = edits.size !== 1 || !edits.has('target');
  const isCaught = basis !== 'chosen' || !generated.has(id);
  return id !== WITHOUT_SCRIPT && isInServer && isCaught && !RACES.some((edit) => edits.has(edit));
}

/** Returns defects that a script can show, of all areas in turn, each chosen by a seed. */
function fromEveryArea(count: number): Mutant[] {
  const random = createRandom(1, 'scripts');
  const areas = [...Map.groupBy(defects.filter(isShownByScript), ({ id }) => id.split('/')[0]).values()].map(
    (rows) => [...rows],
  );
  const chosen: Mutant[] = [];
  while (chosen.length < count) {
    for (const rows of areas) {
      if (rows.length === 0 || chosen.length === count) continue;
      const row = random.pick(rows);
      rows.splice(rows.indexOf(row), 1);
      chosen.push(row);
    }
  }
  return chosen;
}

test.each(sampled(fromEveryArea(40), 2).map((row) => [row.id, row] as const))(
  'the script of the finding shows it on a new mock with the defect, and nothing of it without: %s',
  { timeout: 300_000 },
  async (_, row) => {
    const script = await scriptOfDefect(row);
    const outputs = await Promise.all(
      [[row.inject], []].map(async (injected) => {
        const { env, close } = await serveMutant(injected);
        return runScript(script, env).finally(close);
      }),
    );
    const [defective, sound] = outputs.map(({ output }) => compared(output));
    expect(outputs[0]?.isStill).toBe(true);
    // A script looks past numbers, which differ from run to run.
    const statusesOf = (shown: typeof sound) => shown?.now.map((reply) => reply.slice(0, 3)).join();
    if (statusesOf(sound) !== statusesOf(defective)) expect(outputs[1]?.isStill).toBe(false);
    expect(defective?.now.length).toBeGreaterThan(0);
    expect(defective?.now.map((reply) => reply.slice(0, 3))).toEqual(
      defective?.run.map((reply) => reply.slice(0, 3)),
    );
    expect(defective?.now).not.toEqual(sound?.now);
  },
);
