// Finds the smallest parts in which two documents differ.
import { isObject, type JsonObject } from '../is-object.ts';

/** One part that differs: its path in the document that has it, and its value in both; undefined in one without it. */
export type Change = { path: readonly string[]; before: unknown; after: unknown };

/** Lists the smallest parts in which two values differ. */
export function changesOf(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    const partOf = (whole: JsonObject, name: string): unknown =>
      Object.hasOwn(whole, name) ? whole[name] : undefined;
    return [...names].flatMap((name) =>
      changesOf(partOf(before, name), partOf(after, name), [...path, name]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const was = keyed(before);
    const is = keyed(after);
    const changes = [...new Set([...was.keys(), ...is.keys()])].flatMap((key) =>
      changesOf(was.get(key), is.get(key), [...path, key]),
    );
    // The order of a list is no difference.
    return changes;
  }
  return [{ path, before, after }];
}

// Maps the elements of a list by what tells them apart: their value, reference, trigger, name, or place.
function keyed(list: readonly unknown[]): Map<string, unknown> {
  return new Map(
    list.map((element, at): [string, unknown] => {
      if (!isObject(element)) return [Array.isArray(element) ? String(at) : String(element), element];
      const { name, in: place, $ref, from, on } = element;
      if (on !== undefined) return [`${from} ${on}`, element];
      if (typeof name === 'string') return [place === undefined ? name : `${place} ${name}`, element];
      return [typeof $ref === 'string' ? $ref : String(at), element];
    }),
  );
}

/** Returns the part of a document at a path of a change; undefined when it has none. */
export function partAt(root: unknown, path: readonly string[]): unknown {
  let at = root;
  for (const name of path) {
    if (Array.isArray(at)) at = keyed(at).get(name);
    else if (isObject(at) && Object.hasOwn(at, name)) at = at[name];
    else return undefined;
  }
  return at;
}
