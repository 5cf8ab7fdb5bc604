// Property tests of the invoice arithmetic: lines, tax, totals, payments, refunds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCustomer } from '../areas/customers.ts';
import { placeOrder } from '../areas/orders.ts';
import { invariants } from '../invariants/invariants.ts';
import { finishProvisioning } from '../products/provisioning.ts';
import type { InvoiceRow, Store } from '../tables.ts';
import { createTestMock, customerBody } from '../testing/test-mock.ts';
import type { BillingCycle } from './cycles.ts';
import { issueInvoice, totalOf } from './invoices.ts';
import { takePayment } from './payments.ts';
import { walletOf } from './wallet.ts';

// Runs `work` in one transaction in the owner's tenant of a new empty world, and checks the invariants afterwards.
function inOwnerTenant<A>(work: (store: Store) => A): A {
  const { app, peek } = createTestMock({ world: 'empty' });
  return peek((platform) => {
    const result = work(platform.forTenant(app.personas.owner?.tenantId ?? ''));
    expect(invariants(platform)).toEqual([]);
    return result;
  });
}

const issueTestInvoice = (store: Store, charges: { quantity: number; unit_amount: number }[]): InvoiceRow =>
  issueInvoice(store, {
    customer_id: createCustomer(store, customerBody()).id,
    charges: charges.map((charge) => ({ description: 'Something', sku_id: 'x', ...charge })),
  });

const charge = fc.record({
  quantity: fc.integer({ min: 1, max: 100 }),
  unit_amount: fc.integer({ min: 1, max: 1_000_000 }),
});
const cycle = fc.constantFrom<BillingCycle>(
  'hourly',
  'one_time',
  'monthly',
  'quarterly',
  'semi_annual',
  '1_year',
  '3_year',
);
const item = fc.record({
  sku_id: fc.oneof(
    fc.constantFrom('hosting-pro', 'ssl-dv', 'vps-fail'),
    fc.string({ minLength: 1, maxLength: 40 }),
  ),
  quantity: fc.integer({ min: 1, max: 4 }),
  billing_cycle: cycle,
});

test('the lines and tax of an invoice add up to its total for any charges, and the total equals the result of totalOf', () => {
  fc.assert(
    fc.property(fc.array(charge, { minLength: 1, maxLength: 50 }), (charges) => {
      inOwnerTenant((store) =>
        expect(issueTestInvoice(store, charges).total_amount).toBe(totalOf(charges, 'EUR')),
      );
    }),
    { numRuns: 50 },
  );
});

test('an invoice is paid once its partial payments reach the total, and refuses any further payment', () => {
  fc.assert(
    fc.property(
      fc.array(charge, { minLength: 1, maxLength: 3 }),
      fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { maxLength: 5 }),
      (charges, parts) => {
        inOwnerTenant((store) => {
          let invoice = issueTestInvoice(store, charges);
          for (const part of parts) {
            const amount = Math.ceil(invoice.due_amount * part);
            if (invoice.status === 'unpaid')
              invoice = takePayment(store, invoice, { amount, payment_method: 'cash' }).invoice;
          }
          const over = { amount: invoice.due_amount + 1, payment_method: 'cash' };
          expect(() => takePayment(store, invoice, over)).toThrow();
          if (invoice.due_amount > 0)
            invoice = takePayment(store, invoice, {
              amount: invoice.due_amount,
              payment_method: 'cash',
            }).invoice;
          expect([invoice.status, invoice.paid_amount]).toEqual(['paid', invoice.total_amount]);
        });
      },
    ),
    { numRuns: 50 },
  );
});

test('an order debits its total from the wallet, and a failed order returns the total to the wallet', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
      inOwnerTenant((store) => {
        const before = walletOf(store).balance_amount;
        const customer_id = createCustomer(store, customerBody()).id;
        const order = placeOrder(store, { customer_id, items, payment_method: 'wallet' });
        expect(before - walletOf(store).balance_amount).toBe(order.total_amount);
        const { status } = finishProvisioning(store, order);
        const fails = items.some((one) => one.sku_id === 'vps-fail');
        expect(status).toBe(fails ? 'failed' : 'completed');
        expect(before - walletOf(store).balance_amount).toBe(fails ? 0 : order.total_amount);
      });
    }),
    { numRuns: 60 },
  );
});

test("adding an item to an order increases the order's total by exactly the price and tax of the item", () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 2, maxLength: 5 }), (items) => {
      inOwnerTenant((store) => {
        const customer_id = createCustomer(store, customerBody()).id;
        const total = (some: typeof items) =>
          placeOrder(store, { customer_id, items: some, payment_method: 'manual' }).total_amount;
        expect(total(items)).toBe(items.reduce((sum, one) => sum + total([one]), 0));
      });
    }),
    { numRuns: 40 },
  );
});
