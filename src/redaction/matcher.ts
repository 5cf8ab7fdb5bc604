// Finds many secrets in a text at once, in every encoding and in large parts, in time that grows with the text's length.
import { formsOf } from './encodings.ts';
import { fold, type Normalized, unescapings } from './normalize.ts';

/** Secrets shorter than this are not searched for: `a` or `1234` would hide half a report. Their names still hide them. */
export const SHORTEST = 6;
/** Shorter ones count only as a whole word, and in no fragment. */
export const SEARCHED_ANYWHERE = 8;
/** The longest start or end that is compared before a match is extended. */
const LONGEST_EDGE = 64;
/** So many characters are hashed to find where a comparison is worth it. */
const GRAM = 6;
const BASE = 0x9e37;
/** `BASE` to the power of `GRAM`, modulo 2^32 */
const OUTGOING = Array.from({ length: GRAM }).reduce<number>((product) => Math.imul(product, BASE), 1);
const FILTER_BITS = 17;

/** An edge of a form: its first or last codes. */
type Pattern = {
  secret: string;
  form: Uint16Array;
  /** index of the first code that is compared, and the index after the last one */
  from: number;
  to: number;
  /** where in the form the hashed codes begin */
  gram: number;
  wholeWord: boolean;
};

/** Part of a text that gives a secret away. */
export type Found = { start: number; end: number; secret: string };

function hashAt(codes: Uint16Array, at: number): number {
  let hash = 0;
  for (let n = 0; n < GRAM; n += 1) hash = (Math.imul(hash, BASE) + (codes[at + n] ?? 0)) | 0;
  return hash;
}

const slotOf = (hash: number): number => Math.imul(hash, 0x85eb_ca6b) >>> (32 - FILTER_BITS);

const isWordCode = (code: number | undefined): boolean =>
  code !== undefined &&
  ((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a) || code === 0x5f || code > 0x7f);

export class SecretMatcher {
  readonly #secrets = new Set<string>();
  /** hash of a pattern's rarest codes → the patterns */
  readonly #patterns = new Map<number, Pattern[]>();
  /** hash of a form's first codes → the forms: a text may have been cut within one */
  readonly #starts = new Map<number, { secret: string; form: Uint16Array }[]>();
  /** whether any pattern has a hash of this slot */
  readonly #filter = new Uint8Array(1 << FILTER_BITS);

  /** Remembers a secret. @returns false when it is too short to be searched for */
  add(secret: string): boolean {
    if (secret.length < SHORTEST) return false;
    if (this.#secrets.has(secret)) return true;
    this.#secrets.add(secret);
    const short = secret.length < SEARCHED_ANYWHERE;
    for (const { codes: form, encoded } of formsOf(secret)) {
      const { length } = form;
      if (length < GRAM) continue;
      const whole = { secret, form, from: 0, to: length, gram: 0, wholeWord: short && !encoded };
      const edge = short ? length : Math.max(SEARCHED_ANYWHERE, Math.min(LONGEST_EDGE, Math.ceil(length / 2)));
      this.#index({ ...whole, to: Math.min(edge, length) });
      if (edge < length) this.#index({ ...whole, from: length - edge });
      if (short) continue;
      const hash = hashAt(form, 0);
      const starts = this.#starts.get(hash);
      if (starts) starts.push({ secret, form });
      else this.#starts.set(hash, [{ secret, form }]);
    }
    return true;
  }

  get size(): number {
    return this.#secrets.size;
  }

  /** The parts of a text that give a secret away, in order, none touching another. */
  find(text: string): Found[] {
    if (this.#secrets.size === 0 || text.length < GRAM) return [];
    const found: Found[] = [];
    for (const one of unescapings(text)) {
      const normalized = fold(one);
      this.#search(normalized, found);
      this.#searchEnd(normalized, text.length, found);
    }
    return merged(found);
  }

  /** Puts a pattern where its least common codes lead to it. */
  #index(pattern: Pattern): void {
    let best = Number.POSITIVE_INFINITY;
    for (let at = pattern.from; at + GRAM <= pattern.to; at += 1) {
      const others = this.#patterns.get(hashAt(pattern.form, at))?.length ?? 0;
      if (others < best) {
        best = others;
        pattern.gram = at;
      }
      if (best === 0) break;
    }
    const hash = hashAt(pattern.form, pattern.gram);
    const bucket = this.#patterns.get(hash);
    if (bucket) bucket.push(pattern);
    else this.#patterns.set(hash, [pattern]);
    this.#filter[slotOf(hash)] = 1;
  }

  /** A text may have been cut: what it ends with is hidden when a secret begins so. */
  #searchEnd({ codes, starts }: Normalized, whole: number, found: Found[]): void {
    for (let at = Math.max(0, codes.length - LONGEST_EDGE); at + GRAM <= codes.length; at += 1) {
      for (const { secret, form } of this.#starts.get(hashAt(codes, at)) ?? []) {
        let n = 0;
        while (at + n < codes.length && codes[at + n] === form[n]) n += 1;
        if (at + n < codes.length) continue;
        found.push({ start: starts?.[at] ?? at, end: whole, secret });
        return;
      }
    }
  }

