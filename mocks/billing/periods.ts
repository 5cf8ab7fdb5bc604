// Calendar months in UTC, as usage is reported by them.
import { Refusal } from '../../src/state/refusal.ts';
import type { Store } from '../tables.ts';
import { iso } from './cycles.ts';

/** A calendar month: its first instant and that of the next one, in milliseconds and as the API writes them. */
export type MonthPeriod = { from: number; until: number; period_start: string; period_end: string };

/** The month that `YYYY-MM` names; the present one when nothing is named. Refusal PERIOD_AHEAD for one to come. */
export function monthPeriod({ now }: Pick<Store, 'now'>, named: string | undefined): MonthPeriod {
  const present = now.slice(0, 7);
  const month = named ?? present;
  if (month > present) throw new Refusal('PERIOD_AHEAD');
  const first = new Date(`${month}-01T00:00:00Z`);
  const from = first.getTime();
  const until = first.setUTCMonth(first.getUTCMonth() + 1);
  return { from, until, period_start: iso(from), period_end: iso(until) };
}
