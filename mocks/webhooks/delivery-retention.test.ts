// Tests the limits on stored rows: delivery attempts, webhook endpoints, sessions and 2FA challenges, also on a
// frozen clock.
import { expect, test } from 'vitest';
import { outboxTable } from '../../src/server/outbox-queue.ts';
import { whole } from '../../tools/testing/sampled.ts';
import { createTestMock, DAY, MINUTE } from '../testing/test-mock.ts';
import { createWebhookMock, deliveryAttempts } from '../testing/webhook-mock.ts';

const body = { url: 'https://hooks.acme.example/', events: ['*' as const] };
const KEPT = 200;
const ENDPOINTS = 100;

test('a webhook endpoint keeps its last 200 delivery attempts, and removed pending attempts are not sent', async () => {
  // This mock has no outbox, so no attempt is sent and every attempt stays pending.
  const mock = createTestMock({ world: 'empty', limits: 'off' });
  const call = mock.as('owner');
  const { id } = (await call('createWebhook', { body })).data;
  const other = (await call('createWebhook', { body })).data;
  await call('testWebhook', { params: { id: other.id } });
  const made: string[] = [];
  for (let time = 0; time < KEPT + 30; time += 1) {
    made.push((await call('testWebhook', { params: { id } })).data.id);
  }
  const query = { per_page: '100', sort: 'created_at' };
  const pages = await Promise.all(
    ['1', '2', '3'].map((page) =>
      call('listWebhookDeliveries', { params: { id }, query: { ...query, page } }),
    ),
  );
  expect(pages.flatMap(({ data }) => data.data.map((one) => one.id))).toEqual(made.slice(30));
  expect(mock.peek((store) => outboxTable(store).count())).toBe(KEPT + 1);
  expect((await call('listWebhookDeliveries', { params: { id: other.id } })).data.meta.total).toBe(1);
  expect(mock.app.invariants()).toEqual([]);
});

test('finished delivery attempts are removed before pending attempts', async () => {
  await using mock = await createWebhookMock({
    events: ['webhook.test'],
    limits: 'off',
    answer: () => ({ status: 503 }),
  });
  const { call, webhook, outbox } = mock;
  for (let time = 0; time < KEPT + 5; time += 1) {
    await call('testWebhook', { params: { id: webhook.id } });
    if (time % 50 === 0) await outbox.idle();
  }
  await outbox.idle();
  expect(mock.peek((store) => store.webhook_deliveries.count())).toBe(KEPT);
  expect(mock.app.invariants()).toEqual([]);
});

test("delivery attempts are removed after 30 days on the world's clock", async () => {
  const mock = createTestMock({ world: 'empty', limits: 'off' });
  const call = mock.as('owner');
  const { id } = (await call('createWebhook', { body: { ...body, status: 'disabled' } })).data;
  await call('testWebhook', { params: { id } });
  const total = async (query = {}) =>
    (await call('listWebhookDeliveries', { params: { id }, query })).data.meta.total;
  mock.pass(30 * DAY);
  expect(await total()).toBe(1);
  mock.pass(MINUTE);
  expect([await total(), await total({ created_from: '2026-01-01T00:00:00Z' })]).toEqual([0, 0]);
  await call('testWebhook', { params: { id } });
  expect([await total(), await total({ created_from: '2027-12-31T00:00:00+02' })]).toEqual([1, 0]);
});

if (whole)
  test('an event is still retried after its first delivery attempts were removed', async () => {
    await using mock = await createWebhookMock({
      limits: 'off',
      events: ['customer.created'],
      answer: () => ({ status: 503 }),
    });
    const { call, webhook, outbox } = mock;
    await call('createCustomer', { body: { email: 'a@b.example', first_name: 'A', last_name: 'B' } });
    await outbox.idle();
    for (let time = 0; time < KEPT; time += 1) await call('testWebhook', { params: { id: webhook.id } });
    await outbox.idle();
    await mock.pass(10 * MINUTE);
    const stories = (await deliveryAttempts(call, webhook.id)).filter(
      (one) => one.event_type === 'customer.created',
    );
    expect(mock.app.invariants()).toEqual([]);
    expect(
      mock.hookReceiver.received.filter(({ body: sent }) => sent.includes('customer.created')).length,
    ).toBeGreaterThan(1);
    expect(stories.every(({ attempt }) => attempt > 1)).toBe(true);
  });

