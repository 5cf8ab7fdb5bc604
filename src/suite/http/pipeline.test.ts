// Tests runs against a minimal target in this process: modes, limits, interruption and clean-up.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { realClock } from '../model/clock.ts';
import type { Report } from '../run/conform.ts';
import { check, json, readable, rule, unknown } from '../testing/catalogue.ts';
import { credentials, runSuite, verdicts } from '../testing/run-suite.ts';
import { on, refusal, tinyTarget } from '../testing/tiny-target.ts';
import { virtualClock } from '../testing/virtual-clock.ts';

test('a read-only run sends only GET requests and the log-in', async () => {
  const target = tinyTarget();
  const sneaky = check('sneaky', {
    requirement: 'customers/create',
    mode: 'read-only',
    async run(t) {
      await t.as('tenantA').send('createCustomer', { body: {} });
    },
  });
  const report = await runSuite(target, {
    mode: 'read-only',
    checks: [unknown, readable, sneaky],
  });
  expect(verdicts(report)).toMatchObject({
    'customers/unknown': 'pass',
    'customers/readable': 'skipped',
    sneaky: 'skipped',
  });
  expect(target.log.every((line) => line.startsWith('GET') || line === 'POST /auth/login')).toBe(true);
});

test('a write to a resource that the run did not create is not sent, and the check is broken', async () => {
  const target = tinyTarget();
  target.customers.set('stranger', { id: 'stranger', email: 'x', status: 'active' });
  const rude = check('rude', {
    async run(t) {
      await t.as('tenantA').send('deactivateCustomer', { params: { id: 'stranger' } });
    },
  });
  const report = await runSuite(target, { checks: [rude, unknown] });
  expect(report.results.find(({ id }) => id === 'rude')).toMatchObject({
    verdict: 'broken',
    message: expect.stringContaining('which this run did not create'),
  });
  expect(target.customers.has('stranger')).toBe(true);
});

test('a run stops at the limit of requests, reports the remaining checks as skipped, and cleans up', async () => {
  const target = tinyTarget();
  const report = await runSuite(target, { maxRequests: 4 });
  expect(report).toMatchObject({ exitCode: 5, verdict: 'budget-spent' });
  expect(report.summary).toMatchObject({ pass: 3, skipped: 2 });
  expect(report.results.at(-1)?.message).toBe('not run: the budget of 4 requests is spent');
  expect(target.customers.size).toBe(0);
});

test('a run stops at its time limit', async () => {
  const clock = virtualClock();
  const target = tinyTarget();
  target.override = () => {
    clock.advance(4000);
    return undefined;
  };
  expect(await runSuite(target, { clock, maxTime: 10_000 })).toMatchObject({ exitCode: 5 });
});

test('a wait beyond the time limit of the run ends one check, and the other checks still run', async () => {
  const clock = virtualClock();
  const target = tinyTarget();
  target.override = on('GET', '/customers', {
    status: 429,
    headers: { 'retry-after': '60' },
    body: { message: 'Slow down.' },
  });
  const start = clock.now();
  const report = await runSuite(target, { clock, maxTime: 30_000 });
  expect(report).toMatchObject({ exitCode: 5, verdict: 'budget-spent' });
  expect(clock.now() - start).toBeLessThan(30_000);
  expect(report.results.some(({ verdict }) => verdict === 'pass')).toBe(true);
  expect(report.reasons[0]).toMatch(/checks were not asked: .*customers\/listed/);
  expect(target.customers.size).toBe(0);
});

test('an interrupted run undoes what it created', async () => {
  const target = tinyTarget();
  const controller = new AbortController();
  const report = await runSuite(target, {
    signal: controller.signal,
    onProgress: (event) => {
      if (event.type === 'check') controller.abort();
    },
  });
  expect(report).toMatchObject({
    exitCode: 130,
    verdict: 'interrupted',
    cleanup: { created: 1, leftovers: [] },
  });
  expect(target.customers.size).toBe(0);
});

test('a resource that cannot be cleaned up is reported and stays in the ledger', async () => {
  const target = tinyTarget();
  target.override = (method) => (method === 'DELETE' ? { status: 500 } : undefined);
  const ledger = join(mkdtempSync(join(tmpdir(), 'hc-run-')), 'ledger.jsonl');
  const report = await runSuite(target, { ledger });
  expect(report.cleanup.leftovers).toEqual([
    { operation: 'deactivateCustomer', params: { id: expect.any(String) }, why: 'DELETE answered 500' },
  ]);
  expect(readFileSync(ledger, 'utf8')).not.toContain('"undone"');
});

test('a run that selects only rules runs every check but reports only the rules', async () => {
  const report = await runSuite(tinyTarget(), { only: ['bodies/'] });
  expect(report.results.map(({ id, verdict }) => [id, verdict])).toEqual([['bodies/json', 'pass']]);
  expect(report.exitCode).toBe(0);
});

