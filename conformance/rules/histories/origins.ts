// Where the values of resources come from: which write sent the value of a member last, and whether replies have shown it.
import { isObject } from '../../../src/contract/is-object.ts';
import { valueAtPointer } from '../../../src/contract/json/pointer.ts';
import { operation as documented } from '../../../src/contract/operations.ts';
import { isDistinctive } from '../../../src/suite/mapping/proven-form.ts';
import type { Share } from '../../../src/suite/model/define.ts';
import type { SentValues } from '../../../src/suite/model/generated/report.ts';
import { isCreation } from '../../../src/suite/model/kinds.ts';
import { isSuccess, leaves, mentions } from '../../support/reply-readers/response-readers.ts';
import {
  type KnownResource,
  newRunHistory,
  type Observation,
  type ResourceView,
  type RunHistory,
  type Sighting,
  targetOf,
  VOLATILE_MEMBER,
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

/** The value that a view shows for a sent member, and where. */
type Place = { pointer: string; value: unknown };

/**
 * Returns what a view shows for the member at a position of a request: at the same position, or where views of the kind
 * have shown such a value before.
 */
export function shownAt(
  history: RunHistory,
  { kind, origins }: KnownResource,
  pointer: string,
  view: ResourceView,
): Place | undefined {
  const others = [...(history.places.get(`${kind} ${pointer}`) ?? [])].filter((one) => !origins.has(one));
  const places = [pointer, ...others].map((one) => ({ pointer: one, value: valueAtPointer(view, one) }));
  return places.find(({ value }) => value !== undefined && value !== null);
}

const lastName = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/** Learns at which other position a view shows a value that is rare, and that was sent for no other member. */
export function learnPlace(
  history: RunHistory,
  { kind, origins }: KnownResource,
  pointer: string,
  view: ResourceView,
): boolean {
  const origin = origins.get(pointer);
  if (origin === undefined || !isDistinctive(origin.value)) return false;
  const isShared = [...origins].some(
    ([other, { value }]) => other !== pointer && isSameValue(value, origin.value),
  );
  const place = leaves(view).find(
    (leaf) =>
      !origins.has(leaf.pointer) &&
      (!isShared || lastName(leaf.pointer) === lastName(pointer)) &&
      !/\/\d+(\/|$)/.test(leaf.pointer) &&
      isSameValue(origin.value, leaf.value, origin.isExact),
  );
  if (place === undefined) return false;
  const key = `${kind} ${pointer}`;
  history.places.set(key, (history.places.get(key) ?? new Set()).add(place.pointer));
  return true;
}

/**
 * Records what a write sent for a resource, of which its reply shows `sightings`. A refused write sends nothing; after a write whose effect is not known, the
 * members that it named have no known value.
 */
export function noteSent(
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

/** Returns which members the run has sent for its resources, and those that no read has shown with a sent value. */
export function sentValues(share: Share): SentValues {
  const areas: SentValues['areas'] = {};
  const unseen: SentValues['unseen'] = [];
  for (const { operation, member, sent, seen } of share(newRunHistory).counts.values()) {
    const { area: name } = documented(operation);
    const area = areas[name] ?? { members: 0, seen: 0 };
    areas[name] = area;
    area.members += 1;
    if (seen > 0) area.seen += 1;
    else unseen.push({ operation, member, sent });
  }
  return { areas, unseen };
}
