// Runs the suite many times, in worker threads that replace one another when a job ends them.
import { parentPort, Worker } from 'node:worker_threads';
import type { Job } from './job.ts';
import type { MutantResult } from './run-mutant.ts';

/** The outcome of a job. `error` tells why there is no result; `over` tells how the thread ended with it. */
export type Outcome<R = MutantResult> = { result: R } | { error: string; over?: 'silent' | 'crashed' };

/** A message of a thread about a job: its end, or a sign of life. */
type Message<R> = { number: number; outcome?: Outcome<R> };

/** Answers the jobs of the thread in which it is called. */
export function answerJobs<J, R>(run: (job: J, alive: () => void) => Promise<R>): void {
  const send = (message: Message<R>): void => parentPort?.postMessage(message);
  parentPort?.on('message', ({ number, job }: { number: number; job: J }) => {
    run(job, () => send({ number })).then(
      (result) => send({ number, outcome: { result } }),
      (error: unknown) => {
        const text = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
        send({ number, outcome: { error: text } });
      },
    );
  });
}

/** How long a job may give no sign of life, in milliseconds: many times what any step of a run takes. */
const SILENCE_MS = 60_000;
const WAITING_JOBS_PER_THREAD = 8;
/** Memory limit of a worker thread in megabytes; a run of the suite needs about a fifth of the limit. */
const MEMORY = 1500;

/**
 * A worker thread that runs jobs, several at a time where several are given. When the thread ends unexpectedly, the next
 * job starts a new thread.
 */
export class JobThread<J, R> {
  readonly #module: URL;
  #worker: Worker | null = null;
  #next = 0;
  readonly #pending = new Map<
    number,
    { finish(outcome: Outcome<R>): void; retry(): void; timer: NodeJS.Timeout }
  >();

  /** @param module what the thread runs */
  constructor(module: URL) {
    this.#module = module;
  }

  /**
   * Runs a job, at most three times: it runs again when another job ended the thread in the meantime.
   * @param data the `workerData` of the thread when the job starts one
   */
  run(job: J, data?: unknown, attempt = 1): Promise<Outcome<R>> {
    const worker = this.#worker ?? this.#start(data);
    const number = this.#next++;
    return new Promise((finish) => {
      const timer = setTimeout(() => {
        this.#pending.delete(number);
        finish({ error: `It gave no sign of life for ${SILENCE_MS / 1000} s.`, over: 'silent' });
        this.#over(worker, null);
      }, SILENCE_MS);
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
    worker.on('message', ({ number, outcome }: Message<R>) => {
      const waiting = this.#pending.get(number);
      if (!outcome) return void waiting?.timer.refresh();
      clearTimeout(waiting?.timer);
      waiting?.finish(outcome);
      this.#pending.delete(number);
    });
    worker.on('error', (error) => this.#over(worker, error.message));
    worker.on('exit', () => this.#over(worker, 'the thread ended'));
    this.#worker = worker;
    return worker;
  }

  // Ends a thread that failed, whose other jobs run again. When one job ran in it, the job is reported as the cause.
  // `error`: why it ended; null when the cause is reported already.
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
 * Runs every job.
 * @param threads number of worker threads for jobs that compute; jobs that wait share one further thread
 * @param done is called after each job, in the order in which the jobs end
 */
export async function runAll<J extends Job>(
  jobs: readonly J[],
  threads: number,
  done: (outcome: Outcome, job: J) => void = () => {},
  root = new URL('../../', import.meta.url),
): Promise<Outcome[]> {
  const outcomes = new Map<J, Outcome>();
  const runInTurn = async (waiting: J[], thread: JobThread<Job, MutantResult>): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const outcome = await runOn(thread, job);
      outcomes.set(job, outcome);
      done(outcome, job);
    }
  };
  const startLanes = async (waiting: J[], count: number, perThread: number): Promise<void> => {
    const started = Array.from(
      { length: Math.min(count, waiting.length) },
      () => new JobThread<Job, MutantResult>(new URL('tools/bite/worker.ts', root)),
    );
    const lanes = started.flatMap((thread) => Array.from({ length: perThread }, () => thread));
    await Promise.all(lanes.map((thread) => runInTurn(waiting, thread))).finally(() =>
      Promise.all(started.map((thread) => thread.end())),
    );
  };
  await Promise.all([
    startLanes(
      jobs.filter(({ waits }) => !waits),
      threads,
      1,
    ),
    startLanes(
      jobs.filter(({ waits }) => waits),
      1,
      WAITING_JOBS_PER_THREAD,
    ),
  ]);
  return jobs.flatMap((job) => outcomes.get(job) ?? []);
}

// Runs a job in a thread. A mutant of the code gets a thread of its own when a thread runs its code only once, and
// leaves none behind when it did not survive.
async function runOn(thread: JobThread<Job, MutantResult>, job: Job): Promise<Outcome> {
  const { mutant, needsNewThread = false } = job;
  if (needsNewThread) await thread.end();
  const outcome = await thread.run(job, needsNewThread ? mutant : undefined);
  const survived = 'result' in outcome && outcome.result.verdict === 'conformant';
  if (needsNewThread || (mutant !== undefined && !survived)) await thread.end();
  return outcome;
}
