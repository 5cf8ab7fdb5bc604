// Defects that let a caller reach another tenant through a reference, a parent resource, an HTTP header or a wallet.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, stated, WEBHOOKS } from './define-mutant.ts';
import { ownerOf } from './edits/db-edits.ts';
import { editObject } from './edits/request-edits.ts';
import { each, numberAt, textAt, valueAt } from './edits/response-edits.ts';
import { TENANCY } from './isolation.ts';
import type { ClientRequest, Db, Injector, Mutant } from './mutant.ts';

/**
 * Runs a request in the tenant that the request itself names.
 * @param named returns the id of the named tenant; null when the request names no tenant
 */
const actsInNamedTenant = (p: Injector, named: (request: ClientRequest) => string | null): void =>
  p.step('identify', 'everything', (call, go) => {
    const early = go();
    const tenantId = named(call.request);
    if (tenantId !== null && call.caller.kind !== 'anonymous') call.caller = { ...call.caller, tenantId };
    return early;
  });

export const isolationReferences: readonly Mutant[] = [
  stated(
    'isolation/tenant-id-in-body[createCustomer]',
    'a `tenant_id` in the body puts a customer into another tenant',
    'service/own-tenant-only',
    'isolation/tenant-in-body',
    (p) =>
      p.handler('createCustomer', ({ request, db }, go) => {
        const tenant = valueAt(request.json, 'tenant_id');
        return typeof tenant === 'string' && db.platform.table('tenants').find(tenant)
          ? go({ db: db.of(tenant) })
          : go();
      }),
  ),
  stated(
    'isolation/tenant-id-in-body[updateCustomer]',
    'a `tenant_id` in the body moves a customer into another tenant',
    'service/own-tenant-only',
    'isolation/tenant-id-in-the-body',
    (p) =>
      p.handler('updateCustomer', ({ request, db }, go) => {
        const result = go();
        const tenant_id = valueAt(request.json, 'tenant_id');
        if (
          typeof tenant_id !== 'string' ||
          !db.platform.table('tenants').find(tenant_id) ||
          !isObject(result)
        ) {
          return result;
        }
        const row = { ...result, tenant_id };
        db.table('customers').remove(String(result.id));
        return db.of(tenant_id).table('customers').insert(row);
      }),
  ),
  stated(
    'isolation/references-foreign-record[createHostingAccount]',
    'a hosting account may be created for the customer of another tenant',
    [...TENANCY, 'hosting-request/customer-exists'],
    'isolation/createHostingAccount',
    (p) =>
      p.handler('createHostingAccount', ({ db, body }, go) => {
        const owner = ownerOf(db, 'customers', textAt(body, 'customer_id'));
        return owner && owner.tenantId !== db.tenantId ? go({ db: owner }) : go();
      }),
  ),
  stated(
    'isolation/references-foreign-record[createOrder]',
    'an order may be placed for the customer of another tenant',
    [...TENANCY, 'order-request/customer-exists'],
    'isolation/createOrder',
    (p) =>
      p.handler('createOrder', ({ db, body }, go) => {
        const owner = ownerOf(db, 'customers', textAt(body, 'customer_id'));
        return owner && owner.tenantId !== db.tenantId ? go({ db: owner }) : go();
      }),
  ),
  stated(
    'isolation/references-foreign-record[createPayment]',
    'a payment may be recorded for the invoice of another tenant',
    TENANCY,
    'isolation/createPayment',
    (p) =>
      p.handler('createPayment', ({ db, body }, go) => {
        const owner = ownerOf(db, 'invoices', textAt(body, 'invoice_id'));
        return owner && owner.tenantId !== db.tenantId ? go({ db: owner }) : go();
      }),
  ),
  ...each(['updateDnsRecord', 'deleteDnsRecord'] as const, (operation) =>
    stated(
      `isolation/foreign-child-by-own-parent[${operation}]`,
      `${operation} reaches another tenant's record through a zone of one's own`,
      TENANCY,
      `isolation/${operation}/foreign-parent`,
      (p) => {
        p.skip('locate', operation);
        p.handler(operation, ({ request: { params }, db, body }, go) => {
          const { id = '', rid = '' } = params;
          const owner = ownerOf(db, 'dns_records', rid);
          if (!owner || owner.tenantId === db.tenantId || !db.table('dns_zones').find(id)) return go();
          const records = owner.table('dns_records');
          if (operation === 'updateDnsRecord')
            return records.update(rid, { content: valueAt(body, 'content') ?? null });
          records.remove(rid);
          return { id: rid, deleted: true };
        });
      },
    ),
  ),
  stated(
    'isolation/foreign-mailbox-by-own-service',
    "deleteMailbox reaches another tenant's mailbox through an email service of one's own",
    TENANCY,
    'isolation/deleteMailbox/foreign-parent',
    (p) =>
      p.handler('deleteMailbox', ({ request: { params }, db }, go) => {
        const { mbx = '' } = params;
        const owner = ownerOf(db, 'mailboxes', mbx);
        if (!owner || owner.tenantId === db.tenantId) return go();
        owner.table('mailboxes').remove(mbx);
        return { id: mbx, deleted: true };
      }),
  ),
  stated(
    'isolation/pays-from-foreign-wallets',
    "an order is paid from other tenants' wallets too",
    [...TENANCY, 'billing/wallet-pays-total'],
    'isolation/wallet-of-others',
    (p) =>
      p.handler('createOrder', ({ db }, go) => {
        const result = go();
        const total = numberAt(result, 'total_amount');
        const wallets = db.platform.table('wallets');
        for (const wallet of wallets.all()) {
          if (wallet.tenant_id === db.tenantId) continue;
          wallets.update(wallet.id, {
            balance_amount: numberAt(wallet, 'balance_amount') - total,
            available_amount: numberAt(wallet, 'available_amount') - total,
          });
        }
        return result;
      }),
  ),
  stated('isolation/shared-wallet', 'all tenants share one wallet', TENANCY, 'isolation/wallet', (p) =>
    p.handler(['getWallet', 'topUpWallet'], ({ db }, go) => {
      const first = db.platform.table('wallets').all()[0];
      return typeof first?.tenant_id === 'string' ? go({ db: db.of(first.tenant_id) }) : go();
    }),
  ),
  stated(
    'isolation/foreign-events-sent',
    "an endpoint receives another tenant's events",
    TENANCY,
    'webhooks/not-to-other-tenants',
    (p) => {
      let first: Db | undefined;
      p.handler('createWebhook', ({ db }, go) => {
        first ??= db;
        if (first.tenantId === db.tenantId || first.tenantId === null) return go();
        return go({ db: db.platform.of(first.tenantId) });
      });
    },
    WEBHOOKS,
  ),
  chosen(
    'isolation/tenant-selectable[header]',
    '`X-Tenant-Id` changes the tenant',
    ['authentication/tenant-header', ...TENANCY],
    'isolation/tenant-header',
    (p) => actsInNamedTenant(p, ({ headers }) => headers['x-tenant-id'] ?? null),
  ),
  chosen(
    'isolation/tenant-selectable[query]',
    '`?tenant_id=` changes the tenant',
    ['authentication/tenant-header', ...TENANCY],
    'isolation/tenant-header',
    (p) => actsInNamedTenant(p, ({ query }) => new URLSearchParams(query).get('tenant_id')),
  ),
  ...each(
    [
      ['registerDomain', 'domains'],
      ['createCertificate', 'certificates'],
      ['createEmailService', 'email_services'],
      ['createVps', 'vps'],
    ] as const,
    ([operation]) =>
      stated(
        `isolation/keys-reach-foreign-customers[${operation}]`,
        `${operation} accepts another tenant's customer`,
        ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
        `isolation/${operation}`,
        (p) =>
          p.handler(operation, ({ db, body }, go) => {
            const customer = db.platform.table('customers').find(String(valueAt(body, 'customer_id')));
            const tenant = customer?.tenant_id;
            return typeof tenant === 'string' && tenant !== db.tenantId ? go({ db: db.of(tenant) }) : go();
          }),
      ),
  ),
  stated(
    'isolation/keys-reach-foreign-customers',
    'API keys reach the customers of every tenant',
    ['authentication/keys-scoped-per-tenant', 'service/own-tenant-only'],
    'authentication/keys-scoped-per-tenant',
    (p) =>
      p.readAcrossTenants(
        ({ operation, bearer }) => operation === 'getCustomer' && bearer?.split('.').length === 1,
      ),
  ),
  stated(
    'isolation/foreign-invoice-paid',
    "a payment for another tenant's invoice is recorded",
    TENANCY,
    'isolation/createPayment',
    (p) =>
      p.handler('createPayment', ({ db, body }, go) => {
        const invoice = db.platform.table('invoices').find(textAt(body, 'invoice_id'));
        const t = textAt(invoice, 'tenant_id');
        return invoice && t !== db.tenantId ? go({ db: db.of(t) }) : go();
      }),
  ),
  stated(
    'isolation/foreign-record-by-own-zone',
    "a record of another tenant's zone can be changed under one's own zone",
    [...TENANCY],
    'isolation/updateDnsRecord/foreign-parent',
    (p) => {
      p.step('locate', 'updateDnsRecord', ({ request, db }, go) => {
        const record = db?.platform.table('dns_records').find(request.params.rid ?? '');
        return record && db?.table('dns_zones').find(request.params.id ?? '') ? undefined : go();
      });
      p.handler('updateDnsRecord', ({ request, db, body }, go) => {
        const record = db.platform.table('dns_records').find(request.params.rid ?? '');
        if (record && record.tenant_id !== db.tenantId && isObject(body))
          return db.platform.table('dns_records').update(record.id, { content: body.content });
        return go();
      });
    },
  ),
  stated(
    'isolation/ticket-for-foreign-customer',
    'a ticket may be opened for a customer of another tenant',
    TENANCY,
    'isolation/createTicket',
    (p) =>
      p.handler('createTicket', ({ db, body }, go) => {
        const customer = db.platform.table('customers').find(textAt(body, 'customer_id'));
        if (!customer || customer.tenant_id === db.tenantId) return go();
        const created = go({ body: editObject(body, ({ customer_id: _, ...rest }) => rest) });
        return isObject(created)
          ? db.table('tickets').update(String(created.id), { customer_id: customer.id })
          : created;
      }),
  ),
];
