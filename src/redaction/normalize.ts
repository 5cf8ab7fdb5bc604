// Undoes the escapes of a text, so that all escaped forms of a secret become equal, and maps positions back to the
// original text.

/** An unescaped text, and for each of its characters the range of the original text that it came from. */
export type Unescaped = {
  text: string;
  /** character index → index of its first character in the original text; null when the text is unchanged */
  starts: Uint32Array | null;
  /** character index → index after its last character in the original text; null when the text is unchanged */
  ends: Uint32Array | null;
};

/** The most times that a text is unescaped; JSON inside JSON inside a URL needs three times. */
const MAX_PASSES = 4;

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  newline: '\n',
};
const LETTER_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const AMPERSAND = 0x26;

/** One escape: the text that it represents, and its own length in characters. */
type Escape = { text: string; length: number };

/**
 * Reads the escape at a position: `\"`, `\/`, `\n`, `\u0041`, `\x41`, `%41` (UTF-8), `&quot;`, `&#65;` or `&#x41;`.
 * Returns null when no escape begins there.
 */
function escapeAt(text: string, at: number): Escape | null {
  const first = text.charCodeAt(at);
  if (first === BACKSLASH) {
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
  if (first === PERCENT) return percentAt(text, at);
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

/** Reads one UTF-8 character whose bytes are percent-encoded, each in the form `%41`. */
function percentAt(text: string, at: number): Escape | null {
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

const utf8 = new TextDecoder();

/** Undoes every escape of a text once. Returns null when the text contains no escape. */
function unescapeOnce(input: Unescaped): Unescaped | null {
  const { text } = input;
  if (!/[\\%&]/.test(text)) return null;
  const parts: string[] = [];
  // The unescaped text is never longer, because an escape is at least as long as the text that it represents.
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  let copiedTo = 0;
  const copyRange = (from: number, to: number): void => {
    if (from === to) return;
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1) {
      starts[length] = input.starts?.[at] ?? at;
      ends[length] = input.ends?.[at] ?? at + 1;
      length += 1;
    }
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== BACKSLASH && code !== PERCENT && code !== AMPERSAND) continue;
    const sequence = escapeAt(text, at);
    if (!sequence) continue;
    copyRange(copiedTo, at);
    const last = at + sequence.length - 1;
    for (let n = 0; n < sequence.text.length; n += 1) {
      starts[length] = input.starts?.[at] ?? at;
      ends[length] = input.ends?.[last] ?? last + 1;
      length += 1;
    }
    parts.push(sequence.text);
    at = last;
    copiedTo = at + 1;
  }
  if (copiedTo === 0) return null;
  copyRange(copiedTo, text.length);
  return { text: parts.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

/**
 * Yields the text unchanged, then unescaped once, twice and so on, until it no longer changes.
 * @param blanks false removes blanks and line breaks before each pass, because a secret may be broken into several
 * lines
 */
export function* unescapings(text: string, blanks = true): Generator<Unescaped> {
  let current: Unescaped | null = { text, starts: null, ends: null };
  for (let pass = 0; current !== null && pass <= MAX_PASSES; pass += 1) {
    if (!blanks) current = withoutBlanks(current);
    yield current;
    current = unescapeOnce(current);
  }
}

const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x2028 || code === 0x2029;

function withoutBlanks({ text, starts, ends }: Unescaped): Unescaped {
  const from = new Uint32Array(text.length);
  const to = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (isBlank(text.charCodeAt(at))) continue;
    from[length] = starts?.[at] ?? at;
    to[length] = ends?.[at] ?? at + 1;
    length += 1;
  }
  if (length === text.length) return { text, starts, ends };
  const joined = text.replace(/[\t-\r \u00a0\u2028\u2029]+/g, '');
  return { text: joined, starts: from.subarray(0, length), ends: to.subarray(0, length) };
}

/** Converts a text to character codes, with ASCII letters in lower case. */
export function foldCase(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    codes[at] = code >= 0x41 && code <= 0x5a ? code + 32 : code;
  }
  return codes;
}
