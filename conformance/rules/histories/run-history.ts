// The history of a run: how each resource that the run created was shown, which writes have named it, and which values
// were sent for its members. The rules of a run share one history, and each exchange is added to it once.
import { isObject } from '../../../src/contract/is-object.ts';
import { type OperationId, operation, operations } from '../../../src/contract/operations.ts';
import { itemsInPage } from '../../../src/suite/lists/pagination.ts';
import type { Exchange } from '../../../src/suite/model/define.ts';
import {
  isCreation,
  isListOperation,
  type Kind,
  kindOf,
  siblingsOf,
} from '../../../src/suite/model/kinds.ts';
import { UNDECLARED_LAG_MS } from '../../../src/suite/model/limits.ts';
import { isUniqueId, leaves } from '../../support/reply-readers/response-readers.ts';
import type { Value } from './same-value.ts';

export type ResourceView = Record<string, unknown>;

export type Observation = { view: ResourceView; exchange: Exchange; sequence: number };

export type WriteRecord = {
  exchange: Exchange;
  sequence: number;
  /** the ids in the path of the write; the last id is the target of the write */
  ids: readonly string[];
  /** the kind of the resource that the write targets, such as `DnsRecord` */
  kind: Kind | undefined;
};

export type Origin = {
  name: string;
  value: Value;
  /** the write that sent it, which the service has acknowledged */
  by: Exchange;
  sequence: number;
  isUpdate: boolean;
  /** whether its letter case counts, as in the content of a TXT record */
  isExact: boolean;
  /** the last reply that showed it; null when none has shown it yet */
  confirmed: Observation | null;
  /** whether a read, which need not repeat the request as the reply to a write may, has shown the member since */
  isRead: boolean;
  /** the resource as it was shown before the write, and the value, when a reply has shown it */
  was: Observation;
  earlier: Value | undefined;
  /** how often the operation has sent the member, and how often a read has shown what it sent */
  count: SentCount;
};

/** How often an operation has sent a member for resources, and how often a read has shown what it sent. */
type SentCount = { operation: OperationId; member: string; sent: number; seen: number };

export type Reads = {
  last: Observation | null;
  /** the last view before the last read of the other sort */
  before: Observation | null;
  /** name and value of every member that they have shown */
  shown: Set<string>;
};

export type KnownResource = {
  id: string;
  kind: Kind | undefined;
  /** the name of the credential that sent the write */
  caller: string;
  /** the first reply that showed the resource, mostly the reply to its creation */
  creation: Observation;
  last: Observation;
  /** the last view by the kind that it was read as: a service and its hosting account may have one id */
  lastOfKind: Map<Kind | undefined, Observation>;
  /** word of its state → the number of the exchange that first showed it */
  states: Map<string, number>;
  /** the latest earlier view of the resource that differs from its last view */
  before: Observation | null;
  /** how reads by its id, and lists, have shown it */
  detail: Reads;
  listed: Reads;
  /** whether a read by the id, or a list, has shown it: the reply to a creation may have the id of an order or a task */
  isShownById: boolean;
  /** the views that replies have shown, serialized */
  shown: Set<string>;
  /** the position of a member in a request body → the value that was last sent for it */
  origins: Map<string, Origin>;
  /** values that actions on the resource have sent, which any of its members may show */
  given: Set<unknown>;
  /** the acknowledged deletion of the resource, and the last view before it; null while it is not deleted */
  deleted: { by: Exchange; before: ResourceView } | null;
  /** the first read that did not find the resource since it was last shown */
  missedBy: Exchange | null;
};

/** A resource of the run that a reply shows, with its previous observation. */
export type Sighting = { resource: KnownResource; was: Observation; now: Observation };

export type RunHistory = {
  sequence: number;
  /** maps each id that the replies to creations contained to the caller that sent the creation */
  createdBy: Map<string, string>;
  resources: Map<string, KnownResource>;
  /** the id in a write's path → the writes */
  writesById: Map<string, WriteRecord[]>;
  /** successful writes by ids of which it is not known what they belong to */
  unknownWrites: WriteRecord[];
  /** the kind of the targets → the writes that may end a resource or a part of it */
  endingWrites: Map<string | undefined, WriteRecord[]>;
  /** a text that looks like an id → the ids of the resources whose views contain it */
  mentionedBy: Map<string, Set<string>>;
  /** when the reply to the last write of the run arrived, in Unix milliseconds */
  lastWriteEnd: number;
  /** creations whose replies have the ids under which their resources are read or listed */
  identifiedBy: Set<string>;
  /** operations that have succeeded at least once */
  succeededOperations: Set<string>;
  /** Idempotency-Keys that the run has used; the reply to a replayed key creates nothing */
  keys: Set<string>;
  /** the kind and the position in a request body → the other positions at which views of the kind have shown what was sent */
  places: Map<string, Set<string>>;
  /** the operation and the name of a member → how often it was sent, and seen again */
  counts: Map<string, SentCount>;
  /** creations in whose replies the id of the resource is not yet known */
  unidentified: { exchange: Exchange; sequence: number }[];
  /** the exchange that was added last, and what it showed */
  latest: { exchange: Exchange; sightings: Sighting[] } | null;
};

