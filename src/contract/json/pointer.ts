// JSON pointers (RFC 6901), and the percent-decoding of names in URLs.

export const pointerSegment = (name: string): string =>
  /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;

/** Reverses `pointerSegment`. */
export const segmentName = (segment: string): string =>
  segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment;

export const pointerTo = (names: readonly string[]): string =>
  names.map((name) => `/${pointerSegment(name)}`).join('');

export const namesIn = (pointer: string): string[] => pointer.split('/').slice(1).map(segmentName);

/** Returns the value to which some names lead; undefined when there is none. */
export function valueAt(root: unknown, names: readonly string[]): unknown {
  let at = root;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** Returns the value at a JSON pointer; undefined when there is none. */
export const valueAtPointer = (root: unknown, pointer: string): unknown => valueAt(root, namesIn(pointer));

/**
 * Copies a value with another one at a JSON pointer; undefined takes the member away. Returns the value itself when it
 * has no parent for the pointer.
 */
export function withValueAt(root: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value;
  const end = pointer.lastIndexOf('/');
  const copy: unknown = structuredClone(root);
  const parent = valueAtPointer(copy, pointer.slice(0, end));
  if (typeof parent !== 'object' || parent === null) return root;
  const name = segmentName(pointer.slice(end + 1));
  if (value === undefined) Reflect.deleteProperty(parent, name);
  else Object.defineProperty(parent, name, { value, writable: true, enumerable: true, configurable: true });
  return copy;
}

/** Decodes the %XX of a text; a text that cannot be decoded stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
