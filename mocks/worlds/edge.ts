// Seeds the edge world: values that are difficult to display, all of which the document allows.
import {
  atLength,
  edgeCustomers,
  edgeTexts,
  internationalNames,
  LABEL_63,
  NAME_253,
} from '../../fixtures/worlds/edge-values.ts';
import type { SeededWorld, WorldBuilder } from '../../src/server/mock-definition.ts';
import { createCustomer } from '../areas/customers.ts';
import { addRecord, createZone } from '../areas/dns.ts';
import { registerDomain } from '../areas/domains.ts';
import { orderProduct, placeOrder } from '../areas/orders.ts';
import { addReply, openTicket } from '../areas/support.ts';
import { createVps } from '../areas/vps.ts';
import { createWebhook } from '../areas/webhooks.ts';
import { type BillingCycle, DAY } from '../billing/cycles.ts';
import { topUp } from '../billing/wallet.ts';
import { toAscii } from '../products/idna.ts';
import type { HostingTables, Store } from '../tables.ts';
import { addApiKeys } from './demo-special-cases.ts';
import { RECORDS } from './domains.ts';
import { createEdgeTenants } from './edge-tenants.ts';
import { History } from './history.ts';
import { findPersonas, seedOwnerTenant } from './tenants.ts';

const TICKET_REPLIES = 200;
const MINUTE = 60_000;

export function edge({ store }: WorldBuilder<HostingTables>): SeededWorld {
  const { acme } = seedOwnerTenant(store);
  if (!acme) return { personas: {}, values: {} };
  const start = store.nowMs;
  const history = new History(store);
  const tenant = acme.tenantId ?? '';
  const on = (instant: number, run: (tenantStore: Store) => void): void =>
    history.at(instant, (platform) => run(platform.forTenant(tenant)));

  const leapDay = lastLeapDay(start);
  on(leapDay - DAY, (tenantStore) => {
    topUp(tenantStore, 900_000_000, 'first credit');
    for (const body of Object.values(edgeCustomers())) createCustomer(tenantStore, body);
  });
  addCalendarCases(on, leapDay, start);
  const month = start - 30 * DAY;
  on(month, addLargestOrder);
  on(month + MINUTE, (tenantStore) => addDomains(tenantStore));
  on(month + 2 * MINUTE, (tenantStore) => addServers(tenantStore));
  on(month + 3 * MINUTE, addZones);
  addTickets(on, month + 4 * MINUTE);
  createEdgeTenants(history, store);
  history.run();
  addApiKeys(acme, start);
  createWebhook(acme, {
    url: `https://hooks.acme.example/${'very-'.repeat(403)}long`.slice(0, 2048),
    events: ['*'],
    description: atLength(200, edgeTexts.mixedDirections ?? ''),
    status: 'disabled',
  });
  return {
    personas: findPersonas(store).personas,
    values: { skuId: 'hosting-pro', paymentMethod: 'wallet', customerId: longestCustomerId(acme) },
  };
}

type Schedule = (instant: number, run: (tenantStore: Store) => void) => void;

// Finds the id of the customer with the longest values. This customer places most orders, so that many invoices show
// the longest values.
const longestCustomerId = (tenantStore: Store): string => tenantStore.customers.all()[0]?.id ?? '';

// Finds noon of the last 29 February that is at least a year before an instant. Both are in milliseconds since 1970.
function lastLeapDay(start: number): number {
  for (let year = new Date(start).getUTCFullYear() - 1; ; year -= 1) {
    const day = Date.UTC(year, 1, 29, 12);
    if (new Date(day).getUTCDate() === 29) return day;
  }
}

// Adds orders that were placed on a day that the next month or year lacks, such as the 31st or 29 February.
function addCalendarCases(on: Schedule, leapDay: number, start: number): void {
  const bought = (instant: number, sku_id: string, billing_cycle: BillingCycle, domain: string): void =>
    on(instant, (tenantStore) => {
      const customer_id = longestCustomerId(tenantStore);
      orderProduct(tenantStore, { customer_id, sku_id, billing_cycle }, { domain });
    });
  bought(leapDay, 'hosting-pro', '1_year', 'leap-day-yearly.example');
  bought(leapDay, 'backup-plus', '4_year', 'leap-day-to-leap-day.example');
  bought(leapDay, 'hosting-basic', 'monthly', 'leap-day-monthly.example');
  const year = new Date(start).getUTCFullYear() - 1;
  bought(Date.UTC(year, 0, 31, 23, 59, 56), 'hosting-pro', 'monthly', 'thirty-first.example');
  bought(Date.UTC(year, 0, 30), 'hosting-pro', 'monthly', 'thirtieth.example');
  bought(Date.UTC(year, 7, 31, 23, 59, 56), 'email-pro', 'quarterly', 'end-of-august.example');
  bought(Date.UTC(year - 1, 11, 31, 23, 59, 57), 'hosting-pro', '1_year', 'new-year.example');
}

