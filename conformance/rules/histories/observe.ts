// Adds the exchanges of a run to its history, in the order of their arrival.

import { isObject } from '../../../src/contract/is-object.ts';
import { operation as documented } from '../../../src/contract/operations.ts';
import type { Exchange } from '../../../src/suite/model/define.ts';
import { isCreation, type Kind } from '../../../src/suite/model/kinds.ts';
import {
  isRefusal,
  isSuccess,
  isUuid,
  leaves,
  mentions,
  stableFields,
  statusIn,
} from '../../support/reply-readers/response-readers.ts';
import { shownAt } from './origins.ts';
import {
  bareId,
  idsInPath,
  isEndingWrite,
  isList,
  isReadOf,
  type KnownResource,
  mayLag,
  mentionedIds,
  type Observation,
  type ResourceView,
  type RunHistory,
  type Sighting,
  targetKind,
  targetOf,
  VOLATILE_MEMBER,
  viewedKind,
  viewsIn,
  type WriteRecord,
} from './run-history.ts';
import { isSameValue, isValue, type Value } from './same-value.ts';

/** Returns the values in a request body outside of arrays, by their positions. Those that replies hide are left out. */
function valuesIn(body: unknown): Map<string, { name: string; value: Value }> {
  const sent = new Map<string, { name: string; value: Value }>();
  for (const { name, pointer, value } of leaves(body))
    if (isValue(value) && !VOLATILE_MEMBER.test(name) && !/\/\d+(\/|$)/.test(pointer))
      sent.set(pointer, { name, value });
  return sent;
}

/**
 * Records what a write sent for a resource, of which its reply shows `sightings`. A refused write sends nothing; after a write whose effect is not known, the
 * members that it named have no known value.
 */
function noteSent(
  history: RunHistory,
  { exchange: by, sequence }: Pick<Observation, 'exchange' | 'sequence'>,
  isReplayed: boolean,
  sightings: readonly Sighting[],
): void {
  const { operation, request, status, deliberateFault } = by;
  if (!isObject(request.json) || (status >= 400 && status < 500)) return;
  const resource = targetOf(history, by);
  if (resource === undefined) return;
  const isNew = operation !== null && isCreation(operation);
  const isWhole =
    ['PUT', 'PATCH'].includes(request.method) &&
    operation !== null &&
    documented(operation).path.endsWith('}');
  // A call whose one purpose is to set members, such as the name servers of a domain or the product of an instance.
  const isOfMembers = !isWhole && /^(replace|update|resize)/.test(operation ?? '');
  const isUpdate = isWhole || isOfMembers;
  const isKnown = isNew && (isReplayed || resource.creation.exchange !== by);
  const isAcknowledged = isSuccess(by) && deliberateFault === null && (isNew || isUpdate) && !isKnown;
  const sent = valuesIn(request.json);
  const { was } = sightings.find((one) => one.resource === resource) ?? { was: resource.last };
  const isExact = mentions(request.json, 'TXT');
  for (const [pointer, { name, value }] of sent) {
    const before = resource.origins.get(pointer);
    if (before !== undefined && isSameValue(before.value, value)) {
      if (isAcknowledged) before.sequence = sequence;
    } else if (isAcknowledged && operation !== null) {
      const shown = shownAt(history, resource, pointer, was.view)?.value;
      const isShown = isOfMembers && sent.size === 1 && isValue(shown);
      const earlier = before?.confirmed ? before.value : isShown ? shown : before?.earlier;
      const counted = `${operation} ${name}`;
      const count = history.counts.get(counted) ?? { operation, member: name, sent: 0, seen: 0 };
      history.counts.set(counted, count);
      count.sent += 1;
      resource.origins.set(pointer, {
        name,
        value,
        by,
        sequence,
        isUpdate,
        isExact,
        confirmed: null,
        isRead: false,
        earlier,
        count,
        was,
      });
    } else {
      resource.origins.delete(pointer);
    }
    if (!isNew && !isUpdate) resource.given.add(value);
  }
  // Whether a PUT leaves the members alone that it does not send is open.
  if (!isWhole) return;
  for (const pointer of resource.origins.keys()) if (!sent.has(pointer)) resource.origins.delete(pointer);
}

