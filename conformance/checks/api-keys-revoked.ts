// Checks of revoked API keys: the target refuses calls with the key and still returns the key's record.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { fixture, rowsOf } from '../define.ts';
import { equals, isAccepted, noServerError, request } from '../expectations.ts';
import { callWith, callWithNewKey, requireKey } from '../support/fixtures/created-key.ts';
import { readResource, tryCreate } from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { statusIn } from '../support/reply-readers/response-readers.ts';

const row = rowsOf({ area: 'api-keys' });

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
    const revoke = (): Promise<Exchange> => request(t, 'revokeApiKey', { params: { id } });
    const revocation = await revoke();
    const after = await callWith(t, text, 'a revoked key');
    return {
      before: before,
      revocation: revocation,
      after: after,
      text,
      read: await readResource(t, kind, id),
      repeated: await revoke(),
    };
  },
});

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
  row('api-keys/revoked-stays-readable', 'api-keys/revoked-stays-readable', revokedKey, {
    should: 'keep the facts about a revoked key readable, marked `revoked`',
    after: ['api-keys/revoke', 'api-keys/get'],
    expect(t, { revocation: deletion, read }) {
      t.require(deletion).success();
      t.expect(read).success();
      equals(t, statusIn(read.json), 'revoked', 'the status is not `revoked`', read);
    },
  }),
  row('api-keys/revoke-twice', 'states/second-delete', revokedKey, {
    must: 'answer a second DELETE of an API key without a server error',
    after: ['api-keys/revoke'],
    expect(t, { revocation: deletion, repeated }) {
      t.require(deletion).success();
      noServerError(t, repeated);
    },
  }),
];
