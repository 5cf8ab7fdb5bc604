import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { filesToMutate, instrumentTexts, keyText, type Mutant, sampleOf, wilson } from './mutants.ts';

const CODE = `
export const LIMITS = { free: 600 + 1 };
export function isDue(at: number, now: number): boolean {
  const late = at < now;
  return late || at < now;
}`;

const keysOf = async (content: string): Promise<string[]> => {
  const { mutants } = await instrumentTexts([{ name: 'mocks/areas/orders.ts', content }]);
  return mutants.map(keyText);
};

test('a mutant is named by file, enclosing names and code, and keeps its key when its line changes', async () => {
  const keys = await keysOf(CODE);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toContain('["mocks/areas/orders.ts","LIMITS > free","600 + 1","600 - 1",1]');
  expect(keys).toContain('["mocks/areas/orders.ts","isDue","at < now","at <= now",1]');
  expect(keys).toContain('["mocks/areas/orders.ts","isDue","at < now","at <= now",2]');
  expect(await keysOf(`\nimport 'node:fs';\n${CODE}`)).toEqual(keys);
});

test('every pattern of what is mutated matches a file, and one that matches none is an error', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url));
  expect(filesToMutate(folder)).toContain('src/state/tables/row-group.ts');
  expect(() => filesToMutate(folder, ['src/state/{store,none}.ts'])).toThrow(
    'No file matches src/state/none.ts',
  );
});

const made = (area: string, mutator: string, count: number): Mutant[] =>
  Array.from({ length: count }, (_, at) => ({
    file: `${area}.ts`,
    in: 'f',
    from: `${at}`,
    to: '',
    id: `${area} ${mutator} ${at}`,
    line: at,
    mutator,
    area,
  }));

test('a sample has the share of each area and mutator, depends on the seed alone, and outlives changes', () => {
  const all = [...made('a', 'x', 600), ...made('a', 'y', 300), ...made('b', 'x', 96), ...made('c', 'z', 4)];
  const sample = sampleOf(all, 100, 1);
  const taken = (area: string, mutator: string, of = sample): number =>
    of.filter((one) => one.area === area && one.mutator === mutator).length;
  expect(sample).toHaveLength(100);
  for (const [area, mutator, count] of [
    ['a', 'x', 60],
    ['a', 'y', 30],
    ['b', 'x', 9.6],
    ['c', 'z', 0.4],
  ] as const)
    expect(Math.abs(taken(area, mutator) - count)).toBeLessThanOrEqual(1);
  expect(sampleOf(all, 100, 1)).toEqual(sample);
  expect(sampleOf(all, 100, 2)).not.toEqual(sample);
  const smaller = sampleOf(
    all.filter(({ area, line }) => area !== 'a' || line % 10 !== 0),
    90,
    1,
  );
  expect(smaller.filter((one) => sample.includes(one)).length).toBeGreaterThan(75);
  expect(sampleOf(all, 5000, 1)).toHaveLength(all.length);
});

test('the interval of a share is that of Wilson', () => {
  const [low, high] = wilson(81, 263);
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.2553', '0.3662']);
  expect(wilson(0, 0)).toEqual([0, 1]);
});
