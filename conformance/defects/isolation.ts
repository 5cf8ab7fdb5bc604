// Defects that let a caller read or change records of another tenant, by their id or in a list.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { stated } from './define-mutant.ts';
import { queryParameter } from './edits/request-edits.ts';
import { each, refusal, replaceResponse } from './edits/response-edits.ts';
import type { ClientRequest, Injector, Mutant } from './mutant.ts';

/** Treats every caller of an operation as a platform admin. */
function treatEveryoneAsAdmin(p: Injector, where: OperationId): void {
  p.skip('authorise', where);
  p.step('locate', where, (call, go) => {
    const { caller } = call;
    call.caller = { ...caller, scopes: [...caller.scopes, 'platform:admin'] };
    return go();
  });
}

/** The requirements that are broken when a caller reaches records of another tenant. */
export const TENANCY = ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'] as const;

/** Id of a defect → the read operations that the defect is injected into. */
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

export const isolation: readonly Mutant[] = [
  ...each(
    [
      ['isolation/shows-foreign-record', 'getTenant'],
      ['isolation/shows-foreign-details', 'getTenantUsage'],
      ['isolation/changes-foreign-record', 'updateTenant'],
      ['isolation/changes-foreign-record', 'terminateTenant'],
    ] as const,
    ([kind, operation]) =>
      stated(
        `${kind}[${operation}]`,
        `${operation} is open to every tenant`,
        TENANCY,
        `isolation/${operation}`,
        (p) => treatEveryoneAsAdmin(p, operation),
      ),
  ),
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
    'isolation/cached-across-tenants[listTickets]',
    "one tenant's list of tickets is kept and served to another",
    TENANCY,
    'isolation/listTickets',
    (p) => {
      let stored: { tenantId: string | null; answer: unknown } | undefined;
      p.handler('listTickets', ({ caller }, go) => {
        if (stored && stored.tenantId !== caller.tenantId) return stored.answer;
        const answer = go();
        stored = { tenantId: caller.tenantId, answer };
        return answer;
      });
    },
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
    'isolation/filter-shows-foreign',
    'a filter reaches the orders of other tenants',
    ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
    'isolation/filtered-list/listOrders',
    (p) =>
      p.readAcrossTenants(
        ({ operation, query }) => operation === 'listOrders' && queryParameter(query, 'customer_id') !== null,
      ),
  ),
  ...each(['listOrders', 'listInvoices'] as const, (operation) =>
    stated(
      `isolation/customer-filter-shows-foreign[${operation}]`,
      `${operation} filtered by a customer shows records of other tenants`,
      ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
      `isolation/filtered-list/${operation}`,
      (p) =>
        p.handler(operation, ({ db, query }, go) =>
          query.customer_id === undefined ? go() : go({ db: db.platform }),
        ),
    ),
  ),
  ...each(['deactivateCustomer', 'cancelSubscription', 'terminateService'] as const, (operation) =>
    stated(
      `isolation/refused-action-done[${operation}]`,
      `${operation} refuses another tenant's record and changes it`,
      ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
      `isolation/${operation}`,
      (p) => {
        const foreign = new WeakSet<ClientRequest>();
        p.readAcrossTenants(operation, (request) => foreign.add(request));
        p.reply(operation, (reply, request) => {
          if (foreign.has(request)) replaceResponse(reply, refusal(404, 'NOT_FOUND', 'Not found.'));
        });
      },
    ),
  ),
  stated(
    'isolation/services-filter-shows-foreign',
    'the filter customer_id of services shows records of other tenants',
    TENANCY,
    'isolation/filtered-list/listServices',
    (p) =>
      p.handler('listServices', ({ db, query }, go) =>
        query.customer_id === undefined ? go() : go({ db: db.platform }),
      ),
  ),
  stated(
    'isolation/foreign-ticket-closed',
    "closing another tenant's ticket says 404 and closes it",
    TENANCY,
    'isolation/closeTicket',
    (p) =>
      p.step('locate', 'closeTicket', ({ request, db }, go) => {
        const ticket = db?.platform.table('tickets').find(request.params.id ?? '');
        if (db && ticket && ticket.tenant_id !== db.tenantId)
          p.readDb((owner) =>
            owner.table('tickets').update(ticket.id, { status: 'closed', closed_at: owner.now }),
          );
        return go();
      }),
  ),
  stated(
    'isolation/later-invoices-foreign',
    'the sixth and later rows of invoices come from all tenants',
    TENANCY,
    'isolation/listInvoices',
    (p) =>
      p.handler('listInvoices', ({ db }, go) => {
        const page = go();
        const other = db.platform
          .table('invoices')
          .all()
          .filter((record) => record.tenant_id !== db.tenantId)
          .at(-1);
        return isObject(page) && Array.isArray(page.data) && other
          ? { ...page, data: [...page.data.slice(0, 5), other, ...page.data.slice(5)] }
          : page;
      }),
  ),
  stated(
    'isolation/foreign-zone-records-readable',
    "the records of another tenant's zone can be listed",
    TENANCY,
    'isolation/listDnsRecords',
    (p) => p.readAcrossTenants('listDnsRecords'),
  ),
];