/**
 * Adds an exchange to the history, once: the run's resources that the reply shows, and the write, if the exchange is a
 * write.
 */
export function observe(history: RunHistory, exchange: Exchange): readonly Sighting[] {
  if (history.latest?.exchange === exchange) return history.latest.sightings;
  history.sequence += 1;
  const { sequence } = history;
  identifyCreations(history);
  const { method, headers } = exchange.request;
  const ids = idsInPath(exchange);
  const write = {
    exchange,
    sequence,
    ids,
    kind: exchange.operation === null ? undefined : targetKind(exchange.operation),
  };
  const key = headers['idempotency-key'];
  const isReplayed = exchange.concurrent || (key !== undefined && history.keys.has(key));
  const sightings: Sighting[] = [];
  if (method !== 'GET') noteWrite(history, write);
  if (isSuccess(exchange)) {
    if (exchange.operation !== null) history.succeededOperations.add(exchange.operation);
    if (key !== undefined) history.keys.add(key);
    if (method === 'POST' && !isReplayed) {
      if (ids.length < 2) noteCreated(history, exchange);
      const isUnknown =
        exchange.operation !== null && isCreation(exchange.operation) && viewsIn(exchange).length === 0;
      if (isUnknown) history.unidentified.push({ exchange, sequence });
    }
    sightings.push(...noteViews(history, exchange, sequence));
  }
  const target = targetOf(history, exchange);
  // The reply to a deletion may show the resource otherwise.
  const shown = sightings.find(({ resource }) => resource === target)?.was;
  if (target !== undefined) noteEnd(target, exchange, (shown ?? target.last).view);
  if (method !== 'GET') noteSent(history, write, isReplayed, sightings);
  history.latest = { exchange, sightings };
  return sightings;
}

/** Records what a call says about the end of the resource that it names, or that it creates. */
function noteEnd(resource: KnownResource, exchange: Exchange, before: ResourceView): void {
  const { operation: op, request, status, caller } = exchange;
  const isDeletion = request.method === 'DELETE' && /^delete/.test(op ?? '');
  if (isDeletion && isSuccess(exchange) && caller === resource.caller)
    resource.deleted ??= { by: exchange, before };
  if (op !== null && isCreation(op) && isSuccess(exchange)) resource.deleted = null;
  if (isSuccess(exchange)) resource.missedBy = null;
  else if (request.method === 'GET' && [404, 410].includes(status)) resource.missedBy ??= exchange;
}

function addTo<Key>(lists: Map<Key, WriteRecord[]>, key: Key, write: WriteRecord): void {
  const list = lists.get(key);
  if (list) list.push(write);
  else lists.set(key, [write]);
}

function noteWrite(history: RunHistory, write: WriteRecord): void {
  const { exchange, ids, kind } = write;
  history.lastWriteEnd = exchange.startedAt + exchange.ms;
  // A refusal changes nothing; after a time-out the write may have been carried out.
  if (isRefusal(exchange) && exchange.status !== 408) return;
  const named = leaves(exchange.request.json).map(({ value }) => value);
  for (const id of new Set([...ids, ...named.filter(isUuid)].map((one) => one.toLowerCase())))
    addTo(history.writesById, id, write);
  const isUnknown = (id: string): boolean => !isUuid(id) && !history.createdBy.has(id);
  if (isSuccess(exchange) && ids.some(isUnknown)) history.unknownWrites.push(write);
  if (ids.length > 0 && isEndingWrite(write)) addTo(history.endingWrites, kind, write);
}

/** The number of exchanges after which the id of a created resource is no longer waited for. */
const IDENTIFIED_WITHIN = 20;

