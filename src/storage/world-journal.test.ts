// Tests the journal of a world by random changes: what the store contains is always enough to recover the world, its
// snapshots and its reset point, whenever the process ends.
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestMock, customerBody } from '../../mocks/testing/test-mock.ts';
import { controlApi } from '../control/control-api.ts';
import type { App, WorldServer } from '../server/app.ts';
import { type RecoverableWorld, recoverWorld } from './recover-world.ts';
import { readTables } from './shared-tables.ts';
import { encodeState } from './state-text.ts';
import { memoryWorldStore } from './testing/memory-world-store.ts';
import { exportText } from './testing/record-world.ts';
import { WorldJournal } from './world-journal.ts';
import type { Claim, StoredWorld, WorldStore } from './world-store.ts';

const OWNER = { id: 'one', url: null };

/** A change of a world; `pause` lets appends and bases in steps go on. */
const change = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('customer' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('advance', 'freeze', 'resume', 'policy', 'fault') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('take', 'restore', 'remove'),
      name: fc.constantFrom('a', 'b'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('reset', 'reset', 'reset', 'start', 'seed') }) },
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('pause' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
);
/** The size at which records are replaced by a base: after each customer, or never. */
const recordsSize = fc.constantFrom(500, 500, Number.MAX_SAFE_INTEGER);
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
const REMOVED: Change[] = [
  { kind: 'take', name: 'a' },
  { kind: 'restore', name: 'a' },
  { kind: 'customer' },
  { kind: 'remove', name: 'a' },
];

/** Everything of a world that lasts, as values to compare. */
function lastingState(worldServer: WorldServer): unknown {
  const text = (saved?: Parameters<typeof exportText>[1]): unknown => {
    const { parts, ...world } = JSON.parse(exportText(worldServer, saved));
    return { world, policy: parts.policy, faults: parts.faults };
  };
  const { resetPoint, snapshots } = worldServer;
  return {
    present: text(),
    seq: worldServer.world.seq,
    snapshots: [...snapshots].map(([name, { saved, takenAt }]) => [name, takenAt, text(saved)]),
    start: [resetPoint.takenAt, text(resetPoint.saved)],
  };
}

function recovered(stored: RecoverableWorld): WorldServer {
  const { app } = createTestMock({ recover: 'empty' });
  app.worlds.unload('empty');
  return recoverWorld(app as unknown as App, 'empty', stored);
}

/** A world in a store whose appends take a turn of the event loop, and every state that the store went through. */
async function createJournalledWorld(maxRecordsSize: number) {
  const { app } = createTestMock({ world: 'empty' });
  const worldServer = app.worlds.main as unknown as WorldServer;
  const memory = memoryWorldStore();
  const states: RecoverableWorld[] = [];
  let earlierBases = 0;
  const load = async (): Promise<RecoverableWorld> => {
    const stored = structuredClone((await memory.load('empty', 1)) as StoredWorld);
    const claim = { name: 'empty', epoch: 1 };
    return { ...stored, tables: await readTables(memory, claim, stored, 'the world empty') };
  };
  const store: WorldStore = {
    ...memory,
    async append(...args) {
      await new Promise((resolve) => setImmediate(resolve));
      const isStored = await memory.append(...args);
      const [, , after, { base, baseSeq = 0, records }] = args;
      if (base !== undefined && baseSeq < after + records.length) earlierBases += 1;
      states.push(await load());
      return isStored;
    },
  };
  const base = encodeState(worldServer);
  const stored = {
    baseSize: 1,
    recordsSize: 0,
    restored: [],
    hasStart: false,
    records: 0,
    maxRecordsSize,
  };
  const errors: Error[] = [];
  const journal = new WorldJournal({ store, worldServer, stored, lost: (error) => void errors.push(error) });
  journal.claimed((await store.create('empty', OWNER, base.text, false, base.texts)) as Claim);
  return { app, worldServer, journal, errors, states, load, earlierBases: () => earlierBases };
}

