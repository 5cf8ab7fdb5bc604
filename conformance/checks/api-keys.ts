// Checks of API keys: create, read, list and revoke keys, and use them: authentication, scopes, usage counts. The secret is
// shown only in the reply to the creation.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { areOffered, equals, holds, isAccepted, isRefused, request } from '../expectations.ts';
import { callWith, callWithNewKey, requireKey } from '../support/fixtures/created-key.ts';
import {
  asRead,
  creations,
  readResource,
  resources,
  tryCreate,
} from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { isSuccess, leaves, statusIn } from '../support/reply-readers/response-readers.ts';
import { expectChanged } from '../support/reply-readers/shown-changes.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { customerBody } from '../support/request-bodies/request-bodies.ts';
import { resourceChecks } from '../support/resource-checks.ts';

const { row } = checksOf({ area: 'api-keys' });

const kind = 'API key';

/**
 * Creates an API key, revokes the key twice, and sends a request with the key before and after the first revocation.
 */
export const revokedKey = fixture('revoked API key', {
  async make(t: CheckContext) {
    const { id, created } = requireCreated(t, await tryCreate(t, 'createApiKey'));
    requireKey(t, created);
    await waitForReadLag(t);
    const { text, reply: before } = await callWithNewKey(t, created, 'a key to be revoked');
    const shown = await readResource(t, kind, id);
    const revoke = (): Promise<Exchange> => request(t, 'revokeApiKey', { params: { id } });
    const revocation = await revoke();
    const after = await callWith(t, text, 'a revoked key');
    const read = await readResource(t, kind, id);
    // A rule judges what the repeated request is answered.
    await revoke();
    return { id, before, shown, revocation, after, text, read };
  },
});

/**
 * Reads the usage of the shared API key, sends one call within the key's scopes and one call outside the scopes, and
 * reads the usage again.
 */
export const keyUsage = fixture('API key in use', {
  uses: [resources['API key']],
  async make(t: CheckContext) {
    const { id, created } = await t.use(resources['API key']);
    requireKey(t, created);
    const usage = (): Promise<Exchange> => request(t, 'getApiKeyUsage', { params: { id } });
    // Only other credentials make calls between these two reads of the usage.
    const unused = await usage();
    await waitForReadLag(t);
    const before = await usage();
    const { text, reply: allowed, triedAll } = await callWithNewKey(t, created, 'a new key');
    const beyond = await t
      .withAuthorization(`Bearer ${text}`, 'a new key')
      .send('createCustomer', { body: customerBody(t), deliberateFault: 'a key without the scope' });
    await waitForReadLag(t);
    return { unused, before, text, allowed, triedAll, beyond, after: await usage() };
  },
});

/** Creates an API key with more scopes by means of an API key that may only create keys. */
const keyMadeByKey = fixture('API key created by an API key', {
  async make(t: CheckContext): Promise<{ childKey: Exchange }> {
    const parentKey = requireCreated(
      t,
      await tryCreate(t, 'createApiKey', { change: { scopes: ['api_keys:read', 'api_keys:write'] } }),
    );
    await waitForReadLag(t);
    const creation = await t
      .withAuthorization(`Bearer ${requireKey(t, parentKey.created)}`, 'a key that makes keys')
      .send('createApiKey', {
        body: { name: `Conformance ${t.unique()}`, scopes: ['customers:write'] },
        deliberateFault: 'scopes = one that the caller lacks',
      });
    return { childKey: creation };
  },
});

// Matches names of usage members that change by themselves or through other callers, such as remaining limits and
// times.
const NOT_COUNTED = /limit|remain|window|reset|quota|left|second|_ms$|time|_at$|(^|[/_])age/i;

/** Returns the sum of all counters in the body of a usage reply. The sum grows when any counter grows. */
const sum = (body: unknown): number =>
  [...leaves(body)].reduce(
    (total, { pointer, value }) =>
      total + (typeof value === 'number' && !NOT_COUNTED.test(pointer) ? value : 0),
    0,
  );

