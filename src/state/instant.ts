// Instants as this house writes them: milliseconds inside, 'YYYY-MM-DDTHH:MM:SSZ' (ISO 8601, UTC, whole seconds) outside.

/** The frozen reference instant of worlds whose clock stands still from the start. */
export const REFERENCE = '2026-11-20T08:00:00Z';

const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59);

let lastSecond = Number.NaN;
let lastText = '';

/** The text of an instant in milliseconds, whole seconds, rounded down. Years 0000 to 9999. */
export function isoOf(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second === lastSecond) return lastText;
  if (!(ms <= LATEST + 999))
    throw new RangeError(`No instant is ${ms} ms from 1970; the last one is 9999-12-31T23:59:59Z.`);
  lastText = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
  lastSecond = second;
  return lastText;
}

/** Milliseconds of an ISO 8601 text with any offset. Throws RangeError when it is none. */
export function msOf(iso: string): number {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) throw new RangeError(`"${iso}" is not an ISO 8601 date and time.`);
  return ms;
}

const PLAIN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * Any ISO 8601 text as this house writes it, rounded up to the second: a row at a whole second lies at or after
 * `2026-11-20T08:00:00.5Z` exactly when it lies at or after the second that follows.
 */
export function ceilIso(iso: string): string {
  if (PLAIN.test(iso)) return iso;
  return isoOf(Math.min(Math.ceil(msOf(iso) / 1000) * 1000, LATEST));
}
