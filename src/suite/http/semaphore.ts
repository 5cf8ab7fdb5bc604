// Bounds how many requests of checks that run together are in flight, and pauses them while another check runs.

/** A counting semaphore that can be paused: callers wait in the order in which they came. */
export class Semaphore {
  readonly #permits: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];
  #isPaused = false;
  #idle = Promise.resolve();
  #becomeIdle = (): void => {};

  constructor(permits: number) {
    this.#permits = permits;
    this.#free = permits;
  }

  /** Calls a function as soon as a permit is free, and frees the permit when the promise is settled. */
  async use<T>(send: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#grant();
    });
    try {
      return await send();
    } finally {
      this.#free += 1;
      if (this.#free === this.#permits) this.#becomeIdle();
      this.#grant();
    }
  }

  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#idle;
  }

  resume(): void {
    this.#isPaused = false;
    this.#grant();
  }

  #grant(): void {
    while (!this.#isPaused && this.#free > 0 && this.#waiting.length > 0) {
      if (this.#free === this.#permits) {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#idle = promise;
        this.#becomeIdle = resolve;
      }
      this.#free -= 1;
      this.#waiting.shift()?.();
    }
  }
}
