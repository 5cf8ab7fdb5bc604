// The reference server's orders: the server enforces the stated rules and accepts everything else.

import { isObject } from '../../../src/contract/is-object.ts';
import {
  actionReply,
  conflictError,
  dataOf,
  findOwn,
  formatTime,
  type Handler,
  insufficientFunds,
  type ServerContext,
} from './handler-support.ts';
import { ServerRefusal, type ServerRequest } from './http.ts';
import { list } from './pagination.ts';
import { anyId, type Customer, type Order, type Service, type TenantData, uuid7 } from './tenant-data.ts';

const cycles = ['hourly', 'one_time', 'monthly', 'quarterly', 'semi_annual'];
const isBillingCycle = (value: unknown): value is string =>
  typeof value === 'string' && (cycles.includes(value) || /^([1-9]|10)_year$/.test(value));

type Item = { sku: string; quantity: number; cycle: string };
type FieldErrors = Record<string, string[]>;

const orderView = (server: ServerContext, order: Order): Record<string, unknown> => ({
  id: order.id,
  status: order.state,
  total_amount: order.total,
  currency: server.options.currency,
  invoice_id: order.invoice,
  services: order.services,
  created_at: formatTime(server, order.createdAt),
  channel: 'api',
});

const itemField = (server: ServerContext, at: number, name: string): string => {
  if (server.options.fieldKeys === 'leaf') return name.split('.').at(-1) ?? name;
  if (server.options.fieldKeys === 'brackets') return `items[${at}].${name}`;
  return `items.${at}.${name}`;
};

function readItem(server: ServerContext, at: number, json: unknown, wrong: FieldErrors): Item {
  const note = (name: string, message: string): void => {
    const named = server.options.configKey === 'config' ? name.replace(/^config\..+/, 'config') : name;
    wrong[itemField(server, at, named)] = [message];
  };
  if (!isObject(json)) {
    wrong[server.options.fieldKeys === 'brackets' ? `items[${at}]` : `items.${at}`] = ['an item is wanted'];
    return { sku: '', quantity: 1, cycle: 'monthly' };
  }
  const { sku_id, quantity = 1, billing_cycle = 'monthly', config = {} } = json;
  if (typeof sku_id !== 'string') note('sku_id', 'some text is wanted');
  if (!Number.isInteger(quantity)) note('quantity', 'a whole number is wanted');
  if (!isBillingCycle(billing_cycle)) {
    const years = server.options.cycleMessage === 'pattern' ? '<N>_year' : '1_year, 2_year, 3_year … 10_year';
    note('billing_cycle', `choose between ${cycles.join(' or ')} or ${years}`);
  }
  if (!isObject(config)) note('config', 'an object is wanted');
  else {
    const { domain, plan } = config;
    const dotted = typeof domain === 'string' && /^[\p{L}\d-]+(\.[\p{L}\d-]+)+$/u.test(domain);
    if (domain !== undefined && !dotted) note('config.domain', 'no domain name');
    if (plan !== undefined && typeof plan !== 'string') note('config.plan', 'some text is wanted');
  }
  return {
    sku: typeof sku_id === 'string' ? sku_id : '',
    quantity: typeof quantity === 'number' ? Math.max(1, quantity) : 1,
    cycle: typeof billing_cycle === 'string' ? billing_cycle : 'monthly',
  };
}

function readMembers(
  serverRequest: ServerRequest,
  server: ServerContext,
): { customer: string; items: Item[]; method: string } {
  const body = isObject(serverRequest.body) ? serverRequest.body : {};
  const wrong: FieldErrors = {};
  const { customer_id, items, payment_method = 'wallet' } = body;
  if (typeof customer_id !== 'string' || !/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(customer_id)) {
    wrong.customer_id = ['a UUID is wanted'];
  }
  if (!Array.isArray(items) || items.length === 0) wrong.items = ['a list of items is wanted'];
  const read = Array.isArray(items) ? items.map((item, at) => readItem(server, at, item, wrong)) : [];
  if (
    payment_method !== 'wallet' &&
    (payment_method !== server.options.deferred || server.options.deferred === null)
  ) {
    wrong.payment_method = ['this method is not known here'];
  }
  if (server.options.extraMembers === 'refused') {
    for (const name of Object.keys(body)) {
      if (!['customer_id', 'items', 'payment_method'].includes(name)) wrong[name] = ['unknown'];
    }
  }
  if (Object.keys(wrong).length > 0) throw new ServerRefusal(422, 'Please look again.', wrong);
  return { customer: String(customer_id), items: read, method: String(payment_method) };
}

