// Arranges what customers buy: orders, services, subscriptions, and the resources of each product type.

import { pools } from '../../fixtures/worlds/pools.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { payInvoice } from '../areas/billing.ts';
import { registerDomain, transferDomain } from '../areas/domains.ts';
import { orderProduct, placeOrder } from '../areas/orders.ts';
import { orderCertificate } from '../areas/ssl.ts';
import { createVps, resizeVps } from '../areas/vps.ts';
import { type BillingCycle, DAY } from '../billing/cycles.ts';
import { cancelAtPeriodEnd } from '../billing/subscriptions.ts';
import { transferAway } from '../products/domain-lifecycle.ts';
import { registrationOf, skuOf, unavailableReason } from '../products/domain-registry.ts';
import { sizeOf, switchPower } from '../products/types/vps.ts';
import type { OrderRow, ServiceRow, Store } from '../tables.ts';
import { type Course, chooseCycle, orderedAt, type Purchase, schedulePurchase } from './purchases.ts';
import { type ArrangedKind, bodyOf, idOf, type Timeline, textOf } from './timeline.ts';

/** The course of a purchase by the kind of the record and its state. */
const COURSES: Readonly<Record<string, Readonly<Record<string, Course>>>> = {
  orders: {
    completed: 'active',
    pending: 'unpaid',
    processing: 'processing',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  services: {
    active: 'active',
    pending: 'unpaid',
    suspended: 'suspended',
    terminated: 'terminated',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  subscriptions: {
    active: 'active',
    past_due: 'past_due',
    cancelled: 'unsubscribed',
    expired: 'run_out',
  },
  hosting_accounts: {
    active: 'active',
    pending: 'unpaid',
    suspended: 'suspended',
    terminated: 'terminated',
    failed: 'failed',
  },
  email_services: {
    active: 'active',
    pending: 'unpaid',
    suspended: 'suspended',
    terminated: 'terminated',
    failed: 'failed',
  },
  domains: {
    active: 'active',
    pending_registration: 'unpaid',
    pending_transfer: 'unpaid',
    expired: 'run_out',
    grace_period: 'run_out',
    redemption_period: 'run_out',
    cancelled: 'cancelled',
    failed: 'failed',
    transferred_away: 'active',
  },
  certificates: {
    issued: 'active',
    pending_validation: 'unpaid',
    expired: 'run_out',
    revoked: 'terminated',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  vps: {
    running: 'active',
    provisioning: 'unpaid',
    starting: 'active',
    stopping: 'active',
    stopped: 'active',
    rebooting: 'active',
    resizing: 'active',
    suspended: 'suspended',
    terminated: 'terminated',
    error: 'failed',
  },
};

/** The state of a product record that gives none: the first state of its kind. */
export const presetStatus = (kind: string): string | undefined => Object.keys(COURSES[kind] ?? {})[0];

const PRODUCT: ArrangedKind = {
  createdAt: (record, now, timeline) => orderedAt(record, purchaseOf(record, timeline), now),
  schedule: scheduleProduct,
};

export const products: Readonly<Record<string, ArrangedKind>> = Object.fromEntries(
  Object.keys(COURSES).map((kind) => [kind, PRODUCT]),
);

/** How long ago the paid period of a domain ended, by its state, in milliseconds. */
const ENDED_FOR: Readonly<Record<string, number>> = { grace_period: 15 * DAY, redemption_period: 45 * DAY };

const YEARLY = ['domains', 'certificates'];

function purchaseOf(record: ScenarioRecord, timeline: Pick<Timeline, 'pick' | 'now'>): Purchase {
  const { kind, own, given } = record;
  const status = textOf(own.status) ?? presetStatus(kind) ?? '';
  const cycle = chooseCycle(record, YEARLY.includes(kind) ? '1_year' : 'monthly', timeline.now);
  const sale = SALES[kind]?.(record, cycle, timeline);
  if (!sale) throw new Error(`No sale of ${kind} is declared.`);
  const autoRenew = own.auto_renew ?? given.auto_renew;
  const endedFor = ENDED_FOR[status];
  return {
    ...sale,
    course: COURSES[kind]?.[status] ?? 'active',
    ...(endedFor !== undefined && { endedFor }),
    ...(typeof autoRenew === 'boolean' && { autoRenew }),
  };
}

function scheduleProduct(timeline: Timeline, record: ScenarioRecord): void {
  schedulePurchase(timeline, record, purchaseOf(record, timeline));
  const { kind, own } = record;
  if (kind === 'subscriptions') scheduleSubscription(timeline, record);
  if (kind === 'vps') schedulePower(timeline, record, textOf(own.status) ?? 'running');
  if (kind === 'domains' && own.status === 'transferred_away') {
    timeline.onWay(record, 0.8, (store) => transferAway(store, store.domains.get(idOf(record))));
  }
}

function scheduleSubscription(timeline: Timeline, record: ScenarioRecord): void {
  // The record is the service until its subscription exists.
  const service: { id: string | null } = { id: null };
  timeline.on(record, timeline.startOf(record), () => {
    service.id = record.id;
    record.id = null;
  });
  timeline.on(record, timeline.startOf(record) + 4000, (store) => {
    record.id = store.services.get(service.id ?? '').subscription_id;
  });
  if (record.own.cancel_at_period_end === true)
    timeline.onWay(record, 0.9, (store) => {
      if (record.id === null) return;
      cancelAtPeriodEnd(store, store.subscriptions.get(idOf(record)));
    });
}

const BIGGER = ['vps-8g', 'vps-xl'];

// Switches an instance on or off, so that it is in a state of its power cycle now.
function schedulePower(timeline: Timeline, record: ScenarioRecord, status: string): void {
  const power = (at: number, trigger: 'start' | 'stop' | 'reboot'): void =>
    timeline.on(record, at, (store) => switchPower(store, idOf(record), trigger));
  if (status === 'stopped' || status === 'starting') power(timeline.between(record, 0.6), 'stop');
  if (status === 'stopping') power(timeline.now, 'stop');
  if (status === 'starting') power(timeline.now, 'start');
  if (status === 'rebooting') power(timeline.now, 'reboot');
  if (status === 'resizing')
    timeline.on(record, timeline.now, (store) => {
      const before = store.vps.get(idOf(record));
      const sku_id =
        BIGGER.find((sku) => sku !== before.sku_id && sizeOf(sku).disk_bytes >= before.disk_bytes) ??
        'vps-xl';
      const { invoice_id } = resizeVps(store, before, { sku_id, payment_method: 'bank_transfer' });
      const invoice = store.invoices.get(invoice_id ?? '');
      if (invoice.status === 'unpaid') payInvoice(store, invoice);
    });
}

/** A part of a purchase that each kind of product has in its own way. */
type Sale = Pick<Purchase, 'items' | 'place' | 'idOf'>;
type Sell = (record: ScenarioRecord, cycle: BillingCycle, timeline: Pick<Timeline, 'pick'>) => Sale;

const serviceOf = (store: Store, order: OrderRow): ServiceRow => store.services.get(order.services[0] ?? '');
const resourceOf = (store: Store, order: OrderRow): string => serviceOf(store, order).resource_id ?? '';

// Finds a domain name that nothing in the world uses: a word and the number of the record.
function freeName(
  store: Store,
  record: ScenarioRecord,
  { pick }: Pick<Timeline, 'pick'>,
  transfer = false,
): string {
  const word = pick(pools.words, 'domain', record.ordinal);
  for (let count = record.ordinal + 1; ; count += 1) {
    const name = `${transfer ? 'elsewhere-' : ''}${word}-${count}.example`;
    const isFree = transfer
      ? registrationOf(store, name) === 'elsewhere'
      : unavailableReason(store, name) === null;
    const isUsed =
      store.hosting_accounts.count({ domain: name }) +
        store.email_services.count({ domain: name }) +
        store.certificates.count({ common_name: name }) >
      0;
    if (isFree && !isUsed && !store.platform.dns_zones.by('name', name)) return name;
  }
}

// Builds the sale of one product. `order`: orders it by the members that every create request has and those that the
// scenario gives; `name` finds a free domain name
const sell =
  (
    sku: string,
    order: (store: Store, body: object, name: () => string) => { order_id?: string | null },
    idOfSold: Sale['idOf'] = resourceOf,
  ): Sell =>
  (record, billing_cycle, timeline) => {
    const sku_id = textOf(record.given.sku_id) ?? sku;
    return {
      items: [{ sku_id, billing_cycle, quantity: 1 }],
      place(store, payment_method) {
        const name = (): string => freeName(store, record, timeline);
        const bought = { customer_id: idOf(record.owner), sku_id, billing_cycle, payment_method };
        return store.orders.get(order(store, { ...record.given, ...bought }, name).order_id ?? '');
      },
      idOf: idOfSold,
    };
  };

const services = sell(
  'hosting-pro',
  (store, { ...body }: { customer_id?: string; payment_method?: string }, name) => {
    const { customer_id = '', payment_method, ...item } = body;
    const { config, ...priced } = bodyOf('OrderItem', { config: { domain: name() }, ...item, quantity: 1 });
    return orderProduct(store, { ...priced, customer_id, payment_method }, config);
  },
  (store, order) => serviceOf(store, order).id,
);

const SALES: Readonly<Record<string, Sell>> = {
  services,
  // The id of the subscription is known after the provisioning only.
  subscriptions: services,

  orders(record, billing_cycle, timeline) {
    const item = { sku_id: 'hosting-pro', quantity: 1, billing_cycle };
    const body = (items: object[], payment_method: string, customer_id: string) =>
      bodyOf('OrderCreate', { items, ...record.given, payment_method, customer_id });
    return {
      items: body([item], 'wallet', '00000000-0000-4000-8000-000000000000').items,
      place(store, payment_method) {
        const config = { domain: freeName(store, record, timeline) };
        return placeOrder(store, body([{ ...item, config }], payment_method, idOf(record.owner)));
      },
      idOf: (_, order) => order.id,
    };
  },

  hosting_accounts: sell('hosting-pro', (store, given, name) => {
    const body = bodyOf('HostingAccountCreate', { domain: name(), ...given });
    return orderProduct(store, body, { domain: body.domain }, { hosting: body });
  }),

  email_services: sell('email-basic', (store, given, name) => {
    const body = bodyOf('EmailServiceCreate', { domain: name(), ...given });
    return orderProduct(store, body, { domain: body.domain }, { email: body });
  }),

  certificates: sell('ssl-dv', (store, given, name) =>
    orderCertificate(
      store,
      bodyOf('CertificateCreate', { common_name: name(), validation_method: 'dns', ...given }),
    ),
  ),

  vps(record, billing_cycle, timeline) {
    const hostname = `srv${record.ordinal + 1}.arranged.example`;
    const preset = { hostname, region: 'de-fra', image: 'debian-13' };
    return sell('vps-m', (store, given) => createVps(store, bodyOf('VpsCreate', { ...preset, ...given })))(
      record,
      billing_cycle,
      timeline,
    );
  },

  domains(record, billing_cycle, timeline) {
    const isTransfer = record.own.status === 'pending_transfer';
    const given = textOf(record.given.domain);
    const sku_id = textOf(record.given.sku_id) ?? skuOf(given ?? 'any.example') ?? '';
    return {
      items: [{ sku_id, billing_cycle, quantity: 1 }],
      place(store, payment_method, renews) {
        const domain = given ?? freeName(store, record, timeline, isTransfer);
        const preset = renews ? {} : { auto_renew: false };
        const shared = { domain, customer_id: idOf(record.owner), billing_cycle, payment_method };
        const body = { ...preset, ...record.given, ...shared };
        const { order_id } = isTransfer
          ? transferDomain(store, bodyOf('DomainTransfer', { ...body, auth_code: 'aB3$xY9!' }))
          : registerDomain(store, bodyOf('DomainRegister', body));
        return store.orders.get(order_id ?? '');
      },
      idOf: resourceOf,
    };
  },
};
