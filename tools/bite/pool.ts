// Runs many jobs in a few threads.
import { Worker } from 'node:worker_threads';
import type { Bitten } from './bite.ts';
import type { Job } from './work.ts';

/** What came of a job: `error` when the defect could not even be planted, or ran wild; `over`: so that its thread cannot go on. */
export type Outcome = { bitten: Bitten } | { error: string; over?: boolean };

/** Megabytes a thread may take; a run needs a fifth of them. */
const MEMORY = 1500;
/** How long one job may take, in milliseconds: many times what it takes on a busy machine. */
const PATIENCE = 240_000;

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
    let worker = employ();
    try {
      for (let at = next++; at < jobs.length; at = next++) {
        const job = jobs[at];
        if (!job) break;
        const outcome = await ask(worker, job);
        if ('error' in outcome && outcome.over) {
          await worker.terminate();
          worker = employ();
        }
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

/** A thread that is ended before a mock that runs wild takes the machine's memory. */
const employ = (): Worker =>
  new Worker(new URL('work.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: MEMORY } });

/** Does one job; a thread that breaks, or does not come to an end, is over with it. */
function ask(worker: Worker, job: Job): Promise<Outcome> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome): void => {
      clearTimeout(deadline);
      // these two alone: a worker has listeners of Node's own, and is deaf without them
      worker.off('message', settle);
      worker.off('error', fault);
      resolve(outcome);
    };
    const broken = (error: string): void => settle({ error, over: true });
    const fault = (error: Error): void => broken(error.message);
    const deadline = setTimeout(() => broken(`It did not end within ${PATIENCE / 1000} s.`), PATIENCE);
    worker.once('message', settle);
    worker.once('error', fault);
    worker.postMessage(job);
  });
}
