// Reads the escapes of JSON, of URLs and of HTML.
/** One escape: the text that it represents, and its own length in characters, which is never the smaller one. */
export type Escape = { text: string; length: number };

/** A scheme of escapes. */
export type EscapeScheme = {
  /** the character with which every escape begins */
  readonly sign: string;
  /** reads the escape that begins at a position; null when none begins there */
  read(text: string, at: number): Escape | null;
};

/** The schemes of escapes: JSON and JavaScript, percent-encoding (RFC 3986), and HTML. */
export const ESCAPE_SCHEMES: readonly EscapeScheme[] = [
  { sign: '\\', read: backslashEscapeAt },
  { sign: '%', read: percentEscapeAt },
  { sign: '&', read: entityAt },
];

const LETTER_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads `\"`, `\/`, `\n`, `\u0041` or `\x41`. */
function backslashEscapeAt(text: string, at: number): Escape | null {
  const next = text[at + 1] ?? '';
  if (next === 'u' || next === 'x') {
    const length = next === 'u' ? 4 : 2;
    const digits = text.slice(at + 2, at + 2 + length);
    if (!/^[0-9a-f]+$/i.test(digits) || digits.length < length) return null;
    return { text: String.fromCharCode(Number.parseInt(digits, 16)), length: 2 + length };
  }
  const letter = LETTER_ESCAPES[next];
  if (letter !== undefined) return { text: letter, length: 2 };
  return '"\\/\''.includes(next) && next !== '' ? { text: next, length: 2 } : null;
}

const utf8 = new TextDecoder();

/** Reads one UTF-8 character whose bytes are percent-encoded, each in the form `%41`. */
function percentEscapeAt(text: string, at: number): Escape | null {
  const byteAt = (place: number): number => {
    const digits = text.slice(place + 1, place + 3);
    return text[place] === '%' && /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
  };
  const lead = byteAt(at);
  if (lead < 0) return null;
  const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
  const bytes = [lead];
  for (let n = 1; n <= more; n += 1) {
    const byte = byteAt(at + 3 * n);
    if (byte < 0x80 || byte > 0xbf) break;
    bytes.push(byte);
  }
  if (lead < 0x80) return { text: String.fromCharCode(lead), length: 3 };
  return { text: utf8.decode(Uint8Array.from(bytes)), length: 3 * bytes.length };
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  newline: '\n',
};

/** Reads `&quot;`, `&#65;` or `&#x41;`. */
function entityAt(text: string, at: number): Escape | null {
  const entity = /^&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,7}));/i.exec(text.slice(at, at + 10));
  if (!entity) return null;
  const [all, decimal, hex, name = ''] = entity;
  const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : null;
  if (point === null) {
    const named = NAMED_ENTITIES[name.toLowerCase()];
    return named === undefined ? null : { text: named, length: all.length };
  }
  return point > 0x10ffff ? null : { text: String.fromCodePoint(point), length: all.length };
}
