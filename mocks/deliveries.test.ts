// Events as a receiver gets them: really delivered, signed, tried again, given up.
import { expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import { check } from '../src/contract/validate.ts';
import { DAY, HOUR, jane, MINUTE } from './testing/door.ts';
import { attempts, hooked, isSigned, type Sent } from './testing/hooked.ts';

const SECOND = 1000;
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const order = (customer_id: string, payment_method = 'wallet', sku_id = 'hosting-pro') => ({
  customer_id,
  payment_method,
  items: [{ sku_id, quantity: 1, billing_cycle: 'monthly' }],
});
const types = (events: Sent[]): string[] => events.map(({ type }) => type);

/** What the document says against an event, by the schema of its family. */
function faults(event: Sent): string[] {
  const [family = ''] = event.type.split('.');
  const name = family.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return check(`${name}Event`, event).map(({ pointer, message }) => `${event.type} ${pointer}: ${message}`);
}

test('what happens arrives, in order, signed, and as the document describes it', async () => {
  await using mock = await hooked();
  const { call, outbox, there, webhook } = mock;
  const customer = (await call('createCustomer', { body: jane() })).data;
  await call('updateCustomer', { params: { id: customer.id }, body: { last_name: 'Roe' } });
  const placed = (await call('createOrder', { body: order(customer.id) })).data;
  await mock.pass(MINUTE);
  const id = placed.services[0] ?? '';
  await call('suspendService', { params: { id } });
  await call('unsuspendService', { params: { id } });
  await call('renewService', { params: { id } });
  await call('terminateService', { params: { id } });
  await call('deactivateCustomer', { params: { id: customer.id } });
  await call('topUpWallet', { body: { amount: 100 } });
  await outbox.idle();

  expect(types(mock.events())).toEqual([
    'customer.created',
    'customer.updated',
    'invoice.created',
    'order.created',
    'wallet.debited',
    'payment.succeeded',
    'invoice.paid',
    'subscription.created',
    'service.activated',
    'order.completed',
    'service.suspended',
    'service.unsuspended',
    'invoice.created',
    'wallet.debited',
    'payment.succeeded',
    'invoice.paid',
    'service.renewed',
    'subscription.renewed',
    'subscription.cancelled',
    'service.terminated',
    'customer.deactivated',
    'wallet.topped_up',
  ]);
  expect(mock.events().flatMap(faults)).toEqual([]);
  for (const [at, one] of there.received.entries()) {
    const event = mock.events()[at];
    expect(isSigned(one, webhook.secret)).toBe(true);
    expect(one).toMatchObject({
      method: 'POST',
      path: '/hooks',
      headers: { 'content-type': 'application/json' },
    });
    expect([event?.id, event?.tenant_id]).toEqual([one.headers['webhook-id'], webhook.tenant_id]);
  }
  expect(new Set(mock.events().map((event) => event.id)).size).toBe(there.received.length);
});

test('the data of an event is the resource as its own operation answered it', async () => {
  await using mock = await hooked({ events: ['customer.created', 'wallet.topped_up'] });
  const created = await mock.call('createCustomer', { body: jane() });
  await mock.call('topUpWallet', { body: { amount: 100 } });
  const wallet = await mock.call('getWallet');
  await mock.outbox.idle();
  expect(mock.events().map(({ data }) => data)).toEqual([created.data, wallet.data]);
});

test('an endpoint gets what it subscribed to, each endpoint of the tenant the same event', async () => {
  await using one = await hooked({ events: ['order.created'] });
  const { call, there } = one;
  const { data: second } = await call('createWebhook', {
    body: { url: `${there.url}/2`, events: ['order.created', 'customer.created'] },
  });
  await call('createOrder', { body: order((await call('createCustomer', { body: jane() })).data.id) });
  await one.outbox.idle();
  const arrived = there.received.map(({ path, body }) => `${path} ${JSON.parse(body).type}`);
  expect(arrived.sort()).toEqual([
    '/hooks order.created',
    '/hooks/2 customer.created',
    '/hooks/2 order.created',
  ]);
  const ids = one.events().filter(({ type }) => type === 'order.created');
  expect(ids[0]?.id).toBe(ids[1]?.id);
  expect(
    there.received.map((got) => isSigned(got, one.webhook.secret) !== isSigned(got, second.secret)),
  ).toEqual([true, true, true]);
});

test('what another tenant does never arrives', async () => {
  await using mock = await hooked({ world: 'demo' });
  await mock.as('otherOwner')('createCustomer', { body: jane('stranger') });
  await mock.call('createCustomer', { body: jane('own') });
  await mock.outbox.idle();
  expect(mock.events().map(({ tenant_id }) => tenant_id)).toEqual([mock.webhook.tenant_id]);
});

test('a refused request tells nobody anything', async () => {
  await using mock = await hooked();
  await mock.call('createCustomer', { body: jane() });
  expect((await mock.call('createCustomer', { body: jane() })).status).toBe(422);
  await mock.outbox.idle();
  expect(types(mock.events())).toEqual(['customer.created']);
});

test('after a 500 it is sent again, the same bytes under the same id, and the list tells it as the receiver saw it', async () => {
  await using mock = await hooked({ answer: (at) => ({ status: at === 0 ? 500 : 204 }) });
  const { call, outbox, there, webhook } = mock;
  await call('createCustomer', { body: jane() });
  await outbox.idle();
  const [failed, waits] = await attempts(call, webhook.id);
  expect(failed).toMatchObject({
    attempt: 1,
    status: 'failed',
    response_status: 500,
    error: 'The endpoint answered 500.',
    next_attempt_at: '2026-11-20T08:00:05Z',
    attempted_at: '2026-11-20T08:00:00Z',
  });
  expect(waits).toMatchObject({ attempt: 2, status: 'pending', attempted_at: null, error: null });
  expect((await call('getWebhook', { params: { id: webhook.id } })).data).toMatchObject({
    consecutive_failures: 1,
    last_delivery_at: '2026-11-20T08:00:00Z',
  });

  await mock.pass(4 * SECOND);
  expect(there.received).toHaveLength(1);
  await mock.pass(SECOND);
  const [first, second] = there.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect([first, second].map((one) => one?.headers['webhook-timestamp'])).toEqual([
    '1795161600',
    '1795161605',
  ]);
  expect(second && isSigned(second, webhook.secret)).toBe(true);

  const listed = await attempts(call, webhook.id);
  expect(listed.map(({ attempt, status, response_status }) => [attempt, status, response_status])).toEqual([
    [1, 'failed', 500],
    [2, 'succeeded', 204],
  ]);
  for (const [at, { event_id, event_type, request_body, duration_ms }] of listed.entries()) {
    expect(JSON.stringify(request_body)).toBe(there.received[at]?.body);
    expect([event_id, event_type]).toEqual([there.received[at]?.headers['webhook-id'], 'customer.created']);
    expect(duration_ms).toBeGreaterThanOrEqual(0);
  }
  expect((await call('getWebhook', { params: { id: webhook.id } })).data).toMatchObject({
    consecutive_failures: 0,
    last_delivery_at: '2026-11-20T08:00:05Z',
    updated_at: webhook.updated_at,
  });
});

test('ten attempts are made, each within its pause after the last, then the endpoint is disabled', async () => {
  await using mock = await hooked({ answer: () => ({ status: 503 }) });
  const { call, there, webhook } = mock;
  await call('createCustomer', { body: jane() });
  await mock.outbox.idle();
  for (const [at, pause] of PAUSES.entries()) {
    await mock.pass(pause * 0.89 * SECOND);
    expect(there.received, `before pause ${at + 1} is over`).toHaveLength(at + 1);
    await mock.pass(pause * 0.11 * SECOND);
    expect(there.received, `after pause ${at + 1}`).toHaveLength(at + 2);
  }
  const listed = await attempts(call, webhook.id);
  expect(listed.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(listed.at(-1)).toMatchObject({ status: 'failed', next_attempt_at: null });
  const read = (await call('getWebhook', { params: { id: webhook.id } })).data;
  expect(read).toMatchObject({ status: 'disabled', consecutive_failures: 10 });

  await call('createCustomer', { body: jane('later') });
  await mock.pass(30 * DAY);
  expect(there.received).toHaveLength(10);
  const enabled = await call('updateWebhook', { params: { id: webhook.id }, body: { status: 'enabled' } });
  expect(enabled.data).toMatchObject({ status: 'enabled', consecutive_failures: 0 });
  await call('createCustomer', { body: jane('anew') });
  await mock.outbox.idle();
  expect(there.received).toHaveLength(11);
});

test('pauses are decided by the seed', async () => {
  const pauses = async (seed: number) => {
    await using mock = await hooked({ seed, answer: () => ({ status: 500 }) });
    await mock.call('createCustomer', { body: jane() });
    await mock.outbox.idle();
    await mock.pass(5 * SECOND);
    await mock.pass(5 * MINUTE);
    return (await attempts(mock.call, mock.webhook.id)).map((one) => one.next_attempt_at);
  };
  const [one, again, other] = [await pauses(1), await pauses(1), await pauses(2)];
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
});

test('410 disables the endpoint at once, and what still waits is given up when its time comes', async () => {
  await using mock = await hooked({ answer: (at) => ({ status: at === 0 ? 500 : 410 }) });
  const { call, there, webhook } = mock;
  await call('createCustomer', { body: jane() });
  await call('createCustomer', { body: jane('two') });
  await mock.outbox.idle();
  expect((await call('getWebhook', { params: { id: webhook.id } })).data.status).toBe('disabled');
  expect((await attempts(call, webhook.id)).map(({ status }) => status).sort()).toEqual([
    'failed',
    'failed',
    'pending',
  ]);
  await mock.pass(HOUR);
  expect(there.received).toHaveLength(2);
  expect((await attempts(call, webhook.id)).at(-1)).toMatchObject({
    status: 'failed',
    attempted_at: null,
    error: 'The endpoint is disabled.',
  });
});

test('an endpoint enabled again before its time has what waited', async () => {
  await using mock = await hooked({ answer: (at) => ({ status: at === 0 ? 500 : 200 }) });
  const { call, there, webhook } = mock;
  const params = { id: webhook.id };
  await call('createCustomer', { body: jane() });
  await mock.outbox.idle();
  await call('updateWebhook', { params, body: { status: 'disabled' } });
  await call('createCustomer', { body: jane('unheard') });
  await call('updateWebhook', { params, body: { status: 'enabled' } });
  await mock.pass(5 * SECOND);
  expect(types(mock.events())).toEqual(['customer.created', 'customer.created']);
  expect(there.received[0]?.body).toBe(there.received[1]?.body);
});

test('a redirect is not followed: it failed, and says so', async () => {
  await using other = await hooked();
  await using mock = await hooked({
    answer: () => ({ status: 302, headers: { location: other.there.url } }),
  });
  await mock.call('createCustomer', { body: jane() });
  await mock.outbox.idle();
  expect(other.there.received).toEqual([]);
  expect((await attempts(mock.call, mock.webhook.id))[0]).toMatchObject({
    status: 'failed',
    response_status: 302,
    error: 'The endpoint answered 302; a redirect is not followed.',
  });
});

test.each([
  ['60', '2026-11-20T08:01:00Z'],
  ['2', '2026-11-20T08:00:05Z'],
  ['99999999', '2026-11-21T08:00:00Z'],
])('asked for %s seconds of peace, the next attempt is due at %s', async (asked, next) => {
  await using mock = await hooked({ answer: () => ({ status: 429, headers: { 'retry-after': asked } }) });
  await mock.call('createCustomer', { body: jane() });
  await mock.outbox.idle();
  expect((await attempts(mock.call, mock.webhook.id))[0]?.next_attempt_at).toBe(next);
});

test('a receiver that takes its time keeps nobody waiting: orders are answered meanwhile', async () => {
  let release: () => void = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using mock = await hooked({
    events: ['order.created', 'customer.created'],
    answer: () => ({ after }),
  });
  const { call, there, webhook } = mock;
  const { id } = (await call('createCustomer', { body: jane() })).data;
  await there.count(1);
  for (let at = 0; at < 5; at += 1) {
    expect((await call('createOrder', { body: order(id) })).status).toBe(201);
  }
  expect((await attempts(call, webhook.id)).map(({ status }) => status)).toEqual(Array(6).fill('pending'));
  expect(there.received).toHaveLength(1);
  release();
  await mock.outbox.idle();
  expect((await attempts(call, webhook.id)).map(({ status }) => status)).toEqual(Array(6).fill('succeeded'));
});

test('a receiver that never answers is given up after the time it has', async () => {
  const after = new Promise(() => {});
  await using mock = await hooked({ patience: 40, answer: () => ({ after }) });
  await mock.call('createCustomer', { body: jane() });
  await mock.outbox.idle();
  expect((await attempts(mock.call, mock.webhook.id))[0]).toMatchObject({
    status: 'failed',
    response_status: null,
    duration_ms: null,
    error: 'There was no answer within 0.04 seconds.',
  });
});

test('a deleted endpoint gets nothing more, neither what waits nor what is to be tried again', async () => {
  let release: () => void = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using mock = await hooked({ answer: (at) => (at === 0 ? { status: 500 } : { after }) });
  const { call, there, webhook } = mock;
  await call('createCustomer', { body: jane('failed') });
  await mock.outbox.idle();
  await call('createCustomer', { body: jane('under-way') });
  await call('createCustomer', { body: jane('queued') });
  await there.count(2);
  await call('deleteWebhook', { params: { id: webhook.id } });
  release();
  await mock.pass(10 * DAY);
  await call('createCustomer', { body: jane('after') });
  await mock.outbox.idle();
  expect(there.received).toHaveLength(2);
  expect(mock.app.world.export().tables.webhook_deliveries).toEqual([]);
});

test('an address of a private network is never connected to, and the attempt says why', async () => {
  await using mock = await hooked();
  const { call } = mock;
  for (const [url, why] of [
    ['http://10.0.0.1/hook', /10\.0\.0\.1: the address is private/],
    ['http://0xa9.254.169.254/latest', /169\.254\.169\.254: the address is metadata/],
    ['https://hooks.acme.example/', /hooks\.acme\.example: the name is reserved for examples/],
  ] as const) {
    const { data } = await call('createWebhook', { body: { url, events: ['customer.created'] } });
    await call('testWebhook', { params: { id: data.id } });
    await mock.outbox.idle();
    const [attempt] = await attempts(call, data.id);
    expect(attempt).toMatchObject({ status: 'failed', response_status: null });
    expect(attempt?.error).toMatch(why);
  }
});

test('a test is sent once, though the endpoint is disabled, and carries the endpoint itself', async () => {
  await using mock = await hooked({ events: ['order.created'], answer: () => ({ status: 500 }) });
  const { call, there, webhook } = mock;
  const params = { id: webhook.id };
  const disabled = await call('updateWebhook', { params, body: { status: 'disabled' } });
  const { status, data } = await call('testWebhook', { params });
  expect([status, data.status, data.attempt, data.event_type]).toEqual([200, 'pending', 1, 'webhook.test']);
  await mock.pass(10 * DAY);
  expect(there.received).toHaveLength(1);
  expect(mock.events()).toEqual([data.request_body]);
  expect(mock.events()[0]).toMatchObject({ type: 'webhook.test', data: disabled.data });
  expect((await attempts(call, webhook.id)).map((one) => one.next_attempt_at)).toEqual([null]);
});

test('every type can be tried, with a payload that the document agrees to', async () => {
  await using mock = await hooked({ events: ['order.created'] });
  const { call, webhook } = mock;
  const all = (document().components.schemas.WebhookTest?.properties?.event_type?.enum ?? []).map(String);
  const wanted = all.filter((type) => type !== 'null');
  expect(wanted).toHaveLength(49);
  for (const event_type of wanted)
    await call('testWebhook', { params: { id: webhook.id }, body: { event_type } });
  await mock.outbox.idle();
  expect(types(mock.events())).toEqual(wanted);
  expect(mock.events().flatMap(faults)).toEqual([]);
  for (const { tenant_id, data } of mock.events()) {
    expect([tenant_id, 'tenant_id' in data && data.tenant_id]).toEqual([
      webhook.tenant_id,
      webhook.tenant_id,
    ]);
  }
});

test('a sample is in the state its type speaks of', async () => {
  await using mock = await hooked({ events: ['order.created'] });
  const { call, webhook } = mock;
  for (const [event_type, status] of [
    ['order.completed', 'completed'],
    ['service.suspended', 'suspended'],
    ['invoice.overdue', 'overdue'],
    ['payment.refunded', 'refunded'],
    ['domain.expired', 'expired'],
    ['vps.stopped', 'stopped'],
    ['ticket.closed', 'closed'],
  ]) {
    const { data } = await call('testWebhook', { params: { id: webhook.id }, body: { event_type } });
    expect(data.request_body, event_type).toMatchObject({ type: event_type, data: { status } });
  }
});

test('after a reset nothing of before is delivered, and the same calls deliver the same bytes', async () => {
  await using mock = await hooked({ answer: (at) => ({ status: at === 0 ? 500 : 200 }) });
  const { call, there, app } = mock;
  const run = async () => {
    const { data } = await call('createWebhook', { body: { url: there.url, events: ['customer.created'] } });
    await call('createCustomer', { body: jane() });
    await mock.outbox.idle();
    return [data, there.received.at(-1)];
  };
  app.reset();
  const first = await run();
  app.reset();
  await mock.pass(DAY);
  expect(there.received).toHaveLength(1);
  app.reset();
  expect(await run()).toEqual(first);
});
