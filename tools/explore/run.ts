// Explores the mock in this process with generated requests, in parts: each part is a run of the suite on a new world,
// with a seed of its own.
import type { ExplorationDefect } from '../../conformance/defects/exploration.ts';
import type { Result } from '../../src/suite/model/result.ts';
import { runSuiteOn } from '../bite/run-mutant.ts';

/** The most requests of one part; a world with more rows takes longer to read. */
const PART_REQUESTS = 1000;
/** A cheap check: every run of the suite has one. */
const ONE_CHECK = ['customers/create'];

/** What one part of an exploration found. */
export type Part = {
  seed: number;
  /** the requests that explored */
  requests: number;
  /** the generated requests among them */
  cases: number;
  operations: ReadonlySet<string>;
  /** the violations, and the faults of the suite itself */
  problems: Pick<Result, 'id' | 'message' | 'curl' | 'explored'>[];
};

/** Explores a new mock once. */
async function explorePart(
  seed: number,
  requests: number,
  { mutations = [], signal }: { mutations?: ExplorationDefect['inject'][]; signal?: AbortSignal } = {},
): Promise<Part> {
  const operations = new Set<string>();
  const report = await runSuiteOn(
    { mutations, allow: [], profile: 'contract', only: ONE_CHECK },
    {
      seed,
      explore: requests,
      thorough: false,
      signal: signal ?? new AbortController().signal,
      onExchange({ purpose, operation }) {
        if (purpose === 'exploration' && operation !== null) operations.add(operation);
      },
    },
  );
  const unexpected = ['fail', 'warn', 'broken'];
  const problems = report.results.filter(({ verdict }) => unexpected.includes(verdict));
  if (report.verdict !== 'conformant' && problems.length === 0)
    problems.push({ id: report.verdict, message: report.reasons.join('; ') } as Result);
  const { requests: sent = 0, cases = 0 } = report.explored ?? {};
  return { seed, requests: sent, cases, operations, problems };
}

/** Explores the mock in parts, and stops after the first part with a problem. */
export async function* exploreMock(seed: number, requests: number): AsyncGenerator<Part> {
  for (let [left, at] = [requests, seed]; left > 0; left -= PART_REQUESTS, at += 1) {
    const part = await explorePart(at, Math.min(left, PART_REQUESTS));
    yield part;
    if (part.problems.length > 0) return;
  }
}

/**
 * Finds out after how many requests the exploration finds a defect.
 * @returns the number of requests; null when it finds the defect within none of `most` requests
 */
export async function requestsUntilFound(
  { inject }: Pick<ExplorationDefect, 'inject'>,
  { seed, most }: { seed: number; most: number },
): Promise<number | null> {
  const found = new AbortController();
  let [sent, at] = [0, null as number | null];
  await runSuiteOn(
    { mutations: [inject], allow: [], profile: 'contract', only: ONE_CHECK },
    {
      seed,
      explore: most,
      thorough: false,
      signal: found.signal,
      onExchange({ by, purpose }, _origin, broken) {
        if (purpose === 'exploration' || by !== ONE_CHECK[0]) sent += 1;
        if (at !== null || !broken.some((id) => id.includes('@'))) return;
        at = sent;
        found.abort();
      },
    },
  );
  return at;
}