test('the finding of a rule names the checks that reproduce it', async () => {
  const target = tinyTarget();
  const noLimit = rule('limits/header', {
    must: 'tell the limit',
    requirement: 'limits/headers',
    applies: ({ operation }) => operation === 'getCustomer',
    judge: (exchange) =>
      exchange.header('RateLimit-Limit') === null ? { message: 'no RateLimit-Limit' } : undefined,
  });
  const report = await runSuite(target, { rules: [json, noLimit] });
  expect(report.results.find(({ id }) => id === 'limits/header')).toMatchObject({
    verdict: 'fail',
    count: 3,
    operations: ['getCustomer'],
    replay: ['customers/readable', 'customers/unknown'],
  });
});

test('body overrides of the target file are merged into the requests of a run', async () => {
  const target = tinyTarget();
  const named = check('named', {
    must: 'create',
    requirement: 'customers/create',
    async run(t) {
      const body = t.body('createCustomer', { email: 'standard@example.org' });
      const created = await t.as('tenantA').send('createCustomer', { body });
      if (t.expect(created).string('/email') !== 'mine@example.org') t.fail('not mine');
    },
  });
  const bodies = { createCustomer: { email: 'mine@example.org' } };
  const report = await runSuite(target, {
    checks: [named],
    config: { bodies },
  });
  expect(report.exitCode).toBe(0);
});

test('pacing reserves the budget for all concurrent calls before it sends the first of them', async () => {
  const target = tinyTarget();
  const parallel = check('parallel', {
    requirement: 'customers/list',
    cost: 8,
    async run(t) {
      const all = await t
        .as('tenantA')
        .sendConcurrently(Array.from({ length: 8 }, () => ['listCustomers'] as const));
      for (const one of all) t.expect(one).status(200);
    },
  });
  const report = await runSuite(target, { checks: [parallel] });
  expect(report).toMatchObject({ exitCode: 0, requests: 10 });
});

test('eventually() retries for as long as the target file’s lag permits, and no longer', async () => {
  const lagging = (lag: string) => {
    const target = tinyTarget();
    let reads = 0;
    target.override = (method, path) => {
      reads += method === 'GET' && path === '/customers/late' ? 1 : 0;
      return path !== '/customers/late'
        ? undefined
        : reads > 3
          ? { status: 200, body: {} }
          : refusal(404, 'NOT_FOUND');
    };
    const late = check('late', {
      retry: false,
      async run(t) {
        await t.eventually('read', async () => {
          t.expect(await t.as('tenantA').send('getCustomer', { params: { id: 'late' } })).status(200);
        });
      },
    });
    return runSuite(target, {
      checks: [late],
      config: { lag: { read: lag } },
    });
  };
  expect((await lagging('5s')).exitCode).toBe(0);
  expect((await lagging('0s')).exitCode).toBe(1);
});

test('an invalid catalogue is refused before any request is sent', async () => {
  const target = tinyTarget();
  const twin = {
    ...readable,
    after: ['customers/unknwon'],
    requirement: 'customers/raed',
  } as unknown as typeof readable;
  await expect(runSuite(target, { checks: [readable, twin, unknown] })).rejects.toThrow(
    /id "customers\/readable"[\s\S]*did you mean "customers\/read"[\s\S]*did you mean "customers\/unknown"/,
  );
  expect(target.log).toEqual([]);
});

test('a run against another host is refused without an explicit mode', async () => {
  const target = { baseUrl: 'https://api.example.org/v1', credentials };
  await expect(runSuite(tinyTarget(), { target })).rejects.toThrow('is not this machine: name a mode');
  expect((await runSuite(tinyTarget(), { target, mode: 'safe' })).exitCode).toBe(0);
});

test('two runs with the same seed and run id produce the same report', async () => {
  const strip = (report: Report) => JSON.stringify(report).replace(/"(ms|waitedMs|durationMs)":\d+/g, '');
  expect(strip(await runSuite(tinyTarget()))).toBe(strip(await runSuite(tinyTarget())));
});

test('clean-up repeats a call that was refused at first', async () => {
  const target = tinyTarget();
  let refused = 0;
  target.override = (method) =>
    method === 'DELETE' && refused++ < 1 ? refusal(422, 'INVALID_STATE') : undefined;
  const report = await runSuite(target);
  expect(report.cleanup).toEqual({ created: 1, leftovers: [] });
  expect(report.durationMs).toBe(10_000);
});

test('an interruption while the first credential probe waits ends the run', async () => {
  const target = tinyTarget();
  target.override = () => ({ ...refusal(429, 'RATE_LIMITED'), headers: { 'retry-after': '50' } });
  const controller = new AbortController();
  const report = await runSuite(target, {
    clock: realClock,
    signal: controller.signal,
    onProgress: (event) => {
      if (event.type === 'wait') setTimeout(() => controller.abort(), 5);
    },
  });
  expect(report).toMatchObject({ exitCode: 130, requests: 1 });
});
