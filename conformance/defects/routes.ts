// Defects of routes: paths and methods that do not exist, path prefixes, the base URL, and `/openapi.json`.
import { chosen, follows, stated } from './define-mutant.ts';
import {
  each,
  isSuccess,
  jsonResponse,
  refusal,
  replaceResponse,
  serverError,
  setAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const routes: readonly Mutant[] = [
  follows(
    'routes/unknown-path-200',
    'a path that does not exist is answered 200',
    'endpoints/unknown-route-refused',
    'routes/unknown-path',
    (p) =>
      p.reply(
        ({ operation }) => operation === null,
        (reply) => {
          if (valueAt(reply.json, 'error.code') === 'ROUTE_NOT_FOUND')
            replaceResponse(reply, jsonResponse(200, {}));
        },
      ),
  ),
  ...each([200, 500], (status) =>
    chosen(
      `routes/unknown-method-accepted[${status}]`,
      `a method that a path does not have is answered ${status}`,
      'endpoints/unknown-method-refused',
      'routes/unknown-method',
      (p) =>
        p.reply(
          ({ operation, method }) => operation === null && method !== 'GET',
          (reply) => replaceResponse(reply, status === 200 ? jsonResponse(200, {}) : serverError()),
        ),
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
        `every path under /${area} is unknown`,
        ['service/path-prefixes', requirement],
        check,
        (p) =>
          p.request(
            ({ path, bearer }) => bearer !== null && path.startsWith(`/${area}`),
            () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
          ),
      ),
  ),
  stated('routes/no-tls', 'a public host is spoken to without TLS', 'service/https', 'routes/https', (p) =>
    p.target((file) => setAt(file, 'baseUrl', 'http://api.hosting.example.com/v1')),
  ),
  stated(
    'routes/other-version',
    'the base URL ends in another version',
    'versioning/v1',
    'routes/version-one',
    (p) => p.target((file) => setAt(file, 'baseUrl', 'http://127.0.0.1:4010/v2')),
  ),
  ...each(
    [
      ['3.0', { openapi: '3.0.3', info: { title: 'Hosting', version: '1' }, paths: {} }],
      ['swagger', { swagger: '2.0', info: { title: 'Hosting', version: '1' }, paths: {} }],
    ] as const,
    ([label, document]) =>
      stated(
        `routes/openapi-other-kind[${label}]`,
        `/openapi.json is a description of another kind: ${label}`,
        'versioning/openapi',
        'routes/openapi',
        (p) =>
          p.request(
            ({ path }) => path === '/openapi.json',
            () => jsonResponse(200, document),
          ),
      ),
  ),
  ...each(
    [
      ['quote', 'routes/id-that-is-a-quote', /%27|'|%22/],
      ['dots', 'routes/id-that-is-dots', /%2e%2e|\.\./i],
      ['any', 'routes/id-that-is-a-word', /^(?!.*[0-9a-f]{8}-[0-9a-f]{4}-).*$/i],
    ] as const,
    ([label, check, odd]) =>
      follows(
        `routes/odd-id-500[${label}]`,
        `an id that is no UUID is a server error: ${label}`,
        'endpoints/odd-id-no-crash',
        check,
        (p) =>
          p.request('everything', (_edit, { path, params }) =>
            params.id !== undefined && odd.test(path) ? serverError() : undefined,
          ),
      ),
  ),
  stated(
    'routes/json-request-415',
    'top-ups labelled application/json are answered 415',
    ['service/json-requests', 'errors/status-codes', 'endpoints/wallet-topup'],
    'routes/json-requests',
    (p) =>
      p.reply('topUpWallet', (reply) => {
        if (isSuccess(reply)) replaceResponse(reply, refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send a form.'));
      }),
  ),
];