test('whenever changes are stored, the store contains the whole world, its snapshots and its reset point', async () => {
  // Each piece of a base seems to take long, so that a base is encoded with pauses.
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 20));
  onTestFinished(() => clock.mockRestore());
  let earlierBases = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 60, size: 'max' }), recordsSize, async (changes, size) => {
      const { app, worldServer, journal, errors, states, load, ...rest } = await createJournalledWorld(size);
      const control = controlApi(app).worlds.get('empty');
      const { snapshots } = control;
      const has = (name = ''): boolean => snapshots.list().some((one) => one.name === name);
      let customers = 0;
      const apply: Record<string, (name?: string) => unknown> = {
        customer: () =>
          app.world.transact(app.personas.owner?.tenantId ?? 'tenant', ({ customers: table }) =>
            table.insert({ ...customerRow(), email: `c${++customers}@example.org` }),
          ),
        advance: () => control.clock.advance('PT1H'),
        freeze: () => control.clock.freeze(),
        resume: () => control.clock.resume(),
        policy: () => control.policy.set({ error_shape: customers % 2 === 0 ? 'flat' : 'envelope' }),
        fault: () => control.faults.add({ kind: 'status', status: 503, operation: 'getWallet' }),
        take: (name) => snapshots.take(name),
        restore: (name) => has(name) && snapshots.restore(name ?? ''),
        remove: (name) => has(name) && snapshots.remove(name ?? ''),
        reset: () => control.reset(),
        start: () => worldServer.setResetPoint(),
        seed: () => control.seed({ seed: customers + 1 }),
        pause: async () => {
          for (let turns = 0; turns < 8; turns += 1) await new Promise((resolve) => setImmediate(resolve));
        },
        settle: async () => {
          await journal.settled();
          // A running clock shows a later time in the recovered world.
          const { frozen } = worldServer.world.clock;
          if (frozen) expect(lastingState(recovered(await load()))).toEqual(lastingState(worldServer));
        },
      };
      for (const one of [...changes, { kind: 'freeze' as const }, { kind: 'settle' as const }])
        await apply[one.kind]?.('name' in one ? one.name : undefined);
      for (const stored of states) recovered(stored);
      await journal.finish();
      const last = await load();
      // A few records are left as they are.
      expect(last.records.join('').length).toBeLessThanOrEqual(Math.min(size, 65_536));
      expect(lastingState(recovered(last))).toEqual(lastingState(worldServer));
      expect(errors).toEqual([]);
      earlierBases += rest.earlierBases();
    }),
    {
      numRuns: 40,
      // A snapshot is removed after a record restored it.
      examples: [[REMOVED, Number.MAX_SAFE_INTEGER]],
    },
  );
  // Bases that were encoded while changes went on.
  expect(earlierBases).toBeGreaterThan(10);
});

test.each(['before an append', 'during an append', 'when the world is idle'])(
  'a change of the settings that cannot be recorded %s ends the ownership and is reported once',
  async (time) => {
    const { app, worldServer, journal, errors } = await createJournalledWorld(Number.MAX_SAFE_INTEGER);
    let customers = 0;
    const insert = (): void =>
      void app.world.transact('tenant', ({ customers: table }) =>
        table.insert({ ...customerRow(), email: `c${++customers}@example.org` }),
      );
    let pending: Promise<void> | undefined;
    if (time !== 'when the world is idle') {
      insert();
      pending = journal.settled();
    }
    // The append begins after the input of this turn, and ends in a later one.
    if (time === 'during an append') await new Promise((resolve) => setImmediate(resolve));
    // JSON has no such number.
    Object.assign(worldServer.world.settings, { limit: 1n });

    if (time === 'before an append') await expect(pending).rejects.toThrow(TypeError);
    else await expect(journal.settled()).rejects.toThrow(TypeError);
    if (time === 'during an append') await expect(pending).resolves.toBeUndefined();
    expect(errors).toEqual([journal.ended]);
    expect(insert).toThrow(errors[0]);
    await expect(journal.finish()).rejects.toThrow(TypeError);
    expect(errors).toHaveLength(1);
  },
);

/** Returns a row of the table of customers without the members that the store generates. */
const customerRow = () => ({
  ...customerBody(),
  company_name: null,
  phone: null,
  address: null,
  tax_id: null,
  locale: 'en',
  external_id: null,
  metadata: {},
  status: 'active' as const,
  deactivated_at: null,
});
