// Tests that orders which the target file names serve every check that needs a pending order, each order once.
import { expect, test } from 'vitest';
import { createReferenceServer, variants } from './testing/reference-server.ts';
import { runAgainstReference } from './testing/run-against-reference.ts';

const NAME = 'the wallet is the only payment method, staff left orders waiting';

test('orders of the target file serve cancellation, payments, idempotency and isolation', async () => {
  const { results } = await runAgainstReference(variants[NAME]);
  const verdictOf = new Map(results.map(({ id, verdict }) => [id, verdict]));
  for (const id of [
    'orders/cancel-pending',
    'orders/cancel-shows',
    'billing/payment',
    'idempotency/payment-replay',
    'idempotency/payment-parallel',
    'isolation/cancelOrder',
    'isolation/createPayment',
    'isolation/listPayments',
  ])
    expect([id, verdictOf.get(id)]).toEqual([id, 'pass']);
});

test('a run without such orders says what to give', async () => {
  const { results } = await runAgainstReference(variants['the wallet is the only payment method']);
  for (const check of ['billing/payment', 'orders/cancel-pending'])
    expect(results.find(({ id }) => id === check)).toMatchObject({
      verdict: 'inconclusive',
      message: expect.stringMatching(
        /tried invoice: 422 .*payment_method.*values\.paymentMethod.*, or ids of such orders in values\.pendingOrderIds.*unjudged/,
      ),
    });
});

test('no order of the target file is spent twice', async () => {
  const { values } = createReferenceServer(variants[NAME]);
  expect(values.pendingOrderIds).toHaveLength(8);
  const { results } = await runAgainstReference({ ...variants[NAME], waitingOrders: 1 });
  const judged = results.filter(
    ({ id, verdict }) => ['orders/cancel-pending', 'billing/payment'].includes(id) && verdict === 'pass',
  );
  expect(judged).toHaveLength(1);
  expect(
    results.find(({ id, verdict }) => id === 'billing/payment' && verdict === 'inconclusive'),
  ).toMatchObject({
    message: expect.stringContaining('are spent'),
  });
});
