// The timeline of a world: its changes and requests, and the moments after the changes.

import { quoted } from '../../contract/client-text.ts';
import type { WorldServer, WorldServerSnapshot } from '../../server/app.ts';
import type { LoggedRequest } from '../../server/request-log.ts';
import { toIso } from '../../state/instant.ts';
import type { Cause, Write } from '../../state/journal.ts';
import type { Row, Tables } from '../../state/tables/table.ts';
import type { TableData } from '../../state/tables/table-data.ts';
import type { Snapshot } from '../../state/world.ts';
import { ControlError } from '../control-error.ts';
import type { QueryOf, Schema } from '../operations.ts';
import { labelOfRecord } from '../tables/table-rows.ts';
import { type ChangeKind, changeKind, type RowChange, rowChange } from './row-change.ts';
import {
  countRequests,
  describeChange,
  isOlder,
  itemId,
  itemsNewestFirst,
  itemTitle,
  type ListedItem,
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
      const { limit = 100, offset = 0, kind = 'all', attempts = 'all', fold = 'none' } = filter;
      const isWanted = timelineMatcher(filter);
      const isWhole = fold === 'none' && attempts === 'all' && filter.q === undefined && !filter.record;
      const series = new Set<string>();
      const items: TimelineItem[] = [];
      let listable = 0;
      let row = { key: '', item: null as TimelineItem | null };
      let next: string | null = null;
      for (const listed of itemsNewestFirst(worldServer, kind)) {
        if (!isWanted(listed)) continue;
        if (attempts === 'last') {
          const action = recordOfChange(worldServer, listed.commit)?.series?.id;
          if (action !== undefined && series.has(action)) continue;
          if (action !== undefined) series.add(action);
        }
        const key = fold === 'equal' ? listed.kindKey() : '';
        if (key !== '' && row.key === key) {
          if (row.item) {
            row.item.repeated = (row.item.repeated ?? 1) + 1;
            next = itemId(listed);
          }
          continue;
        }
        listable += 1;
        const isShown = listable > offset && items.length < limit;
        const item = isShown ? listed.describe() : null;
        row = { key, item };
        if (item) {
          items.push(item);
          next = item.id;
        }
        if (isWhole && listable > offset + limit) break;
      }
      const requests = kind === 'all' ? countRequests(worldServer) : 0;
      return {
        items,
        total: isWhole ? timeline.size + requests : listable,
        oldest: timeline.oldest,
        latest: timeline.latest,
        next: listable > offset + limit ? next : null,
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

// Returns a function that tells whether an item passes the filters for its place, its text and its record. Throws
// ControlError 422 for an invalid id.
function timelineMatcher({
  before,
  until,
  q = '',
  record,
}: QueryOf<'listTimeline'>): (item: ListedItem) => boolean {
  const [from, to] = [before, until].map((id) => (id === undefined ? null : parseItemId(id)));
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = (item: TimelineItem): string =>
    [itemTitle(item), item.record?.label, ...item.writes.map(({ table }) => table)].join(' ').toLowerCase();
  return (listed) => {
    if (from && !isOlder(listed, from)) return false;
    if (to && isOlder(to, listed)) return false;
    if (record !== undefined && !listed.commit?.writes.some(({ id }) => id === record)) return false;
    if (words.length === 0) return true;
    const text = textOf(listed.describe());
    return words.every((word) => text.includes(word));
  };
}

function requestOfCommit<T extends Tables>({ state }: WorldServer<T>, seq: number): LoggedRequest | null {
  for (const logged of state.requests.newestFirst()) if (logged.context.commit === seq) return logged;
  return null;
}

// Lists the rows that differ between two snapshots of the same tables, as writes that lead from `from` to `to`. Timers
// are rows of the table `$timers`. `ids`: the ids by table among which the differing rows are; when left out, all rows
// are compared.
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

type TestedMoment = {
  seq: number;
  /** the time of the world's clock */
  now: string;
  item: TimelineItem | null;
  /** the writes of the change that led to the moment */
  writes: readonly Write[];
};

/** A record that the change wrote, and how a persona reads it. */
type WrittenRecord = { persona: string; operation: string; row: Row };

// Writes a test for vitest, in TypeScript, that starts at a moment and reads one record that the change wrote.
function momentTest<T extends Tables>(
  worldServer: WorldServer<T>,
  main: boolean,
  { seq, now, item, writes }: TestedMoment,
): string {
  const file = `moment-${seq}.json`;
  const world = main ? '' : ` --world ${worldServer.name}`;
  const change = item === null ? 'the oldest change that is kept' : itemTitle(item);
  const written = writtenRecord(worldServer, item?.cause ?? null, writes);
  const lines = [
    `// Starts at moment ${seq} of the world ${worldServer.name}: ${now}, just after ${change}.`,
    '// Save that world beside this file:',
    `//   npx hosting-contract lab export${world} --at ${seq} > ${file}`,
    "import { readFileSync } from 'node:fs';",
    "import { createMockTest } from 'hosting-contract/vitest';",
    "import { expect } from 'vitest';",
    '',
    `const from = JSON.parse(readFileSync(new URL('./${file}', import.meta.url), 'utf8'));`,
    'const mockTest = createMockTest({ from });',
    '',
    `mockTest(${quoted(`starts just after ${change}`)}, async (${written ? '{ client, clock }' : '{ clock }'}) => {`,
    `  expect(clock.now().now).toBe(${quoted(now)});`,
    ...(written ? readingOf(written) : []),
    '});',
    '',
  ];
  return lines.join('\n');
}

// Finds a record among the writes that an operation with one path parameter returns to a persona: the one that the
// cause of the change is about, if it can be told.
function writtenRecord<T extends Tables>(
  { deps: { definition, plans }, seeded }: WorldServer<T>,
  cause: Cause | null,
  writes: readonly Write[],
): WrittenRecord | null {
  const called = cause?.kind === 'request' ? cause.operation : null;
  const calledPath = [...plans.values()].find(({ operation }) => operation.id === called)?.operation.path;
  const pathOf = ({ table }: Write): string =>
    Object.entries(definition.resources).find(([, of]) => of === table)?.[0] ?? '';
  const isSubject = (write: Write): boolean => {
    if (cause?.kind === 'timer') return Object.values(cause.ref).includes(write.id);
    if (cause?.kind === 'lever') return cause.id === write.id;
    return calledPath !== undefined && pathOf(write).startsWith(calledPath);
  };
  const subjectsFirst = [...writes].sort((a, b) => Number(isSubject(b)) - Number(isSubject(a)));
  for (const write of subjectsFirst) {
    const { after } = write;
    const path = pathOf(write);
    if (after === undefined || path.split('{').length !== 2) continue;
    const plan = [...plans.values()].find(
      ({ operation }) => operation.path === path && operation.method === 'GET',
    );
    const [persona] =
      Object.entries(seeded.personas).find(
        ([, { tenantId, token, apiKey }]) =>
          tenantId === after.tenant_id && token !== undefined && apiKey !== undefined,
      ) ?? [];
    if (plan && persona !== undefined) return { persona, operation: plan.operation.id, row: after };
  }
  return null;
}

function readingOf({ persona, operation, row }: WrittenRecord): string[] {
  const status: unknown = Reflect.get(row, 'status');
  const expected = typeof status === 'string' ? `id, status: ${quoted(status)}` : 'id';
  return [
    `  const id = ${quoted(row.id)};`,
    `  const found = await client(${quoted(persona)}).${operation}({ path: { id } });`,
    `  expect(found).toMatchObject({ ${expected} });`,
  ];
}
