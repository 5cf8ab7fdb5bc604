// Timers are stored as rows of a table of their own, ordered by instant, so that transactions and forks include them.
import { ceilToSecond } from './instant.ts';
import type { EntityRef, Store, Timer } from './store.ts';
import type { Row, Tables } from './tables/table.ts';
import { compileTableSchema, type TableSchema } from './tables/table-schema.ts';
import type { TableHandle, Transaction } from './transaction.ts';

/** A stored timer. Its id consists of its kind and ref, so there is only one timer with a given kind and ref. */
export type TimerRow = Row & Timer;

/** The handlers of timers, by kind. A handler receives the platform's store and the timer's `ref`. */
export type TimerHandlers<T extends Tables> = {
  readonly [kind: string]: (store: Store<T>, ref: EntityRef) => void;
};

/** Returns the timer in a row, without the other members of the row. */
export function toTimer({ kind, at, ref }: TimerRow): Timer {
  return { kind, at, ref };
}

const TIMERS = '$timers';

/** Compiles the schema of the timers' table, whose only order is by instant. */
export function timerTableSchema(): TableSchema {
  return compileTableSchema(TIMERS, { tenant: false, updated: false }, 'at');
}

function timerId(kind: string, ref: EntityRef): string {
  let id = kind;
  const names = Object.keys(ref);
  if (names.length > 1) names.sort();
  for (const name of names) id += `\n${name}=${ref[name]}`;
  return id;
}

/**
 * Sets a timer, or moves it to another instant; a past instant counts as the current one.
 * @throws Error when a running timer sets itself to the current instant, because it would then run for ever
 */
export function setTimer(
  table: TableHandle,
  tx: Transaction,
  kind: string,
  at: string,
  ref: EntityRef,
): void {
  const id = timerId(kind, ref);
  const { now } = tx;
  const dueAt = ceilToSecond(at);
  if (tx.runningTimerId === id && dueAt <= now) {
    throw new Error(
      `Timer "${kind}" sets itself to ${at}, which is not after ${now}: it would run for ever.`,
    );
  }
  removeTimerWithId(table, tx, id);
  tx.insert(table, rowOf(id, { kind, at: dueAt < now ? now : dueAt, ref }, now));
}

/** Creates the row of a timer that was set at the instant `created`. */
export const timerRow = (timer: Timer, created: string): TimerRow =>
  rowOf(timerId(timer.kind, timer.ref), timer, created);

const rowOf = (id: string, { kind, at, ref }: Timer, created: string): TimerRow =>
  Object.freeze({ id, created_at: created, kind, at, ref: Object.freeze({ ...ref }) });

export function removeTimer(table: TableHandle, tx: Transaction, kind: string, ref: EntityRef): void {
  removeTimerWithId(table, tx, timerId(kind, ref));
}

function removeTimerWithId(table: TableHandle, tx: Transaction, id: string): void {
  const existing = table.data.get(id);
  if (existing !== undefined) tx.remove(table, existing);
}

export function firstTimer(table: TableHandle): TimerRow | undefined {
  return table.data.group(null).entries[0]?.row as TimerRow | undefined;
}

/** Lists the timers in the order of their instants, at most `limit`, and counts all timers. */
export function upcomingTimers(table: TableHandle, limit = Infinity): { timers: Timer[]; total: number } {
  const { entries } = table.data.group(null);
  return {
    timers: entries.slice(0, limit).map(({ row }) => toTimer(row as TimerRow)),
    total: entries.length,
  };
}
