// What an item of the timeline is, in a few words.
import type { Schema } from '../../api/client.ts';
import { rowNameOf, wordsOf } from '../../components/display.tsx';
import { isHidden } from '../../state/world.ts';

export type Item = Schema<'TimelineItem'>;

/** The kinds of items, as badges name them. */
export function kindOf({ kind, cause }: Item): string {
  if (kind === 'commit') return cause?.kind ?? 'change';
  return kind;
}

/** Names an item: the operation, the timer, the lever or the snapshot. */
export function itemTitle({ kind, cause, request, snapshot }: Item): string {
  if (kind === 'request') return request?.operation ?? `${request?.method} ${request?.url}`;
  if (kind !== 'commit') return snapshot ?? 'of the whole world';
  switch (cause?.kind) {
    case 'request':
      return cause.operation ?? cause.id;
    case 'timer':
      return wordsOf(cause.timer);
    case 'lever':
      return `${cause.lever} ${cause.table}`;
    case 'delivery':
      return 'webhook';
    default:
      return 'of the mock itself';
  }
}

export const tableTitle = (table: string): string => wordsOf(table.replace('$', ''));

/** Counts the changed rows by table: `order, 2 services`. */
export function tablesOf({ writes, writes_count }: Item): string {
  const counts = new Map<string, number>();
  for (const { table } of writes) counts.set(table, (counts.get(table) ?? 0) + 1);
  // What the API shows says most.
  const tables = [...counts].sort(([a], [b]) => Number(isHidden(a)) - Number(isHidden(b)));
  const listed = tables
    .map(([table, count]) => (count === 1 ? rowNameOf(tableTitle(table)) : `${count} ${tableTitle(table)}`))
    .join(', ');
  return writes_count > writes.length ? `${listed} … ${writes_count} rows` : listed;
}
