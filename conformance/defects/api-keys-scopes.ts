// Defects of the scopes of API keys: what a key allows its holder to do.
import { isObject } from '../../src/contract/is-object.ts';
import { createdKeys } from './api-keys.ts';
import { chosen, stated } from './define-mutant.ts';
import { editObject } from './edits/request-edits.ts';
import {
  each,
  isSuccess,
  listAt,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant } from './mutant.ts';

/** Lets a caller create API keys with a scope that the caller's own credential does not have. */
function createsUnscopedKeys(p: Injector, scope: string): void {
  p.request('createApiKey', (change) => {
    if (!listAt(change.json, 'scopes').includes(scope)) return undefined;
    setAt(change.json, 'scopes', ['api_keys:read']);
    return undefined;
  });
  p.reply('createApiKey', (reply, { json }) => {
    if (isSuccess(reply) && listAt(json, 'scopes').includes(scope)) setAt(reply.json, 'scopes', [scope]);
  });
}

export const apiKeysScopes: readonly Mutant[] = [
  ...each(['createCustomer'] as const, (operation) =>
    stated(
      `api-keys/scopes-ignored[${operation}]`,
      `a key that may only read can call ${operation}`,
      ['authentication/keys-carry-scopes', 'authentication/lacking-permission-is-403'],
      'authentication/scopes-bind',
      (p) => p.skip('authorise', operation),
    ),
  ),
  ...each(['deleteDnsZone', 'topUpWallet'] as const, (operation) =>
    stated(
      `api-keys/scopes-ignored[${operation}]`,
      `a key that may only read can call ${operation}`,
      ['authentication/keys-carry-scopes', 'authentication/lacking-permission-is-403'],
      `authentication/lacked/${operation}`,
      (p) => p.skip('authorise', operation),
    ),
  ),
  stated(
    'api-keys/scopes-ignored[everything]',
    'the scopes of a key are ignored',
    [
      'authentication/keys-carry-scopes',
      'authentication/lacking-permission-is-403',
      'authentication/tenants-for-admins',
    ],
    'authentication/scopes-bind',
    (p) => p.skip('authorise', 'everything'),
  ),
  chosen(
    'api-keys/scopes-differ-from-request[all]',
    'a new key has every scope, whatever the request names',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-bind',
    (p) => {
      const keys = createdKeys(p);
      p.step('authorise', 'everything', (call, go) =>
        keys.has(call.request.bearer ?? '') ? undefined : go(),
      );
    },
  ),
  chosen(
    'api-keys/scopes-differ-from-request[none]',
    'a new key has no scope, whatever the request names',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-granted',
    (p) => {
      const keys = createdKeys(p);
      p.request('everything', (_edit, { bearer }) =>
        bearer !== null && keys.has(bearer) ? refusal(403, 'INSUFFICIENT_SCOPE', 'No.') : undefined,
      );
    },
  ),
  chosen(
    'api-keys/scopes-differ-from-request[shown]',
    'a key is shown with another scope than asked for',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-returned',
    (p) =>
      p.reply(['getApiKey', 'listApiKeys'], (reply) => {
        if (isSuccess(reply)) for (const record of recordsIn(reply.json)) record.scopes = ['orders:read'];
      }),
  ),
  chosen(
    'api-keys/scopes-beyond-own',
    'a key can make a key with a scope that it lacks itself',
    'api-keys/scopes-within-own',
    'api-keys/scopes-within-own',
    (p) => createsUnscopedKeys(p, 'customers:write'),
  ),
  chosen(
    'api-keys/scopes-beyond-own[platform]',
    'a tenant can make a key with the scope of the platform',
    'api-keys/scopes-within-own',
    'api-keys/no-platform-scope',
    (p) => createsUnscopedKeys(p, 'platform:admin'),
  ),
  stated(
    'api-keys/scopes-shown-not-applied',
    'the scopes of a new key are shown and bind nothing',
    ['authentication/keys-carry-scopes', 'authentication/lacking-permission-is-403'],
    'authentication/scopes-bind',
    (p) => p.skip('authorise', ({ operation }) => operation?.startsWith('create') === true),
  ),
  stated(
    'api-keys/read-only-delete-401',
    'a read-only key that deletes a record is answered 401',
    ['authentication/lacking-permission-is-403', 'service/own-tenant-only'],
    'isolation/terminateTenant',
    (p) =>
      p.reply(
        (request) => request.method === 'DELETE',
        (reply) => {
          if (reply.status === 403) replaceResponse(reply, refusal(401, 'UNAUTHENTICATED', 'No.'));
        },
      ),
  ),
  chosen(
    'api-keys/read-only-writes',
    'a read-only key may cancel orders and reply to tickets',
    'api-keys/scopes-asked-for',
    'api-keys/scopes-bind-everywhere',
    (p) => p.skip('authorise', ['cancelOrder', 'createTicketReply', 'closeTicket']),
  ),
  chosen(
    'api-keys/scopes-of-creator',
    'the scopes of a new key are those of its creator',
    ['api-keys/scopes-asked-for', 'authentication/keys-carry-scopes'],
    'api-keys/scopes-returned',
    (p) =>
      p.handler('createApiKey', ({ body, caller }, go) => {
        const result = go({ body: editObject(body, (body) => ({ ...body, scopes: [...caller.scopes] })) });
        return isObject(result) && isObject(body) ? { ...result, scopes: body.scopes } : result;
      }),
  ),
];
