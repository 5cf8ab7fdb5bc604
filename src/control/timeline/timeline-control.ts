// The timeline of a world: its changes and requests, and the moments after the changes.
import type { WorldServer, WorldServerSnapshot } from '../../server/app.ts';
import type { LoggedRequest } from '../../server/request-log.ts';
import { toIso } from '../../state/instant.ts';
import type { Write } from '../../state/journal.ts';
import type { Tables } from '../../state/tables/table.ts';
import type { TableData } from '../../state/tables/table-data.ts';
import type { Snapshot } from '../../state/world.ts';
import { ControlError } from '../control-error.ts';
import type { QueryOf, Schema } from '../operations.ts';
import { labelOfRecord } from '../tables/table-rows.ts';
import { type ChangeKind, changeKind, type RowChange, rowChange } from './row-change.ts';
import { momentTest } from './test-from-moment.ts';
import {
  countRequests,
  describeChange,
  isOlder,
  itemsNewestFirst,
  parseItemId,
  recordOfChange,
  type TimelineItem,
} from './timeline-items.ts';

export type TimelinePage = Schema<'Timeline'>;
/** A moment: the state of a world just after a change. */
export type Moment = Schema<'Moment'>;
/** What differs between a moment and now. */
export type Difference = Schema<'Difference'>;

const MAX_MOMENT_ROWS = 100;

/**
 * Creates the timeline control of a world.
 * @param main whether the world serves the calls that name no world
 */
export function timelineControl<T extends Tables>(worldServer: WorldServer<T>, main: boolean) {
  const { timeline, world, deps } = worldServer;
  const { references = {} } = deps.definition;

  const changeOf = (write: Write): RowChange => ({
    ...rowChange(world.tables, write),
    label: labelOfRecord((table) => world.reader(table), references, write.table, write.id),
  });

  const assertMoment = (seq: number): void => {
    if (timeline.has(seq)) return;
    const { oldest, latest } = timeline;
    throw new ControlError(
      'MOMENT_NOT_FOUND',
      seq >= 0 && seq < oldest
        ? `Moment ${seq} of the world ${worldServer.name} is gone: the oldest one that is kept is ${oldest}.`
        : `The world ${worldServer.name} has no such moment: it has the moments ${oldest} to ${latest}.`,
    );
  };

  const state = (seq: number, freeze?: boolean): WorldServerSnapshot => {
    assertMoment(seq);
    return timeline.moment(seq, worldServer.save(), freeze);
  };

  const get = (seq: number): Moment => {
    assertMoment(seq);
    const entry = timeline.find(seq);
    const { writes = [] } = entry?.commit ?? {};
    return {
      seq,
      now: toIso(timeline.timeOf(seq)),
      item: entry ? describeChange(worldServer, entry, requestOfCommit(worldServer, seq)) : null,
      rows: writes.slice(0, MAX_MOMENT_ROWS).map(changeOf),
      rows_count: writes.length,
    };
  };

  return {
    /**
     * Lists changes and requests, the newest first.
     * @throws ControlError 422 for an invalid filter
     */
    list(filter: QueryOf<'listTimeline'> = {}): TimelinePage {
      const { limit = 100, before, offset = 0, kind = 'all', attempts = 'all' } = filter;
      const series = new Set<string>();
      const from = before === undefined ? null : parseItemId(before);
      const items: TimelineItem[] = [];
      let more = false;
      let listable = 0;
      for (const listed of itemsNewestFirst(worldServer, kind)) {
        if (from !== null && !isOlder(listed, from)) continue;
        if (attempts === 'last') {
          const action = recordOfChange(worldServer, listed.commit)?.series?.id;
          if (action !== undefined && series.has(action)) continue;
          if (action !== undefined) series.add(action);
        }
        listable += 1;
        if (listable <= offset) continue;
        more = items.length === limit;
        if (!more) items.push(listed.describe());
        else if (attempts === 'all') break;
      }
      const requests = kind === 'all' ? countRequests(worldServer) : 0;
      return {
        items,
        total: attempts === 'last' ? listable : timeline.size + requests,
        oldest: timeline.oldest,
        latest: timeline.latest,
        next: more ? (items.at(-1)?.id ?? null) : null,
      };
    },
    /**
     * Describes a moment: the change that led to it, with every row before and after.
     * @throws ControlError MOMENT_NOT_FOUND
     */
    get,
    /**
     * Lists what differs between a moment and now.
     * @param options `limit`: the maximum number of listed rows, up to 1000; default: 100
     * @throws ControlError MOMENT_NOT_FOUND
     */
    difference(seq: number, { limit = 100 }: { limit?: number } = {}): Difference {
      const then = state(seq);
      const rows: RowChange[] = [];
      const tables: Difference['tables'] = {};
      let count = 0;
      for (const write of differingRows(then.world, world.snapshot(), timeline.changedIds(seq))) {
        tables[write.table] ??= { inserted: 0, updated: 0, removed: 0 };
        (tables[write.table] as Record<ChangeKind, number>)[changeKind(write)] += 1;
        if (count < limit) rows.push(changeOf(write));
        count += 1;
      }
      const clock = { moment: toIso(timeline.timeOf(seq)), now: toIso(world.clock.now()) };
      return { seq, clock, tables, rows, rows_count: count };
    },
    /**
     * Writes a test for vitest (TypeScript) that starts at a moment. It reads the export of the moment from the file
     * `moment-<seq>.json` beside it.
     * @throws ControlError MOMENT_NOT_FOUND
     */
    test(seq: number): string {
      const { item, now } = get(seq);
      const writes: readonly Write[] = timeline.find(seq)?.commit?.writes ?? [];
      return momentTest(worldServer, main, { seq, now, item, writes });
    },
    /**
     * Returns the state at a moment.
     * @param freeze whether its clock stands still; default: as it did then
     * @throws ControlError MOMENT_NOT_FOUND
     */
    state,
  };
}

function requestOfCommit<T extends Tables>({ state }: WorldServer<T>, seq: number): LoggedRequest | null {
  for (const logged of state.requests.newestFirst()) if (logged.context.commit === seq) return logged;
  return null;
}

/**
 * Lists the rows that differ between two snapshots of the same tables, as writes that lead from `from` to `to`. Timers
 * are rows of the table `$timers`.
 * @param ids the ids by table among which the differing rows are; when left out, all rows are compared
 */
function* differingRows(
  from: Snapshot,
  to: Snapshot,
  ids?: ReadonlyMap<string, ReadonlySet<string>>,
): Generator<Write> {
  for (const [index, before] of from.rows.entries()) {
    const after = to.rows[index];
    if (after === undefined || after === before) continue;
    for (const id of ids === undefined ? allIds(before, after) : (ids.get(before.schema.name) ?? [])) {
      const write = differenceOf(id, before, after);
      if (write !== null) yield write;
    }
  }
}

function* allIds(before: TableData, after: TableData): Generator<string> {
  for (const { id } of before.rowsInOrder()) yield id;
  for (const { id } of after.rowsInOrder()) if (before.get(id) === undefined) yield id;
}

function differenceOf(id: string, from: TableData, to: TableData): Write | null {
  const [before, after] = [from.get(id), to.get(id)];
  const table = from.schema.name;
  if (before === undefined) return after === undefined ? null : { table, id, after };
  if (after === undefined) return { table, id, before };
  // Rows are immutable, so a row that neither state has changed is the same object in both.
  if (before === after || JSON.stringify(before) === JSON.stringify(after)) return null;
  return { table, id, before, after };
}
