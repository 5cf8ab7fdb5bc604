// Tests the seven operations on webhook endpoints over the public API.
import { expect, test } from 'vitest';
import { createTestMock, MINUTE, refusalOf } from '../testing/test-mock.ts';

const body = { url: 'https://hooks.example.com/in', events: ['order.created', 'invoice.paid'] };

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

test.each(['https://a.example:99999/', 'http://999.999.999.999/', 'https://a.example:0x1/'])(
  'createWebhook and updateWebhook reject %s, which cannot be parsed',
  async (url) => {
    const call = createTestMock({ world: 'empty' }).as('owner');
    expect(refusalOf(await call('createWebhook', { body: { ...body, url } }))).toBe(
      '422 VALIDATION_FAILED url',
    );
    const { id } = (await call('createWebhook', { body })).data;
    expect(refusalOf(await call('updateWebhook', { params: { id }, body: { url } }))).toBe(
      '422 VALIDATION_FAILED url',
    );
  },
);
