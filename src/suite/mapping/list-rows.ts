// Replaces the rows of a list within the body that holds them.
import { isObject } from '../../contract/is-object.ts';

/** Returns a copy of a body in which one array is replaced by another; everything else is shared with the body. */
export function replaceArray(
  body: unknown,
  rows: readonly unknown[],
  replacement: readonly unknown[],
): unknown {
  if (body === rows) return replacement;
  if (!isObject(body)) return body;
  for (const [name, member] of Object.entries(body)) {
    const replaced = replaceArray(member, rows, replacement);
    if (replaced !== member) return { ...body, [name]: replaced };
  }
  return body;
}
