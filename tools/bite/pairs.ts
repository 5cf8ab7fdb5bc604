// Pairs of lawful variants: all of them, or a seeded sample.
import { createRandom } from '../../src/suite/model/random.ts';

export type Pair = [string, string];

/** Returns the part of an id that rows of one kind share: `LV03` of `LV03[flat]`. */
const rowKind = (id: string): string => id.replace(/\[.*$/, '');

/** Returns whether two variants may be combined: those of one kind are alternatives of one decision. */
const compatible = (one: string, other: string): boolean => rowKind(one) !== rowKind(other);

/** Draws distinct pairs of different kinds. @param wanted maximum number of pairs */
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

/** Returns every pair of different kinds. */
export function allPairs(ids: readonly string[]): Pair[] {
  return ids.flatMap((one, at) =>
    ids.slice(at + 1).flatMap((other): Pair[] => (compatible(one, other) ? [[one, other]] : [])),
  );
}

/**
 * Returns one shard of a list, every n-th element. @param shard such as `2/4`, the second of four. @throws Error for
 * any other form
 */
export function shardOf<T>(all: readonly T[], shard: string): T[] {
  const [, part, parts] = (/^(\d+)\/(\d+)$/.exec(shard) ?? []).map(Number);
  if (part === undefined || parts === undefined || part < 1 || part > parts)
    throw new Error(`--shard takes a part and the number of parts, as in 2/4, not ${shard}`);
  return all.filter((_, at) => at % parts === part - 1);
}
