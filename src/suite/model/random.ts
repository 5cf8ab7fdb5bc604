// Provides a seeded source of random numbers: the same seed, check and attempt give the same numbers on every
// machine.

/** A source of pseudo-random test data. */
export type Random = {
  number(): number;
  integer(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  hex(length: number): string;
  uuid(): string;
};

/** Sources are independent: taking a number from one does not change any other. */
export function createRandom(seed: number | string, name: string): Random {
  let state = hash(`${seed} ${name}`);
  // mulberry32: a 32-bit generator, good enough to choose test data
  const number = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (from: number, to: number): number => from + Math.floor(number() * (to - from + 1));
  const hex = (length: number): string => Array.from({ length }, () => integer(0, 15).toString(16)).join('');
  return {
    number,
    integer,
    hex,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new RangeError('There is nothing to pick from.');
      return items[integer(0, items.length - 1)] as T;
    },
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[integer(0, 3)]}${hex(3)}-${hex(12)}`,
  };
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
