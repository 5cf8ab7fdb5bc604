// Runs many jobs in a few threads.
import { Worker } from 'node:worker_threads';
import type { MutantResult } from './run-mutant.ts';
import type { Job } from './worker-job.ts';

/** What came of a job: `error` when the defect could not even be planted, or ran wild; `over`: so that its thread cannot go on. */
export type Outcome = { bitten: MutantResult } | { error: string; over?: boolean };

/** Megabytes a thread may take; a run needs a fifth of them. */
const MEMORY = 1500;
/** How long one job may take, in milliseconds: many times what it takes on a busy machine. */
const JOB_TIMEOUT_MS = 240_000;
/** So many jobs that wait for the most part share a thread of their own. */
const WAITING_JOBS_PER_THREAD = 8;

/**
 * Runs every job once. @param threads how many at a time; what waits in real time keeps none of them busy
 * @param done told after each, in order of completion
 */
export async function runAll(
  jobs: readonly Job[],
  threads: number,
  done: (outcome: Outcome, job: Job) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const numbered = jobs.map((job, at) => ({ job, at }));
  const labour = async (waiting: { job: Job; at: number }[], thread: WorkerThread): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const outcome = await thread.runJob(one.job);
      outcomes[one.at] = outcome;
      done(outcome, one.job);
    }
  };
  const busy = numbered.filter(({ job }) => !job.waits);
  const idle = numbered.filter(({ job }) => job.waits);
  const lounge = idle.length > 0 ? [new WorkerThread()] : [];
  const own = Array.from({ length: Math.min(threads, busy.length) }, () => new WorkerThread());
  try {
    await Promise.all([
      ...own.map((thread) => labour(busy, thread)),
      ...lounge.flatMap((thread) =>
        Array.from({ length: WAITING_JOBS_PER_THREAD }, () => labour(idle, thread)),
      ),
    ]);
  } finally {
    await Promise.all([...own, ...lounge].map((thread) => thread.end()));
  }
  return outcomes;
}

/** A thread that does jobs, several at a time where they wait; one that breaks is followed by another. */
class WorkerThread {
  #worker: Worker | null = null;
  #next = 0;
  readonly #pending = new Map<number, (outcome: Outcome & { broken?: boolean }) => void>();

  /** Does a job. When another one broke the thread meanwhile, it is done anew. */
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

  /** A thread that is ended before a mock that runs wild takes the machine's memory. */
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

  /** The thread is lost: a job that was alone in it is the cause, of several each is tried again. */
  #over(worker: Worker, error: string): void {
    if (this.#worker === worker) this.#worker = null;
    const alone = this.#pending.size === 1;
    const settle = [...this.#pending.values()];
    this.#pending.clear();
    for (const one of settle) one({ error, over: true, ...(alone ? {} : { broken: true }) });
    void worker.terminate();
  }
}
