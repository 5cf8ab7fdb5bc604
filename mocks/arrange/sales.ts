// The sale of each kind of product: what is ordered, and which id the record gets.

import { pools } from '../../fixtures/worlds/pools.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { registerDomain, transferDomain } from '../areas/domains.ts';
import { placeOrder } from '../areas/orders.ts';
import { createVps } from '../areas/vps.ts';
import type { BillingCycle } from '../billing/cycles.ts';
import { registrationOf, skuOf, unavailableReason } from '../products/domain-registry.ts';
import type { OrderRow, ServiceRow, Store } from '../tables.ts';
import type { Purchase } from './purchases.ts';
import { bodyOf, idOf, type Timeline, textOf } from './timeline.ts';

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

/** The sale of a record by its kind. */
export const SALES: Readonly<Record<string, Sell>> = {
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
