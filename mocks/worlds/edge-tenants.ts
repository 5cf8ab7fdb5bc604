// Tenants of the edge world that are strange as a whole: empty, stopped, over, without decimals, immensely rich.
import { atLength, texts } from '../../fixtures/worlds/ugly.ts';
import type { Body } from '../../src/contract/types.ts';
import type { Persona, Personas } from '../../src/server/content.ts';
import { cancelSubscription, recordPayment } from '../billing.ts';
import { createCustomer, deactivate } from '../customers.ts';
import { DAY } from '../cycles.ts';
import { suspend } from '../instances.ts';
import { awaitPayment, issue, topUp } from '../money.ts';
import { cancelOrder, placeOrder } from '../orders.ts';
import type { Store } from '../tables.ts';
import { createTenant } from '../tenants.ts';
import type { Past } from './past.ts';
import { personaOf } from './tenants.ts';

type Strange = { persona: string; body: Body<'createTenant'>; past?: (on: On) => void };
type On = (daysBefore: number, run: (own: Store) => void) => void;

const MOST = Number.MAX_SAFE_INTEGER;

const strange: readonly Strange[] = [
  {
    persona: 'nothingYet',
    body: {
      name: 'Nothing Yet',
      slug: 'nothing-yet',
      currency: 'EUR',
      contact_email: 'owner@nothing.example',
    },
  },
  {
    persona: 'longNamed',
    body: {
      name: atLength(120, 'Ǆ İ ﬁ ß 漢字 😀 '),
      slug: `s${'-'.repeat(61)}9`,
      currency: 'CHF',
      timezone: 'America/Argentina/ComodRivadavia',
      contact_email: 'owner@long-named.example',
      settings: { invoice_prefix: '-'.repeat(12) },
    },
    past: (on) => on(20, (own) => void orderFor(own, 'hosting-pro', 'bank_transfer')),
  },
  {
    persona: 'noDecimals',
    body: {
      name: '銭のない店',
      slug: 'no-decimals',
      currency: 'JPY',
      timezone: 'Asia/Tokyo',
      contact_email: 'owner@no-decimals.example',
    },
    past: (on) => {
      on(40, (own) => topUp(own, 10_000_000, null));
      for (const [at, sku] of ['hosting-pro', 'vps-s', 'domain-com', 'backup-plus'].entries())
        on(38 - at, (own) => void orderFor(own, sku, 'wallet'));
      on(20, (own) => void orderFor(own, 'email-basic', 'bank_transfer'));
    },
  },
  {
    persona: 'immenselyRich',
    // No tax in this currency: the largest amount is the largest total too.
    body: {
      name: 'Immensely Rich',
      slug: 'immensely-rich',
      currency: 'USD',
      contact_email: 'owner@rich.example',
    },
    past: (on) => {
      on(30, (own) => topUp(own, MOST, 'everything there is'));
      on(29, (own) => bill(own, MOST, 'wallet'));
      on(28, (own) => topUp(own, MOST - 1, 'and once more'));
      on(27, (own) => bill(own, MOST - 2, null));
      on(10, (own) => bill(own, 1, null));
    },
  },
  {
    persona: 'allSuspended',
    body: { name: 'All On Hold', slug: 'all-on-hold', currency: 'GBP', contact_email: 'owner@hold.example' },
    past: (on) => {
      on(20, (own) => topUp(own, 10_000_000, null));
      for (const [at, sku] of ALL_KINDS.entries())
        on(19 - at / 10, (own) => void orderFor(own, sku, 'wallet'));
      on(9, (own) => {
        for (const [at, { id }] of own.services.where('status', 'active').entries())
          suspend(own, id, at === 0 ? atLength(500, 'Unpaid. ') : (texts.mixedDirections ?? null));
      });
    },
  },
  {
    persona: 'onlyCancelled',
    body: { name: 'All Over', slug: 'all-over', currency: 'EUR', contact_email: 'owner@over.example' },
    past: (on) => {
      on(60, (own) => topUp(own, 10_000_000, null));
      for (const [at, sku] of ALL_KINDS.entries()) {
        on(59 - at / 10, (own) => void cancelOrder(own, orderFor(own, sku, 'bank_transfer')));
        if (sku !== 'domain-com' && sku !== 'ssl-dv')
          on(58 - at / 10, (own) => void orderFor(own, sku, 'wallet'));
      }
      on(50, (own) => {
        for (const one of own.subscriptions.where('status', 'active')) cancelSubscription(own, one, false);
      });
      on(1, (own) => {
        for (const { id } of own.customers.all()) deactivate(own, id);
      });
    },
  },
];

/** The persona of each owner, by address. */
export const strangeNames = (): ReadonlyMap<string, string> =>
  new Map(strange.map(({ persona, body }) => [body.contact_email, persona]));

const ALL_KINDS = ['hosting-pro', 'email-basic', 'vps-s', 'ssl-dv', 'domain-com', 'backup-plus'];

/** Founds them, and gives their owners as personas. @param start the world's first instant, in milliseconds */
export function edgeTenants(past: Past, platform: Store, start: number): Personas {
  return Object.fromEntries(
    strange.map(({ persona, body, past: happened }): [string, Persona] => {
      const tenant = createTenant(platform, body);
      const own = platform.forTenant(tenant.id);
      happened?.((daysBefore, run) =>
        past.at(Math.round(start - daysBefore * DAY), (store) => run(store.forTenant(tenant.id))),
      );
      const [owner] = own.users.all();
      if (!owner) throw new Error(`The tenant ${body.name} has no owner.`);
      return [persona, personaOf(own, persona, owner)];
    }),
  );
}

/** The tenant's one customer, made when first asked for. */
function customerOf(own: Store): string {
  const [known] = own.customers.all();
  const body = { email: 'only@customer.example', first_name: 'Only', last_name: 'Customer' };
  return (known ?? createCustomer(own, body)).id;
}

/** Orders one thing by the month, or a name by the year. Returns the order's id. */
function orderFor(own: Store, sku_id: string, payment_method: string): string {
  const { id } = placeOrder(own, {
    customer_id: customerOf(own),
    payment_method,
    items: [
      {
        sku_id,
        quantity: 1,
        billing_cycle: sku_id === 'domain-com' || sku_id === 'ssl-dv' ? '1_year' : 'monthly',
        config: { domain: sku_id === 'domain-com' ? `${own.tenantId}.com` : `${sku_id}.example` },
      },
    ],
  });
  return id;
}

/** Bills one thing that costs so much; paid at once if a method is given. */
function bill(own: Store, unit_amount: number, method: string | null): void {
  const charge = { sku_id: 'setup-fee', service_id: null, quantity: 1, period_start: null, period_end: null };
  const invoice = issue(own, {
    customer_id: customerOf(own),
    order_id: null,
    subscription_id: null,
    charges: [{ description: 'A gold-plated data centre', unit_amount, ...charge }],
  });
  awaitPayment(own, invoice);
  if (method !== null) recordPayment(own, { invoice_id: invoice.id, amount: unit_amount, method });
}