function addLargestOrder(tenantStore: Store): void {
  const config = { domain: NAME_253, plan: atLength(100, 'Plan 😀 ') };
  const item = (sku_id: string, quantity: number) => ({ sku_id, quantity, config, ...ONE_TIME });
  placeOrder(tenantStore, {
    customer_id: longestCustomerId(tenantStore),
    payment_method: `m${'_'.repeat(62)}9`,
    items: [
      item('setup-fee', 100),
      ...Array.from({ length: 49 }, (_, at) => item(atLength(255, `${at} SKU ü😀/`), 1)),
    ],
  });
}
const ONE_TIME: { billing_cycle: BillingCycle } = { billing_cycle: 'one_time' };

function addDomains(tenantStore: Store): void {
  const [rtl = ''] = [edgeTexts.rightToLeft];
  const registrant = { first_name: rtl, last_name: rtl, email: edgeCustomers().longest?.email ?? '' };
  const written = [...Object.values(internationalNames), `${LABEL_63}.online`, '1.de', '0--0.example'];
  for (const [at, name] of written.entries()) {
    const domain = toAscii(name);
    registerDomain(tenantStore, {
      customer_id: tenantStore.customers.all()[at]?.id ?? '',
      domain,
      billing_cycle: at % 2 === 0 ? '1_year' : '10_year',
      registrant,
      nameservers: Array.from({ length: at % 2 === 0 ? 2 : 13 }, (_, ns) =>
        ns === 0 ? `ns.${domain}` : `ns${ns}.${LABEL_63}.example`,
      ),
    });
    orderThree(tenantStore, domain);
  }
  orderThree(tenantStore, NAME_253);
}

function orderThree(tenantStore: Store, domain: string): void {
  const customer_id = longestCustomerId(tenantStore);
  for (const sku_id of ['hosting-pro', 'email-basic', 'ssl-dv'])
    orderProduct(tenantStore, { customer_id, sku_id, billing_cycle: '1_year' }, { domain });
}

function addServers(tenantStore: Store): void {
  const vpsBody = {
    sku_id: 'vps-4g',
    billing_cycle: 'monthly',
    region: 'de-fra',
    image: 'debian-13',
  } as const;
  for (const [hostname, label] of [
    [NAME_253, atLength(120, 'Ein sehr langer Name ')],
    [toAscii(internationalNames.rightToLeft ?? ''), '😀'.repeat(120)],
    ['a', edgeTexts.directionOverride ?? null],
  ] satisfies [string, string | null][]) {
    createVps(tenantStore, { customer_id: longestCustomerId(tenantStore), hostname, label, ...vpsBody });
  }
}

function addZones(tenantStore: Store): void {
  const full = createZone(tenantStore, {
    name: toAscii(internationalNames.umlaut ?? ''),
    default_ttl: 604_800,
  });
  for (const record of RECORDS) addRecord(tenantStore, tenantStore.dns_zones.get(full.id), record);
  for (const record of [
    { type: 'TXT', name: LABEL_63, content: atLength(4096, 'x😀') },
    { type: 'TXT', name: '*.wild', content: edgeTexts.directionOverride ?? '' },
    { type: 'TXT', name: 'quotes', content: '"split" "in" \\"two\\"' },
    { type: 'AAAA', name: 'six', content: '::ffff:192.0.2.1' },
  ] satisfies Parameters<typeof addRecord>[2][]) {
    addRecord(tenantStore, tenantStore.dns_zones.get(full.id), record);
  }
  createZone(tenantStore, { name: NAME_253, default_ttl: 60 });
  createZone(tenantStore, {
    name: toAscii(internationalNames.rightToLeft ?? ''),
    customer_id: longestCustomerId(tenantStore),
  });
  createZone(tenantStore, { name: '8.b.d.0.1.0.0.2.ip6.arpa' });
}

function addTickets(on: Schedule, from: number): void {
  const staff = { userId: null };
  let long = '';
  on(from, (tenantStore) => {
    const opened = { subject: atLength(255, '🔥 Nothing works '), message: '漢'.repeat(20_000) };
    long = openTicket(tenantStore, staff, {
      ...opened,
      customer_id: longestCustomerId(tenantStore),
      priority: 'urgent',
    }).id;
    for (const [name, text] of Object.entries(edgeTexts))
      openTicket(tenantStore, staff, {
        subject: text,
        message: `${name}:\n\n${text}`,
        department: atLength(64, text),
      });
  });
  for (let at = 1; at < TICKET_REPLIES; at += 1)
    on(from + at * MINUTE, (tenantStore) => {
      const fromCustomer = at % 2 === 0;
      const { customer_id } = tenantStore.tickets.get(long);
      const { first_name, last_name } = tenantStore.customers.get(customer_id ?? '');
      const name = `${first_name} ${last_name}`;
      addReply(
        tenantStore,
        tenantStore.tickets.get(long),
        fromCustomer
          ? { type: 'customer', id: customer_id ?? null, name }
          : { type: 'system', id: null, name: edgeTexts.mixedDirections ?? '' },
        at % 50 === 0 ? atLength(20_000, 'All work and no play… ') : `${at}. ${edgeTexts.family}\n> quoted`,
      );
    });
}
