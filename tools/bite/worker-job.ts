// Runs the jobs of one worker thread: a job comes in as ids, its result goes out as plain data.
import { parentPort } from 'node:worker_threads';
import { defects, degenerateServers, variants } from '../../conformance/defects/index.ts';
import type { BudgetSize } from '../../src/suite/plan/budget.ts';
import { type MutantResult, runMutant } from './run-mutant.ts';

/** The rows to inject together, by id; none: the mock without defects. */
export type Job = {
  ids: readonly string[];
  profile: 'stated' | 'contract';
  only?: readonly string[];
  /** the job mostly waits in real time, for deliveries to a receiver */
  waits?: boolean;
  /** runs a smaller selection of checks instead of the whole catalogue */
  size?: BudgetSize | undefined;
};

const rows = new Map([...defects, ...variants, ...degenerateServers].map((row) => [row.id, row]));

/** Returns whether a job waits for deliveries to a receiver. */
export const isWaitingJob = ({ ids, size }: Job): boolean =>
  (ids.length === 0 && !size) || ids.some((id) => rows.get(id)?.allow.includes('webhooks'));

/** Runs a job in this thread. */
export async function runJob({ ids, profile, only = [], size }: Job): Promise<MutantResult> {
  const selected = ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw new Error(`No defect and no variant has the id ${id}.`);
    return row;
  });
  // The mock without defects is run with every permission that any row needs.
  const allow =
    ids.length === 0 && !size
      ? (['rate-limit-burst', 'webhooks'] as const)
      : selected.flatMap((row) => row.allow);
  return runMutant({ mutations: selected.map(({ inject }) => inject), allow, profile, only, size });
}

parentPort?.on('message', ({ number, job }: { number: number; job: Job }) => {
  runJob(job).then(
    (bitten) => parentPort?.postMessage({ number, outcome: { bitten } }),
    (error: unknown) =>
      parentPort?.postMessage({
        number,
        outcome: { error: error instanceof Error ? (error.stack ?? error.message) : `${error}` },
      }),
  );
});
