// The second server's orders: strict about what is stated, lenient about everything else.
import { anyId, type Books, type Customer, type Order, type Service, uuid7 } from './books.ts';
import { booksOf, conflict, done, type Handler, type Kit, list, own, short, show } from './kit.ts';
import { type Ask, isRecord, Refused } from './wire.ts';

const cycles = ['hourly', 'one_time', 'monthly', 'quarterly', 'semi_annual'];
const cycleOk = (value: unknown): value is string =>
  typeof value === 'string' && (cycles.includes(value) || /^([1-9]|10)_year$/.test(value));

type Item = { sku: string; quantity: number; cycle: string };
type Wrong = Record<string, string[]>;

const orderView = (kit: Kit, order: Order): Record<string, unknown> => ({
  id: order.id,
  status: order.state,
  total_amount: order.total,
  currency: kit.options.currency,
  invoice_id: order.invoice,
  services: order.services,
  created_at: show(kit, order.born),
  channel: 'api',
});

const key = (kit: Kit, at: number, name: string): string => {
  if (kit.options.fieldKeys === 'leaf') return name.split('.').at(-1) ?? name;
  if (kit.options.fieldKeys === 'brackets') return `items[${at}].${name}`;
  return `items.${at}.${name}`;
};

function readItem(kit: Kit, at: number, given: unknown, wrong: Wrong): Item {
  const note = (name: string, message: string): void => {
    const named = kit.options.configKey === 'config' ? name.replace(/^config\..+/, 'config') : name;
    wrong[key(kit, at, named)] = [message];
  };
  if (!isRecord(given)) {
    wrong[kit.options.fieldKeys === 'brackets' ? `items[${at}]` : `items.${at}`] = ['an item is wanted'];
    return { sku: '', quantity: 1, cycle: 'monthly' };
  }
  const { sku_id, quantity = 1, billing_cycle = 'monthly', config = {} } = given;
  if (typeof sku_id !== 'string') note('sku_id', 'some text is wanted');
  if (!Number.isInteger(quantity)) note('quantity', 'a whole number is wanted');
  if (!cycleOk(billing_cycle)) {
    const years = kit.options.cycleMessage === 'pattern' ? '<N>_year' : '1_year, 2_year, 3_year … 10_year';
    note('billing_cycle', `choose between ${cycles.join(' or ')} or ${years}`);
  }
  if (!isRecord(config)) note('config', 'an object is wanted');
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

function read(ask: Ask, kit: Kit): { customer: string; items: Item[]; method: string } {
  const body = isRecord(ask.body) ? ask.body : {};
  const wrong: Wrong = {};
  const { customer_id, items, payment_method = 'wallet' } = body;
  if (typeof customer_id !== 'string' || !/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(customer_id)) {
    wrong.customer_id = ['a UUID is wanted'];
  }
  if (!Array.isArray(items) || items.length === 0) wrong.items = ['a list of items is wanted'];
  const read = Array.isArray(items) ? items.map((item, at) => readItem(kit, at, item, wrong)) : [];
  if (
    payment_method !== 'wallet' &&
    (payment_method !== kit.options.deferred || kit.options.deferred === null)
  ) {
    wrong.payment_method = ['this method is not known here'];
  }
  if (kit.options.extraMembers === 'refused') {
    for (const name of Object.keys(body)) {
      if (!['customer_id', 'items', 'payment_method'].includes(name)) wrong[name] = ['unknown'];
    }
  }
  if (Object.keys(wrong).length > 0) throw new Refused(422, 'Please look again.', wrong);
  return { customer: String(customer_id), items: read, method: String(payment_method) };
}

const months: Record<string, number> = { hourly: 0, one_time: 0, monthly: 1, quarterly: 3, semi_annual: 6 };

function price(kit: Kit, item: Item): number {
  const base = 100 + ([...item.sku].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 900);
  const term = months[item.cycle] ?? Number.parseInt(item.cycle, 10) * 12;
  const net = base * Math.max(1, term) * item.quantity;
  return net + Math.round((net * kit.options.tax) / 100);
}

function payer(kit: Kit, books: Books, id: string): Customer {
  const customer = books.customers.get(id);
  if (!customer || customer.gone) {
    throw new Refused(kit.options.unknownCustomer, 'No such customer.', {
      customer_id: ['nobody has this id'],
    });
  }
  return customer;
}

const create: Handler = (ask, _params, caller, kit) => {
  const { customer, items, method } = read(ask, kit);
  const books = booksOf(kit, caller.tenant);
  payer(kit, books, customer);
  const total = items.reduce((sum, item) => sum + price(kit, item), 0);
  if (method === 'wallet') {
    if (books.credit < total) throw short(kit);
    books.credit -= total;
    books.late.push({ amount: total, looks: kit.options.debitLag });
  }
  const born = kit.now();
  const made: Service[] = items.flatMap((item) =>
    Array.from({ length: kit.options.services === 'unit' ? item.quantity : 1 }, () => {
      const step = 86_400_000 * 30 * Math.max(1, months[item.cycle] ?? 12);
      const rest = { product: item.sku, customer, phase: 'live', born, step, price: price(kit, item) };
      return { id: uuid7(born), paidUntil: born + step, ...rest };
    }),
  );
  const invoice = {
    id: uuid7(born),
    order: '',
    customer,
    sum: total,
    open: method === 'wallet' ? 0 : total,
    born,
  };
  const order: Order = {
    id: uuid7(born),
    customer,
    state: method === 'wallet' ? 'processing' : 'pending',
    total,
    invoice: invoice.id,
    services: made.map((service) => service.id),
    born,
    method,
  };
  invoice.order = order.id;
  books.orders.set(order.id, order);
  books.invoices.set(invoice.id, invoice);
  for (const service of made) {
    books.services.set(service.id, service);
    const subscription = { id: anyId(kit.options, born), service: service.id, customer, running: true, born };
    books.subscriptions.set(subscription.id, subscription);
  }
  return { status: 201, body: orderView(kit, order) };
};

const all: Handler = (ask, _params, caller, kit) =>
  list(ask, kit, booksOf(kit, caller.tenant).orders.values(), (order) => orderView(kit, order));

const get: Handler = (_ask, params, caller, kit) => ({
  status: 200,
  body: orderView(kit, own(kit, caller, 'orders', params.id ?? '')),
});

const cancel: Handler = (_ask, params, caller, kit) => {
  const order = own(kit, caller, 'orders', params.id ?? '');
  if (order.state !== 'pending') throw conflict(kit, `An order that is ${order.state} cannot be cancelled.`);
  order.state = 'withdrawn';
  const books = booksOf(kit, caller.tenant);
  for (const id of order.services) {
    const service = books.services.get(id);
    if (service) service.phase = 'over';
  }
  for (const subscription of books.subscriptions.values()) {
    if (order.services.includes(subscription.service)) subscription.running = false;
  }
  return done(kit, orderView(kit, order));
};

export const orders = { create, all, get, cancel };
