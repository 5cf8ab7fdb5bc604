// A worker thread that runs jobs. Its data is the mutant of the code with which it imports the sources, if any.
import { workerData } from 'node:worker_threads';
import type { Job } from './job.ts';
import { answerJobs } from './worker-pool.ts';

/** The global that instrumented code reads: which mutant is active, and where it counts what it passes. */
const switches: {
  activeMutant: string;
  currentTestId?: string;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
} = { activeMutant: workerData ?? 'none' };
Object.assign(globalThis, { __stryker__: switches });

let runs = 0;

answerJobs(async (job: Job, alive) => {
  const { runJob } = await import('./job.ts');
  switches.activeMutant = job.mutant ?? 'none';
  if (!job.measures) return runJob(job, alive);
  switches.currentTestId = `run ${++runs}`;
  const result = await runJob(job, alive);
  const { static: atImport = {}, perTest = {} } = switches.mutantCoverage ?? {};
  return { ...result, passed: { atImport, inRun: perTest[`run ${runs}`] ?? {} } };
});
