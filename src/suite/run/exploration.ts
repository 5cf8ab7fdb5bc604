// Explores a target after the checks of a run, with requests that are generated from the contract.
import { operations } from '../../contract/operations.ts';
import { type ExploreDeps, explore, sendCase } from '../explore/explore.ts';
import type { RequestOrigin } from '../http/caller.ts';
import type { Mode } from '../model/define.ts';
import type { Exploration } from '../model/exploration.ts';
import { createRandom } from '../model/random.ts';
import type { RequestCase } from '../model/request-case.ts';
import type { Target } from '../model/target.ts';
import type { ExploredPart } from '../report/report.ts';
import { createCheckContext, type Trace } from './check-context.ts';
import { FixtureCache } from './fixtures.ts';
import type { RunContext } from './run-context.ts';

/** What the exploration of a run sends: generated requests up to a number, or the cases of an earlier report. */
export type ExplorationWish = {
  exploration: Exploration;
  mode: Mode;
  /** the most requests, set-up, repetitions and clean-up included */
  limit: number;
  /** the part of a run that explores, so that each part sends other requests */
  part: number;
  /** requests of an earlier report, which are sent in place of generated ones */
  cases?: readonly RequestCase[] | undefined;
};

const MODES: readonly Mode[] = ['read-only', 'safe', 'full'];

/** Returns the operations that a run may explore: those whose mode, credential and area it has. */
const exploredOperations = (
  { operations: all }: Pick<Exploration, 'operations'>,
  mode: Mode,
  { credentials, capabilities }: Pick<Target, 'credentials' | 'capabilities'>,
): Exploration['operations'] =>
  all.filter(
    (one) =>
      MODES.indexOf(one.mode) <= MODES.indexOf(mode) &&
      credentials[one.as] !== undefined &&
      operations.some(({ id, area }) => id === one.id && capabilities[area] !== false),
  );

/**
 * Explores the target.
 * @throws RunStopped when a limit of the run is reached, or the target is unreachable
 */
export async function runExploration(
  context: RunContext,
  { exploration, mode, limit, part, cases }: ExplorationWish,
): Promise<ExploredPart> {
  const { client, ledger, judge, ownedIds, target, seed, runId } = context;
  const sentBefore = client.requestsSent;
  const openBefore = ledger.openEntries().length;
  const origin: RequestOrigin = { purpose: 'exploration', by: 'exploration', checkId: '' };
  const trace: Trace = { exchanges: [], shared: new Set(), observations: [] };
  const t = createCheckContext(context, origin, 1, new FixtureCache(), trace);
  const random = createRandom(seed, `exploration ${part}`);
  const allowed = exploredOperations(exploration, mode, target);
  const seen = new Set<string>();
  const sent = (): number => client.requestsSent - sentBefore;
  const deps: Omit<ExploreDeps, 'generator'> = {
    exploration,
    operations: allowed,
    t,
    random,
    violations: {
      shownBy: (exchange) => judge.explored.shownBy(exchange),
      setExample: (key, request) => judge.explored.setExample(key, request),
      withdraw: (key) => judge.explored.withdraw(key),
    },
    owns: (id) => ownedIds.has(id),
    // Each resource that is created costs one request more when it is removed.
    mayContinue: () => sent() + ledger.openEntries().length - openBefore < limit,
    onProgress() {
      for (const { operation: id } of trace.exchanges) if (id !== null) seen.add(id);
      trace.exchanges.length = 0;
    },
  };
  let count = 0;
  let unmade: string[] = [];
  try {
    if (cases !== undefined) for (const one of cases) count += (await sendCase(one, deps)).cases;
    else {
      const { createGenerator } = await import('../explore/generate.ts');
      const generator = createGenerator({
        ...exploration,
        runId,
        random,
        hasReference: (name) => exploration.hasReference(name, mode),
      });
      try {
        ({ cases: count } = await explore({ ...deps, generator }));
      } finally {
        unmade = generator.unmade();
      }
    }
  } finally {
    deps.onProgress?.();
  }
  return {
    limit,
    requests: sent(),
    cases: count,
    operations: seen.size,
    ...(unmade.length > 0 ? { unmade } : {}),
  };
}
