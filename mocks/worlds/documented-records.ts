// Adds the records that the document's examples name: a customer with everything that she owns, under the ids of the
// examples. So a request that is copied from the document finds its records in the demo world, whatever the seed is.

import { createCustomer } from '../areas/customers.ts';
import { addRecord, createZone } from '../areas/dns.ts';
import { createMailbox } from '../areas/email.ts';
import { orderProduct, placeOrder } from '../areas/orders.ts';
import { orderCertificate } from '../areas/ssl.ts';
import { addReply, openTicket } from '../areas/support.ts';
import { createVps } from '../areas/vps.ts';
import { DAY, iso } from '../billing/cycles.ts';
import { addApiKey } from '../identity/accounts.ts';
import { suspendService } from '../products/instances.ts';
import { switchPower } from '../products/types/vps.ts';
import type { Store } from '../tables.ts';
import type { TenantSchedule } from './history.ts';

const JANE = '9b2d7f0e-5c1a-4e8b-9f3d-2a6c8e0b4d17';
const HOSTING_SERVICE = '0f8fad5b-d9cb-469f-a165-70867728950e';

const ADDRESS = {
  line1: 'Hauptstrasse 1',
  line2: null,
  city: 'Berlin',
  state: null,
  postal_code: '10557',
  country: 'DE',
};

/** Adds the documented records to the history of the owner's tenant. */
export function addDocumentedRecords(on: TenantSchedule): void {
  // Schedules a step some minutes after Jane signed up, so that no two paid periods end at the same instant.
  const at = (minutes: number, run: (store: Store) => unknown): void => on(5 - minutes / (24 * 60), run);

  at(0, addCustomers);
  at(7, orderHostingAndDomain);
  at(11, orderUnpaidHosting);
  at(19, addZone);
  at(31, orderEmail);
  at(43, addFirstMailbox);
  at(59, orderDocumentedCertificate);
  at(71, orderServers);
  at(90, (store) => switchPower(store, STOPPED_SERVER, 'stop'));
  at(97, orderBackup);
  at(130, (store) => suspendService(store, '3e9d6c52-7a1f-4e08-b4d6-91c7a5f20e83', 'Abuse report 1186.'));
  at(151, openAnsweredTicket);
  at(163, openTicketOfStaff);
  at(170, addExpiringKey);
  at(176, orderToCancel);
}

function addCustomers(store: Store): void {
  store.useIds({ customers: ['4c8e1a2b-6d3f-4b59-8a70-5e9c2d1f7b36', JANE] });
  // Only a customer without services can be deactivated; this one has none.
  createCustomer(store, {
    email: 'erik@example.com',
    first_name: 'Erik',
    last_name: 'Sandberg',
    locale: 'sv-SE',
  });
  createCustomer(store, {
    email: 'jane@example.org',
    first_name: 'Jane',
    last_name: 'Doe',
    company_name: 'Doe GmbH',
    phone: '+4930123456',
    address: ADDRESS,
    tax_id: 'DE123456789',
    locale: 'de-DE',
    external_id: 'crm-42',
  });
}

function orderHostingAndDomain(store: Store): void {
  store.useIds({
    orders: ['3f1b2c3d-9a6e-4c55-8f6a-1d2e3f4a5b6c'],
    invoices: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
    services: [HOSTING_SERVICE, '1a9f4c3e-8b7d-4e6f-a5b4-c3d2e1f0a9b8'],
    hosting_accounts: ['c1d2e3f4-a5b6-4c7d-8e9f-0a1b2c3d4e5f'],
    domains: ['d4c3b2a1-f6e5-4d8c-9b7a-0f1e2d3c4b5a'],
    payments: ['241302f1-fae9-4788-9102-d7e8f90a1b2c'],
    // The subscriptions are created when the services are provisioned, the hosting service's first.
    subscriptions: ['1302f1e0-e9d8-4677-80f1-c6d7e8f90a1b'],
  });
  placeOrder(store, {
    customer_id: JANE,
    payment_method: 'wallet',
    items: [
      {
        sku_id: 'hosting-pro',
        quantity: 1,
        billing_cycle: 'monthly',
        config: { domain: 'example.org', plan: 'pro' },
      },
      {
        sku_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        quantity: 1,
        billing_cycle: '1_year',
        config: { domain: 'example.org' },
      },
    ],
  });
}

function orderUnpaidHosting(store: Store): void {
  store.useIds({
    orders: ['8d1c7b6a-5e4f-4d3c-9b2a-1f0e9d8c7b6a'],
    invoices: ['5b4a3928-1706-4f5e-8d4c-3b2a19087f6e'],
    services: ['2b0a5d4f-9c8e-4f70-b6c5-d4e3f2a1b0c9'],
  });
  orderHosting(store, 'example.net');
}

// Places an order that is cancelled in the document's story, where the other unpaid order is paid.
function orderToCancel(store: Store): void {
  store.useIds({
    orders: ['9e2d8c7b-6f5a-4e4d-8c3b-2a1f0e9d8c7b'],
    invoices: ['6c5b4a39-2817-4a6f-9e5d-4c3b2a19087f'],
    services: ['5e3d8a72-cfb0-4283-a9f8-07b6c5d4e3f2'],
  });
  orderHosting(store, 'shop.example.net');
}

function orderHosting(store: Store, domain: string): void {
  const body = { customer_id: JANE, sku_id: 'hosting-pro', billing_cycle: 'monthly' } as const;
  orderProduct(store, { ...body, payment_method: 'bank_transfer' }, { domain, plan: 'pro' });
}