export const apiKeys = [
  row('api-keys/managed', 'authentication/keys-managed', creations['API key'], {
    must: 'create, list and revoke API keys under /api-keys',
    uses: [revokedKey],
    phase: 'first',
    async expect(t, creation) {
      const replies = [creation.created];
      if (isSuccess(creation.created)) {
        replies.push(await request(t, 'listApiKeys'), (await t.use(revokedKey)).revocation);
      }
      areOffered(t, ...replies);
    },
  }),
  ...resourceChecks('API key', 'create an API key', { after: ['api-keys/managed'] }),
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
  row('api-keys/no-platform-scope', 'api-keys/scopes-within-own', creations['API key'], {
    should: 'refuse a key with the scope of the platform to a tenant',
    given: ['created'],
    after: ['api-keys/create'],
    expect: (t) =>
      isRefused(t, 'createApiKey', {
        body: { name: `Conformance ${t.unique()}`, scopes: ['platform:admin'] },
        deliberateFault: 'scopes = that of the platform',
      }),
  }),
  row('api-keys/works', 'authentication/bearer', keyUsage, {
    must: 'accept a key that was created as a bearer credential',
    after: ['api-keys/create'],
    async expect(t: CheckContext, { allowed, triedAll }) {
      await t.requireAccepted('tenantA');
      if (t.compared(allowed.status !== 401 && allowed.status < 500)) return;
      if (allowed.status === 401 && !triedAll)
        t.inconclusive('more texts of the reply may be the key than were tried', { exchange: allowed });
      t.fail('the new key is no credential', {
        expected: 'any answer but 401',
        actual: allowed.status,
        exchange: allowed,
      });
    },
  }),
  row('api-keys/scopes-granted', 'api-keys/scopes-asked-for', keyUsage, {
    should: 'let a key do what its scopes allow',
    after: ['api-keys/create', 'api-keys/works'],
    expect: (t, { allowed }) =>
      holds(t, isSuccess(allowed), 'a key made for it may not', {
        expected: '2xx',
        actual: allowed.status,
        exchange: allowed,
      }),
  }),
  row('api-keys/scopes-bind-everywhere', 'api-keys/scopes-asked-for', [keyUsage, resources.ticket], {
    should: 'answer 403 to calls outside the scopes of a key, in every area',
    after: ['api-keys/works', 'authentication/lacking-permission'],
    given: ['allowed'],
    async expect(t, { text, beyond }, { id }) {
      t.expect(beyond).status(403);
      const api = t.withAuthorization(`Bearer ${text}`, 'a key of another scope');
      const deliberateFault = 'a key without the scope';
      const { body } = bodyOf(t, 'createTicketReply');
      t.expect(await api.send('createTicketReply', { params: { id }, body, deliberateFault })).status(403);
      t.expect(await api.send('getWallet', { deliberateFault })).status(403);
      t.expect(await api.send('listInvoices', { deliberateFault })).status(403);
    },
  }),
  row('api-keys/scopes-within-own', 'api-keys/scopes-within-own', keyMadeByKey, {
    should: 'refuse a key with a scope that its creator lacks',
    after: ['api-keys/create', 'api-keys/works'],
    expect: (t, { childKey }) => t.expect(childKey).refused(),
  }),
  row('api-keys/usage', 'endpoints/api-key-usage', keyUsage, {
    must: 'return usage stats for a key',
    after: ['api-keys/create'],
    expect(t: CheckContext, { after }) {
      t.expect(after).success();
      if (t.compared(after.json === undefined || after.json === null || typeof after.json !== 'object'))
        t.fail('the reply holds no stats', {
          expected: 'a JSON object',
          actual: after.text,
          exchange: after,
        });
    },
  }),
  row('api-keys/usage-of-the-key', 'endpoints/api-key-usage', keyUsage, {
    must: 'not count calls with another credential in the usage of a key',
    after: ['api-keys/usage'],
    given: ['unused', 'before'],
    expect: (t, { unused, before }) =>
      holds(t, sum(before.json) === sum(unused.json), 'a number moved though the key was not used', {
        expected: unused.json,
        actual: before.json,
        exchange: [before, unused],
      }),
  }),
  row('api-keys/usage-moves', 'api-keys/usage-moves', keyUsage, {
    should: 'count the calls made with a key',
    after: ['api-keys/usage', 'api-keys/works'],
    async expect(t: CheckContext, { before, allowed }) {
      const { id } = await t.use(resources['API key']);
      let { after } = await t.use(keyUsage);
      t.require(before).success();
      t.require(allowed).success();
      await t.eventually('read', async () => {
        if (t.compared(sum(after.json) > sum(before.json))) return;
        after = await request(t, 'getApiKeyUsage', { params: { id } });
        holds(t, sum(after.json) > sum(before.json), 'no number has grown', {
          expected: before.json,
          actual: after.json,
          exchange: [after, before],
        });
      });
    },
  }),
  row('api-keys/revoke', 'endpoints/revoke-api-key', revokedKey, {
    must: 'revoke an API key',
    after: ['api-keys/create', 'api-keys/managed'],
    expect: (t, { revocation }) => isAccepted(t, revocation, 'it'),
  }),
  row('api-keys/revoked-is-401', 'states/key-revoked', revokedKey, {
    must: 'answer 401 to an API key that was just revoked',
    after: ['api-keys/revoke', 'api-keys/works', 'authentication/garbage', 'authentication/revoked'],
    async expect(t: CheckContext, { before, revocation: deletion, text }) {
      let { after } = await t.use(revokedKey);
      if (before.status === 401) t.inconclusive('the key did not work to begin with', { exchange: before });
      t.require(deletion).success();
      await t.eventually('revocation', async () => {
        if (after.status !== 401) after = await callWith(t, text, 'a revoked key');
        t.expect(after).status(401);
      });
    },
  }),
  row('api-keys/revoke-changes', 'states/acknowledged-action-happens', revokedKey, {
    must: 'not show a revoked API key as if nothing had happened',
    after: ['api-keys/revoke', 'api-keys/get'],
    expect: (t, { id, shown, revocation: action, read: after }) =>
      expectChanged(t, {
        what: 'key',
        before: shown,
        action,
        after,
        read: () => readResource(t, kind, id),
      }),
  }),
  row('api-keys/revoked-stays-readable', 'api-keys/revoked-stays-readable', revokedKey, {
    should: 'keep the facts about a revoked key readable, marked `revoked`',
    after: ['api-keys/revoke', 'api-keys/get', 'api-keys/revoke-changes'],
    expect(t, { revocation: deletion, read }) {
      t.require(deletion).success();
      t.expect(read).success();
      equals(t, statusIn(read.json), 'revoked', 'the status is not `revoked`', read);
    },
  }),
];
