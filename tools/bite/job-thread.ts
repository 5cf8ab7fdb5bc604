// Runs jobs in worker threads: `answerJobs` in the module that a thread runs, `JobThread` in the one that starts it.
import { parentPort, Worker } from 'node:worker_threads';

/** The end of a job. `error` tells why there is no result; `over` tells how the thread ended with it. */
export type Ended<R> = { result: R } | { error: string; over?: 'silent' | 'crashed' };

type Message<R> = { number: number; ended?: Ended<R> };

/**
 * Answers the jobs of the thread in which it is called; does nothing in the main thread.
 * @param run runs a job, and calls `alive` as a sign of life
 */
export function answerJobs<J, R>(run: (job: J, alive: () => void) => Promise<R>): void {
  const tell = (message: Message<R>): void => parentPort?.postMessage(message);
  parentPort?.on('message', ({ number, job }: { number: number; job: J }) => {
    run(job, () => tell({ number })).then(
      (result) => tell({ number, ended: { result } }),
      (error: unknown) =>
        tell({
          number,
          ended: { error: error instanceof Error ? (error.stack ?? error.message) : `${error}` },
        }),
    );
  });
}

/** Memory limit of a worker thread in megabytes; a run of the suite needs about a fifth of the limit. */
const MEMORY = 1500;

/**
 * A worker thread that runs jobs, several at a time where several are given. When the thread ends unexpectedly, the next
 * job starts a new thread.
 */
export class JobThread<J, R> {
  readonly #module: URL;
  readonly #silenceMs: number;
  #worker: Worker | null = null;
  #next = 0;
  readonly #pending = new Map<
    number,
    { finish(ended: Ended<R>): void; retry(): void; timer: NodeJS.Timeout }
  >();

  /**
   * @param module what the thread runs; it calls `answerJobs`
   * @param silenceMs how long a job may give no sign of life, in milliseconds
   */
  constructor(module: URL, silenceMs: number) {
    this.#module = module;
    this.#silenceMs = silenceMs;
  }

  /**
   * Runs a job, at most three times: it runs again when another job ended the thread in the meantime.
   * @param data the `workerData` of the thread when the job starts one
   */
  run(job: J, data?: unknown, attempt = 1): Promise<Ended<R>> {
    const worker = this.#worker ?? this.#start(data);
    const number = this.#next++;
    return new Promise((finish) => {
      const timer = setTimeout(() => {
        this.#pending.delete(number);
        finish({ error: `It gave no sign of life for ${this.#silenceMs / 1000} s.`, over: 'silent' });
        this.#over(worker, null);
      }, this.#silenceMs);
      const retry = (): void => void this.run(job, data, attempt + 1).then(finish);
      const last = (): void => finish({ error: 'other jobs ended the thread three times', over: 'crashed' });
      this.#pending.set(number, { finish, retry: attempt < 3 ? retry : last, timer });
      worker.postMessage({ number, job });
    });
  }

  /** Ends the thread; the next job starts a new one. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(workerData: unknown): Worker {
    const worker = new Worker(this.#module, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    worker.on('message', ({ number, ended }: Message<R>) => {
      const waiting = this.#pending.get(number);
      if (!ended) return void waiting?.timer.refresh();
      clearTimeout(waiting?.timer);
      waiting?.finish(ended);
      this.#pending.delete(number);
    });
    worker.on('error', (error) => this.#over(worker, error.message));
    worker.on('exit', () => this.#over(worker, 'the thread ended'));
    this.#worker = worker;
    return worker;
  }

  /**
   * Ends a thread that failed, whose other jobs run again. When one job ran in it, the job is reported as the cause.
   * @param error why it ended; null when the cause is reported already
   */
  #over(worker: Worker, error: string | null): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { finish, retry, timer } of pending) {
      clearTimeout(timer);
      if (error !== null && pending.length === 1) finish({ error, over: 'crashed' });
      else retry();
    }
    void worker.terminate();
  }
}

/**
 * Gives jobs to functions that run them, as soon as each is free.
 * @param done is called after each job, in the order in which the jobs end
 */
export async function runInTurn<J, E>(
  jobs: readonly J[],
  lanes: readonly ((job: J) => Promise<E>)[],
  done: (ended: E, job: J) => void,
): Promise<void> {
  const waiting = [...jobs];
  const work = async (run: (job: J) => Promise<E>): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) done(await run(job), job);
  };
  await Promise.all(lanes.map(work));
}
