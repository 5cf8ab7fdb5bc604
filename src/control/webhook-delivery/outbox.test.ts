// Tests of the outbox of a world: order, concurrency, withdrawal, resets, clocks and errors.

import { afterEach, expect, test } from 'vitest';
import {
  cancelQueued,
  type DeliveryOutcome,
  enqueue,
  outboxTable,
  outboxTables,
  type OutboxHandlers as Rows,
  withdrawOne,
} from '../../server/outbox-queue.ts';
import { parseClock } from '../../state/clock.ts';
import { table } from '../../state/tables/table.ts';
import { World } from '../../state/world.ts';
import { type Outbox, type OutboxOptions, openOutbox } from './outbox.ts';

afterEach(closeOutboxes);

test('the outbox sends messages after their transaction has committed and records each outcome once', async () => {
  const { outbox, sent, outcomes, queueTexts, waiting } = worldWithOutbox();
  queueTexts('lane', 'one', 'two');
  expect([sent, waiting()]).toEqual([[], 2]);
  await outbox.idle();
  expect([sent, outcomes, waiting()]).toEqual([['one', 'two'], ['one 200', 'two 200'], 0]);
});

test('the outbox sends no message of a transaction that was rolled back', async () => {
  const { world, outbox, sent } = worldWithOutbox();
  expect(() =>
    world.transact(null, (store) => {
      enqueue(store, 'lane', { text: 'no' });
      throw new Error('undone');
    }),
  ).toThrow('undone');
  await outbox.idle();
  expect(sent).toEqual([]);
});

test('the outbox sends the messages of one queue one after the other, and those of different queues in parallel', async () => {
  const { post, sent, nextTurn, release } = manualSender();
  const { outbox, outcomes, queueTexts } = worldWithOutbox({ post });
  queueTexts('slow', 'a1', 'a2');
  queueTexts('quick', 'b1');
  await nextTurn();
  expect(sent).toEqual(['a1', 'b1']);
  await release('b1');
  expect(outcomes).toEqual(['b1 200']);
  await release('a1');
  expect(sent).toEqual(['a1', 'b1', 'a2']);
  await release('a2');
  await outbox.idle();
  expect(outcomes).toEqual(['b1 200', 'a1 200', 'a2 200']);
});

test('the outbox limits the number of deliveries in progress and serves all queues in turn', async () => {
  const { post, sent, nextTurn, release } = manualSender();
  const { outbox, queueTexts } = worldWithOutbox({ post });
  // Of 16 messages in progress, 14 take long.
  const long = Array.from({ length: 14 }, (_, at) => `long ${at}`);
  for (const name of long) queueTexts(name, name);
  queueTexts('a', 'a1', 'a2', 'a3');
  queueTexts('b', 'b1');
  queueTexts('c', 'c1');
  await nextTurn();
  expect(sent).toEqual([...long, 'a1', 'b1']);
  await release('a1');
  expect(sent).toEqual([...long, 'a1', 'b1', 'c1']);
  await release('b1');
  for (const name of ['c1', 'a2', 'a3', ...long]) await release(name);
  await outbox.idle();
  expect(sent).toEqual([...long, 'a1', 'b1', 'c1', 'a2', 'a3']);
});

test('the outbox drops a message for which `compose` returns null', async () => {
  const { outbox, sent, outcomes, queueTexts, waiting } = worldWithOutbox();
  queueTexts('lane', 'void', 'after');
  await outbox.idle();
  expect([sent, outcomes, waiting()]).toEqual([['after'], ['after 200'], 0]);
});

test('the outbox records no outcome for a message that was withdrawn during its delivery', async () => {
  const { post, sent, nextTurn, release } = manualSender();
  const { world, outbox, outcomes, queueTexts } = worldWithOutbox({ post });
  queueTexts('lane', 'one', 'two');
  await nextTurn();
  world.transact(null, (store) => cancelQueued(store, 'lane'));
  await release('one');
  await outbox.idle();
  expect([sent, outcomes]).toEqual([['one'], []]);
});

