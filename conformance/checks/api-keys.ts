// Checks of API keys: create, read and list keys; the secret is shown only in the reply to the creation.
import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf } from '../define.ts';
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

const asRead = platformAsRead['API key'];

export const apiKeys = [
  check('api-keys/managed', {
    must: 'create, list and revoke API keys under /api-keys',
    requirement: 'authentication/keys-managed',
    uses: [newKey, revokedKey, platformListed['API key']],
    phase: 'first',
    async run(t: CheckContext) {
      const creation = await t.use(newKey);
      const replies = [creation.created];
      if (isSuccess(creation.created)) {
        replies.push((await t.use(platformListed['API key'])).exchange, (await t.use(revokedKey)).revocation);
      }
      const lacking = replies.find(({ status }) => t.compared([405, 501].includes(status)));
      if (lacking !== undefined) t.expect(lacking).success();
    },
  }),
  check('api-keys/create', {
    must: 'create an API key',
    requirement: 'endpoints/create-api-key',
    uses: [newKey],
    phase: 'first',
    after: ['api-keys/managed'],
    async run(t) {
      expectCreated(t, await t.use(newKey));
    },
  }),
  check('api-keys/get', {
    must: 'return the metadata of an API key by its id',
    requirement: 'endpoints/get-api-key',
    uses: [asRead],
    after: ['api-keys/create'],
    async run(t: CheckContext) {
      const { id, tag, reply } = await t.use(asRead);
      await expectReadable(t, 'listApiKeys', { id, tag }, reply);
      if (t.compared(!mentions(reply.json, id)))
        t.fail('the reply is not about this key', { expected: id, exchange: reply });
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
  check('api-keys/key-once', {
    should: 'show a key in the reply that creates it only',
    requirement: 'api-keys/key-once',
    uses: [asRead],
    after: ['api-keys/get'],
    async run(t: CheckContext) {
      const { created, reply } = await t.use(asRead);
      const text = requireKey(t, created);
      t.require(reply).success();
      if (t.compared(containsText(reply.json, text)))
        t.fail('a read shows the key again', { exchange: reply });
    },
  }),
  check('api-keys/key-not-in-lists', {
    should: 'show no key in the list of keys',
    requirement: 'api-keys/key-once',
    uses: [apiKey],
    after: ['api-keys/key-once', 'api-keys/in-list'],
    async run(t: CheckContext) {
      const text = requireKey(t, (await t.use(apiKey)).created);
      const reply = t.require(await t.as('tenantA').send('listApiKeys')).success();
      if (t.compared(containsText(reply.json, text)))
        t.fail('the list shows the key again', { exchange: reply });
    },
  }),
  check('api-keys/scopes-returned', {
    should: 'show the scopes a key was created with',
    requirement: 'api-keys/scopes-asked-for',
    uses: [asRead],
    after: ['api-keys/get'],
    async run(t: CheckContext) {
      const { body, reply } = await t.use(asRead);
      const reportedScopes = t.expect(t.require(reply).success()).strings('/scopes');
      const requestedScopes = Array.isArray(body.scopes)
        ? body.scopes.filter((scope) => typeof scope === 'string')
        : [];
      if (
        t.compared(
          requestedScopes.length === reportedScopes.length &&
            requestedScopes.every((scope) => reportedScopes.includes(scope)),
        )
      )
        return;
      t.fail('the key has other scopes', {
        expected: requestedScopes,
        actual: reportedScopes,
        exchange: reply,
      });
    },
  }),
  check('api-keys/no-platform-scope', {
    should: 'refuse a key with the scope of the platform to a tenant',
    requirement: 'api-keys/scopes-within-own',
    uses: [newKey],
    after: ['api-keys/create'],
    async run(t: CheckContext) {
      t.require((await t.use(newKey)).created).success();
      const reply = await t.as('tenantA').send('createApiKey', {
        body: { name: `Conformance ${t.unique()}`, scopes: ['platform:admin'] },
        deliberateFault: 'scopes = that of the platform',
      });
      t.expect(reply).refused();
    },
  }),
];
