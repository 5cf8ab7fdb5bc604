// The state of the resources that a run created: how each resource was last shown, and which writes have named the
// resource since.
import { isObject } from '../../src/contract/is-object.ts';
import { operation } from '../../src/contract/operations.ts';
import type { Exchange } from '../../src/suite/model/define.ts';
import { isListOperation, kindOf } from '../../src/suite/model/kinds.ts';
import { UNDECLARED_LAG_MS } from '../../src/suite/model/limits.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { isSuccess, isUuid, leaves, stableFields } from '../support/reply-readers/response-readers.ts';

export type ResourceView = Record<string, unknown>;

/** A resource as one reply showed it, with the exchange and the number of the exchange in the run. */
export type Observation = { view: ResourceView; exchange: Exchange; sequence: number };

/** A write whose path contains ids of resources. */
export type WriteRecord = {
  exchange: Exchange;
  sequence: number;
  /** the ids in the path of the write; the last id is the target of the write */
  ids: readonly string[];
  /** the kind of the resource that the write targets, such as `dns/zones/records` */
  kind: string;
};

export type KnownResource = {
  id: string;
  kinds: Set<string>;
  /** the name of the credential that sent the write */
  caller: string;
  /** the reply to the creation of the resource */
  creation: Observation;
  last: Observation;
  /** the latest earlier view of the resource that differs from its last view */
  before: Observation | null;
  /** whether a read by the id, or a list, has shown it: the reply to a creation may have the id of an order or a task */
  isShownById: boolean;
  /** the views that replies have shown, serialized */
  shown: Set<string>;
};

export type RunState = {
  sequence: number;
  /** maps each id that the replies to creations contained to the caller that sent the creation */
  createdBy: Map<string, string>;
  resources: Map<string, KnownResource>;
  writes: WriteRecord[];
  /** when the reply to the last write of the run arrived, in Unix milliseconds */
  lastWriteEnd: number;
  /** operations that have succeeded at least once */
  succeededOperations: Set<string>;
  /** Idempotency-Keys that the run has used; the reply to a replayed key creates nothing */
  keys: Set<string>;
};

export const newRunState = (): RunState => ({
  sequence: 0,
  createdBy: new Map(),
  resources: new Map(),
  writes: [],
  lastWriteEnd: Number.NEGATIVE_INFINITY,
  succeededOperations: new Set(),
  keys: new Set(),
});

/** Matches names of members that change with time or through reads. */
export const VOLATILE_MEMBER =
  /_at$|^(status|state|phase|version|serial|etag)$|count|balance|used|usage|paid|due|remaining|failures|secret|password|token|key/;

const lowerCase = (id: string): string => id.toLowerCase();

/** Returns the ids in the path of a request, in the order of the path. */
export const idsInPath = ({ request }: Exchange): string[] => {
  const { id, rid, mbx } = request.params;
  return [id, rid ?? mbx].filter((one) => one !== undefined).map(lowerCase);
};

const pathWords = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('/');

/**
 * Returns the kind of the resource at the end of an exchange's path, such as `services` for `/services/{id}/suspend`.
 */
function targetKind({ operation: op }: Exchange): string {
  const path = op === null ? '' : operation(op).path;
  return pathWords(path.slice(0, path.lastIndexOf('}') + 1));
}

/** Returns the kind of a resource that a reply shows, as far as the path of the request tells the kind. */
function shownKind(exchange: Exchange, id: string): string {
  if (idsInPath(exchange).at(-1) === id) return targetKind(exchange);
  return exchange.operation === null ? '' : pathWords(operation(exchange.operation).path);
}

const idOfView = (view: ResourceView): string | undefined =>
  typeof view.id === 'string' && isUuid(view.id) ? lowerCase(view.id) : undefined;

/**
 * Returns the resources in a reply: the body itself, the elements of its list, and the elements of lists within the
 * body.
 */
export function viewsIn(exchange: Exchange): readonly ResourceView[] {
  const before = viewsByExchange.get(exchange);
  if (before) return before;
  const things = extractViews(exchange);
  viewsByExchange.set(exchange, things);
  return things;
}
/** Caches the resources in each exchange, because several rules read them. */
const viewsByExchange = new WeakMap<Exchange, readonly ResourceView[]>();

function extractViews({ json }: Exchange): ResourceView[] {
  const payload = isObject(json) && isObject(json.data) ? json.data : json;
  const inner = isObject(payload) ? Object.values(payload).filter(Array.isArray).flat() : [];
  const all = [payload, ...(itemsInPage(json) ?? []), ...inner].filter(isObject);
  return [...new Set(all)].filter((thing) => idOfView(thing) !== undefined);
}

/** Returns whether a view of a resource contains an id, which may also be the resource's own id. */
function mentionsId(view: ResourceView, id: string): boolean {
  let ids = idsByView.get(view);
  if (ids === undefined) {
    const values = leaves(view).map(({ value }) => value);
    ids = new Set(values.filter(isUuid).map(lowerCase));
    idsByView.set(view, ids);
  }
  return ids.has(id);
}
const idsByView = new WeakMap<ResourceView, ReadonlySet<string>>();

