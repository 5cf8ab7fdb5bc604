// Texts in which instants are told by the start of a world: `{start-86400}` is a day before it.

/** An instant by the start of a world, in the order in which it is reckoned. */
export type RelativeTime = {
  /** so many seconds after the start; most are before it */
  readonly offset: number;
  /** from there the next `09-21T11:30:00Z` */
  readonly nextDate?: string | undefined;
  /** from there so many calendar months on; a month without the day ends on its last one */
  readonly addMonths?: number | undefined;
  /** from there so many seconds on */
  readonly addSeconds?: number | undefined;
};

/** Of an instant, as the API writes it, the four digits of the year or the eight of the day. */
export type TimePart = 'year' | 'day';

/** The instant a moment is, for a start in milliseconds whose parts of a second count for nothing. */
export function resolveRelativeTime(
  { offset, nextDate, addMonths = 0, addSeconds = 0 }: RelativeTime,
  start: number,
): string {
  let date = new Date((Math.floor(start / 1000) + offset) * 1000);
  if (nextDate !== undefined) {
    const [year, after] = [date.getUTCFullYear(), date.getTime()];
    date = new Date(`${year}-${nextDate}`);
    if (date.getTime() <= after) date = new Date(`${year + 1}-${nextDate}`);
  }
  if (addMonths > 0) {
    const day = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + addMonths);
    // It ran over into the month after: back to the last day of the one that was meant.
    if (date.getUTCDate() !== day) date.setUTCDate(0);
  }
  if (addSeconds > 0) date.setTime(date.getTime() + addSeconds * 1000);
  return `${date.toISOString().slice(0, 19)}Z`;
}

export const timePartOf = (instant: string, part: TimePart): string =>
  part === 'year' ? instant.slice(0, 4) : instant.slice(0, 10).replaceAll('-', '');

/** A moment as it stands in a text: `{start-2505600>09-21T11:30:00Z+12m+432000|day}`, with what there is of it. */
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
/** What would be a number. */
const NUMBER_PLACEHOLDER = /"=(\d+)"/g;

/** JSON text with every moment filled in; a text that begins with `=` becomes the number that follows. */
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
