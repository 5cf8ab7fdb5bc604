// Checks of unknown paths, methods and ids, malformed ids, and the OpenAPI document that a target may serve.

import { isObject } from '../../../src/contract/is-object.ts';
import { itemsInPage } from '../../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds, request } from '../../expectations.ts';
import { idOperations } from '../../support/fixtures/owned-resources.ts';
import { isListOf, pathParams, requireKept } from '../../support/fixtures/resources.ts';
import { isRefusal, isSuccess } from '../../support/reply-readers/response-readers.ts';
import { validBody } from '../../support/request-bodies/creation-bodies.ts';

const { check } = checksOf({ area: 'everywhere', mode: 'read-only' });

export const routes = [
  check('routes/unknown-path', 'endpoints/unknown-route-refused', {
    must: 'refuse a path it does not have',
    async run(t) {
      t.expect(await t.as('tenantA').sendRaw('GET', `/zz-${t.unknownId()}`)).refused();
    },
  }),
  check('routes/unknown-method', 'endpoints/unknown-method-refused', {
    should: 'refuse a method that a path does not have with 404 or 405',
    mode: 'safe',
    async run(t) {
      const reply = await t
        .as('tenantA')
        .sendRaw('PATCH', '/orders', { body: {}, deliberateFault: 'PATCH', undo: false });
      t.expect(reply).status(404, 405);
    },
  }),
  ...(
    [
      ['a word', 'not-a-uuid'],
      ['a quote', "'"],
      ['dots', '..%2f..'],
    ] as const
  ).map(([what, id]) =>
    check(`routes/id-that-is-${what.replace(/^a /, 'a-')}`, 'endpoints/odd-id-no-crash', {
      must: `refuse an id that is ${what}`,
      area: 'orders',
      group: 'routes/odd-id',
      after: ['unknown-id/getOrder', 'statuses/listed', 'statuses/success-is-no-error'],
      async run(t: CheckContext) {
        const reply = await request(t, 'getOrder', { params: { id }, deliberateFault: `id = ${id}` });
        if (t.compared(!isRefusal(reply))) t.expect(reply).refused();
      },
    }),
  ),
  check('routes/openapi', 'versioning/openapi', {
    must: 'describe itself in OpenAPI 3.1, where it does at /openapi.json',
    async run(t: CheckContext) {
      const reply = await t.as('tenantA').sendRaw('GET', '/openapi.json');
      if (reply.status !== 200) t.notApplicable('there is no /openapi.json yet');
      // The version of a large OpenAPI document that states it at the start is read without parsing the whole document.
      const reported = /^\s*\{\s*"openapi"\s*:\s*"([^"]*)"/.exec(reply.text)?.[1];
      const version = reported ?? (isObject(reply.json) ? reply.json.openapi : undefined);
      holds(t, typeof version === 'string' && version.startsWith('3.1'), '/openapi.json is no OpenAPI 3.1', {
        expected: '3.1.x',
        actual: version ?? null,
        exchange: reply,
      });
    },
  }),
];

/** Texts that no deployment gives as an id: one that is no UUID and no number, and numbers out of range. */
const MALFORMED_IDS = ['not-an-id', '-1', '9'.repeat(40)];

/** The checks that call each operation with an id that does not exist. */
export const unknownIds = idOperations.flatMap(({ op }) => {
  // Operations for platform admins are called as a platform admin, because a tenant's credential gets 403 for any id.
  const who = op.roles.join() === 'platform_admin' ? 'platformAdmin' : 'tenantA';
  const sendTo = async (t: CheckContext, id: string, deliberateFault: string): Promise<Exchange> => {
    const reply = await t.as(who).send(op.id, {
      params: await pathParams(t, op, false, id),
      ...validBody(t, op.id, t.unknownId()),
      deliberateFault,
    });
    requireKept(t, reply);
    return reply;
  };
  const expectRefused = (t: CheckContext, reply: Exchange): void => {
    const isEmptyList = isListOf(op) && itemsInPage(reply.json)?.length === 0;
    // What is not there may count as deleted.
    const isDeleted = op.method === 'DELETE' && isSuccess(reply);
    if (t.compared(!isEmptyList && !isDeleted)) t.expect(reply).refused();
  };
  const attempt = fixture(`${op.id} on an unknown id`, {
    make: (t: CheckContext) => sendTo(t, t.unknownId(), 'an id that does not exist'),
  });
  const common = {
    area: op.area,
    needs: [who],
    mode: op.method === 'GET' ? 'read-only' : 'safe',
  } as const;
  return [
    check(`unknown-id/${op.id}`, 'endpoints/unknown-id-refused', {
      must: `refuse ${op.id} on an id that does not exist`,
      group: 'unknown-id/refused',
      after: ['statuses/listed', 'statuses/success-is-no-error'],
      uses: [attempt],
      ...common,
      async run(t: CheckContext) {
        await t.requireAccepted(who);
        expectRefused(t, await t.use(attempt));
      },
    }),
    check(`malformed-id/${op.id}`, 'endpoints/unknown-id-refused', {
      must: `refuse ${op.id} on a text that is no id`,
      phase: 'cells',
      group: 'malformed-id',
      cost: MALFORMED_IDS.length,
      after: [`unknown-id/${op.id}`],
      ...common,
      async run(t: CheckContext) {
        await t.requireAccepted(who);
        for (const id of MALFORMED_IDS) expectRefused(t, await sendTo(t, id, `the id ${id.slice(0, 12)}`));
      },
    }),
    check(`unknown-id/${op.id}/404`, 'endpoints/unknown-id-404', {
      should: `answer 404 to ${op.id} on an id that does not exist`,
      group: 'unknown-id/404',
      after: [`unknown-id/${op.id}`, 'statuses/success-is-no-error'],
      uses: [attempt],
      ...common,
      async run(t) {
        t.expect(await t.use(attempt)).status(404);
      },
    }),
  ];
});
