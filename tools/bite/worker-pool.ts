// Runs the suite many times, in worker threads.
import { type Ended, JobThread, runInTurn } from './job-thread.ts';
import type { MutantResult } from './run-mutant.ts';
import type { Job } from './worker-job.ts';

/** The outcome of a job. `error` tells why the defect could not be injected or the run did not end. */
export type Outcome = Ended<MutantResult>;

/** Time limit of one job in milliseconds, many times the duration of a job on a busy machine. */
const JOB_TIMEOUT_MS = 240_000;
/** Number of waiting jobs that share one worker thread. */
const WAITING_JOBS_PER_THREAD = 8;

/**
 * Runs every job.
 * @param threads number of worker threads for jobs that compute; jobs that wait share one further thread
 * @param done is called after each job, in the order in which the jobs end
 * @returns the outcomes in the order of the jobs
 */
export async function runAll(
  jobs: readonly Job[],
  threads: number,
  done: (outcome: Outcome, job: Job) => void,
): Promise<Outcome[]> {
  const outcomes = new Map<Job, Outcome>();
  const started: JobThread<Job, MutantResult>[] = [];
  const lanes = (count: number, perThread: number) =>
    Array.from({ length: count }, () => {
      const thread = new JobThread<Job, MutantResult>(
        new URL('worker-job.ts', import.meta.url),
        JOB_TIMEOUT_MS,
      );
      started.push(thread);
      return Array.from({ length: perThread }, () => (job: Job) => thread.run(job));
    }).flat();
  const noteDone = (outcome: Outcome, job: Job): void => {
    outcomes.set(job, outcome);
    done(outcome, job);
  };
  const busy = jobs.filter(({ waits }) => !waits);
  const idle = jobs.filter(({ waits }) => waits);
  await Promise.all([
    runInTurn(busy, lanes(Math.min(threads, busy.length), 1), noteDone),
    runInTurn(idle, lanes(Math.min(1, idle.length), WAITING_JOBS_PER_THREAD), noteDone),
  ]).finally(() => Promise.all(started.map((thread) => thread.end())));
  return jobs.flatMap((job) => outcomes.get(job) ?? []);
}
