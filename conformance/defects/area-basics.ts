// Planted faults that any area may have: not created, not found, not listed, not deleted, not kept, and found where nothing is.
import { NOT_FOUND } from './response-edits.ts';
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import type { RequirementId } from '../requirements.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { ClientRequest, Injector, Mutant, ResponseEdit } from './mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  jsonResponse,
  refusal,
  replaceResponse,
  serverError,
  setAt,
  valueAt,
} from './response-edits.ts';


const refuses = (p: Injector, operation: OperationId, by: ResponseEdit): void =>
  p.reply(operation, (reply) => {
    if (isSuccess(reply)) replaceResponse(reply, by);
  });

type Row = readonly [OperationId, RequirementId, string];

/** Creations and actions: the operation, its sentence, its check. */
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

/** Details: the operation, its sentence, its check. */
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

/** Lists: the operation, its sentence, the check that looks for what was created, the detail, the creation. */
const areaLists = [
  ['listDomains', 'endpoints/list-domains', 'domains', 'getDomain', 'registerDomain'],
  ['listHostingAccounts', 'endpoints/list-hosting', 'hosting', 'getHostingAccount', 'createHostingAccount'],
  ['listCertificates', 'endpoints/list-certificates', 'ssl', 'getCertificate', 'createCertificate'],
  ['listDnsZones', 'endpoints/list-zones', 'dns', 'getDnsZone', 'createDnsZone'],
  ['listEmailServices', 'endpoints/list-email', 'email', 'getEmailService', 'createEmailService'],
  ['listVps', 'endpoints/list-vps', 'vps', 'getVps', 'createVps'],
  ['listTickets', 'endpoints/list-tickets', 'support', 'getTicket', 'createTicket'],
  ['listWebhooks', 'endpoints/list-webhooks', 'webhooks', 'getWebhook', 'createWebhook'],
  ['listApiKeys', 'endpoints/list-api-keys', 'api-keys', 'getApiKey', 'createApiKey'],
] as const satisfies readonly (readonly [OperationId, RequirementId, string, OperationId, OperationId])[];

/** What each area shows a tenant of a record, and the path its operations begin with. */
const prefixes = [
  ['tenants', 'getTenant'],
  ['domains', 'getDomain'],
  ['hosting', 'getHostingAccount'],
  ['ssl', 'getCertificate'],
  ['dns', 'getDnsZone'],
  ['email', 'getEmailService'],
  ['vps', 'getVps'],
  ['support', 'getTicket'],
  ['webhooks', 'getWebhook'],
  ['api-keys', 'getApiKey'],
] as const satisfies readonly (readonly [string, OperationId])[];

/** Deletions that do nothing: the operation, its table, the sentences, the check. */
const deletions = [
  [
    'terminateTenant',
    'tenants',
    ['endpoints/terminate-tenant', 'states/acknowledged-action-happens'],
    'tenants/terminate-changes',
  ],
  [
    'terminateVps',
    'vps',
    ['states/acknowledged-action-happens', 'endpoints/terminate-vps'],
    'vps/terminate-changes',
  ],
  ['deleteDnsZone', 'dns_zones', ['states/deletes-delete', 'endpoints/delete-zone'], 'dns/deleted-is-gone'],
  [
    'deleteDnsRecord',
    'dns_records',
    ['states/deletes-delete', 'endpoints/delete-record'],
    'dns/deleted-record-is-gone',
  ],
  [
    'deleteMailbox',
    'mailboxes',
    ['states/deletes-delete', 'endpoints/delete-mailbox'],
    'email/deleted-is-gone',
  ],
  [
    'deleteWebhook',
    'webhooks',
    ['webhooks/deleted-is-gone', 'endpoints/delete-webhook'],
    'webhooks/deleted-is-gone',
  ],
  [
    'revokeApiKey',
    'api_keys',
    ['states/key-revoked', 'endpoints/revoke-api-key', 'authentication/invalid-is-401'],
    'api-keys/revoked-is-401',
  ],
] as const satisfies readonly (readonly [
  OperationId,
  string,
  readonly [RequirementId, ...RequirementId[]],
  string,
])[];

/** Operations on an id that names nothing. */
const UNKNOWN_ID_OPERATIONS = [
  'getDomain',
  'replaceDomainNameservers',
  'getHostingAccount',
  'resetHostingPassword',
  'downloadCertificate',
  'getDnsZone',
  'createDnsRecord',
  'getEmailService',
  'createMailbox',
  'getVps',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'getTicket',
  'createTicketReply',
  'getWebhook',
  'testWebhook',
  'getApiKey',
  'getApiKeyUsage',
  'getTenant',
] as const satisfies readonly OperationId[];