test('a tenant can have 100 webhook endpoints, and the refusal of one more says what to do', async () => {
  const mock = createTestMock({ world: 'demo', limits: 'off' });
  const call = mock.as('owner');
  const before = (await call('listWebhooks')).data.meta.total;
  for (let time = before; time < ENDPOINTS; time += 1) {
    expect((await call('createWebhook', { body })).status).toBe(201);
  }
  const { status, error } = await call('createWebhook', { body });
  expect([status, error.code, error.errors]).toEqual([
    422,
    'LIMIT_REACHED',
    { url: [expect.stringMatching(/100 webhook endpoints\. Delete one/)] },
  ]);
  expect((await mock.as('otherOwner')('createWebhook', { body })).status).toBe(201);
  const [{ id } = { id: '' }] = (await call('listWebhooks')).data.data;
  await call('deleteWebhook', { params: { id } });
  expect((await call('createWebhook', { body })).status).toBe(201);
});

test('the error of a delivery attempt to a long host name is shortened to the maximum length in the document', async () => {
  await using mock = await createWebhookMock({ limits: 'off' });
  const { call, outbox } = mock;
  const url = `http://${'label.'.repeat(300)}example/`;
  const { id } = (await call('createWebhook', { body: { ...body, url } })).data;
  await call('testWebhook', { params: { id } });
  await outbox.idle();
  const [attempt] = await deliveryAttempts(call, id);
  expect([attempt?.error?.length, attempt?.error?.slice(0, 20)]).toEqual([500, 'Nothing is sent to l']);
});

if (whole)
  test('a user has at most 1000 sessions, the sessions that expire last are kept, and the tokens of others are expired', async () => {
    const mock = createTestMock({ world: 'empty', limits: 'off' });
    const { owner } = mock.app.personas;
    const sent = { email: owner?.email ?? '', password: owner?.password ?? '' };
    const anonymous = mock.bearing(undefined);
    const first = (await anonymous('login', { body: sent })).data.token;
    mock.pass(31 * DAY);
    let token = '';
    for (let time = 0; time < 1050; time += 1) {
      token = (await anonymous('login', { body: sent })).data.token;
    }
    const sessions = mock.peek((store) => store.sessions.count());
    expect(sessions).toBeLessThanOrEqual(1010);
    expect((await mock.bearing(first)('listOrders')).error.code).toBe('TOKEN_EXPIRED');
    expect((await mock.as('owner')('getCurrentUser')).status).toBe(200);
    expect((await mock.bearing(token)('getCurrentUser')).status).toBe(200);
  });

test('a user has at most 20 open 2FA challenges, and the newest challenge can be answered', async () => {
  const mock = createTestMock({ world: 'empty', limits: 'off' });
  const { twoFactor } = mock.app.personas;
  const sent = { email: twoFactor?.email ?? '', password: twoFactor?.password ?? '' };
  const anonymous = mock.bearing(undefined);
  const tokens: string[] = [];
  for (let time = 0; time < 30; time += 1) {
    tokens.push(String((await anonymous('login', { body: sent })).error.challenge_token));
  }
  expect(mock.peek((store) => store.two_factor_challenges.count())).toBe(20);
  const verify = async (challenge_token = '') =>
    (await anonymous('verifyTwoFactor', { body: { challenge_token, totp_code: '000000' } })).error.message;
  expect(await verify(tokens[0])).toMatch(/challenge is unknown/);
  expect(await verify(tokens.at(-1))).toMatch(/code is wrong/);
  mock.pass(6 * MINUTE);
  await anonymous('login', { body: sent });
  expect(mock.peek((store) => store.two_factor_challenges.count())).toBe(1);
});
