// Test helper: the rules of what a store keeps and lists, as tests: snapshots, checkpoints, sizes, texts.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Claim, SavedState, WorldStore } from '../world-store.ts';
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

/** Defines the tests of the data of a store; `open` opens a store without worlds. */
export function testStoredData(open: Open): void {
  const withStore = (title: string, run: (store: WorldStore) => Promise<void>): void =>
    testWithStore(title, open, run);

  withStore('snapshots are stored, replaced and removed', async (store) => {
    const epoch = await create(store);
    const change = (saved: SavedState[], removed: string[] = []) =>
      store.append('a', epoch, 0, { records: [], saved, removed });
    const names = async () => (await store.load('a', epoch))?.saved.map(({ name }) => name);
    await change([snapshot('start'), snapshot('b'), snapshot('a')]);
    expect(await names()).toEqual(['start', 'b', 'a']);
    await change([snapshot('b', 'replaced')]);
    expect((await store.load('a', epoch))?.saved).toEqual([
      ...[snapshot('start'), snapshot('b', 'replaced'), snapshot('a')],
    ]);
    await change([snapshot('start', 'anew')], ['start', 'unknown']);
    expect(await names()).toEqual(['b', 'a', 'start']);
    await change([], ['a', 'b']);
    expect((await store.load('a', epoch))?.saved).toEqual([snapshot('start', 'anew')]);
    await store.append('a', epoch, 0, { records: ['1'], base: 'new' });
    expect(await names()).toEqual(['start']);
  });

  withStore('a checkpoint replaces the one before and outlasts a base and a claim', async (store) => {
    const epoch = await create(store);
    await store.checkpoint('a', epoch, 'first', null);
    await store.checkpoint('a', epoch, 'second', 1);
    await store.append('a', epoch, 0, { records: ['1'], base: 'new' });
    expect((await store.load('a', epoch))?.checkpoint).toBe('second');
    await store.release('a', epoch);
    expect((await store.load('a', await claim(store)))?.checkpoint).toBe('second');
  });

  withStore('a checkpoint of a creation or an append is stored with it, or not at all', async (store) => {
    const due = { values: 'due', wakeAtMs: 1 };
    const idle = { values: 'idle', wakeAtMs: null };
    const checkpointOf = async () => (await store.load('a', epoch))?.checkpoint;
    /** Tells whether the world is due once nobody owns it. */
    const isDue = async () => {
      await store.release('a', epoch);
      const names = await store.dueWorlds(9);
      epoch = await claim(store);
      return names.length > 0;
    };
    let { epoch } = (await store.create('a', ONE, 'base', false, [], due)) as Claim;
    expect(await store.create('a', ONE, 'base', false, [], idle)).toBeNull();
    expect([await checkpointOf(), await isDue()]).toEqual(['due', true]);
    expect(await store.append('a', epoch, 0, { records: ['1'], checkpoint: idle })).toBe(true);
    expect([await checkpointOf(), await isDue()]).toEqual(['idle', false]);
    for (const [old, after] of [
      [epoch, 0],
      [epoch - 1, 1],
    ] as const)
      expect(await store.append('a', old, after, { records: ['x'], checkpoint: due })).toBe(false);
    expect([await checkpointOf(), await isDue()]).toEqual(['idle', false]);
    const changes = [
      { records: [] },
      { records: ['2'], base: 'new' },
      { records: [], saved: [snapshot('s')] },
    ];
    let after = 1;
    for (const change of changes) {
      for (const checkpoint of [due, idle]) {
        expect(await store.append('a', epoch, after, { ...change, checkpoint })).toBe(true);
        after += change.records.length;
        expect([await checkpointOf(), await isDue()]).toEqual([checkpoint.values, checkpoint === due]);
        expect(await store.append('a', epoch, after, { records: ['3'] })).toBe(true);
        after += 1;
        expect([await checkpointOf(), await isDue()]).toEqual([checkpoint.values, checkpoint === due]);
      }
    }
  });

  withStore('the worlds that are due are those that nobody owns and whose time has come', async (store) => {
    const times = { later: 2000, soon: 1000, never: null, future: Date.now() + 86_400_000, owned: 500 };
    for (const [name, wakeAtMs] of Object.entries(times)) {
      const epoch = await create(store, name);
      await store.checkpoint(name, epoch, '', wakeAtMs);
      if (name !== 'owned') await store.release(name, epoch);
    }
    await store.release('without', await create(store, 'without'));
    expect(await store.dueWorlds(10)).toEqual(['soon', 'later']);
    expect(await store.dueWorlds(1)).toEqual(['soon']);
    const epoch = await claim(store, 'soon', OTHER);
    expect(await store.dueWorlds(10)).toEqual(['later']);
    await store.checkpoint('soon', epoch, '', null);
    await store.release('soon', epoch);
    expect(await store.dueWorlds(10)).toEqual(['later']);
  });

  withStore('the list has the main world first, then the others by name', async (store) => {
    for (const name of ['b', 'a.b', 'B', 'a', 'a-b', '1', 'ab', 'a_b']) await create(store, name);
    await store.create('main', OTHER, 'base', true);
    const all = await store.list();
    expect(all.map(({ name }) => name)).toEqual(['main', '1', 'B', 'a', 'a-b', 'a.b', 'a_b', 'ab', 'b']);
    expect(all.map(({ main }) => main)).toEqual([true, ...Array(8).fill(false)]);
  });

  withStore('the list says owner, lease, sequence, size and times', async (store) => {
    const epoch = await create(store, 'a', { base: 'é€😀' });
    const created = await summary(store);
    expect(created).toEqual({
      ...{ name: 'a', main: false, owner: ONE, seq: 0, bytes: 9 },
      leaseLeftMs: store.leaseMs === null ? null : expect.any(Number),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      changedAt: created?.createdAt,
    });
    await store.append('a', epoch, 0, {
      records: ['é', '22'],
      saved: [snapshot('s', '€'), snapshot('t', '1')],
    });
    expect(await summary(store)).toMatchObject({ seq: 2, bytes: 9 + 2 + 2 + 3 + 1 });
    await store.append('a', epoch, 2, { records: ['é'], saved: [snapshot('s', '')], removed: ['t'] });
    const changed = await summary(store);
    expect(changed).toMatchObject({ seq: 3, bytes: 9 + 2 + 2 + 2, createdAt: created?.createdAt });
    expect(changed?.changedAt.localeCompare(created?.createdAt ?? '')).toBeGreaterThanOrEqual(0);
    await store.append('a', epoch, 3, { records: ['4'], base: '€' });
    await store.release('a', epoch);
    expect(await summary(store)).toMatchObject({ owner: null, leaseLeftMs: null, seq: 4, bytes: 3 });
  });

  withStore('worlds that append at the same time keep their own records', async (store) => {
    const names = Array.from({ length: 12 }, (_, index) => `world-${index}`);
    const lists = await Promise.all(
      names.map(async (name) => {
        const epoch = await create(store, name);
        for (let seq = 0; seq < 20; seq += 2)
          expect(
            await store.append(name, epoch, seq, { records: [`${name}/${seq}`, `${name}/${seq + 1}`] }),
          ).toBe(true);
        return (await store.load(name, epoch))?.records;
      }),
    );
    expect(lists).toEqual(names.map((name) => Array.from({ length: 20 }, (_, seq) => `${name}/${seq}`)));
  });

  withStore('texts come back as they were given, with any Unicode character', async (store) => {
    const epoch = await create(store);
    const plain = fc
      .string({ unit: 'binary', maxLength: 60 })
      .map((text) => text.replaceAll('\0', ' '))
      .filter((text) => text.isWellFormed());
    const json = fc.anything({ withNullPrototype: false }).map((value) => JSON.stringify(value) ?? 'null');
    let seq = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(plain, json), { minLength: 4, maxLength: 12 }), async (texts) => {
        const [base = '', state = '', checkpoint = '', ...records] = texts;
        await store.append('a', epoch, seq, { records: [], base, saved: [snapshot('s', state)] });
        await store.append('a', epoch, seq, { records });
        await store.checkpoint('a', epoch, checkpoint, null);
        seq += records.length;
        expect(await store.load('a', epoch)).toEqual({
          ...{ base, records, saved: [snapshot('s', state)], checkpoint },
        });
      }),
      {
        numRuns: 30,
        examples: [
          [
            ['', '', '', ''],
            ['\uFEFF', "'", '"\\', '\u2028\r\n\t\u0001\uFFFF😀', '$1 \\0 \\x', '""'],
          ],
        ],
      },
    );
  });

  withStore('long texts and many records are stored', async (store) => {
    const long = (start: string): string => `${start}${'0123456789é€😀'.repeat(80_000)}`;
    const epoch = await create(store, 'a', { base: long('base') });
    const many = Array.from({ length: 3000 }, (_, index) => `{"record":${index}}`);
    expect(await store.append('a', epoch, 0, { records: many, saved: [snapshot('s', long('s'))] })).toBe(
      true,
    );
    expect(await store.append('a', epoch, 3000, { records: [long('record')] })).toBe(true);
    const world = await store.load('a', epoch);
    expect(world?.base === long('base')).toBe(true);
    expect(world?.saved[0]?.state === long('s')).toBe(true);
    expect(world?.records.length).toBe(3001);
    expect(world?.records.slice(0, 3000)).toEqual(many);
    expect(world?.records[3000] === long('record')).toBe(true);
  });
}
