// Measures the depth and the number of values of JSON before it is parsed, also when it is invalid.

/**
 * Counts the members of all objects in a JSON text, which is the number of colons outside strings.
 * @param maxDepth the number of levels to which objects and arrays may be nested
 * @returns -1 for a text that is nested deeper
 */
export function countMembers(text: string, maxDepth: number): number {
  let members = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 34 /* " */:
        at = endOfString(text, at);
        break;
      case 58 /* : */:
        members++;
        break;
      case 91 /* [ */:
      case 123 /* { */:
        if (++depth > maxDepth) return -1;
        break;
      case 93 /* ] */:
      case 125 /* } */:
        depth--;
    }
  }
  return members;
}

/** Returns the index of the closing quotation mark, or the length of the text. */
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

/** The limits of a JSON body: parsing a list of `{}` takes twenty times as much memory as its text. */
export type JsonLimits = {
  /** the number of levels to which objects and arrays may be nested; unlimited when left out */
  depth?: number;
  /** the maximum number of members and elements in all objects and arrays; an empty object or array counts as 1 */
  values: number;
};

/** Tells whether JSON bytes stay within limits. */
export function isWithinLimits(
  bytes: Uint8Array,
  { depth: maxDepth = Infinity, values: maxValues }: JsonLimits,
): boolean {
  let values = 0;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 92 /* \ */) at++;
      else if (byte === 34 /* " */) inString = false;
    } else if (byte === 34) inString = true;
    // The first member or element follows an opening bracket, and every later member or element follows a comma.
    else if (byte === 91 /* [ */ || byte === 123 /* { */) {
      if (++depth > maxDepth || ++values > maxValues) return false;
    } else if (byte === 44 /* , */) {
      if (++values > maxValues) return false;
    } else if (byte === 93 /* ] */ || byte === 125 /* } */) depth--;
  }
  return true;
}