const months: Record<string, number> = { hourly: 0, one_time: 0, monthly: 1, quarterly: 3, semi_annual: 6 };

function price(server: ServerContext, item: Item): number {
  const base = 100 + ([...item.sku].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 900);
  const term = months[item.cycle] ?? Number.parseInt(item.cycle, 10) * 12;
  const net = base * Math.max(1, term) * item.quantity;
  return net + Math.round((net * server.options.tax) / 100);
}

function findPayer(server: ServerContext, data: TenantData, id: string): Customer {
  const customer = data.customers.get(id);
  if (!customer || customer.gone) {
    throw new ServerRefusal(server.options.unknownCustomer, 'No such customer.', {
      customer_id: ['nobody has this id'],
    });
  }
  return customer;
}

const create: Handler = (serverRequest, _params, caller, server) => {
  const { customer, items, method } = readMembers(serverRequest, server);
  const data = dataOf(server, caller.tenant);
  findPayer(server, data, customer);
  const total = items.reduce((sum, item) => sum + price(server, item), 0);
  if (method === 'wallet') {
    if (data.credit < total) throw insufficientFunds(server);
    data.credit -= total;
    data.late.push({ amount: total, looks: server.options.debitLag });
  }
  return { status: 201, body: orderView(server, bookOrder(server, data, { customer, items, method })) };
};

/** Stores an order with its services, subscriptions and invoice. An order that the wallet does not pay is pending. */
function bookOrder(
  server: ServerContext,
  data: TenantData,
  { customer, items, method }: { customer: string; items: readonly Item[]; method: string },
): Order {
  const total = items.reduce((sum, item) => sum + price(server, item), 0);
  const createdAt = server.now();
  const newServices: Service[] = items.flatMap((item) =>
    Array.from({ length: server.options.services === 'unit' ? item.quantity : 1 }, () => {
      const step = 86_400_000 * 30 * Math.max(1, months[item.cycle] ?? 12);
      const rest = {
        product: item.sku,
        customer,
        phase: 'live',
        createdAt,
        step,
        price: price(server, item),
      };
      return { id: uuid7(createdAt), paidUntil: createdAt + step, ...rest };
    }),
  );
  const invoice = {
    id: uuid7(createdAt),
    order: '',
    customer,
    sum: total,
    open: method === 'wallet' ? 0 : total,
    createdAt,
  };
  const order: Order = {
    id: uuid7(createdAt),
    customer,
    state: method === 'wallet' ? 'processing' : 'pending',
    total,
    invoice: invoice.id,
    services: newServices.map((service) => service.id),
    createdAt,
    method,
  };
  invoice.order = order.id;
  data.orders.set(order.id, order);
  data.invoices.set(invoice.id, invoice);
  for (const service of newServices) {
    data.services.set(service.id, service);
    const subscription = {
      id: anyId(server.options, createdAt),
      service: service.id,
      customer,
      running: true,
      createdAt,
    };
    data.subscriptions.set(subscription.id, subscription);
  }
  return order;
}

/** Stores orders that await payment, as staff would leave them, and returns their ids. */
export function leaveWaitingOrders(server: ServerContext, data: TenantData, n: number): string[] {
  const id = uuid7(server.now());
  const createdAt = server.now();
  data.customers.set(id, {
    id,
    full_name: 'Bea',
    mail: 'bea@otherwise.example',
    note: '',
    createdAt,
    gone: false,
  });
  const items = [{ sku: 'hosting-pro', quantity: 1, cycle: 'monthly' }];
  return Array.from(
    { length: n },
    () => bookOrder(server, data, { customer: id, items, method: 'staff' }).id,
  );
}

const all: Handler = (serverRequest, _params, caller, server) =>
  list(serverRequest, server, dataOf(server, caller.tenant).orders.values(), (order) =>
    orderView(server, order),
  );

const get: Handler = (_ask, params, caller, server) => ({
  status: 200,
  body: orderView(server, findOwn(server, caller, 'orders', params.id ?? '')),
});

const cancel: Handler = (_ask, params, caller, server) => {
  const order = findOwn(server, caller, 'orders', params.id ?? '');
  if (order.state !== 'pending')
    throw conflictError(server, `An order that is ${order.state} cannot be cancelled.`);
  order.state = 'withdrawn';
  const data = dataOf(server, caller.tenant);
  for (const id of order.services) {
    const service = data.services.get(id);
    if (service) service.phase = 'over';
  }
  for (const subscription of data.subscriptions.values()) {
    if (order.services.includes(subscription.service)) subscription.running = false;
  }
  return actionReply(server, orderView(server, order));
};

export const orders = { create, all, get, cancel };
