// Reads from learned request bodies what requests call the members of the contract.
import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { operations } from '../../contract/operations.ts';
import { familyOf, propertiesOf } from '../../form/families.ts';
import type { Place } from '../../form/form.ts';
import { BODIES } from '../bodies.ts';
import { MEMBER_WORDS } from '../drawn/words.ts';
import type { Variation } from '../vary.ts';
import type { Learned } from './forms.ts';
import { type Found, snakeOf } from './members.ts';

/** Reads from learned request bodies what requests call the members of the contract, and whether others are refused. */
export function requestsOf({ bodies, accepted }: Learned): {
  requests: Found;
  required: NonNullable<Variation['required']>;
  unknown: string[];
  isStrict: boolean;
} {
  const requests: Found = {};
  const unknown = new Set<string>();
  const required: Variation['required'] = {};
  let isStrict = false;
  for (const { id, body } of operations) {
    if (body === null || !accepted.includes(id)) continue;
    const family = familyOf(body.schema);
    requests[family] ??= {};
    const own = requests[family];
    const properties = propertiesOf(body.schema);
    const { $remove, ...added } = bodies[id] ?? {};
    const left = new Set([$remove].flat().filter((name) => typeof name === 'string'));
    const unresolved: [string[], unknown][] = [];
    for (const [place, value] of leavesIn(added)) {
      const text = typeof value === 'string' ? snakeOf(/^\{(\w+)\}$/.exec(value)?.[1] ?? '') : '';
      const last = snakeOf(place.at(-1) ?? '');
      const member = [...left].find(
        (name) =>
          name === text ||
          name === last ||
          name === `${last}_id` ||
          MEMBER_WORDS[name]?.includes(last) ||
          name === `${text.replace(/_id$/, '')}_id` ||
          isSame(BODIES[id]?.[name], value),
      );
      const lists = [...left].filter((name) => properties[name]?.items !== undefined);
      const list = Array.isArray(value) && lists.length === 1 ? lists[0] : undefined;
      // A deployment that ignores unknown members leaves those of the contract in the request.
      const kept = `${last}_id` in properties ? `${last}_id` : undefined;
      const name = member ?? list ?? kept;
      if (MADE.test(snakeOf(place.join('.')))) for (const part of PARTS) left.delete(part);
      else if (name !== undefined) {
        left.delete(name);
        own[name] = place;
      } else if (place.length > 1 || !((place[0] ?? '') in properties)) unresolved.push([place, value]);
    }
    const [rest, ...more] = left;
    if (rest !== undefined && rest in properties && more.length === 0 && unresolved.length === 1) {
      own[rest] = unresolved.pop()?.[0] ?? [];
      left.clear();
    }
    isStrict ||= left.size > 0 && unresolved.length === 0;
    for (const [place, value] of unresolved) {
      const [name = '', ...below] = place;
      const isPlain =
        left.size === 0 && below.length === 0 && (typeof value === 'string' || typeof value === 'boolean');
      if (isPlain && required[id] === undefined) required[id] = { name, example: value };
      else unknown.add(place.join('.'));
    }
  }
  const told =
    unknown.size > 0 ? [`request members that the contract does not have: ${[...unknown].join(', ')}`] : [];
  return { requests, required, unknown: told, isStrict };
}

/** Matches the members that features make of several others. */
const MADE = /^(full_name$|address_|domain_name\.)/;
const PARTS = ['first_name', 'last_name', 'domain', 'name', 'address'];

/** Returns whether requests keep the names of the contract where replies have others. */
export function keepsNames({ bodies, accepted }: Learned, requests: Found, found: Found): boolean {
  let kept = 0;
  for (const { id, body } of operations) {
    if (body === null || !accepted.includes(id)) continue;
    const family = familyOf(body.schema);
    const removed = [bodies[id]?.$remove].flat();
    for (const member of Object.keys(BODIES[id] ?? {})) {
      const [shown, asked] = [found[family]?.[member]?.join('/'), requests[family]?.[member]?.join('/')];
      if (shown === undefined || shown === member) continue;
      if (asked === shown) kept -= 1;
      else if (!removed.includes(member)) kept += 1;
    }
  }
  return kept > 0;
}

const isSame = (a: unknown, b: unknown): boolean =>
  a !== undefined && JSON.stringify(a) === JSON.stringify(b);

/** Lists the values of a body with their places; an array is one value. */
export const leavesIn = (body: JsonObject, above: Place = []): [string[], unknown][] =>
  Object.entries(body).flatMap(([name, value]) =>
    isObject(value) ? leavesIn(value, [...above, name]) : [[[...above, name], value]],
  );
