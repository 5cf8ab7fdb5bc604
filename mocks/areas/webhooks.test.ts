// Tests the seven operations on webhook endpoints over the public API.
import { expect, test } from 'vitest';
import { createTestMock, MINUTE } from '../testing/test-mock.ts';

const body = { url: 'https://hooks.example.com/in', events: ['order.created', 'invoice.paid'] };

test('a new webhook endpoint is enabled, and only the reply to its creation shows its secret', async () => {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const { status, data } = await call('createWebhook', { body: { ...body, description: 'ERP' } });
  expect(status).toBe(201);
  const { secret, ...webhook } = data;
  expect(webhook).toMatchObject({
    ...body,
    description: 'ERP',
    status: 'enabled',
    last_delivery_at: null,
    consecutive_failures: 0,
    tenant_id: mock.app.personas.owner?.tenantId,
    created_at: '2026-11-20T08:00:00Z',
    updated_at: '2026-11-20T08:00:00Z',
  });
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(24);
  const read = await call('getWebhook', { params: { id: webhook.id } });
  expect(read.data).toEqual(webhook);
  const others = [
    read,
    await call('listWebhooks'),
    await call('updateWebhook', { params: { id: webhook.id }, body: {} }),
    await call('testWebhook', { params: { id: webhook.id } }),
    await call('listWebhookDeliveries', { params: { id: webhook.id } }),
  ];
  for (const answer of others) {
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain(secret);
    expect(answer.text).not.toContain('whsec_');
  }
});

test('each webhook endpoint has its own secret, and worlds with the same seed generate the same secrets', async () => {
  const two = async (seed: number) => {
    const call = createTestMock({ world: 'empty', seed }).as('owner');
    return [
      (await call('createWebhook', { body })).data.secret,
      (await call('createWebhook', { body })).data.secret,
    ];
  };
  const [first, again, other] = [await two(1), await two(1), await two(2)];
  expect(first).toEqual(again);
  expect(new Set([...first, ...other])).toHaveLength(4);
});

test('an update keeps members left out and clears a null description, and a delivery does not change updated_at', async () => {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const { id } = (await call('createWebhook', { body: { ...body, description: 'ERP' } })).data;
  mock.pass(MINUTE);
  const changed = await call('updateWebhook', { params: { id }, body: { events: ['*'] } });
  expect(changed.data).toMatchObject({
    ...body,
    events: ['*'],
    description: 'ERP',
    updated_at: '2026-11-20T08:01:00Z',
  });
  const emptied = await call('updateWebhook', { params: { id }, body: { description: null } });
  expect(emptied.data).toMatchObject({ events: ['*'], description: null });
});

test('a webhook endpoint can be created disabled, enabled, and disabled again', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  const { id, status } = (await call('createWebhook', { body: { ...body, status: 'disabled' } })).data;
  expect(status).toBe('disabled');
  for (const wanted of ['enabled', 'enabled', 'disabled', 'disabled'] as const) {
    const { data } = await call('updateWebhook', { params: { id }, body: { status: wanted } });
    expect(data.status).toBe(wanted);
  }
});

test('a deleted webhook endpoint is not listed, and every operation on the deleted endpoint gets status 404', async () => {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const { id } = (await call('createWebhook', { body })).data;
  await call('testWebhook', { params: { id } });
  expect((await call('deleteWebhook', { params: { id } })).data).toEqual({ id, deleted: true });
  for (const op of ['getWebhook', 'deleteWebhook', 'listWebhookDeliveries', 'testWebhook'] as const) {
    expect((await call(op, { params: { id } })).status, op).toBe(404);
  }
  expect((await call('listWebhooks')).data.data).toEqual([]);
  expect(mock.peek((store) => [store.webhook_secrets.count(), store.webhook_deliveries.count()])).toEqual([
    0, 0,
  ]);
});

