// Checks that call every operation with an id that does not exist.

import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { itemsInPage } from '../../../src/suite/model/pagination.ts';
import { check, fixture } from '../../define.ts';
import { noServerError } from '../../expectations.ts';
import { idOperations } from '../../support/fixtures/owned-resources.ts';
import { childParams, isListOf } from '../../support/fixtures/resources.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';

/** The checks that call each operation with an id that does not exist. */
export const unknownIds = idOperations.flatMap(({ op }) => {
  // Operations for platform admins are called as a platform admin, because a tenant's credential gets 403 for any id.
  const who = op.roles.join() === 'platform_admin' ? 'platformAdmin' : 'tenantA';
  const attempt = fixture(`${op.id} on an unknown id`, {
    cost: 1,
    make: async (t: CheckContext): Promise<Exchange> => {
      const id = t.unknownId();
      return t.as(who).send(op.id, {
        params: { id, ...(await childParams(t, op, false)) },
        ...validBody(t, op.id, id),
        deliberateFault: 'an id that does not exist',
      });
    },
  });
  const mode = op.method === 'GET' ? 'read-only' : 'safe';
  const common = { area: op.area, needs: [who], mode, uses: [attempt] } as const;
  const sentence = `refuse ${op.id} on an id that does not exist`;
  const isDelete = op.method === 'DELETE';
  return [
    check(`unknown-id/${op.id}`, 'endpoints/unknown-id-refused', {
      ...(isDelete ? { should: sentence } : { must: sentence }),
      group: 'unknown-id/refused',
      after: ['statuses/listed', 'statuses/success-is-no-error'],
      ...common,
      async run(t: CheckContext) {
        await t.requireAccepted(who);
        const reply = await t.use(attempt);
        const isEmptyList = isListOf(op) && itemsInPage(reply.json)?.length === 0;
        if (t.compared(!isEmptyList)) t.expect(reply).refused();
      },
    }),
    check(`unknown-id/${op.id}/404`, 'endpoints/unknown-id-404', {
      should: `answer 404 to ${op.id} on an id that does not exist`,
      group: 'unknown-id/404',
      after: [`unknown-id/${op.id}`, 'statuses/success-is-no-error'],
      ...common,
      async run(t) {
        t.expect(await t.use(attempt)).status(404);
      },
    }),
    ...(isDelete
      ? [
          check(`unknown-id/${op.id}/no-crash`, 'endpoints/unknown-id-refused', {
            must: `answer ${op.id} on an id that does not exist without a server error`,
            group: 'unknown-id/refused',
            ...common,
            async run(t: CheckContext) {
              const reply = await t.use(attempt);
              noServerError(t, reply);
            },
          }),
        ]
      : []),
  ];
});
