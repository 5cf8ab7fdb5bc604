// Chooses pairs of lawful variants: a seeded sample, or all pairs.
import { mutantKind } from '../../conformance/defects/mutant.ts';
import { createRandom } from '../../src/suite/model/random.ts';

/** Ids of two lawful variants, in alphabetical order. */
export type Pair = [string, string];

/**
 * Returns whether two variants can be injected together. Variants of the same family cannot, because they change the
 * same behaviour in different ways.
 */
const compatible = (one: string, other: string): boolean => mutantKind(one) !== mutantKind(other);

/**
 * Returns a seeded sample of different pairs; the variants of a pair belong to different families.
 * @param wanted the number of pairs; the sample is smaller when there are not enough pairs
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

/** Returns every pair of variants that belong to different families. */
export function allPairs(ids: readonly string[]): Pair[] {
  return ids.flatMap((one, at) =>
    ids.slice(at + 1).flatMap((other): Pair[] => (compatible(one, other) ? [[one, other]] : [])),
  );
}

/**
 * Returns the elements of one shard of a list.
 * @param shard number of the shard and number of shards: `2/4` is the second of four
 * @throws Error when the shard does not have this form
 */
export function shardOf<T>(all: readonly T[], shard: string): T[] {
  const [, part, parts] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (part === undefined || parts === undefined || part < 1 || part > parts)
    throw new Error(`--shard takes a part and the number of parts, as in 2/4, not ${shard}`);
  return all.filter((_, at) => at % parts === part - 1);
}
