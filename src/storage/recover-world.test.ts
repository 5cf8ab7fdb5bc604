// Tests that a world that another process served goes on exactly where it was.
import { expect, onTestFinished, test, vi } from 'vitest';
import { hostingMock } from '../../mocks/index.ts';
import { createTestMock, customerBody, orderBody, type TestMock } from '../../mocks/testing/test-mock.ts';
import { controlApi } from '../control/control-api.ts';
import { openOutbox } from '../control/webhook-delivery/outbox.ts';
import { receiver } from '../control/webhook-delivery/testing/receiver.ts';
import type { App, AppOptions } from '../server/app.ts';
import type { Tables } from '../state/tables/table.ts';
import { checkedLine, withChecksum } from './checksum.ts';
import { recoverWorld } from './recover-world.ts';
import { exportText, recordWorld } from './testing/record-world.ts';
import { StorageError, type StoredWorld } from './world-store.ts';

/** Recovers a world as the first world of another mock, which began with other options. */
function recoverMain(
  stored: StoredWorld,
  options: AppOptions = { seed: 7, lifecycle: 'immediate' },
): TestMock {
  const mock = createTestMock(options);
  mock.app.worlds.unload('demo');
  recoverWorld(mock.app, 'demo', stored);
  return mock;
}

/** Creates a mock whose first world is recorded. */
function createRecordedMock(options: AppOptions = { seed: 3 }) {
  const mock = createTestMock(options);
  return {
    ...mock,
    world: controlApi(mock.app).worlds.get('demo'),
    recorded: recordWorld(mock.app.worlds.main),
  };
}

const mainText = <T extends Tables>(app: App<T>): string => exportText(app.worlds.main);

test('a recovered world exports the same bytes, and its log-ins, keys, stored replies and timers work', async () => {
  const { app, as, bearing, world, recorded, peek } = createRecordedMock();
  const owner = as('owner');
  const customer = await owner('createCustomer', { body: customerBody() });
  const body = orderBody(customer.data.id, 'wallet');
  const headers = { 'idempotency-key': 'k-1' };
  const order = await owner('createOrder', { body, headers });
  expect(order.status).toBe(201);
  const apiKey = await owner('createApiKey', { body: { name: 'ci', scopes: ['customers:read'] } });
  expect(apiKey.status).toBe(201);
  world.faults.add({ kind: 'status', status: 503, operation: 'listCustomers', nth: 3 });
  world.policy.set({ error_shape: 'flat', lifecycle: 'manual', limits: 'B' });
  recorded.settle();
  world.clock.advance('PT12H');
  recorded.settle();
  recorded.checkpoint();

  const next = recoverMain(recorded.stored());
  expect(mainText(next.app)).toBe(mainText(app));
  expect(next.app.world.seq).toBe(app.world.seq);
  expect(next.app.personas).toEqual(app.personas);
  expect(next.app.values).toEqual(peek((store) => hostingMock.findPersonas?.(store).values));
  expect(next.app.worlds.main.options).toMatchObject({ seed: 3, clock: 'frozen' });
  expect(next.app.worlds.main.options).not.toHaveProperty('lifecycle');
  for (const mock of [{ bearing, as }, next]) {
    const replayed = await mock.as('owner')('createOrder', { body, headers });
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.text).toBe(order.text);
    expect((await mock.bearing(apiKey.data.key)('listCustomers')).status).toBe(200);
    expect((await mock.bearing(apiKey.data.key)('listCustomers')).status).toBe(200);
    expect((await mock.bearing(apiKey.data.key)('listCustomers')).status).toBe(503);
  }
  const timers = (mock: { app: TestMock['app'] }) =>
    controlApi(mock.app).worlds.get('demo').clock.advance('P40D').ran;
  const ran = timers({ app });
  expect(ran.length).toBeGreaterThan(0);
  expect(timers(next)).toEqual(ran);
  expect(mainText(next.app)).toBe(mainText(app));
  expect(peek((store) => store.orders.all().length)).toBe(next.peek((store) => store.orders.all().length));
});

