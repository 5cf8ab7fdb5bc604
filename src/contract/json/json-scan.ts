// Measures the depth and the number of values of JSON before it is parsed, also when it is invalid.

/** The size of a JSON text: parsing a list of `{}` takes twenty times as much memory as its text. */
type JsonSize = {
  /** the members of all objects, which is the number of colons outside strings */
  members: number;
  /** the members and elements of all objects and arrays; an empty object or array counts as 1 */
  values: number;
  /** the number of levels to which objects and arrays are nested */
  depth: number;
};

export function measureJson(text: string): JsonSize {
  const size: JsonSize = { members: 0, values: 0, depth: 0 };
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 34 /* " */:
        at = endOfString(text, at);
        break;
      case 58 /* : */:
        size.members++;
        break;
      // The first member or element follows an opening bracket, and every later one follows a comma.
      case 44 /* , */:
        size.values++;
        break;
      case 91 /* [ */:
      case 123 /* { */:
        size.values++;
        depth++;
        if (depth > size.depth) size.depth = depth;
        break;
      case 93 /* ] */:
      case 125 /* } */:
        depth--;
    }
  }
  return size;
}

function endOfString(text: string, from: number): number {
  let at = from;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 92 /* \ */) escapes++;
    if (escapes % 2 === 0) return at;
  }
}
