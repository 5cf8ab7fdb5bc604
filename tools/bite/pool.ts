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
/** So many jobs that wait for the most part share a thread of their own. */
const GUESTS = 8;

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
  const labour = async (waiting: { job: Job; at: number }[], thread: Thread): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const outcome = await thread.ask(one.job);
      outcomes[one.at] = outcome;
      done(outcome, one.job);
    }
  };
  const busy = numbered.filter(({ job }) => !job.waits);
  const idle = numbered.filter(({ job }) => job.waits);
  const lounge = idle.length > 0 ? [new Thread()] : [];
  const own = Array.from({ length: Math.min(threads, busy.length) }, () => new Thread());
  try {
    await Promise.all([
      ...own.map((thread) => labour(busy, thread)),
      ...lounge.flatMap((thread) => Array.from({ length: GUESTS }, () => labour(idle, thread))),
    ]);
  } finally {
    await Promise.all([...own, ...lounge].map((thread) => thread.end()));
  }
  return outcomes;
}

/** A thread that does jobs, several at a time where they wait; one that breaks is followed by another. */
class Thread {
  #worker: Worker | null = null;
  #next = 0;
  readonly #asked = new Map<number, (outcome: Outcome & { broken?: boolean }) => void>();

  /** Does a job. When another one broke the thread meanwhile, it is done anew. */
  async ask(job: Job): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      const { broken, ...outcome } = await this.#once(job);
      if (!broken || attempt === 3) return outcome;
    }
  }

  async end(): Promise<void> {
    await this.#worker?.terminate();
  }

  #once(job: Job): Promise<Outcome & { broken?: boolean }> {
    const worker = this.#worker ?? this.#employ();
    const number = this.#next++;
    return new Promise((resolve) => {
      const deadline = setTimeout(() => {
        this.#asked.delete(number);
        resolve({ error: `It did not end within ${PATIENCE / 1000} s.`, over: true });
        this.#over(worker, 'another job did not end');
      }, PATIENCE);
      this.#asked.set(number, (outcome) => {
        clearTimeout(deadline);
        resolve(outcome);
      });
      worker.postMessage({ number, job });
    });
  }

  /** A thread that is ended before a mock that runs wild takes the machine's memory. */
  #employ(): Worker {
    const worker = new Worker(new URL('work.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    worker.on('message', ({ number, outcome }: { number: number; outcome: Outcome }) => {
      this.#asked.get(number)?.(outcome);
      this.#asked.delete(number);
    });
    worker.on('error', (error) => this.#over(worker, error.message));
    this.#worker = worker;
    return worker;
  }

  /** The thread is lost: a job that was alone in it is the cause, of several each is tried again. */
  #over(worker: Worker, error: string): void {
    if (this.#worker === worker) this.#worker = null;
    const alone = this.#asked.size === 1;
    const settle = [...this.#asked.values()];
    this.#asked.clear();
    for (const one of settle) one({ error, over: true, ...(alone ? {} : { broken: true }) });
    void worker.terminate();
  }
}
