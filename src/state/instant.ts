// Converts instants between ms since 1970 and the ISO 8601 texts (UTC, whole seconds) of rows.

/** The instant at which a world with a frozen clock starts. */
export const REFERENCE_INSTANT = '2026-11-20T08:00:00Z';

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);
const EARLIEST = Date.parse('0000-01-01T00:00:00Z');

/** Tells whether an instant (ms) can be written as text, which is possible in the years 0000 to 9999. */
export const isRepresentable = (ms: number): boolean => ms >= EARLIEST && ms <= LATEST + 999;

const FIRST = 0;
const LAST = Date.UTC(9900, 0);

/** Tells whether a clock may show an instant (ms), after which later dates can still be stored. */
export const isWorldTime = (ms: number): boolean => ms >= FIRST && ms < LAST;

/** The text of the second that was formatted last: each request formats the clock several times. */
let last = { second: Number.NaN, text: '' };

/** Formats an instant (ms) in the years 0000 to 9999 as text, rounded down to a whole second. */
export function toIso(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second === last.second) return last.text;
  if (!isRepresentable(ms))
    throw new RangeError(`No instant is ${ms} ms from 1970: years have four digits, 0000 to 9999.`);
  last = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` };
  return last.text;
}

/** Adds calendar months to an instant (ms, UTC); a day that the month lacks becomes its last one. */
export function addMonths(ms: number, months: number): number {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\dZ$/;
// Matches an ISO 8601 text in every notation that the contract's `date-time` format allows; the groups are date, time
// to the second, fraction and offset.
const ISO_8601 = /^(\d{4}-\d\d-\d\d)[t\s](\d\d:\d\d:)(\d\d)(\.\d+)?(?:z|([+-]\d\d)(?::?(\d\d))?)$/i;

/**
 * Parses an ISO 8601 text to milliseconds. The offset may have hours only; a leap second counts as the second after
 * it.
 * @throws RangeError for a text that is not an instant
 */
export function parseIso(iso: string): number {
  const parts = CANONICAL.test(iso) ? null : ISO_8601.exec(iso);
  const ms = parts === null ? Date.parse(iso) : msFromParts(parts);
  if (Number.isNaN(ms)) throw new RangeError(`"${iso}" is not an ISO 8601 date and time.`);
  return ms;
}

function msFromParts([
  ,
  date,
  minutes,
  seconds,
  fraction = '',
  hours = '+00',
  rest = '00',
]: RegExpExecArray): number {
  const leap = seconds === '60';
  const text = `${date}T${minutes}${leap ? '59' : seconds}${fraction.slice(0, 4)}${hours}:${rest}`;
  return Date.parse(text) + (leap ? 1000 : 0);
}

/**
 * Normalizes an ISO 8601 text and rounds it up to a whole second. The instants in rows have whole seconds, so a row
 * lies at or after `2026-11-20T08:00:00.5Z` exactly when it lies at or after `2026-11-20T08:00:01Z`.
 */
export function ceilToSecond(iso: string): string {
  if (CANONICAL.test(iso)) return iso;
  return toIso(Math.min(Math.max(Math.ceil(parseIso(iso) / 1000) * 1000, EARLIEST), LATEST));
}