test('a reset aborts the deliveries in progress and discards their outcomes', async () => {
  const { post, sent, nextTurn, release } = manualSender();
  const { world, outbox, outcomes, queueTexts, waiting } = worldWithOutbox({ post });
  const before = world.snapshot();
  queueTexts('lane', 'old');
  await nextTurn();
  world.restore(before);
  await release('old');
  expect([outcomes, waiting()]).toEqual([[], 0]);
  queueTexts('lane', 'new');
  await nextTurn();
  await release('new');
  await outbox.idle();
  expect([sent, outcomes]).toEqual([['old', 'new'], ['new 200']]);
});

test('the outbox sends messages that already wait when it is opened or when its world is restored', async () => {
  const { world } = worldWithOutbox({ post: () => new Promise(() => {}) });
  world.transact(null, (store) => enqueue(store, 'lane', { text: 'waited' }));
  const second = worldWithOutbox({ world });
  await second.outbox.idle();
  expect(second.sent).toEqual(['waited']);
  const snapshot = world.snapshot();
  second.queueTexts('lane', 'later');
  await second.outbox.idle();
  world.restore(snapshot);
  world.transact(null, (store) => enqueue(store, 'lane', { text: 'again' }));
  await second.outbox.idle();
  expect(second.sent.at(-1)).toBe('again');
});

test('the outbox runs due timers on a running clock without a request', async () => {
  const { world, outbox, queueTexts, sent } = worldWithOutbox({ clock: 'now' });
  queueTexts('lane', 'first');
  await outbox.idle();
  expect(sent).toEqual(['first']);
  world.transact(null, (store) =>
    store.schedule('later', new Date(Date.now() + 20).toISOString(), { text: 'due' }),
  );
  outbox.wake();
  await expect.poll(() => sent).toEqual(['first', 'due']);
});

test('the outbox runs no timer on a frozen clock until the clock is advanced', async () => {
  const { world, outbox, sent } = worldWithOutbox();
  world.transact(null, (store) => store.schedule('later', '2026-11-20T09:00:00Z', { text: 'due' }));
  await outbox.idle();
  expect(sent).toEqual([]);
  world.clock.advance(3_600_000);
  outbox.wake();
  await outbox.idle();
  expect(sent).toEqual(['due']);
});

test('after `close` the outbox sends nothing, and `idle` resolves', async () => {
  const { outbox, sent, queueTexts } = worldWithOutbox();
  outbox.close();
  queueTexts('lane', 'late');
  await outbox.idle();
  expect(sent).toEqual([]);
});

test('the outbox reports an internal error of the mock and continues with the next message', async () => {
  const faults: string[] = [];
  const world = new World({ tables, clock: parseClock('frozen') });
  const sent: string[] = [];
  const outbox = openOutbox<Tables>(
    world,
    {
      outbox: {
        compose(_, { text = '' }) {
          if (text === 'bad') throw new Error('no address');
          return { url: '', headers: {}, body: text };
        },
        record: () => {},
      },
    },
    {
      post: async ({ body }) => {
        sent.push(body);
        return { failure: 'no' };
      },
      fault: (error, where) => void faults.push(`${where}: ${error}`),
    },
  );
  closeAfterTest(outbox);
  world.transact(null, (store) => {
    enqueue(store, 'lane', { text: 'bad' });
    enqueue(store, 'lane', { text: 'good' });
  });
  await outbox.idle();
  expect([sent, faults]).toEqual([['good'], ['outbox, compose: Error: no address']]);
});

test.each([
  [
    'a post that throws at once',
    (): Promise<DeliveryOutcome> => {
      throw new Error('no socket');
    },
  ],
  ['a post that rejects', (): Promise<DeliveryOutcome> => Promise.reject(new Error('no socket'))],
])('%s makes the delivery fail, and the outbox reports the error', async (_, post) => {
  const faults: string[] = [];
  const { outbox, outcomes, queueTexts, waiting } = worldWithOutbox({
    post,
    fault: (error, where) => void faults.push(`${where}: ${error}`),
  });
  queueTexts('lane', 'one', 'two');
  await outbox.idle();
  const failure = 'The mock failed at sending this; its log says how.';
  expect([outcomes, waiting()]).toEqual([[`one ${failure}`, `two ${failure}`], 0]);
  expect(faults).toEqual(['outbox, post: Error: no socket', 'outbox, post: Error: no socket']);
});