// Adds a zone with its records at one instant, because the serial number of a zone contains the date.
function addZone(store: Store): void {
  store.useIds({
    dns_zones: ['f0e1d2c3-b4a5-4968-8776-655443322110'],
    dns_records: ['a0b1c2d3-e4f5-4061-9728-394a5b6c7d8e', 'b1c2d3e4-f506-4172-a839-4a5b6c7d8e9f'],
  });
  const { id } = createZone(store, { name: 'example.org', customer_id: JANE });
  const mail = { type: 'MX', name: '@', content: 'mail.example.org', priority: 10 } as const;
  const phone = { type: 'SRV', name: '_sip._tcp', content: 'sip.example.org' } as const;
  addRecord(store, store.dns_zones.get(id), mail);
  addRecord(store, store.dns_zones.get(id), { ...phone, priority: 10, weight: 5, port: 5060 });
}

function orderEmail(store: Store): void {
  store.useIds({
    orders: ['4e2f8a17-6b3c-4d9e-8f01-a2b3c4d5e6f7'],
    invoices: ['5f309b28-7c4d-4eaf-9012-b3c4d5e6f708'],
    services: ['9b8a7968-6150-4eff-8879-4e5f60718293'],
    email_services: ['b7a6c5d4-e3f2-4011-8a9b-c0d1e2f3a4b5'],
  });
  const domain = 'example.org';
  const body = { customer_id: JANE, sku_id: 'mail-10', domain, billing_cycle: 'monthly' } as const;
  orderProduct(store, body, { domain }, { email: body });
}

function addFirstMailbox(store: Store): void {
  store.useIds({ mailboxes: ['c8b7a6d5-f4e3-4122-9bac-d1e2f3a4b5c6'] });
  const service = store.email_services.get('b7a6c5d4-e3f2-4011-8a9b-c0d1e2f3a4b5');
  createMailbox(store, service, {
    local_part: 'info',
    password: 'S3cure-Passw0rd',
    display_name: 'Info desk',
    quota_bytes: 10 * 1024 ** 3,
  });
}

function orderDocumentedCertificate(store: Store): void {
  store.useIds({
    orders: ['4c3d2e1f-0a9b-4c8d-b7e6-f5a4b3c2d1e0'],
    invoices: ['9d8e7f60-5142-4d3e-af10-ab9c8d7e6f50'],
    services: ['8a796857-504f-4dee-9768-3d4e5f607182'],
    certificates: ['e7f8a9b0-c1d2-4e3f-8a4b-5c6d7e8f9a0b'],
  });
  orderCertificate(store, {
    customer_id: JANE,
    sku_id: 'ssl-dv',
    common_name: 'example.org',
    alternative_names: ['www.example.org'],
    validation_method: 'dns',
    billing_cycle: '1_year',
  });
}

function orderServers(store: Store): void {
  store.useIds({
    orders: ['60413ca9-8d5e-4fb0-8123-c4d5e6f70819'],
    invoices: ['71524dba-9e6f-40c1-9234-d5e6f708192a'],
    services: ['ac9b8a79-7261-4f00-998a-5f60718293a4'],
    vps: ['d9c8b7a6-a5f4-4233-8cbd-e2f3a4b5c6d7', STOPPED_SERVER],
  });
  const body = { customer_id: JANE, sku_id: 'vps-4g', region: 'de-fra', image: 'debian-13' } as const;
  createVps(store, { ...body, hostname: 'srv1.example.org', label: 'web', billing_cycle: 'monthly' });
  createVps(store, { ...body, hostname: 'srv2.example.org', billing_cycle: 'quarterly' });
}

const STOPPED_SERVER = '6b0f4d8e-2c97-4a35-9e1b-d8370a6c5f24';

function orderBackup(store: Store): void {
  store.useIds({ services: ['3e9d6c52-7a1f-4e08-b4d6-91c7a5f20e83'] });
  orderProduct(store, { customer_id: JANE, sku_id: 'backup-plus', billing_cycle: 'monthly' });
}

function openAnsweredTicket(store: Store): void {
  store.useIds({
    tickets: ['e0d9c8b7-b6a5-4344-9dce-f3a4b5c6d7e8'],
    ticket_replies: ['68574635-3e2d-4bcc-9546-1b2c3d4e5f60', '79685746-4f3e-4cdd-8657-2c3d4e5f6071'],
  });
  const owner = store.users.all()[0];
  const ticket = openTicket(
    store,
    { userId: owner?.id ?? null },
    {
      customer_id: JANE,
      service_id: HOSTING_SERVICE,
      subject: 'Mail bounces',
      message: 'Outgoing mail bounces since noon.',
      priority: 'normal',
      department: 'technical',
    },
  );
  const author = { type: 'staff', id: owner?.id ?? null, name: owner?.name ?? '' } as const;
  addReply(store, ticket, author, 'The SPF record was missing; it is set now.');
}

function openTicketOfStaff(store: Store): void {
  const message = 'Why is there tax on the last invoice?';
  openTicket(
    store,
    { userId: store.users.all()[0]?.id ?? null },
    { subject: 'Question about an invoice', message },
  );
}

// Adds an API key whose secret is discarded, so that nobody can use it.
function addExpiringKey(store: Store): void {
  store.useIds({ api_keys: ['57463524-2d1c-4abb-8435-0a1b2c3d4e5f'] });
  addApiKey(store, {
    name: 'CI',
    scopes: ['orders:read', 'billing:read'],
    createdBy: store.users.all()[0]?.id ?? null,
    expires_at: iso(store.nowMs + 365 * DAY),
  });
}
