// Texts in which instants are told by the start of a world: `{start-86400}` is a day before it.

/** An instant by the start of a world, in the order in which it is reckoned. */
export type Moment = {
  /** so many seconds after the start; most are before it */
  readonly offset: number;
  /** from there the next `09-21T11:30:00Z` */
  readonly next?: string | undefined;
  /** from there so many calendar months on; a month without the day ends on its last one */
  readonly months?: number | undefined;
  /** from there so many seconds on */
  readonly more?: number | undefined;
};

/** Of an instant, as the API writes it, the four digits of the year or the eight of the day. */
export type Part = 'year' | 'day';

/** The instant a moment is, for a start in milliseconds whose parts of a second count for nothing. */
export function instantOf({ offset, next, months = 0, more = 0 }: Moment, start: number): string {
  let date = new Date((Math.floor(start / 1000) + offset) * 1000);
  if (next !== undefined) {
    const [year, after] = [date.getUTCFullYear(), date.getTime()];
    date = new Date(`${year}-${next}`);
    if (date.getTime() <= after) date = new Date(`${year + 1}-${next}`);
  }
  if (months > 0) {
    const day = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + months);
    // It ran over into the month after: back to the last day of the one that was meant.
    if (date.getUTCDate() !== day) date.setUTCDate(0);
  }
  if (more > 0) date.setTime(date.getTime() + more * 1000);
  return `${date.toISOString().slice(0, 19)}Z`;
}

export const partOf = (instant: string, part: Part): string =>
  part === 'year' ? instant.slice(0, 4) : instant.slice(0, 10).replaceAll('-', '');

/** A moment as it stands in a text: `{start-2505600>09-21T11:30:00Z+12m+432000|day}`, with what there is of it. */
export function spelled({ offset, next, months, more }: Moment, part?: Part): string {
  const words = [next && `>${next}`, months && `+${months}m`, more && `+${more}`, part && `|${part}`];
  return `{start${offset < 0 ? '' : '+'}${offset}${words.filter(Boolean).join('')}}`;
}

const MOMENT = /\{start([+-]\d+)(?:>([-:\dTZ]+))?(?:\+(\d+)m)?(?:\+(\d+))?(?:\|(year|day))?\}/g;
/** What would be a number. */
const NUMBER = /"=(\d+)"/g;

/** JSON text with every moment filled in; a text that begins with `=` becomes the number that follows. */
export function fillIn(text: string, start: number): string {
  const known = new Map<string, string>();
  const fill = (
    moment: string,
    offset: string,
    next?: string,
    months?: string,
    more?: string,
    part?: Part,
  ) => {
    let filled = known.get(moment);
    if (filled === undefined) {
      filled = instantOf({ offset: +offset, next, months: +(months ?? 0), more: +(more ?? 0) }, start);
      if (part !== undefined) filled = partOf(filled, part);
      known.set(moment, filled);
    }
    return filled;
  };
  return text.replace(MOMENT, fill).replace(NUMBER, '$1');
}
