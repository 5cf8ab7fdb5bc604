// The sale of each kind of product: what is ordered, and which id the record gets.

import { pools } from '../../fixtures/worlds/pools.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { registerDomain, transferDomain } from '../areas/domains.ts';
import { orderProduct, placeOrder } from '../areas/orders.ts';
import { orderCertificate } from '../areas/ssl.ts';
import { createVps } from '../areas/vps.ts';
import type { BillingCycle } from '../billing/cycles.ts';
import { registrationOf, skuOf, unavailableReason } from '../products/domain-registry.ts';
import type { OrderRow, ServiceRow, Store } from '../tables.ts';
import type { Purchase } from './purchases.ts';
import { bodyOf, idOf, type Timeline, textOf } from './timeline.ts';

/** A part of a purchase that each kind of product has in its own way. */
type Sale = Pick<Purchase, 'items' | 'place' | 'idOf'>;
type Sell = (record: ScenarioRecord, cycle: BillingCycle, timeline: Pick<Timeline, 'pick'>) => Sale;

const serviceOf = (store: Store, order: OrderRow): ServiceRow => store.services.get(order.services[0] ?? '');
const resourceOf = (store: Store, order: OrderRow): string => serviceOf(store, order).resource_id ?? '';

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

export const SALES: Readonly<Record<string, Sell>> = {
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
