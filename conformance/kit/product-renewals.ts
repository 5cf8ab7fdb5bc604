// Renewals of domains and certificates: asked for once, and once more with the same Idempotency-Key.
import type { OperationId } from '../../src/contract/operations.ts';
import type { Context, Exchange, Subject } from '../../src/suite/define.ts';
import { readError } from '../../src/suite/errors.ts';
import type { RequirementId } from '../requirements.ts';
import { check, subject } from '../suite.ts';
import { bodyFor } from './bodies.ts';
import type { Shown } from './product-basics.ts';
import { isSuccess, latestTime, settled } from './reading.ts';
import { sinkIn } from './subjects.ts';

export type Renewed = { id: string; before: Exchange; first: Exchange; after: Exchange; replay: Exchange };

/** A thing that is renewed, and the same renewal sent again. */
export const renewed = (of: {
  what: string;
  operation: OperationId;
  get: OperationId;
  shown: Subject<Shown>;
  /** reads the thing once it is ready to be renewed */
  until: (t: Context, id: string) => Promise<Exchange>;
}) =>
  subject(`renewal of a ${of.what}`, {
    cost: 4,
    uses: [of.shown],
    async make(t: Context): Promise<Renewed> {
      const { id } = (await t.use(of.shown)).thing;
      const before = t.require(await of.until(t, id)).success();
      const given = bodyFor(t, of.operation, {});
      const call = {
        params: { id },
        headers: { 'Idempotency-Key': t.unique('renewal') },
        ...(Object.keys(given).length > 0 ? { body: given } : {}),
      };
      const first = await t.as('tenantA').send(of.operation, call);
      await sinkIn(t);
      const replay = await t.as('tenantA').send(of.operation, call);
      await sinkIn(t);
      return { id, before, first, replay, after: await t.as('tenantA').send(of.get, { params: { id } }) };
    },
  });

/** Judges a renewal; what may be about the time, the money or our body is no breach. */
function expectRenewed(t: Context, reply: Exchange): void {
  if (isSuccess(reply)) return;
  if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
  const fields = Object.keys(readError(reply.json)?.errors ?? {}).join(', ');
  t.inconclusive(
    `it was refused with ${reply.status}${fields === '' ? '' : ` (${fields})`}; give bodies.${reply.operation} if it is about the body`,
    { exchange: reply },
  );
}

/** It is offered, it moves the end, and a replay renews nothing more. */
export const renewalChecks = (
  of: Subject<Renewed>,
  { area, what, says }: { area: 'domains' | 'ssl'; what: string; says: RequirementId },
) => {
  const common = { area, mode: 'full', cost: 0, uses: [of] } as const;
  return [
    check(`${area}/renew-offered`, {
      must: `offer the renewal of ${what}`,
      says: 'states/domains-and-certificates-renew',
      ...common,
      after: [`${area}/get`],
      async run(t: Context) {
        const { first } = await t.use(of);
        if ([405, 501].includes(first.status)) t.expect(first).success();
      },
    }),
    check(`${area}/renew`, {
      must: `renew ${what}`,
      says,
      ...common,
      after: [`${area}/get`, `${area}/renew-offered`],
      async run(t: Context) {
        expectRenewed(t, (await t.use(of)).first);
      },
    }),
    check(`${area}/renew-visible`, {
      should: `show that ${what} was renewed`,
      says: 'products/renewal-visible',
      ...common,
      after: [`${area}/renew`],
      async run(t: Context) {
        const { before, first, after } = await t.use(of);
        t.require(first).success();
        if (
          latestTime(after.json) > latestTime(before.json) ||
          settled(before.json) !== settled(after.json)
        ) {
          return;
        }
        t.fail('it is as before', { actual: after.json, exchange: [after, first] });
      },
    }),
    check(`${area}/renew-replay`, {
      should: `collapse a replayed renewal of ${what} into one`,
      says: 'idempotency/purchases',
      ...common,
      after: [`${area}/renew`, 'idempotency/topup-replay'],
      async run(t: Context) {
        const { first, replay } = await t.use(of);
        t.require(first).success();
        if (settled(first.json) === settled(replay.json)) return;
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
