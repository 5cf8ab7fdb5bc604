// Domains: looked for, registered, transferred, delegated, renewed.
import type { Body } from '../src/contract/types.ts';
import type { Handlers } from '../src/server/handler.ts';
import { next } from '../src/state/lifecycle.ts';
import { Refusal } from '../src/state/refusal.ts';
import { isSoldAs, unitPrice } from './catalogue.ts';
import { endOfCycle, isRecurring, monthsOf } from './cycles.ts';
import { tell } from './events.ts';
import type { DomainAsked } from './kinds/domain.ts';
import * as lifecycles from './lifecycles.ts';
import { placeOrder } from './orders.ts';
import { demandTerm, elsewhere, fault, reasonAgainst, sentence, skuOf, whereabouts } from './registry.ts';
import { renew } from './renewals.ts';
import type { DomainRow, Store } from './tables.ts';
import { tenantOf } from './tenancy.ts';

type Buying = {
  customer_id: string;
  billing_cycle: DomainRow['billing_cycle'];
  sku_id: string;
  payment_method: string | undefined;
};

export const domains = {
  listDomains: ({ store, query }) => store.domains.page(query),

  checkDomain: ({ store, body }) => availability(store, body.domain),

  registerDomain: ({ store, body }) => register(store, body),

  transferDomain: ({ store, body }) => transfer(store, body),

  getDomain: ({ store, params }) => store.domains.get(params.id),

  replaceDomainNameservers: ({ store, params, body }) => {
    const { nameservers } = body;
    const delegated = store.domains.move(params.id, 'replace_nameservers', { nameservers });
    return tell(store, 'domain.nameservers_updated', delegated);
  },

  renewDomain: ({ store, params, body }) => {
    const domain = store.domains.get(params.id);
    next(lifecycles.domain, domain.status, 'renew');
    const service = store.services.get(domain.service_id);
    const own = service.billing_cycle;
    if (!isRecurring(own)) throw new Refusal('CYCLE_NOT_RENEWABLE');
    const cycle = body?.billing_cycle ?? (monthsOf(own) >= 12 ? own : '1_year');
    const renewal = renew(store, service, cycle, body?.payment_method ?? 'wallet');
    return { ...renewal, resource_type: 'domain', resource_id: domain.id };
  },
} satisfies Partial<Handlers<Store>>;

/** Registers a name nobody has. Refusals DOMAIN_UNAVAILABLE, SKU_NO_DOMAIN. */
export function register(store: Store, body: Body<'registerDomain'>): DomainRow {
  const { domain, customer_id, billing_cycle, payment_method } = body;
  const { nameservers, auto_renew, privacy_enabled, registrant } = body;
  const reason = reasonAgainst(store, domain);
  if (reason !== null) {
    throw new Refusal('DOMAIN_UNAVAILABLE', { errors: { domain: [sentence(reason, domain)] } });
  }
  const sku_id = body.sku_id ?? skuOf(domain) ?? '';
  if (!isSoldAs(sku_id, 'domain')) throw new Refusal('SKU_NO_DOMAIN');
  return buy(
    store,
    { customer_id, billing_cycle, payment_method, sku_id },
    { domain, nameservers, auto_renew, privacy_enabled, registrant, auth_code: null },
  );
}

/** Begins the transfer of a name registered elsewhere. Refusals DOMAIN_NOT_TRANSFERABLE, DOMAIN_HERE, DOMAIN_TERM_TOO_LONG. */
export function transfer(store: Store, body: Body<'transferDomain'>): DomainRow {
  const { domain, customer_id, auth_code, billing_cycle = '1_year', payment_method } = body;
  demandTransferable(store, domain);
  demandTerm(store, endOfCycle(elsewhere(domain, store.now).expires_at, billing_cycle));
  const moving = buy(
    store,
    { customer_id, billing_cycle, payment_method, sku_id: skuOf(domain) ?? '' },
    { domain, nameservers: body.nameservers, auto_renew: body.auto_renew, auth_code },
  );
  return tell(store, 'domain.transfer_started', moving);
}

/** Orders a name, the way every product is ordered. */
function buy(
  store: Store,
  { customer_id, billing_cycle, sku_id, payment_method }: Buying,
  asked: DomainAsked,
): DomainRow {
  const order = placeOrder(
    store,
    {
      customer_id,
      payment_method: payment_method ?? 'wallet',
      items: [{ sku_id, quantity: 1, billing_cycle, config: { domain: asked.domain } }],
    },
    { domain: asked },
  );
  const service = store.services.get(order.services[0] ?? '');
  if (asked.auto_renew === false) store.services.update(service.id, { auto_renew: false });
  return store.domains.get(service.resource_id ?? '');
}

/** Refusals DOMAIN_NOT_TRANSFERABLE, DOMAIN_HERE. */
function demandTransferable(store: Store, name: string): void {
  const reason = fault(name);
  if (reason !== null) {
    throw new Refusal('DOMAIN_NOT_TRANSFERABLE', { errors: { domain: [sentence(reason, name)] } });
  }
  const where = whereabouts(store, name);
  if (where === 'here') throw new Refusal('DOMAIN_HERE');
  if (where === 'nowhere') {
    const errors = { domain: [`${name} is not registered. Register it instead.`] };
    throw new Refusal('DOMAIN_NOT_TRANSFERABLE', { errors });
  }
}

/** Prices are those of one year. A name held by anybody here is registered; whose it is, nobody is told. */
function availability(store: Store, name: string) {
  const { currency } = tenantOf(store);
  const reason = reasonAgainst(store, name);
  const sku = skuOf(name);
  const known = (reason === null || reason === 'registered') && sku !== undefined;
  const price = known ? unitPrice(sku, '1_year', currency) : null;
  return {
    domain: name,
    available: reason === null,
    premium: false,
    reason,
    register_amount: reason === null ? price : null,
    renew_amount: price,
    transfer_amount: reason === 'registered' && whereabouts(store, name) === 'elsewhere' ? price : null,
    currency,
  };
}
