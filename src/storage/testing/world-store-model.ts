// Test helper: sends random calls to a store and to the store in memory, and compares the results.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Changes, Owner, WorldStore } from '../world-store.ts';
import { memoryWorldStore } from './memory-world-store.ts';

const OWNERS: Owner[] = [
  { id: 'one', url: 'http://127.0.0.1:1' },
  { id: 'two', url: null },
];
/** The world that is created as the main world. */
const MAIN = 'b';
const names = fc.constantFrom('a', 'b');
const owners = fc.constantFrom(...OWNERS);
/** Which claim of a world a call names, counted back from the last one. */
const claimsAgo = fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.constantFrom(1, 2));
const texts = fc.constantFrom('', 'x', 'é', 'longer text');

/** When a world has something to do. */
const wakeTimes = fc.constantFrom(null, 1, 3, Date.UTC(2999, 0, 1));
/** The two worlds never become due at the same moment, so that their order is certain. */
const wakeTimeOf = (name: string, wakeAtMs: number | null): number | null =>
  wakeAtMs && wakeAtMs + Number(name === MAIN);

const changes: fc.Arbitrary<Changes> = fc.record(
  {
    records: fc.array(texts, { maxLength: 3 }),
    base: texts,
    saved: fc.uniqueArray(fc.record({ name: names, takenAt: fc.constant('2026-01-01'), state: texts }), {
      selector: ({ name }) => name,
    }),
    removed: fc.uniqueArray(names),
    checkpoint: fc.record({ values: texts, wakeAtMs: wakeTimes }),
  },
  { requiredKeys: ['records'] },
);

const call = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name: names, owner: owners }),
  fc.record({ do: fc.constant('claim' as const), name: names, owner: owners }),
  fc.record({ do: fc.constant('load' as const), name: names, claimsAgo }),
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ do: fc.constant('append' as const), name: names, claimsAgo, changes },
      /** how many records `base` does not contain, at most */
      recordsAfterBase: fc.constantFrom(null, 0, 1, 2, 3),
      afterLast: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.constantFrom(-1, 1)),
    }),
  },
  fc.record({
    ...{ do: fc.constant('checkpoint' as const), name: names, claimsAgo, values: texts },
    wakeAtMs: wakeTimes,
  }),
  fc.record({ do: fc.constant('renew' as const), owner: owners }),
  fc.record({ do: fc.constantFrom('release' as const, 'remove' as const), name: names, claimsAgo }),
  fc.record({ do: fc.constant('list' as const) }),
  fc.record({ do: fc.constant('dueWorlds' as const), limit: fc.constantFrom(1, 5) }),
);
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

/** A store under test and the epochs of the claims it granted, in order, for each name. */
class Subject {
  readonly store: WorldStore;
  readonly #epochs = new Map<string, number[]>();

  constructor(store: WorldStore) {
    this.store = store;
  }

  #epoch(name: string, claimsAgo: number): number {
    return this.#epochs.get(name)?.at(-1 - claimsAgo) ?? 0;
  }

  /** Runs a call; epochs in its result are replaced by the number of the claim, and times are left out. */
  async run(one: Call): Promise<unknown> {
    const { store } = this;
    switch (one.do) {
      case 'create':
      case 'claim': {
        const result =
          one.do === 'create'
            ? await store.create(one.name, one.owner, 'base', one.name === MAIN)
            : await store.claim(one.name, one.owner);
        if (result?.kind === 'held') return { held: result.by };
        if (!result) return null;
        const granted = this.#epochs.get(one.name) ?? [];
        expect(result.epoch).toBeGreaterThan(granted.at(-1) ?? 0);
        this.#epochs.set(one.name, [...granted, result.epoch]);
        return { seq: result.seq };
      }
      case 'load':
        return store.load(one.name, this.#epoch(one.name, one.claimsAgo));
      case 'append': {
        const epoch = this.#epoch(one.name, one.claimsAgo);
        const seq = (await store.list()).find(({ name }) => name === one.name)?.seq ?? 0;
        const stored = (await store.load(one.name, epoch))?.records.length ?? 0;
        const { records, checkpoint } = one.changes;
        const baseSeq =
          one.recordsAfterBase === null
            ? undefined
            : seq + records.length - Math.min(one.recordsAfterBase, stored + records.length);
        return store.append(one.name, epoch, seq + one.afterLast, {
          ...one.changes,
          ...(baseSeq !== undefined && { baseSeq }),
          ...(checkpoint && {
            checkpoint: { ...checkpoint, wakeAtMs: wakeTimeOf(one.name, checkpoint.wakeAtMs) },
          }),
        });
      }
      case 'checkpoint':
        return store.checkpoint(
          ...([one.name, this.#epoch(one.name, one.claimsAgo), one.values] as const),
          wakeTimeOf(one.name, one.wakeAtMs),
        );
      case 'renew': {
        const epochs = await store.renew(one.owner);
        return [...epochs].map(([name, epoch]) => [name, this.#epochs.get(name)?.indexOf(epoch)]).sort();
      }
      case 'release':
      case 'remove':
        return store[one.do](one.name, this.#epoch(one.name, one.claimsAgo));
      case 'list':
        return (await store.list()).map(({ name, main, owner, seq, bytes }) => [
          name,
          main,
          owner,
          seq,
          bytes,
        ]);
      case 'dueWorlds':
        return store.dueWorlds(one.limit);
    }
  }
}

/**
 * Runs random sequences of calls on a store and on the store in memory; every result must be the same.
 * @param open opens a store without worlds
 */
export async function compareWithMemory(open: () => Promise<WorldStore>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 60, size: 'max' }), async (calls) => {
      const store = await open();
      try {
        const [actual, expected] = [new Subject(store), new Subject(memoryWorldStore(60_000))];
        for (const one of calls) {
          const result = await expected.run(one);
          expect([one, await actual.run(one)]).toEqual([one, result]);
        }
      } finally {
        await store.close();
      }
    }),
    { numRuns: 25 },
  );
}
