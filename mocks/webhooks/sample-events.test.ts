// Tests the test deliveries of a webhook endpoint, and the sample events of every type.
import { expect, test } from 'vitest';
import { document } from '../../src/contract/document.ts';
import { DAY } from '../testing/test-mock.ts';
import { createWebhookMock, deliveryAttempts, eventProblems, eventTypes } from '../testing/webhook-mock.ts';

test('a test delivery is sent once, even to a disabled webhook endpoint, and contains the endpoint', async () => {
  await using mock = await createWebhookMock({ events: ['order.created'], answer: () => ({ status: 500 }) });
  const { call, hookReceiver, webhook } = mock;
  const params = { id: webhook.id };
  const disabled = await call('updateWebhook', { params, body: { status: 'disabled' } });
  const { status, data } = await call('testWebhook', { params });
  expect([status, data.status, data.attempt, data.event_type]).toEqual([200, 'pending', 1, 'webhook.test']);
  await mock.pass(10 * DAY);
  expect(hookReceiver.received).toHaveLength(1);
  expect(mock.events()).toEqual([data.request_body]);
  expect(mock.events()[0]).toMatchObject({ type: 'webhook.test', data: disabled.data });
  expect((await deliveryAttempts(call, webhook.id)).map((one) => one.next_attempt_at)).toEqual([null]);
});

test('a sample event of every type is valid by the document', async () => {
  await using mock = await createWebhookMock({ events: ['order.created'] });
  const { call, webhook } = mock;
  const wanted = (document().components.schemas.TestableEvent?.enum ?? []).map(String);
  expect(wanted).toHaveLength(49);
  for (const event_type of wanted)
    await call('testWebhook', { params: { id: webhook.id }, body: { event_type } });
  await mock.outbox.idle();
  expect(eventTypes(mock.events())).toEqual(wanted);
  expect(mock.events().flatMap(eventProblems)).toEqual([]);
  for (const { tenant_id, data } of mock.events()) {
    expect([tenant_id, 'tenant_id' in data && data.tenant_id]).toEqual([
      webhook.tenant_id,
      webhook.tenant_id,
    ]);
  }
});

test('the resource in a sample event is in the state that its event type announces', async () => {
  await using mock = await createWebhookMock({ events: ['order.created'] });
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
