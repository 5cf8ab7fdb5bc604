// Parses durations in ISO 8601 (P1M, PT5M, P1DT12H) and in a short form (30d, 90s), and adds durations to instants.
import { addMonths } from '../../state/instant.ts';

/** A duration: a number of calendar months plus a number of milliseconds. */
type Duration = { readonly months: number; readonly ms: number };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const ISO =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d{1,3})?)S)?)?$/;
const SHORT = /^(\d+)(y|mo|w|d|h|m|s|ms)$/;
const UNITS: Record<string, Duration> = {
  y: { months: 12, ms: 0 },
  mo: { months: 1, ms: 0 },
  w: { months: 0, ms: WEEK },
  d: { months: 0, ms: DAY },
  h: { months: 0, ms: HOUR },
  m: { months: 0, ms: MINUTE },
  s: { months: 0, ms: SECOND },
  ms: { months: 0, ms: 1 },
};

/**
 * Parses a duration.
 * @returns null when the text is not a valid duration
 */
export function parseDuration(text: string): Duration | null {
  const short = SHORT.exec(text);
  if (short) {
    const unit = UNITS[short[2] ?? ''];
    const count = Number(short[1]);
    return unit ? { months: unit.months * count, ms: unit.ms * count } : null;
  }
  const iso = ISO.exec(text);
  if (!iso) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = iso
    .slice(1)
    .map((digits) => Number((digits ?? '0').replace(',', '.')));
  return {
    months: years * 12 + months,
    ms: weeks * WEEK + days * DAY + hours * HOUR + minutes * MINUTE + Math.round(seconds * SECOND),
  };
}

/** Adds a duration to an instant in ms. One month after 31 January is the last day of February (UTC). */
export const addDuration = (from: number, { months, ms }: Duration): number => addMonths(from, months) + ms;
