// Handlers for domains: check availability, register, transfer, replace nameservers, renew.
import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { nextState } from '../../src/state/lifecycle.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { endOfCycle, isRecurring, monthsOf } from '../billing/cycles.ts';
import { renewService } from '../billing/renewals.ts';
import { tenantOf } from '../identity/tenancy.ts';
import * as lifecycles from '../lifecycles.ts';
import {
  assertTermAllowed,
  externalRegistration,
  nameProblem,
  reasonSentence,
  registrationOf,
  skuOf,
  unavailableReason,
} from '../products/domain-registry.ts';
import { isSoldAs, unitPrice } from '../products/price-list.ts';
import type { DomainDetails } from '../products/product-type.ts';
import type { DomainRow, Store } from '../tables.ts';
import { emitEvent } from '../webhooks/events.ts';
import { orderProduct } from './orders.ts';

/** Handles the operations under /domains. */
export const domains = {
  listDomains: ({ store, query }) => store.domains.page(query),

  checkDomain: ({ store, body }) => domainAvailability(store, body.domain),

  registerDomain: ({ store, body }) => registerDomain(store, body),

  transferDomain: ({ store, body }) => transferDomain(store, body),

  getDomain: ({ store, params }) => store.domains.get(params.id),

  replaceDomainNameservers: ({ store, params, body }) => {
    const { nameservers } = body;
    const delegated = store.domains.move(params.id, 'replace_nameservers', { nameservers });
    return emitEvent(store, 'domain.nameservers_updated', delegated);
  },

  renewDomain: ({ store, params, body }) => {
    const domain = store.domains.get(params.id);
    nextState(lifecycles.domain, domain.status, 'renew');
    const service = store.services.get(domain.service_id);
    const currentCycle = service.billing_cycle;
    if (!isRecurring(currentCycle)) throw new Refusal('CYCLE_NOT_RENEWABLE');
    const cycle = body?.billing_cycle ?? (monthsOf(currentCycle) >= 12 ? currentCycle : '1_year');
    const renewal = renewService(store, service, cycle, body?.payment_method ?? 'wallet');
    return { ...renewal, resource_type: 'domain', resource_id: domain.id };
  },
} satisfies Partial<Handlers<Store>>;

/** Registers an available domain name. Throws the refusals DOMAIN_UNAVAILABLE, SKU_NO_DOMAIN. */
export function registerDomain(store: Store, body: Body<'registerDomain'>): DomainRow {
  const { domain, nameservers, auto_renew, privacy_enabled, registrant } = body;
  const reason = unavailableReason(store, domain);
  if (reason !== null) {
    throw new Refusal('DOMAIN_UNAVAILABLE', { errors: { domain: [reasonSentence(reason, domain)] } });
  }
  const sku_id = body.sku_id ?? skuOf(domain) ?? '';
  if (!isSoldAs(sku_id, 'domain')) throw new Refusal('SKU_NO_DOMAIN');
  const details = { domain, nameservers, auto_renew, privacy_enabled, registrant, auth_code: null };
  return orderDomain(store, { ...body, sku_id }, details);
}

/**
 * Starts the transfer of a domain name from another registrar. Throws the refusals DOMAIN_NOT_TRANSFERABLE,
 * DOMAIN_HERE, DOMAIN_TERM_TOO_LONG.
 */
export function transferDomain(store: Store, body: Body<'transferDomain'>): DomainRow {
  const { domain, nameservers, auto_renew, auth_code, billing_cycle = '1_year' } = body;
  assertTransferable(store, domain);
  assertTermAllowed(store, endOfCycle(externalRegistration(domain, store.now).expires_at, billing_cycle));
  const order = { ...body, billing_cycle, sku_id: skuOf(domain) ?? '' };
  const transferring = orderDomain(store, order, { domain, nameservers, auto_renew, auth_code });
  return emitEvent(store, 'domain.transfer_started', transferring);
}

function orderDomain(
  store: Store,
  body: Parameters<typeof orderProduct>[1],
  details: DomainDetails,
): DomainRow {
  const { resource_id } = orderProduct(store, body, { domain: details.domain }, { domain: details });
  return store.domains.get(resource_id ?? '');
}

function assertTransferable(store: Store, name: string): void {
  const reason = nameProblem(name);
  if (reason !== null) {
    throw new Refusal('DOMAIN_NOT_TRANSFERABLE', { errors: { domain: [reasonSentence(reason, name)] } });
  }
  const where = registrationOf(store, name);
  if (where === 'here') throw new Refusal('DOMAIN_HERE');
  if (where === 'nowhere') {
    const errors = { domain: [`${name} is not registered. Register it instead.`] };
    throw new Refusal('DOMAIN_NOT_TRANSFERABLE', { errors });
  }
}

// Reports whether a domain name is available, with prices for one year. The reply does not reveal which tenant holds
// the name.
function domainAvailability(store: Store, name: string) {
  const { currency } = tenantOf(store);
  const reason = unavailableReason(store, name);
  const sku = skuOf(name);
  const priced = (reason === null || reason === 'registered') && sku !== undefined;
  const price = priced ? unitPrice(sku, '1_year', currency) : null;
  return {
    domain: name,
    available: reason === null,
    premium: false,
    reason,
    register_amount: reason === null ? price : null,
    renew_amount: price,
    transfer_amount: reason === 'registered' && registrationOf(store, name) === 'elsewhere' ? price : null,
    currency,
  };
}
