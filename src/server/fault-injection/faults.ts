// The injected faults of a world: the requests that each fault applies to, how often it applies, and how the replies
// fail.
import type { OperationId } from '../../contract/operations.ts';
import type { Snapshottable } from '../snapshottable.ts';

/** The ways in which an injected fault makes a reply fail or arrive late. */
export const FAULT_KINDS = [
  'status',
  'latency',
  'stall',
  'reset',
  'truncated',
  'invalid_json',
  'wrong_schema',
  'wrong_length',
] as const;

/** One of `FAULT_KINDS`. */
export type FaultKind = (typeof FAULT_KINDS)[number];

/** How a fault makes a reply fail, without the condition under which it applies. */
export type FaultEffect = {
  kind: FaultKind;
  /** the status of the reply, for the kind `status` */
  status?: number;
  /**
   * for `latency`: how late the reply is sent, in ms; for `stall`: how long the rest of the reply is held back, in
   * ms; a `stall` without it lasts ten minutes and then cuts the connection
   */
  delay_ms?: number;
  /**
   * how many bytes of the body are sent, for the kinds `stall`, `reset` and `truncated`; half of the body when left
   * out
   */
  after_bytes?: number;
  /**
   * whether the request takes effect before its reply fails; when left out false for the kind `status` and true for
   * every other kind, because clients often forget that a failed request may have taken effect
   */
  takes_effect?: boolean;
  /** for the kind `status`: the seconds in the `Retry-After` header; those of the documented example when left out */
  retry_after?: number;
};

/** A fault with the condition under which it applies to a request. */
export type Fault = FaultEffect & {
  id: string;
  /** the operation whose requests the fault applies to; every operation when left out */
  operation?: OperationId;
  /**
   * the share of matching requests that the fault applies to, from 0 to 1, chosen by the world's seed; 1 when left
   * out
   */
  probability?: number;
  /**
   * the number of the only matching request that the fault applies to, counted from 1; every request when left out
   */
  nth?: number;
  /** how many times the fault applies before it is removed; without limit when left out */
  times?: number;
};

/**
 * A fault with two counters: `seen`, the number of matching requests, and `applied`, the number of requests that the
 * fault was injected into.
 */
export type FaultState = Fault & { seen: number; applied: number };

type FaultsSnapshot = { next: number; faults: FaultState[] };

/** The faults of one world. */
export class Faults implements Snapshottable<FaultsSnapshot> {
  #next = 1;
  #faults: FaultState[] = [];

  /** Tells whether the world has no fault. */
  get isEmpty(): boolean {
    return this.#faults.length === 0;
  }

  /** The number of the next fault's id. */
  get next(): number {
    return this.#next;
  }

  get size(): number {
    return this.#faults.length;
  }

  list(): FaultState[] {
    return structuredClone(this.#faults);
  }

  add(fault: Omit<Fault, 'id'>): FaultState {
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
   * Returns the first fault that applies to a request, and counts the request for every matching fault.
   * @param chance returns a number in [0, 1) for a fault and the number of requests it has matched
   */
  match(operation: OperationId | null, chance: (fault: string, count: number) => number): FaultState | null {
    let matched: FaultState | null = null;
    for (const fault of this.#faults) {
      if (fault.operation !== undefined && fault.operation !== operation) continue;
      fault.seen += 1;
      if (matched !== null) continue;
      if (fault.nth !== undefined && fault.seen !== fault.nth) continue;
      if (fault.probability !== undefined && chance(fault.id, fault.seen) >= fault.probability) continue;
      fault.applied += 1;
      matched = fault;
    }
    // Remove the faults that have applied as often as `times` permits.
    this.#faults = this.#faults.filter(
      ({ times, nth, applied }) => applied < (times ?? (nth === undefined ? Infinity : 1)),
    );
    return matched;
  }

  save(): FaultsSnapshot {
    return { next: this.#next, faults: this.list() };
  }

  restore({ next, faults }: FaultsSnapshot): void {
    this.#next = next;
    this.#faults = structuredClone(faults);
  }
}
