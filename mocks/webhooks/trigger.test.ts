// Tests that every webhook event can be triggered: a record of the world is in the state that the event announces.
import { expect, test } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { createWebhookMock, eventProblems, eventTypes } from '../testing/webhook-mock.ts';

test('every event is triggered once, about a record that the API shows as the event does', async () => {
  await using mock = await createWebhookMock();
  const { webhooks, tables } = controlApi(mock.app);
  const refused = await webhooks.trigger('invoice.payed').catch((error: unknown) => error);
  const { message, errors } = refused as { message: string; errors: Record<string, string[]> };
  expect(message).toMatch(/did you mean "invoice\.paid"\?/);
  const types = String(errors['/type']).match(/[a-z_]+\.[a-z_]+(?=[,;])/g) ?? [];
  expect(types).toHaveLength(48);
  for (const type of types) {
    const { table, id, endpoints } = await webhooks.trigger(type);
    expect([type, endpoints]).toEqual([type, 1]);
    await mock.outbox.idle();
    const event = mock.events().at(-1);
    expect([event?.type, event?.data]).toEqual([type, expect.objectContaining({ id })]);
    expect(tables.get(table, id).row).toMatchObject({ id });
  }
  expect(eventTypes(mock.events())).toEqual(types);
  expect(mock.events().flatMap(eventProblems)).toEqual([]);
  const paid = mock.events().find(({ type }) => type === 'invoice.paid');
  const { data } = await mock.call('getInvoice', { params: { id: paid?.data.id ?? '' } });
  expect(data).toEqual(paid?.data);
  expect(data).toMatchObject({ status: 'paid', due_amount: 0 });
});