/** Creates the empty history of a run. */
export const newRunHistory = (): RunHistory => ({
  sequence: 0,
  createdBy: new Map(),
  resources: new Map(),
  writesById: new Map(),
  unknownWrites: [],
  endingWrites: new Map(),
  mentionedBy: new Map(),
  lastWriteEnd: Number.NEGATIVE_INFINITY,
  identifiedBy: new Set(),
  succeededOperations: new Set(),
  keys: new Set(),
  places: new Map(),
  counts: new Map(),
  unidentified: [],
  latest: null,
});

/** Matches names of members that change with time or through reads, or whose values replies hide. */
export const VOLATILE_MEMBER =
  /_at$|^(status|state|phase|version|serial|etag)$|count|balance|used|usage|paid|due|remaining|failures|secret|password|token|key/;

/** Returns the ids in the path of a request, in lower case and in the order of the path. */
export const idsInPath = ({ request }: Exchange): string[] => {
  const { id, rid, mbx } = request.params;
  return [id, rid ?? mbx].filter((one) => one !== undefined).map((one) => one.toLowerCase());
};

const targetKinds = new Map<OperationId, Kind | undefined>();

/** Returns the kind of the resource that the last id in the path of an operation names: `Service` for a suspension. */
export function targetKind(op: OperationId): Kind | undefined {
  if (targetKinds.has(op)) return targetKinds.get(op);
  const { path } = operation(op);
  const item = path.slice(0, path.lastIndexOf('}') + 1);
  const parent = item.replace(/\/\{[^/]*\}$/, '');
  const kind = operations
    .filter(({ method, path: other }) => other === item || (method === 'POST' && other === parent))
    .map(({ id }) => kindOf(id))
    .find((one) => one !== undefined);
  targetKinds.set(op, kind);
  return kind;
}

// Returns the key under which a resource is known: its id, together with its kind where each kind may count its own
// resources; undefined when the kind of such an id is not known.
const keyOf = (id: unknown, kind: Kind | undefined): string | undefined => {
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const text = `${id}`.toLowerCase();
  if (text === '' || isUniqueId(text)) return text === '' ? undefined : text;
  return kind === undefined ? undefined : `${kind}#${text}`;
};

const targetKeys = new WeakMap<Exchange, string | undefined>();

/** Returns the key of the resource that the last id in the path of a request names. */
export function targetKey(exchange: Exchange): string | undefined {
  if (targetKeys.has(exchange)) return targetKeys.get(exchange);
  const kind = exchange.operation === null ? undefined : targetKind(exchange.operation);
  const key = keyOf(idsInPath(exchange).at(-1), kind);
  targetKeys.set(exchange, key);
  return key;
}

type Shown = { view: ResourceView; key: string; kind: Kind | undefined };

const viewsByBody = new WeakMap<object, { op: OperationId | null; views: readonly Shown[] }>();

/**
 * Returns the resources in a reply with their keys: the body itself, the elements of its list, and the elements of lists
 * within the body.
 */
export function viewsIn({ json, operation: op }: Exchange): readonly Shown[] {
  if (typeof json !== 'object' || json === null) return [];
  const before = viewsByBody.get(json);
  if (before?.op === op) return before.views;
  const views = findViews(json, op);
  viewsByBody.set(json, { op, views });
  return views;
}

function findViews(json: object, op: OperationId | null): readonly Shown[] {
  const payload = isObject(json) && isObject(json.data) ? json.data : json;
  const kind = op === null ? undefined : kindOf(op);
  // The replies within a ticket are no tickets.
  const items = op === null || isListOperation(op) ? itemsInPage(json) : undefined;
  const outer = [payload, ...(items ?? [])].filter(isObject);
  const inner = isObject(payload) ? Object.values(payload).filter(Array.isArray).flat().filter(isObject) : [];
  const found = new Map<object, Shown>();
  for (const [views, of] of [
    [outer, kind],
    [inner, undefined],
  ] as const)
    for (const view of views) {
      const key = keyOf(view.id, of);
      if (key !== undefined && !found.has(view)) found.set(view, { view, key, kind: of });
    }
  return [...found.values()];
}

