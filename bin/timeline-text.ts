// Formats the timeline of a world for people: changes and requests, one moment, and what differs from now.
import type { RowChange } from '../src/control/timeline/row-change.ts';
import type { Difference, Moment, TimelinePage } from '../src/control/timeline/timeline-control.ts';
import type { TimelineItem } from '../src/control/timeline/timeline-items.ts';
import { itemTitle } from '../src/control/timeline/timeline-items.ts';
import { tableText } from './text-table.ts';

/** The longest value of a row's member, in characters. */
const MAX_VALUE = 60;

/** Formats a page of the timeline, one line an item, the newest first. */
export function timelineText(reply: unknown): string {
  const { items, next, oldest } = reply as TimelinePage;
  if (items.length === 0) return 'Nothing has happened in this world since it began.';
  const rows = items.map((item) => ({
    change: item.kind === 'request' ? '' : item.seq,
    at: item.at,
    what: itemTitle(item),
    rows: item.kind === 'request' ? '' : countedTables(item),
  }));
  const more =
    next === null ? [] : [`older ones: lab timeline --before ${next}; the oldest moment is ${oldest}`];
  return [tableText(rows, ['change', 'at', 'what', 'rows']), ...more].join('\n');
}

function countedTables({ writes, writes_count }: TimelineItem): string {
  const tables = [...new Set(writes.map(({ table }) => table))].join(', ');
  return writes_count === 0 ? '' : `${writes_count}: ${tables}`;
}

/** Formats a moment with the changed rows, member by member. */
export function momentText(reply: unknown): string {
  const { seq, now, item, rows, rows_count } = reply as Moment;
  return [
    `Moment ${seq}, ${now}: ${item === null ? 'the oldest one that is kept' : `just after ${itemTitle(item)}`}.`,
    ...rows.flatMap(changeLines),
    ...moreRows(rows, rows_count),
    `A world from it: lab worlds create --at ${seq}. Its export: lab export --at ${seq}.`,
  ].join('\n');
}

/** Formats what differs between a moment and now. */
export function differenceText(reply: unknown): string {
  const { seq, clock, tables, rows, rows_count } = reply as Difference;
  const counts = Object.entries(tables).map(([table, change]) => ({ table, ...change }));
  return [
    `Since moment ${seq} (${clock.moment}), ${rows_count} ${rows_count === 1 ? 'row differs' : 'rows differ'} from now (${clock.now}).`,
    ...(counts.length === 0 ? [] : [tableText(counts, ['table', 'inserted', 'updated', 'removed']), '']),
    ...rows.flatMap(changeLines),
    ...moreRows(rows, rows_count),
  ].join('\n');
}

const moreRows = (rows: readonly RowChange[], count: number): string[] =>
  rows.length < count ? [`and ${count - rows.length} more rows`] : [];

function changeLines({ table, id, change, members }: RowChange): string[] {
  const sign = { inserted: '+', updated: '~', removed: '-' }[change];
  return [
    // The id of a timer has several lines.
    `${sign} ${table} ${id.replaceAll('\n', ' ')}`,
    ...Object.entries(members).map(([name, { before, after }]) => {
      const values = change === 'updated' ? [before, after] : [change === 'inserted' ? after : before];
      return `    ${name}: ${values.map(shortValue).join(' → ')}`;
    }),
  ];
}

function shortValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none';
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 1)}…`;
}
