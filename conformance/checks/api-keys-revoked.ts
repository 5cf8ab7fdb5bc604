// Checks of revoked API keys: the target refuses calls with the key and still returns the key's record.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { callWith, callWithNewKey, requireKey } from '../support/fixtures/created-key.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { readPlatformResource, tryCreate } from '../support/fixtures/platform-resources.ts';
import { expectActionAccepted } from '../support/platform-expectations.ts';
import { statusIn } from '../support/reply-readers/response-readers.ts';

const check = checksOf({ area: 'api-keys' });

const kind = 'API key';

type RevokedKey = {
  before: Exchange;
  revocation: Exchange;
  after: Exchange;
  text: string;
  read: Exchange;
  repeated: Exchange;
};

/**
 * Creates an API key, revokes the key twice, and sends a request with the key before and after the first revocation.
 */
export const revokedKey = fixture('revoked API key', {
  async make(t: CheckContext): Promise<RevokedKey> {
    const { id, created } = requireCreated(t, await tryCreate(t, 'createApiKey'));
    requireKey(t, created);
    await waitForReadLag(t);
    const { text, reply: before } = await callWithNewKey(t, created, 'a key to be revoked');
    const revoke = (): Promise<Exchange> => t.as('tenantA').send('revokeApiKey', { params: { id } });
    const revocation = await revoke();
    const after = await callWith(t, text, 'a revoked key');
    return {
      before: before,
      revocation: revocation,
      after: after,
      text,
      read: await readPlatformResource(t, kind, id),
      repeated: await revoke(),
    };
  },
});

export const revokedKeys = [
  check('api-keys/revoke', {
    must: 'revoke an API key',
    requirement: 'endpoints/revoke-api-key',
    uses: [revokedKey],
    after: ['api-keys/create', 'api-keys/managed'],
    async run(t) {
      expectActionAccepted(t, (await t.use(revokedKey)).revocation);
    },
  }),
  check('api-keys/revoked-is-401', {
    must: 'answer 401 to an API key that was just revoked',
    requirement: 'states/key-revoked',
    uses: [revokedKey],
    after: ['api-keys/revoke', 'api-keys/works', 'authentication/garbage', 'authentication/revoked'],
    async run(t: CheckContext) {
      const { before, revocation: deletion, text } = await t.use(revokedKey);
      let { after } = await t.use(revokedKey);
      if (before.status === 401) t.inconclusive('the key did not work to begin with', { exchange: before });
      t.require(deletion).success();
      await t.eventually('revocation', async () => {
        if (after.status !== 401) after = await callWith(t, text, 'a revoked key');
        t.expect(after).status(401);
      });
    },
  }),
  check('api-keys/revoked-stays-readable', {
    should: 'keep the facts about a revoked key readable, marked `revoked`',
    requirement: 'api-keys/revoked-stays-readable',
    uses: [revokedKey],
    after: ['api-keys/revoke', 'api-keys/get'],
    async run(t: CheckContext) {
      const { revocation: deletion, read } = await t.use(revokedKey);
      t.require(deletion).success();
      t.expect(read).success();
      if (t.compared(statusIn(read.json) === 'revoked')) return;
      t.fail('the status is not `revoked`', {
        expected: 'revoked',
        actual: statusIn(read.json),
        exchange: read,
      });
    },
  }),
  check('api-keys/revoke-twice', {
    must: 'answer a second DELETE of an API key without a server error',
    requirement: 'states/second-delete',
    uses: [revokedKey],
    after: ['api-keys/revoke'],
    async run(t: CheckContext) {
      const { revocation: deletion, repeated } = await t.use(revokedKey);
      t.require(deletion).success();
      if (t.compared(repeated.status >= 500))
        t.fail('it is a server error', { actual: repeated.status, exchange: repeated });
    },
  }),
];
