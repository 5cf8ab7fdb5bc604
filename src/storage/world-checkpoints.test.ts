// Tests the checkpoints of a journal by random changes: whenever all changes are stored, the store knows when the world
// has something to do, however long checkpoints and appends take and whichever checkpoint fails.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestMock } from '../../mocks/testing/test-mock.ts';
import { controlApi } from '../control/control-api.ts';
import type { WorldServer } from '../server/app.ts';
import { encodeState } from './state-text.ts';
import { memoryWorldStore } from './testing/memory-world-store.ts';
import { wakeTime } from './wake-time.ts';
import { WorldJournal } from './world-journal.ts';
import { type Claim, StorageError, type WorldStore } from './world-store.ts';

const NAME = 'empty';
const OWNER = { id: 'one', url: null };
const TENANT = 'tenant';

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('schedule' as const), hours: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unschedule' as const), hours: fc.nat(4) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('checkpoint' as const),
      isLost: fc.boolean(),
      turns: fc.nat(4),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pause' as const), turns: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
  fc.record({ kind: fc.constantFrom('freeze' as const, 'resume' as const) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
/** A checkpoint of a later time takes longer than the append of an earlier one that comes after it. */
const OVERTAKEN: Step[] = [
  { kind: 'schedule', hours: 4 },
  { kind: 'unschedule', hours: 2 },
  { kind: 'settle' },
  { kind: 'checkpoint', isLost: false, turns: 4 },
  { kind: 'schedule', hours: 3 },
  { kind: 'settle' },
  { kind: 'pause', turns: 4 },
  { kind: 'settle' },
];

const pass = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Creates a world in a store whose checkpoints take as many turns of the event loop as a test says, or are lost. */
async function createWorld(appendTurns: number) {
  const { app } = createTestMock({ world: NAME });
  const worldServer = app.worlds.main as unknown as WorldServer;
  const memory = memoryWorldStore();
  const next = { turns: 0, isLost: false };
  const store: WorldStore = {
    ...memory,
    async append(...args) {
      await pass(appendTurns);
      return await memory.append(...args);
    },
    async checkpoint(...args) {
      const { turns, isLost } = next;
      await pass(turns);
      if (isLost) throw new StorageError('unavailable', 'The checkpoint was lost.');
      await memory.checkpoint(...args);
    },
  };
  const stored = { baseSize: 1, recordsSize: 0, restored: [], hasStart: false, records: 0 };
  const errors: Error[] = [];
  const journal = new WorldJournal({ store, worldServer, stored, lost: (error) => void errors.push(error) });
  const { text, texts } = encodeState(worldServer);
  const create = async (): Promise<Claim | null> =>
    store.create(NAME, OWNER, text, true, texts, journal.takeCheckpoint());
  /** Returns the wake-up time in the store: null for never. */
  const storedTime = (): number | null => memory.entries.get(NAME)?.wakeAtMs ?? null;
  return { app, worldServer, journal, errors, next, create, storedTime };
}

test('stored changes include when the world has something to do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40, size: 'max' }),
      fc.nat(3),
      async (steps, appendTurns) => {
        const { app, worldServer, journal, errors, next, create, storedTime } =
          await createWorld(appendTurns);
        const { clock } = controlApi(app).worlds.get(NAME);
        const { world } = worldServer;
        const schedule = (hours: number): void =>
          world.transact(TENANT, (one) => {
            const at = new Date(Date.UTC(2999, 0, 1, hours)).toISOString();
            one.schedule(`timer ${hours}`, at, { tenant: TENANT });
          });
        const checkpoints: Promise<unknown>[] = [];
        const settle = async (): Promise<void> => {
          await journal.settled();
          const wakeAtMs = wakeTime(worldServer);
          if (wakeAtMs === null) return;
          expect(storedTime()).not.toBeNull();
          expect(storedTime()).toBeLessThanOrEqual(wakeAtMs);
        };
        clock.resume();
        schedule(2);
        const claim = await create();
        // The world has not changed since its state was encoded for its creation.
        expect(storedTime()).toBe(wakeTime(worldServer));
        journal.claimed(claim as Claim);
        for (const one of steps) {
          if (one.kind === 'schedule') schedule(one.hours);
          if (one.kind === 'unschedule')
            world.transact(TENANT, (store) => store.unschedule(`timer ${one.hours}`, { tenant: TENANT }));
          if (one.kind === 'checkpoint') {
            Object.assign(next, { turns: one.turns, isLost: one.isLost });
            checkpoints.push(journal.checkpoint().catch((error: unknown) => error));
          }
          if (one.kind === 'pause') await pass(one.turns);
          if (one.kind === 'settle') await settle();
          if (one.kind === 'freeze' || one.kind === 'resume') clock[one.kind]();
        }
        await settle();
        for (const error of await Promise.all(checkpoints))
          if (error !== undefined) expect(error).toBeInstanceOf(StorageError);
        next.isLost = false;
        await journal.finish();
        // The present time, not an earlier one: a process would take the world up for nothing.
        expect(storedTime()).toBe(wakeTime(worldServer));
        expect(errors).toEqual([]);
      },
    ),
    { numRuns: 60, examples: [[OVERTAKEN, 0]] },
  );
});
