// Finds the elements of a list in a reply, whatever common shape the list has.

import { valueAtPointer } from '../../contract/json/pointer.ts';

const ITEM_POINTERS = ['', '/data', '/items', '/results', '/data/items'];
/** The names of members that do not contain the elements of the list, such as those of JSON:API, HAL and error bodies. */
const NON_ITEM_NAMES = /^(errors|warnings|links|_links|included|meta|facets|sort)$/;
/** Names under which servers put the elements of any list, in lower case. */
const ITEM_NAMES =
  /^(data|items|results?|rows|records|content|entries|list|values|elements|edges|collection|objects|nodes)$/;
/** How deep below the body the elements of a list may be. */
const MAX_DEPTH = 3;

type Found = { name: string; depth: number; items: unknown[] };

/**
 * Finds the elements of a page: at the pointer of the target file, or else in a bare array, `data`, `items` or
 * `results`, or else in the only array of the body, or in the array with a usual name. An element of `edges` is its
 * `node`.
 * @param isKnown returns true for an element that the list is known to contain; then the array with that element is
 * preferred
 * @returns undefined when the body is not a list; an empty list when the body shows null in place of the elements
 */
export function itemsInPage(
  body: unknown,
  { items }: { items?: string } = {},
  isKnown?: (item: unknown) => boolean,
): unknown[] | undefined {
  for (const pointer of items === undefined ? ITEM_POINTERS : [items]) {
    const found = valueAtPointer(body, pointer);
    if (Array.isArray(found)) return found;
  }
  if (items !== undefined) return valueAtPointer(body, items) === null ? [] : undefined;
  const arrays = arraysIn(body, 0);
  const known = isKnown && arrays.find((one) => one.items.some(isKnown));
  return (
    (known ?? mostLikely(arrays))?.items.map(nodeOf) ?? (arrays.length === 0 ? emptyList(body) : undefined)
  );
}

function emptyList(body: unknown): [] | undefined {
  if (body === null) return [];
  if (typeof body !== 'object') return undefined;
  const shown = Object.entries(body).filter(([name]) => ITEM_NAMES.test(name.toLowerCase()));
  return shown.length === 1 && shown[0]?.[1] === null ? [] : undefined;
}

/** Lists the arrays of a body that may contain the elements of a list, the outermost first. */
function arraysIn(holder: unknown, depth: number): Found[] {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder) || depth >= MAX_DEPTH) return [];
  // An object with an id is a resource, and its arrays are parts of the resource.
  if (depth > 0 && 'id' in holder) return [];
  const members = Object.entries(holder).filter(([name]) => !NON_ITEM_NAMES.test(name));
  const here = members.flatMap(([name, items]): Found[] =>
    Array.isArray(items) ? [{ name, depth, items }] : [],
  );
  if ('id' in holder) return here;
  const below = members.flatMap(([name, value]) =>
    arraysIn(value, depth + 1).filter(
      ({ items }) => name === '_embedded' || items.every((item) => typeof item === 'object'),
    ),
  );
  return [...here, ...below];
}

/** Returns the array that is the list: the only one of its depth, or the only one there with a usual name. */
function mostLikely(arrays: readonly Found[]): Found | undefined {
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const here = arrays.filter((one) => one.depth === depth);
    if (here.length === 1) return here[0];
    const named = here.filter(({ name }) => ITEM_NAMES.test(name.toLowerCase()));
    if (named.length === 1) return named[0];
    if (here.length > 1) return undefined;
  }
  return undefined;
}

/** Returns the element of an edge (GraphQL Relay), or the element itself. */
const nodeOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'node' in item && Object.keys(item).length <= 2
    ? item.node
    : item;
