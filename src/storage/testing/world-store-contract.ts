// Test helper: the rules that every store of worlds keeps, as tests.
import { expect, test } from 'vitest';
import type { Owner, WorldStore } from '../world-store.ts';
import { type RemoveUnused, testSharedTexts } from './shared-text-contract.ts';
import {
  claim,
  create,
  ONE,
  type Open,
  OTHER,
  snapshot,
  summary,
  testWithStore,
} from './world-store-calls.ts';
import { testStoredData } from './world-store-data-contract.ts';
import { compareWithMemory } from './world-store-model.ts';

/**
 * Defines the tests of a store.
 * @param open opens a store without worlds; its lease, when it has one, must outlast a test
 * @param removeUnused removes the texts to which no state refers; a store that removes them at once needs none
 */
export function testWorldStore(open: Open, removeUnused: RemoveUnused = async () => {}): void {
  const withStore = (title: string, run: (store: WorldStore) => Promise<void>): void =>
    testWithStore(title, open, run);

  withStore('a created world is loaded as it was stored, and its name is taken', async (store) => {
    const epoch = await create(store);
    expect(await store.load('a', epoch)).toEqual({ base: 'base', records: [], saved: [], checkpoint: null });
    expect(await store.create('a', OTHER, 'other')).toBeNull();
    expect(await store.create('a', ONE, 'again')).toBeNull();
    expect((await store.load('a', epoch))?.base).toBe('base');
    expect(await store.claim('b', ONE)).toBeNull();
    expect(await store.load('b', epoch)).toBeNull();
    expect(await store.append('b', epoch, 0, { records: [] })).toBe(false);
    expect(await store.remove('b', epoch)).toBe(false);
  });

  withStore('records are kept in order, until a base replaces them', async (store) => {
    const epoch = await create(store);
    expect(await store.append('a', epoch, 0, { records: ['1', '2'] })).toBe(true);
    expect(await store.append('a', epoch, 2, { records: ['3'] })).toBe(true);
    expect((await store.load('a', epoch))?.records).toEqual(['1', '2', '3']);
    expect(await store.append('a', epoch, 3, { records: ['4'], base: 'new' })).toBe(true);
    expect(await store.append('a', epoch, 4, { records: ['5'] })).toBe(true);
    expect(await store.load('a', epoch)).toMatchObject({ base: 'new', records: ['5'] });
    expect(await store.append('a', epoch, 5, { records: ['6', '7'], base: 'newer', baseSeq: 4 })).toBe(true);
    expect(await store.load('a', epoch)).toMatchObject({ base: 'newer', records: ['5', '6', '7'] });
    expect(await store.append('a', epoch, 7, { records: ['8'], base: 'newest', baseSeq: 7 })).toBe(true);
    expect(await store.load('a', epoch)).toMatchObject({ base: 'newest', records: ['8'] });
    expect(await store.append('a', epoch, 8, { records: [], base: 'last' })).toBe(true);
    expect(await store.load('a', epoch)).toMatchObject({ base: 'last', records: [] });
    expect((await summary(store))?.seq).toBe(8);
  });

  withStore('an append of nothing stores nothing and says whether the claim is valid', async (store) => {
    const epoch = await create(store);
    await store.append('a', epoch, 0, { records: ['1'] });
    expect(await store.append('a', epoch, 1, { records: [] })).toBe(true);
    expect(await store.append('a', epoch, 0, { records: [] })).toBe(false);
    expect(await store.load('a', epoch)).toMatchObject({ base: 'base', records: ['1'] });
    await store.release('a', epoch);
    expect(await store.append('a', epoch, 1, { records: [] })).toBe(false);
  });

  withStore(
    'an append after another number than the last one stores nothing of its changes',
    async (store) => {
      const epoch = await create(store);
      await store.append('a', epoch, 0, { records: ['1'], saved: [snapshot('kept')] });
      for (const after of [0, 2])
        expect(
          await store.append('a', epoch, after, {
            ...{ records: ['x'], base: 'x', saved: [snapshot('x')], removed: ['kept'] },
          }),
        ).toBe(false);
      expect(await store.load('a', epoch)).toEqual({
        ...{ base: 'base', records: ['1'], saved: [snapshot('kept')], checkpoint: null },
      });
    },
  );

  withStore('a world has one owner, until it gives the claim up', async (store) => {
    const epoch = await create(store);
    const held = await store.claim('a', OTHER);
    expect(held).toEqual({ kind: 'held', by: ONE, leaseLeftMs: expect.any(Number) });
    if (held?.kind !== 'held') throw new Error('The world is not held.');
    expect(held.leaseLeftMs).toBeGreaterThan(0);
    expect(held.leaseLeftMs).toBeLessThanOrEqual(store.leaseMs ?? Number.POSITIVE_INFINITY);
    expect(await store.append('a', epoch, 0, { records: ['1'] })).toBe(true);
    await store.release('a', epoch - 1);
    expect(await store.claim('a', OTHER)).toMatchObject({ kind: 'held', by: ONE });
    await store.release('a', epoch);
    expect(await store.claim('a', OTHER)).toEqual({ kind: 'claimed', epoch: expect.any(Number), seq: 1 });
    expect(await store.claim('a', ONE)).toMatchObject({ kind: 'held', by: OTHER });
  });

  withStore('the methods do nothing for an earlier or released claim', async (store) => {
    const first = await create(store);
    const second = await claim(store);
    expect(second).toBeGreaterThan(first);
    const refusesOld = async (old: number): Promise<void> => {
      expect(await store.append('a', old, 0, { records: ['x'], base: 'x' })).toBe(false);
      expect(await store.load('a', old)).toBeNull();
      await store.checkpoint('a', old, 'x', 1);
      expect(await store.remove('a', old)).toBe(false);
    };
    await refusesOld(first);
    await store.release('a', second);
    await refusesOld(second);
    const third = await claim(store, 'a', OTHER);
    await refusesOld(second);
    await store.release('a', second);
    expect(await store.append('a', third, 0, { records: ['y'] })).toBe(true);
    expect(await store.load('a', third)).toEqual({
      ...{ base: 'base', records: ['y'], saved: [], checkpoint: null },
    });
    await store.release('a', third);
    expect(await store.dueWorlds(9)).toEqual([]);
  });

  withStore(
    'a removed world is gone, and its claim is of no use for a new world of the name',
    async (store) => {
      const old = await create(store);
      await store.append('a', old, 0, { records: ['1'], saved: [snapshot('s')] });
      await store.checkpoint('a', old, 'values', 1);
      expect(await store.remove('a', old)).toBe(true);
      expect(await store.remove('a', old)).toBe(false);
      expect(await store.append('a', old, 1, { records: ['2'] })).toBe(false);
      expect(await store.load('a', old)).toBeNull();
      expect(await store.claim('a', ONE)).toBeNull();
      expect(await store.list()).toEqual([]);
      const epoch = await create(store);
      expect(epoch).toBeGreaterThan(old);
      expect(await store.append('a', old, 0, { records: ['x'] })).toBe(false);
      expect(await store.load('a', epoch)).toEqual({
        base: 'base',
        records: [],
        saved: [],
        checkpoint: null,
      });
    },
  );

  withStore('a renewal returns the worlds of the owner', async (store) => {
    const epochs = new Map([
      ['a', await create(store, 'a')],
      ['b', await create(store, 'b')],
    ]);
    await create(store, 'c', { owner: OTHER });
    await store.release('d', await create(store, 'd'));
    expect(await store.renew(ONE)).toEqual(epochs);
    expect(await store.renew({ id: 'nobody', url: null })).toEqual(new Map());
    await store.release('a', epochs.get('a') ?? 0);
    epochs.set('b', await claim(store, 'b'));
    epochs.delete('a');
    expect(await store.renew(ONE)).toEqual(epochs);
  });

  withStore('a renewal stores where the owner is reached now', async (store) => {
    const owner = { id: 'starting', url: null as string | null };
    const epoch = await create(store, 'a', { owner });
    expect((await summary(store))?.owner?.url).toBeNull();
    owner.url = 'http://127.0.0.1:9';
    expect((await store.renew(owner)).get('a')).toBe(epoch);
    expect((await summary(store))?.owner).toEqual(owner);
  });

  withStore('of simultaneous creations and claims of a name one succeeds', async (store) => {
    const owners = Array.from({ length: 8 }, (_, index): Owner => ({ id: `owner-${index}`, url: null }));
    const created = await Promise.all(owners.map((owner) => store.create('a', owner, owner.id)));
    const [first] = created.filter((one) => one !== null);
    expect(created.filter((one) => one === null)).toHaveLength(7);
    const winner = owners[created.indexOf(first ?? null)];
    expect((await store.load('a', first?.epoch ?? 0))?.base).toBe(winner?.id);
    await store.release('a', first?.epoch ?? 0);
    const claims = await Promise.all(owners.map((owner) => store.claim('a', owner)));
    expect(claims.map((one) => one?.kind).sort()).toEqual(['claimed', ...Array(7).fill('held')]);
    const owner = owners[claims.findIndex((one) => one?.kind === 'claimed')];
    for (const one of claims) if (one?.kind === 'held') expect(one.by).toEqual(owner);
  });

  testStoredData(open);
  testSharedTexts(open, removeUnused);

  test('a random sequence of calls has the same results as in memory', () => compareWithMemory(open));
}

