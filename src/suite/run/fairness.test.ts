// Tests conditions that the suite must not report as breaches: gateway errors, weak roles, areas that are switched
// off, unusual lists, and expired tokens.
import { expect, test } from 'vitest';
import { check, customer, readable, unknown } from '../testing/catalogue.ts';
import { credentials, runSuite, verdicts } from '../testing/run-suite.ts';
import { on, refusal, tinyTarget } from '../testing/tiny-target.ts';

test.each([502, 503])('single %i replies from a gateway do not change any verdict', async (status) => {
  const target = tinyTarget();
  let n = 0;
  target.override = (method, path) => {
    n += 1;
    return n % 3 === 0 && method === 'GET' && path !== '/auth/login' ? { status, body: 'away' } : undefined;
  };
  const report = await runSuite(target, { rules: [] });
  expect(report.verdict).toBe('conformant');
});

test('a check sends no request to an area that the target does not offer', async () => {
  const target = tinyTarget();
  const elsewhere = check('elsewhere', {
    area: 'orders',
    uses: [customer],
    async run(t) {
      await t.use(customer);
    },
  });
  const report = await runSuite(target, {
    config: { capabilities: { customers: false } },
    checks: [elsewhere],
  });
  expect(verdicts(report)).toMatchObject({ elsewhere: 'not-applicable' });
  expect(target.log).not.toContain('POST /customers');
});

test('reading a list stops when the links to its next pages form a cycle', async () => {
  const target = tinyTarget();
  target.override = (method, path, request) => {
    if (method !== 'GET' || path !== '/customers') return undefined;
    const page = new URL(request.url).searchParams.get('page') ?? '1';
    return { status: 200, body: { data: [{ id: `${page}` }], next: `?page=${page === '2' ? 3 : 2}` } };
  };
  const wide = check('wide', {
    requirement: 'customers/list',
    async run(t) {
      const { items, complete } = await t.as('tenantA').list('listCustomers');
      t.observe(`${items.length} ${complete}`);
      if (items.length !== 3 || complete) t.fail('it went on');
    },
  });
  expect(verdicts(await runSuite(target, { checks: [wide] }))).toMatchObject({
    wide: 'pass',
  });
});

test('a search in a bare array without pagination information also reads the second page', async () => {
  const target = tinyTarget();
  target.override = (method, path, request) => {
    if (method !== 'GET' || path !== '/customers') return undefined;
    return { status: 200, body: [{ id: new URL(request.url).searchParams.get('page') ?? '1' }] };
  };
  const search = check('search', {
    requirement: 'customers/list',
    async run(t) {
      const until = (item: unknown): boolean => JSON.stringify(item).includes('"2"');
      const { items } = await t.as('tenantA').list('listCustomers', { until });
      if (t.compared(!items.some(until))) t.fail('it was not found');
    },
  });
  expect(verdicts(await runSuite(target, { checks: [search] }))).toMatchObject({
    search: 'pass',
  });
});

test('checks of tenant isolation are inconclusive when tenantA and tenantB are the same tenant', async () => {
  const target = tinyTarget();
  target.override = on('POST', '/auth/login', {
    status: 200,
    body: { token: 'static-token', user: { tenant_id: 'the same' } },
  });
  const apart = check('apart', {
    needs: ['tenantA', 'tenantB'],
    async run(t) {
      const { items } = await t.as('tenantB').list('listCustomers');
      t.fail(`tenant B sees ${items.length}`);
    },
  });
  const report = await runSuite(target, {
    config: {
      credentials: { ...credentials, tenantB: { email: 'bob@example.org', password: 'another one' } },
    },
    checks: [unknown, apart],
  });
  expect(verdicts(report)).toMatchObject({ apart: 'inconclusive', 'customers/unknown': 'pass' });
  expect(report.results.find(({ id }) => id === 'apart')?.message).toContain('the same tenant as tenantA');
});

test('a target whose replies are all too large to be read is reported as unreachable', async () => {
  const target = tinyTarget();
  const endless = new Uint8Array(17 * 1024 * 1024);
  const report = await runSuite(target, { fetch: async () => new Response(endless) });
  expect(report).toMatchObject({ verdict: 'unreachable', exitCode: 3 });
});

test('an expired token is renewed for clean-up calls and for calls to paths without an operation', async () => {
  const target = tinyTarget();
  let over = false;
  const tokens = ['first-token', 'static-token'];
  target.override = (method, path, request) => {
    if (method === 'POST' && path === '/auth/login') return { status: 200, body: { token: tokens.shift() } };
    if (request.headers.get('authorization') !== 'Bearer first-token') {
      return path === '/odd' ? { status: 404, body: {} } : undefined;
    }
    if (over) return refusal(401, 'UNAUTHENTICATED');
    return method === 'POST' ? { status: 201, body: { id: 'c1' } } : { status: 200, body: { data: [] } };
  };
  const odd = check('odd', {
    uses: [customer],
    async run(t) {
      await t.use(customer);
      over = true;
      t.expect(await t.as('tenantA').sendRaw('GET', '/odd')).status(404);
    },
  });
  target.customers.set('c1', { id: 'c1', email: 'x', status: 'active' });
  const report = await runSuite(target, { checks: [odd] });
  expect(verdicts(report)).toMatchObject({ odd: 'pass' });
  expect(report.cleanup).toMatchObject({ created: 1, leftovers: [] });
});

test.each([404, 501])(
  'an area that answers every request with %i is one finding, which proposes a line for the target file',
  async (status) => {
    const target = tinyTarget();
    target.override = (_, path) => (path.startsWith('/vps') ? refusal(status, 'NOT_OFFERED') : undefined);
    const ask = (id: string, operation: 'listVps' | 'createVps' | 'getVps', success: boolean) =>
      check(id, {
        area: 'vps',
        async run(t) {
          const params = operation === 'getVps' ? { id: t.unknownId() } : {};
          const reply = await t.as('tenantA').send(operation, { params, undo: false });
          if (success) t.expect(reply).success();
          else t.expect(reply).status(status);
        },
      });
    const checks = [ask('vps/list', 'listVps', true), ask('vps/create', 'createVps', true)];
    const report = await runSuite(target, {
      checks: [...checks, ask('vps/unknown', 'getVps', false), readable],
    });
    expect(verdicts(report)).toMatchObject({
      'vps/list': 'fail',
      'vps/create': 'inconclusive',
      'vps/unknown': 'inconclusive',
      'customers/readable': 'pass',
    });
    expect(report.findings).toHaveLength(1);
    expect(report.results.find(({ id }) => id === 'vps/list')?.message).toContain('"vps": false');
    expect(report.proposals).toMatchObject([{ capability: 'vps', must: 3, finding: 'vps/list' }]);
  },
);

test('the report does not propose to switch off an area in which one operation works', async () => {
  const target = tinyTarget();
  target.override = (method, path) =>
    path === '/vps' ? (method === 'GET' ? { status: 200, body: [] } : refusal(404, 'NOT_FOUND')) : undefined;
  const create = check('vps/create', {
    area: 'vps',
    cost: 3,
    async run(t) {
      await t.as('tenantA').send('getVps', { params: { id: t.unknownId() } });
      await t.as('tenantA').send('listVps');
      t.expect(await t.as('tenantA').send('createVps', { undo: false })).success();
    },
  });
  const report = await runSuite(target, { checks: [create] });
  expect(verdicts(report)).toMatchObject({ 'vps/create': 'fail' });
  expect(report.proposals).toBeUndefined();
});
