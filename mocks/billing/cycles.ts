// Billing cycles: which calendar span each word of the contract means, and how instants are written.
import type { Schemas } from '../../src/contract/types.ts';
import { isRepresentable, parseIso, toIso } from '../../src/state/instant.ts';

export type BillingCycle = Schemas['BillingCycle'];
export type RecurringCycle = Exclude<BillingCycle, 'one_time'>;

const SECOND = 1000;
const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;

const MONTHS: Record<Exclude<RecurringCycle, 'hourly'>, number> = {
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

/** Every cycle that comes round again. */
export const recurringCycles: readonly string[] = ['hourly', ...Object.keys(MONTHS)];

/** Does the cycle come round again? `one_time` does not. */
export const isRecurring = (cycle: BillingCycle): cycle is RecurringCycle => cycle !== 'one_time';

/** The months of a cycle counted in months; 0 for `hourly` and `one_time`. */
export const monthsOf = (cycle: BillingCycle): number =>
  cycle === 'hourly' || cycle === 'one_time' ? 0 : MONTHS[cycle];

/** An instant in milliseconds as ISO 8601 in UTC, whole seconds: `2026-11-20T08:00:00Z`. */
export const iso = toIso;

/**
 * Any ISO 8601 instant, with whatever offset, in the one spelling this API answers with; null for one that lies outside
 * the years 0000 to 9999 in UTC.
 */
export function toUtc(instant: string): string | null {
  const ms = parseIso(instant);
  return isRepresentable(ms) ? iso(ms) : null;
}

/** An instant some milliseconds later. */
export const addMs = (from: string, ms: number): string => iso(Date.parse(from) + ms);

/**
 * The end of one cycle that starts at `from`, by the UTC calendar. A month that lacks the day ends on its last one:
 * 31 January + 1 month = 28 February. `anchor` is the instant the first cycle began; its day of the month is taken up
 * again as soon as a month has it (28 February + 1 month = 31 March for an anchor on a 31st), so dates never drift.
 * An anchor that `from` cannot go back to counts for nothing.
 */
export function endOfCycle(from: string, cycle: RecurringCycle, anchor: string = from): string {
  if (cycle === 'hourly') return addMs(from, HOUR);
  const start = new Date(from);
  const month = start.getUTCMonth() + MONTHS[cycle];
  const year = start.getUTCFullYear();
  const lastOf = (one: number): number => new Date(Date.UTC(year, one + 1, 0)).getUTCDate();
  const first = new Date(anchor).getUTCDate();
  const goesBack = Math.min(first, lastOf(start.getUTCMonth())) === start.getUTCDate();
  const day = Math.min(goesBack ? first : start.getUTCDate(), lastOf(month));
  const midnight = Date.UTC(year, month, day);
  return iso(midnight + (start.getTime() % DAY));
}

/** A cycle in words, for invoice lines: `monthly`, `half-yearly`, `3 years`. */
export function cycleInWords(cycle: BillingCycle): string {
  if (cycle === 'one_time') return 'one time';
  if (cycle === 'semi_annual') return 'half-yearly';
  const years = monthsOf(cycle) / 12;
  if (years < 1) return cycle;
  return years === 1 ? '1 year' : `${years} years`;
}
