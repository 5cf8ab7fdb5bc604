// The checks of renewals of domains and certificates. Each renewal is sent once and replayed with the same
// Idempotency-Key.

import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { areOffered, holds, isActionAccepted } from '../expectations.ts';
import type { RequirementId } from '../requirements.ts';
import { kindSpecs, type ResourceAsRead, readReady } from './fixtures/created-resources.ts';
import { waitForReadLag } from './fixtures/customers-and-orders.ts';
import { isSuccess } from './reply-readers/response-readers.ts';
import { isSameBody } from './reply-readers/shown-changes.ts';
import { idempotencyHeader, newIdempotencyKey, optionalBody } from './request-bodies/request-bodies.ts';

/**
 * Builds the checks of a renewal: the target accepts it, it moves the end of the term, and a replay does not move the
 * end again.
 */
export function renewalChecks(
  kind: 'domain' | 'certificate',
  operation: OperationId,
  shown: Fixture<ResourceAsRead>,
  { area, says: requirement }: { area: string; says: RequirementId },
) {
  const { get } = kindSpecs[kind];
  const what = `a ${kind}`;
  const { row } = checksOf({ area, mode: 'full' });
  const renewal = fixture(`renewal of ${what}`, {
    cost: 4,
    uses: [shown],
    async make(t: CheckContext) {
      const { id } = await t.use(shown);
      const api = t.as('tenantA');
      const before = t.require(await readReady(t, get, id)).success();
      const headers = idempotencyHeader(newIdempotencyKey(t));
      const call = { params: { id }, headers, ...optionalBody(t, operation) };
      const first = await api.send(operation, call);
      await waitForReadLag(t);
      const replay = await api.send(operation, call);
      await waitForReadLag(t);
      return { before, first, replay, after: await api.send(get, { params: { id } }) };
    },
  });
  return [
    row(`${area}/renew-offered`, 'states/domains-and-certificates-renew', renewal, {
      must: `offer the renewal of ${what}`,
      expect: (t, { first }) => areOffered(t, first),
    }),
    row(`${area}/renew`, requirement, renewal, {
      must: `renew ${what}`,
      after: [`${area}/renew-offered`],
      expect: (t, { before, first }) => isActionAccepted(t, what, first, before),
    }),
    row(`${area}/renew-visible`, 'products/renewal-visible', renewal, {
      should: `show that ${what} was renewed`,
      after: [`${area}/renew`],
      given: ['first'],
      expect: (t, { before, first, after }) =>
        holds(t, !isSameBody(before.json, after.json), 'it is as before', {
          actual: after.json,
          exchange: [after, first],
        }),
    }),
    row(`${area}/renew-replay`, 'idempotency/purchases', renewal, {
      should: `collapse a replayed renewal of ${what} into one`,
      after: [`${area}/renew`, 'idempotency/topup-replay'],
      given: ['first'],
      expect: (t, { first, replay }) =>
        holds(
          t,
          isSameBody(first.json, replay.json),
          isSuccess(replay) ? 'the replay renewed once more' : 'the replay was taken for another renewal',
          { expected: first.json, actual: replay.json, exchange: [replay, first] },
        ),
    }),
  ];
}
