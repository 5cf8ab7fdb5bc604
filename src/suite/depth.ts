// How deep a body may be nested: beyond that it is nobody's data, and following it would exhaust the reader.

/** Levels of lists and objects within each other. */
export const DEEPEST_BODY = 200;

/** Whether a JSON text is nested deeper than is followed. Such a body counts as no JSON. */
export function tooDeep(text: string): boolean {
  if (text.length <= DEEPEST_BODY) return false;
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[[\]{}]/g)) {
    if (token === '[' || token === '{') {
      depth += 1;
      if (depth > DEEPEST_BODY) return true;
    } else if (token === ']' || token === '}') depth -= 1;
  }
  return false;
}
