// Runs the checks of phase `cells` together. While another check runs, their requests are paused.
import type { CheckQueue, QueuedCheck } from './check-queue.ts';
import type { RunContext } from './run-context.ts';

/** The checks of a run that run together. */
export class ChecksTogether {
  readonly #queue: CheckQueue;
  readonly #context: RunContext;
  readonly #run: (entry: QueuedCheck) => Promise<void>;
  readonly #running = new Set<Promise<void>>();
  #fault: { error: unknown } | undefined;

  /** @param run runs one check */
  constructor(queue: CheckQueue, context: RunContext, run: (entry: QueuedCheck) => Promise<void>) {
    this.#queue = queue;
    this.#context = context;
    this.#run = run;
  }

  /** Runs checks together until another one is due, or none is left. @throws the error that ended one of them */
  async runUntilDue(): Promise<void> {
    const { clock, client, concurrency } = this.#context;
    client.semaphore.resume();
    for (;;) {
      const due = this.#queue.nextDue(clock.now());
      if (due <= clock.now()) break;
      // A check that waits, for a limit or a lag, leaves its place to another one.
      while (this.#running.size - clock.sleeping < concurrency) {
        const next = this.#queue.nextOfCells(clock.now());
        if (next === undefined) break;
        this.#begin(next);
      }
      if (this.#running.size === 0) break;
      await this.#change(due);
      if (this.#fault) throw this.#fault.error;
    }
    if (this.#running.size > 0) await client.semaphore.pause();
  }

  #begin(entry: QueuedCheck): void {
    const ended = this.#run(entry)
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#queue.ended(entry);
        this.#running.delete(ended);
      });
    this.#running.add(ended);
  }

  /** Waits until a check ends or begins to wait, or another one is due. @param due Unix milliseconds */
  async #change(due: number): Promise<void> {
    const { clock } = this.#context;
    const over = new AbortController();
    const timer =
      due === Number.POSITIVE_INFINITY
        ? []
        : [clock.sleep(due - clock.now(), over.signal).catch(() => undefined)];
    await Promise.race([...this.#running, ...timer, clock.nextSleep()]);
    over.abort();
  }
}
