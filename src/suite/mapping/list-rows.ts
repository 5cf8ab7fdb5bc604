// Replaces the rows of a list within the body that holds them.
import { isObject } from '../../contract/is-object.ts';

/**
 * Returns a copy of a body in which the rows of a list are replaced; everything else is shared with the body. The rows
 * are the elements of an array of the body, or the nodes of its edges (GraphQL Relay).
 */
export function replaceRows(
  body: unknown,
  rows: readonly unknown[],
  replacement: readonly unknown[],
): unknown {
  if (Array.isArray(body)) return holdsRows(body, rows) ? replacement : body;
  if (!isObject(body)) return body;
  for (const [name, member] of Object.entries(body)) {
    const replaced = replaceRows(member, rows, replacement);
    if (replaced !== member) return { ...body, [name]: replaced };
  }
  return body;
}

const holdsRows = (array: readonly unknown[], rows: readonly unknown[]): boolean =>
  array.length === rows.length &&
  array.every((element, at) => element === rows[at] || (isObject(element) && element.node === rows[at]));
