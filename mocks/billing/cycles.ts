// Billing cycles: the length of each cycle, the end of a cycle by the calendar, and the format of instants.
import type { Schemas } from '../../src/contract/types.ts';
import { isRepresentable, parseIso, toIso } from '../../src/state/instant.ts';

/** A billing cycle as the document names it, such as `monthly` or `one_time`. */
export type BillingCycle = Schemas['BillingCycle'];
/** A billing cycle that recurs: any cycle except `one_time`. */
export type RecurringCycle = Exclude<BillingCycle, 'one_time'>;

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** One day in milliseconds. */
export const DAY = 24 * HOUR;

const MONTHS: Record<BillingCycle, number> = {
  hourly: 0,
  one_time: 0,
  monthly: 1,
  quarterly: 3,
  semi_annual: 6,
  '1_year': 12,
  '2_year': 24,
  '3_year': 36,
  '4_year': 48,
  '5_year': 60,
  '6_year': 72,
  '7_year': 84,
  '8_year': 96,
  '9_year': 108,
  '10_year': 120,
};

export const isBillingCycle = (value: unknown): value is BillingCycle =>
  typeof value === 'string' && Object.hasOwn(MONTHS, value);

/** Checks whether a cycle recurs; every cycle except `one_time` does. */
export const isRecurring = (cycle: BillingCycle): cycle is RecurringCycle => cycle !== 'one_time';

export const recurringCycles: readonly RecurringCycle[] = Object.keys(MONTHS)
  .filter(isBillingCycle)
  .filter(isRecurring);

/**
 * The length of a cycle in months; 0 for `hourly` and `one_time`. A cycle that only an edited document has lasts a month.
 */
export const monthsOf = (cycle: BillingCycle): number => MONTHS[cycle] ?? 1;

/** Formats an instant in milliseconds since 1970 as ISO 8601 in UTC with whole seconds: `2026-11-20T08:00:00Z`. */
export const iso = toIso;

/**
 * Converts an ISO 8601 instant with any offset to UTC, in the format of the API. Returns null for an instant outside
 * the years 0000 to 9999 in UTC.
 */
export function toUtc(instant: string): string | null {
  const ms = parseIso(instant);
  return isRepresentable(ms) ? iso(ms) : null;
}

/** Adds milliseconds to an ISO 8601 instant. */
export const addMs = (from: string, ms: number): string => iso(Date.parse(from) + ms);

/**
 * Computes the end of one cycle that starts at `from`, by the UTC calendar. In a month that lacks the day of the
 * start, the cycle ends on the last day: 31 January + 1 month = 28 February.
 * @param anchor the start of the first cycle. Cycles end on the anchor's day of the month whenever a month has it (28
 * February + 1 month = 31 March for an anchor on the 31st), so that due dates do not drift. The anchor is ignored
 * when `from` is not on the anchor's day, or on the last day of a shorter month.
 */
export function endOfCycle(from: string, cycle: RecurringCycle, anchor: string = from): string {
  if (cycle === 'hourly') return addMs(from, HOUR);
  const start = new Date(from);
  const month = start.getUTCMonth() + monthsOf(cycle);
  const year = start.getUTCFullYear();
  const lastOf = (one: number): number => new Date(Date.UTC(year, one + 1, 0)).getUTCDate();
  const first = new Date(anchor).getUTCDate();
  const goesBack = Math.min(first, lastOf(start.getUTCMonth())) === start.getUTCDate();
  const day = Math.min(goesBack ? first : start.getUTCDate(), lastOf(month));
  const midnight = Date.UTC(year, month, day);
  return iso(midnight + (start.getTime() % DAY));
}

/** Describes a cycle in words for invoice lines: `monthly`, `half-yearly`, `3 years`. */
export function cycleInWords(cycle: BillingCycle): string {
  if (cycle === 'one_time') return 'one time';
  if (cycle === 'semi_annual') return 'half-yearly';
  const years = monthsOf(cycle) / 12;
  if (years < 1) return cycle;
  return years === 1 ? '1 year' : `${years} years`;
}
