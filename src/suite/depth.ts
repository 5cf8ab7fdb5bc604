// How deep a body may be nested: beyond that it is nobody's data, and following it would exhaust the reader.

/** Levels of lists and objects within each other. */
export const DEEPEST_BODY = 200;

/** Whether a JSON text is nested deeper than is followed. Such a body counts as no JSON. */
export function tooDeep(text: string): boolean {
  if (text.length <= DEEPEST_BODY) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // a text: brackets within it open nothing
        at = endOfText(text, at + 1);
        break;
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > DEEPEST_BODY) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
    }
  }
  return false;
}

/** Where the closing quotation mark of a JSON text stands, or the end of all. */
function endOfText(text: string, from: number): number {
  for (let at = from; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let escapes = 0;
    while (at - escapes > from && text.charCodeAt(at - escapes - 1) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}
