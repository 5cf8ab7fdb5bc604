// Defects that make an operation unavailable: the mock answers every request to it with status 500, 404 or 501.
import type { OperationId } from '../../src/contract/operations.ts';
import type { RequirementId } from '../requirements.ts';
import { chosen, stated } from './define-mutant.ts';
import { each, isSuccess, NOT_FOUND, refusal, replaceResponse, serverError } from './edits/response-edits.ts';
import { areaLists } from './lists.ts';
import type { ClientRequest, Injector, Mutant, ResponseEdit } from './mutant.ts';

const refuses = (p: Injector, operation: OperationId, by: ResponseEdit): void =>
  p.reply(operation, (reply) => {
    if (isSuccess(reply)) replaceResponse(reply, by);
  });

type Row = readonly [OperationId, RequirementId, string];

/**
 * The creations and actions that defects make unavailable: operation, broken requirement, check that must catch the
 * defect.
 */
const ACTIONS = [
  ['createTenant', 'endpoints/create-tenant', 'tenants/create'],
  ['updateTenant', 'endpoints/update-tenant', 'tenants/update'],
  ['terminateTenant', 'endpoints/terminate-tenant', 'tenants/terminate'],
  ['checkDomain', 'endpoints/check-domain', 'domains/check'],
  ['registerDomain', 'endpoints/register-domain', 'domains/register'],
  ['transferDomain', 'endpoints/transfer-domain', 'domains/transfer'],
  ['replaceDomainNameservers', 'endpoints/update-nameservers', 'domains/nameservers'],
  ['renewDomain', 'endpoints/renew-domain', 'domains/renew'],
  ['createHostingAccount', 'endpoints/create-hosting', 'hosting/create'],
  ['resetHostingPassword', 'endpoints/reset-hosting-password', 'hosting/reset-password'],
  ['createCertificate', 'endpoints/create-certificate', 'ssl/order'],
  ['reissueCertificate', 'endpoints/reissue-certificate', 'ssl/reissue'],
  ['renewCertificate', 'endpoints/renew-certificate', 'ssl/renew'],
  ['downloadCertificate', 'endpoints/download-certificate', 'ssl/download'],
  ['createDnsZone', 'endpoints/create-zone', 'dns/create'],
  ['deleteDnsZone', 'endpoints/delete-zone', 'dns/delete'],
  ['createDnsRecord', 'endpoints/add-record', 'dns/add-record'],
  ['updateDnsRecord', 'endpoints/update-record', 'dns/update-record'],
  ['deleteDnsRecord', 'endpoints/delete-record', 'dns/delete-record'],
  ['createEmailService', 'endpoints/create-email', 'email/create'],
  ['createMailbox', 'endpoints/create-mailbox', 'email/mailbox'],
  ['deleteMailbox', 'endpoints/delete-mailbox', 'email/delete-mailbox'],
  ['createVps', 'endpoints/create-vps', 'vps/create'],
  ['startVps', 'endpoints/start-vps', 'vps/start'],
  ['stopVps', 'endpoints/stop-vps', 'vps/stop'],
  ['rebootVps', 'endpoints/reboot-vps', 'vps/reboot'],
  ['resizeVps', 'endpoints/resize-vps', 'vps/resize'],
  ['terminateVps', 'endpoints/terminate-vps', 'vps/terminate'],
  ['createTicket', 'endpoints/create-ticket', 'support/create'],
  ['createTicketReply', 'endpoints/reply-to-ticket', 'support/reply'],
  ['closeTicket', 'endpoints/close-ticket', 'support/close'],
  ['createWebhook', 'endpoints/create-webhook', 'webhooks/create'],
  ['updateWebhook', 'endpoints/update-webhook', 'webhooks/update'],
  ['deleteWebhook', 'endpoints/delete-webhook', 'webhooks/delete'],
  ['createApiKey', 'endpoints/create-api-key', 'api-keys/create'],
  ['revokeApiKey', 'endpoints/revoke-api-key', 'api-keys/revoke'],
] as const satisfies readonly Row[];

/**
 * The operations that read one resource and that defects make unavailable: operation, broken requirement, check that
 * must catch the defect.
 */
