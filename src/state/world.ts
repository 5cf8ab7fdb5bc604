// A world: one isolated copy of everything that can change.
import type { Clock, ClockState } from './clock.ts';
import type { Commit, Journal } from './journal.ts';
import type { Ref, Settings, Store } from './store.ts';
import type { Row, Tables } from './table.ts';

export type TimerHandlers<T extends Tables> = {
  readonly [kind: string]: (store: Store<T> /* the platform's */, ref: Ref) => void;
};

export type WorldOptions<T extends Tables> = {
  tables: T;
  name?: string;
  seed?: number | string;
  clock?: Clock;
  timers?: TimerHandlers<T>;
  settings?: Settings;
  /** Absent: commits are kept nowhere. */
  journal?: Journal;
};

/** A timer: what wakes, when (ISO 8601), about what. */
export type Timer = { readonly kind: string; readonly at: string; readonly ref: Ref };

export type TimerError = { readonly timer: Timer; readonly error: unknown };

/** Plain JSON of everything in a world, in a fixed order. */
export type WorldExport = {
  format: 1;
  seed: number | string;
  clock: ClockState;
  settings: Settings;
  ordinals: Record<string, number>;
  tables: Record<string, Row[]>;
  timers: Timer[];
};

export type World<T extends Tables> = {
  readonly name: string;
  readonly seed: number | string;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly tables: T;
  /** How many commits there were. */
  readonly seq: number;
  /** Runs `fn` over a tenant's store (null: the platform's); a throw undoes everything it did. Synchronous. */
  transact<A>(tenantId: string | null, fn: (store: Store<T>) => A): A;
  /** Runs what came due, in order, each at its own time; returns what ran. Before each request, after clock moves. */
  runDue(): readonly Timer[];
  fork(name: string): World<T>;
  /** Makes the present state the one `reset` goes back to; call once after seeding. */
  keep(): void;
  reset(): void;
  export(): WorldExport;
  import(json: WorldExport): void;
  /** Called after each commit, in order; returns how to stop it. */
  onCommit(listener: (commit: Commit) => void): () => void;
  onTimerError(listener: (failure: TimerError) => void): () => void;
};
