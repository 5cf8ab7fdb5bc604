// The order in which calls use the connections of a pool, and how many are open at once. A call that waits for other calls
// is told from one whose server does not answer.

import { StorageError } from '../world-store.ts';

/** Lets a number of calls run at once; the others wait, and run in the order in which they came. */
export class Turns {
  readonly #size: number;
  readonly #limitMs: number;
  readonly #database: string;
  readonly #waiting = new Set<() => void>();
  #free: number;

  /**
   * @param size how many calls may run at once
   * @param limitMs how long a call may wait for its turn, in ms
   * @param database the address of the database without secrets, for the message of a call that waited too long
   */
  constructor(size: number, limitMs: number, database: string) {
    this.#size = size;
    this.#free = size;
    this.#limitMs = limitMs;
    this.#database = database;
  }

  /**
   * Runs a function when it is its turn.
   * @throws StorageError `unavailable` when the turn did not come in time; the function is not run then
   */
  async run<T>(body: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    try {
      return await body();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(start);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(start);
        reject(this.#overloaded());
      }, this.#limitMs);
      this.#waiting.add(start);
    });
  }

  #overloaded(): StorageError {
    const seconds = this.#limitMs / 1000;
    return new StorageError(
      'unavailable',
      `PostgreSQL at ${this.#database}: no connection was free within ${seconds} s because all ${this.#size} are in use; ` +
        'send fewer requests at once, or start more replicas.',
    );
  }
}
