import { afterEach, expect, test, vi } from 'vitest';
import { Deadlines } from './deadlines.ts';
import { Connection, Pool } from './pool.ts';

/** A driver without a server; `lose` breaks the connection. */
function fakeConnection(): { connection: Connection; lose(): void; isClosed(): boolean } {
  let lost = (): void => undefined;
  let closed = false;
  const connection = new Connection(
    {
      send: (_name, _text, _values, done) => done(null, { rows: [], rowCount: 0 }),
      onLost: (listener) => {
        lost = listener;
      },
      close: async () => {
        closed = true;
      },
    },
    new Deadlines(),
  );
  return { connection, lose: () => lost(), isClosed: () => closed };
}

/** Creates a pool whose connections all wait for a statement, the last one used last. */
async function poolOf(...fakes: readonly { connection: Connection }[]): Promise<Pool> {
  const left = fakes.map(({ connection }) => connection);
  const pool = new Pool(async () => left.shift() as Connection);
  const taken = await Promise.all(fakes.map(() => pool.connect(1000)));
  for (const connection of taken) pool.release(connection);
  return pool;
}

afterEach(() => {
  vi.useRealTimers();
});

test('the connection that was used last is taken first, and a lost one is closed instead', async () => {
  const [first, second, third] = [fakeConnection(), fakeConnection(), fakeConnection()];
  const pool = await poolOf(first, second, third);
  expect(pool.take()).toBe(third.connection);
  second.lose();
  expect(pool.take()).toBe(first.connection);
  expect(second.isClosed()).toBe(true);
  expect(pool.take()).toBeUndefined();
  await pool.close(0);
});

test('a connection that waits for more than 30 s is closed, and one that was used meanwhile is not', async () => {
  vi.useFakeTimers();
  const [unused, used] = [fakeConnection(), fakeConnection()];
  const pool = await poolOf(unused, used);
  await vi.advanceTimersByTimeAsync(25_000);
  pool.release(pool.take() as Connection);
  await vi.advanceTimersByTimeAsync(15_000);
  expect([unused.isClosed(), used.isClosed()]).toEqual([true, false]);
  await pool.close(0);
  expect(used.isClosed()).toBe(true);
});

test('a connection that comes after its time limit waits for the next call', async () => {
  vi.useFakeTimers();
  const { connection } = fakeConnection();
  const opening = Promise.withResolvers<Connection>();
  const pool = new Pool(() => opening.promise);
  const refused = expect(pool.connect(100)).rejects.toThrow('no connection within 100 ms');
  await vi.advanceTimersByTimeAsync(100);
  await refused;
  expect(pool.take()).toBeUndefined();
  opening.resolve(connection);
  await vi.advanceTimersByTimeAsync(0);
  expect(pool.take()).toBe(connection);
});

test('a closed pool closes a connection when its call gives it back', async () => {
  const { connection, isClosed } = fakeConnection();
  const pool = new Pool(() => Promise.resolve(connection));
  const taken = await pool.connect(1000);
  const closing = pool.close(60_000);
  expect(isClosed()).toBe(false);
  pool.release(taken);
  await closing;
  expect(isClosed()).toBe(true);
});
