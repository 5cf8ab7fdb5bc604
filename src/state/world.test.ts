// Tests of worlds: transactions that are applied completely or not at all, forks, resets, exports.
import { expect, test } from 'vitest';
import type { Commit } from './journal.ts';
import { A, createTestWorld, jane, START } from './testing/customers.ts';

test('one commit contains the net effect of a transaction on rows, its events and its ordinals', () => {
  const commits: Commit[] = [];
  const w = createTestWorld();
  const kept = w.transact(A, (store) => store.customers.insert(jane));
  w.onCommit((commit) => commits.push(commit));
  const [gone, last] = w.transact(A, (store) => {
    const passing = store.customers.insert({ ...jane, email: 'x' });
    store.customers.remove(passing.id);
    store.customers.update(kept.id, { name: 'J' });
    const after = store.customers.update(kept.id, { name: 'Jo' });
    store.emit('customer.updated', after);
    store.platform.emit('noticed', {});
    store.random('dice');
    return [passing, after];
  });
  expect(gone.id).not.toBe(kept.id);
  expect(w.transact(A, (store) => store.customers.count())).toBe(1);
  w.transact(A, (store) => store.customers.remove(kept.id));
  expect(commits).toEqual([
    {
      seq: 2,
      at: START,
      cause: null,
      writes: [{ table: 'customers', id: kept.id, before: kept, after: last }],
      events: [
        { type: 'customer.updated', tenant_id: A, data: last },
        { type: 'noticed', tenant_id: null, data: {} },
      ],
      ordinals: { customers: 2, dice: 1 },
      drawn: [expect.objectContaining({ name: 'customers' }), expect.objectContaining({ name: 'dice' })],
    },
    {
      seq: 3,
      at: START,
      cause: null,
      writes: [{ table: 'customers', id: kept.id, before: last, place: 0 }],
      events: [],
      ordinals: {},
      drawn: [],
    },
  ]);
  expect(w.seq).toBe(3);
});

test('a transaction that only reads makes no commit', () => {
  const w = createTestWorld();
  w.transact(A, (store) => store.customers.page({}));
  expect(w.seq).toBe(0);
});

test('a transaction is undone when its commit cannot be stored', () => {
  const w = createTestWorld();
  w.beforeCommit = () => {
    throw new Error('disk full');
  };
  expect(() => w.transact(A, (store) => store.customers.insert(jane))).toThrow('disk full');
  expect(w.transact(A, (store) => store.customers.count())).toBe(0);
  expect(w.seq).toBe(0);
});

test('a transaction cannot be nested or asynchronous, and its store cannot be used after it has ended', () => {
  const w = createTestWorld();
  const nested = () => w.transact(A, () => w.transact(A, () => 1));
  expect(nested).toThrow('A transaction is open already');
  expect(() => w.transact(A, () => w.runDue())).toThrow('while a transaction is open');
  expect(() => w.transact(A, () => w.fork('x'))).toThrow(
    'A world cannot be copied while a transaction is open.',
  );
  const waiting = () =>
    w.transact(A, async (store) => {
      store.customers.insert(jane);
      await Promise.reject(new Error('later'));
    });
  expect(waiting).toThrow('A transaction is synchronous');
  const late = w.transact(A, (store) => store);
  expect(late.customers.count()).toBe(0);
  expect(() => late.customers.insert(jane)).toThrow('The transaction of this store has ended');
});

test('a listener receives every commit in order, also commits that other listeners cause, until it is removed', () => {
  const w = createTestWorld();
  const heard: number[] = [];
  const stop = w.onCommit(({ seq, events }) => {
    if (events.some(({ type }) => type === 'first')) w.transact(A, (store) => store.emit('second', {}));
    heard.push(seq);
  });
  w.onCommit(({ seq }) => heard.push(seq));
  w.transact(A, (store) => store.emit('first', {}));
  expect(heard).toEqual([1, 1, 2, 2]);
  stop();
  w.transact(A, (store) => store.emit('third', {}));
  expect(heard).toEqual([1, 1, 2, 2, 3]);
});

test('adding rows to one table changes no id of another table', () => {
  const ids = (customers: number) => {
    const w = createTestWorld({ seed: 7 });
    return w.transact(A, (store) => {
      for (let i = 0; i < customers; i += 1) store.customers.insert({ ...jane, email: `${i}` });
      const { id } = store.plans.insert({ sku: 'web' });
      return [id, store.mint('lines'), store.random('dice'), store.token('keys', 12), store.mint('lines')];
    });
  };
  expect(ids(0)).toEqual(ids(20));
  expect(new Set(ids(0)).size).toBe(5);
});

test('an invalid import is refused and changes nothing', () => {
  const w = createTestWorld();
  w.transact(A, (store) => store.customers.insert(jane));
  const good = w.export();
  const text = JSON.stringify(good);
  const twice = good.tables.customers ?? [];
  for (const [bad, why] of [
    [{ ...good, tables: { ghosts: [] } }, 'tables this world does not know: ghosts'],
    [{ ...good, tables: { customers: [...twice, ...twice] } }, 'customers has a row with id'],
    [JSON.parse('{"format":2}'), 'its format is 2, not 1'],
    [JSON.parse('{"format":1}'), ''],
  ] as const) {
    expect(() => w.import(bad)).toThrow(why);
    expect(JSON.stringify(w.export())).toBe(text);
  }
});
