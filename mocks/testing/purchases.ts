// For tests: creates customers of the owner's tenant in an empty world, who buy orders, domains and VPS instances.
import type { Body } from '../../src/contract/types.ts';
import type { AppOptions } from '../../src/server/app.ts';
import { createTestMock, customerBody, MINUTE, type TestMock } from './test-mock.ts';

/** The items of an order, as the create request contains them. */
type OrderItems = Body<'createOrder'>['items'];

/** The items of an order of one hosting package with monthly billing. */
export const HOSTING_ITEMS: OrderItems = [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }];

/** Creates a customer, and returns functions to place orders for the customer. */
export async function createOrderShop(mock: TestMock = createTestMock({ world: 'empty' })) {
  const call = mock.as('owner');
  const customer = (await call('createCustomer', { body: customerBody() })).data;
  return {
    mock,
    call,
    customer,
    order: (items: OrderItems, payment_method = 'wallet') =>
      call('createOrder', { body: { customer_id: customer.id, items, payment_method } }),
    get: async (id: string) => (await call('getOrder', { params: { id } })).data,
    invoice: async (id: string) => (await call('getInvoice', { params: { id } })).data,
    balance: async () => (await call('getWallet')).data.balance_amount,
  };
}

/** Creates a service of a new customer in the empty world, which was activated a minute ago and is paid for one cycle. */
export async function createRunningService(billing_cycle = 'monthly', sku_id = 'hosting-pro') {
  const shop = await createOrderShop();
  const { mock, call, customer } = shop;
  const order = (await shop.order([{ sku_id, quantity: 1, billing_cycle } as OrderItems[number]])).data;
  mock.pass(MINUTE);
  const id = order.services[0] ?? '';
  const service = async () => (await call('getService', { params: { id } })).data;
  return {
    mock,
    call,
    id,
    customer,
    order,
    service,
    balance: shop.balance,
    subscription: async () =>
      (await call('getSubscription', { params: { id: (await service()).subscription_id ?? '' } })).data,
    invoices: async (query: Record<string, string> = {}) =>
      (await call('listInvoices', { query: { sort: 'created_at', ...query } })).data.data,
  };
}

/**
 * Creates a customer, and returns functions to register and transfer domains for the customer and to list the domain
 * events.
 */
export async function createDomainShop(mock: TestMock = createTestMock({ world: 'empty' })) {
  const { call, customer } = await createOrderShop(mock);
  const customer_id = customer.id;
  const events: { type: string; data: object }[] = [];
  mock.app.world.onCommit((commit) => void events.push(...commit.events));
  const register = (domain: string, more: object = {}) =>
    call('registerDomain', { body: { customer_id, domain, billing_cycle: '1_year', ...more } });
  const transfer = (domain: string, more: object = {}) =>
    call('transferDomain', { body: { customer_id, domain, auth_code: 'aB3$xY9!', ...more } });
  return {
    mock,
    call,
    customer_id,
    register,
    transfer,
    domainEvents: () => events.filter(({ type }) => type.startsWith('domain.')),
    domainEventTypes: () => events.flatMap(({ type }) => (type.startsWith('domain.') ? [type] : [])),
    get: async (id: string) => (await call('getDomain', { params: { id } })).data,
    availability: async (domain: string) => (await call('checkDomain', { body: { domain } })).data,
  };
}

/**
 * Places an order of one hosting package by bank transfer. The order is pending, and 1178 minor units of its invoice
 * are due.
 */
export async function createUnpaidOrder() {
  const shop = await createOrderShop();
  const { mock, call } = shop;
  const order = (await shop.order(HOSTING_ITEMS, 'bank_transfer')).data;
  const { invoice_id } = order;
  return {
    mock,
    call,
    order,
    invoice_id,
    invoice: () => shop.invoice(invoice_id),
    pay: (amount: number, more: object = {}) =>
      call('createPayment', { body: { invoice_id, amount, payment_method: 'cash', ...more } }),
  };
}

/**
 * Creates a VPS instance, which is in provisioning afterwards.
 * @param sent members of the create request that replace the default ones
 */
export async function createVpsInstance(sent: object = {}, options: AppOptions = {}) {
  const { mock, call, customer } = await createOrderShop(createTestMock({ world: 'empty', ...options }));
  const events: { type: string; status: unknown }[] = [];
  mock.app.world.onCommit((commit) => {
    for (const { type, data } of commit.events) events.push({ type, status: Reflect.get(data, 'status') });
  });
  const body = {
    customer_id: customer.id,
    sku_id: 'vps-4g',
    hostname: 'srv1.example.org',
    region: 'de-fra',
    image: 'debian-13',
    billing_cycle: 'monthly',
    ...sent,
  };
  const created = await call('createVps', { body });
  const params = { id: created.data.id };
  const get = async () => (await call('getVps', { params })).data;
  return { mock, call, customer, body, created, params, get, events };
}

/** Creates a VPS instance and advances the clock until the instance runs. */
export async function createRunningVps(sent: object = {}, options: AppOptions = {}) {
  const instance = await createVpsInstance(sent, options);
  instance.mock.pass(MINUTE);
  await instance.get();
  return instance;
}