const isIdLike = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 64 && /\d/.test(value));

const idLikeTexts = new WeakMap<ResourceView, ReadonlySet<string>>();

/** Returns the texts in a view that may be ids, in lower case. */
export function mentionedIds(view: ResourceView): ReadonlySet<string> {
  const before = idLikeTexts.get(view);
  if (before) return before;
  const values = leaves(view).map(({ value }) => value);
  const ids = new Set(values.filter(isIdLike).map((value) => `${value}`.toLowerCase()));
  idLikeTexts.set(view, ids);
  return ids;
}

/** Returns the id of a resource without its kind. */
export const bareId = (key: string): string => key.slice(key.indexOf('#') + 1);

/**
 * Returns the writes after a sequence number that may have changed a resource: their path names the resource, something
 * that the resource mentions, or something that mentions the resource.
 */
export function writesTouching(
  history: RunHistory,
  { id, kind, last, creation }: Pick<KnownResource, 'id' | 'kind' | 'last' | 'creation'>,
  sequence: number,
): WriteRecord[] {
  const own = bareId(id);
  const related = new Set([
    ...[own, ...mentionedIds(last.view), ...mentionedIds(creation.view)],
    ...(history.mentionedBy.get(own) ?? []),
  ]);
  // A write on another part of the same thing, such as a record of the same zone, leaves this part alone.
  const isSibling = (write: WriteRecord): boolean =>
    write.ids.length > 1 && write.kind === kind && targetKey(write.exchange) !== id;
  return [...[...related].map((one) => history.writesById.get(one) ?? []), history.unknownWrites].flatMap(
    (writes) => {
      // The writes of each list are in the order of their sequence.
      const before = writes.findLastIndex((write) => write.sequence <= sequence);
      return writes.slice(before + 1).filter((write) => !isSibling(write));
    },
  );
}

/** Returns whether no write after a sequence number may have changed a resource. @param counts selects the writes */
export const isUntouchedSince = (
  history: RunHistory,
  resource: KnownResource,
  sequence: number,
  counts: (write: WriteRecord) => boolean = () => true,
): boolean => !writesTouching(history, resource, sequence).some(counts);

/** Returns whether a write may end a resource, end a part of a resource, or stop a resource for a while. */
export const isEndingWrite = ({ exchange }: WriteRecord): boolean =>
  exchange.request.method === 'DELETE' ||
  /^(terminate|cancel|close|suspend|stop|reboot|resize)/.test(exchange.operation ?? '');

/**
 * Returns whether a reply came within the target's read-after-write lag, counted from the last write.
 * @param lag milliseconds
 */
export const isWithinReadLag = (history: RunHistory, exchange: Exchange, lag: number): boolean =>
  lag > 0 && exchange.startedAt <= history.lastWriteEnd + lag;

/**
 * Returns whether a read came so soon after a write that it may lag, although the target file states no lag. A
 * breach that such a read shows must be confirmed by a later read.
 */
export const mayLag = (history: RunHistory, exchange: Exchange): boolean =>
  exchange.request.method === 'GET' && isWithinReadLag(history, exchange, UNDECLARED_LAG_MS);

/**
 * Returns whether an exchange is a read of a resource: by its id, in the list of its kind, or in the read of its parent
 * where the kind has no list.
 */
export function isReadOf(
  exchange: Exchange,
  { id, creation }: Pick<KnownResource, 'id' | 'creation'>,
): boolean {
  const { operation: op, request } = exchange;
  const created = creation.exchange.operation;
  if (op === null || created === null || request.method !== 'GET') return false;
  if (isCreation(created) && siblingsOf(created) === op) return true;
  return kindOf(op) === kindOf(created) && (isListOperation(op) || idsInPath(exchange).at(-1) === bareId(id));
}

export const viewedKind = ({ exchange: { operation: op } }: Observation): Kind | undefined =>
  op === null ? undefined : kindOf(op);

export const isList = ({ operation: op }: Exchange): boolean => op !== null && isListOperation(op);

/** Returns the resource of the run that a write names last in its path, or that its reply shows as created. */
export function targetOf(history: RunHistory, exchange: Exchange): KnownResource | undefined {
  const isNew = exchange.operation !== null && isCreation(exchange.operation);
  const [made] = isNew ? viewsIn(exchange) : [];
  const key = isNew ? made?.key : targetKey(exchange);
  return key === undefined ? undefined : history.resources.get(key);
}