test('webhook endpoints can be filtered by status and by event type, and * matches every event type', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  for (const [description, events, status] of [
    ['all', ['*'], 'enabled'],
    ['orders', ['order.created', 'order.failed'], 'enabled'],
    ['money', ['invoice.paid'], 'disabled'],
  ] as const) {
    await call('createWebhook', { body: { url: body.url, description, events: [...events], status } });
  }
  const found = async (query: Record<string, string>) => {
    const { data } = await call('listWebhooks', { query });
    expect(data.meta.total).toBe(data.data.length);
    return data.data.map((one) => one.description);
  };
  expect(await found({})).toEqual(['money', 'orders', 'all']);
  expect(await found({ status: 'disabled' })).toEqual(['money']);
  expect(await found({ event: 'order.failed' })).toEqual(['orders', 'all']);
  expect(await found({ event: 'invoice.paid', status: 'enabled' })).toEqual(['all']);
  expect(await found({ event: 'yet.unknown', sort: 'created_at' })).toEqual(['all']);
});

test('deliveries can be filtered by status, event type and time', async () => {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const { id } = (await call('createWebhook', { body })).data;
  for (const event_type of ['order.created', 'invoice.paid', 'order.created']) {
    await call('testWebhook', { params: { id }, body: { event_type } });
    mock.pass(MINUTE);
  }
  const found = async (query: Record<string, string>) =>
    (await call('listWebhookDeliveries', { params: { id }, query })).data.data.map((one) => one.event_type);
  expect(await found({})).toEqual(['order.created', 'invoice.paid', 'order.created']);
  expect(await found({ event_type: 'order.created', status: 'pending' })).toHaveLength(2);
  expect(await found({ status: 'succeeded' })).toEqual([]);
  expect(await found({ created_from: '2026-11-20T08:01:00Z', created_to: '2026-11-20T08:02:00Z' })).toEqual([
    'invoice.paid',
  ]);
});

test('listing the deliveries of a webhook endpoint returns only the deliveries of this endpoint', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  const { id } = (await call('createWebhook', { body })).data;
  const other = (await call('createWebhook', { body })).data;
  await call('testWebhook', { params: { id } });
  expect((await call('listWebhookDeliveries', { params: { id: other.id } })).data.data).toEqual([]);
});

test.each([
  [{ events: ['*'] }, ['url']],
  [{ url: 'https://a.example/' }, ['events']],
  [{ url: 'ftp://a.example/x', events: [] }, ['events', 'url']],
  [{ url: 'https://a.example/', events: ['order.exploded', '*'] }, ['events.0']],
  [{ url: 'https://a.example/', events: ['*', '*'] }, ['events']],
  [{ url: 'https://a.example/', events: ['*'], status: 'asleep' }, ['status']],
  [{ url: 'https://a.example:99999/', events: ['*'] }, ['url']],
  [{ url: 'http://999.999.999.999/', events: ['*'] }, ['url']],
])('createWebhook rejects %j with a message for each invalid field', async (sent, fields) => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  const { status, error } = await call('createWebhook', { body: sent });
  expect([status, Object.keys(error.errors).sort()]).toEqual([422, fields]);
  expect((await call('listWebhooks')).data.data).toEqual([]);
});

test('updateWebhook rejects a URL that cannot be parsed', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  const { id } = (await call('createWebhook', { body })).data;
  const { status, error } = await call('updateWebhook', {
    params: { id },
    body: { url: 'https://a.example:0x1/' },
  });
  expect([status, Object.keys(error.errors)]).toEqual([422, ['url']]);
});

test('testWebhook rejects an unknown event type on the field event_type', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  const { id } = (await call('createWebhook', { body })).data;
  const { status, error } = await call('testWebhook', {
    params: { id },
    body: { event_type: 'order.exploded' },
  });
  expect([status, Object.keys(error.errors)]).toEqual([422, ['event_type']]);
});

test('viewers can read webhook endpoints, support users cannot, and a read-only API key cannot change webhook endpoints', async () => {
  const mock = createTestMock();
  const { id } = (await mock.as('owner')('createWebhook', { body })).data;
  expect((await mock.as('viewer')('getWebhook', { params: { id } })).status).toBe(200);
  expect((await mock.as('viewer')('testWebhook', { params: { id } })).status).toBe(403);
  expect((await mock.as('support')('listWebhooks')).status).toBe(403);
  expect((await mock.as('readOnly')('listWebhooks')).status).toBe(200);
  expect((await mock.as('readOnly')('createWebhook', { body })).status).toBe(403);
});
