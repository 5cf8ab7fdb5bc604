// Formats the replies of the control API for people. A call without a format of its own is shown as lines of name and
// value and as tables.
import type { ControlOperationId, Schema } from '../src/control/operations.ts';
import type { RowChange } from '../src/control/timeline/row-change.ts';
import type { Difference, Moment, TimelinePage } from '../src/control/timeline/timeline-control.ts';
import { itemTitle, type TimelineItem } from '../src/control/timeline/timeline-items.ts';
import { escapeConsoleLines, escapedJson } from '../src/suite/formats/escape.ts';
import { requestLine } from './mock/request-line.ts';
import { sizeText, tableText, valueText } from './text-table.ts';

type LabFormat = (reply: unknown) => string;

/** The number of timers up to which each one has a line; more are counted by their kind. */
const MAX_TIMER_LINES = 12;

const clockMovedText: LabFormat = (reply) => {
  const { now, frozen, ran, ran_count, failed, next_due } = reply as Schema<'Moved'>;
  return [
    `It is now ${now}${frozen ? ' (frozen)' : ''}.`,
    ran_count === 0
      ? 'Nothing was due.'
      : `${ran_count} ${ran_count === 1 ? 'event was' : 'events were'} due:`,
    ...(ran_count > MAX_TIMER_LINES ? timerCounts(ran) : ran.map(timerLine)),
    ...(ran.length < ran_count ? [`  and ${ran_count - ran.length} more`] : []),
    ...failed.map(({ kind, at, error }) => `  ${at}  ${kind} FAILED: ${error}`),
    next_due === null ? 'Nothing more is due.' : `The next one is due at ${next_due}.`,
  ].join('\n');
};

const timerLine = (timer: Schema<'ShownTimer'> & Partial<Schema<'RanTimer'>>): string => {
  const { at, kind, record, changes = [] } = timer;
  const moves = changes.flatMap(({ table, status }) =>
    status === null ? [] : [`${table} ${status.from ?? 'new'} → ${status.to ?? 'removed'}`],
  );
  const about = record === null ? '' : `  ${record.table} ${record.label ?? record.id}`;
  return `  ${at}  ${kind}${about}${moves.length === 0 ? '' : `  (${moves.join(', ')})`}`;
};

function timerCounts(ran: Schema<'Moved'>['ran']): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of ran) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const rows = [...counts].sort(([, a], [, b]) => b - a);
  return rows.map(([kind, count]) => `  ${String(count).padStart(5)} × ${kind}`);
}

const timesText = ({ repeated }: { repeated?: number }): string => (repeated ? `  (${repeated} times)` : '');

const summaryLine = (request: Schema<'Request'>): string =>
  requestLine({ ...request, fault: request.disturbed }) + timesText(request);

const undoneText = ({ undone, discards, among }: Schema<'Undone'>): string =>
  discards === 0
    ? undone
    : `${undone}, and ${discards} changes since: ${among.join(', ')}${discards > among.length ? ' …' : ''}`;

const requestsText: LabFormat = (reply) => {
  const { requests, rows, timed_out } = reply as Schema<'Requests'> & { timed_out?: boolean };
  const shown = requests.map(summaryLine);
  return [
    ...(shown.length === 0 ? ['No request matches.'] : shown),
    ...(shown.length < rows ? [`the last ${shown.length} of ${rows}; --limit shows more`] : []),
    ...(timed_out ? ['The time ran out before enough requests arrived.'] : []),
  ].join('\n');
};

const requestText: LabFormat = (reply) => {
  const { request, reply: answer, ...summary } = reply as Schema<'RequestDetail'>;
  const message = ({ headers, body }: Schema<'RequestDetail'>['request']): string[] => [
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...(body === null ? [] : ['', ...bodyText(body).map((line) => `  ${line}`)]),
  ];
  return [
    summaryLine(summary),
    `at ${summary.at} by ${summary.caller}`,
    '',
    'Request',
    ...message(request),
    '',
    'Reply',
    ...message(answer),
  ].join('\n');
};

const bodyText = (body: unknown): string[] =>
  (typeof body === 'string' ? body : escapedJson(body, 2)).split('\n');

const explanationText: LabFormat = (reply) => {
  const { id, status, step, rule, sentence, heading, problems, scope, limit, disturbed, varied } =
    reply as Schema<'Explanation'>;
  const has = scope?.has.join(', ') || 'none';
  return [
    `${id} was answered with ${status}${rule === null ? '' : ` (${rule})`}.`,
    sentence,
    ...problems.map(
      ({ in: place, pointer, message, keyword }) => `  ${place} ${pointer || '/'}: ${message} (${keyword})`,
    ),
    ...(scope ? [`Missing scope: ${scope.missing}. The caller has: ${has}.`] : []),
    ...(step === null ? [] : [`Decided by the step "${step}" of the pipeline.`]),
    `Specification: heading "${heading}".`,
    ...(limit
      ? [`Rate limit of ${limit.bucket}: ${limit.remaining} of ${limit.limit} left until ${limit.frees_at}.`]
      : []),
    ...(disturbed === null || sentence.includes(disturbed) ? [] : [`Changed on purpose: ${disturbed}.`]),
    ...varied.map(({ freedom, open }) => `Varied by ${freedom}. The specification leaves it open: ${open}`),
  ].join('\n');
};

