// Arranges what customers buy: orders, services, subscriptions, and the resources of each product type.

import { pools } from '../../fixtures/worlds/pools.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { recordPayment } from '../areas/billing.ts';
import { registerDomain, transferDomain } from '../areas/domains.ts';
import { placeOrder } from '../areas/orders.ts';
import { createVps, resizeVps } from '../areas/vps.ts';
import { type BillingCycle, DAY } from '../billing/cycles.ts';
import { cancelAtPeriodEnd } from '../billing/subscriptions.ts';
import { registrationOf, skuOf, unavailableReason } from '../products/domain-registry.ts';
import { terminateService } from '../products/instances.ts';
import { moveDomain } from '../products/types/domain.ts';
import { scheduleTransition, sizeOf } from '../products/vps-power.ts';
import type { OrderRow, ServiceRow, Store, VpsRow } from '../tables.ts';
import { type Course, chooseCycle, orderedAt, type Purchase, schedulePurchase } from './purchases.ts';
import { bodyOf, idOf, type Timeline, textOf } from './timeline.ts';

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

/** Tells whether records of a kind are bought. */
export const isProduct = (kind: string): boolean => Object.hasOwn(COURSES, kind);

/** How long ago the paid period of a domain ended, by its state, in milliseconds. */
const ENDED_FOR: Readonly<Record<string, number>> = { grace_period: 15 * DAY, redemption_period: 45 * DAY };

/** A part of a purchase that each kind of product has in its own way. */
type Sale = Pick<Purchase, 'items' | 'place' | 'idOf'>;
type Sell = (record: ScenarioRecord, cycle: BillingCycle, timeline: Pick<Timeline, 'pick'>) => Sale;

const customerOf = (record: ScenarioRecord): string => idOf(record.owner);
const serviceOf = (store: Store, order: OrderRow): ServiceRow => store.services.get(order.services[0] ?? '');
const resourceOf = (store: Store, order: OrderRow): string => serviceOf(store, order).resource_id ?? '';
const orderOf = (store: Store, order_id: string | null | undefined): OrderRow =>
  store.orders.get(order_id ?? '');

/** Finds a domain name that nothing in the world uses: a word and the number of the record. */
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

/** Builds the sale of one order item, which creates one service. */
function sellItem(sku: string, idOfSold: (store: Store, order: OrderRow) => string): Sell {
  return (record, billing_cycle, timeline) => {
    const sku_id = textOf(record.given.sku_id) ?? sku;
    const item = (store: Store) => {
      const body = { config: { domain: freeName(store, record, timeline) }, ...record.given };
      return bodyOf('OrderItem', { ...body, sku_id, billing_cycle, quantity: 1 });
    };
    return {
      items: [{ sku_id, billing_cycle, quantity: 1 }],
      place: (store, payment_method) =>
        placeOrder(store, { customer_id: customerOf(record), payment_method, items: [item(store)] }),
      idOf: idOfSold,
    };
  };
}

const SALES: Readonly<Record<string, Sell>> = {
  services: sellItem('hosting-pro', (store, order) => serviceOf(store, order).id),
  // The id of the subscription is known after the provisioning only.
  subscriptions: sellItem('hosting-pro', (store, order) => serviceOf(store, order).id),

  orders(record, billing_cycle, timeline) {
    const body = (store: Store, payment_method: string) => {
      const preset = {
        sku_id: 'hosting-pro',
        quantity: 1,
        billing_cycle,
        config: { domain: freeName(store, record, timeline) },
      };
      const given = { items: [preset], ...record.given, payment_method, customer_id: customerOf(record) };
      return bodyOf('OrderCreate', given);
    };
    const items: unknown = record.given.items;
    const parsed = bodyOf('OrderCreate', {
      customer_id: '00000000-0000-4000-8000-000000000000',
      payment_method: 'wallet',
      items: items ?? [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle }],
    });
    return {
      items: parsed.items,
      place: (store, payment_method) => placeOrder(store, body(store, payment_method)),
      idOf: (_, order) => order.id,
    };
  },

  hosting_accounts(record, billing_cycle, timeline) {
    const sku_id = textOf(record.given.sku_id) ?? 'hosting-pro';
    return {
      items: [{ sku_id, billing_cycle, quantity: 1 }],
      place(store, payment_method) {
        const customer_id = customerOf(record);
        const preset = { domain: freeName(store, record, timeline), ...record.given };
        const hosting = bodyOf('HostingAccountCreate', {
          ...preset,
          customer_id,
          sku_id,
          billing_cycle,
          payment_method,
        });
        const item = { sku_id, quantity: 1, billing_cycle, config: { domain: hosting.domain } };
        return placeOrder(store, { customer_id, payment_method, items: [item] }, { hosting });
      },
      idOf: resourceOf,
    };
  },

  email_services(record, billing_cycle, timeline) {
    const sku_id = textOf(record.given.sku_id) ?? 'email-basic';
    return {
      items: [{ sku_id, billing_cycle, quantity: 1 }],
      place(store, payment_method) {
        const customer_id = customerOf(record);
        const preset = { domain: freeName(store, record, timeline), ...record.given };
        const email = bodyOf('EmailServiceCreate', {
          ...preset,
          customer_id,
          sku_id,
          billing_cycle,
          payment_method,
        });
        const item = { sku_id, quantity: 1, billing_cycle, config: { domain: email.domain } };
        return placeOrder(store, { customer_id, payment_method, items: [item] }, { email });
      },
      idOf: resourceOf,
    };
  },

  certificates(record, billing_cycle, timeline) {
    const sku_id = textOf(record.given.sku_id) ?? 'ssl-dv';
    return {
      items: [{ sku_id, billing_cycle, quantity: 1 }],
      place(store, payment_method) {
        const customer_id = customerOf(record);
        const preset = {
          common_name: freeName(store, record, timeline),
          validation_method: 'dns',
          ...record.given,
        };
        const ssl = bodyOf('CertificateCreate', {
          ...preset,
          customer_id,
          sku_id,
          billing_cycle,
          payment_method,
        });
        const config = { domain: ssl.common_name.replace(/^\*\./, '') };
        const item = { sku_id, quantity: 1, billing_cycle, config };
        const order = placeOrder(store, { customer_id, payment_method, items: [item] }, { ssl });
        if (ssl.auto_renew === false)
          store.services.update(serviceOf(store, order).id, { auto_renew: false });
        return order;
      },
      idOf: resourceOf,
    };
  },

  vps(record, billing_cycle) {
    const sku_id = textOf(record.given.sku_id) ?? 'vps-m';
    return {
      items: [{ sku_id, billing_cycle, quantity: 1 }],
      place(store, payment_method) {
        const customer_id = customerOf(record);
        const preset = {
          hostname: `srv${record.ordinal + 1}.arranged.example`,
          region: 'de-fra',
          image: 'debian-13',
        };
        const body = { ...preset, ...record.given, customer_id, sku_id, billing_cycle, payment_method };
        const { order_id } = createVps(store, bodyOf('VpsCreate', body));
        return orderOf(store, order_id);
      },
      idOf: resourceOf,
    };
  },

  domains(record, billing_cycle, timeline) {
    const isTransfer = record.own.status === 'pending_transfer';
    const given = textOf(record.given.domain);
    const sku_id = textOf(record.given.sku_id) ?? skuOf(given ?? 'any.example') ?? '';
    return {
      items: [{ sku_id, billing_cycle, quantity: 1 }],
      place(store, payment_method, renews) {
        const domain = given ?? freeName(store, record, timeline, isTransfer);
        const customer_id = customerOf(record);
        const preset = renews ? {} : { auto_renew: false };
        const body = { ...preset, ...record.given, domain, customer_id, billing_cycle, payment_method };
        const { order_id } = isTransfer
          ? transferDomain(store, bodyOf('DomainTransfer', { ...body, auth_code: 'aB3$xY9!' }))
          : registerDomain(store, bodyOf('DomainRegister', body));
        return orderOf(store, order_id);
      },
      idOf: resourceOf,
    };
  },
};

