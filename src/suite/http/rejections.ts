// Counts the 429 replies that follow one another, and decides when waiting for the end of a limit is of no use.

/** How long a call waits in all for a limit to end, in milliseconds: the limits of the specification are per minute. */
export const REJECTION_LIMIT_MS = 60_000;
/** How many operations of one caller must be refused before no call of the caller is sent any more. */
const MAX_REFUSED_OPERATIONS = 2;

/** The 429 replies to one caller since its last other reply. */
type Series = { since: number; givenUp: Set<string> };

/** The 429 replies of a run, by caller and operation. */
export class Rejections {
  readonly #series = new Map<string, Series>();
  /** caller and operation of the calls that are not sent again → how long they were refused, in milliseconds */
  readonly #givenUp = new Map<string, number>();

  /** Records a 429. @param now Unix milliseconds. @returns milliseconds since the first 429 of the series */
  note(caller: string, now: number): number {
    const series = this.#series.get(caller) ?? { since: now, givenUp: new Set() };
    this.#series.set(caller, series);
    return now - series.since;
  }

  /** Records that an operation is refused for as long as the suite waits. @param elapsed milliseconds */
  giveUp(caller: string, operation: string, elapsed: number): void {
    this.#series.get(caller)?.givenUp.add(operation);
    this.#givenUp.set(`${caller} ${operation}`, elapsed);
  }

  /** Records a reply other than 429. */
  noteAccepted(caller: string, operation: string): void {
    this.#series.delete(caller);
    this.#givenUp.delete(`${caller} ${operation}`);
  }

  /** Returns why a call is not sent any more; null when it may be sent. */
  reasonNotToSend(caller: string, operation: string): string | null {
    const refused = this.#series.get(caller)?.givenUp ?? new Set();
    if (refused.size >= MAX_REFUSED_OPERATIONS)
      return `every call of ${caller} is refused with 429 (${[...refused].join(', ')})`;
    const elapsed = this.#givenUp.get(`${caller} ${operation}`);
    if (elapsed === undefined) return null;
    return `${operation} was refused with 429 for ${Math.round(elapsed / 1000)} s, and is not called again`;
  }
}
