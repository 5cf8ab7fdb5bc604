// Runs the jobs of one worker thread: a job arrives as ids of defects and variants, and its result is returned as
// plain data.
import { parentPort } from 'node:worker_threads';
import { defects, degenerateServers, variants } from '../../conformance/defects/index.ts';
import type { BudgetSize } from '../../src/suite/plan/budget.ts';
import { type MutantResult, runMutant } from './run-mutant.ts';

/**
 * A run of the suite in a worker thread: `ids` are the defects and variants to inject together; an empty list means
 * the mock without defects.
 */
export type Job = {
  ids: readonly string[];
  profile: 'stated' | 'contract';
  only?: readonly string[];
  /** whether the job mostly waits in real time for webhook deliveries */
  waits?: boolean;
  /** size of the request budget that selects fewer checks; without it, the whole catalogue runs */
  size?: BudgetSize | undefined;
};

const rows = new Map([...defects, ...variants, ...degenerateServers].map((row) => [row.id, row]));

/** Returns whether a job waits in real time for webhook deliveries. */
export const isWaitingJob = ({ ids, size }: Job): boolean =>
  (ids.length === 0 && !size) || ids.some((id) => rows.get(id)?.allow.includes('webhooks'));

/** Runs one job in the current thread. */
export async function runJob({ ids, profile, only = [], size }: Job): Promise<MutantResult> {
  const selected = ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw new Error(`No defect and no variant has the id ${id}.`);
    return row;
  });
  // The result on the mock without defects is compared with that of every defect, so the run gets every permission that
  // any defect or variant needs.
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