test('the outbox removes a message whose outcome cannot be recorded, also when reporting the error fails', async () => {
  const world = new World({ tables, clock: parseClock('frozen') });
  const broken = (): never => {
    throw new Error('broken');
  };
  const content = { outbox: { compose: broken, record: broken } };
  const outbox = openOutbox<Tables>(world, content, { fault: broken });
  closeAfterTest(outbox);
  world.transact(null, (store) => enqueue(store, 'lane', { text: 'one' }));
  await outbox.idle();
  expect(world.transact(null, (store) => outboxTable(store).count())).toBe(0);
});

test('withdrawing one message leaves the other messages in its queue', async () => {
  const { post, sent, nextTurn, release } = manualSender();
  const { world, outbox, outcomes, queueTexts, waiting } = worldWithOutbox({ post });
  queueTexts('lane', 'one', 'two', 'three');
  await nextTurn();
  world.transact(null, (store) => withdrawOne(store, 'lane', { text: 'two' }));
  expect(waiting()).toBe(2);
  await release('one');
  await release('three');
  await outbox.idle();
  expect([sent, outcomes]).toEqual([
    ['one', 'three'],
    ['one 200', 'three 200'],
  ]);
});

type Note = { id: string; created_at: string; text: string };
/** The tables of the test world: notes, and the tables of the outbox. */
const tables = { notes: table<Note>({ tenant: false, updated: false }), ...outboxTables };
type Tables = typeof tables;

const open: Outbox[] = [];

// Adds an outbox to the list of those that `closeOutboxes` closes.
const closeAfterTest = (outbox: Outbox): void => void open.push(outbox);

// Closes the outboxes that were passed to `closeAfterTest`.
function closeOutboxes(): void {
  for (const outbox of open.splice(0)) outbox.close();
}

// Opens an outbox on a world that has a timer kind `later`, which queues a message. For messages with the text "void",
// `compose` returns null, so they are dropped.
function worldWithOutbox(options: OutboxOptions & { clock?: string; world?: World<Tables> } = {}) {
  const world =
    options.world ??
    new World({
      tables,
      clock: parseClock(options.clock ?? 'frozen'),
      timers: { later: (store, { text = '' }) => enqueue(store, 'lane', { text }) },
    });
  const outcomes: string[] = [];
  const rows: Rows<Tables> = {
    compose: (_, { text = '' }) => (text === 'void' ? null : { url: 'http://x/', headers: {}, body: text }),
    record(store, { text = '' }, outcome) {
      outcomes.push(`${text} ${'status' in outcome ? outcome.status : outcome.failure}`);
      store.notes.insert({ text });
    },
  };
  const sent: string[] = [];
  const post = async ({ body }: { body: string }): Promise<DeliveryOutcome> => {
    sent.push(body);
    return { status: 200, ms: 1, retryAfter: null };
  };
  const outbox = openOutbox(world, { outbox: rows }, { post, ...options });
  closeAfterTest(outbox);
  const queueTexts = (lane: string, ...texts: string[]): void =>
    world.transact(null, (store) => {
      for (const text of texts) enqueue(store, lane, { text });
    });
  const waiting = (): number => world.transact(null, (store) => outboxTable(store).count());
  return { world, outbox, sent, outcomes, queueTexts, waiting };
}

// Creates a sender that delays every message until `release` is called with its text.
function manualSender() {
  const releases = new Map<string, () => void>();
  const sent: string[] = [];
  const post = ({ body }: { body: string }): Promise<DeliveryOutcome> =>
    new Promise((resolve) => {
      sent.push(body);
      releases.set(body, () => resolve({ status: 200, ms: 1, retryAfter: null }));
    });
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return {
    post,
    sent,
    nextTurn,
    async release(name: string) {
      releases.get(name)?.();
      await nextTurn();
    },
  };
}
