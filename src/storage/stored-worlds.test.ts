// Tests that the worlds of an app last in a store: what a restart keeps, and what a failing store does to replies.
import { expect, onTestFinished, test } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createTestMock, customerBody, orderBody, type TestMock } from '../../mocks/testing/test-mock.ts';
import { controlApi } from '../control/control-api.ts';
import { mountControl } from '../control/mount-control.ts';
import { openOutbox } from '../control/webhook-delivery/outbox.ts';
import { receiver } from '../control/webhook-delivery/testing/receiver.ts';
import type { App, AppOptions } from '../server/app.ts';
import { openStoredWorlds, type StoredWorlds, type StoredWorldsOptions } from './stored-worlds.ts';
import { failingWorldStore } from './testing/failing-world-store.ts';
import { type MemoryWorldStore, memoryWorldStore } from './testing/memory-world-store.ts';
import { exportText } from './testing/record-world.ts';
import { StorageError, type WorldStore } from './world-store.ts';

type StoredMock = TestMock & { worlds: StoredWorlds; store: WorldStore };

/** Starts a mock on a store, as a process does. */
async function start(
  store: WorldStore,
  options: AppOptions = {},
  prepare: (app: App) => void = () => undefined,
  stored: StoredWorldsOptions = {},
): Promise<StoredMock> {
  const faults: unknown[] = [];
  const mock = createTestMock({ fault: (error) => void faults.push(error), ...options });
  mountControl(mock.app, { token: null, loopback: true });
  prepare(mock.app as unknown as App);
  const worlds = await openStoredWorlds(mock.app as unknown as App, store, stored);
  onTestFinished(() => worlds.close());
  return { ...mock, worlds, store };
}

/** Copies what a database contains when the process ends without a word. */
function crash(store: MemoryWorldStore): MemoryWorldStore {
  const copy = memoryWorldStore();
  const entries = copy.entries as Map<string, unknown>;
  for (const [name, entry] of structuredClone(store.entries)) entries.set(name, { ...entry, owner: null });
  for (const [hash, text] of store.texts) (copy.texts as Map<string, string>).set(hash, text);
  return copy;
}

/** The export of the main world without what may be lost with a process. */
function stateOf({ app }: StoredMock): unknown {
  const { parts, ...rest } = JSON.parse(exportText(app.worlds.main));
  return { ...rest, policy: parts.policy, faults: parts.faults };
}

