// The checks of renewals of domains and certificates. Each renewal is sent once and replayed with the same
// Idempotency-Key.

import type { OperationId } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { check, fixture } from '../define.ts';
import { isActionAccepted } from '../expectations.ts';
import type { RequirementId } from '../requirements.ts';
import { type ResourceAsRead, readReady } from './fixtures/created-resources.ts';
import { waitForReadLag } from './fixtures/customers-and-orders.ts';
import { isSuccess } from './reply-readers/response-readers.ts';
import { isSameBody } from './reply-readers/shown-changes.ts';
import { bodyFor, newIdempotencyKey } from './request-bodies/request-bodies.ts';

export type Renewal = { id: string; before: Exchange; first: Exchange; after: Exchange; replay: Exchange };

/** Builds the fixture that renews a resource and replays the renewal. */
export const renewalFixture = (of: {
  what: string;
  operation: OperationId;
  get: OperationId;
  shown: Fixture<ResourceAsRead>;
}) =>
  fixture(`renewal of a ${of.what}`, {
    cost: 4,
    uses: [of.shown],
    async make(t: CheckContext): Promise<Renewal> {
      const { id } = await t.use(of.shown);
      const before = t.require(await readReady(t, of.get, id)).success();
      const bodyMembers = bodyFor(t, of.operation, {});
      const call = {
        params: { id },
        headers: { 'Idempotency-Key': newIdempotencyKey(t) },
        ...(Object.keys(bodyMembers).length > 0 ? { body: bodyMembers } : {}),
      };
      const first = await t.as('tenantA').send(of.operation, call);
      await waitForReadLag(t);
      const replay = await t.as('tenantA').send(of.operation, call);
      await waitForReadLag(t);
      return { id, before, first, replay, after: await t.as('tenantA').send(of.get, { params: { id } }) };
    },
  });

/**
 * Builds the checks of a renewal: the target accepts it, it moves the end of the term, and a replay does not move the
 * end again.
 */
export const renewalChecks = (
  of: Fixture<Renewal>,
  { area, what, says: requirement }: { area: 'domains' | 'ssl'; what: string; says: RequirementId },
) => {
  const common = { area, mode: 'full', uses: [of] } as const;
  return [
    check(`${area}/renew-offered`, 'states/domains-and-certificates-renew', {
      must: `offer the renewal of ${what}`,
      ...common,
      async run(t: CheckContext) {
        const { first } = await t.use(of);
        if (t.compared([405, 501].includes(first.status))) t.expect(first).success();
      },
    }),
    check(`${area}/renew`, requirement, {
      must: `renew ${what}`,
      ...common,
      after: [`${area}/renew-offered`],
      async run(t: CheckContext) {
        const { before, first } = await t.use(of);
        isActionAccepted(t, what, first, before);
      },
    }),
    check(`${area}/renew-visible`, 'products/renewal-visible', {
      should: `show that ${what} was renewed`,
      ...common,
      after: [`${area}/renew`],
      async run(t: CheckContext) {
        const { before, first, after } = await t.use(of);
        t.require(first).success();
        if (t.compared(!isSameBody(before.json, after.json))) return;
        t.fail('it is as before', { actual: after.json, exchange: [after, first] });
      },
    }),
    check(`${area}/renew-replay`, 'idempotency/purchases', {
      should: `collapse a replayed renewal of ${what} into one`,
      ...common,
      after: [`${area}/renew`, 'idempotency/topup-replay'],
      async run(t: CheckContext) {
        const { first, replay } = await t.use(of);
        t.require(first).success();
        if (t.compared(isSameBody(first.json, replay.json))) return;
        t.fail(
          isSuccess(replay) ? 'the replay renewed once more' : 'the replay was taken for another renewal',
          {
            expected: first.json,
            actual: replay.json,
            exchange: [replay, first],
          },
        );
      },
    }),
  ];
};
