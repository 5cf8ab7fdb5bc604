// Tests of derived ids: the same seed, purpose and ordinal give the same id, and different ones give different ids.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdGenerator, randomNumber, randomToken, seedKey, uuidFrom } from './ids.ts';

const uuid = (seed: number | string, purpose: string, ordinal: number): string =>
  uuidFrom(seedKey(seed, purpose), ordinal);

test('an id is a version 4 UUID for every seed, purpose and ordinal', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.integer(), fc.string()),
      fc.string(),
      fc.maxSafeNat(),
      (seed, purpose, ordinal) => {
        expect(uuid(seed, purpose, ordinal)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
        expect(uuid(seed, purpose, ordinal)).toBe(uuid(seed, purpose, ordinal));
      },
    ),
  );
});

test('the ids of a seed are the same in every release', () => {
  expect([
    uuid(1, 'orders', 0),
    uuid(1, 'orders', 1),
    uuid(2, 'orders', 0),
    uuid(1, 'customers', 0),
  ]).toMatchInlineSnapshot(`
    [
      "2bbd0608-8d20-4884-a966-4b26d628702b",
      "7a8f2fa9-0723-4665-8676-6a0c654f34e3",
      "9a6a0faf-2be0-46df-b625-c001aa8e5281",
      "d4fe495c-287e-4bb5-aabd-ea340e7f945f",
    ]
  `);
});

test('300,000 ids of three purposes and two seeds are all different', () => {
  const seen = new Set<string>();
  for (const seed of [1, 2]) {
    for (const purpose of ['orders', 'order', 'customers']) {
      for (let ordinal = 0; ordinal < 50_000; ordinal += 1) seen.add(uuid(seed, purpose, ordinal));
    }
  }
  expect(seen.size).toBe(300_000);
});

test('every digit of an id takes all hexadecimal values equally often, over many ordinals and over many seeds', () => {
  const rows = 16_000;
  for (const at of [(n: number) => uuid(1, 'orders', n), (n: number) => uuid(n, 'orders', 0)]) {
    const counts = Array.from({ length: 36 }, () => new Map<string, number>());
    for (let n = 0; n < rows; n += 1) {
      for (const [i, digit] of [...at(n)].entries()) counts[i]?.set(digit, (counts[i]?.get(digit) ?? 0) + 1);
    }
    for (const [i, digits] of counts.entries()) {
      if ([8, 13, 14, 18, 23].includes(i)) continue;
      const expected = rows / (i === 19 ? 4 : 16);
      // The bounds lie five standard deviations below and above the mean.
      for (const count of digits.values())
        expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected));
      expect(digits.size).toBe(i === 19 ? 4 : 16);
    }
  }
});

test('random numbers lie in [0, 1) and are spread evenly', () => {
  const key = seedKey('seed', 'prices');
  const tenths = new Array<number>(10).fill(0);
  for (let ordinal = 0; ordinal < 20_000; ordinal += 1) {
    const number = randomNumber(key, ordinal);
    expect(number >= 0 && number < 1).toBe(true);
    const tenth = Math.floor(number * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(5 * Math.sqrt(2000));
});

test('a token has the requested length and contains only the requested letters', () => {
  const key = seedKey(1, 'keys');
  expect(randomToken(key, 0, 40)).toMatch(/^[0-9A-Za-z]{40}$/);
  expect(randomToken(key, 0, 500, 'ab')).toMatch(/^[ab]{500}$/);
  expect(randomToken(key, 0, 40)).toBe(randomToken(key, 0, 40));
  expect(randomToken(key, 1, 40)).not.toBe(randomToken(key, 0, 40));
  expect(randomToken(key, 0, 0)).toBe('');
});

test('ordinals are counted for each purpose and listed by purpose name', () => {
  const ids = new IdGenerator(1);
  ids.purpose('b').next += 2;
  ids.purpose('a').next += 1;
  ids.purpose('never drawn');
  expect(JSON.stringify(ids.ordinals())).toBe('{"a":1,"b":2}');
  expect(new IdGenerator(1, ids.ordinals()).purpose('b').next).toBe(2);
});
