// Runs many jobs in a few threads.
import { Worker } from 'node:worker_threads';
import type { Bitten } from './bite.ts';
import type { Job } from './work.ts';

/** What came of a job: `error` when the defect could not even be planted. */
export type Outcome = { bitten: Bitten } | { error: string };

/**
 * Runs every job once. @param threads how many at a time
 * @param done told after each, in order of completion
 */
export async function runAll(
  jobs: readonly Job[],
  threads: number,
  done: (outcome: Outcome, job: Job) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  const labour = async (): Promise<void> => {
    const worker = new Worker(new URL('work.ts', import.meta.url));
    try {
      for (let at = next++; at < jobs.length; at = next++) {
        const job = jobs[at];
        if (!job) break;
        const outcome = await ask(worker, job);
        outcomes[at] = outcome;
        done(outcome, job);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, labour));
  return outcomes;
}

function ask(worker: Worker, job: Job): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: Outcome): void => {
      worker.off('error', reject);
      resolve(outcome);
    };
    worker.once('message', settle);
    worker.once('error', reject);
    worker.postMessage(job);
  });
}
