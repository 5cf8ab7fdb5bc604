// What is to go wrong on purpose: which calls, how often, and in which way.
import type { OperationId } from '../../contract/operations.ts';
import type { Snapshottable } from '../snapshottable.ts';

/** The ways an answer can go wrong, or be late. */
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
export type FaultKind = (typeof FAULT_KINDS)[number];

/** One way to go wrong, without saying when. */
export type FaultEffect = {
  kind: FaultKind;
  /** the status to answer with, for `status` */
  status?: number;
  /** how late the answer is, in ms, for `latency`; how long it is held back, for `stall` (absent: ten minutes, and then the connection is cut) */
  delay_ms?: number;
  /** how many bytes of the body are sent, for `stall`, `reset` and `truncated`; half of it when left out */
  after_bytes?: number;
  /**
   * Does the call take effect before its answer goes wrong? When left out: not for `status`, and for every other kind it
   * does, which is the case clients forget.
   */
  takes_effect?: boolean;
  /** the answer of a `status`, when it is not to be the documented example: the `Retry-After` in seconds */
  retry_after?: number;
};

/** A fault that waits for its calls. */
export type Fault = FaultEffect & {
  id: string;
  /** which operation; every one when left out */
  operation?: OperationId;
  /** the share of the calls it befalls, by the world's seed; 1 when left out */
  probability?: number;
  /** only the nth call it could befall, counted from 1 */
  nth?: number;
  /** how often it happens before it is gone; without end when left out */
  times?: number;
};

/** A fault as it stands: what it has seen and done. */
export type FaultState = Fault & { seen: number; applied: number };

type FaultsSnapshot = { next: number; faults: FaultState[] };

/** The faults of one world. */
export class Faults implements Snapshottable<FaultsSnapshot> {
  #next = 1;
  #faults: FaultState[] = [];

  /** Nothing is to go wrong. */
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

  /** Takes one away; was there one? */
  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  /**
   * The fault that befalls a call: the first that wants it. Every fault that could have counts the call.
   * @param chance a number in [0, 1) for a fault and the how-many-eth call it sees
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
    // One that happens once only, by its number or its count, is gone when it has.
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
