// The faults of a world that wait for requests: which requests they apply to, how often, and how these fail.
import type { OperationId } from '../../contract/operations.ts';
import type { Snapshottable } from '../snapshottable.ts';

/** The ways in which a reply fails or is late. */
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

/** How a reply fails, without when. */
export type FaultEffect = {
  kind: FaultKind;
  /** the status of the reply, for `status` */
  status?: number;
  /**
   * for `latency` how late the reply is, in ms; for `stall` how long it is held back (when left out: ten minutes, and
   * then the connection is cut)
   */
  delay_ms?: number;
  /** how many bytes of the body are sent, for `stall`, `reset` and `truncated`; half of it when left out */
  after_bytes?: number;
  /**
   * whether the request takes effect before its reply fails; when left out false for `status` and true for every
   * other kind, which is the case that clients forget
   */
  takes_effect?: boolean;
  /** for `status`: the seconds of `Retry-After`, where they differ from the documented example */
  retry_after?: number;
};

/** A fault that waits for its requests. */
export type Fault = FaultEffect & {
  id: string;
  /** the operation that it applies to; every one when left out */
  operation?: OperationId;
  /** the share of the requests that it applies to, decided by the world's seed; 1 when left out */
  probability?: number;
  /** applies only to the nth matching request, counted from 1 */
  nth?: number;
  /** how often it applies before it is removed; without limit when left out */
  times?: number;
};

/** A fault with the number of matching requests (`seen`) and of those it applied to. */
export type FaultState = Fault & { seen: number; applied: number };

type FaultsSnapshot = { next: number; faults: FaultState[] };

/** The faults of one world. */
export class Faults implements Snapshottable<FaultsSnapshot> {
  #next = 1;
  #faults: FaultState[] = [];

  /** Tells whether no fault waits. */
  get isEmpty(): boolean {
    return this.#faults.length === 0;
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

  /** Removes a fault; returns whether there was one. */
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
    // Remove faults that have applied as often as they may.
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