const outboxText: LabFormat = (reply) => {
  const { codes, deliveries } = reply as Record<'codes' | 'deliveries', Record<string, unknown>[]>;
  const columns = ['created_at', 'event_type', 'attempt', 'status', 'response_status', 'url', 'id'];
  return `TOTP codes\n${valueText(codes, 2)}\n\nWebhook deliveries\n${tableText(deliveries, columns, 2)}`;
};

const timersText: LabFormat = (reply) => {
  const { timers, total } = reply as Schema<'UpcomingTimers'>;
  return [
    total === 0 ? 'Nothing is due: no timer is scheduled.' : `The next ${timers.length} of ${total} timers:`,
    ...timers.map(timerLine),
  ].join('\n');
};

const rowsText: LabFormat = (reply) => {
  const { rows, total, offset } = reply as Schema<'RowsPage'>;
  const shown = rows.map(({ id, label, row }) => ({ ...(row as Record<string, unknown>), id, label }));
  const columns = ['id', 'label', 'status', 'created_at'].filter((name) =>
    shown.some((row) => (Reflect.get(row, name) ?? null) !== null),
  );
  const range = rows.length === 0 ? 'No row' : `Rows ${offset + 1} to ${offset + rows.length}`;
  return `${tableText(shown, columns)}\n${range} of ${total}.`;
};

const anyText: LabFormat = (reply) => {
  const members = typeof reply === 'object' && reply !== null ? Object.values(reply) : [];
  return valueText(members.length === 1 ? members[0] : reply);
};

const worldsText: LabFormat = (reply) => {
  const { worlds } = reply as { worlds: Schema<'ListedWorld'>[] };
  const columns = ['name', 'main', 'path', 'seed', 'now', 'frozen'];
  if (worlds.every(({ stored }) => stored === null)) return tableText(worlds, columns);
  const rows = worlds.map(({ stored, ...world }) => ({
    ...world,
    size: stored && sizeText(stored.bytes),
    created: stored?.created_at,
    changed: stored?.changed_at,
  }));
  return tableText(rows, [...columns, 'size', 'created', 'changed']);
};

// Formats a world that was made or replaced, without its personas: `lab personas` shows them.
const worldText: LabFormat = (reply) => {
  const { personas: _, ...world } = reply as Record<string, unknown>;
  return valueText(world);
};

const triggeredText: LabFormat = (reply) => {
  const { type, table, id, endpoints } = reply as Schema<'TriggeredWebhook'>;
  const hint = endpoints > 0 ? '' : ': start `lab webhooks listen --forward-to <url>`, then trigger it again';
  return `${type} about ${table} ${id}. Endpoints that get it: ${endpoints}${hint}.`;
};

const formats: Partial<Record<ControlOperationId, LabFormat>> = {
  advanceClock: clockMovedText,
  setClock: clockMovedText,
  listTimers: timersText,
  listRows: rowsText,
  listTimeline: timelineText,
  getMoment: momentText,
  compareMoment: differenceText,
  undo: (reply) => `Taken back: ${undoneText(reply as Schema<'Undone'>)}.`,
  getUndo: (reply) => `Would take back: ${undoneText(reply as Schema<'Undone'>)}.`,
  getMomentTest: (reply) => (reply as { text: string }).text.trimEnd(),
  listRequests: requestsText,
  waitForRequests: requestsText,
  getRequest: requestText,
  explainRequest: explanationText,
  getOutbox: outboxText,
  triggerWebhook: triggeredText,
  listWorlds: worldsText,
  createWorld: worldText,
  seedWorld: worldText,
  importWorld: worldText,
};

/** Formats the reply to a call for people, without control characters. */
export const labText = (operation: ControlOperationId, reply: unknown): string =>
  escapeConsoleLines((formats[operation] ?? anyText)(reply));

/** The longest value of a row's member, in characters. */
const MAX_VALUE = 60;

function timelineText(reply: unknown): string {
  const { items, next, oldest } = reply as TimelinePage;
  if (items.length === 0) return 'Nothing has happened in this world since it began.';
  const rows = items.map((item) => ({
    change: item.kind === 'request' ? '' : item.seq,
    at: item.at,
    what: itemTitle(item) + timesText(item),
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

function momentText(reply: unknown): string {
  const { seq, now, item, rows, rows_count } = reply as Moment;
  return [
    `Moment ${seq}, ${now}: ${item === null ? 'the oldest one that is kept' : `just after ${itemTitle(item)}`}.`,
    ...rows.flatMap(changeLines),
    ...moreRows(rows, rows_count),
    `A world from it: lab worlds create --at ${seq}. Its export: lab export --at ${seq}.`,
  ].join('\n');
}

function differenceText(reply: unknown): string {
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
