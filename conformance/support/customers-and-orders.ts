// Fixtures that several checks need: a customer, an order paid by wallet, and an order that awaits payment.

import { isObject } from '../../src/contract/is-object.ts';
import { idText } from '../../src/suite/mapping/ids.ts';
import type { CallerApi, CheckContext, Exchange, SendOptions } from '../../src/suite/model/define.ts';
import { forbiddenAdvice, refusalText } from '../../src/suite/model/error-body.ts';
import { fixture } from '../define.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { type OrderVariations, tryOrderVariations } from './order-variations.ts';
import { customerBody, deferredMethods, type OrderBody, orderBody } from './request-bodies.ts';
import { idOf, isSuccess } from './response-readers.ts';

/**
 * Ends the check as inconclusive unless a set-up call succeeded.
 * @param advice names the entry of the target file that may help; part of the message
 * @param others further calls of the same kind that were refused
 */
export function requireSetup(
  t: CheckContext,
  reply: Exchange,
  advice: string,
  others: readonly Exchange[] = [],
): Exchange {
  if (isSuccess(reply)) return reply;
  const message = `${reply.request.method} ${reply.request.path} was refused with ${refusalWithAdvice(reply, advice)}`;
  t.inconclusive(message, { exchange: [reply, ...others] });
}

/** Quotes a refusal and says what to give: another credential after a 403, else what `advice` says. */
export const refusalWithAdvice = (reply: Exchange, advice: string): string =>
  `${refusalText(reply.status, reply.json)}; ${reply.status === 403 ? forbiddenAdvice(reply.operation ?? 'it', reply.caller) : advice}`;

/**
 * Returns the creation with the id of the created resource. Ends the check as inconclusive when the creation was
 * refused or the reply has no id; the message names the request body in the target file that may help.
 */
export function requireCreated<C extends { created: Exchange }>(
  t: CheckContext,
  creation: C,
): C & { id: string } {
  const operation = creation.created.operation ?? 'the operation';
  requireSetup(t, creation.created, `give bodies.${operation} in the target file what this deployment wants`);
  const id = idOf(creation.created);
  if (id === undefined)
    t.inconclusive('what was created has no `id` to go on with', { exchange: creation.created });
  return { ...creation, id };
}

/** Waits for the read-after-write lag that the target file states. */
export const waitForReadLag = async (t: CheckContext): Promise<void> => {
  if (t.lag.read > 0) await t.sleep(t.lag.read);
};

const CUSTOMER_ADVICE =
  'give bodies.createCustomer in the target file what this deployment wants, or values.customerId';
export const ORDER_ADVICE =
  'give values.skuId in the target file a product that can be ordered, and funds to the wallet';

export type Customer = { id: string; body: Record<string, unknown>; created: Exchange };

/** Sends the request that creates a customer; the reply may be a refusal. */
async function createCustomer(t: CheckContext, api: CallerApi): Promise<Omit<Customer, 'id'>> {
  const body = customerBody(t);
  return { body, created: await api.send('createCustomer', { body }) };
}

/** Creates a customer. Ends the check as inconclusive when the creation is refused or the reply has no id. */
export async function createUsableCustomer(
  t: CheckContext,
  api: CallerApi = t.as('tenantA'),
): Promise<Customer> {
  const creation = await createCustomer(t, api);
  requireSetup(t, creation.created, CUSTOMER_ADVICE);
  const id = idOf(creation.created);
  if (id === undefined)
    t.inconclusive('the new customer has no `id` to go on with', { exchange: creation.created });
  return { ...creation, id };
}

/** The reply to the creation of a customer. A separate check judges the reply. */
export const newCustomer = fixture('new customer', {
  cost: 2,
  make: (t) => createCustomer(t, t.as('tenantA')),
});

/** A customer of tenant A that the checks share; it owns the shared order. */
export const customer = fixture('customer', {
  cost: 0,
  uses: [newCustomer],
  async make(
    t: CheckContext,
  ): Promise<{ id: string; body: Record<string, unknown>; created: Exchange | null }> {
    const configuredId = t.values.customerId;
    const creation = await t.use(newCustomer).catch((error: unknown) => {
      // A target without customer creation may still have the customer that the target file names.
      if (configuredId === undefined) throw error;
      return undefined;
    });
    const id = idOf(creation?.created);
    if (creation !== undefined && isSuccess(creation.created) && id !== undefined) {
      await waitForReadLag(t);
      return { ...creation, id };
    }
    if (creation === undefined || configuredId !== undefined)
      return { id: configuredId ?? '', body: {}, created: null };
    requireSetup(t, creation.created, CUSTOMER_ADVICE);
    t.inconclusive('the new customer has no `id` to go on with', { exchange: creation.created });
  },
});