const send = async (
  { app }: StoredMock,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> => {
  const reply = await app.fetch(
    new Request(`http://mock${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? {} : JSON.parse(text), headers: reply.headers };
};

test('a restart keeps the records, log-ins, keys, stored replies and settings of a process that crashed', async () => {
  const store = memoryWorldStore();
  const mock = await start(store, { seed: 3 });
  const owner = mock.as('owner');
  const customer = await owner('createCustomer', { body: customerBody() });
  const body = orderBody(customer.data.id, 'wallet');
  const order = await owner('createOrder', { body, headers: { 'idempotency-key': 'k-1' } });
  expect(order.status).toBe(201);
  await send(mock, 'PUT', '/_mock/v1/policy', { error_shape: 'flat' });
  await send(mock, 'POST', '/_mock/v1/faults', { kind: 'delay', delay_ms: 1, operation: 'getWallet' });
  await send(mock, 'POST', '/_mock/v1/clock/advance', { by: 'P1D' });

  const next = await start(crash(store), { seed: 9 });
  expect(stateOf(next)).toEqual(stateOf(mock));
  expect(next.app.personas).toEqual(mock.app.personas);
  const again = await next.bearing(mock.app.personas.owner?.token)('getOrder', {
    params: { id: order.data.id },
  });
  expect(again.status).toBe(200);
});

test('what comes due while a world is loaded is stored like any other change', async () => {
  const store = memoryWorldStore();
  const options = { clock: 'frozen', lifecycle: 'immediate' } as const;
  // The webhook deliveries run timers like this.
  const runsTimers = (app: App): void =>
    app.worlds.observe(({ world }) => ({ changed: () => void world.runDue(), close: () => undefined }));
  const mock = await start(store, options);
  const customer = await mock.as('owner')('createCustomer', { body: customerBody() });
  const order = await mock.as('owner')('createOrder', { body: orderBody(customer.data.id, 'wallet') });
  expect(order.data.status).toBe('processing');

  const second = crash(store);
  const next = await start(second, options, runsTimers);
  await next.as('owner')('createCustomer', { body: customerBody('another') });
  const last = await start(crash(second), options);
  expect(stateOf(last)).toEqual(stateOf(next));
  const completed = await last.as('owner')('getOrder', { params: { id: order.data.id } });
  expect(completed.data.status).toBe('completed');
});

test('worlds, snapshots, resets, seeds and imports of the control API are kept, and deleted worlds are gone', async () => {
  const store = memoryWorldStore();
  const mock = await start(store);
  await mock.as('owner')('createCustomer', { body: customerBody('before') });
  await send(mock, 'POST', '/_mock/v1/snapshots', { name: 'one' });
  await mock.as('owner')('createCustomer', { body: customerBody('after') });
  expect((await send(mock, 'POST', '/_mock/v1/worlds', { name: 'copy' })).status).toBe(201);
  expect((await send(mock, 'POST', '/_mock/v1/worlds', { name: 'fresh', world: 'empty' })).status).toBe(201);
  expect((await send(mock, 'POST', '/_mock/v1/worlds', { name: 'gone' })).status).toBe(201);
  expect((await send(mock, 'DELETE', '/_mock/v1/worlds/gone')).status).toBe(200);
  await send(mock, 'POST', '/_mock/v1/snapshots/one/restore');
  await send(mock, 'POST', '/_mock/v1/seed?world=fresh', { seed: 77 });
  const exported = await send(mock, 'GET', '/_mock/v1/export?world=copy');

  const next = await start(crash(store));
  expect(stateOf(next)).toEqual(stateOf(mock));
  const { worlds } = (await send(next, 'GET', '/_mock/v1/worlds')).body as { worlds: { name: string }[] };
  expect(worlds.map(({ name }) => name)).toEqual(['demo', 'copy', 'fresh']);
  expect(worlds[1]).toMatchObject({ now: null, stored: { owner: null, bytes: expect.any(Number) } });
  // The export of a world that was not in memory.
  expect((await send(next, 'GET', '/_mock/v1/export?world=copy')).body.tables).toEqual(exported.body.tables);
  expect((await send(next, 'GET', '/_mock/v1/export?world=fresh')).body.seed).toBe(77);
  expect((await send(next, 'POST', '/_mock/v1/worlds', { name: 'copy' })).status).toBe(409);
  expect((await send(next, 'POST', '/_mock/v1/reset?world=copy')).status).toBe(200);
  expect((await send(next, 'GET', '/_mock/v1/snapshots')).body).toMatchObject({
    snapshots: [{ name: 'start' }, { name: 'one' }],
  });
  await send(next, 'POST', '/_mock/v1/reset');
  const third = await start(crash(next.store as MemoryWorldStore));
  expect(stateOf(third)).toEqual(stateOf(next));
});

test('the size of a world counts rows that its base and its reset point share once', async () => {
  const store = memoryWorldStore();
  const mock = await start(store);
  const size = async (): Promise<number> => (await store.list())[0]?.bytes ?? 0;
  const before = await size();
  // More changes than a world that is put down keeps as records, so that it gets a base, and `start` of its own.
  for (let count = 0; (await size()) < before + 70_000; count += 1) {
    const made = await mock.as('owner')('createCustomer', { body: customerBody(`size-${count}`) });
    expect(made.status).toBe(201);
  }
  await mock.worlds.close();
  expect(store.entries.get('demo')).toMatchObject({
    records: [],
    saved: new Map([['start', expect.anything()]]),
  });
  const after = await size();
  const next = await start(crash(store));
  expect((await send(next, 'GET', '/_mock/v1/worlds')).body).toMatchObject({
    worlds: [{ name: 'demo', stored: { owner: 'this', owner_url: null, bytes: expect.closeTo(after, -4) } }],
  });
  // The tables that changed are there twice, the others once.
  expect(after).toBeLessThan(1.5 * before);
});

test('replies wait until the changes that they may show are stored, and changes made meanwhile go together', async () => {
  const store = failingWorldStore(memoryWorldStore());
  const mock = await start(store);
  const owner = mock.as('owner');
  expect((await owner('listCustomers')).status).toBe(200);
  expect(store.groups).toEqual([]);
  const hold = Promise.withResolvers<void>();
  store.hold = hold.promise;
  const done: string[] = [];
  const { seq } = mock.app.world;
  const first = owner('createCustomer', { body: customerBody('a') }).then(() => done.push('first'));
  await expect.poll(() => store.groups).toEqual([1]);
  const read = owner('listCustomers').then(() => done.push('read'));
  const others = ['b', 'c'].map((name) =>
    owner('createCustomer', { body: customerBody(name) }).then(() => done.push('other')),
  );
  await expect.poll(() => mock.app.world.seq).toBe(seq + 3);
  expect(done).toEqual([]);
  hold.resolve();
  await Promise.all([first, read, ...others]);
  expect(store.groups).toEqual([1, 2]);
});

const SHOWN = 'The reply to this request would show changes of the world demo that may not be stored: ';
for (const [title, outcome, code, message] of [
  [
    'a full disk',
    new StorageError('full', 'worlds.db: the disk is full.'),
    'STORAGE_FULL',
    'The changes of this request could not be stored, and were undone: worlds.db: the disk is full.',
  ],
  [
    'an unknown outcome',
    new StorageError('unavailable', 'worlds.db cannot be reached.'),
    'WORLD_UNAVAILABLE',
    `${SHOWN}worlds.db cannot be reached.`,
  ],
  [
    'a later claim',
    'refuse' as const,
    'WORLD_UNAVAILABLE',
    `${SHOWN}Another process has taken over or removed the world demo, so that the last changes are lost: send the request again.`,
  ],
  [
    'a fault of this process',
    new RangeError('The text is too long.'),
    'WORLD_UNAVAILABLE',
    'The mock failed to store changes of the world demo, and goes on without them: its output describes the fault. Send the request again.',
  ],
] as const) {
  test(`${title} fails the requests whose changes are not stored, and loses nothing acknowledged`, async () => {
    const store = failingWorldStore(memoryWorldStore());
    const faults: unknown[] = [];
    const mock = await start(store, { fault: (error) => void faults.push(error) });
    const bearer = mock.app.personas.owner?.token ?? '';
    const headers = { authorization: `Bearer ${bearer}`, origin: 'http://app' };
    const post = (path: string, body: object, own: Record<string, string> = headers): Promise<Response> =>
      mock.app.fetch(
        new Request(`http://mock${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...own },
          body: JSON.stringify(body),
        }),
      );
    const acknowledged = await post('/v1/customers', customerBody('kept'));
    expect(acknowledged.status).toBe(201);
    const before = stateOf(mock);
    const now = mock.app.world.clock.now();
    const hold = Promise.withResolvers<void>();
    store.hold = hold.promise;
    store.outcome = outcome;
    const appends = store.groups.length;
    const first = post('/v1/customers', customerBody('lost-1'));
    await expect.poll(() => store.groups.length).toBeGreaterThan(appends);
    const others = [
      post('/v1/customers', customerBody('lost-2')),
      mock.app.fetch(new Request('http://mock/v1/customers', { headers })),
      post('/_mock/v1/clock/advance', { by: 'P1D' }, {}),
    ];
    await expect.poll(() => mock.app.world.clock.now()).toBeGreaterThan(now);
    hold.resolve();
    const failed = await Promise.all([first, ...others]);
    for (const reply of failed) {
      expect(reply.status).toBe(503);
      expect(reply.headers.get('retry-after')).toBe('1');
      expect(reply.headers.get('content-type')).toContain('application/json');
      expect(await reply.json()).toEqual({ error: { code, message } });
    }
    expect(failed[0]?.headers.get('x-request-id')).toMatch(/^req_/);
    expect(failed[0]?.headers.get('access-control-allow-origin')).toBe('http://app');
    store.outcome = 'store';
    expect((await send(mock, 'GET', '/_mock/v1/clock')).status).toBe(200);
    expect(stateOf(mock)).toEqual(before);
    expect((await post('/v1/customers', customerBody('later'))).status).toBe(201);
    expect(faults).toHaveLength(1);
  });
}

