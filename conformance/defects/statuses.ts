// Defects of status codes: the mock replies with a status that the specification does not have for the situation.
import { isObject } from '../../src/contract/is-object.ts';
import { type OperationId, operations } from '../../src/contract/operations.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import {
  dropHeader,
  each,
  isInvalid,
  isSuccess,
  jsonResponse,
  refusal,
  replaceResponse,
  serverError,
  setAt,
  setHeader,
} from './edits/response-edits.ts';
import { storedZip } from './edits/zip-edits.ts';
import type { ClientRequest, Injector, Mutant, RequestMatcher, ResponseEdit } from './mutant.ts';

/** Operations that the suite calls with an id that no tenant has. */
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

/** Replaces the 404 reply to a request whose path has an id that no tenant has. */
function answersUnknownIds(p: Injector, operation: OperationId, by: ResponseEdit): void {
  const seen = new WeakSet<ClientRequest>();
  p.step('locate', operation, (call, go) => {
    const { id = '' } = call.request.params;
    const exists = TABLES.some((table) => call.db?.platform.table(table).find(id) !== undefined);
    if (!exists) seen.add(call.request);
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

/** Matches the operations whose path contains the id of a resource. */
const onOne: RequestMatcher = operations.filter(({ path }) => path.includes('{id}')).map(({ id }) => id);

export const statuses: readonly Mutant[] = [
  stated(
    'statuses/new-order-200',
    'a new order is answered 200',
    'endpoints/create-order',
    'statuses/order-is-201',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (reply.status === 201) reply.status = 200;
      }),
  ),
  ...each(['createCustomer', 'createPayment', 'topUpWallet'] as const, (operation) =>
    chosen(
      `statuses/creation-200[${operation}]`,
      `${operation} answers a creation with 200`,
      'endpoints/creates-answer-201',
      'statuses/success-as-documented',
      (p) =>
        p.reply(operation, (reply) => {
          if (reply.status === 201) reply.status = 200;
        }),
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
  follows(
    'statuses/unknown-id-500',
    'an id that names nothing is a server error',
    'endpoints/unknown-id-refused',
    'unknown-id/getCustomer',
    (p) =>
      p.reply(onOne, (reply) => {
        if (reply.status === 404) replaceResponse(reply, serverError());
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
      ['null', null],
      ['empty', {}],
    ] as const,
    ([label, body]) =>
      follows(
        `statuses/unknown-id-success[${label}]`,
        `an id that names nothing is answered 200 with ${label}`,
        ['endpoints/unknown-id-refused', 'service/own-tenant-only', 'errors/success-is-no-error'],
        'unknown-id/getCustomer',
        (p) =>
          p.reply(onOne, (reply) => {
            if (reply.status === 404) replaceResponse(reply, jsonResponse(200, body));
          }),
      ),
  ),
  follows(
    'statuses/unknown-id-success[DELETE]',
    'DELETE of an id that names nothing is answered 200',
    ['endpoints/unknown-id-refused', 'errors/success-is-no-error'],
    'unknown-id/deactivateCustomer',
    (p) =>
      p.reply(['deactivateCustomer', 'cancelSubscription'], (reply, { params: { id = '' } }) => {
        const exists = p.readDb((db) =>
          ['customers', 'subscriptions'].some((table) => db.table(table).find(id) !== undefined),
        );
        if (reply.status === 404 && !exists) replaceResponse(reply, jsonResponse(200, {}));
      }),
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
  ...each([400, 422], (status) =>
    chosen(
      `statuses/unknown-id-not-404[${status}]`,
      `an id that names nothing is answered ${status}`,
      'endpoints/unknown-id-404',
      'unknown-id/getCustomer/404',
      (p) =>
        p.reply(onOne, (reply) => {
          if (reply.status === 404)
            replaceResponse(reply, refusal(status, 'BAD_ID', 'Bad id.', { id: ['Bad id.'] }));
        }),
    ),
  ),
  stated(
    'statuses/invalid-400',
    'a validation failure is answered 400',
    'errors/validation-is-422',
    'errors/invalid-is-422',
    (p) =>
      p.reply('everything', (reply) => {
        if (isInvalid(reply)) reply.status = 400;
      }),
  ),
  stated(
    'statuses/unlisted-status[302]',
    'a request without a credential is redirected to a login page',
    ['errors/status-codes', 'authentication/missing-is-401'],
    'statuses/listed',
    (p) =>
      p.reply('everything', (reply, { headers }) => {
        if (reply.status !== 401 || headers.authorization !== undefined) return;
        replaceResponse(reply, jsonResponse(302, {}, { Location: '/login' }));
      }),
  ),
  stated(
    'statuses/unlisted-status[418]',
    'an id that names nothing is answered 418',
    'errors/status-codes',
    'statuses/listed',
    (p) =>
      p.reply(onOne, (reply) => {
        if (reply.status === 404) reply.status = 418;
      }),
  ),
  stated(
    'statuses/unlisted-status[402]',
    'a credential that lacks permission is answered 402',
    'authentication/lacking-permission-is-403',
    'authentication/lacking-permission',
    (p) =>
      p.reply('everything', (reply) => {
        if (reply.status === 403) reply.status = 402;
      }),
  ),
  ...each(['deactivateCustomer', 'cancelSubscription'] as const, (operation) =>
    chosen(
      `statuses/answers-204[${operation}]`,
      `${operation} answers 204`,
      ['errors/status-codes', 'endpoints/creates-answer-201'],
      'statuses/no-204',
      (p) =>
        p.reply(operation, (reply) => {
          if (!isSuccess(reply)) return;
          reply.status = 204;
          reply.raw = '';
          dropHeader(reply, 'Content-Type');
        }),
    ),
  ),
  stated(
    'statuses/login-201',
    'a login answers 201',
    ['login-response/status', 'endpoints/login', 'errors/status-codes', 'endpoints/created-only-by-post'],
    'statuses/login-is-200',
    (p) =>
      p.reply('login', (reply) => {
        if (isSuccess(reply)) reply.status = 201;
      }),
  ),
  follows(
    'statuses/error-with-200',
    'errors come with status 200',
    ['errors/success-is-no-error', 'endpoints/unknown-id-refused'],
    'statuses/success-is-no-error',
    (p) =>
      p.reply(onOne, (reply) => {
        if (reply.status === 404) reply.status = 200;
      }),
  ),
  ...each(['getOrder', 'deactivateCustomer'] as const, (operation) =>
    follows(
      `statuses/201-without-creation[${operation}]`,
      `${operation} answers 201`,
      'endpoints/created-only-by-post',
      'statuses/created-only-by-post',
      (p) =>
        p.reply(operation, (reply) => {
          if (reply.status === 200 && isObject(reply.json)) reply.status = 201;
        }),
    ),
  ),
  ...each(
    [
      'terminateTenant',
      'deleteDnsZone',
      'deleteDnsRecord',
      'deleteMailbox',
      'terminateVps',
      'deleteWebhook',
      'revokeApiKey',
    ] as const,
    (operation) =>
      chosen(
        `statuses/unknown-id-action-succeeds[${operation}]`,
        `${operation} succeeds on an id that names nothing`,
        ['endpoints/unknown-id-refused', 'endpoints/unknown-id-404'],
        `unknown-id/${operation}`,
        (p) =>
          p.reply(operation, (reply, { params }) => {
            if (reply.status === 404)
              replaceResponse(reply, jsonResponse(200, { id: params.id, deleted: true }));
          }),
      ),
  ),
  follows(
    'statuses/unknown-id-downloads',
    'there is a PDF of an invoice that does not exist',
    'endpoints/unknown-id-refused',
    'unknown-id/downloadInvoicePdf',
    (p) =>
      p.reply('downloadInvoicePdf', (reply) => {
        if (reply.status !== 404) return;
        replaceResponse(reply, jsonResponse(200, undefined));
        setHeader(reply, 'Content-Type', 'application/pdf');
        reply.raw =
          '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n';
      }),
  ),
  follows(
    'statuses/unknown-id-downloads[downloadCertificate]',
    'there is a bundle of a certificate that does not exist',
    ['endpoints/unknown-id-refused', 'service/own-tenant-only'],
    'unknown-id/downloadCertificate',
    (p) =>
      p.reply('downloadCertificate', (reply) => {
        if (reply.status !== 404) return;
        replaceResponse(reply, { ...jsonResponse(200, undefined), raw: storedZip([['a.txt', 'Hello.']]) });
        setHeader(reply, 'Content-Type', 'application/zip');
      }),
  ),
];
