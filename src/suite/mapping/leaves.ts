// Lists the values within a body, with their places as JSON Pointers.
import { isObject } from '../../contract/is-object.ts';
import { pointerSegment } from '../../contract/json/pointer.ts';

/** A value within a body: its place as a JSON Pointer (RFC 6901), and the name of its member. */
export type Leaf = { pointer: string; name: string; value: unknown };

/** The values of each body, because many rules read the same body and none changes it. */
const leavesByBody = new WeakMap<object, readonly Leaf[]>();

/**
 * Lists every value within a body, objects and arrays included, the outermost first. An element of an array has the array's
 * member name.
 */
export function leaves(body: unknown): readonly Leaf[] {
  if (typeof body !== 'object' || body === null) return [];
  const before = leavesByBody.get(body);
  if (before) return before;
  const found: Leaf[] = [];
  const visit = (value: unknown, pointer: string, name: string): void => {
    if (pointer !== '') found.push({ pointer, name, value });
    if (Array.isArray(value))
      for (const [at, element] of value.entries()) visit(element, `${pointer}/${at}`, name);
    else if (isObject(value))
      for (const [key, member] of Object.entries(value))
        visit(member, `${pointer}/${pointerSegment(key)}`, key);
  };
  visit(body, '', '');
  leavesByBody.set(body, found);
  return found;
}

const MAX_LEAVES = 500;

/** Lists the values of a body that are no objects. */
export const leavesOf = (body: unknown): readonly Leaf[] =>
  leaves(body)
    .filter(({ value }) => !isObject(value))
    .slice(0, MAX_LEAVES);

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
