// The injected faults of a world: which requests each applies to, how often, and how the replies fail.
import type { OperationId } from '../../contract/operations.ts';

/** The ways in which an injected fault makes a reply fail or arrive late. */
export const FAULT_KINDS = [
  'status',
  'refusal',
  'delay',
  'stall',
  'reset',
  'truncated',
  'invalid_json',
  'wrong_schema',
  'wrong_length',
] as const;

/** How a fault makes a reply fail, by its kind, without the condition under which it applies. */
export type FaultEffect = {
  /** how much later the reply is sent, in ms; for `stall` how long the rest of the reply is held back */
  delay_ms?: number;
  /**
   * whether the request takes effect before its reply fails; when left out false for the kind `status` and true for
   * every other kind, because clients often forget that a failed request may have taken effect
   */
  takes_effect?: boolean;
} & (
  | {
      /** the reply has another status, with the documented example of that status */
      kind: 'status';
      /** the status of the reply, from 400 to 599 */
      status: number;
      /** the seconds in the `Retry-After` header; those of the documented example when left out */
      retry_after?: number;
    }
  /** a valid request is refused as the platform refuses it; `refusal` is the code or the name of the refusal */
  | { kind: 'refusal'; refusal: string }
  /** the reply is right, but late */
  | { kind: 'delay'; delay_ms: number }
  | {
      /**
       * the reply stops within its body (`stall`; without `delay_ms` for ten minutes, and then the connection is cut), the
       * connection is reset, or closed before the body is complete (`truncated`), or the Content-Length is smaller than the
       * body
       */
      kind: 'stall' | 'reset' | 'truncated' | 'wrong_length';
      /** how many bytes of the body are sent; when left out half of the body, and none for `reset` */
      after_bytes?: number;
    }
  /** the body is no JSON, or JSON that breaks the schema */
  | { kind: 'invalid_json' }
  | { kind: 'wrong_schema' }
);

type FaultCondition = {
  /** the operation whose requests the fault applies to; every operation when left out */
  operation?: OperationId;
  /**
   * the share of matching requests that the fault applies to, from 0 to 1, chosen by the world's seed; 1 when left
   * out
   */
  probability?: number;
  /** the number of the only matching request that the fault applies to, counted from 1; every request when left out */
  nth?: number;
  /** how many times the fault applies before it is removed; without limit when left out */
  times?: number;
};

export type NewFault = FaultEffect & FaultCondition;

/** A fault with the numbers of matching requests, and of those that it was injected into. */
export type FaultState = NewFault & { id: string; seen: number; applied: number };

type FaultsSnapshot = { next: number; faults: FaultState[] };

export class Faults {
  #next = 1;
  #faults: FaultState[] = [];

  /** Tells whether the world has no fault. */
  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  get next(): number {
    return this.#next;
  }

  get size(): number {
    return this.#faults.length;
  }

  list(): FaultState[] {
    return structuredClone(this.#faults);
  }

  add(fault: NewFault): FaultState {
    const added: FaultState = { id: `fault_${this.#next}`, ...fault, seen: 0, applied: 0 };
    this.#next += 1;
    this.#faults.push(added);
    return structuredClone(added);
  }

  /** Removes a fault; returns false when the world has no fault with this id. */
  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  /**
   * Returns the first fault that applies to a request, and counts the request for every matching fault. A refusal counts
   * as applied only with `apply`, because it is given to valid requests only; with `nth` it waits for the next one.
   * @param chance returns a number in [0, 1) for a fault and the number of requests it has matched
   */
  match(operation: OperationId, chance: (fault: string, count: number) => number): FaultState | null {
    let matched: FaultState | null = null;
    for (const fault of this.#faults) {
      if (fault.operation !== undefined && fault.operation !== operation) continue;
      fault.seen += 1;
      if (matched !== null) continue;
      const isWaiting = fault.kind === 'refusal' && fault.applied === 0;
      const { nth = fault.seen } = fault;
      if (isWaiting ? fault.seen < nth : fault.seen !== nth) continue;
      if (fault.probability !== undefined && chance(fault.id, fault.seen) >= fault.probability) continue;
      if (fault.kind !== 'refusal') fault.applied += 1;
      matched = fault;
    }
    this.#removeUsedUp();
    return matched;
  }

  /** Counts an application of a refusal; returns false when other requests have used it up meanwhile. */
  apply(id: string): boolean {
    const fault = this.#faults.find((one) => one.id === id);
    if (fault) fault.applied += 1;
    this.#removeUsedUp();
    return fault !== undefined;
  }

  // Removes the faults that have applied as often as `times` permits.
  #removeUsedUp(): void {
    this.#faults = this.#faults.filter(
      ({ times, nth, applied }) => applied < (times ?? (nth === undefined ? Infinity : 1)),
    );
  }

  save(): FaultsSnapshot {
    return { next: this.#next, faults: this.list() };
  }

  restore({ next, faults }: FaultsSnapshot): void {
    this.#next = next;
    this.#faults = structuredClone(faults);
  }
}