test('a program learns that its changes are lost, and goes on with the world as it is stored', async () => {
  const store = failingWorldStore(memoryWorldStore());
  const mock = await start(store, { fault: () => undefined }, undefined, { loadAll: true });
  const { clock } = controlApi(mock.app);
  clock.advance('PT1H');
  await mock.worlds.stored();
  const { now } = clock.now();
  store.outcome = new StorageError('full', 'worlds.db: the disk is full.');
  clock.advance('P1D');
  await expect(mock.worlds.stored()).rejects.toThrow('the disk is full');
  store.outcome = 'store';
  expect(clock.now().now).toBe(now);
  clock.advance('PT2H');
  await mock.worlds.stored();
  expect(stateOf(await start(crash(store.inner as MemoryWorldStore)))).toEqual(stateOf(mock));
});

test('a webhook leaves only after the change that queued it is stored', async () => {
  const target = await receiver();
  onTestFinished(() => target.close());
  const store = failingWorldStore(memoryWorldStore());
  const mock = await start(store, { fault: () => undefined });
  mock.app.worlds.observe((worldServer) => {
    const stored = (): Promise<void> | undefined => worldServer.settled?.();
    const outbox = openOutbox(worldServer.world, hostingMock, { scope: 'loopback', stored });
    return { changed: outbox.wake, close: outbox.close };
  });
  const owner = mock.as('owner');
  await owner('createWebhook', { body: { url: target.url, events: ['customer.created'] } });
  const lost = Promise.withResolvers<void>();
  store.hold = lost.promise;
  store.outcome = new StorageError('full', 'worlds.db: the disk is full.');
  const bearer = mock.app.personas.owner?.token;
  const post = (name: string): Promise<Response> =>
    mock.app.fetch(
      new Request('http://mock/v1/customers', {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(customerBody(name)),
      }),
    );
  const appends = store.groups.length;
  const failed = post('lost');
  await expect.poll(() => store.groups.length).toBeGreaterThan(appends);
  lost.resolve();
  expect((await failed).status).toBe(503);
  store.outcome = 'store';
  expect((await post('kept')).status).toBe(201);
  await target.count(1);
  expect(target.received.map(({ body }) => JSON.parse(body).data.email)).toEqual(['kept@example.org']);
});
