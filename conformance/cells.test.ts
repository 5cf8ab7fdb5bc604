// Tests that a covering array has every combination that its domain has, and is no larger than the domain.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allCells, coveringCells } from './cells.ts';

const values = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 });
const domains = fc.record({ w: values, x: values, y: values, z: values });
type Cells = Readonly<Record<string, string>>[];

/** The pairs, or the triples, of values that occur together in a cell. */
function together(cells: Cells, strength: number): Set<string> {
  const names = ['w', 'x', 'y', 'z'];
  const chosen = names.flatMap((one, at) =>
    names
      .slice(at + 1)
      .flatMap((other, next) =>
        strength === 2 ? [[one, other]] : names.slice(at + next + 2).map((third) => [one, other, third]),
      ),
  );
  return new Set(
    cells.flatMap((cell) => chosen.map((some) => some.map((name) => `${name}${cell[name]}`).join())),
  );
}

test('a covering array of pairs or triples has each one that occurs in the domain', () => {
  fc.assert(
    fc.property(domains, fc.constantFrom(2, 3), (domain, strength) => {
      const all = allCells(domain, ({ w, x }) => w !== x);
      const chosen = coveringCells(all, strength);
      expect(together(chosen, strength)).toEqual(together(all, strength));
      expect(chosen.length).toBeLessThanOrEqual(all.length);
    }),
    { numRuns: 60 },
  );
});

test('few cells cover the pairs of a large domain', () => {
  const ten = Array.from({ length: 10 }, (_, at) => String(at));
  expect(coveringCells(allCells({ a: ten, b: ten, c: ['0', '1'] })).length).toBe(100);
});
