// Finds many secrets in a text in one search, in every encoding and also in parts, in time proportional to the length
// of the text.
import { type Decoded, decodings } from './decodings.ts';
import { encodedForms, foldCase } from './encodings.ts';

/**
 * The fewest characters of a secret that is searched for, because redacting a text such as `a` or `1234` would make a
 * report unreadable. Shorter values are still redacted in members with secret names.
 */
const MIN_SECRET_LENGTH = 6;
/**
 * The fewest characters of a part of a secret that is searched for. A shorter secret is found only as a whole word.
 */
export const MIN_FRAGMENT_LENGTH = 8;
/** The most characters of the start or end of a form that are compared before a match is extended. */
const MAX_EDGE_LENGTH = 64;
/** The number of characters in the rolling hash that selects the positions to compare. */
const HASH_WINDOW = 6;
/** The base of the rolling hash. */
const HASH_BASE = 0x9e37;
/**
 * `HASH_BASE` to the power of `HASH_WINDOW`, modulo 2^32: the factor of the character that leaves the rolling hash.
 */
const OUTGOING_FACTOR = Array.from({ length: HASH_WINDOW }).reduce<number>(
  (product) => Math.imul(product, HASH_BASE),
  1,
);
const FILTER_BITS = 17;

/**
 * Returns how many characters at the start or end of a form are enough to reveal the secret: three quarters of a form
 * below 24 characters, half of a longer form, but at least eight.
 */
const edgeLength = (length: number): number =>
  Math.max(MIN_FRAGMENT_LENGTH, Math.min(MAX_EDGE_LENGTH, Math.ceil(length * (length < 24 ? 0.75 : 0.5))));

/** The start or the end of an encoded form, which several forms may share. */
type Pattern = {
  edge: Uint16Array;
  /** index, within the start or end, of the character codes that are hashed */
  hashIndex: number;
  wholeWord: boolean;
  /** the forms that have this start or end; `from` is its index in the form */
  forms: { secret: string; form: Uint16Array; from: number }[];
};

/** A range of a text that reveals a secret; the character at `end` is not part of the range. */
export type SecretMatch = { start: number; end: number; secret: string };

function hashAt(codes: Uint16Array, at: number): number {
  let hash = 0;
  for (let n = 0; n < HASH_WINDOW; n += 1) hash = (Math.imul(hash, HASH_BASE) + (codes[at + n] ?? 0)) | 0;
  return hash;
}

const slotOf = (hash: number): number => Math.imul(hash, 0x85eb_ca6b) >>> (32 - FILTER_BITS);

