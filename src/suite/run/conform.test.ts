// Tests whole runs against a tiny target in this process: their verdicts and the causes of findings.
import { expect, onTestFinished, test, vi } from 'vitest';
import { type CheckContext, fixture } from '../model/define.ts';
import { anonymousRefused, catalogue, check, customer, readable, unknown } from '../testing/catalogue.ts';
import { credentials, runSuite, verdicts } from '../testing/run-suite.ts';
import { on, PASSWORD, refusal, tinyTarget } from '../testing/tiny-target.ts';
import { planRun } from './options.ts';

const runTarget = { baseUrl: 'http://127.0.0.1/v1', credentials };
/** The requests that every run sends: a log-in, and a probe that the credential works. */
const LOGIN_AND_PROBE = 2;

test('a run against a conforming target sends one log-in, is conformant, and leaves no resource at the target', async () => {
  const target = tinyTarget();
  const report = await runSuite(target);
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0, findings: [], pacing: { logins: 1 } });
  expect(Object.values(verdicts(report))).toEqual(['pass', 'pass', 'pass', 'pass', 'pass']);
  expect(target.customers.size).toBe(0);
  expect(report.cleanup).toEqual({ created: 1, leftovers: [] });
  expect(report.requests).toBe(target.log.length);
  expect(report.coverage.operations.getCustomer).toEqual({ 200: 2, 404: 1 });
});

