// Derives ids and random numbers from a seed, a purpose and an ordinal. There is no shared random stream, so an
// additional row of one purpose changes no id of another purpose. The ids are not secret, because anyone who knows
// the seed can compute them.

/** The hash of a seed and a purpose, as four 32-bit words. */
type SeedKey = { readonly a: number; readonly b: number; readonly c: number; readonly d: number };

export function seedKey(seed: number | string, purpose: string): SeedKey {
  const text = `${seed}\n${purpose}`;
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0x6a09e667;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = mixBits(a ^ code) + b;
    b = mixBits(b + code) ^ c;
    c = mixBits(c ^ (code << 8)) + d;
    d = mixBits(d + (code << 16)) ^ a;
  }
  a = mixBits(a + d);
  b = mixBits(b + a);
  c = mixBits(c + b);
  return { a, b, c, d: mixBits(d + c) };
}

// Returns the 32-bit word number `index` of an ordinal, unsigned.
function hashWord(key: SeedKey, ordinal: number, index: number): number {
  const high = Math.floor(ordinal / 0x1_0000_0000);
  let h = mixBits(Math.imul(ordinal, 0x9e3779b1) + key.a + Math.imul(index, 0x632be5ab));
  h = mixBits((h ^ key.b) + Math.imul(high, 0x27d4eb2f));
  h = mixBits((h + key.c) ^ Math.imul(index + 1, 0x165667b1));
  return (h ^ key.d) >>> 0;
}

// Inverts `mixBits`: returns the word that `mixBits` maps to the given word.
function unmix(word: number): number {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x7ed1b41d);
  h ^= (h >>> 13) ^ (h >>> 26);
  h = Math.imul(h, 0xa5cb9243);
  return h ^ (h >>> 16);
}

/** Returns the ordinal from which a key derives a UUID; null when no ordinal below 2³² gives this UUID. */
export function ordinalOf(key: SeedKey, id: string): number | null {
  const first = Number.parseInt(id.slice(0, 8), 16);
  if (!Number.isInteger(first)) return null;
  // Invert the computation of word number 0, for an ordinal whose upper half is 0.
  let h = unmix(first ^ key.d) ^ Math.imul(1, 0x165667b1);
  h = unmix(h - key.c) ^ key.b;
  const ordinal = Math.imul(unmix(h) - key.a, 0x0e8b2f51) >>> 0;
  return uuidFrom(key, ordinal) === id ? ordinal : null;
}

const HEX = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const digit = (w: number, shift: number): number => HEX[(w >>> shift) & 15] ?? 0;

/** Derives a UUID in the form of version 4 (RFC 9562): lower case, 36 characters. */
export function uuidFrom(key: SeedKey, ordinal: number): string {
  const p = hashWord(key, ordinal, 0);
  const q = (hashWord(key, ordinal, 1) & 0xffff0fff) | 0x4000;
  const r = (hashWord(key, ordinal, 2) & 0x3fffffff) | 0x80000000;
  const s = hashWord(key, ordinal, 3);
  // One flat string; pieces glued with + would stay a tree of pieces on the heap.
  // biome-ignore format: eight digits of a word per line
  return String.fromCharCode(
    digit(p, 28), digit(p, 24), digit(p, 20), digit(p, 16), digit(p, 12), digit(p, 8), digit(p, 4), digit(p, 0), 45,
    digit(q, 28), digit(q, 24), digit(q, 20), digit(q, 16), 45, digit(q, 12), digit(q, 8), digit(q, 4), digit(q, 0), 45,
    digit(r, 28), digit(r, 24), digit(r, 20), digit(r, 16), 45, digit(r, 12), digit(r, 8), digit(r, 4), digit(r, 0),
    digit(s, 28), digit(s, 24), digit(s, 20), digit(s, 16), digit(s, 12), digit(s, 8), digit(s, 4), digit(s, 0),
  );
}

/** Derives a number in [0, 1) with 53 random bits. */
export function randomNumber(key: SeedKey, ordinal: number): number {
  return (
    ((hashWord(key, ordinal, 0) >>> 5) * 0x400_0000 + (hashWord(key, ordinal, 1) >>> 6)) / 0x20_0000_0000_0000
  );
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Derives a text of `length` letters of an alphabet. */
export function randomToken(
  key: SeedKey,
  ordinal: number,
  length: number,
  alphabet: string = LETTERS,
): string {
  const codes: number[] = [];
  for (let part = 0; part < length; part += 1) {
    codes.push(
      alphabet.charCodeAt(Math.floor((hashWord(key, ordinal, part) / 0x1_0000_0000) * alphabet.length)),
    );
  }
  return String.fromCharCode(...codes);
}

/** The counter of a purpose for which a world generates ids; `next` is the ordinal of the next id. */
export class IdPurpose {
  readonly name: string;
  readonly #seed: number | string;
  #key: SeedKey | undefined;
  next = 0;

  constructor(seed: number | string, name: string) {
    this.name = name;
    this.#seed = seed;
  }

  /** The hash of the seed and the purpose, which is computed for the first id. */
  get key(): SeedKey {
    this.#key ??= seedKey(this.#seed, this.name);
    return this.#key;
  }
}

/** The id generator of a world: it stores a seed, and the next ordinal of every purpose. */
export class IdGenerator {
  readonly seed: number | string;
  private readonly purposes = new Map<string, IdPurpose>();

  constructor(seed: number | string, ordinals: Readonly<Record<string, number>> = {}) {
    this.seed = seed;
    for (const [purpose, next] of Object.entries(ordinals)) this.purpose(purpose).next = next;
  }

  /** Returns the counter of a purpose: to use an ordinal add 1 to `next`, to undo subtract 1. */
  purpose(purpose: string): IdPurpose {
    let counter = this.purposes.get(purpose);
    if (counter === undefined) {
      counter = new IdPurpose(this.seed, purpose);
      this.purposes.set(purpose, counter);
    }
    return counter;
  }

  ordinals(): Record<string, number> {
    const drawn = [...this.purposes].filter(([, { next }]) => next > 0);
    return Object.fromEntries(drawn.map(([name, { next }]) => [name, next] as const).sort(byName));
  }
}

function byName(a: readonly [string, number], b: readonly [string, number]): number {
  return a[0] < b[0] ? -1 : 1;
}

// The last step of MurmurHash3: a change of any input bit changes every output bit with probability one half.
function mixBits(bits: number): number {
  let hash = bits ^ (bits >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
