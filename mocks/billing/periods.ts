// The periods of usage reports: calendar months in UTC.
import { Refusal } from '../../src/state/refusal.ts';
import type { Store } from '../tables.ts';
import { iso } from './cycles.ts';

/**
 * A calendar month in UTC: its start and the start of the next month, each in milliseconds since 1970 and in the
 * format of the API.
 */
export type MonthPeriod = { from: number; until: number; period_start: string; period_end: string };

/**
 * Parses a month in the form `YYYY-MM`; the current month by default. Throws the refusal PERIOD_AHEAD for a future
 * month.
 */
export function monthPeriod({ now }: Pick<Store, 'now'>, named: string | undefined): MonthPeriod {
  const present = now.slice(0, 7);
  const month = named ?? present;
  if (month > present) throw new Refusal('PERIOD_AHEAD');
  const first = new Date(`${month}-01T00:00:00Z`);
  const from = first.getTime();
  const until = first.setUTCMonth(first.getUTCMonth() + 1);
  return { from, until, period_start: iso(from), period_end: iso(until) };
}