/**
 * Returns whether a write may have changed a resource: the path of the write names the resource, a part of the
 * resource, or something that contains the resource. What an id that is no UUID belongs to is not known.
 */
function mayTouch(state: RunState, write: WriteRecord, resource: KnownResource): boolean {
  return write.ids.some((id) => {
    if (id === resource.id || (!isUuid(id) && isSuccess(write.exchange))) return true;
    if (mentionsId(resource.last.view, id) || mentionsId(resource.creation.view, id)) return true;
    const other = state.resources.get(id);
    return other !== undefined && mentionsId(other.last.view, resource.id);
  });
}

/**
 * Returns whether no write after a sequence number may have changed a resource.
 * @param which selects the writes that are considered; all writes by default
 */
export const isUntouchedSince = (
  state: RunState,
  resource: KnownResource,
  sequence: number,
  counts: (write: WriteRecord) => boolean = () => true,
): boolean =>
  !state.writes.some(
    (write) => write.sequence > sequence && counts(write) && mayTouch(state, write, resource),
  );

/**
 * Returns whether a reply came within the target's read-after-write lag, counted from the last write.
 * @param lag milliseconds
 */
export const isWithinReadLag = (state: RunState, exchange: Exchange, lag: number): boolean =>
  lag > 0 && exchange.startedAt <= state.lastWriteEnd + lag;

/** Returns whether an exchange is a read by the id, or a list, of what another exchange created. */
const isShownById = (exchange: Exchange, { operation: creation }: Exchange, id: string): boolean =>
  exchange.operation !== null &&
  creation !== null &&
  kindOf(exchange.operation) === kindOf(creation) &&
  exchange.request.method === 'GET' &&
  (idsInPath(exchange).at(-1) === id || isListOperation(exchange.operation));

/** A resource of the run that a reply shows, with its previous observation. */
type ShownResource = { resource: KnownResource; was: Observation; now: Observation };

/**
 * Returns whether a read came so soon after a write that it may lag, although the target file states no lag. A
 * violation that such a read shows must be confirmed by a later read.
 */
export const mayLag = (state: RunState, exchange: Exchange): boolean =>
  exchange.request.method === 'GET' && isWithinReadLag(state, exchange, UNDECLARED_LAG_MS);

/**
 * Records an exchange: the run's resources that the reply shows, and the write, if the exchange is a write.
 * @returns the run's resources in the reply, each with its previous observation
 */
export function observeExchange(state: RunState, exchange: Exchange): ShownResource[] {
  state.sequence += 1;
  const { sequence } = state;
  const { request } = exchange;
  const writes = request.method !== 'GET';
  const ids = idsInPath(exchange);
  if (writes) state.lastWriteEnd = exchange.startedAt + exchange.ms;
  if (writes && ids.length > 0) state.writes.push({ exchange, sequence, ids, kind: targetKind(exchange) });
  if (!isSuccess(exchange)) return [];
  if (exchange.operation !== null) state.succeededOperations.add(exchange.operation);
  const key = request.headers['idempotency-key'];
  const replayed = exchange.concurrent || (key !== undefined && state.keys.has(key));
  if (key !== undefined) state.keys.add(key);
  if (request.method === 'POST' && ids.length < 2 && !replayed) recordCreated(state, exchange);
  const found: ShownResource[] = [];
  for (const view of viewsIn(exchange)) {
    const id = idOfView(view);
    const caller = id === undefined ? undefined : state.createdBy.get(id);
    if (id === undefined || caller !== exchange.caller) continue;
    const now: Observation = { view, exchange, sequence };
    const kind = shownKind(exchange, id);
    const resource = state.resources.get(id);
    if (resource === undefined) {
      const shown = new Set([stableFields(view)]);
      state.resources.set(id, {
        id,
        kinds: new Set([kind]),
        caller,
        creation: now,
        last: now,
        before: null,
        isShownById: isShownById(exchange, exchange, id),
        shown,
      });
      continue;
    }
    resource.isShownById ||= isShownById(exchange, resource.creation.exchange, id);
    resource.kinds.add(kind);
    const text = stableFields(view);
    const isChanged = stableFields(resource.last.view) !== text;
    found.push({ resource, was: resource.last, now });
    // A read that may lag and shows an earlier view again does not count as the last one.
    const isEarlier = isChanged && resource.shown.has(text) && mayLag(state, exchange);
    resource.shown.add(text);
    if (isEarlier) continue;
    if (isChanged) resource.before = resource.last;
    resource.last = now;
  }
  return found;
}

/**
 * Records the ids in the reply to a creation as ids of this run: the created resource and the resources that came
 * with it, but neither the ids that the request sent nor the id of the tenant.
 */
function recordCreated(state: RunState, exchange: Exchange): void {
  const sent = new Set([...leaves(exchange.request.json)].map(({ value }) => value));
  for (const { name, value } of leaves(exchange.json)) {
    if (!isUuid(value) || sent.has(value) || /tenant|user|author|created_by|customer/.test(name)) continue;
    const id = lowerCase(value);
    if (!idsInPath(exchange).includes(id) && !state.createdBy.has(id))
      state.createdBy.set(id, exchange.caller);
  }
}
