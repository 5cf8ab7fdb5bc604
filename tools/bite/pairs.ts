// A sample of pairs, the same for the same seed.
import { makeRandom } from '../../src/suite/random.ts';

/** The part of an id that several rows of one kind share: `LV03` of `LV03[flat]`. */
const kind = (id: string): string => id.replace(/\[.*$/, '');

/** Pairs of different kinds, none twice. @param wanted how many, fewer when there are not as many */
export function samplePairs(ids: readonly string[], wanted: number): [string, string][] {
  const random = makeRandom(1, 'bite pairs');
  const found = new Map<string, [string, string]>();
  for (let tries = 0; found.size < wanted && tries < wanted * 20 && ids.length > 1; tries += 1) {
    const [one, other] = [random.pick(ids), random.pick(ids)].sort();
    if (one === undefined || other === undefined || kind(one) === kind(other)) continue;
    found.set(`${one} ${other}`, [one, other]);
  }
  return [...found.values()];
}