const isWordCode = (code: number | undefined): boolean =>
  code !== undefined &&
  ((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code > 0x7f);

/** Finds secrets in texts; further secrets can be added at any time. */
export class SecretMatcher {
  readonly #secrets = new Set<string>();
  /** character codes of a form's start or end → its pattern */
  readonly #edges = new Map<string, Pattern>();
  /** hash of the rarest character codes of a pattern → the patterns with that hash */
  readonly #patterns = new Map<number, Pattern[]>();
  /** hash of the first character codes of a form → the forms, to find a form that the end of a text cuts off */
  readonly #starts = new Map<number, { secret: string; form: Uint16Array }[]>();
  /** 1 at each index that the hash of any pattern selects */
  readonly #filter = new Uint8Array(1 << FILTER_BITS);

  /** Adds a secret. @returns false when the secret is too short to be searched for */
  add(secret: string): boolean {
    if (secret.length < MIN_SECRET_LENGTH) return false;
    if (this.#secrets.has(secret)) return true;
    this.#secrets.add(secret);
    const short = secret.length < MIN_FRAGMENT_LENGTH;
    for (const { codes: form, encoded } of encodedForms(secret)) {
      const { length } = form;
      if (length < HASH_WINDOW) continue;
      const edge = Math.min(length, short ? length : edgeLength(length));
      this.#index(secret, form, 0, edge, short && !encoded);
      if (edge < length) this.#index(secret, form, length - edge, length, false);
      if (short) continue;
      const hash = hashAt(form, 0);
      const starts = this.#starts.get(hash);
      if (starts) starts.push({ secret, form });
      else this.#starts.set(hash, [{ secret, form }]);
    }
    return true;
  }

  /** The number of secrets that are searched for. */
  get size(): number {
    return this.#secrets.size;
  }

  /** Finds the ranges of a text that reveal a secret, ordered and without overlaps. */
  find(text: string): SecretMatch[] {
    if (this.#secrets.size === 0 || text.length < HASH_WINDOW) return [];
    const found: SecretMatch[] = [];
    for (const decoded of decodings(text)) {
      this.#search(decoded, found);
      this.#searchEnd(decoded, text.length, found);
    }
    return mergeOverlaps(found);
  }

  /** Stores the start or end of a form under the hash of its rarest character codes. */
  #index(secret: string, form: Uint16Array, from: number, to: number, wholeWord: boolean): void {
    const edge = form.subarray(from, to);
    const key = `${wholeWord}${String.fromCharCode(...edge)}`;
    const indexed = this.#edges.get(key);
    if (indexed) {
      indexed.forms.push({ secret, form, from });
      return;
    }
    const pattern: Pattern = { edge, hashIndex: 0, wholeWord, forms: [{ secret, form, from }] };
    this.#edges.set(key, pattern);
    let best = Number.POSITIVE_INFINITY;
    for (let at = 0; at + HASH_WINDOW <= edge.length && best > 0; at += 1) {
      const others = this.#patterns.get(hashAt(edge, at))?.length ?? 0;
      if (others < best) {
        best = others;
        pattern.hashIndex = at;
      }
    }
    const hash = hashAt(edge, pattern.hashIndex);
    const bucket = this.#patterns.get(hash);
    if (bucket) bucket.push(pattern);
    else this.#patterns.set(hash, [pattern]);
    this.#filter[slotOf(hash)] = 1;
  }

  /** Finds the start of a secret at the end of a text, which may have been cut inside the secret. */
  #searchEnd({ text, starts }: Decoded, originalLength: number, found: SecretMatch[]): void {
    const cut = Math.max(0, text.length - MAX_EDGE_LENGTH);
    const codes = foldCase(text.slice(cut));
    for (let at = 0; at + HASH_WINDOW <= codes.length; at += 1) {
      for (const { secret, form } of this.#starts.get(hashAt(codes, at)) ?? []) {
        let n = 0;
        while (at + n < codes.length && codes[at + n] === form[n]) n += 1;
        if (at + n < codes.length) continue;
        found.push({ start: starts?.[cut + at] ?? cut + at, end: originalLength, secret });
        return;
      }
    }
  }

  /** Finds the ranges that reveal a secret in one decoded form of a text. */
  #search({ text, starts, ends }: Decoded, found: SecretMatch[]): void {
    const codes = foldCase(text);
    let hash = 0;
    /** secret → the index after its last match, so that text before that index is not searched again */
    const coveredTo = new Map<string, number>();
    for (let at = 0; at < codes.length; at += 1) {
      hash = (Math.imul(hash, HASH_BASE) + (codes[at] ?? 0)) | 0;
      if (at >= HASH_WINDOW) hash = (hash - Math.imul(OUTGOING_FACTOR, codes[at - HASH_WINDOW] ?? 0)) | 0;
      const hashStart = at - HASH_WINDOW + 1;
      if (hashStart < 0 || this.#filter[slotOf(hash)] === 0) continue;
      for (const pattern of this.#patterns.get(hash) ?? []) {
        const match = matchAt(codes, hashStart, pattern, coveredTo);
        if (match === null) continue;
        const { start, end, secret } = match;
        coveredTo.set(secret, end);
        found.push({ start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end, secret });
      }
    }
  }
}

/**
 * Finds the longest match at a position of the text, among the forms whose start or end has its hashed character
 * codes at that position.
 * @param coveredTo secret → the index after its last match
 * @returns null when no form matches
 */
function matchAt(
  codes: Uint16Array,
  hashStart: number,
  { edge, hashIndex, wholeWord, forms }: Pattern,
  coveredTo: ReadonlyMap<string, number>,
): SecretMatch | null {
  const first = hashStart - hashIndex;
  const last = first + edge.length;
  if (first < 0 || last > codes.length) return null;
  for (let n = 0; n < edge.length; n += 1) if (codes[first + n] !== edge[n]) return null;
  if (wholeWord && (isWordCode(codes[first - 1]) || isWordCode(codes[last]))) return null;
  let longest: SecretMatch | null = null;
  for (const { secret, form, from } of forms) {
    const covered = coveredTo.get(secret) ?? 0;
    if (last <= covered) continue;
    let start = first;
    let end = last;
    for (let at = from; at > 0 && start > covered && codes[start - 1] === form[at - 1]; at -= 1) start -= 1;
    for (
      let at = from + edge.length;
      at < form.length && end < codes.length && codes[end] === form[at];
      at += 1
    )
      end += 1;
    if (longest === null || end - start > longest.end - longest.start) longest = { start, end, secret };
  }
  return longest;
}

/** Merges overlapping ranges. The merged range has the secret of the longest of them. */
function mergeOverlaps(found: SecretMatch[]): SecretMatch[] {
  const merged: SecretMatch[] = [];
  let longest = 0;
  for (const match of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    const length = match.end - match.start;
    if (!last || match.start >= last.end) {
      merged.push({ ...match });
      longest = length;
      continue;
    }
    if (length > longest) {
      longest = length;
      last.secret = match.secret;
    }
    last.end = Math.max(last.end, match.end);
  }
  return merged;
}
