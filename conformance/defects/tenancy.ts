// Planted faults: what one tenant sees and changes of another.

import type { OperationId } from '../../src/contract/operations.ts';
import { ownerOf } from './db-edits.ts';
import { chosen, stated } from './define-mutant.ts';
import type { ClientRequest, Db, Injector, Mutant } from './mutant.ts';
import { each, numberAt, refusal, replaceResponse, textAt } from './response-edits.ts';

/** The sentences a breach of tenancy breaks. */
export const TENANCY = ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'] as const;

/** The defect that shows a foreign record → the reads that have it. */
const reads = {
  'isolation/shows-foreign-record': [
    'getCustomer',
    'getService',
    'getOrder',
    'getInvoice',
    'getSubscription',
    'getDomain',
    'getHostingAccount',
    'getCertificate',
    'getDnsZone',
    'listDnsRecords',
    'getEmailService',
    'getVps',
    'getTicket',
    'getWebhook',
    'getApiKey',
  ],
  'isolation/downloads-foreign-file': ['downloadInvoicePdf', 'downloadCertificate'],
  'isolation/shows-foreign-details': [
    'listCustomerServices',
    'getHostingStats',
    'listWebhookDeliveries',
    'getApiKeyUsage',
  ],
} as const satisfies Record<string, readonly OperationId[]>;
const writes = [
  'updateCustomer',
  'deactivateCustomer',
  'suspendService',
  'unsuspendService',
  'terminateService',
  'renewService',
  'cancelOrder',
  'cancelSubscription',
  'replaceDomainNameservers',
  'renewDomain',
  'resetHostingPassword',
  'renewCertificate',
  'reissueCertificate',
  'deleteDnsZone',
  'createDnsRecord',
  'updateDnsRecord',
  'deleteDnsRecord',
  'createMailbox',
  'deleteMailbox',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'terminateVps',
  'createTicketReply',
  'closeTicket',
  'updateWebhook',
  'testWebhook',
  'deleteWebhook',
  'revokeApiKey',
] as const satisfies readonly OperationId[];
const lists = [
  'listCustomers',
  'listServices',
  'listOrders',
  'listInvoices',
  'listPayments',
  'listSubscriptions',
  'listDomains',
  'listHostingAccounts',
  'listCertificates',
  'listDnsZones',
  'listEmailServices',
  'listVps',
  'listTickets',
  'listWebhooks',
  'listApiKeys',
] as const satisfies readonly OperationId[];

/** Acts in the tenant that a request names. */
const actsInNamedTenant = (p: Injector, named: (request: ClientRequest) => string | null): void =>
  p.step('identify', 'everything', (call, go) => {
    const early = go();
    const tenantId = named(call.request);
    if (tenantId !== null && call.caller.kind !== 'anonymous') call.caller = { ...call.caller, tenantId };
    return early;
  });

export const tenancy: readonly Mutant[] = [
  ...each(
    Object.entries(reads).flatMap(([kind, operations]) =>
      operations.map((operation) => [kind, operation] as const),
    ),
    ([kind, operation]) =>
      stated(
        `${kind}[${operation}]`,
        `${operation} shows another tenant's record`,
        TENANCY,
        `isolation/${operation}`,
        (p) => p.readAcrossTenants(operation),
      ),
  ),
  ...each(writes, (operation) =>
    stated(
      `isolation/changes-foreign-record[${operation}]`,
      `${operation} changes another tenant's record`,
      TENANCY,
      `isolation/${operation}`,
      (p) => p.readAcrossTenants(operation),
    ),
  ),
  ...each(
    [
      'updateCustomer',
      'suspendService',
      'replaceDomainNameservers',
      'reissueCertificate',
      'deleteDnsZone',
      'stopVps',
      'closeTicket',
      'updateWebhook',
      'revokeApiKey',
    ] as const,
    (operation) =>
      stated(
        `isolation/refused-but-changed[${operation}]`,
        `${operation} refuses another tenant's record and changes it all the same`,
        [...TENANCY, 'endpoints/refused-write-changes-nothing', 'states/refused-action-changes-nothing'],
        `isolation/${operation}`,
        (p) => {
          const foreign = new WeakSet<ClientRequest>();
          p.readAcrossTenants(operation, (request) => foreign.add(request));
          p.reply(operation, (reply, request) => {
            if (foreign.has(request))
              replaceResponse(reply, refusal(403, 'FORBIDDEN', 'This belongs to another tenant.'));
          });
        },
      ),
  ),
  ...each(lists, (operation) =>
    stated(
      `isolation/list-shows-foreign-records[${operation}]`,
      `${operation} shows the rows of every tenant`,
      TENANCY,
      `isolation/${operation}`,
      (p) => p.readAcrossTenants(operation),
    ),
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
  stated(
    'isolation/pays-from-foreign-wallets',
    "an order is paid from other tenants' wallets too",
    [...TENANCY, 'billing/wallet-pays-total'],
    'isolation/wallet-of-others',
    (p) =>
      p.handler('createOrder', ({ db }, go) => {
        const done = go();
        const total = numberAt(done, 'total_amount');
        const wallets = db.platform.table('wallets');
        for (const wallet of wallets.all()) {
          if (wallet.tenant_id === db.tenantId) continue;
          wallets.update(wallet.id, {
            balance_amount: numberAt(wallet, 'balance_amount') - total,
            available_amount: numberAt(wallet, 'available_amount') - total,
          });
        }
        return done;
      }),
  ),
  stated('isolation/shared-wallet', 'all tenants share one wallet', TENANCY, 'isolation/wallet', (p) =>
    p.handler(['getWallet', 'topUpWallet'], ({ db }, go) => {
      const first = db.platform.table('wallets').all()[0];
      return typeof first?.tenant_id === 'string' ? go({ db: db.of(first.tenant_id) }) : go();
    }),
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
  stated(
    'isolation/cached-across-tenants',
    "one tenant's answer is kept and served to another",
    TENANCY,
    'isolation/listCustomers',
    (p) => {
      const stored = new Map<string, { tenantId: string | null; answer: unknown }>();
      p.handler(['listCustomers', 'listOrders'], ({ request, caller }, go) => {
        const key = `${request.path}?${request.query}`;
        const last = stored.get(key);
        if (last && last.tenantId !== caller.tenantId) return last.answer;
        const answer = go();
        stored.set(key, { tenantId: caller.tenantId, answer });
        return answer;
      });
    },
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
];
