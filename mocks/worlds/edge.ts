// The edge world: everything that is hard to show, each thing somewhere it is looked for, and all of it allowed.
import {
  atLength,
  internationalNames,
  LABEL_63,
  NAME_253,
  texts,
  uglyCustomers,
} from '../../fixtures/worlds/ugly.ts';
import type { Settled, WorldBuilder } from '../../src/server/content.ts';
import { createCustomer } from '../customers.ts';
import { type BillingCycle, DAY } from '../cycles.ts';
import { addRecord, createZone } from '../dns.ts';
import { register } from '../domains.ts';
import { asciiOf } from '../idna.ts';
import { topUp } from '../money.ts';
import { placeOrder } from '../orders.ts';
import { openTicket, reply } from '../support.ts';
import type { HostingTables, Store } from '../tables.ts';
import { createVps } from '../vps.ts';
import { createWebhook } from '../webhooks.ts';
import { edgeTenants } from './edge-tenants.ts';
import { keysOf } from './keys.ts';
import { RECORDS } from './names.ts';
import { Past } from './past.ts';
import { foundOne } from './tenants.ts';

/** How many replies the long ticket has. */
const REPLIES = 200;
const MINUTE = 60_000;

export function edge({ store }: WorldBuilder<HostingTables>): Settled {
  const { stores, personas } = foundOne(store);
  const { acme } = stores;
  if (!acme) return { personas, values: {} };
  const start = store.nowMs;
  const past = new Past(store);
  const tenant = acme.tenantId ?? '';
  const on = (instant: number, run: (own: Store) => void): void =>
    past.at(instant, (platform) => run(platform.forTenant(tenant)));

  const leapDay = lastLeapDay(start);
  on(leapDay - DAY, (own) => {
    topUp(own, 900_000_000, 'first credit');
    for (const body of Object.values(uglyCustomers())) createCustomer(own, body);
  });
  dates(on, leapDay, start);
  const month = start - 30 * DAY;
  on(month, ugliestOrder);
  on(month + MINUTE, (own) => names(own));
  on(month + 2 * MINUTE, (own) => servers(own));
  on(month + 3 * MINUTE, zones);
  tickets(on, month + 4 * MINUTE);
  const others = edgeTenants(past, store, start);
  past.run();
  keysOf(acme, start);
  createWebhook(acme, {
    url: `https://hooks.acme.example/${'very-'.repeat(403)}long`.slice(0, 2048),
    events: ['*'],
    description: atLength(200, texts.mixedDirections ?? ''),
    status: 'disabled',
  });
  return {
    personas: { ...personas, ...others },
    values: { skuId: 'hosting-pro', paymentMethod: 'wallet', customerId: buyer(acme) },
  };
}

type On = (instant: number, run: (own: Store) => void) => void;

/** Whoever pays: the customer with everything at its longest, so that it shows on every invoice. */
const buyer = (own: Store): string => own.customers.all()[0]?.id ?? '';

/** Noon of the last 29 February a year or more before an instant (both in ms). */
function lastLeapDay(start: number): number {
  for (let year = new Date(start).getUTCFullYear() - 1; ; year -= 1) {
    const day = Date.UTC(year, 1, 29, 12);
    if (new Date(day).getUTCDate() === 29) return day;
  }
}

