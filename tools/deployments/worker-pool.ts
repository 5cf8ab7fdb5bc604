// Runs the jobs of many seeds in worker threads.
import { Worker } from 'node:worker_threads';
import type { SeedJob, SeedResult } from './run-seed.ts';

/** The outcome of a job; `error` tells why the run did not end or that the generator is not lawful. */
export type SeedOutcome = { job: SeedJob } & ({ result: SeedResult } | { error: string });

/** Memory limit of a worker thread in megabytes. */
const MEMORY = 1500;

/**
 * Runs every job.
 * @param threads number of worker threads
 * @param done is called after each job, in the order in which the jobs end
 */
export async function runSeeds(
  jobs: readonly SeedJob[],
  threads: number,
  done: (outcome: SeedOutcome) => void,
): Promise<SeedOutcome[]> {
  const waiting = jobs.map((job, at) => ({ job, at }));
  const outcomes: SeedOutcome[] = [];
  const work = async (): Promise<void> => {
    let worker = startWorker();
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { job, at } = next;
      const outcome = await runOn(worker, job);
      outcomes[at] = outcome;
      done(outcome);
      if (!('error' in outcome)) continue;
      await worker.terminate();
      worker = startWorker();
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, work));
  return outcomes;
}

const startWorker = (): Worker =>
  new Worker(new URL('worker-job.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });

function runOn(worker: Worker, job: SeedJob): Promise<SeedOutcome> {
  return new Promise((resolve) => {
    const answer = (reply: { result: SeedResult } | { error: string }): void => {
      worker.off('error', fail);
      resolve({ job, ...reply });
    };
    const fail = (error: Error): void => {
      worker.off('message', answer);
      resolve({ job, error: error.message });
    };
    worker.once('message', answer);
    worker.once('error', fail);
    worker.postMessage(job);
  });
}