/** A customer of tenant B. */
export const customerOfB = fixture('customer of tenant B', {
  cost: 2,
  make: (t: CheckContext): Promise<Customer> => createUsableCustomer(t, t.as('tenantB')),
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

/**
 * Reads the members of an order that further steps need. Ends the check as inconclusive when the order has no id. Any
 * other missing member gets an empty value, because the rules about replies report it.
 */
export function parseOrder(t: CheckContext, created: Exchange, body: OrderBody): Order {
  const json = isObject(created.json) ? created.json : {};
  const { id, invoice_id, services, total_amount, currency, status } = json;
  const orderId = idText(id);
  const serviceIds = Array.isArray(services) ? services.flatMap((one) => idText(one) ?? []) : [];
  if (orderId === undefined) t.inconclusive('the new order has no `id` to go on with', { exchange: created });
  return {
    id: orderId,
    invoiceId: idText(invoice_id) ?? '',
    services: serviceIds,
    total: typeof total_amount === 'number' ? total_amount : Number.NaN,
    currency: typeof currency === 'string' ? currency : '',
    status: typeof status === 'string' ? status : '',
    body,
    created,
  };
}

/** Places an order. Ends the check as inconclusive when the order is refused or has no id. */
export async function placeOrder(
  t: CheckContext,
  body: OrderBody,
  options: SendOptions = {},
): Promise<Order> {
  const created = await t.as('tenantA').send('createOrder', { body, ...options });
  const placed = parseOrder(t, requireSetup(t, created, ORDER_ADVICE), body);
  await waitForReadLag(t);
  return placed;
}

export type FirstOrder = { withoutKey: Exchange; withKey: Exchange | null; body: OrderBody };

/**
 * Places an order paid by wallet without an Idempotency-Key. When the target refuses that order, places it again with
 * an Idempotency-Key.
 */
export const firstOrder = fixture('first order', {
  cost: 2,
  destructive: true,
  uses: [customer],
  async make(t: CheckContext): Promise<FirstOrder> {
    const { id } = await t.use(customer);
    const body = orderBody(t, id);
    const api = t.as('tenantA');
    const plain = await api.send('createOrder', { body });
    if (isSuccess(plain)) return { withoutKey: plain, withKey: null, body };
    const keyed = await api.send('createOrder', {
      body,
      headers: { 'Idempotency-Key': newIdempotencyKey(t) },
    });
    return { withoutKey: plain, withKey: keyed, body };
  },
});

/** The orders that are tried when the first order is refused; none when it was accepted or is forbidden. */
export const otherOrders = fixture('other orders', {
  cost: 0,
  destructive: true,
  uses: [firstOrder],
  async make(t: CheckContext): Promise<OrderVariations> {
    const { withoutKey, withKey, body } = await t.use(firstOrder);
    const { status } = withKey ?? withoutKey;
    if (status < 400 || status >= 500 || [401, 403, 404, 405].includes(status))
      return { refused: [], byWallet: null, accepted: null };
    return tryOrderVariations(t, body, deferredMethods(t));
  },
});

/** Ends the check as inconclusive when the target refused the first order and every other one that is paid by wallet. */
export async function requireWalletOrder(t: CheckContext): Promise<{ reply: Exchange; body: OrderBody }> {
  const { withoutKey, withKey, body } = await t.use(firstOrder);
  const reply = withKey ?? withoutKey;
  if (isSuccess(reply)) return { reply, body };
  const { refused, byWallet } = await t.use(otherOrders);
  return byWallet ?? { reply: requireSetup(t, reply, ORDER_ADVICE, refused), body };
}

/** An order paid by wallet, which the checks share. */
export const order = fixture('order', {
  cost: 0,
  uses: [firstOrder, otherOrders],
  async make(t: CheckContext): Promise<Order> {
    const { reply, body } = await requireWalletOrder(t);
    const placed = parseOrder(t, reply, body);
    await waitForReadLag(t);
    return placed;
  },
});

/** Returns the id of the first service of an order. Ends the check as inconclusive when the order has no services. */
export function firstService(t: CheckContext, placed: Order): string {
  const [id] = placed.services;
  if (id === undefined)
    t.inconclusive('the order names no service to go on with', { exchange: placed.created });
  return id;
}
