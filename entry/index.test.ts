// Tests of `createMock` as other projects use it: requests, worlds, snapshots, clock and webhooks.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { receiver } from '../src/control/webhook-delivery/testing/receiver.ts';
import { createClient, verifyWebhook } from './client.ts';
import { createMock, type Mock, type MockWorld } from './index.ts';

let mock: Mock;
beforeEach(async () => {
  mock = await createMock({ clock: 'frozen', limits: 'off', lifecycle: 'immediate' });
});
afterEach(() => mock.close());

const clientOf = ({ personas, fetch }: MockWorld) =>
  createClient({
    baseUrl: 'http://mock/v1',
    credential: { apiKey: personas.owner.apiKey ?? '' },
    fetch,
    retries: 0,
  });
const body = { email: 'mona@example.org', first_name: 'Mona', last_name: 'Lisa' };
const totalOf = async (world: MockWorld): Promise<number> =>
  (await clientOf(world).listCustomers()).meta.total;

test('the mock answers requests in the process, and also on a port after listen()', async () => {
  const { personas } = mock;
  const headers = { authorization: `Bearer ${personas.owner.token}` };
  const inside = await (await mock.fetch('http://anywhere.example/v1/wallet', { headers })).json();
  const served = await mock.listen();
  const outside = await (await fetch(`${served.baseUrl}/wallet`, { headers })).json();
  expect(outside).toEqual(inside);
  mock.world('mine');
  expect((await fetch(`${served.baseUrlOf('mine')}/wallet`, { headers })).status).toBe(200);
  await served.close();
  await expect(fetch(served.baseUrl)).rejects.toThrow();
});

describe('the worlds of one mock', () => {
  test('a change in one world appears in no other world, and world(name) returns the same world for the same name', async () => {
    const [before, a, b] = [await totalOf(mock), mock.world('a'), mock.world('b')];
    await clientOf(a).createCustomer({ body });
    expect(await totalOf(a)).toBe(before + 1);
    expect(await totalOf(b)).toBe(before);
    expect(await totalOf(mock)).toBe(before);
    expect(mock.world('a')).toBe(a);
    a.clock.advance('P1D');
    expect(b.clock.now().now).toBe(mock.clock.now().now);
  });

  test('worlds.create({ seed }) creates a world with its own seed', async () => {
    const other = mock.worlds.create({ world: 'demo', seed: 7, clock: 'frozen' });
    expect(other.personas.owner.token).not.toBe(mock.personas.owner.token);
    mock.worlds.delete(other.name);
    expect(mock.worlds.list()).toHaveLength(1);
  });
});

test('restore() returns a world to its snapshot, and reset() returns the world to its initial state', async () => {
  const api = clientOf(mock);
  const start = await totalOf(mock);
  await api.createCustomer({ body });
  const one = mock.snapshot();
  await api.createCustomer({ body: { ...body, email: 'second@example.org' } });
  mock.clock.advance('PT1H');
  mock.restore(one);
  expect(await totalOf(mock)).toBe(start + 1);
  expect(mock.clock.now().now).toBe('2026-11-20T08:00:00Z');
  mock.reset();
  expect(await totalOf(mock)).toBe(start);
});

test('advancing the clock by a month renews services and reports the timers that ran', async () => {
  const api = clientOf(mock);
  const before = (await api.listInvoices()).meta.total;
  const { ran } = mock.clock.advance('P1M');
  expect(ran.length).toBeGreaterThan(0);
  expect((await api.listInvoices()).meta.total).toBeGreaterThan(before);
});

test('the mock delivers signed webhooks to a receiver on this machine', async () => {
  const { url, received } = await receiver();
  const api = clientOf(mock);
  const { secret } = await api.createWebhook({ body: { url, events: ['customer.created'] } });
  await api.createCustomer({ body });
  await mock.delivered();
  mock.clock.advance('P1Y');
  await api.createCustomer({ body: { ...body, email: 'later@example.org' } });
  await mock.delivered();
  const [delivery, later] = received;
  if (!delivery || !later || received.length > 2) throw new Error(`${received.length} deliveries came`);
  const nowMs = Date.parse('2026-11-20T08:00:00Z');
  const event = await verifyWebhook(delivery, secret ?? '', { nowMs });
  expect(event.type).toBe('customer.created');
  if (event.type === 'customer.created') expect(event.data).toMatchObject({ email: body.email });
  // After the clock was moved, a delivery has the time of its world.
  await expect(verifyWebhook(later, secret ?? '', { nowMs })).rejects.toThrow('time of its world');
  const worldNow = { nowMs: Date.parse(mock.clock.now().now) };
  expect((await verifyWebhook(later, secret ?? '', worldNow)).type).toBe('customer.created');
  expect((await verifyWebhook(later, secret ?? '', { now: 'delivery' })).type).toBe('customer.created');
});