  #search({ codes, starts, ends }: Normalized, found: Found[]): void {
    let hash = 0;
    /** secret → the index after its last match: what stands before is hidden already */
    const done = new Map<string, number>();
    for (let at = 0; at < codes.length; at += 1) {
      hash = (Math.imul(hash, BASE) + (codes[at] ?? 0)) | 0;
      if (at >= GRAM) hash = (hash - Math.imul(OUTGOING, codes[at - GRAM] ?? 0)) | 0;
      const gram = at - GRAM + 1;
      if (gram < 0 || this.#filter[slotOf(hash)] === 0) continue;
      let longest: { start: number; end: number; secret: string } | null = null;
      for (const pattern of this.#patterns.get(hash) ?? []) {
        const match = matchAt(codes, gram, pattern, done.get(pattern.secret) ?? 0);
        if (match === null) continue;
        done.set(pattern.secret, match.end);
        if (longest === null || match.end - match.start > longest.end - longest.start)
          longest = { ...match, secret: pattern.secret };
      }
      if (longest === null) continue;
      const { start, end, secret } = longest;
      found.push({ start: starts?.[start] ?? start, end: ends?.[end - 1] ?? end, secret });
    }
  }
}

/**
 * The match of a pattern whose hashed codes begin here, extended as far as its form goes on; null for none.
 * @param done the index after the part in which the same secret was found before
 */
function matchAt(
  codes: Uint16Array,
  gram: number,
  { form, from, to, gram: offset, wholeWord }: Pattern,
  done: number,
): { start: number; end: number } | null {
  let start = gram - (offset - from);
  let end = start + (to - from);
  if (start < 0 || end > codes.length || end <= done) return null;
  for (let n = 0; n < to - from; n += 1) if (codes[start + n] !== form[from + n]) return null;
  if (wholeWord && (isWordCode(codes[start - 1]) || isWordCode(codes[end]))) return null;
  for (let at = from; at > 0 && start > done && codes[start - 1] === form[at - 1]; at -= 1) start -= 1;
  for (let at = to; at < form.length && end < codes.length && codes[end] === form[at]; at += 1) end += 1;
  return { start, end };
}

/** Overlapping parts become one, named after the longest. */
function merged(found: Found[]): Found[] {
  const out: Found[] = [];
  let longest = 0;
  for (const one of found.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = out.at(-1);
    const length = one.end - one.start;
    if (!last || one.start >= last.end) {
      out.push({ ...one });
      longest = length;
      continue;
    }
    if (length > longest) {
      longest = length;
      last.secret = one.secret;
    }
    last.end = Math.max(last.end, one.end);
  }
  return out;
}
