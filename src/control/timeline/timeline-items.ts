// The items of a timeline: changes and requests in one order, the newest first.
import type { WorldServer } from '../../server/app.ts';
import type { LoggedRequest } from '../../server/request-log.ts';
import type { Replacement, TimelineEntry } from '../../server/timeline.ts';
import { toIso } from '../../state/instant.ts';
import type { Cause } from '../../state/journal.ts';
import type { Tables } from '../../state/tables/table.ts';
import { invalidInput } from '../control-error.ts';
import { personaOfCaller } from '../personas.ts';
import { type RequestSummary, requestSummary } from '../request-log/request-summary.ts';
import { toolOf } from '../request-log/request-tool.ts';
import { type ChangeKind, changeKind } from './row-change.ts';

/** A change of a world, or a request that changed nothing. */
export type TimelineItem = {
  /** A name of the item within its world: the number of the change, or for a request `<seq>.<request id>`. */
  id: string;
  /** The number of the change; for a request that changed nothing, the number of the change before it. */
  seq: number;
  /** The time of the world's clock. */
  at: string;
  kind: 'commit' | 'request' | Replacement['kind'];
  /** What made the commit; null when no more is known, and for items of other kinds. */
  cause: Cause | null;
  /** The persona that sent the request; null when no persona did. */
  persona: string | null;
  /** The request; null when the item has none, and when the request log no longer contains the request. */
  request: RequestSummary | null;
  /** The name of the restored snapshot; null for items of other kinds. */
  snapshot: string | null;
  /** The types of the emitted events, such as `order.completed`. */
  events: string[];
  /** The changed rows, at most 20. */
  writes: { table: string; id: string; change: ChangeKind }[];
  /** The number of all changed rows. */
  writes_count: number;
};

/** The maximum number of rows that an item lists. */
const MAX_LISTED_WRITES = 20;

/** The values by which items are sorted: the number of the change, and for a request its own number, otherwise 0. */
type ItemKey = { seq: number; request: number };
/** An item that is described only when it is listed. */
type ListedItem = ItemKey & { describe(): TimelineItem };

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
      describe: () => describeChange(worldServer, entry, committed.get(seq) ?? null),
    };
  };
  for (const logged of state.requests.newestFirst()) {
    const { seq } = logged;
    while (!change.done && change.value.seq > seq) yield nextChange(change.value);
    const { commit, requestId } = logged.context;
    if (commit !== null) committed.set(commit, logged);
    else if (kind === 'all' && toolOf(logged) === null) {
      const request = Number(requestId.slice('req_'.length));
      yield { seq, request, describe: () => describeRequest(worldServer, logged) };
    }
  }
  while (!change.done) yield nextChange(change.value);
}

/** Counts the logged requests that changed nothing, without those that tools sent by themselves. */
export function countRequests<T extends Tables>({ state }: WorldServer<T>): number {
  let count = 0;
  for (const logged of state.requests)
    if (logged.context.commit === null && toolOf(logged) === null) count += 1;
  return count;
}

/** Finds the logged request that made a commit. */
export function requestOfCommit<T extends Tables>(
  { state }: WorldServer<T>,
  seq: number,
): LoggedRequest | null {
  for (const logged of state.requests.newestFirst()) if (logged.context.commit === seq) return logged;
  return null;
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
    id: String(seq),
    seq,
    at: commit?.at ?? toIso(now),
    kind: replaced?.by.kind ?? 'commit',
    cause,
    persona:
      request?.persona ?? (cause?.kind === 'request' ? personaOfCaller(worldServer, cause.caller) : null),
    request,
    snapshot: replaced?.by.snapshot ?? null,
    events: events.map(({ type }) => type),
    writes: writes
      .slice(0, MAX_LISTED_WRITES)
      .map((write) => ({ table: write.table, id: write.id, change: changeKind(write) })),
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
    cause: null,
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
