// Lists the values within a body, with their places as JSON Pointers.
import { isObject } from '../../contract/is-object.ts';
import { pointerSegment } from '../../contract/json/pointer.ts';

/** A value within a body that is no object: its place as a JSON Pointer (RFC 6901), and the name of its member. */
export type Leaf = { pointer: string; name: string; value: unknown };

/** The most values of one body that are read to learn from it. */
const MAX_LEAVES = 500;

/** Lists the values of a body that are no objects. An array is listed itself, and its elements after it. */
export function leavesOf(body: unknown): Leaf[] {
  const found: Leaf[] = [];
  const visit = (value: unknown, pointer: string, name: string): void => {
    if (found.length >= MAX_LEAVES) return;
    if (isObject(value)) {
      for (const [key, member] of Object.entries(value))
        visit(member, `${pointer}/${pointerSegment(key)}`, key);
      return;
    }
    if (pointer !== '') found.push({ pointer, name, value });
    if (!Array.isArray(value)) return;
    for (const [at, element] of value.entries()) visit(element, `${pointer}/${at}`, name);
  };
  visit(body, '', '');
  return found;
}

/** Returns the pointer to the object that holds the value at a pointer. */
export const parentOf = (pointer: string): string => pointer.slice(0, Math.max(pointer.lastIndexOf('/'), 0));

/** Lists the pointers to the objects around a place, the outermost first, without the body itself. */
export function placesAround(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((_, at) => `/${steps.slice(0, at + 1).join('/')}`);
}

/** Lists the pointers to the objects that hold the value at a pointer, the innermost first and the body itself last. */
export const objectsAround = (pointer: string): string[] =>
  ['', ...placesAround(pointer).slice(0, -1)].reverse();
