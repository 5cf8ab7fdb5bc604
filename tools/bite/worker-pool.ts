// Runs many jobs in a fixed number of worker threads.
import { Worker } from 'node:worker_threads';
import type { MutantResult } from './run-mutant.ts';
import type { Job } from './worker-job.ts';

/**
 * The outcome of a job. `error` tells why the defect could not be injected or the run did not end; `over` tells that
 * the worker thread has ended.
 */
export type Outcome = { bitten: MutantResult } | { error: string; over?: boolean };

/** Memory limit of a worker thread in megabytes; a run needs about a fifth of the limit. */
const MEMORY = 1500;
/** Time limit of one job in milliseconds, many times the duration of a job on a busy machine. */
const JOB_TIMEOUT_MS = 240_000;
/** Number of waiting jobs that share one worker thread. */
const WAITING_JOBS_PER_THREAD = 8;

/**
 * Runs every job.
 * @param threads number of worker threads for jobs that compute; jobs that wait share one further thread
 * @param done is called after each job, in the order in which the jobs end
 */
export async function runAll(
  jobs: readonly Job[],
  threads: number,
  done: (outcome: Outcome, job: Job) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const numbered = jobs.map((job, at) => ({ job, at }));
  const work = async (waiting: { job: Job; at: number }[], thread: WorkerThread): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await thread.runJob(next.job);
      outcomes[next.at] = outcome;
      done(outcome, next.job);
    }
  };
  const busy = numbered.filter(({ job }) => !job.waits);
  const idle = numbered.filter(({ job }) => job.waits);
  const waitingThreads = idle.length > 0 ? [new WorkerThread()] : [];
  const busyThreads = Array.from({ length: Math.min(threads, busy.length) }, () => new WorkerThread());
  try {
    await Promise.all([
      ...busyThreads.map((thread) => work(busy, thread)),
      ...waitingThreads.flatMap((thread) =>
        Array.from({ length: WAITING_JOBS_PER_THREAD }, () => work(idle, thread)),
      ),
    ]);
  } finally {
    await Promise.all([...busyThreads, ...waitingThreads].map((thread) => thread.end()));
  }
  return outcomes;
}

/**
 * A worker thread that runs jobs; jobs that wait run several at a time. When the thread ends unexpectedly, the next
 * job starts a new thread.
 */
class WorkerThread {
  #worker: Worker | null = null;
  #next = 0;
  readonly #pending = new Map<number, (outcome: Outcome & { broken?: boolean }) => void>();

  /** Runs a job, at most three times: it runs again when another job ended the thread in the meantime. */
  async runJob(job: Job): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const { broken, ...outcome } = await this.#runOnce(job);
      if (!broken || attempt === 3) return outcome;
    }
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #runOnce(job: Job): Promise<Outcome & { broken?: boolean }> {
    const worker = this.#worker ?? this.#startWorker();
    const number = this.#next++;
    return new Promise((resolve) => {
      const deadline = setTimeout(() => {
        this.#pending.delete(number);
        resolve({ error: `It did not end within ${JOB_TIMEOUT_MS / 1000} s.`, over: true });
        this.#over(worker, 'another job did not end');
      }, JOB_TIMEOUT_MS);
      this.#pending.set(number, (outcome) => {
        clearTimeout(deadline);
        resolve(outcome);
      });
      worker.postMessage({ number, job });
    });
  }

  /** Starts a worker thread with a memory limit. */
  #startWorker(): Worker {
    const worker = new Worker(new URL('worker-job.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    worker.on('message', ({ number, outcome }: { number: number; outcome: Outcome }) => {
      this.#pending.get(number)?.(outcome);
      this.#pending.delete(number);
    });
    worker.on('error', (error) => this.#over(worker, error.message));
    this.#worker = worker;
    return worker;
  }

  /**
   * Ends a thread that failed. When one job ran in it, the job is reported as the cause; when several jobs ran in it,
   * each job runs again.
   */
  #over(worker: Worker, error: string): void {
    if (this.#worker === worker) this.#worker = null;
    const alone = this.#pending.size === 1;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const finish of pending) finish({ error, over: true, ...(alone ? {} : { broken: true }) });
    void worker.terminate();
  }
}
