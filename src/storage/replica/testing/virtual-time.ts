// Test helper: the time of a simulation. It stands still until the simulation moves it.
import type { LeaseTime } from '../lease.ts';

type Timer = { readonly at: number; readonly run: () => void; readonly isHeld: () => boolean };

/** The time of a simulation, in ms. */
export class VirtualTime {
  #now = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  /**
   * Calls a function later.
   * @param isHeld tells whether the timer must wait, because its process is stopped
   */
  after(ms: number, run: () => void, isHeld: () => boolean = () => false): () => void {
    const timer: Timer = { at: this.#now + ms, run, isHeld };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Moves the time forward and calls the timers that are due, in their order. */
  advance(ms: number): void {
    this.#now += ms;
    const due = [...this.#timers].filter(({ at, isHeld }) => at <= this.#now && !isHeld());
    for (const timer of due.sort((a, b) => a.at - b.at)) if (this.#timers.delete(timer)) timer.run();
  }

  /**
   * Creates the clock of one process, which runs `rate` times as fast as the time of the simulation.
   * @param isStopped tells whether the process is stopped, so that its timers wait
   */
  clock(rate: number, isStopped: () => boolean): LeaseTime {
    return {
      now: () => this.#now * rate,
      after: (ms, run) => this.after(ms / rate, run, isStopped),
    };
  }
}
