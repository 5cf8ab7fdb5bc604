// Checks of invoices and subscriptions; billing-payments.ts and billing-wallet.ts cover payments and the wallet.

import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, holds, isAbout, noServerError, request } from '../expectations.ts';
import { firstService, order, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { invoice, subscription } from '../support/fixtures/orders.ts';
import { expectListed } from '../support/reply-readers/list-lookup.ts';
import { idIn, mentions, statusIn } from '../support/reply-readers/response-readers.ts';
import { isSameBody } from '../support/reply-readers/shown-changes.ts';

const { row } = checksOf({ area: 'billing', mode: 'full' });

/** Downloads the invoice of the shared order as a PDF document. */
export const document = fixture('document of an invoice', {
  uses: [invoice],
  after: ['billing/invoice-pdf'],
  async make(t: CheckContext): Promise<Exchange> {
    const { placed, reply } = await t.use(invoice);
    t.require(reply).success();
    return request(t, 'downloadInvoicePdf', { params: { id: placed.invoiceId } });
  },
});

const subscriptionAsRead = fixture('subscription as read', {
  learns: true,
  cost: 1,
  uses: [subscription],
  async make(t: CheckContext) {
    const { id } = await t.use(subscription);
    return { id, reply: await request(t, 'getSubscription', { params: { id } }) };
  },
});

const cancelledSubscription = fixture('cancelled subscription', {
  cost: 5,
  destructive: true,
  uses: [order, subscription],
  after: ['billing/cancel-subscription'],
  async make(t: CheckContext) {
    const { id } = await t.use(subscription);
    const query = { service_id: firstService(t, await t.use(order)) };
    const api = t.as('tenantA');
    // A rule judges whether the list shows the other active ones after the cancellation as before it.
    await api.list('listSubscriptions', { pages: 12 });
    const cancel = await api.send('cancelSubscription', { params: { id } });
    await waitForReadLag(t);
    await api.list('listSubscriptions', { pages: 12 });
    const until = (item: unknown): boolean => mentions(item, id);
    const listing = await api.list('listSubscriptions', { pages: 12, query, until });
    const after = await api.send('getSubscription', { params: { id } });
    // A rule judges what the repeated request is answered.
    await api.send('cancelSubscription', { params: { id } });
    return {
      cancel,
      listed: listing.items.find((item) => idIn(item) === id),
      after,
      list: listing.exchange,
    };
  },
});

export const billing = [
  row('billing/invoice', 'endpoints/get-invoice', invoice, {
    must: 'return an invoice by its id',
    after: ['orders/invoice-exists'],
    expect: (t, { placed, reply }) => isAbout(t, reply, placed.invoiceId, 'invoice'),
  }),
  row('billing/invoice-listed', 'endpoints/list-invoices', invoice, {
    must: 'list the invoice of an order',
    after: ['billing/invoice'],
    expect: (t, { placed }) => expectListed(t, 'listInvoices', placed.invoiceId),
  }),
  row('billing/invoice-pdf', 'endpoints/invoice-pdf', document, {
    must: 'offer an invoice for download',
    after: ['billing/invoice'],
    async expect(t: CheckContext, reply) {
      t.expect(reply).success();
      // A second download may come from a cache; the rules about documents judge both.
      t.expect(await request(t, 'downloadInvoicePdf', { params: reply.request.params })).success();
    },
  }),
  row('billing/invoice-pdf-in-each-status', 'endpoints/invoice-pdf', invoice, {
    must: 'offer an invoice for download in each status that the list shows, or refuse it',
    cost: 4,
    phase: 'cells',
    after: ['billing/invoice-pdf'],
    async expect(t: CheckContext, { reply }) {
      const { items } = await t.as('tenantA').list('listInvoices', { pages: 1, allowCached: true });
      const ofStatus = new Map(items.map((item) => [statusIn(item), idIn(item)]));
      ofStatus.delete(statusIn(reply.json));
      ofStatus.delete(undefined);
      if (ofStatus.size === 0) t.notApplicable('the list shows no further status');
      // A rule judges what is downloaded.
      for (const id of ofStatus.values())
        if (id !== undefined) noServerError(t, await request(t, 'downloadInvoicePdf', { params: { id } }));
    },
  }),
  row('billing/invoice-adds-up', 'billing/invoice-adds-up', invoice, {
    should: 'make the amounts of an invoice add up',
    after: ['billing/fields'],
    expect(t, { reply }) {
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
      holds(t, broken.length === 0, broken.join('; '), { actual: reply.json, exchange: reply });
    },
  }),
  row('billing/subscription', 'endpoints/get-subscription', subscriptionAsRead, {
    must: 'return the details of a subscription',
    expect: (t, { id, reply }) => isAbout(t, reply, id, 'subscription'),
  }),
  row('billing/cancel-subscription', 'endpoints/cancel-subscription', cancelledSubscription, {
    must: 'cancel a subscription by DELETE',
    after: ['billing/subscription'],
    expect: (t, { cancel }) => t.expect(cancel).success(),
  }),
  row(
    'billing/cancelled-not-listed',
    'states/delete-cancels-subscription',
    [subscription, cancelledSubscription],
    {
      must: 'not list a cancelled subscription as active',
      after: ['final-read/listSubscriptions', 'billing/subscriptions-active'],
      expect(t: CheckContext, { item }, { cancel, listed, list }) {
        t.require(cancel).success();
        t.require(list).success();
        if (t.compared(listed === undefined)) return;
        const over = /cancel|ended|terminated|inactive/i.test(statusIn(listed) ?? '');
        holds(t, !over && !isSameBody(listed, item), 'the cancelled subscription is still in the list', {
          actual: listed,
          exchange: [list, cancel],
        });
        t.inconclusive('it is listed with a change, so it may run until its period ends', {
          exchange: [list, cancel],
        });
      },
    },
  ),
  row('billing/cancelled-state', 'states/action-visible', cancelledSubscription, {
    should: 'show a cancelled subscription as `cancelled`',
    after: ['billing/cancelled-not-listed'],
    given: ['cancel'],
    expect(t, { after }) {
      t.expect(after).success();
      equals(t, statusIn(after.json), 'cancelled', 'the subscription is in another state', after);
    },
  }),
];
