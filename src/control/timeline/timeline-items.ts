// The items of a timeline: changes and requests in one order, the newest first.
import type { WorldServer } from '../../server/app.ts';
import type { LoggedRequest } from '../../server/request-log.ts';
import type { TimelineEntry } from '../../server/timeline.ts';
import { toIso } from '../../state/instant.ts';
import type { Cause, Commit } from '../../state/journal.ts';
import type { Tables } from '../../state/tables/table.ts';
import { invalidInput } from '../control-error.ts';
import type { Schema } from '../operations.ts';
import { personaOfCaller } from '../personas.ts';
import { pollKeyOf, requestSummary, toolOf } from '../request-log/request-summary.ts';
import { type FindReader, recordOfRef, recordRef } from '../tables/table-rows.ts';
import { writeSummary } from './row-change.ts';

/** A change of a world, or a request that changed nothing. */
export type TimelineItem = Schema<'TimelineItem'>;

const MAX_LISTED_WRITES = 20;

/** The values by which items are sorted: the number of the change, and for a request its own number, otherwise 0. */
type ItemKey = { seq: number; request: number };
/** An item that is described only when it is listed. */
export type ListedItem = ItemKey & {
  commit: Commit | null;
  describe(): TimelineItem;
  /** names what equal items have in common; empty for an item that has no equal */
  kindKey(): string;
};

/** Returns the id of an item, such as `12` or `12.req_7`. */
export const itemId = ({ seq, request }: ItemKey): string =>
  request === 0 ? `${seq}` : `${seq}.req_${request}`;

/** Compares by number; of two items of one number the change comes before the requests. */
export const isOlder = (one: ItemKey, other: ItemKey): boolean =>
  one.seq < other.seq || (one.seq === other.seq && one.request < other.request);

/** Iterates over the items of a timeline, the newest first. Reads that tools sent by themselves are no items. */
export function* itemsNewestFirst<T extends Tables>(
  worldServer: WorldServer<T>,
  kind: 'all' | 'changes',
): Generator<ListedItem> {
  const { timeline, state } = worldServer;
  const changes = timeline.newestFirst();
  let change = changes.next();
  // The request of a commit comes before the commit, because both lists have the same order.
  const committed = new Map<number, LoggedRequest>();
  const nextChange = (entry: TimelineEntry): ListedItem => {
    change = changes.next();
    const { seq } = entry;
    return {
      seq,
      request: 0,
      commit: entry.commit,
      describe: () => describeChange(worldServer, entry, committed.get(seq) ?? null),
      kindKey: () => kindKeyOf(entry.commit?.cause ?? null),
    };
  };
  for (const logged of state.requests.newestFirst()) {
    const { seq } = logged;
    while (!change.done && change.value.seq > seq) yield nextChange(change.value);
    const { commit, requestId } = logged.context;
    if (commit !== null) committed.set(commit, logged);
    else if (kind === 'all' && toolOf(logged) === null) {
      const request = Number(requestId.slice('req_'.length));
      yield {
        ...{ seq, request, commit: null },
        describe: () => describeRequest(worldServer, logged),
        kindKey: () => pollKeyOf(logged),
      };
    }
  }
  while (!change.done) yield nextChange(change.value);
}

// Returns what changes by a timer, a delivery or a lever of one kind have in common; empty for every other change.
function kindKeyOf(cause: Cause | null): string {
  if (cause?.kind === 'timer') return `timer ${cause.timer}`;
  if (cause?.kind === 'lever') return `lever ${cause.lever} ${cause.table}`;
  return cause?.kind === 'delivery' ? cause.kind : '';
}

/** Counts the logged requests that changed nothing, without those that tools sent by themselves. */
export function countRequests<T extends Tables>({ state }: WorldServer<T>): number {
  let count = 0;
  for (const logged of state.requests)
    if (logged.context.commit === null && toolOf(logged) === null) count += 1;
  return count;
}

/** Finds the record that a timer, a lever or a delivery was about. */
export function recordOfChange<T extends Tables>(
  { world, deps }: WorldServer<T>,
  commit: Commit | null,
): TimelineItem['record'] {
  const { cause, writes = [] } = commit ?? {};
  const { references = {} } = deps.definition;
  const find: FindReader = (table) => world.reader(table);
  if (cause?.kind === 'lever') return recordRef(find, references, cause.table, cause.id);
  if (cause?.kind === 'timer') return recordOfRef(find, references, cause.ref);
  const attempt = writes.find(({ table }) => find(table)?.spec.series !== undefined);
  if (cause?.kind !== 'delivery' || attempt === undefined) return null;
  return recordRef(find, references, attempt.table, attempt.id);
}

/** Describes a change; `logged` is the request that made it, if the request log contains the request. */
export function describeChange<T extends Tables>(
  worldServer: WorldServer<T>,
  { seq, commit, replaced, now }: TimelineEntry,
  logged: LoggedRequest | null,
): TimelineItem {
  const { cause = null, writes = [], events = [] } = commit ?? {};
  const request = logged && requestSummary(worldServer, logged);
  return {
    ...{ id: String(seq), seq },
    record: recordOfChange(worldServer, commit),
    at: commit?.at ?? toIso(now),
    kind: replaced?.by.kind ?? 'commit',
    cause,
    persona:
      request?.persona ?? (cause?.kind === 'request' ? personaOfCaller(worldServer, cause.caller) : null),
    request,
    snapshot: replaced?.by.snapshot ?? null,
    events: events.map(({ type }) => type),
    writes: writes.slice(0, MAX_LISTED_WRITES).map(writeSummary),
    writes_count: writes.length,
  };
}

function describeRequest<T extends Tables>(worldServer: WorldServer<T>, logged: LoggedRequest): TimelineItem {
  const request = requestSummary(worldServer, logged);
  return {
    id: `${logged.seq}.${request.id}`,
    seq: logged.seq,
    at: request.at,
    kind: 'request',
    ...{ cause: null, record: null },
    persona: request.persona,
    request,
    snapshot: null,
    events: [],
    writes: [],
    writes_count: 0,
  };
}

/**
 * Parses the id of an item.
 * @throws ControlError 422
 */
export function parseItemId(id: string): ItemKey {
  const [, seq, request = '0'] = /^(\d{1,15})(?:\.req_(\d{1,15}))?$/.exec(id) ?? [];
  if (seq === undefined)
    throw invalidInput({ '/before': ['must be the id of an item of the timeline, such as 12 or 12.req_7.'] });
  return { seq: Number(seq), request: Number(request) };
}

/** Says in a few words what an item is, such as `createOrder by owner (req_7)`. */
export function itemTitle({ kind, cause, request, snapshot, persona }: TimelineItem): string {
  const by = persona === null ? '' : ` by ${persona}`;
  if (kind === 'request') {
    const { id = '', operation = null, method = '', url = '', status = 0 } = request ?? {};
    return `${operation ?? `${method} ${url}`}${by} (${id}, ${status})`;
  }
  if (kind !== 'commit') return snapshot === null ? `the ${kind}` : `the ${kind} of the snapshot ${snapshot}`;
  switch (cause?.kind) {
    case 'request':
      return `${cause.operation ?? 'a request'}${by} (${cause.id})`;
    case 'timer':
      return `the timer ${cause.timer}`;
    case 'lever':
      return `the lever ${cause.lever} of ${cause.table}`;
    case 'delivery':
      return 'the delivery of a webhook';
    case 'scenario':
      return 'an arranged scenario';
    default:
      return 'a change';
  }
}
