// Test helper: the rules that every store of worlds keeps, as tests.
import { expect, test } from 'vitest';
import type { Claim, Owner, WorldStore } from '../world-store.ts';

const ONE: Owner = { id: 'one', url: 'http://127.0.0.1:1' };
const OTHER: Owner = { id: 'other', url: 'http://127.0.0.1:2' };

/**
 * Defines the tests of a store.
 * @param open opens a store without worlds; its lease, when it has one, must outlast a test
 */
export function testWorldStore(open: () => Promise<WorldStore>): void {
  const withStore = (title: string, run: (store: WorldStore) => Promise<void>): void => {
    test(title, async () => {
      const store = await open();
      try {
        await run(store);
      } finally {
        await store.close();
      }
    });
  };
  const create = async (store: WorldStore, name = 'a'): Promise<Claim> => {
    const claim = await store.create(name, ONE, 'base');
    expect(claim).toEqual({ kind: 'claimed', epoch: 1, seq: 0 });
    return claim as Claim;
  };

  withStore('a created world is loaded as it was stored, and its name is taken', async (store) => {
    await create(store);
    expect(await store.load('a', 1)).toEqual({ base: 'base', records: [], saved: [], checkpoint: null });
    expect(await store.create('a', OTHER, 'other')).toBeNull();
    expect(await store.claim('b', ONE)).toBeNull();
  });

  withStore('records are kept in order, until a base replaces them', async (store) => {
    await create(store);
    expect(await store.append('a', 1, 0, { records: ['1', '2'] })).toBe(true);
    expect(await store.append('a', 1, 2, { records: ['3'] })).toBe(true);
    expect((await store.load('a', 1))?.records).toEqual(['1', '2', '3']);
    expect(await store.append('a', 1, 3, { records: ['4'], base: 'new' })).toBe(true);
    expect(await store.append('a', 1, 4, { records: ['5'] })).toBe(true);
    expect(await store.load('a', 1)).toMatchObject({ base: 'new', records: ['5'] });
    expect(await store.append('a', 1, 5, { records: ['6', '7'], base: 'newer', baseSeq: 4 })).toBe(true);
    expect(await store.load('a', 1)).toMatchObject({ base: 'newer', records: ['5', '6', '7'] });
    expect(await store.append('a', 1, 7, { records: ['8'], base: 'newest', baseSeq: 7 })).toBe(true);
    expect(await store.load('a', 1)).toMatchObject({ base: 'newest', records: ['8'] });
  });

  withStore(
    'an append after another number than the last one, or of an earlier claim, is refused',
    async (store) => {
      await create(store);
      expect(await store.append('a', 1, 1, { records: ['x'] })).toBe(false);
      await store.release('a', 1);
      expect(await store.claim('a', OTHER)).toEqual({ kind: 'claimed', epoch: 2, seq: 0 });
      expect(await store.append('a', 1, 0, { records: ['x'] })).toBe(false);
      expect(await store.append('a', 2, 0, { records: ['y'] })).toBe(true);
      expect((await store.load('a', 2))?.records).toEqual(['y']);
      expect(await store.load('a', 1)).toBeNull();
      expect(await store.remove('a', 1)).toBe(false);
      expect(await store.remove('a', 2)).toBe(true);
      expect(await store.append('a', 2, 1, { records: ['z'] })).toBe(false);
      expect(await store.list()).toEqual([]);
    },
  );
}
