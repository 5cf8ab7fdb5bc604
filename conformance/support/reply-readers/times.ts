// Functions that read the ISO 8601 timestamps in replies.
import { leaves } from './response-readers.ts';

const DATE = String.raw`\d{4}(?:-\d\d-\d\d|-\d{3}|-W\d\d-\d)`;
const extended = new RegExp(String.raw`^${DATE}[Tt]\d\d:\d\d(:\d\d)?([.,]\d+)?([Zz]|[+-]00(:?00)?)$`);
const basic = /^\d{4}(\d{4}|\d{3}|W\d{3})[Tt]\d\d(\d\d){1,2}([.,]\d+)?([Zz]|[+-]00(00)?)$/;

/** Returns whether a value is an ISO 8601 timestamp in UTC, in any of the spellings that the standard allows. */
export const isUtcTime = (value: unknown): value is string =>
  typeof value === 'string' && (extended.test(value) || basic.test(value));

const UTC_TIME =
  /^(\d{4})-?(?:(\d\d)-?(\d\d)|(\d{3})|[Ww](\d\d)-?(\d))[Tt](\d\d):?(\d\d):?(\d\d)?(?:[.,](\d+))?(?:[Zz]|[+-]00(?::?00)?)$/;
const DAY = 86_400_000;

/** Returns the start of an ISO 8601 week in Unix milliseconds: of the week's Monday. */
function startOfWeek(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4);
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  return fourth + ((week - 1) * 7 - weekday) * DAY;
}

/** Parses a UTC timestamp in any form of ISO 8601 to Unix milliseconds; NaN when it cannot be read. */
export function timeOf(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  const parts = UTC_TIME.exec(value);
  if (parts === null) return Date.parse(value.replace(',', '.').replace(/(\.\d{3})\d+/, '$1'));
  const [year = 0, month, day, ordinal, week, weekday, hour = 0, minute = 0, second] = parts
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const date =
    week !== undefined
      ? startOfWeek(year, week) + ((weekday ?? 1) - 1) * DAY
      : ordinal !== undefined
        ? Date.UTC(year, 0, ordinal)
        : Date.UTC(year, (month ?? 1) - 1, day);
  // A fraction belongs to the last member of the time: to the seconds, or to the minutes when there are no seconds.
  const fraction = Number(`0.${parts[10] ?? 0}`) * (second === undefined ? 60_000 : 1000);
  return date + hour * 3_600_000 + minute * 60_000 + (second ?? 0) * 1000 + fraction;
}

/** Returns what one unit of the last member of a timestamp is worth, in milliseconds; a second for all finer ones. */
const precisionOf = (time: string): number =>
  time.length === 10 ? DAY : /[Tt]\d\d:?\d\d(?!:?\d)/.test(time) ? 60_000 : 1000;

/**
 * Returns whether two values are the same time at the coarser precision of the two, as `06:14Z` and `06:14:14Z` are;
 * false when one of them is no time.
 */
export function isSameTime(one: unknown, other: unknown): boolean {
  const isTime = (value: unknown): value is string =>
    isUtcTime(value) || (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value));
  if (!isTime(one) || !isTime(other)) return false;
  return Math.abs(timeOf(one) - timeOf(other)) < Math.max(precisionOf(one), precisionOf(other));
}

/**
 * Returns the latest timestamp in a body; undefined when the body has no timestamps. A renewal moves the latest
 * timestamp of a resource.
 */
export const latestTime = (body: unknown): string | undefined =>
  leaves(body)
    .map(({ value }) => value)
    .filter(isUtcTime)
    .sort((one, other) => timeOf(one) - timeOf(other))
    .at(-1);
