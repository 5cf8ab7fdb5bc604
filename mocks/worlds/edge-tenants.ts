// Adds the extreme tenants of the edge world: empty, suspended, terminated, with a currency without decimals, with
// the largest amounts.
import { atLength, edgeTexts } from '../../fixtures/worlds/edge-values.ts';
import type { Body } from '../../src/contract/types.ts';
import { cancelSubscription, recordPayment } from '../areas/billing.ts';
import { createCustomer, deactivateCustomer } from '../areas/customers.ts';
import { cancelOrder, orderProduct } from '../areas/orders.ts';
import { createTenant } from '../areas/tenants.ts';
import { issueInvoice, scheduleOverdue } from '../billing/invoices.ts';
import { topUp } from '../billing/wallet.ts';
import { suspendService } from '../products/instances.ts';
import type { Store } from '../tables.ts';
import type { History, TenantSchedule } from './history.ts';
import { type EdgePersonaName, edgePersonas } from './personas.ts';
import { addCredentials } from './tenants.ts';

type EdgeTenant = {
  persona: EdgePersonaName;
  body: Omit<Body<'createTenant'>, 'contact_email'>;
  past?: (on: TenantSchedule) => void;
};

const MAX_AMOUNT = Number.MAX_SAFE_INTEGER;

const edgeTenantList: readonly EdgeTenant[] = [
  {
    persona: 'nothingYet',
    body: {
      name: 'Nothing Yet',
      slug: 'nothing-yet',
      currency: 'EUR',
    },
  },
  {
    persona: 'longNamed',
    body: {
      name: atLength(120, 'Ǆ İ ﬁ ß 漢字 😀 '),
      slug: `s${'-'.repeat(61)}9`,
      currency: 'CHF',
      timezone: 'America/Argentina/ComodRivadavia',
      settings: { invoice_prefix: '-'.repeat(12) },
    },
    past: (on) => on(20, (tenantStore) => placeOrderFor(tenantStore, 'hosting-pro', 'bank_transfer')),
  },
  {
    persona: 'noDecimals',
    body: {
      name: '銭のない店',
      slug: 'no-decimals',
      currency: 'JPY',
      timezone: 'Asia/Tokyo',
    },
    past: (on) => {
      on(40, (tenantStore) => topUp(tenantStore, 10_000_000, null));
      for (const [at, sku] of ['hosting-pro', 'vps-s', 'domain-com', 'backup-plus'].entries())
        on(38 - at, (tenantStore) => placeOrderFor(tenantStore, sku, 'wallet'));
      on(20, (tenantStore) => placeOrderFor(tenantStore, 'email-basic', 'bank_transfer'));
    },
  },
  {
    persona: 'immenselyRich',
    // The currency of this tenant has no tax, so the largest amount is also the largest total.
    body: {
      name: 'Immensely Rich',
      slug: 'immensely-rich',
      currency: 'USD',
    },
    past: (on) => {
      on(30, (tenantStore) => topUp(tenantStore, MAX_AMOUNT, 'everything there is'));
      on(29, (tenantStore) => billAmount(tenantStore, MAX_AMOUNT, 'wallet'));
      on(28, (tenantStore) => topUp(tenantStore, MAX_AMOUNT - 1, 'and once more'));
      on(27, (tenantStore) => billAmount(tenantStore, MAX_AMOUNT - 2, null));
      on(10, (tenantStore) => billAmount(tenantStore, 1, null));
    },
  },
  {
    persona: 'allSuspended',
    body: {
      name: 'All On Hold',
      slug: 'all-on-hold',
      currency: 'GBP',
    },
    past: (on) => {
      on(20, (tenantStore) => topUp(tenantStore, 10_000_000, null));
      for (const [at, sku] of ALL_KINDS.entries())
        on(19 - at / 10, (tenantStore) => placeOrderFor(tenantStore, sku, 'wallet'));
      on(9, (tenantStore) => {
        for (const [at, { id }] of tenantStore.services.where('status', 'active').entries())
          suspendService(
            tenantStore,
            id,
            at === 0 ? atLength(500, 'Unpaid. ') : (edgeTexts.mixedDirections ?? null),
          );
      });
    },
  },
  {
    persona: 'onlyCancelled',
    body: { name: 'All Over', slug: 'all-over', currency: 'EUR' },
    past: (on) => {
      on(60, (tenantStore) => topUp(tenantStore, 10_000_000, null));
      for (const [at, sku] of ALL_KINDS.entries()) {
        on(59 - at / 10, (tenantStore) =>
          cancelOrder(tenantStore, placeOrderFor(tenantStore, sku, 'bank_transfer')),
        );
        if (sku !== 'domain-com' && sku !== 'ssl-dv')
          on(58 - at / 10, (tenantStore) => placeOrderFor(tenantStore, sku, 'wallet'));
      }
      on(50, (tenantStore) => {
        for (const one of tenantStore.subscriptions.where('status', 'active'))
          cancelSubscription(tenantStore, one, false);
      });
      on(1, (tenantStore) => {
        for (const { id } of tenantStore.customers.all()) deactivateCustomer(tenantStore, id);
      });
    },
  },
];

const ALL_KINDS = ['hosting-pro', 'email-basic', 'vps-s', 'ssl-dv', 'domain-com', 'backup-plus'];

/** Creates the edge tenants with their owners, who are personas. */
export function createEdgeTenants(history: History, platform: Store): void {
  for (const { persona, body, past } of edgeTenantList) {
    const tenant = createTenant(platform, { ...body, contact_email: edgePersonas[persona] });
    const store = platform.forTenant(tenant.id);
    past?.(history.ofTenant(store));
    for (const owner of store.users.all()) addCredentials(store, persona, owner);
  }
}

function onlyCustomer(tenantStore: Store): string {
  const [existing] = tenantStore.customers.all();
  const body = { email: 'only@customer.example', first_name: 'Only', last_name: 'Customer' };
  return (existing ?? createCustomer(tenantStore, body)).id;
}

// Orders one product with monthly billing, or a domain or certificate with yearly billing. Returns the id of the order.
function placeOrderFor(tenantStore: Store, sku_id: string, payment_method: string): string {
  const customer_id = onlyCustomer(tenantStore);
  const billing_cycle = sku_id === 'domain-com' || sku_id === 'ssl-dv' ? '1_year' : 'monthly';
  const domain = sku_id === 'domain-com' ? `${tenantStore.tenantId}.com` : `${sku_id}.example`;
  const body = { customer_id, sku_id, billing_cycle, payment_method } as const;
  return orderProduct(tenantStore, body, { domain }).order_id ?? '';
}

// Issues an invoice with one line. `unit_amount`: the amount before tax, in minor units. `method`: the payment method
// that pays the invoice at once; null leaves the invoice unpaid.
function billAmount(tenantStore: Store, unit_amount: number, method: string | null): void {
  const charge = { description: 'A gold-plated data centre', sku_id: 'setup-fee', quantity: 1, unit_amount };
  const invoice = issueInvoice(tenantStore, { customer_id: onlyCustomer(tenantStore), charges: [charge] });
  scheduleOverdue(tenantStore, invoice);
  if (method !== null)
    recordPayment(tenantStore, { invoice_id: invoice.id, amount: unit_amount, payment_method: method });
}
