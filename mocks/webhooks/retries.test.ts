// Tests retries of failed webhook deliveries: delays, Retry-After, disabled and deleted endpoints, resets.
import { expect, test } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { customerBody, DAY, HOUR, MINUTE } from '../testing/test-mock.ts';
import { createWebhookMock, deliveryAttempts, isSigned, type SentEvent } from '../testing/webhook-mock.ts';

const SECOND = 1000;
const PAUSES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const eventTypes = (events: SentEvent[]): string[] => events.map(({ type }) => type);

test('after a reply with status 500 the same bytes are sent again under the same event id, and both attempts are listed', async () => {
  await using mock = await createWebhookMock({ answer: (at) => ({ status: at === 0 ? 500 : 204 }) });
  const { timeline } = controlApi(mock.app);
  const { call, outbox, hookReceiver, webhook } = mock;
  await call('createCustomer', { body: customerBody() });
  await outbox.idle();
  const [failed, waits] = await deliveryAttempts(call, webhook.id);
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
  expect(hookReceiver.received).toHaveLength(1);
  await mock.pass(SECOND);
  const [first, second] = hookReceiver.received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect([first, second].map((one) => one?.headers['webhook-timestamp'])).toEqual([
    '1795161600',
    '1795161605',
  ]);
  expect(second && isSigned(second, webhook.secret)).toBe(true);

  // Two commits for each attempt: it is queued and has an outcome; the first is queued by the request.
  const attempts = timeline.list({ kind: 'changes' }).items.filter(({ record }) => record?.series);
  expect(attempts.map(({ record }) => record?.series?.attempts)).toEqual(attempts.map(() => 2));
  const last = timeline.list({ kind: 'changes', attempts: 'last', limit: 2 });
  expect([last.items[0]?.id, last.total]).toEqual([
    attempts[0]?.id,
    timeline.list({ kind: 'changes' }).total - attempts.length + 1,
  ]);

  const listed = await deliveryAttempts(call, webhook.id);
  expect(listed.map(({ attempt, status, response_status }) => [attempt, status, response_status])).toEqual([
    [1, 'failed', 500],
    [2, 'succeeded', 204],
  ]);
  for (const [at, { event_id, event_type, request_body, duration_ms }] of listed.entries()) {
    expect(JSON.stringify(request_body)).toBe(hookReceiver.received[at]?.body);
    expect([event_id, event_type]).toEqual([
      hookReceiver.received[at]?.headers['webhook-id'],
      'customer.created',
    ]);
    expect(duration_ms).toBeGreaterThanOrEqual(0);
  }
  expect((await call('getWebhook', { params: { id: webhook.id } })).data).toMatchObject({
    consecutive_failures: 0,
    last_delivery_at: '2026-11-20T08:00:05Z',
    updated_at: webhook.updated_at,
  });
});