test('resets, snapshots, imports, new seeds and the reset point are recovered', async () => {
  const { app, as, world, recorded } = createRecordedMock();
  const expectRecovered = (): void => {
    recorded.settle();
    recorded.checkpoint();
    const next = recoverMain(recorded.stored());
    const recovered = controlApi(next.app).worlds.get('demo');
    expect(mainText(next.app)).toBe(mainText(app));
    expect(next.app.world.seq).toBe(app.world.seq);
    expect(recovered.snapshots.list()).toEqual(world.snapshots.list());
    for (const { name } of world.snapshots.list())
      expect(exportText(next.app.worlds.main, recovered.snapshots.find(name))).toBe(
        exportText(app.worlds.main, world.snapshots.find(name)),
      );
  };
  const create = async (name: string): Promise<void> => {
    expect((await as('owner')('createCustomer', { body: customerBody(name) })).status).toBe(201);
    recorded.settle();
  };
  await create('a');
  world.snapshots.take('one');
  await create('b');
  expectRecovered();
  world.snapshots.restore('one');
  await create('c');
  world.clock.advance('P3D');
  expectRecovered();
  world.reset();
  await create('d');
  expectRecovered();
  const exported = world.export();
  world.seed({ seed: 9, world: 'empty' });
  expectRecovered();
  world.import(exported);
  await create('e');
  expectRecovered();
  world.snapshots.take('one');
  world.snapshots.take();
  world.snapshots.remove('one');
  app.worlds.main.setResetPoint();
  await create('f');
  world.reset();
  expectRecovered();
});

test('a running clock goes on with real time, and never shows a time before the last commit', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 8), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { app, as, recorded } = createRecordedMock({ clock: '2027-01-01T00:00:00Z' });
  vi.setSystemTime(Date.UTC(2026, 10, 20, 9));
  expect((await as('owner')('createCustomer', { body: customerBody() })).status).toBe(201);
  const shown = app.world.clock.now();
  expect(shown).toBe(Date.UTC(2027, 0, 1, 1));
  vi.setSystemTime(Date.UTC(2026, 10, 20, 10));
  expect(recoverMain(recorded.stored(), {}).app.world.clock.now()).toBe(Date.UTC(2027, 0, 1, 2));
  vi.setSystemTime(Date.UTC(2026, 10, 20, 8, 30));
  expect(recoverMain(recorded.stored(), {}).app.world.clock.now()).toBe(shown);
});

test('rate limits, usage and counters come from the last checkpoint, or from a later base or reset', async () => {
  const { app, as, world, recorded } = createRecordedMock({ limits: 'A' });
  const parts = (from: TestMock['app']) => controlApi(from).worlds.get('demo').export().parts;
  for (let at = 0; at < 3; at += 1) await as('owner')('listCustomers');
  recorded.checkpoint();
  expect(parts(recoverMain(recorded.stored()).app)).toEqual(parts(app));
  expect(parts(app)).toMatchObject({ counters: { requests: 3 } });
  await as('owner')('listCustomers');
  recorded.rebase();
  expect(parts(recoverMain(recorded.stored()).app)).toEqual(parts(app));
  world.reset();
  expect(parts(recoverMain(recorded.stored()).app)).toEqual(parts(app));
  expect(parts(app)).toMatchObject({ counters: { requests: 0 } });
});

test('webhooks that wait are sent after the recovery, once', async () => {
  const hook = await receiver();
  onTestFinished(() => hook.close());
  const { as, recorded } = createRecordedMock({ world: 'demo' });
  await as('owner')('createWebhook', { body: { url: hook.url, events: ['customer.created'] } });
  await as('owner')('createCustomer', { body: customerBody() });
  const mock = createTestMock();
  let idle = async (): Promise<void> => {};
  let open = 0;
  mock.app.worlds.observe(({ world }) => {
    const outbox = openOutbox(world, hostingMock, { scope: 'loopback' });
    open += 1;
    idle = outbox.idle;
    return {
      changed: outbox.wake,
      close(reason) {
        expect(reason).toBe('unloaded');
        open -= 1;
        outbox.close();
      },
    };
  });
  mock.app.worlds.unload('demo');
  expect(open).toBe(0);
  recoverWorld(mock.app, 'demo', recorded.stored());
  await idle();
  expect(open).toBe(1);
  expect(hook.received).toHaveLength(1);
  await mock.app.close();
  expect(open).toBe(0);
});