export const areaBasics: readonly Mutant[] = [
  ...each(ACTIONS, ([operation, requirement, check]) =>
    stated(
      `availability/server-error[${operation}]`,
      `${operation} is a server error`,
      requirement,
      check,
      (p) => refuses(p, operation, serverError()),
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
      ['auth', 'endpoints/me', 'routes/prefix-auth'],
      ['customers', 'endpoints/create-customer', 'routes/prefix-customers'],
      ['services', 'endpoints/list-services', 'routes/prefix-services'],
      ['orders', 'endpoints/list-orders', 'routes/prefix-orders'],
      ['wallet', 'endpoints/wallet', 'routes/prefix-billing'],
      ['tenants', 'endpoints/list-tenants', 'routes/prefix-tenants'],
      ['domains', 'endpoints/list-domains', 'routes/prefix-domains'],
      ['hosting', 'endpoints/list-hosting', 'routes/prefix-hosting'],
      ['ssl', 'endpoints/list-certificates', 'routes/prefix-ssl'],
      ['dns', 'endpoints/list-zones', 'routes/prefix-dns'],
      ['email', 'endpoints/list-email', 'routes/prefix-email'],
      ['vps', 'endpoints/create-vps', 'routes/prefix-vps'],
      ['support', 'endpoints/create-ticket', 'routes/prefix-support'],
      ['webhooks', 'endpoints/create-webhook', 'routes/prefix-webhooks'],
      ['api-keys', 'endpoints/create-api-key', 'routes/prefix-api-keys'],
    ] as const,
    ([area, requirement, check]) =>
      stated(
        `routes/prefix-missing[${area}]`,
        `nothing under /${area} is there`,
        ['service/path-prefixes', requirement],
        check,
        (p) =>
          p.request(
            ({ path, bearer }) => bearer !== null && path.startsWith(`/${area}`),
            () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
          ),
      ),
  ),
  ...each(prefixes, ([area, operation]) =>
    chosen(
      `representation/member-missing[${area}]`,
      `${operation} leaves \`created_at\` out`,
      'endpoints/fields',
      `${area}/fields`,
      (p) =>
        p.reply(operation, (reply) => {
          if (isSuccess(reply) && isObject(reply.json)) delete reply.json.created_at;
        }),
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
  ...each(areaLists, ([operation, requirement, area, , create]) =>
    (['vps', 'support', 'webhooks', 'api-keys'].includes(area) ? stated : follows)(
      `lists/new-record-missing[${operation}]`,
      `what is created is not in ${operation}`,
      ['vps', 'support', 'webhooks', 'api-keys'].includes(area)
        ? [requirement, 'endpoints/list-shows-all']
        : ['endpoints/list-shows-all', requirement],
      `${area}/in-list`,
      (p) => {
        const created = new Set<unknown>();
        p.reply(create, (reply) => {
          if (isSuccess(reply)) created.add(valueAt(reply.json, 'id'));
        });
        p.reply(operation, (reply) =>
          changeAt(reply.json, 'data', (data) =>
            Array.isArray(data) ? data.filter((row) => !created.has(valueAt(row, 'id'))) : data,
          ),
        );
      },
    ),
  ),
  ...each(
    [
      ['listDomains', 'domains', 'name'],
      ['listHostingAccounts', 'hosting', 'domain'],
      ['listCertificates', 'ssl', 'common_name'],
      ['listDnsZones', 'dns', 'name'],
      ['listEmailServices', 'email', 'domain'],
      ['listVps', 'vps', 'hostname'],
      ['listTickets', 'support', 'subject'],
      ['listWebhooks', 'webhooks', 'description'],
    ] as const,
    ([operation, area, member]) =>
      follows(
        `lists/values-differ-from-detail[${operation}]`,
        `${operation} shows another \`${member}\` than the detail`,
        'endpoints/list-and-detail-agree',
        `${area}/list-agrees`,
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) changeAt(reply.json, `data.*.${member}`, (value) => `x${String(value)}`);
          }),
      ),
  ),
  ...each(
    [
      ['hosting', 'getHostingAccount', 'domain'],
      ['ssl', 'getCertificate', 'common_name'],
      ['dns', 'getDnsZone', 'name'],
      ['email', 'getEmailService', 'domain'],
      ['webhooks', 'getWebhook', 'url'],
    ] as const,
    ([area, operation, member]) =>
      follows(
        `representation/create-not-echoed[${operation}]`,
        `${operation} shows another \`${member}\` than was sent`,
        'endpoints/create-echoes',
        `${area}/echo`,
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) changeAt(reply.json, member, (value) => `${String(value)}.invalid`);
          }),
      ),
  ),
  ...each(
    [
      ['terminateTenant', 'tenants/terminate-twice'],
      ['deleteDnsZone', 'dns/delete-twice'],
      ['terminateVps', 'vps/terminate-twice'],
      ['deleteWebhook', 'webhooks/delete-twice'],
      ['revokeApiKey', 'api-keys/revoke-twice'],
    ] as const,
    ([operation, check]) =>
      follows(
        `actions/second-delete-500[${operation}]`,
        `${operation} a second time is a server error`,
        'states/second-delete',
        check,
        (p) => {
          const done = new Set<string>();
          p.request(operation, (_asking, { params }) =>
            done.has(params.id ?? '') ? serverError() : undefined,
          );
          p.reply(operation, (reply, { params }) => {
            if (isSuccess(reply)) done.add(params.id ?? '');
          });
        },
      ),
  ),
  ...each(deletions, ([operation, table, requirement, check]) =>
    (operation === 'terminateTenant' || operation === 'revokeApiKey' ? stated : follows)(
      `actions/delete-not-done[${operation}]`,
      `${operation} is acknowledged and changes nothing`,
      requirement,
      check,
      (p) =>
        p.handler(operation, ({ request: { params }, db }, go) => {
          const id = params.rid ?? params.mbx ?? params.id ?? '';
          const row = db.platform.table(table).find(id);
          return row === undefined
            ? go()
            : table === 'api_keys' || table === 'vps' || table === 'tenants'
              ? row
              : { id, deleted: true };
        }),
    ),
  ),
  ...each(
    [
      ['updateTenant', 'tenants', 'tenants/update-persists'],
      ['replaceDomainNameservers', 'domains', 'domains/nameservers-persist'],
      ['updateDnsRecord', 'dns_records', 'dns/update-persists'],
      ['updateWebhook', 'webhooks', 'webhooks/update-persists'],
    ] as const,
    ([operation, table, check]) =>
      follows(
        `actions/update-not-stored[${operation}]`,
        `${operation} is acknowledged and not kept`,
        [
          'endpoints/update-persists',
          (
            {
              updateTenant: 'endpoints/update-tenant',
              replaceDomainNameservers: 'endpoints/update-nameservers',
              updateDnsRecord: 'endpoints/update-record',
              updateWebhook: 'endpoints/update-webhook',
            } as const
          )[operation],
        ],
        check,
        (p) =>
          p.handler(operation, ({ request: { params }, db, body }) => ({
            ...db.table(table).find(params.rid ?? params.id ?? ''),
            ...(isObject(body) ? body : {}),
          })),
      ),
  ),
  follows(
    'actions/refused-update-changes[updateWebhook]',
    'a refused update changes the webhook endpoint',
    'endpoints/refused-write-changes-nothing',
    'webhooks/refused-update-changes-nothing',
    (p) =>
      p.reply('updateWebhook', (reply, { params: { id = '' }, json }) => {
        if (reply.status !== 422) return;
        p.readDb((db) => {
          const tenant = db.table('webhooks').find(id)?.tenant_id;
          if (typeof tenant === 'string')
            db.of(tenant)
              .table('webhooks')
              .update(id, { description: valueAt(json, 'description') ?? null });
        });
      }),
  ),
  ...each(UNKNOWN_ID_OPERATIONS, (operation) =>
    follows(
      `statuses/unknown-id-success[${operation}]`,
      `${operation} on an id that names nothing succeeds`,
      ['endpoints/unknown-id-refused', 'errors/success-is-no-error', 'service/own-tenant-only'],
      `unknown-id/${operation}`,
      (p) =>
        answersUnknownIds(p, operation, jsonResponse(200, { id: '00000000-0000-4000-8000-000000000000' })),
    ),
  ),
  ...each(
    [
      ['getDomain', ''],
      ['getHostingStats', ''],
      ['renewCertificate', ''],
      ['listDnsRecords', ''],
      ['deleteMailbox', '/no-crash'],
      ['rebootVps', ''],
      ['closeTicket', ''],
      ['listWebhookDeliveries', ''],
      ['revokeApiKey', '/no-crash'],
      ['getTenantUsage', ''],
    ] as const,
    ([operation, tail]) =>
      follows(
        `statuses/unknown-id-500[${operation}]`,
        `${operation} on an id that names nothing is a server error`,
        'endpoints/unknown-id-refused',
        `unknown-id/${operation}${tail}`,
        (p) => answersUnknownIds(p, operation, serverError()),
      ),
  ),
  ...each(
    [
      'renewDomain',
      'getHostingAccount',
      'getCertificate',
      'getDnsZone',
      'getEmailService',
      'getVps',
      'getTicket',
      'getWebhook',
      'getApiKey',
      'getTenant',
    ] as const,
    (operation) =>
      chosen(
        `statuses/unknown-id-not-404[${operation}]`,
        `${operation} on an id that names nothing is answered 400`,
        'endpoints/unknown-id-404',
        `unknown-id/${operation}/404`,
        (p) => answersUnknownIds(p, operation, refusal(400, 'BAD_ID', 'Bad id.')),
      ),
  ),
];

/** Answers otherwise where an id names nothing at all, in whatever tenant. */
function answersUnknownIds(p: Injector, operation: OperationId, by: ResponseEdit): void {
  const seen = new WeakSet<ClientRequest>();
  p.step('locate', operation, (call, go) => {
    const { id = '' } = call.request.params;
    const known = TABLES.some((table) => call.db?.platform.table(table).find(id) !== undefined);
    if (!known) seen.add(call.request);
    return go();
  });
  p.reply(operation, (reply, request) => {
    if (reply.status === 404 && seen.has(request)) {
      replaceResponse(reply, by);
      setAt(reply.json, 'id', request.params.id);
    }
  });
}

const TABLES = [
  'tenants',
  'domains',
  'hosting_accounts',
  'certificates',
  'dns_zones',
  'email_services',
  'vps',
  'tickets',
  'webhooks',
  'api_keys',
] as const;
