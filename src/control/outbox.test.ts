import { afterEach, expect, test } from 'vitest';
import {
  cancelQueued,
  type DeliveryOutcome,
  enqueue,
  outboxTable,
  outboxTables,
  type OutboxHandlers as Rows,
  withdrawOne,
} from '../server/outbox-queue.ts';
import { parseClock } from '../state/clock.ts';
import { table } from '../state/table.ts';
import { World } from '../state/world.ts';
import { type Outbox, type OutboxOptions, openOutbox } from './outbox.ts';

type Note = { id: string; created_at: string; text: string };
const tables = { notes: table<Note>({ tenant: false, updated: false }), ...outboxTables };
type Tables = typeof tables;

const open: Outbox[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A world whose timer `later` sends, whose messages are never composed when they are called "void". */
function office(options: OutboxOptions & { clock?: string; world?: World<Tables> } = {}) {
  const world =
    options.world ??
    new World({
      tables,
      clock: parseClock({ start: options.clock ?? 'frozen' }),
      timers: { later: (store, { text = '' }) => enqueue(store, 'lane', { text }) },
    });
  const told: string[] = [];
  const rows: Rows<Tables> = {
    compose: (_, { text = '' }) => (text === 'void' ? null : { url: 'http://x/', headers: {}, body: text }),
    record(store, { text = '' }, outcome) {
      told.push(`${text} ${'status' in outcome ? outcome.status : outcome.failure}`);
      store.notes.insert({ text });
    },
  };
  const sent: string[] = [];
  const post = async ({ body }: { body: string }): Promise<DeliveryOutcome> => {
    sent.push(body);
    return { status: 200, ms: 1, retryAfter: null };
  };
  const outbox = openOutbox(world, { outbox: rows }, { post, ...options });
  open.push(outbox);
  const say = (lane: string, ...texts: string[]): void =>
    world.transact(null, (store) => {
      for (const text of texts) enqueue(store, lane, { text });
    });
  const waiting = (): number => world.transact(null, (store) => outboxTable(store).count());
  return { world, outbox, sent, told, say, waiting };
}

/** A post that holds every message until it is let go by name. */
function held() {
  const holding = new Map<string, () => void>();
  const sent: string[] = [];
  const post = ({ body }: { body: string }): Promise<DeliveryOutcome> =>
    new Promise((resolve) => {
      sent.push(body);
      holding.set(body, () => resolve({ status: 200, ms: 1, retryAfter: null }));
    });
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return {
    post,
    sent,
    turn,
    async release(name: string) {
      holding.get(name)?.();
      await turn();
    },
  };
}

test('what a transaction leaves goes out after it, never before, and the outcome is told once', async () => {
  const { outbox, sent, told, say, waiting } = office();
  say('lane', 'one', 'two');
  expect([sent, waiting()]).toEqual([[], 2]);
  await outbox.idle();
  expect([sent, told, waiting()]).toEqual([['one', 'two'], ['one 200', 'two 200'], 0]);
});

test('what a transaction takes back was never there', async () => {
  const { world, outbox, sent } = office();
  expect(() =>
    world.transact(null, (store) => {
      enqueue(store, 'lane', { text: 'no' });
      throw new Error('undone');
    }),
  ).toThrow('undone');
  await outbox.idle();
  expect(sent).toEqual([]);
});

test('a lane is a queue: the next message waits for the answer to the last, other lanes do not', async () => {
  const { post, sent, turn, release } = held();
  const { outbox, told, say } = office({ post });
  say('slow', 'a1', 'a2');
  say('quick', 'b1');
  await turn();
  expect(sent).toEqual(['a1', 'b1']);
  await release('b1');
  expect(told).toEqual(['b1 200']);
  await release('a1');
  expect(sent).toEqual(['a1', 'b1', 'a2']);
  await release('a2');
  await outbox.idle();
  expect(told).toEqual(['b1 200', 'a1 200', 'a2 200']);
});

test('only so many are under way together, and no lane is kept from its turn', async () => {
  const { post, sent, turn, release } = held();
  const { outbox, say } = office({ post, maxConcurrent: 2 });
  say('a', 'a1', 'a2', 'a3');
  say('b', 'b1');
  say('c', 'c1');
  await turn();
  expect(sent).toEqual(['a1', 'b1']);
  await release('a1');
  expect(sent).toEqual(['a1', 'b1', 'c1']);
  await release('b1');
  for (const name of ['c1', 'a2', 'a3']) await release(name);
  await outbox.idle();
  expect(sent).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('a message that is not to be sent any more is dropped without a word', async () => {
  const { outbox, sent, told, say, waiting } = office();
  say('lane', 'void', 'after');
  await outbox.idle();
  expect([sent, told, waiting()]).toEqual([['after'], ['after 200'], 0]);
});

test('of a message that was withdrawn while it was under way nobody is told', async () => {
  const { post, sent, turn, release } = held();
  const { world, outbox, told, say } = office({ post });
  say('lane', 'one', 'two');
  await turn();
  world.transact(null, (store) => cancelQueued(store, 'lane'));
  await release('one');
  await outbox.idle();
  expect([sent, told]).toEqual([['one'], []]);
});

test('a reset cuts off what is under way: its outcome is none of the new world’s', async () => {
  const { post, sent, turn, release } = held();
  const { world, outbox, told, say, waiting } = office({ post });
  say('lane', 'old');
  await turn();
  world.reset();
  await release('old');
  expect([told, waiting()]).toEqual([[], 0]);
  say('lane', 'new');
  await turn();
  await release('new');
  await outbox.idle();
  expect([sent, told]).toEqual([['old', 'new'], ['new 200']]);
});

test('what waited in a world when it is opened, or restored, goes out then', async () => {
  const { world } = office({ post: () => new Promise(() => {}) });
  world.transact(null, (store) => enqueue(store, 'lane', { text: 'waited' }));
  const second = office({ world });
  await second.outbox.idle();
  expect(second.sent).toEqual(['waited']);
  const snapshot = world.snapshot();
  second.say('lane', 'later');
  await second.outbox.idle();
  world.restore(snapshot);
  world.transact(null, (store) => enqueue(store, 'lane', { text: 'again' }));
  await second.outbox.idle();
  expect(second.sent.at(-1)).toBe('again');
});

test('on a clock that runs, what is due is done at its time though nobody asks', async () => {
  const { world, outbox, say, sent } = office({ clock: 'now' });
  world.transact(null, (store) =>
    store.schedule('later', new Date(Date.now() + 20).toISOString(), { text: 'due' }),
  );
  say('lane', 'first');
  await outbox.idle();
  expect(sent).toEqual(['first']);
  while (sent.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(sent).toEqual(['first', 'due']);
});

test('on a clock that stands still nothing comes due until it is moved', async () => {
  const { world, outbox, sent } = office();
  world.transact(null, (store) => store.schedule('later', '2026-11-20T09:00:00Z', { text: 'due' }));
  await outbox.idle();
  expect(sent).toEqual([]);
  world.clock.advance(3_600_000);
  outbox.wake();
  await outbox.idle();
  expect(sent).toEqual(['due']);
});

test('once closed nothing is sent, and nobody waits for it', async () => {
  const { outbox, sent, say } = office();
  outbox.close();
  say('lane', 'late');
  await outbox.idle();
  expect(sent).toEqual([]);
});

test('a failure of ours is reported and holds nothing up', async () => {
  const faults: string[] = [];
  const world = new World({ tables, clock: parseClock({ start: 'frozen' }) });
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
  open.push(outbox);
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
])('%s is the failure of that delivery', async (_, post) => {
  const faults: string[] = [];
  const { outbox, told, say, waiting } = office({
    post,
    fault: (error, where) => void faults.push(`${where}: ${error}`),
  });
  say('lane', 'one', 'two');
  await outbox.idle();
  const failure = 'The mock failed at sending this; its log says how.';
  expect([told, waiting()]).toEqual([[`one ${failure}`, `two ${failure}`], 0]);
  expect(faults).toEqual(['outbox, post: Error: no socket', 'outbox, post: Error: no socket']);
});

test('an outcome that cannot be recorded is not tried for ever, and a report that fails ends nothing', async () => {
  const world = new World({ tables, clock: parseClock({ start: 'frozen' }) });
  const broken = (): never => {
    throw new Error('broken');
  };
  const content = { outbox: { compose: broken, record: broken } };
  const outbox = openOutbox<Tables>(world, content, { fault: broken });
  open.push(outbox);
  world.transact(null, (store) => enqueue(store, 'lane', { text: 'one' }));
  await outbox.idle();
  expect(world.transact(null, (store) => outboxTable(store).count())).toBe(0);
});

test('a message that is withdrawn alone is not sent, the others of its lane are', async () => {
  const { post, sent, turn, release } = held();
  const { world, outbox, told, say, waiting } = office({ post });
  say('lane', 'one', 'two', 'three');
  await turn();
  world.transact(null, (store) => withdrawOne(store, 'lane', { text: 'two' }));
  expect(waiting()).toBe(2);
  await release('one');
  await release('three');
  await outbox.idle();
  expect([sent, told]).toEqual([
    ['one', 'three'],
    ['one 200', 'three 200'],
  ]);
});
