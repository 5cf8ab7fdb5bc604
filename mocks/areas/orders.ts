// Handlers for orders: place an order with its invoice and services, and cancel a pending order.
import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { cycleInWords, endOfCycle, isRecurring } from '../billing/cycles.ts';
import { type InvoiceCharge, issueInvoice, scheduleOverdue, totalOf } from '../billing/invoices.ts';
import { cancelInvoice, payFromWallet } from '../billing/payments.ts';
import { assertFunds } from '../billing/wallet.ts';
import { tenantOf } from '../identity/tenancy.ts';
import type { ServiceType } from '../lifecycles.ts';
import { assertListed, productOf, unitPrice } from '../products/price-list.ts';
import type { ProductDetails } from '../products/product-type.ts';
import { openResource, syncResource } from '../products/product-types.ts';
import { beginProvisioning, pendingServices } from '../products/provisioning.ts';
import type { CustomerRow, OrderRow, ServiceRow, Store } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';

type Item = Body<'createOrder'>['items'][number];
type Line = OrderRow['items'][number];

/** Handles the operations under /orders. */
export const orders = {
  listOrders: ({ store, query }) => store.orders.page(query),

  getOrder: ({ store, params }) => store.orders.get(params.id),

  createOrder: ({ store, body }) => placeOrder(store, body),

  cancelOrder: ({ store, params }) => cancelOrder(store, params.id),
} satisfies Partial<Handlers<Store>>;

/**
 * Places an order with one service per unit and one invoice for all items. Stated: an order with the payment method
 * `wallet` is paid at once and starts as `processing`. Chosen by this contract: an order with any other payment
 * method is `pending` until its invoice is paid.
 * @param details members of the create request of another area, such as /domains, that an order item lacks
 */
export function placeOrder(store: Store, body: Body<'createOrder'>, details: ProductDetails = {}): OrderRow {
  for (const [at, { sku_id }] of body.items.entries()) assertListed(store, sku_id, `items.${at}.sku_id`);
  const customer = orderingCustomer(store, body.customer_id);
  const { currency } = tenantOf(store);
  const fromWallet = body.payment_method === 'wallet';
  const priced = body.items.map((item) => ({
    ...item,
    unit_amount: unitPrice(item.sku_id, item.billing_cycle, currency),
  }));
  if (fromWallet) assertFunds(store, totalOf(priced, currency));

  const id = store.mint('orders');
  const invoice_id = store.mint('invoices');
  const placed = { order_id: id, invoice_id, currency, details };
  const items = priced.map((item): Line => {
    const units = Array.from({ length: item.quantity }, () => addService(store, customer, item, placed));
    const { sku_id, quantity, billing_cycle, config = {}, unit_amount } = item;
    const amount = quantity * unit_amount;
    return { sku_id, quantity, billing_cycle, config, unit_amount, amount, service_ids: units };
  });
  const invoice = issueInvoice(store, {
    id: invoice_id,
    customer_id: customer.id,
    order_id: id,
    subscription_id: null,
    charges: items.map((item) => chargeFor(store, item)),
  });
  const order = store.orders.insert({
    id,
    tenant_id: undefined,
    customer_id: customer.id,
    status: fromWallet ? 'processing' : 'pending',
    total_amount: invoice.total_amount,
    currency,
    invoice_id: invoice.id,
    services: items.flatMap((item) => item.service_ids),
    payment_method: body.payment_method,
    items,
    failure_reason: null,
    completed_at: null,
    cancelled_at: null,
    created_at: undefined,
    updated_at: undefined,
  });
  emitEvent(store, 'order.created', order);
  if (!fromWallet) {
    scheduleOverdue(store, invoice);
    return order;
  }
  payFromWallet(store, invoice);
  beginProvisioning(store, order);
  return order;
}

/** The members that the create requests of all products share. */
type ProductBody = Pick<Item, 'sku_id' | 'billing_cycle'> & {
  customer_id: string;
  payment_method?: string | null | undefined;
  auto_renew?: boolean | undefined;
};

