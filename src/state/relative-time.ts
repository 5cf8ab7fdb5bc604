// Texts with instants relative to the start of a world: `{start-86400}` is one day before it.
import { addMonths, toIso } from './instant.ts';

/** An instant relative to the start of a world. The members are applied in the order in which they are declared. */
export type RelativeTime = {
  /** the number of seconds after the start of the world; negative for an instant before it */
  readonly offset: number;
  /** the date and time of the year, such as `09-21T11:30:00Z`, to whose next occurrence the instant then moves */
  readonly nextDate?: string | undefined;
  /** the calendar months that are then added; a day that the month lacks becomes its last one */
  readonly addMonths?: number | undefined;
  /** the number of seconds that are then added */
  readonly addSeconds?: number | undefined;
};

/** A part of an instant: its year (four digits) or its date (eight digits). */
export type TimePart = 'year' | 'day';

/**
 * Resolves a relative time to an ISO 8601 instant.
 * @param start the start of the world in ms since 1970; the fraction of a second is ignored
 */
export function resolveRelativeTime(
  { offset, nextDate, addMonths: months = 0, addSeconds = 0 }: RelativeTime,
  start: number,
): string {
  let date = new Date((Math.floor(start / 1000) + offset) * 1000);
  if (nextDate !== undefined) {
    const [year, after] = [date.getUTCFullYear(), date.getTime()];
    date = new Date(`${year}-${nextDate}`);
    if (date.getTime() <= after) date = new Date(`${year + 1}-${nextDate}`);
  }
  return toIso(addMonths(date.getTime(), months) + addSeconds * 1000);
}

/** Returns the year or the date of an ISO 8601 instant as digits. */
export const timePartOf = (instant: string, part: TimePart): string =>
  part === 'year' ? instant.slice(0, 4) : instant.slice(0, 10).replaceAll('-', '');

/**
 * Formats a relative time as a placeholder, for example `{start-2505600>09-21T11:30:00Z+12m+432000|day}`; members
 * that are not set are left out.
 */
export function formatRelativeTime(
  { offset, nextDate, addMonths, addSeconds }: RelativeTime,
  part?: TimePart,
): string {
  const modifiers = [
    nextDate && `>${nextDate}`,
    addMonths && `+${addMonths}m`,
    addSeconds && `+${addSeconds}`,
    part && `|${part}`,
  ];
  return `{start${offset < 0 ? '' : '+'}${offset}${modifiers.filter(Boolean).join('')}}`;
}

const PLACEHOLDER = /\{start([+-]\d+)(?:>([-:\dTZ]+))?(?:\+(\d+)m)?(?:\+(\d+))?(?:\|(year|day))?\}/g;
/** Matches a JSON string that stands for a number, such as `"=42"`. */
const NUMBER_PLACEHOLDER = /"=(\d+)"/g;

/**
 * Replaces every placeholder in a JSON text by its instant, and every JSON string that begins with `=` by the number
 * that follows.
 * @param start the start of the world, in ms since 1970
 */
export function fillRelativeTimes(text: string, start: number): string {
  const resolved = new Map<string, string>();
  const fill = (
    placeholder: string,
    offset: string,
    next?: string,
    months?: string,
    more?: string,
    part?: TimePart,
  ) => {
    let filled = resolved.get(placeholder);
    if (filled === undefined) {
      filled = resolveRelativeTime(
        { offset: +offset, nextDate: next, addMonths: +(months ?? 0), addSeconds: +(more ?? 0) },
        start,
      );
      if (part !== undefined) filled = timePartOf(filled, part);
      resolved.set(placeholder, filled);
    }
    return filled;
  };
  return text.replace(PLACEHOLDER, fill).replace(NUMBER_PLACEHOLDER, '$1');
}
