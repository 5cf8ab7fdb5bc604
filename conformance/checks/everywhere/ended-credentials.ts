// Checks that a revoked API key and a logged-out JWT are refused in every area. A service may verify credentials itself,
// so that one area goes on accepting what another refuses.
import { type Operation, operations } from '../../../src/contract/operations.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf } from '../../define.ts';
import { logoutAttempt, session } from '../../support/fixtures/sessions.ts';
import { revokedKey } from '../api-keys.ts';

const { row } = checksOf({ area: 'everywhere' });

/**
 * The first list of each area, which a tenant may read. `customers` is missing, because the checks of revocation and
 * log-out call `listCustomers` themselves.
 */
const listOfArea: readonly Operation[] = [
  ...new Map<Operation['area'], Operation>(
    operations
      .filter(({ method, path, auth, area, roles }) => {
        const isTenantList = method === 'GET' && !path.includes('{') && auth !== 'anonymous';
        return isTenantList && roles.includes('owner') && !['customers', 'auth'].includes(area);
      })
      .toReversed()
      .map((op) => [op.area, op]),
  ).values(),
];

/** Asserts that a list answers 401 to a credential that has ended; a target may need time until it does. */
async function expectRefused(
  t: CheckContext,
  op: Operation,
  credential: string,
  label: string,
): Promise<void> {
  const send = (): Promise<Exchange> =>
    t.withAuthorization(`Bearer ${credential}`, label).send(op.id, { deliberateFault: label });
  await t.eventually('revocation', async () => {
    t.expect(await send()).status(401);
  });
}

export const endedCredentials = listOfArea.flatMap((op) => [
  row(`api-keys/revoked-in-area/${op.area}`, 'states/key-revoked', revokedKey, {
    must: `answer 401 to ${op.id} with an API key that was revoked`,
    area: op.area,
    group: 'api-keys/revoked-in-area',
    after: ['api-keys/revoked-is-401'],
    async expect(t: CheckContext, { before, revocation, text }) {
      if (before.status === 401) t.inconclusive('the key did not work to begin with', { exchange: before });
      t.require(revocation).success();
      await expectRefused(t, op, text, 'a revoked key');
    },
  }),
  row(`auth/logged-out-in-area/${op.area}`, 'authentication/logout', logoutAttempt, {
    must: `answer 401 to ${op.id} with a JWT that was logged out`,
    area: op.area,
    needs: ['tenantA.login'],
    uses: [session],
    group: 'auth/logged-out-in-area',
    after: ['auth/logout'],
    given: ['out'],
    async expect(t: CheckContext, { out, ended, same }) {
      if (same) t.inconclusive('two log-ins were handed the same JWT', { exchange: out });
      await expectRefused(t, op, ended, 'a log-in that was ended');
    },
  }),
]);