test('ten attempts are made with increasing delays, and then the webhook endpoint is disabled', async () => {
  await using mock = await createWebhookMock({ answer: () => ({ status: 503 }) });
  const { call, hookReceiver, webhook } = mock;
  await call('createCustomer', { body: customerBody() });
  await mock.outbox.idle();
  for (const [at, pause] of PAUSES.entries()) {
    await mock.pass(pause * 0.89 * SECOND);
    expect(hookReceiver.received, `before pause ${at + 1} is over`).toHaveLength(at + 1);
    await mock.pass(pause * 0.11 * SECOND);
    expect(hookReceiver.received, `after pause ${at + 1}`).toHaveLength(at + 2);
  }
  const listed = await deliveryAttempts(call, webhook.id);
  expect(listed.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(listed.at(-1)).toMatchObject({ status: 'failed', next_attempt_at: null });
  const read = (await call('getWebhook', { params: { id: webhook.id } })).data;
  expect(read).toMatchObject({ status: 'disabled', consecutive_failures: 10 });

  await call('createCustomer', { body: customerBody('later') });
  await mock.pass(30 * DAY);
  expect(hookReceiver.received).toHaveLength(10);
  const enabled = await call('updateWebhook', { params: { id: webhook.id }, body: { status: 'enabled' } });
  expect(enabled.data).toMatchObject({ status: 'enabled', consecutive_failures: 0 });
  await call('createCustomer', { body: customerBody('anew') });
  await mock.outbox.idle();
  expect(hookReceiver.received).toHaveLength(11);
});

test('the same seed gives the same retry delays', async () => {
  const pauses = async (seed: number) => {
    await using mock = await createWebhookMock({ seed, answer: () => ({ status: 500 }) });
    await mock.call('createCustomer', { body: customerBody() });
    await mock.outbox.idle();
    await mock.pass(5 * SECOND);
    await mock.pass(5 * MINUTE);
    return (await deliveryAttempts(mock.call, mock.webhook.id)).map((one) => one.next_attempt_at);
  };
  const [one, again, other] = [await pauses(1), await pauses(1), await pauses(2)];
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
});

test('a reply with status 410 disables the webhook endpoint at once, and its pending attempts fail when they are due', async () => {
  await using mock = await createWebhookMock({ answer: (at) => ({ status: at === 0 ? 500 : 410 }) });
  const { call, hookReceiver, webhook } = mock;
  await call('createCustomer', { body: customerBody() });
  await call('createCustomer', { body: customerBody('two') });
  await mock.outbox.idle();
  expect((await call('getWebhook', { params: { id: webhook.id } })).data.status).toBe('disabled');
  expect((await deliveryAttempts(call, webhook.id)).map(({ status }) => status).sort()).toEqual([
    'failed',
    'failed',
    'pending',
  ]);
  await mock.pass(HOUR);
  expect(hookReceiver.received).toHaveLength(2);
  expect((await deliveryAttempts(call, webhook.id)).at(-1)).toMatchObject({
    status: 'failed',
    attempted_at: null,
    error: 'The endpoint is disabled.',
  });
});

test('a webhook endpoint receives its pending attempts when it is enabled again before the attempts are due', async () => {
  await using mock = await createWebhookMock({ answer: (at) => ({ status: at === 0 ? 500 : 200 }) });
  const { call, hookReceiver, webhook } = mock;
  const params = { id: webhook.id };
  await call('createCustomer', { body: customerBody() });
  await mock.outbox.idle();
  await call('updateWebhook', { params, body: { status: 'disabled' } });
  await call('createCustomer', { body: customerBody('unheard') });
  await call('updateWebhook', { params, body: { status: 'enabled' } });
  await mock.pass(5 * SECOND);
  expect(eventTypes(mock.events())).toEqual(['customer.created', 'customer.created']);
  expect(hookReceiver.received[0]?.body).toBe(hookReceiver.received[1]?.body);
});

test.each([
  ['60', '2026-11-20T08:01:00Z'],
  ['2', '2026-11-20T08:00:05Z'],
  ['99999999', '2026-11-21T08:00:00Z'],
])('after a reply with Retry-After %s the next attempt is due at %s', async (retryAfter, next) => {
  await using mock = await createWebhookMock({
    answer: () => ({ status: 429, headers: { 'retry-after': retryAfter } }),
  });
  await mock.call('createCustomer', { body: customerBody() });
  await mock.outbox.idle();
  expect((await deliveryAttempts(mock.call, mock.webhook.id))[0]?.next_attempt_at).toBe(next);
});

test('a delivery attempt fails when the receiver does not reply within the timeout', async () => {
  const after = new Promise(() => {});
  await using mock = await createWebhookMock({ timeoutMs: 40, answer: () => ({ after }) });
  await mock.call('createCustomer', { body: customerBody() });
  await mock.outbox.idle();
  expect((await deliveryAttempts(mock.call, mock.webhook.id))[0]).toMatchObject({
    status: 'failed',
    response_status: null,
    duration_ms: null,
    error: 'There was no answer within 0.04 seconds.',
  });
});

test('a deleted webhook endpoint receives neither pending attempts nor retries', async () => {
  let release: () => void = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using mock = await createWebhookMock({ answer: (at) => (at === 0 ? { status: 500 } : { after }) });
  const { call, hookReceiver, webhook } = mock;
  await call('createCustomer', { body: customerBody('failed') });
  await mock.outbox.idle();
  await call('createCustomer', { body: customerBody('under-way') });
  await call('createCustomer', { body: customerBody('queued') });
  await hookReceiver.count(2);
  await call('deleteWebhook', { params: { id: webhook.id } });
  release();
  await mock.pass(10 * DAY);
  await call('createCustomer', { body: customerBody('after') });
  await mock.outbox.idle();
  expect(hookReceiver.received).toHaveLength(2);
  expect(mock.app.world.export().tables.webhook_deliveries).toEqual([]);
});

test('a reset cancels all earlier deliveries, and repeating the calls after the reset delivers the same bytes', async () => {
  await using mock = await createWebhookMock({ answer: (at) => ({ status: at === 0 ? 500 : 200 }) });
  const { call, hookReceiver, app } = mock;
  const run = async () => {
    const { data } = await call('createWebhook', {
      body: { url: hookReceiver.url, events: ['customer.created'] },
    });
    await call('createCustomer', { body: customerBody() });
    await mock.outbox.idle();
    return [data, hookReceiver.received.at(-1)];
  };
  app.reset();
  const first = await run();
  app.reset();
  await mock.pass(DAY);
  expect(hookReceiver.received).toHaveLength(1);
  app.reset();
  expect(await run()).toEqual(first);
});
