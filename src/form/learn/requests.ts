// Learns from accepted request bodies what requests call the members of the contract.
import { isObject } from '../../contract/is-object.ts';
import { operation } from '../../contract/operations.ts';
import { familyOf, propertiesOf } from '../families.ts';
import type { Place } from '../form.ts';
import { MEMBER_WORDS, snakeCase } from '../names.ts';
import type { Found } from './members.ts';
import type { Seen } from './shown.ts';

/** Returns the places that accepted requests have for members of the contract, where they are other ones. */
export function requestsOf(requests: Seen['requests']): Found {
  const found: Found = {};
  for (const [id, { own, sent }] of Object.entries(requests)) {
    const { body } = operation(id as keyof typeof requests);
    if (body === null) continue;
    const family = familyOf(body.schema);
    found[family] ??= {};
    const properties = propertiesOf(body.schema);
    const added = leavesIn(sent).filter(([place]) => place.length > 1 || !((place[0] ?? '') in own));
    const removed = Object.keys(own).filter((name) => !(name in sent));
    for (const [place, value] of added) {
      const last = snakeCase(place.at(-1) ?? '');
      const isOf = (name: string): boolean =>
        name === last || name === `${last}_id` || (MEMBER_WORDS[name]?.includes(last) ?? false);
      const same = removed.filter((name) => JSON.stringify(own[name]) === JSON.stringify(value));
      const lists = removed.filter((name) => Array.isArray(own[name]));
      const name =
        (same.length === 1 ? same[0] : removed.find(isOf)) ??
        (Array.isArray(value) && lists.length === 1 ? lists[0] : undefined) ??
        // A deployment that ignores unknown members leaves those of the contract in the request.
        Object.keys(own).find((one) => one === `${last}_id` && one in properties);
      if (name !== undefined) found[family][name] ??= place;
    }
  }
  return found;
}

/** Returns whether requests keep the names of the contract where replies have others. */
export function keepsNames(requests: Seen['requests'], moved: Found, shown: Found): boolean {
  let kept = 0;
  for (const [id, { own, sent }] of Object.entries(requests)) {
    const family = familyOf(operation(id as keyof typeof requests).body?.schema ?? '');
    for (const member of Object.keys(own)) {
      const place = shown[family]?.[member]?.join('/');
      if (place === undefined || place === member) continue;
      if (moved[family]?.[member]?.join('/') === place) kept -= 1;
      else if (member in sent) kept += 1;
    }
  }
  return kept > 0;
}

/** Lists the values of a body with their places; an array is one value. */
export const leavesIn = (body: Readonly<Record<string, unknown>>, above: Place = []): [string[], unknown][] =>
  Object.entries(body).flatMap(([name, value]) =>
    isObject(value) ? leavesIn(value, [...above, name]) : [[[...above, name], value]],
  );
