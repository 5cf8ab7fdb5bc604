import { expect, test } from 'vitest';
import type { Store } from '../tables.ts';
import { createTestMock } from '../testing/test-mock.ts';
import { invariants, invariantsOfCommit } from './invariants.ts';

/** Changes that break an invariant of the owner's tenant, each with a pattern of the sentence that reports it. */
const SPOILT: Record<string, [spoil: (store: Store) => void, sentence: RegExp]> = {
  'a wallet with more than its movements brought': [
    (store) => store.wallets.update(one(store.wallets.all()).id, { balance_amount: 1, available_amount: 1 }),
    /movement/,
  ],
  'a movement nobody booked on the wallet': [
    (store) => {
      const { id: _, ...movement } = one(store.wallet_transactions.all());
      store.wallet_transactions.insert({ ...movement, amount: 5, created_at: store.now });
    },
    /movement/,
  ],
  'a paid invoice with something due': [
    (store) => store.invoices.update(one(store.invoices.where('status', 'paid')).id, { due_amount: 1 }),
    /is due/,
  ],
  'an invoice whose lines are not its subtotal': [
    (store) => {
      const invoice = one(store.invoices.where('status', 'unpaid'));
      store.invoices.update(invoice.id, { lines: [...invoice.lines, one(invoice.lines)] });
    },
    /lines are not the subtotal/,
  ],
  'an amount that is no integer': [
    (store) => {
      const invoice = one(store.invoices.where('status', 'unpaid'));
      const amounts = { subtotal_amount: 0.5, tax_amount: invoice.total_amount - 0.5 };
      store.invoices.update(invoice.id, amounts);
    },
    /no integer/,
  ],
  'a payment that the invoice does not know of': [
    (store) => {
      const { id: _, ...payment } = one(store.payments.where('status', 'succeeded'));
      store.payments.insert({ ...payment, reference: 'once more' });
    },
    /its payments say/,
  ],
  'a refunded invoice whose payment was kept': [
    (store) => store.invoices.move(one(store.invoices.where('status', 'paid')).id, 'refund'),
    /was kept/,
  ],
  'a completed order with a service that waits': [
    (store) => {
      const order = one(store.orders.where('status', 'completed'));
      store.services.update(order.services[0] ?? '', { status: 'pending' });
    },
    /its services pending/,
  ],
  'a cancelled order whose invoice still asks for money': [
    (store) => store.orders.move(one(store.orders.where('status', 'pending')).id, 'cancel'),
    /is cancelled, its invoice/,
  ],
  'an order with a service less than it has units': [
    (store) => store.orders.update(one(store.orders.where('status', 'completed')).id, { services: [] }),
    /one service per unit/,
  ],
  'a service of nobody': [
    (store) =>
      store.services.update(one(store.services.all()).id, { customer_id: one(store.orders.all()).id }),
    /not among the customers/,
  ],
  'a subscription paid for another time than its service': [
    (store) =>
      store.subscriptions.update(one(store.subscriptions.where('status', 'active')).id, {
        current_period_end: '2099-01-01T00:00:00Z',
      }),
    /is paid until/,
  ],
  'a subscription that bills although it is cancelled': [
    (store) =>
      store.subscriptions.update(one(store.subscriptions.where('status', 'cancelled')).id, {
        next_billing_at: store.now,
      }),
    /bills next at/,
  ],
  'a live subscription of a service that ended': [
    (store) => {
      const subscription = one(store.subscriptions.where('status', 'active'));
      store.services.update(subscription.service_id, { status: 'terminated' });
    },
    /its service terminated/,
  ],
  'a renewal that is completed though nobody paid': [
    (store) => {
      const renewal = store.renewals.all().find((row) => row.status === 'pending');
      store.renewals.update(renewal?.id ?? '', { status: 'completed', pending_service_id: null });
    },
    /does not go with its invoice/,
  ],
};

function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The demo world lacks the row this test spoils.');
  return row;
}

test('the demo world has no violations', () => {
  expect(createTestMock().app.invariants()).toEqual([]);
});

for (const [what, [spoil, sentence]] of Object.entries(SPOILT)) {
  test(`invariants report ${what}, in the whole world and in the commit that changed it`, () => {
    const { app, peek } = createTestMock();
    const found: string[][] = [];
    const commits: Parameters<typeof invariantsOfCommit>[1][] = [];
    app.world.onCommit((commit) => void commits.push(commit));
    peek((store) => spoil(store.forTenant(app.personas.owner?.tenantId ?? '')));
    found.push(peek(invariants));
    found.push(peek((store) => commits.flatMap((commit) => invariantsOfCommit(store, commit))));
    for (const sentences of found) expect(sentences.join('\n')).toMatch(sentence);
  });
}
