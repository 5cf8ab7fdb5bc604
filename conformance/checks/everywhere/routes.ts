// Checks of unknown paths and methods, malformed ids, and the OpenAPI document that a target may serve.

import { isObject } from '../../../src/contract/is-object.ts';
import type { CheckContext } from '../../../src/suite/model/define.ts';
import { checksOf } from '../../define.ts';
import { holds, request } from '../../expectations.ts';
import { isRefusal } from '../../support/reply-readers/response-readers.ts';

const check = checksOf({ area: 'everywhere', mode: 'read-only' });

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
