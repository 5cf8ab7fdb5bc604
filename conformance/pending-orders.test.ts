// Tests that orders which the target file names serve every check that needs a pending order, each order once.
import { expect, test } from 'vitest';
import type { Result } from '../src/suite/model/result.ts';
import { runAgainstDegraded } from './testing/degraded-server.ts';

/** Runs the suite on a server that takes the wallet only, with orders that staff left waiting in the target file. */
async function runWithWaitingOrders(
  count: number,
  only = ['orders/cancel-', 'billing/payment'],
): Promise<Map<string, Result>> {
  const { results } = await runAgainstDegraded({
    choices: ['payment-methods=wallet only'],
    run: { only },
    editTarget: (file) => ({
      ...file,
      values: { ...file.values, pendingOrderIds: file.values?.pendingOrderIds?.slice(0, count) ?? [] },
    }),
  });
  return new Map(results.map((result) => [result.id, result]));
}

test('orders of the target file serve cancellation, payments, idempotency and isolation', async () => {
  const checks = [
    'orders/cancel-pending',
    'orders/cancel-shows',
    'billing/payment',
    'idempotency/payment-replay',
    'idempotency/payment-parallel',
    'isolation/cancelOrder',
    'isolation/createPayment',
    'isolation/listPayments',
  ];
  const results = await runWithWaitingOrders(8, checks);
  for (const id of checks) expect([id, results.get(id)?.verdict]).toEqual([id, 'pass']);
});

test('a run without such orders says what to give', async () => {
  const results = await runWithWaitingOrders(0);
  for (const check of ['billing/payment', 'orders/cancel-pending'])
    expect(results.get(check)).toMatchObject({
      verdict: 'inconclusive',
      message: expect.stringMatching(
        /tried .*: 422 .*payment_method.*values\.paymentMethod.*, or ids of such orders in values\.pendingOrderIds.*unjudged/,
      ),
    });
});

test('no order of the target file is spent twice', async () => {
  const results = await runWithWaitingOrders(1);
  const spending = ['orders/cancel-pending', 'billing/payment'].map((id) => results.get(id));
  expect(spending.map((result) => result?.verdict).sort()).toEqual(['inconclusive', 'pass']);
  expect(spending.find((result) => result?.verdict === 'inconclusive')?.message).toContain('are spent');
});
