// What comes due: rows of a table of their own, ordered by when, so that they are part of transactions and forks.
import { ceilIso } from './instant.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { Ref, Timer } from './store.ts';
import type { Row } from './table.ts';
import type { Slot, Transaction } from './transaction.ts';

/** A timer as it is stored; its id is its kind and ref, so there is one of each. */
export type TimerRow = Row & Timer;

const TIMERS = '$timers';

/** The shape of the table of timers: the order of due time is its only one. */
export function timerShape(): Shape {
  return shapeOf(TIMERS, { tenant: false, updated: false }, 'at');
}

function idOf(kind: string, ref: Ref): string {
  let id = kind;
  for (const name of Object.keys(ref).sort()) id += `\n${name}=${ref[name]}`;
  return id;
}

/** Sets the timer, or moves it to another instant; an instant in the past counts as now. */
export function schedule(slot: Slot, tx: Transaction, kind: string, at: string, ref: Ref): void {
  const id = idOf(kind, ref);
  const { now } = tx;
  const asked = ceilIso(at);
  if (tx.running === id && asked <= now) {
    throw new Error(
      `Timer "${kind}" sets itself to ${at}, which is not after ${now}: it would run for ever.`,
    );
  }
  unschedule(slot, tx, kind, ref);
  tx.insert(slot, timerRow({ kind, at: asked < now ? now : asked, ref }, now));
}

/** The row of a timer that was set at `created`. */
export function timerRow({ kind, at, ref }: Timer, created: string): TimerRow {
  return Object.freeze({
    id: idOf(kind, ref),
    created_at: created,
    kind,
    at,
    ref: Object.freeze({ ...ref }),
  });
}

export function unschedule(slot: Slot, tx: Transaction, kind: string, ref: Ref): void {
  const known = slot.rows.get(idOf(kind, ref));
  if (known !== undefined) tx.remove(slot, known);
}

/** The timer that comes first. */
export function firstTimer(slot: Slot): TimerRow | undefined {
  return slot.rows.partition(null)?.all.base.first?.row as TimerRow | undefined;
}

/** Every timer, in the order in which they come due. */
export function timersOf(slot: Slot): Timer[] {
  const entries = slot.rows.partition(null)?.all.base.toArray() ?? [];
  return entries.map(({ row }) => {
    const { kind, at, ref } = row as TimerRow;
    return { kind, at, ref };
  });
}
