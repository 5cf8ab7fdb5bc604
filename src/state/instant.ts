// Instants as this house writes them: milliseconds inside, 'YYYY-MM-DDTHH:MM:SSZ' (ISO 8601, UTC, whole seconds) outside.

/** The frozen reference instant of worlds whose clock stands still from the start. */
export const REFERENCE_INSTANT = '2026-11-20T08:00:00Z';

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);
const EARLIEST = Date.parse('0000-01-01T00:00:00Z');

let lastSecond = Number.NaN;
let lastText = '';

/** Has an instant (ms) a text: does it lie in the years 0000 to 9999? */
export const isRepresentable = (ms: number): boolean => ms >= EARLIEST && ms <= LATEST + 999;

const FIRST = 0;
const LAST = Date.UTC(9900, 0);
/** In words, when a world may live. */
export const WORLD_TIME_RANGE = 'from 1970-01-01T00:00:00Z to 9899-12-31T23:59:59Z';

/** May it be this time (ms) in a world? What it remembers and what it orders for years to come needs a text too. */
export const isWorldTime = (ms: number): boolean => ms >= FIRST && ms < LAST;

/** The text of an instant in milliseconds, whole seconds, rounded down. Years 0000 to 9999. */
export function toIso(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second === lastSecond) return lastText;
  if (!isRepresentable(ms))
    throw new RangeError(`No instant is ${ms} ms from 1970: years have four digits, 0000 to 9999.`);
  lastText = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
  lastSecond = second;
  return lastText;
}

const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\dZ$/;
/** Date, time to the second, fraction and offset of an ISO 8601 text, in every spelling the contract's format allows. */
const ISO_8601 = /^(\d{4}-\d\d-\d\d)[t\s](\d\d:\d\d:)(\d\d)(\.\d+)?(?:z|([+-]\d\d)(?::?(\d\d))?)$/i;

/**
 * Milliseconds of an ISO 8601 text with any offset, also one of hours alone; a leap second counts as the one after it.
 * Throws RangeError when it is none.
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
 * Any ISO 8601 text as this house writes it, rounded up to the second: a row at a whole second lies at or after
 * `2026-11-20T08:00:00.5Z` exactly when it lies at or after the second that follows.
 */
export function ceilToSecond(iso: string): string {
  if (CANONICAL.test(iso)) return iso;
  return toIso(Math.min(Math.max(Math.ceil(parseIso(iso) / 1000) * 1000, EARLIEST), LATEST));
}
