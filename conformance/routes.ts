// Paths: the prefixes of the areas, paths and methods that do not exist, ids that are none, the version.
import { operations } from '../src/contract/operations.ts';
import type { Context } from '../src/suite/define.ts';
import { isRecord, isRefusal } from './reading.ts';
import { check } from './suite.ts';

const area = 'everywhere';

/** The address the suite calls, as it went out. */
const addressOf = async (t: Context): Promise<URL> =>
  new URL((await t.as('tenantA').send('getCurrentUser')).request.url);

/** Names by which a machine at hand is called: what speaks plain HTTP there gives nothing away. */
const atHand =
  /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[::1\]|\[f[cd])|^[^.]+$|\.(local|internal|test|localhost)$/;

const prefixes = [...new Set(operations.map(({ path }) => path.split('/')[1] ?? ''))].map((prefix) => {
  const op = operations.find(
    ({ path, method }) => path.split('/')[1] === prefix && method === 'GET' && !path.includes('{'),
  );
  return { prefix, op };
});

export const routes = [
  check('routes/https', {
    must: 'be spoken to over HTTPS',
    says: 'service/https',
    area,
    mode: 'read-only',
    cost: 1,
    async run(t: Context) {
      const { protocol, hostname } = await addressOf(t);
      if (protocol === 'https:') return;
      if (atHand.test(hostname)) t.notApplicable(`${hostname} is a machine at hand`);
      t.fail(`the API answers at ${hostname} without TLS`, { expected: 'https:', actual: protocol });
    },
  }),
  check('routes/version-one', {
    must: 'carry version 1 at the end of the base URL',
    says: 'versioning/v1',
    area,
    mode: 'read-only',
    cost: 1,
    async run(t: Context) {
      const { pathname } = await addressOf(t);
      if (pathname.endsWith('/v1/auth/me')) return;
      t.fail('the base URL does not end in /v1', {
        expected: '…/v1',
        actual: pathname.replace(/\/auth\/me$/, ''),
      });
    },
  }),
  ...prefixes.flatMap(({ prefix, op }) =>
    op === undefined
      ? []
      : [
          check(`routes/prefix-${prefix}`, {
            must: `answer under /${prefix}`,
            says: 'service/path-prefixes',
            area: op.area,
            mode: 'read-only',
            cost: 1,
            group: 'routes/prefix',
            async run(t: Context) {
              const reply = await t.as('tenantA').send(op.id);
              if ([404, 405, 501].includes(reply.status) || reply.status >= 500) t.expect(reply).success();
            },
          }),
        ],
  ),
  check('routes/unknown-path', {
    must: 'refuse a path it does not have',
    says: 'endpoints/unknown-route-refused',
    area,
    mode: 'read-only',
    cost: 1,
    async run(t) {
      t.expect(await t.as('tenantA').sendRaw('GET', `/zz-${t.unknownId()}`)).refused();
    },
  }),
  check('routes/unknown-method', {
    should: 'refuse a method that a path does not have with 404 or 405',
    says: 'endpoints/unknown-method-refused',
    area,
    cost: 1,
    async run(t) {
      const reply = await t
        .as('tenantA')
        .sendRaw('PATCH', '/orders', { body: {}, spoiled: 'PATCH', undo: false });
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
    check(`routes/id-that-is-${what.replace(/^a /, 'a-')}`, {
      must: `refuse an id that is ${what}`,
      says: 'endpoints/odd-id-no-crash',
      area: 'orders',
      mode: 'read-only',
      cost: 1,
      group: 'routes/odd-id',
      async run(t: Context) {
        const reply = await t.as('tenantA').send('getOrder', { params: { id }, spoiled: `id = ${id}` });
        if (!isRefusal(reply)) t.expect(reply).refused();
      },
    }),
  ),
  check('routes/openapi', {
    must: 'describe itself in OpenAPI 3.1, where it does at /openapi.json',
    says: 'versioning/openapi',
    area,
    mode: 'read-only',
    cost: 1,
    async run(t: Context) {
      const reply = await t.as('tenantA').sendRaw('GET', '/openapi.json');
      if (reply.status !== 200) t.notApplicable('there is no /openapi.json yet');
      const version = isRecord(reply.json) ? reply.json.openapi : undefined;
      if (typeof version === 'string' && version.startsWith('3.1')) return;
      t.fail('/openapi.json is no OpenAPI 3.1', {
        expected: '3.1.x',
        actual: version ?? null,
        exchange: reply,
      });
    },
  }),
];
