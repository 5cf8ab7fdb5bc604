// Tests runs against targets that reply with too much data, long delays or malicious values: each run ends with a
// report.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conform } from '../run/conform.ts';
import { anonymousRefused, catalogue, check, readable } from '../testing/catalogue.ts';
import { credentials, runSuite, verdicts } from '../testing/run-suite.ts';
import { on, tinyTarget } from '../testing/tiny-target.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { MAX_CLEAN_UP_TIME } from './limits.ts';

const pad = 'x'.repeat(12_000_000);
const read = (name: string, path: string) =>
  check(`customers/${name}`, {
    must: 'be read',
    async run(t) {
      const reply = await t.as('tenantA').sendRaw('GET', path);
      t.expect(reply).status(200);
      t.expect(reply).at('/data');
    },
  });
const reads = Array.from({ length: 16 }, (_, n) => read(`read-${n}`, `/customers?n=${n}`));

test('large bodies beyond the total limit of a run are refused, and the checks that need them are inconclusive', async () => {
  const target = tinyTarget();
  const body = JSON.stringify({ data: [], pad });
  target.override = on('GET', '/customers', { status: 200, body });
  const report = await runSuite(target, { checks: reads });
  expect(report.summary).toMatchObject({ fail: 0, broken: 0 });
  expect(report.summary.pass).toBeGreaterThan(4);
  expect(report.summary.inconclusive).toBeGreaterThan(4);
  const refused = report.results.find(({ verdict }) => verdict === 'inconclusive');
  expect(refused?.message).toContain('the body is larger than 256 KiB');
  expect(JSON.stringify(report).length).toBeLessThan(500_000);
});

test('a list of a million elements is not parsed, and its check is inconclusive', async () => {
  const target = tinyTarget();
  const body = `[${Array.from({ length: 1_000_000 }, (_, n) => n).join()}]`;
  target.override = on('GET', '/customers', { status: 200, body });
  const listing = check('customers/listing', {
    must: 'list',
    requirement: 'customers/list',
    needs: [],
    async run(t) {
      await t.anonymous.list('listCustomers');
    },
  });
  const report = await runSuite(target, { checks: [listing] });
  expect(report.results.find(({ id }) => id === 'customers/listing')).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringContaining('more than 250000 values'),
  });
});

test('a list without end is read up to the limit of elements', async () => {
  const target = tinyTarget();
  const data = Array.from({ length: 8000 }, (_, n) => n);
  let page = 0;
  target.override = (method, path) =>
    method === 'GET' && path === '/customers'
      ? { status: 200, body: { data: [...data, ++page], next: `?page=${page + 1}` } }
      : undefined;
  const listing = check('customers/listing', {
    must: 'list',
    requirement: 'customers/list',
    needs: [],
    async run(t) {
      await t.anonymous.list('listCustomers', { pages: 1000 });
    },
  });
  const report = await runSuite(target, { checks: [listing] });
  expect(report.results.find(({ id }) => id === 'customers/listing')?.message).toContain('more than 100000');
  expect(page).toBe(13);
});

test.each(['..', '.', '', 'x'.repeat(2000), '\ud800'])(
  'an id that cannot be part of a path is not sent: %j',
  async (id) => {
    const target = tinyTarget();
    target.override = on('POST', '/customers', { status: 201, body: { id } });
    const report = await runSuite(target, { checks: [readable] });
    expect(verdicts(report)).toMatchObject({ 'customers/readable': 'inconclusive' });
    expect(target.log.filter((line) => !/^(POST|GET) \/(auth\/login|customers)$/.test(line))).toEqual([]);
    // The run cannot send the clean-up call for a resource with such an id, and reports the resource.
    expect(report.cleanup.leftovers[0]?.why).toMatch(/^the id .* for \{id\} of DELETE \/customers\/\{id\}/);
  },
);

test.each(['a/b', '?x=1', '#x', '%2e%2e', 'a\\b'])('an id is percent-encoded in a path: %j', async (id) => {
  const target = tinyTarget();
  const urls: string[] = [];
  target.override = (method, _, request) => {
    urls.push(request.url);
    return method === 'POST' && request.url.endsWith('/customers')
      ? { status: 201, body: { id } }
      : undefined;
  };
  await runSuite(target, { checks: [readable] });
  const named = urls.filter((url) => /\/customers\/./.test(url));
  expect(new Set(named)).toEqual(new Set([`http://127.0.0.1/v1/customers/${encodeURIComponent(id)}`]));
});

test('a token that is too long for a header is ignored', async () => {
  const target = tinyTarget();
  target.override = (_, path) =>
    path === '/auth/login' ? { status: 200, body: { token: 'x'.repeat(70_000) } } : undefined;
  const report = await runSuite(target);
  expect(report).toMatchObject({ verdict: 'vacuous', reasons: ['no credential worked'] });
});

test('an exception in a check’s code makes the check inconclusive after an invalid reply, and broken after a valid reply', async () => {
  const reader = check('customers/reader', {
    must: 'be read',
    needs: [],
    async run(t) {
      const reply = await t.anonymous.send('listCustomers');
      (reply.json as { error: { message: string } }).error.message.toUpperCase();
    },
  });
  const judge = async (body: unknown) => {
    const target = tinyTarget();
    target.override = on('GET', '/customers', { status: 401, body });
    const report = await runSuite(target, { checks: [reader] });
    return report.results.find(({ id }) => id === 'customers/reader');
  };
  expect(await judge({ oops: 1 })).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringMatching(/^the suite could not read a reply .*TypeError/),
  });
  // A flat error body is valid too, so a check that cannot read it is itself wrong.
  expect(await judge({ message: 'No.' })).toMatchObject({ verdict: 'broken' });
});

