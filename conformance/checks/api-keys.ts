// API keys: created, read, listed, shown once.
import type { Context } from '../../src/suite/define.ts';
import { expectRead } from '../kit/finding.ts';
import {
  contains,
  expectInList,
  expectMade,
  key,
  newKey,
  platformListed,
  platformShown,
} from '../kit/platform.ts';
import { isSuccess, mentions } from '../kit/reading.ts';
import { check } from '../suite.ts';
import { revoked } from './api-keys-revoked.ts';
import { keyOf } from './api-keys-used.ts';

const area = 'api-keys';

const shown = platformShown['API key'];

export const apiKeys = [
  check('api-keys/managed', {
    must: 'create, list and revoke API keys under /api-keys',
    says: 'authentication/keys-managed',
    area,
    cost: 0,
    uses: [newKey, revoked, platformListed['API key']],
    phase: 'first',
    async run(t: Context) {
      const made = await t.use(newKey);
      const replies = [made.created];
      if (isSuccess(made.created)) {
        replies.push((await t.use(platformListed['API key'])).exchange, (await t.use(revoked)).gone);
      }
      const lacking = replies.find(({ status }) => [405, 501].includes(status));
      if (lacking !== undefined) t.expect(lacking).success();
    },
  }),
  check('api-keys/create', {
    must: 'create an API key',
    says: 'endpoints/create-api-key',
    area,
    cost: 0,
    uses: [newKey],
    phase: 'first',
    after: ['api-keys/managed'],
    async run(t) {
      expectMade(t, await t.use(newKey));
    },
  }),
  check('api-keys/get', {
    must: 'return the metadata of an API key by its id',
    says: 'endpoints/get-api-key',
    area,
    cost: 0,
    uses: [shown],
    after: ['api-keys/create'],
    async run(t: Context) {
      const { id, tag, reply } = await t.use(shown);
      await expectRead(t, 'listApiKeys', { id, tag }, reply);
      if (!mentions(reply.json, id))
        t.fail('the reply is not about this key', { expected: id, exchange: reply });
    },
  }),
  check('api-keys/in-list', {
    must: 'list an API key that was created',
    says: 'endpoints/list-api-keys',
    area,
    cost: 0,
    uses: [platformListed['API key']],
    after: ['api-keys/create', 'api-keys/managed'],
    async run(t) {
      await expectInList(t, 'API key');
    },
  }),
  check('api-keys/key-once', {
    should: 'show a key in the reply that creates it only',
    says: 'api-keys/key-once',
    area,
    cost: 0,
    uses: [shown],
    after: ['api-keys/get'],
    async run(t: Context) {
      const { created, reply } = await t.use(shown);
      const text = keyOf(t, created);
      t.require(reply).success();
      if (contains(reply.json, text)) t.fail('a read shows the key again', { exchange: reply });
    },
  }),
  check('api-keys/key-not-in-lists', {
    should: 'show no key in the list of keys',
    says: 'api-keys/key-once',
    area,
    cost: 1,
    uses: [key],
    after: ['api-keys/key-once', 'api-keys/in-list'],
    async run(t: Context) {
      const text = keyOf(t, (await t.use(key)).created);
      const reply = t.require(await t.as('tenantA').send('listApiKeys')).success();
      if (contains(reply.json, text)) t.fail('the list shows the key again', { exchange: reply });
    },
  }),
  check('api-keys/scopes-shown', {
    should: 'show the scopes a key was created with',
    says: 'api-keys/scopes-asked-for',
    area,
    cost: 0,
    uses: [shown],
    after: ['api-keys/get'],
    async run(t: Context) {
      const { body, reply } = await t.use(shown);
      const given = t.expect(t.require(reply).success()).strings('/scopes');
      const asked = Array.isArray(body.scopes) ? body.scopes.filter((one) => typeof one === 'string') : [];
      if (asked.length === given.length && asked.every((one) => given.includes(one))) return;
      t.fail('the key has other scopes', { expected: asked, actual: given, exchange: reply });
    },
  }),
  check('api-keys/no-platform-scope', {
    should: 'refuse a key with the scope of the platform to a tenant',
    says: 'api-keys/scopes-within-own',
    area,
    cost: 1,
    uses: [newKey],
    after: ['api-keys/create'],
    async run(t: Context) {
      t.require((await t.use(newKey)).created).success();
      const reply = await t.as('tenantA').send('createApiKey', {
        body: { name: `Conformance ${t.unique()}`, scopes: ['platform:admin'] },
        spoiled: 'scopes = that of the platform',
      });
      t.expect(reply).refused();
    },
  }),
];
