// What several checks stand on: a customer, an order paid by wallet, an order that waits.
import type { Api, Context, Exchange, SendOptions } from '../../src/suite/define.ts';
import { subject } from '../suite.ts';
import { customerBody, type OrderBody, orderBody } from './bodies.ts';
import { idOf, idText, isRecord, isSuccess, statusIn } from './reading.ts';

/** Ends the check as inconclusive unless a set-up call succeeded; says which entry of the target file may help. */
export function settle(t: Context, reply: Exchange, advice: string): Exchange {
  if (isSuccess(reply)) return reply;
  t.inconclusive(
    `${reply.request.method} ${reply.request.path} was refused with ${reply.status}; ${advice}`,
    {
      exchange: reply,
    },
  );
}

/** Waits for what was written to be read, as long as the target file grants. */
export const sinkIn = async (t: Context): Promise<void> => {
  if (t.lag.read > 0) await t.sleep(t.lag.read);
};

const customerAdvice =
  'give bodies.createCustomer in the target file what this deployment wants, or values.customerId';
const orderAdvice =
  'give values.skuId in the target file a product that can be ordered, and funds to the wallet';

export type Customer = { id: string; body: Record<string, unknown>; created: Exchange };

/** Creates a customer, whatever becomes of it. */
async function createCustomer(t: Context, api: Api): Promise<Omit<Customer, 'id'>> {
  const body = customerBody(t);
  return { body, created: await api.send('createCustomer', { body }) };
}

/** Creates a customer that further steps can build on. */
export async function makeCustomer(t: Context, api: Api = t.as('tenantA')): Promise<Customer> {
  const made = await createCustomer(t, api);
  settle(t, made.created, customerAdvice);
  const id = idOf(made.created);
  if (id === undefined)
    t.inconclusive('the new customer has no `id` to go on with', { exchange: made.created });
  return { ...made, id };
}

/** The attempt to create a customer, judged by the check about it. */
export const newCustomer = subject('new customer', {
  cost: 2,
  make: (t) => createCustomer(t, t.as('tenantA')),
});

/** A customer of tenant A that the checks share; it owns the shared order. */
export const customer = subject('customer', {
  cost: 0,
  uses: [newCustomer],
  async make(t: Context): Promise<{ id: string; body: Record<string, unknown>; created: Exchange | null }> {
    const given = t.values.customerId;
    const made = await t.use(newCustomer).catch((error: unknown) => {
      // a target that offers no customers may still have the one that was named
      if (given === undefined) throw error;
      return undefined;
    });
    const id = idOf(made?.created);
    if (made !== undefined && isSuccess(made.created) && id !== undefined) {
      await sinkIn(t);
      return { ...made, id };
    }
    if (made === undefined || given !== undefined) return { id: given ?? '', body: {}, created: null };
    settle(t, made.created, customerAdvice);
    t.inconclusive('the new customer has no `id` to go on with', { exchange: made.created });
  },
});

/** A customer of the other tenant. */
export const customerOfB = subject('customer of tenant B', {
  cost: 2,
  make: (t: Context): Promise<Customer> => makeCustomer(t, t.as('tenantB')),
});

export type Order = {
  id: string;
  invoiceId: string;
  services: string[];
  total: number;
  currency: string;
  status: string;
  body: OrderBody;
  created: Exchange;
};

/** Reads an order response as far as further steps need it; what it lacks, the rules about its fields report. */
export function readOrder(t: Context, created: Exchange, body: OrderBody): Order {
  const json = isRecord(created.json) ? created.json : {};
  const { id, invoice_id, services, total_amount, currency, status } = json;
  const own = idText(id);
  const known = Array.isArray(services) ? services.flatMap((one) => idText(one) ?? []) : [];
  if (own === undefined) t.inconclusive('the new order has no `id` to go on with', { exchange: created });
  return {
    id: own,
    invoiceId: idText(invoice_id) ?? '',
    services: known,
    total: typeof total_amount === 'number' ? total_amount : Number.NaN,
    currency: typeof currency === 'string' ? currency : '',
    status: typeof status === 'string' ? status : '',
    body,
    created,
  };
}

/** Places an order that further steps can build on. */
export async function placeOrder(t: Context, body: OrderBody, options: SendOptions = {}): Promise<Order> {
  const created = await t.as('tenantA').send('createOrder', { body, ...options });
  const placed = readOrder(t, settle(t, created, orderAdvice), body);
  await sinkIn(t);
  return placed;
}

export type FirstOrder = { plain: Exchange; keyed: Exchange | null; body: OrderBody };

/** The attempt to place an order paid by wallet without an Idempotency-Key, and with one where that was refused. */
export const firstOrder = subject('first order', {
  cost: 2,
  destructive: true,
  uses: [customer],
  async make(t: Context): Promise<FirstOrder> {
    const { id } = await t.use(customer);
    const body = orderBody(t, id);
    const api = t.as('tenantA');
    const plain = await api.send('createOrder', { body });
    if (isSuccess(plain)) return { plain, keyed: null, body };
    const keyed = await api.send('createOrder', { body, headers: { 'Idempotency-Key': t.unique('order') } });
    return { plain, keyed, body };
  },
});

/** An order paid by wallet that the checks share. */
export const order = subject('order', {
  cost: 0,
  uses: [firstOrder],
  async make(t: Context): Promise<Order> {
    const { plain, keyed, body } = await t.use(firstOrder);
    const placed = readOrder(t, settle(t, keyed ?? plain, orderAdvice), body);
    await sinkIn(t);
    return placed;
  },
});

/** The id of the first service of an order; inconclusive when it has none. */
export function firstService(t: Context, placed: Order): string {
  const [id] = placed.services;
  if (id === undefined)
    t.inconclusive('the order names no service to go on with', { exchange: placed.created });
  return id;
}

/** Payment methods that may leave an order waiting: the configured one first, then those this contract knows. */
const deferredMethods = (t: Context): string[] => {
  const given = t.values.paymentMethod;
  return given !== undefined && given !== 'wallet' ? [given] : ['bank_transfer', 'manual'];
};

/** Places an order that waits for its payment; inconclusive when no method leaves one waiting. */
export async function placePending(
  t: Context,
  customerId: string,
  headers: Record<string, string> = {},
): Promise<Order> {
  const placed = await tryPending(t, customerId, headers);
  if ('id' in placed) return placed;
  t.inconclusive(
    'no order could be had that is `pending`; give values.paymentMethod a method that leaves an order waiting, or values.pendingOrderIds',
    placed.last === undefined ? {} : { exchange: placed.last },
  );
}

/** The same, without ending the check when there is none. */
export async function tryPending(
  t: Context,
  customerId: string,
  headers: Record<string, string> = {},
): Promise<Order | { last: Exchange | undefined }> {
  let last: Exchange | undefined;
  for (const payment_method of deferredMethods(t)) {
    const body = orderBody(t, customerId, { payment_method });
    last = await t.as('tenantA').send('createOrder', { body, headers });
    if (isSuccess(last) && statusIn(last.json) === 'pending') {
      await sinkIn(t);
      return readOrder(t, last, body);
    }
    if (isSuccess(last)) break;
  }
  return { last };
}
