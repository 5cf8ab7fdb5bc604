// Undoes the escapes of a text in every order of their layers, and maps positions back to the original text.
import { ESCAPE_SCHEMES, type EscapeScheme } from './escapes.ts';

/** A decoded text, and for each of its characters the range of the original text that it came from. */
export type Decoded = {
  readonly text: string;
  /** character index → index of its first character in the original text; null when the text is unchanged */
  readonly starts: Uint32Array | null;
  /** character index → index after its last character in the original text; null when the text is unchanged */
  readonly ends: Uint32Array | null;
};

/** The most layers of escapes that are undone; JSON inside JSON inside a URL has three. */
const MAX_LAYERS = 4;
/** The most characters of all decoded texts together. The texts with the fewest layers come first. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Yields the text, then every other text that results from undoing layers of escapes: each step undoes all escapes of one
 * scheme, because a value may itself contain what looks like an escape of another scheme. A value may also be broken into
 * lines, inside any layer: a text of several lines is yielded without blanks and line breaks too, and so is what results
 * from it.
 */
export function* decodings(text: string): Generator<Decoded> {
  // `isJoined`: blanks are removed.
  const queue: { decoded: Decoded; layers: number; isJoined: boolean }[] = [];
  const seen = new Set<string>();
  let characters = -text.length;
  const add = (decoded: Decoded | null, layers: number, isJoined: boolean): void => {
    if (decoded === null || seen.has(decoded.text) || characters > MAX_CHARACTERS) return;
    characters += decoded.text.length;
    seen.add(decoded.text);
    queue.push({ decoded, layers, isJoined });
  };
  add({ text, starts: null, ends: null }, 0, false);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { decoded, layers, isJoined } = next;
    yield decoded;
    if (!isJoined && /[\r\n]/.test(decoded.text)) add(withoutBlanks(decoded), layers, true);
    if (layers === MAX_LAYERS) continue;
    for (const scheme of ESCAPE_SCHEMES) {
      const other = undoEscapes(decoded, scheme);
      add(other && isJoined ? withoutBlanks(other) : other, layers + 1, isJoined);
    }
  }
}

/** Undoes every escape of one scheme once. Returns null when the text contains none. */
function undoEscapes(input: Decoded, { sign, read }: EscapeScheme): Decoded | null {
  const { text } = input;
  let at = text.indexOf(sign);
  if (at < 0) return null;
  const parts: string[] = [];
  // The decoded text is never longer, because an escape is at least as long as the text that it represents.
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  let copiedTo = 0;
  const copyTo = (end: number): void => {
    parts.push(text.slice(copiedTo, end));
    for (let from = copiedTo; from < end; from += 1) {
      starts[length] = input.starts?.[from] ?? from;
      ends[length] = input.ends?.[from] ?? from + 1;
      length += 1;
    }
  };
  for (; at >= 0; at = text.indexOf(sign, at + 1)) {
    const found = read(text, at);
    if (!found) continue;
    copyTo(at);
    const last = at + found.length - 1;
    for (let n = 0; n < found.text.length; n += 1) {
      starts[length] = input.starts?.[at] ?? at;
      ends[length] = input.ends?.[last] ?? last + 1;
      length += 1;
    }
    parts.push(found.text);
    at = last;
    copiedTo = last + 1;
  }
  if (copiedTo === 0) return null;
  copyTo(text.length);
  return { text: parts.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

const isBlank = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x2028 || code === 0x2029;

/** Removes blanks and line breaks from a text. */
function withoutBlanks({ text, starts, ends }: Decoded): Decoded {
  const from = new Uint32Array(text.length);
  const to = new Uint32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (isBlank(text.charCodeAt(at))) continue;
    from[length] = starts?.[at] ?? at;
    to[length] = ends?.[at] ?? at + 1;
    length += 1;
  }
  const joined = text.replace(/[\t-\r \u00a0\u2028\u2029]+/g, '');
  return { text: joined, starts: from.subarray(0, length), ends: to.subarray(0, length) };
}
