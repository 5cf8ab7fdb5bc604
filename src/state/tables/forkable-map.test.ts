// Tests that the forkable map behaves like a plain map.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ForkableMap } from './forkable-map.ts';
import { hashOf } from './key-hash.ts';

type Value = { readonly n: number };

/** Few keys, so that most steps meet a key that exists; numbers beside texts that look like them. */
const someKey = fc.oneof(
  fc.nat(40).map((n) => `key-${n}`),
  fc.nat(20),
  fc.nat(20).map((n) => `${n}`),
  fc.constantFrom<unknown>(
    undefined,
    null,
    'null',
    true,
    false,
    'true',
    '',
    0.5,
    '0.5',
    Number.NaN,
    'NaN',
    -0,
    2 ** 40,
    'é',
    '𝄞',
  ),
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('set' as const), key: someKey }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete' as const), key: someKey }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('get' as const), key: someKey }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork' as const) }) },
  // Many entries at once split segments and fill chunks; removing them leaves large segments with few entries.
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('set many' as const, 'delete many' as const),
      from: fc.nat(2000),
      count: fc.nat(2000),
    }),
  },
);

const numbered = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `customer-${from + at}@example.org`);

function expectEqual(actual: ForkableMap<unknown, Value>, expected: Map<unknown, Value>): void {
  expect(actual.size).toBe(expected.size);
  for (const [key, value] of expected)
    if (actual.get(key) !== value) expect(actual.get(key), `${key}`).toBe(value);
  for (const key of ['absent', -1, ...numbered(0, 20), ...numbered(1990, 20)])
    expect(actual.get(key)).toBe(expected.get(key));
}

test('a map and its forks behave like plain maps of their own, whichever of them is written to', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ on: fc.nat(), step }), { maxLength: 60 }), (steps) => {
      const maps: [ForkableMap<unknown, Value>, Map<unknown, Value>][] = [[new ForkableMap(), new Map()]];
      for (const [n, { on, step: each }] of steps.entries()) {
        const [map, model] = maps[on % maps.length] as (typeof maps)[number];
        const set = (key: unknown, value: Value): void => {
          map.set(key, value);
          model.set(key, value);
        };
        const remove = (key: unknown): void => {
          map.delete(key);
          model.delete(key);
        };
        if (each.kind === 'fork') maps.push([map.fork(), new Map(model)]);
        else if (each.kind === 'get') expect(map.get(each.key)).toBe(model.get(each.key));
        else if (each.kind === 'set') set(each.key, { n });
        else if (each.kind === 'delete') remove(each.key);
        else if (each.kind === 'set many')
          for (const [at, key] of numbered(each.from, each.count).entries()) set(key, { n: at });
        else for (const key of numbered(each.from, each.count)) remove(key);
      }
      for (const [map, model] of maps) expectEqual(map, model);
    }),
    { numRuns: 200 },
  );
});

test('a map finds each of 30,000 entries, also after a fork of it has removed most of them', () => {
  const map = new ForkableMap<string, Value>();
  const keys = numbered(0, 30_000);
  for (const [n, key] of keys.entries()) map.set(key, { n });
  const fork = map.fork();
  for (const [n, key] of keys.entries()) if (n % 10 > 0) fork.delete(key);
  expect(keys.filter((key, n) => map.get(key)?.n !== n)).toEqual([]);
  expect(keys.filter((key, n) => fork.get(key)?.n !== (n % 10 > 0 ? undefined : n))).toEqual([]);
  expect([map.size, fork.size]).toEqual([30_000, 3000]);
});

test('keys that cannot be told apart by their hashes, such as objects, are all found', () => {
  const map = new ForkableMap<object, Value>();
  const keys = Array.from({ length: 2000 }, (_, n) => ({ n }));
  for (const key of keys) map.set(key, key);
  for (const key of keys.slice(0, 1000)) map.delete(key);
  expect(keys.filter((key) => map.get(key) !== undefined)).toEqual(keys.slice(1000));
  expect(map.get({})).toBeUndefined();
});

test('undefined is a key like others, in every order of a few steps', () => {
  const steps = (['set', 'delete', 'get'] as const).flatMap((kind) =>
    [undefined, 'a'].map((key) => ({ kind, key })),
  );
  const run = (at: number): void => {
    const [map, model] = [new ForkableMap<unknown, Value>(), new Map<unknown, Value>()];
    for (let n = 0, rest = at; n < 5; n += 1, rest = Math.trunc(rest / steps.length)) {
      const { kind, key } = steps[rest % steps.length] as (typeof steps)[number];
      const value = { n };
      if (kind === 'get') map.get(key);
      else if (kind === 'delete') map.delete(key);
      else map.set(key, value);
      if (kind === 'delete') model.delete(key);
      else if (kind === 'set') model.set(key, value);
    }
    const found = [map.size, map.get('a')?.n, map.get(undefined)?.n];
    expect(found, `steps ${at}`).toEqual([model.size, model.get('a')?.n, model.get(undefined)?.n]);
  };
  for (let at = 0; at < steps.length ** 5; at += 1) run(at);
});

test('equal keys have equal hashes, and numbers whose last 32 bits are the same have different ones', () => {
  expect(hashOf(-0)).toBe(hashOf(0));
  const numbers = Array.from({ length: 1000 }, (_, n) => 7 + n * 2 ** 32);
  // Two of a thousand may have the same 32 bits by chance.
  expect(new Set(numbers.map(hashOf)).size).toBeGreaterThan(990);
});