/** Orders one unit of a product, from the wallet unless said otherwise, and returns its service. */
export function orderProduct(
  store: Store,
  { customer_id, sku_id, billing_cycle, payment_method, auto_renew }: ProductBody,
  config?: Item['config'],
  details?: ProductDetails,
): ServiceRow {
  assertListed(store, sku_id);
  const items = [{ sku_id, quantity: 1, billing_cycle, ...(config && { config }) }];
  const body = { customer_id, payment_method: payment_method ?? 'wallet', items };
  const { services } = placeOrder(store, body, details);
  const service = store.services.get(services[0] ?? '');
  return auto_renew === false ? store.services.update(service.id, { auto_renew }) : service;
}

function orderingCustomer(store: Store, id: string): CustomerRow {
  const customer = store.customers.find(id);
  if (!customer) throw new Refusal('CUSTOMER_UNKNOWN');
  if (customer.status !== 'active') throw new Refusal('CUSTOMER_INACTIVE');
  return customer;
}

type OrderContext = { order_id: string; invoice_id: string; currency: string; details: ProductDetails };

/**
 * Finds the product type whose own area, such as /domains, received the create request, whatever the SKU is;
 * undefined for POST /orders.
 */
const requestedType = (details: ProductDetails): ServiceType | undefined =>
  serviceTypes.find((type) => type in details);

const serviceTypes: readonly ServiceType[] = ['domain', 'hosting', 'ssl', 'email', 'vps'];

function addService(
  store: Store,
  customer: CustomerRow,
  { sku_id, billing_cycle, config = {}, unit_amount }: Item & { unit_amount: number },
  { order_id, invoice_id, currency, details }: OrderContext,
): string {
  const { type, name } = productOf(sku_id);
  // Chosen by this contract: an order placed under /hosting creates a hosting service for any SKU, because a SKU may be
  // any string.
  const kind = requestedType(details) ?? type;
  const service = store.services.insert({
    id: undefined,
    tenant_id: undefined,
    customer_id: customer.id,
    order_id,
    subscription_id: null,
    type: kind,
    resource_id: null,
    sku_id,
    quantity: 1,
    billing_cycle,
    config,
    name,
    status: 'pending',
    unit_amount,
    currency,
    auto_renew: isRecurring(billing_cycle),
    suspension_reason: null,
    next_due_at: null,
    expires_at: null,
    activated_at: null,
    suspended_at: null,
    terminated_at: null,
    created_at: undefined,
    updated_at: undefined,
  });
  const resource_id = openResource(store, service, details, invoice_id);
  if (resource_id !== null) store.services.update(service.id, { resource_id });
  return service.id;
}

function chargeFor(
  store: Store,
  { sku_id, quantity, billing_cycle, config, unit_amount, service_ids }: Line,
): InvoiceCharge {
  const [only = null] = service_ids;
  const recurring = isRecurring(billing_cycle);
  const of = config?.domain === undefined ? '' : ` for ${config.domain}`;
  return {
    description: `${productOf(sku_id).name}${of}, ${cycleInWords(billing_cycle)}`,
    sku_id,
    service_id: quantity === 1 ? only : null,
    quantity,
    unit_amount,
    period_start: recurring ? store.now : null,
    period_end: recurring ? endOfCycle(store.now, billing_cycle) : null,
  };
}

/**
 * Cancels an order and returns its partial payments to the wallet. Stated: only a pending order can be cancelled; the
 * lifecycle refuses an order in any other status.
 */
export function cancelOrder(store: Store, id: string): OrderRow {
  const order = store.orders.move(id, 'cancel', { cancelled_at: store.now });
  cancelInvoice(store, store.invoices.get(order.invoice_id));
  for (const { id: service } of pendingServices(store, order)) {
    syncResource(store, store.services.move(service, 'cancel', { auto_renew: false }), 'cancel');
  }
  return emitEvent(store, 'order.cancelled', order);
}
