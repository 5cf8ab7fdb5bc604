// Counts the 429 replies that follow one another, and decides when waiting for the end of a limit is of no use.
import { operations } from '../../../contract/operations.ts';

/** How long a call waits in all for a limit to end, in milliseconds: the limits of the specification are per minute. */
export const REJECTION_LIMIT_MS = 60_000;
/** The number of areas with refused operations from which on no call of the caller is sent any more. */
const MAX_REFUSED_AREAS = 2;
/** The number of refused operations of one area from which on no call of the caller to the area is sent any more. */
const MAX_REFUSED_IN_AREA = 2;

const AREAS: ReadonlyMap<string, string> = new Map(operations.map(({ id, area }) => [id, area]));

/** Returns the area of an operation; the operation itself when the contract does not have it. */
const areaOf = (operation: string): string => AREAS.get(operation) ?? operation;

const keyOf = (caller: string, operation: string): string => `${caller}\n${operation}`;

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
    this.#givenUp.set(keyOf(caller, operation), elapsed);
  }

  /** Records a reply other than 429. */
  noteAccepted(caller: string, operation: string): void {
    this.#series.delete(caller);
    this.#givenUp.delete(keyOf(caller, operation));
  }

  /** Returns why a call is not sent any more; null when it may be sent. */
  reasonNotToSend(caller: string, operation: string): string | null {
    const refused = this.#series.get(caller)?.givenUp ?? new Set<string>();
    if (new Set([...refused].map(areaOf)).size >= MAX_REFUSED_AREAS)
      return `every call of ${caller} is refused with 429 (${[...refused].join(', ')})`;
    const area = areaOf(operation);
    const refusedInArea = [...this.#givenUp.keys()].flatMap((key) => {
      const [owner, name = ''] = key.split('\n');
      return owner === caller && areaOf(name) === area ? [name] : [];
    });
    if (refusedInArea.length >= MAX_REFUSED_IN_AREA)
      return `every call of ${caller} to the area ${area} is refused with 429 (${refusedInArea.join(', ')})`;
    const elapsed = this.#givenUp.get(keyOf(caller, operation));
    if (elapsed === undefined) return null;
    return `${operation} was refused with 429 for ${Math.round(elapsed / 1000)} s, and is not called again`;
  }
}
