// The jobs of a bite's worker thread: ids come in, plain results go out.
import { parentPort } from 'node:worker_threads';
import { defects, degenerateServers, variants } from '../../conformance/defects/index.ts';
import type { BudgetSize } from '../../src/suite/plan/budget.ts';
import { type MutantResult, runMutant } from './run-mutant.ts';

/** Rows to inject together, by id; none: the mock without a defect. */
export type Job = {
  ids: readonly string[];
  profile: 'stated' | 'contract';
  only?: readonly string[];
  /** whether the job mostly waits in real time, for deliveries to a receiver */
  waits?: boolean;
  /** runs a smaller selection instead of the whole catalogue */
  size?: BudgetSize | undefined;
};

const rows = new Map([...defects, ...variants, ...degenerateServers].map((row) => [row.id, row]));

/** Returns whether a job makes deliveries to a receiver, which take real time. */
export const isWaitingJob = ({ ids, size }: Job): boolean =>
  (ids.length === 0 && !size) || ids.some((id) => rows.get(id)?.allow.includes('webhooks'));

/** Runs a job in this thread. */
export async function runJob({ ids, profile, only = [], size }: Job): Promise<MutantResult> {
  const planted = ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw new Error(`There is no defect and no variant ${id}.`);
    return row;
  });
  // the mock without a defect is run with every permission that any row needs
  const allow =
    ids.length === 0 && !size
      ? (['rate-limit-burst', 'webhooks'] as const)
      : planted.flatMap((row) => row.allow);
  return runMutant({ mutations: planted.map(({ inject }) => inject), allow, profile, only, size });
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