test('a breach is confirmed by a second attempt with new data, and reported with the expected and actual values and a script', async () => {
  const target = tinyTarget();
  target.override = on('GET', /^\/customers\/./, { status: 500 });
  const report = await runSuite(target, { scripts: true });
  expect(report).toMatchObject({ verdict: 'nonconformant', exitCode: 1 });
  expect(report.results.find(({ id }) => id === 'customers/readable')).toMatchObject({
    verdict: 'fail',
    attempts: 2,
    message: 'server error 500 on GET /customers/{id}: getCustomer answered 500, not 200',
    expected: '200',
    actual: 500,
    requirement: 'customers/read',
    script: expect.stringMatching(/^LOGIN_TOKEN=\$\(value 1 token/m),
  });
  expect(JSON.stringify(report)).not.toContain(PASSWORD);
  expect(JSON.stringify(report)).not.toMatch(/tok_/);
});

test('a check whose two attempts have different outcomes is inconclusive', async () => {
  const target = tinyTarget();
  let reads = 0;
  target.override = (method, path) => {
    if (method !== 'GET' || !/^\/customers\/./.test(path)) return undefined;
    reads += 1;
    // The first read confirms the id.
    return reads === 2 ? { status: 500 } : undefined;
  };
  const report = await runSuite(target, { only: ['customers/readable'] });
  expect(report.results.find(({ id }) => id === 'customers/readable')).toMatchObject({
    verdict: 'inconclusive',
    attempts: 2,
    message: expect.stringMatching(/two tries disagreed: .*500.*on fresh data it passed/),
  });
  expect(report.exitCode).toBe(4);
});

test('a breach that the replies to parallel writes prove is reported although it does not come again', async () => {
  const race = (outside: boolean) => {
    let attempt = 0;
    return check('race', {
      async run(t) {
        attempt += 1;
        const send = ['createCustomer', { body: { email: `${attempt}@example.org` } }] as const;
        const replies = await t.as('tenantA').sendConcurrently([send, send]);
        const read = await t.as('tenantA').send('listCustomers');
        if (t.compared(attempt === 1))
          t.fail('one request made two', { exchange: outside ? [...replies, read] : replies });
      },
    });
  };
  const run = async (outside: boolean) =>
    verdicts(await runSuite(tinyTarget(), { checks: [race(outside)], rules: [] }));
  expect(await run(false)).toMatchObject({ race: 'fail' });
  expect(await run(true)).toMatchObject({ race: 'inconclusive' });
});

test('a breach that only warns is reported after one attempt, and after two where it fails the run', async () => {
  const run = async (profile: 'stated' | 'contract') => {
    const target = tinyTarget();
    target.override = (method, path, request) =>
      method === 'GET' &&
      path === '/customers' &&
      target.customers.size > 0 &&
      request.headers.has('authorization')
        ? { status: 200, body: [] }
        : undefined;
    const { results } = await runSuite(target, { profile });
    return results.find(({ id }) => id === 'customers/listed');
  };
  expect(await run('stated')).toMatchObject({ verdict: 'warn', attempts: 1 });
  expect(await run('contract')).toMatchObject({ verdict: 'fail', attempts: 2 });
});

test('second tries share fixtures with each other, and none with first tries', async () => {
  const target = tinyTarget();
  const ids: string[] = [];
  const failing = (id: string) =>
    check(id, {
      uses: [customer],
      async run(t) {
        ids.push((await t.use(customer)).id);
        t.fail('no');
      },
    });
  const checks = [failing('customers/a'), failing('customers/b')];
  await runSuite(target, { catalogue: catalogue({ checks }) });
  const [firstOfA, secondOfA, firstOfB, secondOfB] = ids;
  expect(ids).toHaveLength(4);
  expect(firstOfB).toBe(firstOfA);
  expect(secondOfB).toBe(secondOfA);
  expect(secondOfA).not.toBe(firstOfA);
});

test('a fixture sends one request for each selected check, and the plan counts only those', async () => {
  const sent: string[] = [];
  const matrix = fixture('a matrix', {
    cost: 3,
    requestFor: ['customers/a', 'customers/b', 'customers/c'],
    async make(t) {
      for (const id of ['customers/a', 'customers/b', 'customers/c'])
        if (t.isSelected(id)) {
          sent.push(id);
          await t.as('tenantA').send('getCustomer', { params: { id: t.unknownId() } });
        }
    },
  });
  const rows = ['a', 'b', 'c'].map((name) =>
    check(`customers/${name}`, {
      must: 'answer',
      cost: 0,
      uses: [matrix],
      run: (t) => t.use(matrix),
    }),
  );
  const options = { catalogue: catalogue({ checks: rows }), target: runTarget };
  const only = ['customers/b'];
  expect(planRun({ ...options, only }).plan.requests).toBe(1 + LOGIN_AND_PROBE);
  expect(planRun(options).plan.requests).toBe(3 + LOGIN_AND_PROBE);
  await runSuite(tinyTarget(), { ...options, only });
  expect(sent).toEqual(only);
});

test('an observe check reports its observations and never fails', async () => {
  const look = check('auth/look', {
    observe: 'how a missing credential is answered',
    needs: [],
    async run(t) {
      const exchange = await t.anonymous.send('listCustomers');
      t.observe(`it answers ${exchange.status}`, { exchange });
      t.fail('and this is no failure');
    },
  });
  const report = await runSuite(tinyTarget(), { checks: [look] });
  expect(report.results.find(({ id }) => id === 'auth/look')).toMatchObject({
    verdict: 'observed',
    seen: ['it answers 401', 'and this is no failure'],
  });
  expect(report.exitCode).toBe(0);
});

test('a fixture that cannot be created is one finding, and its checks are inconclusive and refer to that finding', async () => {
  const target = tinyTarget();
  target.override = on('POST', '/customers', refusal(422, 'VALIDATION_FAILED', { name: ['needed'] }));
  const creates = check('customers/create', {
    requirement: 'customers/create',
    cost: 2,
    async run(t) {
      t.expect(await t.as('tenantA').send('createCustomer', { body: {} })).status(201);
    },
  });
  const alone = await runSuite(target, { only: ['customers/readable'] });
  expect(alone).toMatchObject({ exitCode: 4, findings: [] });
  expect(alone.results.at(-1)).toMatchObject({ verdict: 'inconclusive', blockedBy: 'a customer' });
  const report = await runSuite(target, { checks: [readable, unknown, creates] });
  expect(report.results.find(({ id }) => id === 'customers/readable')).toMatchObject({
    verdict: 'inconclusive',
    blockedBy: 'customers/create',
  });
  expect(report.findings.map(({ id }) => id)).toEqual(['customers/create']);
});

test('results of one group are one finding, and a result refers to the check that its `after` names as the cause', async () => {
  const matrix = ['a', 'b', 'c'].map((name) =>
    check(`auth/matrix/${name}`, {
      must: `refuse ${name}`,
      needs: [],
      group: 'auth/matrix',
      async run(t) {
        t.expect(await t.anonymous.send('listCustomers')).status(401);
      },
    }),
  );
  const later = check('auth/later', {
    needs: [],
    after: ['auth/matrix/a'],
    async run(t) {
      t.expect(await t.anonymous.send('listServices')).status(401);
    },
  });
  const target = tinyTarget();
  target.override = (_method, path, request) =>
    request.headers.has('authorization') || path === '/auth/login' ? undefined : { status: 200, body: [] };
  const report = await runSuite(target, { checks: [...matrix, later] });
  expect(report.findings).toEqual([
    {
      id: 'auth/matrix/a',
      verdict: 'fail',
      requirement: 'auth/required',
      results: ['auth/matrix/a', 'auth/matrix/b', 'auth/matrix/c'],
      count: 3,
    },
  ]);
  expect(verdicts(report)['auth/later']).toBe('inconclusive');
});

test('an error in the code of a check makes the run broken, with exit code 6', async () => {
  const faulty = check('auth/faulty', {
    must: 'work',
    needs: [],
    cost: 0,
    run() {
      throw new TypeError('oops');
    },
  });
  const report = await runSuite(tinyTarget(), {
    checks: [faulty, anonymousRefused],
  });
  expect(report).toMatchObject({ exitCode: 6, verdict: 'broken' });
  expect(report.results.find(({ id }) => id === 'auth/faulty')?.message).toContain('TypeError: oops');
});

test.each<[string, number, (t: CheckContext) => Promise<void> | void]>([
  ['sends nothing', 0, () => {}],
  ['looks at no reply', 0, async (t) => void (await t.as('tenantA').send('listCustomers'))],
  [
    'compares the elements of an empty list',
    0,
    async (t) => {
      const { items } = await t.as('tenantA').list('listCustomers');
      for (const item of items) if (t.compared(item === null)) t.fail('an element is null');
    },
  ],
  ['compares a reply', 1, async (t) => void t.expect(await t.anonymous.send('listCustomers')).status(401)],
])('a check that %s makes %i comparisons, and passes only with one', async (_, comparisons, run) => {
  const checks = [check('own', { must: 'a', requirement: 'auth/required', area: 'auth', run })];
  const report = await runSuite(tinyTarget(), { catalogue: catalogue({ checks, rules: [] }) });
  const verdict = comparisons > 0 ? 'pass' : 'inconclusive';
  expect(report.results).toEqual([expect.objectContaining({ id: 'own', verdict, comparisons })]);
  expect(report.sentences?.judged).toEqual(comparisons > 0 ? ['auth/required'] : []);
});

test('a check that cannot run is reported with its reason, and the report counts the requirements that were not judged', async () => {
  const common = { requirement: 'customers/read', area: 'customers', cost: 1, run: () => {} } as const;
  const checks = [
    anonymousRefused,
    check('admin', { must: 'a', ...common, needs: ['platformAdmin'] }),
    check('vps', { must: 'b', ...common, area: 'vps' }),
    check('burst', { must: 'c', ...common, allow: 'rate-limit-burst' }),
    check('full', { must: 'd', ...common, mode: 'full' }),
    check('inside', {
      ...common,
      async run(t) {
        await t.as('platformAdmin').send('listCustomers');
      },
    }),
  ];
  const report = await runSuite(tinyTarget(), {
    catalogue: catalogue({ checks, rules: [] }),
    config: { capabilities: { vps: false } },
    mode: 'safe',
    skip: ['nothing'],
  });
  expect(report.results.map(({ id, verdict, message }) => [id, verdict, message])).toEqual([
    ['auth/anonymous', 'pass', ''],
    ['inside', 'not-applicable', 'give a platform-admin credential (credentials.platformAdmin)'],
    ['admin', 'not-applicable', 'give a platform-admin credential (credentials.platformAdmin)'],
    ['vps', 'not-applicable', 'the target does not offer vps (capabilities)'],
    ['burst', 'skipped', 'needs --allow rate-limit-burst'],
    ['full', 'skipped', 'needs --mode full'],
  ]);
  expect(report.notChecked).toEqual([
    expect.objectContaining({
      need: 'platformAdmin',
      must: 2,
      hint: expect.stringContaining('platform-admin'),
    }),
  ]);
});

test('the time left follows the pace of the checks so far', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const slow = names.map((id) => check(id, { run: (t) => t.sleep(t.compared(1000)) }));
  const left: unknown[] = [];
  await runSuite(tinyTarget(), {
    catalogue: catalogue({ checks: slow }),
    onProgress: (event) => void (event.type === 'check' && left.push(event.left)),
  });
  expect(left).toEqual([null, null, null, null, 2000, 1000, 0]);
});

test('headers of the target file go with every request, and those from the environment are in no report', async () => {
  const target = tinyTarget();
  const seen = new Set<string | null>();
  target.override = (method, path, request) => {
    for (const name of ['x-tenant', 'x-gateway']) seen.add(request.headers.get(name));
    return method === 'GET' && path.startsWith('/customers/') ? { status: 500 } : undefined;
  };
  vi.stubEnv('GATEWAY_KEY', 'gw-5f1c77a0b3');
  onTestFinished(() => void vi.unstubAllEnvs());
  const headers = { 'X-Tenant': 'acme', 'X-Gateway': { env: 'GATEWAY_KEY' } };
  const report = await runSuite(target, { scripts: true, config: { headers } });
  expect([...seen].sort()).toEqual(['acme', 'gw-5f1c77a0b3']);
  const text = JSON.stringify(report);
  expect(text).not.toContain('gw-5f1c77a0b3');
  expect(text).toContain('x-tenant: acme');
  expect(text).toMatch(/x-gateway: '\\"\$HEADERS_X_GATEWAY/);
});
