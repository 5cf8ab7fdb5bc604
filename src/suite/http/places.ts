// Bounds how many requests of checks that run beside others are in flight, and holds them while another check runs.

/** A number of places, each of which one request at a time takes; the others wait in the order in which they came. */
export class Places {
  #free: number;
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #isHeld = false;
  /** resolves when no place is taken */
  #idle = Promise.resolve();
  #becomeIdle = (): void => {};

  constructor(places: number) {
    this.#free = places;
    this.#places = places;
  }

  /** Calls a function as soon as a place is free, and frees the place when its promise is settled. */
  async use<T>(send: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#give();
    });
    try {
      return await send();
    } finally {
      this.#free += 1;
      if (this.#free === this.#places) this.#becomeIdle();
      this.#give();
    }
  }

  /** Gives no place to further requests until `release`. Returns when none is in flight. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    await this.#idle;
  }

  release(): void {
    this.#isHeld = false;
    this.#give();
  }

  #give(): void {
    while (!this.#isHeld && this.#free > 0 && this.#waiting.length > 0) {
      if (this.#free === this.#places) {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#idle = promise;
        this.#becomeIdle = resolve;
      }
      this.#free -= 1;
      this.#waiting.shift()?.();
    }
  }
}