test('webhooks.next() gives each event of a type once, in order, as endpoints get it', async () => {
  const { url, received } = await receiver();
  const api = clientOf(mock);
  await api.createCustomer({ body });
  await api.createWebhook({ body: { url, events: ['customer.created'] } });
  const later = mock.webhooks.next('customer.updated');
  const { id } = await api.createCustomer({ body: { ...body, email: 'second@example.org' } });
  await api.updateCustomer({ path: { id }, body: { last_name: 'Roe' } });
  const first = await mock.webhooks.next('customer.created');
  const where = ({ data }: { data: { id: string } }): boolean => data.id === id;
  const second = await mock.webhooks.next('customer.created', { where });
  expect([first.data.email, second.data.email]).toEqual([body.email, 'second@example.org']);
  expect((await later).data.last_name).toBe('Roe');
  await mock.delivered();
  expect(received.map((delivery) => JSON.parse(delivery.body))).toEqual([second]);
  await expect(mock.webhooks.next('customer.created', { timeoutMs: 10 })).rejects.toThrow(
    /^No customer\.created came within 10 ms\. Came and not taken: subscription\.created, service\.activated, order\.completed; taken before: customer\.created, customer\.created, customer\.updated\. The clock stands still at .*, and something is due at /,
  );
  await expect(mock.webhooks.next('order.complete' as 'order.completed')).rejects.toThrow(
    /^order\.complete is no event of the platform; did you mean "order\.completed"\?$/,
  );
  await mock.arrange({ customers: [{}] });
  mock.reset();
  await expect(mock.webhooks.next('customer.created', { timeoutMs: 1 })).rejects.toThrow(
    'taken before: nothing',
  );
  // After a reset, the platform gives its events the same ids again.
  const emitAgain = async (): Promise<string> => {
    await api.createWebhook({ body: { url, events: ['customer.created'] } });
    await api.createCustomer({ body });
    return (await mock.webhooks.next('customer.created', { timeoutMs: Number.POSITIVE_INFINITY })).id;
  };
  const before = await emitAgain();
  mock.reset();
  expect(await emitAgain()).toBe(before);
});

test.each([
  [
    'SKU_UNKNOWN',
    'createOrder',
    { code: 'VALIDATION_FAILED', errors: { 'items.0.sku_id': [expect.any(String)] } },
  ],
  ['MALFORMED_JSON', 'createOrder', { message: expect.stringContaining('not valid JSON') }],
  ['VALIDATION_FAILED', 'createOrder', { message: expect.stringContaining('given data') }],
  ['ALREADY_EXISTS', 'createPayment', { errors: { reference: [expect.any(String)] } }],
  ['DOMAIN_UNAVAILABLE', 'registerDomain', { errors: { domain: [expect.any(String)] } }],
  ['INSUFFICIENT_SCOPE', 'listCustomers', { scope: 'customers:read' }],
  ['RATE_LIMITED', 'login', { message: expect.stringContaining('Too many requests') }],
  ['TWO_FACTOR_REQUIRED', 'login', { challenge_token: expect.stringMatching(/^2fa_/) }],
] as const)(
  'the injected refusal %s of %s has its own message, field and members',
  async (refusal, operation, like) => {
    const { email = '', password = '', token = '' } = mock.personas.owner;
    const { data } = await clientOf(mock).listCustomers({ query: { status: 'active' } });
    const customer_id = data[0]?.id;
    const [invoice] = (await clientOf(mock).listInvoices()).data;
    const items = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];
    const bodies: Record<string, object> = {
      createOrder: { customer_id, items, payment_method: 'wallet' },
      createPayment: { invoice_id: invoice?.id, amount: 1, payment_method: 'cash' },
      registerDomain: { customer_id, domain: 'doe-gmbh.com', billing_cycle: '1_year' },
      login: { email, password },
    };
    mock.faults.add({ kind: 'refusal', refusal, operation, times: 1 });
    const path = {
      createOrder: 'orders',
      createPayment: 'payments',
      registerDomain: 'domains/register',
      listCustomers: 'customers',
      login: 'auth/login',
    }[operation];
    const sent = bodies[operation];
    const reply = await mock.fetch(`http://mock/v1/${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    expect(await reply.json()).toMatchObject({ error: like });
  },
);