const details = [
  ['getTenant', 'endpoints/get-tenant', 'tenants/get'],
  ['getTenantUsage', 'endpoints/tenant-usage', 'tenants/usage'],
  ['getDomain', 'endpoints/get-domain', 'domains/get'],
  ['getHostingAccount', 'endpoints/get-hosting', 'hosting/get'],
  ['getHostingStats', 'endpoints/hosting-stats', 'hosting/stats'],
  ['getCertificate', 'endpoints/get-certificate', 'ssl/get'],
  ['getDnsZone', 'endpoints/get-zone', 'dns/get'],
  ['getEmailService', 'endpoints/get-email', 'email/get'],
  ['getVps', 'endpoints/get-vps', 'vps/get'],
  ['getTicket', 'endpoints/get-ticket', 'support/get'],
  ['getWebhook', 'endpoints/get-webhook', 'webhooks/get'],
  ['listWebhookDeliveries', 'endpoints/list-deliveries', 'webhooks/deliveries'],
  ['getApiKey', 'endpoints/get-api-key', 'api-keys/get'],
  ['getApiKeyUsage', 'endpoints/api-key-usage', 'api-keys/usage'],
] as const satisfies readonly Row[];

/** Requirements of an order that are broken too when the given operation finds no resource. */
const IMPLIED: Record<string, readonly RequirementId[]> = {
  getInvoice: ['states/order-creates-invoice'],
  getService: ['states/order-creates-services'],
};

