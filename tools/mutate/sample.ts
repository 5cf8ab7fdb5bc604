// Draws a seeded sample of mutants, and estimates a share from it.
import { createRandom } from '../../src/suite/model/random.ts';
import { keyText, type Mutant } from './mutants.ts';

/**
 * Draws a sample in which every area and mutator has its share. The key of a mutant decides its place in line: while
 * the seed stays, a change of other code changes little of the sample.
 */
export function sampleOf<M extends Pick<Mutant, 'area' | 'mutator' | 'file' | 'in' | 'from' | 'to' | 'nth'>>(
  mutants: readonly M[],
  size: number,
  seed: number,
): M[] {
  const strata = Map.groupBy(mutants, ({ area, mutator }) => `${area} ${mutator}`);
  const share = Math.min(1, size / mutants.length);
  // Strata smaller than one of the sample take turns, from a random start.
  let taken = createRandom(seed, 'start').number();
  return [...strata.keys()].sort().flatMap((name) => {
    const members = strata.get(name) ?? [];
    const before = Math.floor(taken);
    taken += members.length * share;
    const lot = new Map(members.map((one) => [one, createRandom(seed, keyText(one)).number()]));
    const inLine = members.toSorted((a, b) => (lot.get(a) ?? 0) - (lot.get(b) ?? 0));
    return inLine.slice(0, Math.floor(taken + 1e-9) - before);
  });
}

/** Returns the 95 % interval of a share, by Wilson's formula. */
export function wilson(hits: number, trials: number): [low: number, high: number] {
  if (trials === 0) return [0, 1];
  const z = 1.96;
  const p = hits / trials;
  const centre = p + z ** 2 / (2 * trials);
  const spread = z * Math.sqrt((p * (1 - p)) / trials + z ** 2 / (4 * trials ** 2));
  const scale = 1 + z ** 2 / trials;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}