const YEARLY = ['domains', 'certificates'];

/** Builds the purchase of a record. */
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

/** Returns when a product was ordered unless the scenario says it, in milliseconds since 1970. */
export const productOrderedAt = (record: ScenarioRecord, timeline: Pick<Timeline, 'pick' | 'now'>): number =>
  orderedAt(record, purchaseOf(record, timeline), timeline.now);

/** Schedules a product, and what happens to it after it was provisioned. */
export function scheduleProduct(timeline: Timeline, record: ScenarioRecord): void {
  schedulePurchase(timeline, record, purchaseOf(record, timeline));
  const { kind, own } = record;
  if (kind === 'subscriptions') scheduleSubscription(timeline, record);
  if (kind === 'vps') schedulePower(timeline, record, textOf(own.status) ?? 'running');
  if (kind === 'domains' && own.status === 'transferred_away') {
    timeline.on(record, timeline.between(record, 0.8), (store) => {
      const domain = store.domains.get(idOf(record));
      moveDomain(store, domain, 'transfer_away', { transfer_locked: false });
      terminateService(store, domain.service_id);
    });
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
    timeline.on(record, timeline.between(record, 0.9), (store) => {
      if (record.id === null) return;
      cancelAtPeriodEnd(store, store.subscriptions.get(idOf(record)));
    });
}

const BIGGER = ['vps-8g', 'vps-xl'];

/** Switches an instance on or off, so that it is in a state of its power cycle now. */
function schedulePower(timeline: Timeline, record: ScenarioRecord, status: string): void {
  const instance = (store: Store): VpsRow => store.vps.get(idOf(record));
  const stop = (store: Store): void =>
    void scheduleTransition(store, store.vps.move(idOf(record), 'stop'), 'stopped');
  if (status === 'stopped' || status === 'starting') timeline.on(record, timeline.between(record, 0.6), stop);
  if (status === 'stopping') timeline.on(record, timeline.now, stop);
  if (status === 'starting')
    timeline.on(record, timeline.now, (store) => {
      scheduleTransition(store, store.vps.move(idOf(record), 'start'), 'running');
    });
  if (status === 'rebooting')
    timeline.on(record, timeline.now, (store) => {
      scheduleTransition(store, store.vps.move(idOf(record), 'reboot'), 'running');
    });
  if (status === 'resizing')
    timeline.on(record, timeline.now, (store) => {
      const before = instance(store);
      const sku_id =
        BIGGER.find((sku) => sku !== before.sku_id && sizeOf(sku).disk_gb >= before.disk_gb) ?? 'vps-xl';
      const { invoice_id } = resizeVps(store, before, { sku_id, payment_method: 'bank_transfer' });
      const invoice = store.invoices.get(invoice_id ?? '');
      if (invoice.status === 'unpaid')
        recordPayment(store, {
          invoice_id: invoice.id,
          amount: invoice.due_amount,
          method: 'bank_transfer',
          reference: invoice.number,
        });
    });
}
