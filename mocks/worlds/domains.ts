// Adds the domains and DNS zones of the demo world: every state, and names that are difficult to display.

import { addRecord, createZone } from '../areas/dns.ts';
import { registerDomain, transferDomain } from '../areas/domains.ts';
import { orderProduct } from '../areas/orders.ts';
import { DAY } from '../billing/cycles.ts';
import { transferAway } from '../products/domain-lifecycle.ts';
import { WRONG_AUTH_CODE } from '../products/domain-registry.ts';
import { endAtDueDate, suspendService, terminateService } from '../products/instances.ts';
import type { DomainRow, Store } from '../tables.ts';
import { type LaterStep, spaced, type TenantSchedule } from './history.ts';

const LONG = 'a-name-as-long-as-a-label-may-be-so-that-no-column-is-wide-enou';
const HOUR = 1 / 24;
const SECOND = HOUR / 3600;

export function addDomainsAndZones(on: TenantSchedule): void {
  const buyer = (store: Store): string => store.customers.where('status', 'active')[0]?.id ?? '';

  const ordered = spaced(on, 7 * SECOND);
  const registered = (
    daysBefore: number,
    domain: string,
    more: object = {},
    ...then: LaterStep<DomainRow>[]
  ): void =>
    ordered(
      daysBefore,
      (store) =>
        registerDomain(store, { customer_id: buyer(store), domain, billing_cycle: '1_year', ...more }),
      ...then,
    );
  const transferred = (daysBefore: number, domain: string, more: object = {}): void =>
    on(daysBefore, (store) =>
      transferDomain(store, { customer_id: buyer(store), domain, auth_code: 'aB3$xY9!', ...more }),
    );
  // Adds a domain that is paid by the hour and not renewed, so that it reaches all states after its expiry within
  // weeks.
  const declining = (daysBefore: number, domain: string): void => {
    const body = { sku_id: 'domain-com', billing_cycle: 'hourly' } as const;
    on(daysBefore, (store) => orderProduct(store, { ...body, customer_id: buyer(store) }, { domain }), [
      daysBefore - HOUR / 2,
      (store, { id }) => endAtDueDate(store, store.services.get(id)),
    ]);
  };

  registered(55, 'xn--mnchen-3ya.example', { registrant: ARABIC_REGISTRANT });
  registered(52, 'xn--mgbh0fb.xn--mgberp4a5d4ar', { privacy_enabled: false });
  registered(48, `${LONG}.online`, { billing_cycle: '10_year', nameservers: MANY_NAMESERVERS });
  registered(43, 'xn--80ak6aa92e.com', {}, [4, holdDomain]);
  registered(37, 'given-up.org', {}, [11, endDomain]);
  registered(34, 'sold-to-others.com', {}, [9, transferAway]);
  registered(6, 'unpaid.shop', { payment_method: 'bank_transfer' });
  transferred(29, 'elsewhere-bakery.com', { auto_renew: false });
  transferred(23, 'elsewhere-florist.de', { auth_code: WRONG_AUTH_CODE });
  transferred(5, 'elsewhere-school.org', { payment_method: 'bank_transfer' });
  declining(58, 'in-redemption.com');
  declining(17, 'in-grace.com');
  declining(2, 'run-out.com');

  registered(21, 'two-years.example', { billing_cycle: '2_year' });

  addZones(on);
}

const ARABIC_REGISTRANT = {
  first_name: 'عمر',
  last_name: 'المأمون',
  company_name: 'شركة النشر',
  email: 'omar@xn--mgbh0fb.example',
};
const MANY_NAMESERVERS = Array.from({ length: 13 }, (_, at) => `ns${at + 1}.anycast.example`);

const holdDomain: LaterStep<DomainRow>[1] = (store, { service_id }) =>
  suspendService(store, service_id, 'Phishing reported: the name imitates another.');
const endDomain: LaterStep<DomainRow>[1] = (store, { service_id }) => terminateService(store, service_id);
// Adds five DNS zones: one with records of every type, one with a single record, one with a long name, one in the state
// `error`, and a new zone.
function addZones(on: TenantSchedule): void {
  on(42, (store) => {
    const { id } = createZone(store, { name: 'xn--mnchen-3ya.example', default_ttl: 7200 });
    for (const record of RECORDS) addRecord(store, store.dns_zones.get(id), record);
  });
  on(30, (store) => {
    const { id } = createZone(store, { name: 'xn--mgbh0fb.xn--mgberp4a5d4ar' });
    addRecord(store, store.dns_zones.get(id), { type: 'TXT', name: '@', content: 'مرحبا بالعالم' });
  });
  on(26, (store) => createZone(store, { name: `${LONG}.${LONG}.${LONG}.example` }));
  on(20, (store) => createZone(store, { name: '2.0.192.in-addr.arpa' }), [
    19,
    (store, { id }) => store.dns_zones.move(id, 'fail'),
  ]);
  on(1 / DAY, (store) => createZone(store, { name: 'just-now.example' }));
}

type Record = Parameters<typeof addRecord>[2];
/** DNS records of every type, which any zone can hold. */
export const RECORDS: readonly Record[] = [
  { type: 'A', name: '@', content: '192.0.2.10' },
  { type: 'A', name: '*', content: '192.0.2.11', ttl: 60 },
  { type: 'AAAA', name: '@', content: '2001:db8::10' },
  { type: 'CNAME', name: 'www', content: 'xn--mnchen-3ya.example.' },
  { type: 'MX', name: '@', content: 'mx1.hosting-platform.example', priority: 10 },
  { type: 'MX', name: '@', content: 'mx2.hosting-platform.example', priority: 20 },
  { type: 'TXT', name: '@', content: 'v=spf1 include:spf.hosting-platform.example -all' },
  { type: 'TXT', name: 'key._domainkey', content: `v=DKIM1; k=rsa; p=${'MIIB'.repeat(96)}`, ttl: 604_800 },
  { type: 'TXT', name: 'hello', content: 'Grüße aus München 🥨 — “so”' },
  { type: 'SRV', name: '_sip._tcp', content: 'sip.acme.example', priority: 0, weight: 65_535, port: 5060 },
  { type: 'CAA', name: '@', content: 'letsencrypt.org', flags: 128, tag: 'issue' },
  { type: 'NS', name: 'branch', content: 'ns1.branch.example' },
  { type: 'PTR', name: '10', content: 'host10.acme.example' },
];
