// Tests that the worlds of `createMock({ state })` last: everything a program or a client left is there in the next mock
// on the same file.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../bin/testing/processes.ts';
import { receiver } from '../src/control/webhook-delivery/testing/receiver.ts';
import { type ArrangedMockOptions, createMock, type Mock, type MockWorld } from './index.ts';
import { handlers } from './msw.ts';

// Returns the address of a new file, which is removed after the test.
function newState(): string {
  const folder = newFolder();
  return `sqlite:${join(folder, 'worlds.db')}`;
}

// Opens a mock on a state, uses it, and closes it.
async function withMock<A>(
  options: ArrangedMockOptions & { state: string },
  use: (mock: Mock) => Promise<A>,
): Promise<A> {
  await using mock = await createMock({ clock: 'frozen', limits: 'off', ...options });
  return await use(mock);
}

type Sent = { body?: object; bearer?: string | undefined; headers?: Record<string, string> };

async function call(world: MockWorld, method: string, path: string, { body, bearer, headers }: Sent = {}) {
  const reply = await world.fetch(`http://mock/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer ?? world.personas.owner.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text === '' ? {} : JSON.parse(text) };
}

const customer = (name: string): object => ({
  email: `${name}@example.org`,
  first_name: name,
  last_name: 'Doe',
});

test('a restart keeps records, log-ins, keys and stored replies, and the personas still work', async () => {
  const state = newState();
  const order = {
    payment_method: 'wallet',
    items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }],
  };
  const headers = { 'idempotency-key': 'order-1' };
  const first = await withMock({ state, seed: 3 }, async (mock) => {
    const { email, password } = mock.personas.owner;
    const login = await call(mock, 'POST', '/auth/login', { body: { email, password } });
    const key = await call(mock, 'POST', '/api-keys', { body: { name: 'ci', scopes: ['customers:read'] } });
    const made = await call(mock, 'POST', '/customers', { body: customer('kept') });
    const ordered = await call(mock, 'POST', '/orders', {
      body: { ...order, customer_id: made.body.id },
      headers,
    });
    expect([login.status, key.status, made.status, ordered.status]).toEqual([200, 201, 201, 201]);
    return { mock: mock.personas, login: login.body, key: key.body, made: made.body, ordered: ordered.body };
  });
  await withMock({ state, seed: 8 }, async (mock) => {
    expect(mock.personas).toEqual(first.mock);
    const path = `/customers/${first.made.id}`;
    expect(
      (await call(mock, 'GET', path, { bearer: first.login.access_token ?? first.login.token })).body,
    ).toEqual(first.made);
    expect((await call(mock, 'GET', path, { bearer: first.key.secret ?? first.key.key })).status).toBe(200);
    const again = await call(mock, 'POST', '/orders', {
      body: { ...order, customer_id: first.made.id },
      headers,
    });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual(first.ordered);
  });
});

test('changes of the clock, policy, faults, snapshots and worlds by functions are kept', async () => {
  const state = newState();
  await withMock({ state }, async (mock) => {
    mock.clock.advance('P3D');
    mock.policy.set({ error_shape: 'flat' });
    mock.faults.add({ kind: 'status', status: 503, operation: 'getWallet' });
    const qa = mock.world('qa');
    await call(qa, 'POST', '/customers', { body: customer('before') });
    qa.snapshots.take('here');
    await call(qa, 'POST', '/customers', { body: customer('after') });
    mock.worlds.create({ name: 'gone' });
    mock.worlds.delete('gone');
    await mock.stored();
    qa.clock.resume();
  });
  await withMock({ state }, async (mock) => {
    expect(mock.worlds.list().map(({ name }) => name)).toEqual(['demo', 'qa']);
    expect(mock.clock.now()).toMatchObject({ now: '2026-11-23T08:00:00Z', frozen: true });
    expect(mock.policy.get()).toMatchObject({ error_shape: 'flat' });
    expect((await call(mock, 'GET', '/wallet')).status).toBe(503);
    const qa = mock.world('qa');
    expect(qa.clock.now().frozen).toBe(false);
    const names = async (): Promise<string[]> =>
      (await call(qa, 'GET', '/customers?q=example.org&per_page=100')).body.data.map(
        (one: { first_name: string }) => one.first_name,
      );
    expect(await names()).toEqual(expect.arrayContaining(['before', 'after']));
    qa.restore('here');
    expect(await names()).not.toContain('after');
    qa.reset();
    expect(await names()).not.toContain('before');
    expect(qa.clock.now().frozen).toBe(true);
  });
  await withMock({ state }, async (mock) => {
    expect(
      mock
        .world('qa')
        .snapshots.list()
        .map(({ name }) => name),
    ).toEqual(['start', 'here']);
  });
});

test('a scenario is arranged once, and a reset restores the world with it', async () => {
  const state = newState();
  const scenario = { customers: [{ as: 'late', invoices: [{ status: 'overdue', count: 2 }] }] } as const;
  const count = async (mock: Mock): Promise<number> =>
    (await call(mock, 'GET', '/invoices?status=overdue')).body.meta.total;
  const before = await withMock({ state: newState() }, count);
  await withMock({ state, scenario }, async (mock) => expect(await count(mock)).toBe(before + 2));
  await withMock({ state, scenario }, async (mock) => {
    expect(await count(mock)).toBe(before + 2);
    mock.reset();
    expect(await count(mock)).toBe(before + 2);
  });
});

test('a webhook that waited at the end of a process is delivered by the next one, once', async () => {
  const state = newState();
  const target = await receiver();
  await withMock({ state, webhooks: 'none' }, async (mock) => {
    await call(mock, 'POST', '/webhooks', { body: { url: target.url, events: ['customer.created'] } });
    await call(mock, 'POST', '/customers', { body: customer('kept') });
  });
  expect(target.received).toHaveLength(0);
  await withMock({ state }, async (mock) => {
    await target.count(1);
    await mock.delivered();
  });
  await withMock({ state }, async (mock) => mock.delivered());
  expect(target.received).toHaveLength(1);
});

test('a second mock on the file, handlers for MSW, and a wrong address are refused with a clear error', async () => {
  const state = newState();
  await withMock({ state }, async () => {
    await expect(createMock({ state })).rejects.toThrow('in use');
  });
  await expect(createMock({ state: 'worlds.db' })).rejects.toThrow('give sqlite:worlds.db');
  await expect(createMock({ state, limits: 'C' as 'A' })).rejects.toThrow('limits: must be A, B, off');
  await expect(createMock({ state: 5 as unknown as string })).rejects.toThrow('state: must be an address');
  expect(() => handlers('http://api.example/v1', { state })).toThrow('state: must be left out here');
});

test('a reply to the first fetch of a program is stored before the program sees it', async () => {
  const state = newState();
  // In a new process, `fetch` with a plain URL and plain options takes a way of its own, without the web classes.
  const program = `
    import { createMock } from '${new URL('./index.ts', import.meta.url).href}';
    const mock = await createMock({ state: ${JSON.stringify(state)}, clock: 'frozen' });
    const reply = await mock.fetch('http://mock/v1/customers', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + mock.personas.owner.token, 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(customer('first')))},
    });
    process.stdout.write(String(reply.status), () => process.kill(process.pid, 'SIGKILL'));`;
  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect([stdout, signal]).toEqual(['201', 'SIGKILL']);
  await withMock({ state }, async (mock) => {
    const found = await call(mock, 'GET', '/customers?q=first@example.org');
    expect(found.body.meta.total).toBe(1);
  });
});
