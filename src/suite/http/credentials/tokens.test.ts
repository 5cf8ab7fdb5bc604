// Tests runs against a minimal target in this process: 429 replies, token renewal and TOTP codes.
import { expect, test } from 'vitest';
import { check } from '../../testing/catalogue.ts';
import { runSuite, verdicts } from '../../testing/run-suite.ts';
import { EMAIL, on, PASSWORD, refusal, tinyTarget } from '../../testing/tiny-target.ts';

test('a call that gets a 429 is repeated after a wait, and the verdict stays the same', async () => {
  const target = tinyTarget();
  let n = 0;
  target.override = () => {
    n += 1;
    return n % 3 === 0 ? { ...refusal(429, 'RATE_LIMITED'), headers: { 'retry-after': '2' } } : undefined;
  };
  const report = await runSuite(target);
  expect(report).toMatchObject({ exitCode: 0, summary: { pass: 5 } });
  expect(report.pacing.unprovoked429).toBeGreaterThan(0);
  expect(report.pacing.waitedMs).toBeGreaterThanOrEqual(3000);
});

test('an expired token is renewed before the next call', async () => {
  const target = tinyTarget({ life: 60_000 });
  const slow = check('slow', {
    must: 'still answer',
    requirement: 'customers/list',
    cost: 3,
    async run(t) {
      for (let n = 0; n < 3; n++) {
        t.expect(await t.as('tenantA').send('listCustomers')).status(200);
        await t.sleep(50_000);
      }
    },
  });
  const report = await runSuite(target, { checks: [slow] });
  expect(report).toMatchObject({ exitCode: 0, pacing: { logins: 2 } });
});

test('a token that is revoked before its expiry is renewed after a 401 and a failed probe', async () => {
  const target = tinyTarget();
  const twice = check('twice', {
    must: 'still answer',
    requirement: 'customers/list',
    cost: 3,
    async run(t) {
      t.expect(await t.as('tenantA').send('listCustomers')).status(200);
      const before = target.now;
      target.now = () => before() + 1_000_000;
      t.expect(await t.as('tenantA').send('listCustomers')).status(200);
    },
  });
  const report = await runSuite(target, { checks: [twice] });
  expect(report).toMatchObject({ exitCode: 0, pacing: { logins: 2 } });
});

test('a 401 from only one operation is a finding about the target and does not reject the credential', async () => {
  const target = tinyTarget();
  target.override = on('GET', /^\/customers\/./, refusal(401, 'UNAUTHENTICATED'));
  const report = await runSuite(target);
  expect(verdicts(report)).toMatchObject({ 'customers/readable': 'fail', 'customers/listed': 'pass' });
  expect(report.pacing.logins).toBe(1);
});

test('a body that is given as a function is computed again after the wait for a 429', async () => {
  const target = tinyTarget();
  let refused = false;
  const bodies: unknown[] = [];
  target.override = (method, path) => {
    if (method !== 'POST' || path !== '/customers' || refused) return undefined;
    refused = true;
    return { ...refusal(429, 'RATE_LIMITED'), headers: { 'retry-after': '2' } };
  };
  const stale = check('stale', {
    requirement: 'customers/create',
    async run(t) {
      const createBody = () => {
        bodies.push(t.now());
        return { email: `${t.unique()}@example.org` };
      };
      t.expect(await t.as('tenantA').send('createCustomer', { body: createBody })).status(201);
    },
  });
  expect((await runSuite(target, { checks: [stale] })).exitCode).toBe(0);
  expect(bodies).toHaveLength(2);
});

test('a log-in with 2FA uses a TOTP code that the run has not used before', async () => {
  const target = tinyTarget();
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const codes: string[] = [];
  target.override = (_method, path, request) => {
    if (path === '/auth/login')
      void request
        .clone()
        .text()
        .then((text) => codes.push(JSON.parse(text).totp_code));
    return undefined;
  };
  const twice = check('twice', {
    requirement: 'auth/required',
    area: 'auth',
    needs: ['twoFactor.login'],
    cost: 4,
    async run(t) {
      for (let n = 0; n < 2; n++) {
        const { api, login } = await t.session('twoFactor');
        t.expect(login).status(200);
        t.expect(await api.send('listCustomers')).status(200);
      }
    },
  });
  const report = await runSuite(target, {
    checks: [twice],
    config: { credentials: { twoFactor: { email: EMAIL, password: PASSWORD, totpSecret: secret } } },
  });
  expect(report).toMatchObject({ exitCode: 0, pacing: { logins: 3 } });
  expect(new Set(codes).size).toBe(3);
  expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
  expect(JSON.stringify(report)).not.toContain(secret);
});

test('a log-in is repeated with the next TOTP code when another run has used the code in the same half minute', async () => {
  const target = tinyTarget();
  const codes: string[] = [];
  let used: string | undefined;
  const { fetch } = target;
  target.fetch = async (request) => {
    const code = /"totp_code":"(\d+)"/.exec(await request.clone().text())?.[1];
    if (code === undefined) return fetch(request);
    codes.push(code);
    used ??= code;
    if (code === used) return new Response('{"message":"used before"}', { status: 401 });
    return fetch(request);
  };
  const plain = check('plain', {
    needs: ['twoFactor'],
    async run(t) {
      t.expect(await t.as('twoFactor').send('listCustomers')).status(200);
    },
  });
  const report = await runSuite(target, {
    checks: [plain],
    config: {
      credentials: { twoFactor: { email: EMAIL, password: PASSWORD, totpSecret: 'JBSWY3DPEHPK3PXP' } },
    },
  });
  expect(verdicts(report)).toMatchObject({ plain: 'pass' });
  expect(codes).toHaveLength(2);
});