test.each(['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', '-271821-04-20T00:00:00.000Z'])(
  'an implausible `Date` header does not change the clock skew: %s',
  async (date) => {
    const target = tinyTarget();
    let now = 0;
    const clock = virtualClock();
    target.override = () => ({ status: 401, body: { message: 'No.' }, headers: { date } });
    const timed = check('customers/timed', {
      needs: [],
      async run(t) {
        await t.anonymous.send('listCustomers');
        now = t.now();
      },
    });
    await runSuite(target, { clock, checks: [timed] });
    expect(now).toBe(clock.now());
  },
);

test('a run has a time limit by default, which its start event states; a run on a virtual clock has no time limit', async () => {
  const limits: (number | undefined)[] = [];
  const onProgress = (event: { type: string; maxTime?: number }): void => {
    if (event.type === 'start') limits.push(event.maxTime);
  };
  const target = tinyTarget();
  const options = {
    target: { baseUrl: 'http://127.0.0.1/v1', credentials },
    catalogue: catalogue({ checks: [anonymousRefused] }),
    fetch: target.fetch,
    onProgress,
  };
  await conform(options);
  await conform({ ...options, maxTime: 5000 });
  await conform({ ...options, clock: virtualClock() });
  expect(limits).toEqual([30 * 60_000, 5000, undefined]);
});

test('a target that asks for long waits does not extend the run beyond its time limit', async () => {
  const target = tinyTarget();
  const clock = virtualClock();
  const headers = { 'ratelimit-limit': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': '170' };
  target.override = on('GET', '/customers', { status: 200, body: { data: [] }, headers });
  const report = await runSuite(target, {
    clock,
    checks: reads,
    maxTime: 30 * 60_000,
  });
  expect(report).toMatchObject({ verdict: 'budget-spent', exitCode: 5 });
  expect(report.reasons.join()).toMatch(/the time is spent/);
  expect(report.durationMs).toBeLessThan(31 * 60_000);
});

/** Checks that create one customer each. */
const creations = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    check(`customers/made-${n}`, {
      requirement: 'customers/create',
      async run(t) {
        t.expect(await t.as('tenantA').send('createCustomer', { body: { email: t.unique() } })).status(201);
      },
    }),
  );

test('clean-up ends at its time limit, and the report lists the remaining resources', async () => {
  const target = tinyTarget();
  const clock = virtualClock();
  const waited = new Set<string>();
  // Every resource can be deleted, after a wait of 55 s.
  target.override = (method, path) => {
    if (method !== 'DELETE' || waited.has(path)) return undefined;
    waited.add(path);
    return { status: 429, body: { message: 'Later.' }, headers: { 'retry-after': '55' } };
  };
  const report = await runSuite(target, { clock, concurrency: 1, checks: creations(14) });
  const { leftovers } = report.cleanup;
  expect(target.customers.size).toBe(leftovers.length);
  expect(leftovers.length).toBeGreaterThan(0);
  expect(leftovers.length).toBeLessThan(14);
  expect(leftovers.at(-1)?.why).toMatch(/the time limit of clean-up is reached|beyond the time limit/);
  expect(report.durationMs).toBeGreaterThan(MAX_CLEAN_UP_TIME - 60_000);
  expect(report.durationMs).toBeLessThan(MAX_CLEAN_UP_TIME + 60_000);
});

test('clean-up that is refused with 429 for minutes ends before its time limit, and the report lists what remains', async () => {
  const target = tinyTarget();
  const clock = virtualClock();
  target.override = (method) =>
    method === 'DELETE'
      ? { status: 429, body: { message: 'No.' }, headers: { 'retry-after': '170' } }
      : undefined;
  const report = await runSuite(target, { clock, checks: creations(12) });
  expect(report.cleanup.leftovers).toHaveLength(12);
  expect(report.cleanup.leftovers.at(-1)?.why).toMatch(/refused with 429 for \d+ s, and is not called again/);
  expect(report.durationMs).toBeLessThan(MAX_CLEAN_UP_TIME / 2);
});

test('a run whose ledger can no longer be written ends and cleans up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hc-limits-'));
  const ledger = join(folder, 'ledger.jsonl');
  const target = tinyTarget();
  // Every write of the ledger fails because its folder is replaced with a file; on a full disk it would fail likewise.
  target.override = (method, path) => {
    if (method === 'POST' && path === '/customers') {
      rmSync(ledger, { force: true, recursive: true });
      rmSync(folder, { recursive: true });
      writeFileSync(folder, '');
    }
    return undefined;
  };
  const report = await runSuite(target, { ledger });
  expect(report).toMatchObject({
    verdict: 'interrupted',
    exitCode: 130,
    cleanup: { created: 1, leftovers: [] },
  });
  expect(report.reasons.join()).toMatch(/the ledger .* cannot be written any more \(ENOTDIR\)/);
  expect(target.customers.size).toBe(0);
  expect(readFileSync(folder, 'utf8')).toBe('');
  rmSync(folder);
});

test('a resource whose creation got a reply too large to read is reported as left behind', async () => {
  const target = tinyTarget();
  target.override = on('POST', '/customers', { status: 201, body: `{"pad": "${'x'.repeat(17 << 20)}"}` });
  const report = await runSuite(target, { checks: [readable] });
  expect(report.cleanup.leftovers).toEqual([
    {
      operation: 'createCustomer',
      params: {},
      why: 'what it created is not known: the body is larger than 16 MiB',
      byHand: true,
    },
  ]);
});
