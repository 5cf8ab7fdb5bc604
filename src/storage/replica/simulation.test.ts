// Simulates replicas that crash, stop and lose messages, and checks what clients saw. Then breaks the replicas in known
// ways, each of which the simulation must find.
import { expect, test } from 'vitest';
import type { MemoryWorldStore } from '../testing/memory-world-store.ts';
import type { WorldStore } from '../world-store.ts';
import type { Mutation } from './testing/simulated-replica.ts';
import { simulateSeed } from './testing/simulation-plans.ts';

/** The simulations of `npm test`; `npm run simulate` runs more. */
const SAMPLE = 60;

test(`clients see one wallet, whatever happens to the replicas (${SAMPLE} seeds)`, async () => {
  let answered = 0;
  for (let seed = 1; seed <= SAMPLE; seed++) {
    const { problems, undecided, history } = await simulateSeed(seed);
    expect([...problems, ...undecided], `npm run simulate -- --seed ${seed}`).toEqual([]);
    answered += history.length;
  }
  // Most of the 60 calls of each simulation are answered in the end.
  expect(answered).toBeGreaterThan(SAMPLE * 55);
});

/** A database that answers `append` in another way. */
const withAppend = (
  append: (
    reached: WorldStore,
    database: MemoryWorldStore,
    ...args: Parameters<WorldStore['append']>
  ) => Promise<boolean>,
): Mutation => ({
  store: (reached, database) => ({
    ...reached,
    append: (...args) => append(reached, database, ...args),
  }),
});

/** The defects, and a seed that finds each; when the simulation changes, another seed does. */
const MUTATIONS: [string, number, Mutation][] = [
  ['the whole lease is used, without a margin', 677, { margin: 0 }],
  ['a reply does not check the lease', 269, { margin: Number.NEGATIVE_INFINITY }],
  ['a reply does not wait for the append', 1, { world: (world) => ({ ...world, settled: () => undefined }) }],
  [
    'a replica goes on after a refused append',
    399,
    withAppend(async (reached, _, ...args) => {
      await reached.append(...args);
      return true;
    }),
  ],
  [
    'a replica goes on after an append of unknown outcome',
    20,
    withAppend((reached, _, ...args) => reached.append(...args).catch(() => true)),
  ],
  [
    'the database stores the appends of earlier claims',
    247,
    withAppend((reached, { entries }, name, epoch, after, changes) => {
      const present = entries.get(name) ?? { epoch, seq: after };
      return reached.append(name, present.epoch, present.seq, changes);
    }),
  ],
  [
    'the database acknowledges an append before it is stored',
    6,
    withAppend(async (reached, _, ...args) => {
      reached.append(...args).catch(() => undefined);
      return true;
    }),
  ],
  [
    'a world of a crashed replica is not taken over when its lease has run out',
    14,
    {
      store: (reached, database) => ({
        ...reached,
        async claim(name, owner) {
          const by = database.entries.get(name)?.owner;
          return by && by.id !== owner.id ? { kind: 'held', by, leaseLeftMs: 0 } : reached.claim(name, owner);
        },
      }),
    },
  ],
  ['a top-up of unknown outcome is sent again', 297, { isRead: () => true }],
];

/** In how many simulations a defect must be found. */
const MAX_SEEDS = 1000;

test.each(MUTATIONS)('the simulation finds that %s', async (_, first, mutation) => {
  let seed = first;
  while (seed < first + MAX_SEEDS && (await simulateSeed(seed, { mutation })).problems.length === 0) seed++;
  expect(seed).toBeLessThan(first + MAX_SEEDS);
  expect((await simulateSeed(seed)).problems).toEqual([]);
});
