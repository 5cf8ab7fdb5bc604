// Checks of payments that a tenant records by hand.

import { isObject } from '../../src/contract/is-object.ts';
import { valueAtPointer } from '../../src/contract/json/pointer.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { equals, isAccepted, isRefused, request } from '../expectations.ts';
import { customer, type Order, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { pendingOrder } from '../support/fixtures/pending-orders.ts';
import { expectListed } from '../support/reply-readers/list-lookup.ts';
import { idOf, isSuccess, mentions, statusIn } from '../support/reply-readers/response-readers.ts';
import {
  idempotencyHeader,
  type MoneyBody,
  moneyBody,
  newIdempotencyKey,
} from '../support/request-bodies/request-bodies.ts';
import { PARALLEL_REQUESTS, sendTogether } from '../support/wallet.ts';
import { endService } from '../undo.ts';

const { row } = checksOf({ area: 'billing', mode: 'full' });

/** Returns the request body of a payment over one third of the order's total. */
export function paymentFor(t: CheckContext, { invoiceId, total, currency }: Order): MoneyBody {
  const amount = Math.max(1, Math.floor(total / 3));
  const standard = {
    invoice_id: invoiceId,
    amount,
    currency,
    payment_method: 'bank_transfer',
    reference: t.unique('payment'),
  };
  return moneyBody(t, 'createPayment', standard, { invoiceId, amount, currency });
}

/**
 * Pays a part of a pending order by several parallel requests with one Idempotency-Key, then replays the request.
 * When the parallel requests did not record the payment exactly once, pays another order by a single request instead.
 */
export const paymentRun = fixture('payment', {
  learns: true,
  pendingOrders: 2,
  destructive: true,
  uses: [customer],
  after: ['billing/payment'],
  make: async (t: CheckContext) =>
    (await tryPay(t, PARALLEL_REQUESTS)) ?? (await tryPay(t, 1)) ?? t.inconclusive('there is no payment'),
});

/**
 * Pays a part of a new pending order, replays the request, and reads the list of payments and the invoice around the
 * replay.
 * @returns null when the parallel requests did not act as one payment
 */
async function tryPay(t: CheckContext, size: number) {
  const api = t.as('tenantA');
  const placed = await pendingOrder(t, (await t.use(customer)).id);
  if (placed.invoiceId === '') t.inconclusive('the order names no invoice', { exchange: placed.created });
  const { body, amount, member } = paymentFor(t, placed);
  const call = { body, headers: idempotencyHeader(newIdempotencyKey(t)) };
  const send = () => api.send('createPayment', call);
  const countListed = async (): Promise<{ n: number; exchange: Exchange }> => {
    const query = { invoice_id: placed.invoiceId };
    const { items, exchange } = await api.list('listPayments', { query, whole: true });
    return { n: items.filter((item) => mentions(item, placed.invoiceId)).length, exchange };
  };
  const replies = size > 1 ? await sendTogether(t, 'createPayment', call, size) : [await send()];
  const ids = new Set(replies.filter(isSuccess).map(idOf));
  const [reply] = replies.filter(isSuccess);
  const hasFailed = replies.some(({ status }) => status >= 500);
  if (size > 1 && (reply === undefined || ids.size > 1 || hasFailed)) return null;
  await waitForReadLag(t);
  const once = await countListed();
  if (size > 1 && once.n !== 1) return null;
  const readInvoice = () => api.send('getInvoice', { params: { id: placed.invoiceId } });
  const before = await readInvoice();
  const replay = await send();
  await waitForReadLag(t);
  const twice = await countListed();
  const bill = { before, after: await readInvoice() };
  return {
    parallel: size > 1 ? { replies, listed: once.n, list: once.exchange } : null,
    placed,
    amount,
    member,
    body,
    reply: reply ?? replies[0] ?? replay,
    replay,
    listed: { once: once.n, twice: twice.n, list: twice.exchange },
    invoiceAround: bill,
  };
}

export const payments = [
  row('billing/payment', 'endpoints/create-payment', paymentRun, {
    must: 'record a manual payment',
    expect: (t, { reply }) => isAccepted(t, reply, 'our body for a payment', [405]),
  }),
  row('billing/payment-echo', 'endpoints/create-echoes', paymentRun, {
    must: 'answer a payment with the amount that was paid',
    after: ['bodies/integer-amounts'],
    given: ['reply'],
    expect(t: CheckContext, { amount, member, reply }) {
      const shown = valueAtPointer(reply.json, `/${member.replaceAll('.', '/')}`);
      if (typeof shown !== 'number')
        t.inconclusive(`the payment does not show \`${member}\``, { exchange: reply });
      equals(t, shown, amount, `\`${member}\` is not what was paid`, reply);
    },
  }),
  row('billing/payment-listed', 'endpoints/list-payments', paymentRun, {
    must: 'list a payment that was recorded',
    given: ['reply'],
    expect: (t, { placed, reply }) => expectListed(t, 'listPayments', idOf(reply) ?? placed.invoiceId),
  }),
  row('billing/payment-of-a-fraction-of-a-cent', 'billing/whole-amounts', paymentRun, {
    should: 'refuse a payment of a fraction of a cent',
    given: ['reply'],
    async expect(t, { body, member }) {
      const fraction = { ...body, [member]: 1.5, reference: t.unique('payment') };
      await isRefused(t, 'createPayment', { body: fraction, deliberateFault: `${member} = 1.5` });
    },
  }),
  row('billing/payment-above-due', 'billing/payment-within-due', paymentRun, {
    should: 'refuse a payment above the amount due',
    given: ['reply'],
    async expect(t, { placed, body, member }) {
      const more = { ...body, [member]: placed.total * 2, reference: t.unique('payment') };
      await isRefused(t, 'createPayment', {
        body: more,
        deliberateFault: `${member} = twice the amount due`,
      });
    },
  }),
  row('billing/payment-settles', 'billing/payment-settles', paymentRun, {
    should: 'mark an invoice paid that was paid in full',
    destructive: true,
    after: ['billing/payment-above-due', 'idempotency/payment-replay', 'idempotency/payment-without-key'],
    given: ['reply'],
    async expect(t, { placed, body, amount, member }) {
      const open = await request(t, 'getInvoice', { params: { id: placed.invoiceId } });
      const due = isObject(open.json) ? open.json.due_amount : undefined;
      const remaining = typeof due === 'number' ? due : placed.total - amount;
      const remainingBody = { ...body, [member]: remaining, reference: t.unique('payment') };
      for (const id of placed.services) t.undo(endService(id));
      t.expect(await request(t, 'createPayment', { body: remainingBody })).success();
      await waitForReadLag(t);
      const bill = await request(t, 'getInvoice', { params: { id: placed.invoiceId } });
      equals(t, statusIn(bill.json), 'paid', 'the invoice is not `paid`', bill);
    },
  }),
];