/**
 * Defines the tests of a store whose claims last for a time.
 * @param open opens a store without worlds; `lapse` lets all claims run out, as if their time had passed
 */
export function testLeases(open: () => Promise<{ store: WorldStore; lapse(): Promise<void> }>): void {
  const withStore = (
    title: string,
    run: (store: WorldStore, lapse: () => Promise<void>) => Promise<void>,
  ) => {
    let lapse = async (): Promise<void> => {};
    const openStore = async (): Promise<WorldStore> => {
      const opened = await open();
      lapse = opened.lapse;
      return opened.store;
    };
    testWithStore(title, openStore, (store) => run(store, () => lapse()));
  };

  withStore('a world whose lease has run out has no owner and can be claimed', async (store, lapse) => {
    const old = await create(store);
    await store.checkpoint('a', old, '', 1);
    expect(await store.dueWorlds(1)).toEqual([]);
    await lapse();
    expect(await store.dueWorlds(1)).toEqual(['a']);
    expect(await summary(store)).toMatchObject({ owner: null, leaseLeftMs: null });
    const epoch = await claim(store, 'a', OTHER);
    expect(await store.append('a', old, 0, { records: ['x'] })).toBe(false);
    expect(await store.renew(ONE)).toEqual(new Map());
    expect(await store.append('a', epoch, 0, { records: ['y'] })).toBe(true);
    expect((await store.load('a', epoch))?.records).toEqual(['y']);
  });

  withStore('an append and a renewal prolong a lease that nobody has taken over', async (store, lapse) => {
    const a = await create(store, 'a');
    const b = await create(store, 'b');
    await lapse();
    expect(await store.append('a', a, 0, { records: ['1'] })).toBe(true);
    expect(await store.claim('a', OTHER)).toMatchObject({ kind: 'held', by: ONE });
    expect(await store.renew(ONE)).toEqual(
      new Map([
        ['a', a],
        ['b', b],
      ]),
    );
    expect(await store.claim('b', OTHER)).toMatchObject({ kind: 'held', by: ONE });
  });
}
