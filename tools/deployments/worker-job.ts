// Runs the seeds of one worker thread: a job arrives as plain data, and its result is returned as plain data.
import { parentPort } from 'node:worker_threads';
import { runSeed, type SeedJob } from './run-seed.ts';

parentPort?.on('message', (job: SeedJob) => {
  runSeed(job).then(
    (result) => parentPort?.postMessage({ result }),
    (error: unknown) =>
      parentPort?.postMessage({
        error: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
      }),
  );
});
