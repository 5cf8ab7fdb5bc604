// Reading a JSON body safely: UTF-8 only, no key twice, no nesting without end, no `__proto__`.

/** Deeper nesting than this is refused before it is parsed. */
export const MAX_DEPTH = 100;

/** Why a body is not JSON that can be used: a word of the table of refusals. */
export type JsonError = 'MALFORMED_UTF8' | 'MALFORMED_JSON' | 'JSON_TOO_DEEP' | 'DUPLICATE_KEY';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON text (RFC 8259), or the word for what is wrong with it. A member called `__proto__` is left out,
 * as any unknown member is ignored; the prototype of what is returned is always the plain one.
 */
export function parseJson(bytes: Uint8Array): { value: unknown } | JsonError {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return 'MALFORMED_UTF8';
  }
  const members = countMembers(text);
  if (members === -1) return 'JSON_TOO_DEEP';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'MALFORMED_JSON';
  }
  // JSON.parse keeps the last of two equal keys, so a repeated key shows as a member fewer than the text has.
  return stripProtoMembers(value) === members ? { value } : 'DUPLICATE_KEY';
}

/**
 * Tells whether JSON bytes, well-formed or not, nest no deeper than `MAX_DEPTH` and have at most `most` values: a
 * value such as `{}` takes twenty times as much memory when it is read as it does in the text.
 */
export function isModest(bytes: Uint8Array, most: number): boolean {
  let values = 1;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 92 /* \ */) at++;
      else if (byte === 34 /* " */) inString = false;
    } else if (byte === 34) inString = true;
    else if (byte === 91 /* [ */ || byte === 123 /* { */) {
      if (++depth > MAX_DEPTH || ++values > most) return false;
    } else if (byte === 44 /* , */) {
      if (++values > most) return false;
    } else if (byte === 93 /* ] */ || byte === 125 /* } */) depth--;
  }
  return true;
}

/** The number of members in a JSON text, which is the number of colons outside strings; -1 when it nests too deep. */
function countMembers(text: string): number {
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
        if (++depth > MAX_DEPTH) return -1;
        break;
      case 93 /* ] */:
      case 125 /* } */:
        depth--;
    }
  }
  return members;
}

/** The index of the quotation mark that closes the string opened at `from`. */
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

/** Counts the members of a parsed value and takes `__proto__` out of it. */
function stripProtoMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) members += stripProtoMembers(item);
    return members;
  }
  for (const name of Object.keys(value)) {
    members += 1 + stripProtoMembers(Reflect.get(value, name));
    if (name === '__proto__') Reflect.deleteProperty(value, name);
  }
  return members;
}
