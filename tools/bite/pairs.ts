// Pairs of lawful variants: a seeded sample, or all pairs.
import { mutantKind } from '../../conformance/defects/nearest-conforming.ts';
import { createRandom } from '../../src/suite/model/random.ts';

/** Ids of two rows, in alphabetical order. */
export type Pair = [string, string];

/**
 * Returns whether two variants can be combined: two of one family answer the same question differently, and no server
 * does both.
 */
const compatible = (one: string, other: string): boolean => mutantKind(one) !== mutantKind(other);

/**
 * Returns a sample of pairs of different families, none twice.
 * @param wanted how many; fewer when there are not as many
 */
export function samplePairs(ids: readonly string[], wanted: number, seed = 1): Pair[] {
  const random = createRandom(seed, 'bite pairs');
  const found = new Map<string, Pair>();
  for (let tries = 0; found.size < wanted && tries < wanted * 20 && ids.length > 1; tries += 1) {
    const [one, other] = [random.pick(ids), random.pick(ids)].sort();
    if (one === undefined || other === undefined || !compatible(one, other)) continue;
    found.set(`${one} ${other}`, [one, other]);
  }
  return [...found.values()];
}

/** Returns every pair of different families. */
export function allPairs(ids: readonly string[]): Pair[] {
  return ids.flatMap((one, at) =>
    ids.slice(at + 1).flatMap((other): Pair[] => (compatible(one, other) ? [[one, other]] : [])),
  );
}

/**
 * Returns the elements of one shard.
 * @param shard `2/4`: the second of four.
 * @throws Error when it is not written so
 */
export function shardOf<T>(all: readonly T[], shard: string): T[] {
  const [, part, parts] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (part === undefined || parts === undefined || part < 1 || part > parts)
    throw new Error(`--shard takes a part and the number of parts, as in 2/4, not ${shard}`);
  return all.filter((_, at) => at % parts === part - 1);
}