function identifyCreations(history: RunHistory): void {
  for (const made of history.unidentified) {
    if (viewsIn(made.exchange).length === 0 && history.sequence - made.sequence < IDENTIFIED_WITHIN) continue;
    history.unidentified = history.unidentified.filter((one) => one !== made);
    noteCreated(history, made.exchange);
    noteViews(history, made.exchange, made.sequence);
    noteSent(history, made, false, []);
  }
}

// Records the ids in the reply to a creation as ids of this run: the created resource and the resources that came with
// it, but neither the ids that the request sent nor the id of the tenant.
function noteCreated(history: RunHistory, exchange: Exchange): void {
  const sent = new Set(leaves(exchange.request.json).map(({ value }) => value));
  const path = idsInPath(exchange);
  const add = (id: string): void => {
    if (!path.includes(id) && !history.createdBy.has(id)) history.createdBy.set(id, exchange.caller);
  };
  for (const { name, value } of leaves(exchange.json))
    if (isUuid(value) && !sent.has(value) && !/tenant|user|author|created_by|customer/.test(name))
      add(value.toLowerCase());
  for (const { key, view } of viewsIn(exchange)) if (!sent.has(view.id)) add(bareId(key));
}

function noteViews(history: RunHistory, exchange: Exchange, sequence: number): Sighting[] {
  const found: Sighting[] = [];
  for (const { view, key, kind } of viewsIn(exchange)) {
    const id = bareId(key);
    if (history.createdBy.get(id) !== exchange.caller) continue;
    const now: Observation = { view, exchange, sequence };
    for (const text of mentionedIds(view))
      history.mentionedBy.set(text, (history.mentionedBy.get(text) ?? new Set()).add(id));
    const resource = history.resources.get(key);
    if (resource === undefined) history.resources.set(key, newResource(history, key, kind, now));
    else found.push(noteView(history, resource, now));
  }
  return found;
}

function newResource(
  history: RunHistory,
  id: string,
  kind: Kind | undefined,
  now: Observation,
): KnownResource {
  const resource: KnownResource = {
    ...{ id, kind, caller: now.exchange.caller, creation: now, last: now },
    ...{ before: null, isShownById: false },
    lastOfKind: new Map([[viewedKind(now), now]]),
    states: new Map(),
    detail: { last: null, before: null, shown: new Set() },
    listed: { last: null, before: null, shown: new Set() },
    shown: new Set([stableFields(now.view)]),
    origins: new Map(),
    given: new Set(),
    ...{ deleted: null, missedBy: null },
  };
  noteRead(history, resource, now);
  return resource;
}

function noteRead(history: RunHistory, resource: KnownResource, now: Observation): void {
  const status = statusIn(now.view);
  if (status !== undefined && !resource.states.has(status)) resource.states.set(status, now.sequence);
  if (!isReadOf(now.exchange, resource)) return;
  resource.isShownById = true;
  history.identifiedBy.add(resource.creation.exchange.operation ?? '');
  const [same, other] = isList(now.exchange)
    ? [resource.listed, resource.detail]
    : [resource.detail, resource.listed];
  if (same.last && other.last && same.last.sequence < other.last.sequence) same.before = same.last;
  same.last = now;
  for (const [name, value] of Object.entries(now.view)) same.shown.add(`${name}=${value}`);
}

function noteView(history: RunHistory, resource: KnownResource, now: Observation): Sighting {
  const { exchange, view } = now;
  noteRead(history, resource, now);
  const text = stableFields(view);
  const was = resource.lastOfKind.get(viewedKind(now)) ?? resource.last;
  const isChanged = stableFields(was.view) !== text;
  // A read that may lag and shows an earlier view again does not count as the last one.
  const isEarlier = isChanged && resource.shown.has(text) && mayLag(history, exchange);
  resource.shown.add(text);
  if (isEarlier) return { resource, was, now };
  if (isChanged) resource.before = was;
  resource.last = now;
  resource.lastOfKind.set(viewedKind(now), now);
  return { resource, was, now };
}
