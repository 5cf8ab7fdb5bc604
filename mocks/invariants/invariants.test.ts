// Tests the invariants: each change that violates an invariant is reported.
import { expect, test } from 'vitest';
import type { DeliveryRow, Store, WebhookRow } from '../tables.ts';
import { createTestMock } from '../testing/test-mock.ts';
import { invariants } from './invariants.ts';

// Finds a second delivery attempt that is followed by a third attempt. First attempts may have been removed, so they
// cannot be used.
const secondAttempt = (store: Store): DeliveryRow | undefined =>
  store.webhook_deliveries
    .where('status', 'failed')
    .find((attempt) => attempt.attempt === 2 && attempt.next_attempt_at !== null);
const pendingAttempt = (store: Store): DeliveryRow | undefined =>
  store.webhook_deliveries.where('status', 'pending')[0];
const enabledWebhook = (store: Store): WebhookRow | undefined => store.webhooks.where('status', 'enabled')[0];

/**
 * Changes that violate an invariant in the owner's tenant, each with a pattern that matches the sentence about the
 * violation.
 */
const BREAKING_CHANGES: Record<string, [change: (store: Store) => void, sentence: RegExp]> = {
  'a wallet balance above the sum of its transactions': [
    (store) =>
      store.wallets.update(firstOf(store.wallets.all()).id, { balance_amount: 1, available_amount: 1 }),
    /movement/,
  ],
  'a wallet transaction that did not change the balance': [
    (store) => {
      const { id: _, ...movement } = firstOf(store.wallet_transactions.all());
      store.wallet_transactions.insert({ ...movement, amount: 5, created_at: store.now });
    },
    /movement/,
  ],
  'a paid invoice with an amount due': [
    (store) => store.invoices.update(firstOf(store.invoices.where('status', 'paid')).id, { due_amount: 1 }),
    /is due/,
  ],
  'an invoice whose lines do not add up to its subtotal': [
    (store) => {
      const invoice = firstOf(store.invoices.where('status', 'unpaid'));
      store.invoices.update(invoice.id, { lines: [...invoice.lines, firstOf(invoice.lines)] });
    },
    /lines are not the subtotal/,
  ],
  'an amount that is not an integer': [
    (store) => {
      const invoice = firstOf(store.invoices.where('status', 'unpaid'));
      const amounts = { subtotal_amount: 0.5, tax_amount: invoice.total_amount - 0.5 };
      store.invoices.update(invoice.id, amounts);
    },
    /no integer/,
  ],
  'a payment that is missing in the paid amount of its invoice': [
    (store) => {
      const { id: _, ...payment } = firstOf(store.payments.where('status', 'succeeded'));
      store.payments.insert({ ...payment, reference: 'once more' });
    },
    /its payments say/,
  ],
  'a refunded invoice whose payment is not refunded': [
    (store) => store.invoices.move(firstOf(store.invoices.where('status', 'paid')).id, 'refund'),
    /is not refunded/,
  ],
  'a completed order with a pending service': [
    (store) => {
      const order = firstOf(store.orders.where('status', 'completed'));
      store.services.update(order.services[0] ?? '', { status: 'pending' });
    },
    /its services pending/,
  ],
  'a cancelled order with an unpaid invoice': [
    (store) => store.orders.move(firstOf(store.orders.where('status', 'pending')).id, 'cancel'),
    /is cancelled, its invoice/,
  ],
  'an order with fewer services than units': [
    (store) => store.orders.update(firstOf(store.orders.where('status', 'completed')).id, { services: [] }),
    /one service per unit/,
  ],
  'a service of a customer who does not exist': [
    (store) =>
      store.services.update(firstOf(store.services.all()).id, {
        customer_id: firstOf(store.orders.all()).id,
      }),
    /not among the customers/,
  ],
  'a subscription and a service with different paid periods': [
    (store) =>
      store.subscriptions.update(firstOf(store.subscriptions.where('status', 'active')).id, {
        current_period_end: '2099-01-01T00:00:00Z',
      }),
    /is paid until/,
  ],
  'a cancelled subscription with a next billing date': [
    (store) =>
      store.subscriptions.update(firstOf(store.subscriptions.where('status', 'cancelled')).id, {
        next_billing_at: store.now,
      }),
    /bills next at/,
  ],
  'an active subscription of a terminated service': [
    (store) => {
      const subscription = firstOf(store.subscriptions.where('status', 'active'));
      store.services.update(subscription.service_id, { status: 'terminated' });
    },
    /its service terminated/,
  ],
  'a completed renewal with an unpaid invoice': [
    (store) => {
      const renewal = store.renewals.all().find((row) => row.status === 'pending');
      store.renewals.update(renewal?.id ?? '', { status: 'completed', pending_service_id: null });
    },
    /does not go with its invoice/,
  ],
  'an endpoint without a secret': [
    (store) => store.webhook_secrets.remove(store.webhook_secrets.all()[0]?.id ?? ''),
    /has no secret/,
  ],
  'a missing attempt between two others': [
    (store) => store.webhook_deliveries.remove(secondAttempt(store)?.id ?? ''),
    /is number 2/,
  ],
  'a next attempt that does not exist': [
    (store) => store.webhook_deliveries.remove(pendingAttempt(store)?.id ?? ''),
    /has a next attempt time/,
  ],
  'a succeeded attempt with a failure status': [
    (store) =>
      store.webhook_deliveries.move(pendingAttempt(store)?.id ?? '', 'succeed', { response_status: 500 }),
    /is succeeded after 500/,
  ],
  'a failure without a reason': [
    (store) => store.webhook_deliveries.move(pendingAttempt(store)?.id ?? '', 'fail'),
    /is failed, its error is null/,
  ],
  'an event of another tenant': [
    (store) => {
      const attempt = pendingAttempt(store);
      const request_body = attempt?.request_body && { ...attempt.request_body, tenant_id: 'another' };
      store.webhook_deliveries.update(attempt?.id ?? '', { request_body: request_body ?? null });
    },
    /an event of another tenant/,
  ],
  'attempts without an endpoint': [
    (store) => store.webhooks.remove(enabledWebhook(store)?.id ?? ''),
    /not among the webhooks/,
  ],
};

function firstOf<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The demo world lacks the row that this test changes.');
  return row;
}

test('no invariant is violated in the demo world', () => {
  expect(createTestMock().app.invariants()).toEqual([]);
});

test.each(Object.entries(BREAKING_CHANGES))('the invariants report %s', (_, [change, sentence]) => {
  const { app, peek } = createTestMock();
  peek((store) => change(store.forTenant(app.personas.owner?.tenantId ?? '')));
  expect(peek(invariants).join('\n')).toMatch(sentence);
});
