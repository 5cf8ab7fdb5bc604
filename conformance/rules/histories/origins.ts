// Where the values of resources come from: which write sent the value of a member last, and whether replies have shown it.
import { valueAtPointer } from '../../../src/contract/json/pointer.ts';
import { operation as documented } from '../../../src/contract/operations.ts';
import { isDistinctive } from '../../../src/suite/mapping/proven-form.ts';
import type { Share } from '../../../src/suite/model/define.ts';
import type { SentValues } from '../../../src/suite/model/generated/report.ts';
import { leaves } from '../../support/reply-readers/response-readers.ts';
import { type KnownResource, newRunHistory, type ResourceView, type RunHistory } from './run-history.ts';
import { isSameValue } from './same-value.ts';

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
