// Checks of API keys: create, read and list keys; the secret is shown only in the reply to the creation.

import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf, rowsOf } from '../define.ts';
import { holds, isRefused, request } from '../expectations.ts';
import { requireKey } from '../support/fixtures/created-key.ts';
import {
  apiKey,
  containsText,
  newKey,
  platformAsRead,
  platformListed,
} from '../support/fixtures/platform-resources.ts';
import { expectCreated, expectInList } from '../support/platform-expectations.ts';
import { expectReadable } from '../support/reply-readers/list-lookup.ts';
import { isSuccess, mentions } from '../support/reply-readers/response-readers.ts';
import { revokedKey } from './api-keys-revoked.ts';

const check = checksOf({ area: 'api-keys' });
const row = rowsOf({ area: 'api-keys' });

const asRead = platformAsRead['API key'];

export const apiKeys = [
  row('api-keys/managed', {
    must: 'create, list and revoke API keys under /api-keys',
    requirement: 'authentication/keys-managed',
    of: newKey,
    uses: [revokedKey, platformListed['API key']],
    phase: 'first',
    async expect(t, creation) {
      const replies = [creation.created];
      if (isSuccess(creation.created)) {
        replies.push((await t.use(platformListed['API key'])).exchange, (await t.use(revokedKey)).revocation);
      }
      const lacking = replies.find(({ status }) => t.compared([405, 501].includes(status)));
      if (lacking !== undefined) t.expect(lacking).success();
    },
  }),
  row('api-keys/create', {
    must: 'create an API key',
    requirement: 'endpoints/create-api-key',
    of: newKey,
    phase: 'first',
    after: ['api-keys/managed'],
    expect: (t, creation) => expectCreated(t, creation),
  }),
  row('api-keys/get', {
    must: 'return the metadata of an API key by its id',
    requirement: 'endpoints/get-api-key',
    of: asRead,
    after: ['api-keys/create'],
    async expect(t, { id, tag, reply }) {
      await expectReadable(t, 'listApiKeys', { id, tag }, reply);
      holds(t, mentions(reply.json, id), 'the reply is not about this key', {
        expected: id,
        exchange: reply,
      });
    },
  }),
  check('api-keys/in-list', {
    must: 'list an API key that was created',
    requirement: 'endpoints/list-api-keys',
    uses: [platformListed['API key']],
    after: ['api-keys/create', 'api-keys/managed'],
    async run(t) {
      await expectInList(t, 'API key');
    },
  }),
  row('api-keys/key-once', {
    should: 'show a key in the reply that creates it only',
    requirement: 'api-keys/key-once',
    of: asRead,
    after: ['api-keys/get'],
    expect(t, { created, reply }) {
      const text = requireKey(t, created);
      t.require(reply).success();
      holds(t, !containsText(reply.json, text), 'a read shows the key again', { exchange: reply });
    },
  }),
  check('api-keys/key-not-in-lists', {
    should: 'show no key in the list of keys',
    requirement: 'api-keys/key-once',
    uses: [apiKey],
    after: ['api-keys/key-once', 'api-keys/in-list'],
    async run(t: CheckContext) {
      const text = requireKey(t, (await t.use(apiKey)).created);
      const reply = t.require(await request(t, 'listApiKeys')).success();
      holds(t, !containsText(reply.json, text), 'the list shows the key again', { exchange: reply });
    },
  }),
  row('api-keys/scopes-returned', {
    should: 'show the scopes a key was created with',
    requirement: 'api-keys/scopes-asked-for',
    of: asRead,
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
  check('api-keys/no-platform-scope', {
    should: 'refuse a key with the scope of the platform to a tenant',
    requirement: 'api-keys/scopes-within-own',
    uses: [newKey],
    after: ['api-keys/create'],
    async run(t: CheckContext) {
      t.require((await t.use(newKey)).created).success();
      await isRefused(t, 'createApiKey', {
        body: { name: `Conformance ${t.unique()}`, scopes: ['platform:admin'] },
        deliberateFault: 'scopes = that of the platform',
      });
    },
  }),
];
