// The checks of renewals of domains and certificates, and of the reissue of a certificate. Each renewal is sent once and
// replayed with the same Idempotency-Key.

import { type OperationId, operation as operationOf } from '../../src/contract/operations.ts';
import type { Fixture } from '../../src/suite/model/context.ts';
import type { CheckContext } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { areOffered, holds, isActionAccepted } from '../expectations.ts';
import { statedBy } from '../requirements.ts';
import { chargedOnce, chargeOf, expectExtended } from './charged-once.ts';
import { kindSpecs, type ResourceAsRead, readReady } from './fixtures/created-resources.ts';
import { isSuccess } from './reply-readers/response-readers.ts';
import { isSameBody } from './reply-readers/shown-changes.ts';
import { idempotencyHeader, newIdempotencyKey, optionalBody } from './request-bodies/request-bodies.ts';

/** What the target does with the term of a resource, and how the sentences name it. */
const ACTIONS = {
  renew: { noun: 'renewal', done: 'renewed', shows: 'products/renewal-visible' },
  reissue: { noun: 'reissue', done: 'reissued', shows: 'ssl/reissue-visible' },
} as const;

/**
 * Builds the checks of a renewal or a reissue: the target offers it, accepts it and shows it, and a replayed renewal has no
 * further effect.
 */
export function renewalChecks(
  kind: 'domain' | 'certificate',
  operation: OperationId,
  shown: Fixture<ResourceAsRead>,
  act: keyof typeof ACTIONS = 'renew',
) {
  const { get } = kindSpecs[kind];
  const { area } = operationOf(operation);
  const { noun, done, shows } = ACTIONS[act];
  const what = `a ${kind}`;
  const id = `${area}/${act}`;
  const isReplayed = act === 'renew';
  const { row } = checksOf({ area, mode: 'full' });
  const action = fixture(`${noun} of ${what}`, {
    cost: 7,
    uses: [shown],
    async make(t: CheckContext) {
      const params = { id: (await t.use(shown)).id };
      const api = t.as('tenantA');
      const before = t.require(await readReady(t, get, params.id)).success();
      const headers = isReplayed ? idempotencyHeader(newIdempotencyKey(t)) : {};
      const call = { params, headers, ...optionalBody(t, operation) };
      const renewal = await chargeOf(t, () => api.send(operation, call));
      const first = renewal.value;
      const replay = await chargeOf(t, async () => (isReplayed ? api.send(operation, call) : first));
      return { id: params.id, before, renewal, first, replay, after: await api.send(get, { params }) };
    },
  });
  const replayed = row(`${id}-replay`, 'idempotency/purchases', action, {
    should: `collapse a replayed ${noun} of ${what} into one`,
    after: [id, 'idempotency/topup-replay'],
    given: ['first'],
    expect: (t, { first, replay: { value: replay } }) =>
      holds(
        t,
        isSameBody(first.json, replay.json),
        isSuccess(replay) ? 'the replay renewed once more' : 'the replay was taken for another renewal',
        { expected: first.json, actual: replay.json, exchange: [replay, first] },
      ),
  });
  return [
    row(`${id}-offered`, 'states/domains-and-certificates-renew', action, {
      must: `offer the ${noun} of ${what}`,
      expect: (t, { first }) => areOffered(t, first),
    }),
    row(id, statedBy(operation), action, {
      must: `${act} ${what}`,
      after: [`${id}-offered`],
      expect: (t, { before, first }) => isActionAccepted(t, what, first, before),
    }),
    row(`${id}-visible`, shows, action, {
      should: `show that ${what} was ${done}`,
      after: [id],
      given: ['first'],
      expect: (t, { before, first, after }) =>
        holds(t, !isSameBody(before.json, after.json), 'it is as before', {
          actual: after.json,
          exchange: [after, first],
        }),
    }),
    ...(isReplayed
      ? [
          replayed,
          chargedOnce(operation, area, action, ({ replay }) => replay, [id]),
          row(`${id}-extends`, 'states/acknowledged-action-happens', action, {
            must: `extend ${what} by a ${noun} that was paid`,
            after: [id],
            expect: (t, { id: of, ...renewed }) =>
              expectExtended(t, {
                ...renewed,
                read: () => t.as('tenantA').send(get, { params: { id: of } }),
              }),
          }),
        ]
      : []),
  ];
}
