// JSON pointers (RFC 6901), and the percent-decoding of names in URLs.

/** Escapes a name as one segment of a JSON pointer. */
export const pointerSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Reverses `pointerSegment`. */
export const segmentName = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the value at a JSON pointer; undefined when there is none. */
export function valueAtPointer(root: unknown, pointer: string): unknown {
  let at = root;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segmentName(segment);
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** Decodes the %XX of a text; a text that cannot be decoded stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