export const availability: readonly Mutant[] = [
  ...each(ACTIONS, ([operation, requirement, check]) =>
    stated(
      `availability/server-error[${operation}]`,
      `${operation} is a server error`,
      requirement,
      check,
      (p) => refuses(p, operation, serverError()),
    ),
  ),
  ...each(
    [
      ['createCustomer', 'endpoints/create-customer', 'customers/create'],
      ['updateCustomer', 'endpoints/update-customer', 'customers/update'],
      ['deactivateCustomer', 'endpoints/delete-customer', 'customers/deactivate'],
      ['cancelSubscription', 'endpoints/cancel-subscription', 'billing/cancel-subscription'],
      ['createPayment', 'endpoints/create-payment', 'billing/payment'],
      ['topUpWallet', 'endpoints/wallet-topup', 'billing/topup'],
      ['createOrder', 'endpoints/create-order', 'orders/create'],
      ['login', 'endpoints/login', 'auth/login'],
      ['refreshSession', 'endpoints/refresh', 'auth/refresh-offered'],
      ['logout', 'endpoints/logout', 'auth/logout-succeeds'],
    ] as const,
    ([operation, requirement, check]) =>
      stated(
        `availability/server-error[${operation}]`,
        `${operation} is a server error`,
        operation === 'login' ? [requirement, 'authentication/login-answers-jwt'] : requirement,
        check,
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) replaceResponse(reply, serverError());
          }),
      ),
  ),
  ...each(details, ([operation, requirement, check]) =>
    stated(
      `availability/not-found[${operation}]`,
      `${operation} finds nothing`,
      [requirement, 'service/path-prefixes'],
      check,
      (p) => refuses(p, operation, NOT_FOUND),
    ),
  ),
  ...each(areaLists, ([operation, requirement, area]) =>
    stated(
      `availability/not-found[${operation}]`,
      `${operation} is a server error`,
      [requirement, 'endpoints/list-shows-all', 'service/path-prefixes'],
      ['vps', 'support', 'webhooks', 'api-keys'].includes(area) ? `${area}/in-list` : `${area}/list`,
      (p) => refuses(p, operation, serverError()),
    ),
  ),
  ...each(
    [
      ['getCustomer', 'endpoints/get-customer', 'customers/get'],
      ['getService', 'endpoints/get-service', 'services/get'],
      ['getOrder', 'endpoints/get-order', 'orders/get'],
      ['getInvoice', 'endpoints/get-invoice', 'billing/invoice'],
      ['getSubscription', 'endpoints/get-subscription', 'billing/subscription'],
      ['listCustomers', 'endpoints/list-customers', 'customers/in-list'],
      ['listServices', 'endpoints/list-services', 'services/in-list'],
      ['listOrders', 'endpoints/list-orders', 'orders/in-list'],
      ['listInvoices', 'endpoints/list-invoices', 'billing/invoice-listed'],
      ['listPayments', 'endpoints/list-payments', 'billing/payment-listed'],
      ['listSubscriptions', 'endpoints/list-subscriptions', 'billing/subscriptions'],
      ['getWallet', 'endpoints/wallet', 'billing/wallet'],
      ['listCustomerServices', 'endpoints/list-customer-services', 'customers/services'],
      ['getCurrentUser', 'endpoints/me', 'auth/me'],
    ] as const,
    ([operation, requirement, check]) =>
      stated(
        `availability/not-found[${operation}]`,
        `${operation} finds nothing`,
        [requirement, ...(IMPLIED[operation] ?? ['service/path-prefixes'])],
        check,
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) replaceResponse(reply, NOT_FOUND);
          }),
      ),
  ),
  ...each(
    [
      ['startVps', 'vps/actions'],
      ['rebootVps', 'vps/actions'],
    ] as const,
    ([operation, check]) =>
      stated(
        `availability/action-missing[${operation}]`,
        `${operation} does not exist`,
        ['states/vps-actions', operation === 'startVps' ? 'endpoints/start-vps' : 'endpoints/reboot-vps'],
        check,
        (p) => p.request(operation, () => refusal(501, 'NOT_IMPLEMENTED', 'Not yet.')),
      ),
  ),
  ...each(
    [
      ['renewDomain', 'endpoints/renew-domain', 'domains/renew-offered'],
      ['renewCertificate', 'endpoints/renew-certificate', 'ssl/renew-offered'],
      ['reissueCertificate', 'endpoints/reissue-certificate', 'ssl/reissue-offered'],
    ] as const,
    ([operation, requirement, check]) =>
      stated(
        `availability/renewal-missing[${operation}]`,
        `${operation} does not exist`,
        ['states/domains-and-certificates-renew', requirement],
        check,
        (p) =>
          p.request(operation, (_edit, { bearer }) => {
            if (bearer === null) return undefined;
            return operation === 'reissueCertificate'
              ? refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.')
              : refusal(501, 'NOT_IMPLEMENTED', 'Not yet.');
          }),
      ),
  ),
  ...each([404, 500], (status) =>
    stated(
      `availability/download-refused[${status}]`,
      `the PDF of an invoice is answered ${status}`,
      'endpoints/invoice-pdf',
      'billing/invoice-pdf',
      (p) =>
        p.reply('downloadInvoicePdf', (reply) => {
          if (isSuccess(reply)) replaceResponse(reply, refusal(status, 'NO_PDF', 'There is no PDF.'));
        }),
    ),
  ),
  ...each(
    [
      ['array', 'whose body is an array', ({ text }: ClientRequest) => text === '[]'],
      ['createCertificate', 'that orders a certificate', 'createCertificate'],
      ['replaceDomainNameservers', 'that replaces name servers', 'replaceDomainNameservers'],
      ['listInvoices', 'that lists invoices', 'listInvoices'],
    ] as const,
    ([label, which, where]) =>
      chosen(
        `availability/no-reply[${label}]`,
        `a request ${which} gets no reply: its connection is closed`,
        'errors/every-request-is-answered',
        'statuses/every-request-is-answered',
        (p) => p.closeConnection(where),
      ),
  ),
  stated(
    'availability/download-refused',
    'every invoice has the document of the first',
    'endpoints/invoice-pdf',
    'billing/pdf-differs-per-invoice',
    (p) => {
      let first: Uint8Array | null = null;
      p.reply('downloadInvoicePdf', (reply) => {
        if (!isSuccess(reply) || !(reply.raw instanceof Uint8Array)) return;
        first ??= reply.raw;
        reply.raw = first;
      });
    },
  ),
  stated(
    'availability/download-refused[issued]',
    'the bundle of an issued certificate is refused',
    'endpoints/download-certificate',
    'ssl/download',
    (p) =>
      p.reply('downloadCertificate', (reply) => {
        if (isSuccess(reply)) replaceResponse(reply, refusal(404, 'NO_BUNDLE', 'There is no bundle.'));
      }),
  ),
];
