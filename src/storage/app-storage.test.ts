// Tests worlds in a store, on a SQLite file and (where it is installed) on PostgreSQL: what another process finds, and
// what clients see when the store fails.
import { copyFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../bin/testing/processes.ts';
import { createMock } from '../../entry/index.ts';
import { createTestMock, customerBody, orderBody, type TestMock } from '../../mocks/testing/test-mock.ts';
import { sampled, whole } from '../../tools/testing/sampled.ts';
import { exportText } from '../control/import-export/export-text.ts';
import { exportWorld } from '../control/import-export/import-export.ts';
import { mountControl } from '../control/mount-control.ts';
import { deliverWebhooks } from '../control/webhook-delivery/outbox.ts';
import { receiver } from '../control/webhook-delivery/testing/receiver.ts';
import type { App, AppOptions } from '../server/app.ts';
import { toIso } from '../state/instant.ts';
import { type AppStorage, openAppStorage } from './app-storage.ts';
import { openStore } from './open-state.ts';
import { openSqlite } from './sqlite-store.ts';
import { lossyProxy } from './testing/lossy-proxy.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from './testing/postgres-server.ts';

type StoredMock = TestMock & { worlds: AppStorage; faults: unknown[] };

// Starts a mock on a store, as a process does.
async function start(address: string, options: AppOptions = {}): Promise<StoredMock> {
  const store = await openStore(address);
  const [first] = await store.list();
  const faults: unknown[] = [];
  const recover = first?.main ? { recover: first.name } : {};
  const mock = createTestMock({ fault: (error) => void faults.push(error), ...options, ...recover });
  mountControl(mock.app, { token: null, loopback: true });
  const worlds = await openAppStorage(mock.app as unknown as App, store);
  onTestFinished(() => worlds.close().catch(() => undefined));
  return { ...mock, worlds, faults };
}

function newFile(): string {
  const folder = newFolder();
  return join(folder, 'worlds.db');
}

async function send({ app }: StoredMock, method: string, path: string, body?: object) {
  const reply = await app.fetch(
    new Request(`http://mock${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? {} : JSON.parse(text), headers: reply.headers };
}

// Tops the wallet of a world up and returns the status.
const topUp = async (mock: StoredMock, world: string, amount: number): Promise<number> =>
  (await mock.as('owner')('topUpWallet', { body: { amount }, headers: { 'x-mock-world': world } })).status;

const balance = async (mock: StoredMock, world: string): Promise<number> =>
  (await mock.as('owner')('getWallet', { headers: { 'x-mock-world': world } })).data.balance_amount;

// The export of the main world without what each process counts by itself.
function stateOf({ app }: StoredMock): unknown {
  const { parts, ...rest } = JSON.parse([...exportText(exportWorld(app.worlds.main))].join(''));
  return { ...rest, policy: parts.policy, faults: parts.faults };
}

// Makes every kind of change.
async function change(mock: StoredMock): Promise<string> {
  const owner = mock.as('owner');
  const customer = await owner('createCustomer', { body: customerBody('before') });
  const headers = { 'idempotency-key': 'k-1' };
  const order = await owner('createOrder', { body: orderBody(customer.data.id, 'wallet'), headers });
  expect(order.status).toBe(201);
  await send(mock, 'POST', '/_mock/v1/snapshots', { name: 'one' });
  await send(mock, 'POST', '/_mock/v1/snapshots', { name: 'two' });
  await owner('createCustomer', { body: customerBody('after') });
  await send(mock, 'POST', '/_mock/v1/snapshots/one/restore');
  await send(mock, 'POST', '/_mock/v1/reset');
  expect((await send(mock, 'POST', '/_mock/v1/undo')).body).toMatchObject({ undone: 'reset' });
  await send(mock, 'DELETE', '/_mock/v1/snapshots/two');
  await send(mock, 'PUT', '/_mock/v1/policy', { error_shape: 'flat' });
  await send(mock, 'POST', '/_mock/v1/faults', { kind: 'delay', delay_ms: 1, operation: 'getWallet' });
  await send(mock, 'POST', '/_mock/v1/clock/advance', { by: 'P1D' });
  expect((await send(mock, 'POST', '/_mock/v1/worlds', { name: 'copy' })).status).toBe(201);
  expect((await send(mock, 'POST', '/_mock/v1/worlds', { name: 'gone' })).status).toBe(201);
  expect((await send(mock, 'DELETE', '/_mock/v1/worlds/gone')).status).toBe(200);
  expect((await send(mock, 'DELETE', '/_mock/v1/worlds/copy')).status).toBe(200);
  expect((await send(mock, 'POST', '/_mock/v1/worlds/copy/undelete')).status).toBe(201);
  expect((await send(mock, 'POST', '/_mock/v1/seed?world=copy', { seed: 77 })).status).toBe(200);
  return order.data.id;
}

// Expects that another process continues what `change` made.
async function expectContinued(mock: StoredMock, next: StoredMock, order: string): Promise<void> {
  expect((await next.as('owner')('getOrder', { params: { id: order } })).status).toBe(200);
  expect(stateOf(next)).toEqual(stateOf(mock));
  const { worlds } = (await send(next, 'GET', '/_mock/v1/worlds')).body;
  expect(worlds).toMatchObject([
    { name: 'demo', stored: { bytes: expect.any(Number), changed_at: expect.any(String) } },
    { name: 'copy' },
  ]);
  expect((await send(next, 'GET', '/_mock/v1/export?world=copy')).body.seed).toBe(77);
  expect((await send(next, 'POST', '/_mock/v1/worlds', { name: 'copy' })).status).toBe(409);
  expect((await send(next, 'GET', '/_mock/v1/snapshots')).body.snapshots).toMatchObject([
    { name: 'start' },
    { name: 'one' },
  ]);
  expect((await send(next, 'POST', '/_mock/v1/reset')).status).toBe(200);
  expect((await next.as('owner')('getOrder', { params: { id: order } })).status).toBe(404);
}

describe('on a SQLite file', () => {
  test('the next process continues every change', async () => {
    const file = newFile();
    const mock = await start(`sqlite:${file}`, { seed: 3 });
    const order = await change(mock);
    await mock.worlds.close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expectContinued(mock, await start(`sqlite:${file}`, { seed: 9 }), order);
  });

  test('many changes become a new base, and the file does not keep them', async () => {
    const file = newFile();
    const mock = await start(`sqlite:${file}`);
    const padding = 'x'.repeat(200_000);
    for (let count = 0; count < 8; count += 1)
      mock.app.world.transact('t1', ({ customers }) =>
        customers.insert({ email: `${count}@a.example`, first_name: padding } as never),
      );
    await mock.worlds.stored();
    mock.app.world.transact('t1', ({ customers }) => customers.insert({ email: 'z@a.example' } as never));
    await mock.worlds.stored();
    await mock.worlds.close();
    const next = await start(`sqlite:${file}`);
    expect(next.worlds.recovered[0]?.changes).toBeLessThan(3);
    expect(stateOf(next)).toEqual(stateOf(mock));
  });

  if (whole)
    test('a full file refuses changes and answers reads, and nothing that was acknowledged is lost', async () => {
      const file = newFile();
      const mock = await start(`sqlite:${file}?max_mb=1`, { clock: 'now' });
      // In every second a timer comes due, which changes the world before a read.
      mock.app.world.transact(null, (store) => {
        for (let second = 0; second < 300; second += 1)
          store.schedule('idempotency.forget', toIso(store.nowMs + second * 1000), { id: `${second}` });
      });
      // A part of the file is filled at once.
      mock.app.world.transact('t1', ({ customers }) =>
        customers.insert({ email: 'a@a.example', first_name: 'x'.repeat(300_000) } as never),
      );
      const owner = mock.as('owner');
      const made: string[] = [];
      let refused: { status: number; data: unknown } | undefined;
      for (let count = 0; refused === undefined && count < 2000; count += 1) {
        const reply = await owner('createCustomer', { body: customerBody(`c${count}`) });
        if (reply.status === 201) made.push(reply.data.id);
        else refused = reply;
      }
      expect(made.length).toBeGreaterThan(10);
      expect(refused?.status).toBe(503);
      expect(JSON.stringify(refused)).toContain('STORAGE_FULL');
      expect(JSON.stringify(refused)).not.toContain(dirname(file));
      const from = Date.now();
      await expect.poll(() => Date.now() - from).toBeGreaterThan(1000);
      const read = await owner('getCustomer', { params: { id: made.at(-1) ?? '' } });
      expect(read.status).toBe(200);
      await mock.worlds.close().catch(() => undefined);
      const next = await start(`sqlite:${file}`);
      expect((await next.as('owner')('getCustomer', { params: { id: made.at(-1) ?? '' } })).status).toBe(200);
      expect((await next.as('owner')('createCustomer', { body: customerBody('more') })).status).toBe(201);
    });

  test('a file that was replaced takes no change, and keeps the mock from being ready', async () => {
    const file = newFile();
    const mock = await start(`sqlite:${file}`);
    expect(await send(mock, 'GET', '/_mock/v1/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    });
    renameSync(file, `${file}-elsewhere`);
    writeFileSync(file, 'another file');
    const refused = await mock.as('owner')('createCustomer', { body: customerBody() });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect((await send(mock, 'GET', '/_mock/v1/ready')).status).toBe(503);
    expect((await send(mock, 'GET', '/_mock/v1/health')).status).toBe(200);
    await expect(mock.worlds.close()).rejects.toThrow('was removed, replaced or overwritten');
    expect(readFileSync(file, 'utf8')).toBe('another file');
  });

  test('a file that is overwritten in place, or whose log is removed, takes no change', async () => {
    for (const change of [
      (file: string) => copyFileSync(`${file}-backup`, file),
      (file: string) => copyFileSync(`${file}-backup`, `${file}-wal`),
      (file: string) => rmSync(`${file}-wal`),
    ]) {
      const file = newFile();
      const mock = await start(`sqlite:${file}`);
      expect((await mock.as('owner')('createCustomer', { body: customerBody('a') })).status).toBe(201);
      copyFileSync(file, `${file}-backup`);
      change(file);
      expect((await mock.as('owner')('createCustomer', { body: customerBody('b') })).status).toBe(503);
      await expect(mock.worlds.close()).rejects.toThrow(/^[^\n]*removed, replaced or overwritten[^\n]*$/);
    }
  });

  test('a log that is missing or has a flipped bit is refused in one line, and a torn last transaction is left out', async () => {
    const file = newFile();
    const mock = await start(`sqlite:${file}`);
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const reply = await mock.as('owner')('createCustomer', { body: customerBody(`c${count}`) });
      expect(reply.status).toBe(201);
      made.push(reply.data.id);
    }
    const copy = `${file}-copy`;
    const log = readFileSync(`${file}-wal`);
    const size = 24 + log.readUInt32BE(8);
    const last = log.length - size;
    const put = (bytes: Buffer | null): void => {
      copyFileSync(file, copy);
      rmSync(`${copy}-wal`, { force: true });
      if (bytes !== null) writeFileSync(`${copy}-wal`, bytes);
    };
    const opened = async (bytes: Buffer | null): Promise<string> => {
      put(bytes);
      return await openStore(`sqlite:${copy}`).then(async (store) => {
        await store.close();
        return 'opened';
      }, String);
    };
    const flipped = (at: number): Buffer => {
      const bytes = Buffer.from(log);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
      return bytes;
    };
    expect(await opened(null)).toMatch(/^[^\n]*-wal, which has its last changes, is missing[^\n]*$/);
    for (let at = 3; at < last; at += 8209)
      expect(await opened(flipped(at)), String(at)).toMatch(
        /^[^\n]*-wal is damaged: its (?:header|frame)[^\n]*$/,
      );
    expect(await opened(log)).toBe('opened');
    expect(await opened(log.subarray(0, 32))).toBe('opened');
    // What a kill between the header and the page of a frame leaves, and a power loss within the last transaction.
    const unwritten = Buffer.from(log).fill(0, last - size, last);
    for (const torn of [log.subarray(0, last + 24), log.subarray(0, -99), flipped(last + 999), unwritten]) {
      put(torn);
      const next = await start(`sqlite:${copy}`);
      for (const id of made.slice(0, -1))
        expect((await next.as('owner')('getCustomer', { params: { id } })).status).toBe(200);
      await next.worlds.close();
    }
  });

  test('a file that is in use, damaged, of another program or of another format is refused in one line', async () => {
    const file = newFile();
    const mock = await start(`sqlite:${file}`);
    await expect(openStore(`sqlite:${file}`)).rejects.toThrow(
      /^\S+worlds\.db is in use by another process[^\n]+$/,
    );
    await mock.worlds.close();
    const whole = readFileSync(file);
    const refuse = async (what: string, bytes: Uint8Array): Promise<void> => {
      writeFileSync(file, bytes);
      await expect(openStore(`sqlite:${file}`)).rejects.toThrow(new RegExp(`^[^\\n]*${what}[^\\n]*$`));
      expect(readFileSync(file).equals(Buffer.from(bytes))).toBe(true);
    };
    await refuse('is no SQLite database', Buffer.from('hello'.repeat(100)));
    await refuse('is damaged: it is empty', Buffer.alloc(0));
    await refuse('is damaged', whole.subarray(0, whole.length / 2));
    const text = Buffer.from(whole);
    text.write('A', text.indexOf('"email"') + 1);
    await refuse('is damaged: a text of the world demo', text);
    const version = Buffer.from(whole);
    version.writeUInt32BE(1, 60);
    await refuse('has format 1', version);
    rmSync(file);
    const other = openSqlite(file);
    other.exec('CREATE TABLE t (a)');
    other.close();
    await refuse('is a database of another program', readFileSync(file));
    writeFileSync(file, whole);
    expect((await start(`sqlite:${file}`)).worlds.recovered).toHaveLength(1);
  });
});

describeWithPostgres('on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());
  const newDatabase = async (): Promise<string> => server.url(await server.createDatabase());

  test('another process sees every change at once', async () => {
    const address = await newDatabase();
    const mock = await start(address, { seed: 3 });
    const next = await start(address, { seed: 9 });
    const order = await change(mock);
    await expectContinued(mock, next, order);
    await mock.as('owner')('listCustomers');
    expect(stateOf(mock)).toEqual(stateOf(next));
    expect((await send(mock, 'DELETE', '/_mock/v1/worlds/copy')).status).toBe(200);
    expect((await send(next, 'GET', '/_mock/v1/export?world=copy')).status).toBe(404);
  });

  test('processes that change a world at the same time lose nothing', async () => {
    const address = await newDatabase();
    const mocks = [await start(address), await start(address), await start(address)];
    const made = await Promise.all(
      Array.from({ length: 15 }, (_, at) =>
        (mocks[at % 3] as StoredMock).as('owner')('createCustomer', { body: customerBody(`c${at}`) }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(15);
    for (const mock of mocks)
      for (const { data } of made)
        expect((await mock.as('owner')('getCustomer', { params: { id: data.id } })).status).toBe(200);
    expect(mocks.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test.each(
    sampled(
      [
        [5, 2],
        [3, 3],
      ],
      1,
    ),
  )(
    'a world that another process deleted and made anew is not taken for the old one (%i and %i changes)',
    async (before, after) => {
      const address = await newDatabase();
      const [a, b] = [await start(address), await start(address)];
      expect((await send(a, 'POST', '/_mock/v1/worlds', { name: 'w' })).status).toBe(201);
      const initial = await balance(a, 'w');
      for (let count = 0; count < before; count += 1) expect(await topUp(a, 'w', 1000)).toBe(201);
      expect((await send(b, 'DELETE', '/_mock/v1/worlds/w')).status).toBe(200);
      expect((await send(b, 'POST', '/_mock/v1/worlds', { name: 'w' })).status).toBe(201);
      for (let count = 0; count < after; count += 1) expect(await topUp(b, 'w', 1)).toBe(201);
      expect(await balance(a, 'w')).toBe(initial + after);
      expect(await topUp(a, 'w', 10)).toBe(201);
      expect(await balance(b, 'w')).toBe(initial + after + 10);
      expect((await send(a, 'POST', '/_mock/v1/undo?world=w')).status).toBe(409);
      for (let count = 0; count < 6; count += 1) {
        const [one, other] = count % 2 === 0 ? [a, b] : [b, a];
        expect((await send(one, 'DELETE', '/_mock/v1/worlds/w')).status).toBe(200);
        expect((await send(other, 'POST', '/_mock/v1/worlds', { name: 'w' })).status).toBe(201);
      }
      expect(await balance(a, 'w')).toBe(initial);
    },
  );

  test('a damaged world is named at the start of a program, and can be deleted', async () => {
    const address = await newDatabase();
    const mock = await start(address);
    expect((await send(mock, 'POST', '/_mock/v1/worlds', { name: 'w' })).status).toBe(201);
    for (let count = 0; count < 3; count += 1) expect(await topUp(mock, 'w', 1000)).toBe(201);
    await server.query(
      'delete from hosting_contract.changes where seq = 2',
      new URL(address).pathname.slice(1),
    );
    await expect(createMock({ state: address })).rejects.toThrow(/^the world w in \S+ is damaged: [^\n]+$/);
    const next = await start(address);
    expect(await send(next, 'GET', '/_mock/v1/export?world=w')).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('is damaged') } },
    });
    expect((await send(next, 'DELETE', '/_mock/v1/worlds/w')).status).toBe(200);
    expect((await send(next, 'POST', '/_mock/v1/worlds', { name: 'w' })).status).toBe(201);
    expect(await topUp(next, 'w', 1000)).toBe(201);
  });

  if (whole)
    test('a change whose acknowledgement was lost beside a new base is not made again', async () => {
      const proxy = await lossyProxy();
      onTestFinished(() => proxy.close());
      const mock = await start(proxy.url(await newDatabase()));
      const before = await balance(mock, 'demo');
      for (let count = 1; count <= 3; count += 1) {
        proxy.loseNext(/base_seq = /);
        const [status] = await Promise.all([
          topUp(mock, 'demo', 1000),
          send(mock, 'POST', '/_mock/v1/snapshots', { name: 'one' }),
        ]);
        expect([status, proxy.lost]).toEqual([201, count]);
        expect(await balance(mock, 'demo')).toBe(before + 1000 * count);
      }
    });

  test('rows keep their order in every process after a base, also where rows were deleted', async () => {
    const address = await newDatabase();
    const [mock, next] = [await start(address), await start(address)];
    const create = async (one: StoredMock, name: string): Promise<string> =>
      (await one.as('owner')('createCustomer', { body: customerBody(name) })).data.id;
    const removed = [await create(mock, 'a'), await create(mock, 'b'), await create(mock, 'c')];
    mock.app.world.transact(null, ({ customers }) => removed.forEach((id) => void customers.remove(id)));
    await mock.worlds.stored();
    const kept = await create(mock, 'd');
    await send(mock, 'POST', '/_mock/v1/snapshots', { name: 'one' });
    const made = [await create(next, 'e'), await create(mock, 'f'), await create(next, 'g')];
    for (const { app } of [await start(address), next, mock]) {
      await app.fetch(new Request('http://mock/_mock/v1/export'));
      const rows = app.world.transact(null, ({ customers }) => customers.all().map(({ id }) => id));
      expect(rows.slice(-4)).toEqual([kept, ...made]);
    }
  });

  if (whole)
    test('a message is delivered once while calls change its world', async () => {
      const address = await newDatabase();
      const [mock, next] = [await start(address), await start(address)];
      for (const { app } of [mock, next]) deliverWebhooks(app, 'loopback');
      const hooks = await receiver();
      for (const path of ['a', 'b', 'c']) {
        const body = { url: `${hooks.url}/${path}`, events: ['customer.created'] };
        expect((await mock.as('owner')('createWebhook', { body })).status).toBe(201);
      }
      for (let count = 0; count < 15; count += 1) {
        const made = await (count % 3 ? mock : next).as('owner')('createCustomer', {
          body: customerBody(`c${count}`),
        });
        expect(made.status).toBe(201);
        if (count % 5 === 2) await send(next, 'POST', '/_mock/v1/snapshots', { name: 'one' });
      }
      const waiting = async (): Promise<number> => (await send(mock, 'GET', '/_mock/v1/outbox')).body.waiting;
      await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
      const sent = hooks.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
      expect(sent).toHaveLength(45);
      expect(new Set(sent).size).toBe(45);
    });

  test('calls get 503 while the database does not answer, and go on after it', async () => {
    const address = await newDatabase();
    const mock = await start(address);
    const create = () => mock.as('owner')('createCustomer', { body: customerBody(crypto.randomUUID()) });
    expect((await create()).status).toBe(201);
    await server.restart(async () => expect((await create()).status).toBe(503));
    await expect.poll(() => create().then(({ status }) => status), { timeout: 20_000 }).toBe(201);
    await expect.poll(() => send(mock, 'GET', '/_mock/v1/ready').then(({ status }) => status)).toBe(200);
  });

  test('wrong passwords, missing databases and missing rights are refused in one line without the password', async () => {
    const address = new URL(await newDatabase());
    const refuse = async (what: RegExp, change: (url: URL) => void): Promise<void> => {
      const url = new URL(address);
      change(url);
      const refused = openStore(url.href).then(String, ({ message }: Error) => message);
      expect(await refused).toMatch(what);
      expect(await refused).not.toMatch(new RegExp(`\\n|${server.password}|secret`));
    };
    await refuse(/check the password of "postgres"/, (url) => {
      url.password = 'secret';
    });
    await refuse(/create the database/, (url) => {
      url.pathname = '/missing';
    });
    await server.query("create role weak login password 'secret'");
    await refuse(/CREATE SCHEMA hosting_contract AUTHORIZATION "weak"/, (url) => {
      url.username = 'weak';
      url.password = 'secret';
    });
    await server.query(
      'create schema hosting_contract; create table hosting_contract.format (version int)',
      address.pathname.slice(1),
    );
    await refuse(/have the format 0, this version reads the format/, () => undefined);
  });
});
