// Test helper: a process of a simulation that can be stopped, can go on, and can crash.

/** A process. Whatever arrives at it waits while it is stopped, and is lost when it crashed. */
export class SimulatedProcess {
  readonly name: string;
  #state: 'running' | 'stopped' | 'crashed' = 'running';
  #waiting: (() => void)[] = [];
  readonly #crash = Promise.withResolvers<void>();
  /** resolves when the process crashed */
  readonly crashed: Promise<void> = this.#crash.promise;

  constructor(name: string) {
    this.name = name;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  get isCrashed(): boolean {
    return this.#state === 'crashed';
  }

  stop(): void {
    if (this.#state === 'running') this.#state = 'stopped';
  }

  goOn(): void {
    if (this.#state !== 'stopped') return;
    this.#state = 'running';
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  crash(): void {
    this.#state = 'crashed';
    this.#waiting = [];
    this.#crash.resolve();
  }

  /** Waits until the process runs; never resolves when it crashed. */
  async turn(): Promise<void> {
    while (this.#state !== 'running') {
      await new Promise<void>((resolve) => {
        if (this.#state === 'stopped') this.#waiting.push(resolve);
      });
    }
  }
}
