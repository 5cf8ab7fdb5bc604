// Test helper: the rules of shared texts that every store of worlds keeps, as tests.
import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { withChecksum } from '../checksum.ts';
import { referenceTo, type SharedText } from '../shared-text.ts';
import type { Claim, WorldStore } from '../world-store.ts';
import { ONE, type Open, summary, testWithStore } from './world-store-calls.ts';

/** Removes the texts to which no state refers. */
export type RemoveUnused = (store: WorldStore) => Promise<void>;

/** Makes a text that states can refer to. `reads` counts how often it was read. */
export function sharedText(text: string): SharedText & { reads: number } {
  const one = {
    hash: hash('sha256', text, 'base64url'),
    bytes: Buffer.byteLength(text),
    reads: 0,
    text: () => {
      one.reads += 1;
      return text;
    },
  };
  return one;
}

/** Makes a state that refers to texts. */
export const stateWith = (start: string, texts: readonly SharedText[]): string =>
  [start, ...texts.map((one, at) => withChecksum(referenceTo(`table_${at}`, one.hash)))].join('\n');

/**
 * Defines the tests of the shared texts of a store.
 * @param removeUnused removes the texts to which no state refers, as if a minute had passed
 */
export function testSharedTexts(open: Open, removeUnused: RemoveUnused): void {
  testWithStore(
    'texts to which states refer are stored once, and are there as long as a state refers to them',
    open,
    async (store) => {
      const [a, b, c, d] = ['[1]', '[2,"é"]', '[3]', '[4]'].map(sharedText);
      if (!a || !b || !c || !d) throw new Error('Four texts were expected.');
      const all = [a, b, c, d];
      const stored = async (): Promise<string[]> => {
        await removeUnused(store);
        return [...(await store.readTexts(all.map((one) => one.hash))).values()].sort();
      };
      const first = (await store.create('first', ONE, stateWith('first', [a, b]), false, [a, b])) as Claim;
      const other = (await store.create('other', ONE, stateWith('other', [b]), false, [b])) as Claim;
      expect((await store.load('other', other.epoch))?.base).toBe(stateWith('other', [b]));
      expect(await stored()).toEqual(['[1]', '[2,"é"]']);
      expect(b.reads).toBe(1);
      expect(await summary(store, 'other')).toMatchObject({
        bytes: Buffer.byteLength(stateWith('other', [b])) + 8,
      });

      const saved = [{ name: 's', takenAt: '2026', state: stateWith('snapshot', [a, c]) }];
      expect(await store.append('first', first.epoch, 0, { records: ['x'], saved, texts: [a, c] })).toBe(
        true,
      );
      const changes = { records: [], base: stateWith('later', [c, d]), texts: [c, d] };
      expect(await store.append('first', first.epoch, 1, changes)).toBe(true);
      expect(await stored()).toEqual(['[1]', '[2,"é"]', '[3]', '[4]']);
      expect(await store.load('first', first.epoch)).toMatchObject({ base: changes.base, saved });
      // The base refers to c and d, the snapshot to a and c: c counts once.
      const bytes = Buffer.byteLength(changes.base) + Buffer.byteLength(saved[0]?.state ?? '') + 3 * 3;
      expect(await summary(store, 'first')).toMatchObject({ bytes });

      // An append that is refused neither adds nor removes texts.
      expect(await store.append('first', first.epoch, 7, { records: [], base: 'none', removed: ['s'] })).toBe(
        false,
      );
      expect(await stored()).toEqual(['[1]', '[2,"é"]', '[3]', '[4]']);
      await store.append('first', first.epoch, 1, { records: [], removed: ['s'] });
      expect(await stored()).toEqual(['[2,"é"]', '[3]', '[4]']);
      expect(await store.remove('other', other.epoch)).toBe(true);
      expect(await stored()).toEqual(['[3]', '[4]']);
      // Texts that were removed meanwhile are stored again.
      const again = (await store.create('again', ONE, stateWith('again', [a, b]), false, [a, b])) as Claim;
      expect(await stored()).toEqual(['[1]', '[2,"é"]', '[3]', '[4]']);
      expect(await store.remove('first', first.epoch)).toBe(true);
      expect(await store.remove('again', again.epoch)).toBe(true);
      expect(await stored()).toEqual([]);
    },
  );

  testWithStore(
    'a change that refers to a text which is neither given nor stored stores nothing',
    open,
    async (store) => {
      const [given, lacking] = [sharedText('[1]'), sharedText('[2]')];
      const base = stateWith('base', [given, lacking]);
      await expect(store.create('a', ONE, base, false, [given])).rejects.toThrow(
        `refers to the text ${lacking.hash}`,
      );
      expect(await store.list()).toEqual([]);
      const { epoch } = (await store.create('a', ONE, 'base')) as Claim;
      await expect(store.append('a', epoch, 0, { records: ['1'], base, texts: [given] })).rejects.toThrow(
        lacking.hash,
      );
      expect(await store.load('a', epoch)).toMatchObject({ base: 'base', records: [] });
      expect(await store.append('a', epoch, 0, { records: ['1'], base, texts: [given, lacking] })).toBe(true);
      expect(await store.append('a', epoch, 1, { records: ['2'] })).toBe(true);
    },
  );

  testWithStore(
    'worlds that are created and removed at the same time never lack a text',
    open,
    async (store) => {
      const texts = Array.from({ length: 6 }, (_, at) => sharedText(`[${at}]`));
      const use = async (worker: number): Promise<void> => {
        for (let round = 0; round < 12; round++) {
          const name = `world-${worker}-${round}`;
          const own = texts.filter((_, at) => (worker + round + at) % 3 !== 0);
          const { epoch } = (await store.create(name, ONE, stateWith(name, own), false, own)) as Claim;
          if (round % 4 === 0) await removeUnused(store);
          const found = await store.readTexts(own.map((one) => one.hash));
          expect([...found.values()].sort()).toEqual(own.map((one) => one.text()).sort());
          expect(await store.remove(name, epoch)).toBe(true);
        }
      };
      await Promise.all([0, 1, 2, 3].map(use));
      await removeUnused(store);
      expect((await store.readTexts(texts.map((one) => one.hash))).size).toBe(0);
    },
  );
}
