// Checks of invoices and subscriptions; billing-payments.ts and billing-wallet.ts cover payments and the wallet.
import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { firstService, order, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { invoice, subscription } from '../support/fixtures/invoices.ts';
import { expectListAgrees, expectListed } from '../support/reply-readers/list-lookup.ts';
import { idIn, mentions, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody } from '../support/reply-readers/shown-changes.ts';

const check = checksOf({ area: 'billing', mode: 'full' });

/** Downloads the invoice of the shared order as a PDF document. */
export const document = fixture('document of an invoice', {
  uses: [invoice],
  after: ['billing/invoice-pdf'],
  async make(t: CheckContext): Promise<Exchange> {
    const { placed, reply } = await t.use(invoice);
    t.require(reply).success();
    return t.as('tenantA').send('downloadInvoicePdf', { params: { id: placed.invoiceId } });
  },
});

type CancelledSubscription = {
  cancel: Exchange;
  listed: unknown;
  after: Exchange;
  repeated: Exchange;
  list: Exchange;
};

/** Cancels the same subscription twice. */
const cancelledSubscription = fixture('cancelled subscription', {
  cost: 5,
  destructive: true,
  uses: [order, subscription],
  after: ['billing/cancel-subscription'],
  async make(t: CheckContext): Promise<CancelledSubscription> {
    const { id } = await t.use(subscription);
    const query = { service_id: firstService(t, await t.use(order)) };
    const api = t.as('tenantA');
    const cancel = await api.send('cancelSubscription', { params: { id } });
    await waitForReadLag(t);
    const until = (item: unknown): boolean => mentions(item, id);
    const listing = await api.list('listSubscriptions', { pages: 12, query, until });
    const after = await api.send('getSubscription', { params: { id } });
    const repeated = await api.send('cancelSubscription', { params: { id } });
    return {
      cancel,
      listed: listing.items.find((item) => idIn(item) === id),
      after,
      repeated,
      list: listing.exchange,
    };
  },
});

export const billing = [
  check('billing/invoice', {
    must: 'return an invoice by its id',
    requirement: 'endpoints/get-invoice',
    uses: [invoice],
    after: ['orders/invoice-exists'],
    async run(t: CheckContext) {
      const { placed, reply } = await t.use(invoice);
      t.expect(reply).success();
      if (t.compared(mentions(reply.json, placed.invoiceId))) return;
      t.fail('the reply is not about this invoice', { expected: placed.invoiceId, exchange: reply });
    },
  }),
  check('billing/invoice-listed', {
    must: 'list the invoice of an order',
    requirement: 'endpoints/list-invoices',
    uses: [invoice],
    after: ['billing/invoice'],
    async run(t) {
      const { placed } = await t.use(invoice);
      await expectListed(t, 'listInvoices', placed.invoiceId);
    },
  }),
  check('billing/invoice-list-agrees', {
    must: 'show an invoice in the list as in its detail',
    requirement: 'endpoints/list-and-detail-agree',
    cost: 1,
    uses: [invoice],
    group: 'lists/agree',
    after: ['billing/invoice-listed', 'billing/invoice'],
    async run(t) {
      const { placed, reply } = await t.use(invoice);
      await expectListAgrees(t, 'listInvoices', 'getInvoice', placed.invoiceId, reply);
    },
  }),
  check('billing/invoice-pdf', {
    must: 'offer an invoice for download',
    requirement: 'endpoints/invoice-pdf',
    uses: [document],
    after: ['billing/invoice'],
    async run(t) {
      t.expect(await t.use(document)).success();
    },
  }),
  check('billing/invoice-adds-up', {
    should: 'make the amounts of an invoice add up',
    requirement: 'billing/invoice-adds-up',
    uses: [invoice],
    after: ['billing/fields'],
    async run(t: CheckContext) {
      const { reply } = await t.use(invoice);
      const amount = (name: string): number => t.require(reply).integer(`/${name}`);
      const lines = t.require(reply).array('/lines');
      const sum = lines.reduce<number>(
        (total, line) =>
          total + (isObject(line) && typeof line.amount === 'number' ? line.amount : Number.NaN),
        0,
      );
      const broken = [
        sum === amount('subtotal_amount') ? '' : 'the lines do not add up to the subtotal',
        amount('total_amount') ===
        amount('subtotal_amount') - amount('discount_amount') + amount('tax_amount')
          ? ''
          : 'subtotal, discount and tax do not add up to the total',
        amount('due_amount') === amount('total_amount') - amount('paid_amount')
          ? ''
          : 'what was paid and what is due do not add up to the total',
      ].filter((text) => text !== '');
      if (t.compared(broken.length > 0)) t.fail(broken.join('; '), { actual: reply.json, exchange: reply });
    },
  }),
  check('billing/subscriptions', {
    must: 'list subscriptions',
    requirement: 'endpoints/list-subscriptions',
    mode: 'read-only',
    async run(t) {
      t.expect(await t.as('tenantA').send('listSubscriptions')).success();
    },
  }),
  check('billing/subscription', {
    must: 'return the details of a subscription',
    requirement: 'endpoints/get-subscription',
    uses: [subscription],
    async run(t: CheckContext) {
      const { id } = await t.use(subscription);
      const reply = await t.as('tenantA').send('getSubscription', { params: { id } });
      t.expect(reply).success();
      if (t.compared(!mentions(reply.json, id))) {
        t.fail('the reply is not about this subscription', { expected: id, exchange: reply });
      }
    },
  }),
  check('billing/cancel-subscription', {
    must: 'cancel a subscription by DELETE',
    requirement: 'endpoints/cancel-subscription',
    uses: [subscription, cancelledSubscription],
    after: ['billing/subscription'],
    async run(t) {
      t.expect((await t.use(cancelledSubscription)).cancel).success();
    },
  }),
  check('billing/cancelled-not-listed', {
    must: 'not list a cancelled subscription as active',
    requirement: 'states/delete-cancels-subscription',
    uses: [subscription, cancelledSubscription],
    after: ['billing/subscriptions'],
    async run(t: CheckContext) {
      const { item } = await t.use(subscription);
      const { cancel, listed, list } = await t.use(cancelledSubscription);
      t.require(cancel).success();
      t.require(list).success();
      if (t.compared(listed === undefined)) return;
      const over = /cancel|ended|terminated|inactive/i.test(statusIn(listed) ?? '');
      if (t.compared(over || isSameBody(listed, item))) {
        t.fail('the cancelled subscription is still in the list', {
          actual: listed,
          exchange: [list, cancel],
        });
      }
      t.inconclusive('it is listed with a change, so it may run until its period ends', {
        exchange: [list, cancel],
      });
    },
  }),
  check('billing/cancelled-state', {
    should: 'show a cancelled subscription as `cancelled`',
    requirement: 'states/action-visible',
    uses: [subscription, cancelledSubscription],
    after: ['billing/cancelled-not-listed'],
    async run(t: CheckContext) {
      const { cancel, after } = await t.use(cancelledSubscription);
      t.require(cancel).success();
      t.expect(after).success();
      if (t.compared(statusIn(after.json) === 'cancelled')) return;
      t.fail('the subscription is in another state', {
        expected: 'cancelled',
        actual: statusIn(after.json) ?? null,
        exchange: after,
      });
    },
  }),
  check('billing/cancel-subscription-twice', {
    must: 'answer a second DELETE of a subscription without a server error',
    requirement: 'states/second-delete',
    uses: [subscription, cancelledSubscription],
    async run(t: CheckContext) {
      const { repeated } = await t.use(cancelledSubscription);
      if (t.compared(repeated.status >= 500))
        t.fail('it is a server error', { actual: repeated.status, exchange: repeated });
    },
  }),
];
