// What one worker of a bite does: jobs come in as ids, results go out as plain values.
import { parentPort } from 'node:worker_threads';
import { defects, degenerateServers, variants } from '../../conformance/defects/index.ts';
import type { BudgetSize } from '../../src/suite/plan/budget.ts';
import { type MutantResult, runMutant } from './run-mutant.ts';

/** Things to plant together, by id; none: the mock as it is. */
export type Job = {
  ids: readonly string[];
  profile: 'stated' | 'contract';
  only?: readonly string[];
  /** it waits in real time for most of the while: deliveries to a receiver */
  waits?: boolean;
  /** a chosen set instead of the whole catalogue */
  size?: BudgetSize | undefined;
};

const rows = new Map([...defects, ...variants, ...degenerateServers].map((row) => [row.id, row]));

/** Whether what is planted dares deliveries to a receiver, which take their time. */
export const isWaitingJob = ({ ids, size }: Job): boolean =>
  (ids.length === 0 && !size) || ids.some((id) => rows.get(id)?.allow.includes('webhooks'));

/** Does a job in this thread. */
export async function runJob({ ids, profile, only = [], size }: Job): Promise<MutantResult> {
  const planted = ids.map((id) => {
    const row = rows.get(id);
    if (!row) throw new Error(`There is no defect and no variant ${id}.`);
    return row;
  });
  // The mock as it is must stand up to everything that any row dares.
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
