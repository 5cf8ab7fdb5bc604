// Checks of API keys: create, read and list keys; the secret is shown only in the reply to the creation.

import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf, rowsOf } from '../define.ts';
import { holds, isRefused, request } from '../expectations.ts';
import { requireKey } from '../support/fixtures/created-key.ts';
import { asRead, containsText, creations, listed, resources } from '../support/fixtures/created-resources.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';
import { resourceChecks } from '../support/resource-checks.ts';
import { revokedKey } from './api-keys-revoked.ts';

const check = checksOf({ area: 'api-keys' });
const row = rowsOf({ area: 'api-keys' });

export const apiKeys = [
  row('api-keys/managed', 'authentication/keys-managed', creations['API key'], {
    must: 'create, list and revoke API keys under /api-keys',
    uses: [revokedKey, listed['API key']],
    phase: 'first',
    async expect(t, creation) {
      const replies = [creation.created];
      if (isSuccess(creation.created)) {
        replies.push((await t.use(listed['API key'])).exchange, (await t.use(revokedKey)).revocation);
      }
      const lacking = replies.find(({ status }) => t.compared([405, 501].includes(status)));
      if (lacking !== undefined) t.expect(lacking).success();
    },
  }),
  ...resourceChecks('API key', {
    area: 'api-keys',
    what: 'an API key',
    create: ['create', 'create an API key', 'endpoints/create-api-key', 'api-keys/managed'],
    get: 'endpoints/get-api-key',
    list: 'endpoints/list-api-keys',
    listAfter: 'api-keys/managed',
    agrees: false,
  }),
  row('api-keys/key-once', 'api-keys/key-once', asRead['API key'], {
    should: 'show a key in the reply that creates it only',
    after: ['api-keys/get'],
    expect(t, { created, reply }) {
      const text = requireKey(t, created);
      t.require(reply).success();
      holds(t, !containsText(reply.json, text), 'a read shows the key again', { exchange: reply });
    },
  }),
  check('api-keys/key-not-in-lists', 'api-keys/key-once', {
    should: 'show no key in the list of keys',
    uses: [resources['API key']],
    after: ['api-keys/key-once', 'api-keys/in-list'],
    async run(t: CheckContext) {
      const text = requireKey(t, (await t.use(resources['API key'])).created);
      const reply = t.require(await request(t, 'listApiKeys')).success();
      holds(t, !containsText(reply.json, text), 'the list shows the key again', { exchange: reply });
    },
  }),
  row('api-keys/scopes-returned', 'api-keys/scopes-asked-for', asRead['API key'], {
    should: 'show the scopes a key was created with',
    after: ['api-keys/get'],
    expect(t, { body, reply }) {
      const reportedScopes = t.expect(t.require(reply).success()).strings('/scopes');
      const requestedScopes = Array.isArray(body.scopes)
        ? body.scopes.filter((scope) => typeof scope === 'string')
        : [];
      holds(
        t,
        requestedScopes.length === reportedScopes.length &&
          requestedScopes.every((scope) => reportedScopes.includes(scope)),
        'the key has other scopes',
        { expected: requestedScopes, actual: reportedScopes, exchange: reply },
      );
    },
  }),
  check('api-keys/no-platform-scope', 'api-keys/scopes-within-own', {
    should: 'refuse a key with the scope of the platform to a tenant',
    uses: [creations['API key']],
    after: ['api-keys/create'],
    async run(t: CheckContext) {
      t.require((await t.use(creations['API key'])).created).success();
      await isRefused(t, 'createApiKey', {
        body: { name: `Conformance ${t.unique()}`, scopes: ['platform:admin'] },
        deliberateFault: 'scopes = that of the platform',
      });
    },
  }),
];
