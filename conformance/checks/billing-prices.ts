// Checks of prices that compare totals with balances, so that no price need be known in advance.

import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf } from '../define.ts';
import { equals, holds, request } from '../expectations.ts';
import { type Order, order } from '../support/fixtures/customers-and-orders.ts';
import { invoice, twoItemOrder, twoUnitOrder } from '../support/fixtures/orders.ts';
import { leaves, textsIn } from '../support/reply-readers/response-readers.ts';
import { deviationOf, expectBalance } from '../support/wallet.ts';
import { document } from './billing-invoices.ts';
import { singleTopUp } from './billing-wallet.ts';

const { row } = checksOf({ area: 'billing', mode: 'full' });

const isNear = (a: number, b: number, tolerance: number): boolean => Math.abs(a - b) <= tolerance;

type TwoUnits = { before: number; placed: Order; after: number };

/** Returns how much more than the order's total the order of two units took from the wallet, in minor units. */
const overcharge = ({ before, placed, after }: TwoUnits): number => before - after - placed.total;

export const prices = [
  row('billing/wallet-pays-once', 'billing/wallet-pays-once', twoUnitOrder, {
    must: 'take the total of an order from the wallet once, not twice',
    after: ['billing/wallet', 'orders/response-total_amount', 'orders/total-in-minor-units'],
    async expect(t: CheckContext, run) {
      const { before, placed, after, wallet, invoice } = run;
      if (!(placed.total > 0))
        t.inconclusive('the order shows no total that could be paid', { exchange: placed.created });
      const paid = before - after;
      const times = paid / placed.total;
      // Where the invoice says what was paid, the total of the order is what is wrong.
      const isInvoiced = leaves(invoice?.json).some(({ value }) => value === paid);
      // A fee may be added to the total; a charge of a whole multiple of the total is not a fee.
      const isOnce = !(Number.isInteger(times) && times > 1 && times < 100);
      const evidence = isInvoiced
        ? { expected: paid, actual: placed.total, exchange: [placed.created, ...(invoice ? [invoice] : [])] }
        : { expected: placed.total, actual: paid, exchange: [wallet, placed.created] };
      const message = isInvoiced
        ? `\`total_amount\` is ${placed.total}, and invoice and wallet say ${paid}`
        : `the wallet paid the total ${times} times`;
      await expectBalance(t, isOnce, message, {
        ...deviationOf(twoUnitOrder, run, overcharge),
        ...evidence,
      });
    },
  }),
  row('billing/wallet-pays-the-total', 'billing/wallet-pays-total', twoUnitOrder, {
    should: 'lower the balance by the total of an order paid by wallet',
    after: [
      'billing/wallet',
      'orders/response-total_amount',
      'orders/total-in-minor-units',
      'billing/wallet-pays-once',
    ],
    expect: (t, run) =>
      expectBalance(t, overcharge(run) === 0, 'the wallet was not lowered by the total', {
        ...deviationOf(twoUnitOrder, run, overcharge),
        expected: run.placed.total,
        actual: run.before - run.after,
        exchange: [run.wallet, run.placed.created],
      }),
  }),
  row('orders/total-in-minor-units', 'service/integer-amounts', twoUnitOrder, {
    must: 'state the total of an order in minor units',
    area: 'orders',
    after: ['orders/response-total_amount'],
    async expect(t: CheckContext, run) {
      const { before, placed, after, wallet } = run;
      const charged = before - after;
      if (placed.total <= 0 || !Number.isFinite(placed.total)) t.inconclusive('the order costs nothing');
      const isMinor = !isNear(charged, placed.total * 100, 99) || charged < 100;
      await expectBalance(t, isMinor, 'the wallet paid a hundred times the total', {
        ...deviationOf(twoUnitOrder, run, overcharge),
        expected: charged,
        actual: placed.total,
        exchange: [placed.created, wallet],
      });
    },
  }),
  row('billing/total-follows-quantity', 'billing/total-follows-quantity', [order, twoUnitOrder], {
    should: 'charge twice as much for twice the quantity',
    after: ['orders/response-total_amount'],
    expect: (t, single, { placed: double }) =>
      holds(t, isNear(double.total, 2 * single.total, 2), 'two units do not cost twice as much as one', {
        expected: 2 * single.total,
        actual: double.total,
        exchange: [double.created, single.created],
      }),
  }),
  row('billing/total-is-the-sum', 'billing/total-is-the-sum', [order, twoItemOrder], {
    should: 'charge the sum of the items of an order',
    after: ['orders/response-total_amount'],
    expect: (t, single, double) =>
      holds(
        t,
        isNear(double.total, 2 * single.total, 2),
        'two equal items do not cost twice as much as one',
        { expected: 2 * single.total, actual: double.total, exchange: [double.created, single.created] },
      ),
  }),
  row('orders/two-items', 'states/service-per-unit', twoItemOrder, {
    should: 'create services for every item of an order',
    area: 'orders',
    after: ['orders/services-named', 'orders/one-service-per-unit'],
    expect: (t, { services, created }) =>
      equals(t, services.length, 2, 'two items have not two services', created),
  }),
  row('billing/invoice-agrees', 'billing/invoice-agrees', [invoice, twoUnitOrder, twoItemOrder], {
    should: 'bill the total of the order',
    after: ['billing/invoice', 'orders/response-total_amount', 'orders/total-in-minor-units'],
    expect(t: CheckContext, { placed, reply }, units, items) {
      for (const [bill, { total, created }] of [
        [reply, placed],
        [units.invoice, units.placed],
        [items.invoice, items],
      ] as const) {
        const shown = isObject(bill?.json) ? bill.json.total_amount : undefined;
        if (bill === null || typeof shown !== 'number')
          t.inconclusive('the invoice has no `total_amount`', { exchange: bill ?? created });
        equals(t, shown, total, 'the invoice has another total', [bill, created]);
      }
    },
  }),
  row('billing/pdf-differs-per-invoice', 'endpoints/invoice-pdf', [document, twoUnitOrder], {
    must: 'download another document for another invoice',
    after: ['resources/ids-of-one', 'documents/pdf-signature'],
    async expect(t: CheckContext, pdf, { placed: { invoiceId } }) {
      t.require(pdf).success();
      if (invoiceId === '' || invoiceId === pdf.request.params.id)
        t.inconclusive('there is no other invoice');
      const other = await request(t, 'downloadInvoicePdf', { params: { id: invoiceId } });
      t.require(other).success();
      holds(
        t,
        pdf.bytes.length === 0 || !Buffer.from(pdf.bytes).equals(other.bytes),
        'two invoices have one document, byte for byte',
        { exchange: [other, pdf] },
      );
    },
  }),
  row('billing/currency-agrees', 'billing/currency-agrees', [invoice, singleTopUp], {
    should: 'use one currency for an order, its invoice and the wallet',
    after: ['orders/response-currency', 'billing/invoice'],
    expect(t: CheckContext, { placed, reply }, { wallet }) {
      let compared = 0;
      for (const other of [reply, wallet]) {
        const all = textsIn(other.json, /^currency$/);
        const [reported] = all;
        if (reported === undefined) continue;
        compared += 1;
        if (t.compared(all.some((code) => code.toLowerCase() === placed.currency.toLowerCase()))) continue;
        t.fail('the currencies differ', {
          expected: placed.currency,
          actual: reported,
          exchange: [other, placed.created],
        });
      }
      if (compared === 0)
        t.inconclusive('neither the invoice nor the wallet shows a `currency`', {
          exchange: [reply, wallet],
        });
    },
  }),
];
