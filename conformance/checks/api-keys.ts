// Checks of API keys: create, read, list and revoke keys; the secret is shown only in the reply to the creation.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { areOffered, equals, holds, isAccepted, isRefused, request } from '../expectations.ts';
import { callWith, callWithNewKey, requireKey } from '../support/fixtures/created-key.ts';
import { asRead, creations, readResource, tryCreate } from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { isSuccess, statusIn } from '../support/reply-readers/response-readers.ts';
import { expectChanged } from '../support/reply-readers/shown-changes.ts';
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
];

export const revokedKeys = [
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
