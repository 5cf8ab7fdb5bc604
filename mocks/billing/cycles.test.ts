// Tests billing cycles: the end of a cycle by the calendar, and the format of instants.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addMs,
  type BillingCycle,
  cycleInWords,
  endOfCycle,
  iso,
  isRecurring,
  monthsOf,
  type RecurringCycle,
  recurringCycles,
  toUtc,
} from './cycles.ts';

const CYCLES: readonly BillingCycle[] = [...recurringCycles, 'one_time'];
const recurring = CYCLES.filter(isRecurring);
const calendar = recurring.filter((cycle) => cycle !== 'hourly');
const instant = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2080-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => iso(date.getTime()));

test('a cycle ends on the day of the month on which the cycle started, or on the last day of a shorter month', () => {
  const table: [from: string, cycle: RecurringCycle, until: string][] = [
    ['2026-01-31T08:00:00Z', 'monthly', '2026-02-28T08:00:00Z'],
    ['2028-01-31T08:00:00Z', 'monthly', '2028-02-29T08:00:00Z'],
    ['2026-11-30T23:59:59Z', 'quarterly', '2027-02-28T23:59:59Z'],
    ['2026-08-31T00:00:00Z', 'semi_annual', '2027-02-28T00:00:00Z'],
    ['2028-02-29T12:00:00Z', '1_year', '2029-02-28T12:00:00Z'],
    ['2028-02-29T12:00:00Z', '4_year', '2032-02-29T12:00:00Z'],
    ['2026-12-31T23:30:00Z', 'hourly', '2027-01-01T00:30:00Z'],
    ['2026-11-20T08:00:00Z', '10_year', '2036-11-20T08:00:00Z'],
    ['2026-12-15T08:00:00Z', 'monthly', '2027-01-15T08:00:00Z'],
  ];
  for (const [from, cycle, until] of table) expect(endOfCycle(from, cycle), `${from} ${cycle}`).toBe(until);
});

test("after a shorter month, cycles end again on the anchor's day of the month, so that due dates do not drift", () => {
  const anchor = '2026-01-31T08:00:00Z';
  const ends: string[] = [];
  for (let from = anchor; ends.length < 12; from = ends.at(-1) ?? from)
    ends.push(endOfCycle(from, 'monthly', anchor));
  expect(ends.map((end) => end.slice(5, 10))).toEqual([
    '02-28',
    '03-31',
    '04-30',
    '05-31',
    '06-30',
    '07-31',
    '08-31',
    '09-30',
    '10-31',
    '11-30',
    '12-31',
    '01-31',
  ]);
});

test("for any instant and cycle, the end is later, keeps the time of day, and falls at most on the anchor's day of the month", () => {
  fc.assert(
    fc.property(instant, fc.constantFrom(...calendar), (from, cycle) => {
      const until = endOfCycle(from, cycle);
      expect(until > from).toBe(true);
      expect(until.slice(10)).toBe(from.slice(10));
      expect(Number(until.slice(8, 10))).toBeLessThanOrEqual(Number(from.slice(8, 10)));
      const months =
        (Number(until.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
        Number(until.slice(5, 7)) -
        Number(from.slice(5, 7));
      expect(months).toBe(monthsOf(cycle));
    }),
  );
});

test('twelve monthly cycles, four quarterly cycles and two half-yearly cycles each make one year', () => {
  fc.assert(
    fc.property(instant, (anchor) => {
      const after = (cycle: RecurringCycle, times: number): string => {
        let end = anchor;
        for (let at = 0; at < times; at += 1) end = endOfCycle(end, cycle, anchor);
        return end;
      };
      const year = after('1_year', 1);
      expect([after('monthly', 12), after('quarterly', 4), after('semi_annual', 2)]).toEqual([
        year,
        year,
        year,
      ]);
    }),
  );
});

test('instants with any offset are converted to UTC in whole seconds', () => {
  expect(toUtc('2026-11-20T10:00:00.750+02:00')).toBe('2026-11-20T08:00:00Z');
  expect(toUtc('2026-11-20T08:00:00Z')).toBe('2026-11-20T08:00:00Z');
  expect(toUtc('2026-11-20T10:00:00+02')).toBe('2026-11-20T08:00:00Z');
  expect(toUtc('2016-12-31T23:59:60Z')).toBe('2017-01-01T00:00:00Z');
  expect(toUtc('9999-12-31T23:59:59-01:00')).toBeNull();
  expect(toUtc('0000-01-01T00:00:00+01:00')).toBeNull();
  expect(addMs('2026-12-31T23:59:59Z', 1000)).toBe('2027-01-01T00:00:00Z');
});

test('every cycle has a different description on invoices', () => {
  const words = CYCLES.map(cycleInWords);
  expect(new Set(words).size).toBe(15);
  expect(words).toContain('half-yearly');
  expect(words).toContain('1 year');
  expect(words).toContain('10 years');
});
