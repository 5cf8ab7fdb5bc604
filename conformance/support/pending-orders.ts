// Orders that await payment: placed by the suite where a payment method leaves an order pending, else taken from
// `values.pendingOrderIds` of the target file.
import { isObject } from '../../src/contract/is-object.ts';
import { idText } from '../../src/suite/mapping/ids.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { forbiddenAdvice, parseErrorBody, refusalText } from '../../src/suite/model/error-body.ts';
import { type Order, parseOrder, waitForReadLag } from './customers-and-orders.ts';
import { readOrderDetail } from './orders.ts';
import { deferredMethods, orderBody } from './request-bodies.ts';
import { idOf, isSuccess, statusIn } from './response-readers.ts';

/**
 * The ids of the target file that a check has already spent, for each list of ids. A second try then spends an order
 * that is not spent yet.
 */
const spentOrders = new WeakMap<readonly string[], Set<string>>();

/**
 * Returns an order of `values.pendingOrderIds` that no check has spent and that is shown as `pending`; undefined when
 * there is none. Each id is spent once. Of the order's body only the customer is known, where the read shows it.
 */
export async function givenPendingOrder(t: CheckContext): Promise<Order | undefined> {
  const given = t.values.pendingOrderIds ?? [];
  const spent = spentOrders.get(given) ?? new Set();
  spentOrders.set(given, spent);
  for (const id of given) {
    if (spent.has(id)) continue;
    spent.add(id);
    const read = await readOrderDetail(t, id);
    if (!isSuccess(read) || statusIn(read.json) !== 'pending') continue;
    const customer_id = (isObject(read.json) ? idText(read.json.customer_id) : undefined) ?? '';
    return { ...parseOrder(t, read, { customer_id, items: [], payment_method: '' }), id };
  }
  return undefined;
}

/**
 * The reply which showed that no payment method leaves an order pending, for each target file: then no check asks again.
 */
const noneWaits = new WeakMap<CheckContext['values'], Exchange>();

/**
 * Returns an order that awaits payment: a new order where a payment method leaves it pending, else one of the target
 * file. Ends the check as inconclusive when there is neither.
 */
export async function pendingOrder(t: CheckContext, customerId: string): Promise<Order> {
  const placed = await tryPlacePending(t, customerId);
  if ('id' in placed) return placed;
  return (await givenPendingOrder(t)) ?? noPendingOrder(t, placed.last, true);
}

/**
 * Places an order that awaits payment. Ends the check as inconclusive when no payment method leaves an order pending.
 */
export async function placePending(
  t: CheckContext,
  customerId: string,
  headers: Record<string, string> = {},
): Promise<Order> {
  const placed = await tryPlacePending(t, customerId, headers);
  return 'id' in placed ? placed : noPendingOrder(t, placed.last, false);
}

/** Ends the check, with what was tried, what the target replied and which entries of the target file help. */
function noPendingOrder(t: CheckContext, last: Exchange | undefined, servesGiven: boolean): never {
  const given = t.values.pendingOrderIds?.length ?? 0;
  const method = 'give values.paymentMethod a method that leaves an order waiting';
  const tried = `tried ${deferredMethods(t).join(', ')}${last === undefined ? '' : `: ${isSuccess(last) ? `${last.status}, an order in another state` : refusalText(last.status, last.json)}`}`;
  const none = 'where no order ever waits, list the sentence under unjudged';
  const advice =
    last?.status === 403
      ? forbiddenAdvice('createOrder', last.caller)
      : !servesGiven
        ? `${method}${given === 0 ? '' : ' (orders of values.pendingOrderIds do not serve here: the suite must place the order)'}; ${none}`
        : given === 0
          ? `${method}, or ids of such orders in values.pendingOrderIds; ${none}`
          : `the ${given} of values.pendingOrderIds are spent or not \`pending\`; --plan says how many are wanted`;
  t.inconclusive(
    `no order could be had that is \`pending\` (${tried}); ${advice}`,
    last === undefined ? {} : { exchange: last },
  );
}

/**
 * Places an order that awaits payment. Returns the last reply when no payment method leaves an order pending; the
 * payment methods are tried once a run.
 */
export async function tryPlacePending(
  t: CheckContext,
  customerId: string,
  headers: Record<string, string> = {},
): Promise<Order | { last: Exchange | undefined }> {
  const known = noneWaits.get(t.values);
  if (known !== undefined) return { last: known };
  let last: Exchange | undefined;
  for (const payment_method of deferredMethods(t)) {
    const body = orderBody(t, customerId, { payment_method });
    last = await t.as('tenantA').send('createOrder', { body, headers });
    if (isSuccess(last) && (await isPending(t, last, customerId, payment_method))) {
      await waitForReadLag(t);
      return parseOrder(t, last, body);
    }
    if (isSuccess(last)) break;
  }
  if (last !== undefined && (isSuccess(last) || refusesPaymentMethod(last))) noneWaits.set(t.values, last);
  return { last };
}

/** The target's own word for `pending`, for each target file; null when no word proved to be it. */
const pendingWords = new WeakMap<CheckContext['values'], string | null>();

/** Returns whether a state of an order is `pending`, or the word that proved to mean it in this run. */
export const meansPending = (t: CheckContext, word: string | undefined): boolean =>
  word === 'pending' || (word !== undefined && pendingWords.get(t.values) === word);

/**
 * Returns whether a new order is pending. A word that the run does not know is pending when another order that shows it
 * can be cancelled and then shows another word, because only pending orders can be cancelled. This is tried once a run.
 */
async function isPending(
  t: CheckContext,
  created: Exchange,
  customerId: string,
  payment_method: string,
): Promise<boolean> {
  const word = statusIn(created.json);
  // The specification shows `processing` as the state of an order that was paid.
  if (meansPending(t, word) || word === undefined || word === 'processing') return meansPending(t, word);
  if (pendingWords.has(t.values)) return false;
  pendingWords.set(t.values, null);
  const other = await t
    .as('tenantA')
    .send('createOrder', { body: orderBody(t, customerId, { payment_method }) });
  const params = { id: idOf(other) ?? '' };
  if (!isSuccess(other) || params.id === '') return false;
  await waitForReadLag(t);
  const before = await readOrderDetail(t, params.id);
  if (!isSuccess(before) || statusIn(before.json) !== word) return false;
  if (!isSuccess(await t.as('tenantA').send('cancelOrder', { params }))) return false;
  await waitForReadLag(t);
  const after = await readOrderDetail(t, params.id);
  const left = isSuccess(after) ? statusIn(after.json) : undefined;
  if (left !== undefined && left !== word) pendingWords.set(t.values, word);
  return meansPending(t, word);
}

/** Returns whether a refusal names the payment method, so that another order with it would be refused too. */
const refusesPaymentMethod = ({ json }: Exchange): boolean =>
  Object.keys(parseErrorBody(json)?.errors ?? {}).some((field) => /payment_?method/i.test(field));
