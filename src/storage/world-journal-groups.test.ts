// Tests which changes a journal stores together, with one processor and with several.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestMock } from '../../mocks/testing/test-mock.ts';
import type { WorldServer } from '../server/app.ts';
import { encodeState } from './state-text.ts';
import { memoryWorldStore } from './testing/memory-world-store.ts';
import { WorldJournal } from './world-journal.ts';
import type { Claim, WorldStore } from './world-store.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Lets everything happen that needs no timer. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A world whose appends end when the test lets them, the oldest first. */
async function start(processors: number, isInProcess: boolean) {
  const { app } = createTestMock({ world: 'empty' });
  const worldServer = app.worlds.main as unknown as WorldServer;
  const memory = memoryWorldStore();
  const groups: number[] = [];
  const ends: (() => void)[] = [];
  const store: WorldStore = {
    ...memory,
    isInProcess,
    async append(name, epoch, after, changes) {
      groups.push(changes.records.length);
      await new Promise<void>((resolve) => void ends.push(resolve));
      return memory.append(name, epoch, after, changes);
    },
  };
  const base = encodeState(worldServer);
  const stored = { baseSize: 1_000_000, recordsSize: 0, restored: [], hasStart: false, records: 0 };
  const journal = new WorldJournal({ store, worldServer, stored, lost: vi.fn(), processors });
  const owner = { id: 'one', url: null };
  journal.claimed((await store.create('empty', owner, base.text, false, base.texts)) as Claim);
  let changes = 0;
  return {
    journal,
    worldServer,
    /** the numbers of the records of all appends so far */
    groups,
    /** Lets calls change the world and wait for their replies; each change is a record. */
    call(count: number, changesOfCall = 1): void {
      for (let at = 0; at < count; at++) {
        for (let change = 0; change < changesOfCall; change++) {
          worldServer.world.clock.set(Date.UTC(2026, 0, 1) + ++changes);
          journal.collect();
        }
        void journal.settled();
      }
    },
    async endAppend(): Promise<void> {
      ends.shift()?.();
      await turns();
    },
  };
}

test.each([
  ['with two processors', 2, true],
  ['with a database in another process', 1, false],
] as const)('%s, what came during an append is stored at once', async (_, processors, isInProcess) => {
  const { groups, call, endAppend } = await start(processors, isInProcess);
  call(3);
  await turns();
  call(2);
  await endAppend();
  expect(groups).toEqual([3, 2]);
});

test('with one processor, an append waits for the changes of the clients that the last one has answered', async () => {
  const { groups, call, endAppend } = await start(1, true);
  call(3);
  await turns();
  call(2);
  await endAppend();
  call(2);
  await turns();
  expect(groups).toEqual([3]);
  call(1);
  await turns();
  expect(groups).toEqual([3, 5]);
  call(1);
  await endAppend();
  expect(groups).toEqual([3, 5]);
  vi.runAllTimers();
  await turns();
  expect(groups).toEqual([3, 5, 1]);
});

test('with one processor, one client never waits, and a world that ends stores what came before', async () => {
  const { journal, worldServer, groups, call, endAppend } = await start(1, true);
  for (const [changesOfCall, expected] of [
    [3, [3]],
    [1, [3, 1]],
  ] as const) {
    call(1, changesOfCall);
    await turns();
    expect(groups).toEqual(expected);
    // An event stream that waits is no client.
    const streamed = worldServer.settled?.();
    await endAppend();
    await streamed;
  }
  call(2);
  await turns();
  call(1);
  const finished = journal.finish();
  await endAppend();
  vi.runAllTimers();
  await turns();
  expect(groups).toEqual([3, 1, 2, 1]);
  await endAppend();
  await finished;
  expect(vi.getTimerCount()).toBe(0);
});