/** Things bought on the days that the next month or year has not. */
function dates(on: On, leapDay: number, start: number): void {
  const bought = (instant: number, sku_id: string, billing_cycle: BillingCycle, domain: string): void =>
    on(instant, (own) => {
      const item = { sku_id, quantity: 1, billing_cycle, config: { domain } };
      placeOrder(own, { customer_id: buyer(own), payment_method: 'wallet', items: [item] });
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

/** One order with as much of everything as the contract allows. */
function ugliestOrder(own: Store): void {
  const config = { domain: NAME_253, plan: atLength(100, 'Plan 😀 ') };
  const item = (sku_id: string, quantity: number) => ({ sku_id, quantity, config, ...ONCE });
  placeOrder(own, {
    customer_id: buyer(own),
    payment_method: `m${'_'.repeat(62)}9`,
    items: [
      item('setup-fee', 100),
      ...Array.from({ length: 49 }, (_, at) => item(atLength(255, `${at} SKU ü😀/`), 1)),
    ],
  });
}
const ONCE: { billing_cycle: BillingCycle } = { billing_cycle: 'one_time' };

function names(own: Store): void {
  const [rtl = ''] = [texts.rightToLeft];
  const registrant = { first_name: rtl, last_name: rtl, email: uglyCustomers().longest?.email ?? '' };
  const written = [...Object.values(internationalNames), `${LABEL_63}.online`, '1.de', '0--0.example'];
  for (const [at, name] of written.entries()) {
    const domain = asciiOf(name);
    register(own, {
      customer_id: own.customers.all()[at]?.id ?? '',
      domain,
      billing_cycle: at % 2 === 0 ? '1_year' : '10_year',
      registrant,
      nameservers: Array.from({ length: at % 2 === 0 ? 2 : 13 }, (_, ns) =>
        ns === 0 ? `ns.${domain}` : `ns${ns}.${LABEL_63}.example`,
      ),
    });
    for (const sku_id of ['hosting-pro', 'email-basic', 'ssl-dv']) {
      const items = [{ sku_id, quantity: 1, billing_cycle: YEARLY, config: { domain } }];
      placeOrder(own, { customer_id: buyer(own), payment_method: 'wallet', items });
    }
  }
  for (const sku_id of ['hosting-pro', 'email-basic', 'ssl-dv']) {
    const items = [{ sku_id, quantity: 1, billing_cycle: YEARLY, config: { domain: NAME_253 } }];
    placeOrder(own, { customer_id: buyer(own), payment_method: 'wallet', items });
  }
}
const YEARLY: BillingCycle = '1_year';

function servers(own: Store): void {
  const rest = { sku_id: 'vps-4g', billing_cycle: 'monthly', region: 'de-fra', image: 'debian-13' } as const;
  for (const [hostname, label] of [
    [NAME_253, atLength(120, 'Ein sehr langer Name ')],
    [asciiOf(internationalNames.rightToLeft ?? ''), '😀'.repeat(120)],
    ['a', texts.directionOverride ?? null],
  ] satisfies [string, string | null][]) {
    createVps(own, { customer_id: buyer(own), hostname, label, ...rest });
  }
}

function zones(own: Store): void {
  const full = createZone(own, { name: asciiOf(internationalNames.umlaut ?? ''), default_ttl: 604_800 });
  for (const record of RECORDS) addRecord(own, own.dns_zones.get(full.id), record);
  for (const record of [
    { type: 'TXT', name: LABEL_63, content: atLength(4096, 'x😀') },
    { type: 'TXT', name: '*.wild', content: texts.directionOverride ?? '' },
    { type: 'TXT', name: 'quotes', content: '"split" "in" \\"two\\"' },
    { type: 'AAAA', name: 'six', content: '::ffff:192.0.2.1' },
  ] satisfies Parameters<typeof addRecord>[2][]) {
    addRecord(own, own.dns_zones.get(full.id), record);
  }
  createZone(own, { name: NAME_253, default_ttl: 60 });
  createZone(own, { name: asciiOf(internationalNames.rightToLeft ?? ''), customer_id: buyer(own) });
  createZone(own, { name: '8.b.d.0.1.0.0.2.ip6.arpa' });
}

/** One ticket of two hundred replies, some of them as long as may be; one per hard text. */
function tickets(on: On, from: number): void {
  const staff = { userId: null };
  let long = '';
  on(from, (own) => {
    const opened = { subject: atLength(255, '🔥 Nothing works '), message: '漢'.repeat(20_000) };
    long = openTicket(own, staff, { ...opened, customer_id: buyer(own), priority: 'urgent' }).id;
    for (const [name, text] of Object.entries(texts))
      openTicket(own, staff, {
        subject: text,
        message: `${name}:\n\n${text}`,
        department: atLength(64, text),
      });
  });
  for (let at = 1; at < REPLIES; at += 1)
    on(from + at * MINUTE, (own) => {
      const fromCustomer = at % 2 === 0;
      const { customer_id } = own.tickets.get(long);
      const { first_name, last_name } = own.customers.get(customer_id ?? '');
      const name = `${first_name} ${last_name}`;
      reply(
        own,
        own.tickets.get(long),
        fromCustomer
          ? { type: 'customer', id: customer_id ?? null, name }
          : { type: 'system', id: null, name: texts.mixedDirections ?? '' },
        at % 50 === 0 ? atLength(20_000, 'All work and no play… ') : `${at}. ${texts.family}\n> quoted`,
      );
    });
}