test('other worlds are recovered beside the first one, and again in the same object while it is in use', async () => {
  const { app } = createTestMock();
  const lab = controlApi(app);
  const side = lab.worlds.create({ name: 'side', world: 'empty', seed: 5, lifecycle: 'manual' });
  const recorded = recordWorld(side.worldServer);
  side.clock.advance('P1D');
  recorded.settle();
  const text = exportText(side.worldServer);

  const next = createTestMock();
  const recovered = recoverWorld(next.app, 'side', recorded.stored());
  expect(exportText(recovered)).toBe(text);
  expect(recovered.options).toMatchObject({ world: 'empty', seed: 5, lifecycle: 'manual' });
  expect(
    controlApi(next.app)
      .worlds.list()
      .map(({ name }) => name),
  ).toEqual(['demo', 'side']);
  expect(() => recoverWorld(next.app, 'side', recorded.stored())).toThrow('unload it first');
  recovered.world.clock.advance(1);
  expect(next.app.worlds.unload('side')).toBe(true);
  expect(next.app.worlds.find('side')).toBeUndefined();
  expect(recoverWorld(next.app, 'side', recorded.stored())).toBe(recovered);
  expect(exportText(recovered)).toBe(text);
});

test('a stored world with a missing or changed part is refused, and the worlds of the app stay as they were', async () => {
  const { as, recorded } = createRecordedMock();
  for (const name of ['a', 'b', 'c']) await as('owner')('createCustomer', { body: customerBody(name) });
  const stored = recorded.stored();
  const [first = '', second = '', third = ''] = stored.records;
  const damaged: [string, Partial<StoredWorld>][] = [
    ['the change', { records: [first, third] }],
    ['record 2', { records: [first, second.slice(0, -20), third] }],
    ['record 1', { records: [first.replace('a@', 'b@'), second, third] }],
    ['its first line', { base: stored.base.slice(40) }],
    ['its checkpoint', { checkpoint: '{}' }],
  ];
  const { app } = createTestMock();
  const before = mainText(app);
  app.worlds.unload('demo');
  for (const [why, change] of damaged) {
    const recover = () => recoverWorld(app, 'demo', { ...stored, ...change }, 'the world demo in worlds.db');
    expect(recover).toThrow(StorageError);
    expect(recover).toThrow(/^the world demo in worlds\.db is damaged: [^\n]*\.$/);
    expect(recover).toThrow(why);
  }
  expect(mainText(app)).toBe(before);
});

test('a world that another version stored is recovered if this version can continue it, and refused if not', async () => {
  const { as, recorded, app } = createRecordedMock();
  await as('owner')('createCustomer', { body: customerBody() });
  recorded.checkpoint();
  const stored = recorded.stored();
  const edit = (text: string, from: string, to: string): string => {
    expect(text).toContain(from);
    return text
      .split('\n')
      .map((line) => withChecksum((checkedLine(line) ?? '').replace(from, to)))
      .join('\n');
  };
  const older = (text: string): string =>
    text.replace(/^[^\n]*/, (line) => edit(line, '"version":"', '"version":"0.0.1-'));
  const withSaved = (change: (text: string) => string): Partial<StoredWorld> => ({
    saved: stored.saved.map((one) => ({ ...one, state: change(one.state) })),
  });

  const upgraded = { ...stored, base: older(stored.base), ...withSaved(older) };
  expect(mainText(recoverMain(upgraded).app)).toBe(mainText(app));

  const invalid = (text: string): string => edit(older(text), '"status":"active"', '"status":"unheard of"');
  const unknownTable = (text: string): string =>
    edit(edit(text, 'customers [', 'clients ['), '"customers","', '"clients","');
  const refused: [string, Partial<StoredWorld>][] = [
    ['/status', { base: invalid(stored.base) }],
    ['the snapshot start of the stored world demo was stored by version', withSaved(invalid)],
    ['no table clients', { base: unknownTable(stored.base) }],
  ];
  for (const [why, change] of refused) {
    const recover = () => recoverMain({ ...stored, ...change });
    expect(recover).toThrow(why);
    expect(recover).toThrow(/^[^\n]* was stored by version [^\n]*start with another store\.$/);
    expect(recover).toThrow(expect.objectContaining({ code: 'other format' }));
  }
});
