// Finds the elements of a list in a reply, whatever common shape the list has.

import { namesIn, valueAtPointer } from '../../contract/json/pointer.ts';
import type { Place } from '../../form/form.ts';

const ITEM_POINTERS = ['', '/data', '/items', '/results', '/data/items'];
/** The names of members that do not contain the elements of the list, such as those of JSON:API, HAL and error bodies. */
const NON_ITEM_NAMES = /^(errors|warnings|links|_links|included|meta|facets|sort)$/;
const ITEM_NAMES =
  /^(data|items|results?|rows|records|content|entries|list|values|elements|edges|collection|objects|nodes)$/;
const MAX_DEPTH = 3;

type Rows = { place: Place; rows: unknown[] };

/**
 * Finds the elements of a page: at the pointer of the target file, or else in a bare array, `data`, `items` or
 * `results`, or else in the only array of the body, or in the array with a usual name. An element of `edges` is its
 * `node`.
 * @param isKnown returns true for an element that the list is known to contain; then the array with that element is
 * preferred
 * @returns undefined when the body is not a list; an empty list when the body shows null in place of the elements
 */
export function rowsInPage(
  body: unknown,
  { items }: { items?: string } = {},
  isKnown?: (item: unknown) => boolean,
): Rows | undefined {
  for (const pointer of items === undefined ? ITEM_POINTERS : [items]) {
    const found = valueAtPointer(body, pointer);
    if (Array.isArray(found)) return { place: namesIn(pointer), rows: found };
  }
  if (items !== undefined)
    return valueAtPointer(body, items) === null ? { place: namesIn(items), rows: [] } : undefined;
  const arrays = arraysIn(body, []);
  const known = isKnown && arrays.find(({ rows }) => rows.some(isKnown));
  const { place, rows } = known ?? mostLikely(arrays) ?? {};
  if (place && rows) return { place, rows: rows.map(nodeOf) };
  return arrays.length === 0 ? emptyList(body) : undefined;
}

/** Returns the elements of a page that `rowsInPage` finds. */
export const itemsInPage = (...page: Parameters<typeof rowsInPage>): unknown[] | undefined =>
  rowsInPage(...page)?.rows;

function emptyList(body: unknown): Rows | undefined {
  if (body === null) return { place: [], rows: [] };
  if (typeof body !== 'object') return undefined;
  const [shown, ...others] = Object.entries(body).filter(([name]) => ITEM_NAMES.test(name.toLowerCase()));
  return shown?.[1] === null && others.length === 0 ? { place: [shown[0]], rows: [] } : undefined;
}

function arraysIn(holder: unknown, above: Place): Rows[] {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder) || above.length >= MAX_DEPTH)
    return [];
  // An object with an id is a resource, and its arrays are parts of the resource.
  if (above.length > 0 && 'id' in holder) return [];
  const members = Object.entries(holder).filter(([name]) => !NON_ITEM_NAMES.test(name));
  const here = members.flatMap(([name, rows]): Rows[] =>
    Array.isArray(rows) ? [{ place: [...above, name], rows }] : [],
  );
  if ('id' in holder) return here;
  const below = members.flatMap(([name, value]) =>
    arraysIn(value, [...above, name]).filter(
      ({ rows }) => name === '_embedded' || rows.every((row) => typeof row === 'object'),
    ),
  );
  return [...here, ...below];
}

/** Returns the array that is the list: the only one of its depth, or the only one there with a usual name. */
function mostLikely(arrays: readonly Rows[]): Rows | undefined {
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    const here = arrays.filter(({ place }) => place.length === depth);
    if (here.length === 1) return here[0];
    const named = here.filter(({ place }) => ITEM_NAMES.test(place.at(-1)?.toLowerCase() ?? ''));
    if (named.length === 1) return named[0];
    if (here.length > 1) return undefined;
  }
  return undefined;
}

const nodeOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'node' in item && Object.keys(item).length <= 2
    ? item.node
    : item;
