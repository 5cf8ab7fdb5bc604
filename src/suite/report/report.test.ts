// Tests the report as JSON, on the console and as JUnit XML.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { formatReport } from '../formats/formats.ts';
import type { Result } from '../model/result.ts';
import { Secrets } from '../redaction/secrets.ts';
import { check } from '../testing/catalogue.ts';
import { exchange } from '../testing/exchange.ts';
import { mixedReport } from '../testing/mixed-report.ts';
import { result } from '../testing/result.ts';
import { credentials, runSuite } from '../testing/run-suite.ts';
import { EMAIL, on, tinyTarget } from '../testing/tiny-target.ts';
import { replayCommandLine } from './command-lines.ts';
import { findingsOf, summarise } from './findings/findings.ts';
import { recordExchange } from './redact-report.ts';
import type { CliArgs, Report } from './report.ts';

const schema = JSON.parse(readFileSync(new URL('./report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

test('the JSON report is valid by its published schema', async () => {
  for (const report of [
    await mixedReport(),
    await runSuite(tinyTarget()),
    await runSuite(tinyTarget(), { only: ['zzz'] }),
  ]) {
    validate(JSON.parse(JSON.stringify(report)));
    expect(validate.errors ?? []).toEqual([]);
  }
});

test('the summary of the report counts each verdict separately, and each cause once', async () => {
  const { summary } = await mixedReport();
  expect(summary).toEqual({
    pass: 2,
    fail: 1,
    warn: 1,
    baselined: 0,
    observed: 1,
    skipped: 1,
    'not-applicable': 1,
    inconclusive: 1,
    broken: 1,
  });
});

test('the console report shows the requirement, the expected and actual values, the request and the replay line of a finding', async () => {
  const text = formatReport('console-full', await mixedReport(), { colour: false, source: 'r.json' });
  expect(text).toContain('FAIL  customers/readable\n      the target must hand out a customer it created\n');
  expect(text).toContain('sentence  Test: A customer can be read. (customers/read)');
  expect(text).toContain(
    'found     server error 500 on GET /customers/{id}: getCustomer answered 500, not 200',
  );
  expect(text).toContain('expected  200');
  expect(text).toMatch(/request {3}curl -i 'http:\/\/127.0.0.1\/v1\/customers\/[0-9a-f-]+'/);
  expect(text).toContain(
    'script    npx hosting-contract conform replay customers/readable --from r.json --script',
  );
  expect(text).toContain('reply     500 Oops <b>&');
  expect(text).toContain('replay    npx hosting-contract conform replay customers/readable --from r.json');
  expect(text).toContain('1 check: give a platform-admin credential (credentials.platformAdmin)');
  expect(text).toContain('1 skipped: needs --mode full (full)');
  expect(text).toMatch(/also {6}in (\d+) of \1 exchanges it speaks about: login, listCustomers/);
  // Server errors of the same operation are one finding, whose first result is a check.
  expect(text).toContain('also      2 more of the same: customers/unknown, bodies/json');
  expect(text).toMatch(
    /nonconformant\njudged 2 of 2 stated sentences \(75 % when each counts by the share of its cells that was asked\)\nchecks and rules: 2 pass, 1 fail in 3 places, 1 warn/,
  );
});

test('the console report wraps text on a narrow terminal but keeps each command line on one line', async () => {
  const report = await mixedReport('word '.repeat(60));
  const whole = formatReport('console', report, { colour: false, source: 'r.json' });
  for (const columns of [120, 80, 40]) {
    const text = formatReport('console', report, { colour: false, source: 'r.json', columns });
    const rows = text.slice(0, text.indexOf('\n\n')).split('\n');
    const tooLong = rows.filter(
      (row) => row.length > columns && !/^ {6}(request|replay|script|the target) /.test(row),
    );
    expect(tooLong).toEqual([]);
    for (const name of ['request', 'replay']) {
      const line = whole.split('\n').find((row) => row.startsWith(`      ${name}`));
      expect(rows).toContain(line);
    }
    const words = (one: string): string => one.replace(/\s+/g, '');
    expect(words(text)).toBe(words(whole));
  }
});

// The schema of Jenkins (junit-10.xsd): `testsuites` contains suites only, and has no attribute `skipped`.
test('the JUnit report has the properties of the run in its first suite, as the schema of Jenkins does', async () => {
  const xml = formatReport('junit', await mixedReport(), { colour: false });
  expect(xml).toMatch(/<testsuites (?:(?:name|time|tests|failures|errors)="[^"]*" ?)+>\n {2}<testsuite /);
  expect(xml).toMatch(
    /<testsuite [^>]*>\n {4}<properties>\n(?: {6}<property [^>]*\/>\n)+ {4}<\/properties>\n {4}<testcase /,
  );
  expect(xml.match(/<properties>/g)).toHaveLength(1);
});

test('the JUnit report separates failures, errors and skipped results, and is well-formed XML', async () => {
  const xml = formatReport('junit', await mixedReport(), { colour: false });
  expect(xml).toContain('failures="1" errors="1"');
  expect(xml).toContain('&lt;b&gt;&amp;');
  expect(xml).not.toContain('\u0007');
  expect(xml.match(/<testcase /g)).toHaveLength(11);
  expect(xml.match(/<skipped /g)).toHaveLength(5);
  const open = [...xml.matchAll(/<(\w[\w-]*)(?: [^>]*[^/])?>/g)].map((one) => one[1]).sort();
  const close = [...xml.matchAll(/<\/([\w-]+)>/g)].map((one) => one[1]).sort();
  expect(open).toEqual(close);
});

test('the console report quotes texts, and shows the headers of the reply when a finding is about a header', () => {
  const rule = result('limits/headers', {
    kind: 'rule',
    message: 'listOrders answered 200 without RateLimit-Limit',
    expected: 'RateLimit-Limit',
    actual: '1178',
    exchanges: [recordExchange(exchange({ json: { data: [] } }), new Secrets())],
  });
  const text = formatReport('console', reportOf([rule]), { colour: false });
  expect(text).toContain('actual    "1178"');
  expect(text).toContain('reply     200, with the headers Content-Type: application/json');
});

test.each(['unreachable', 'vacuous', 'budget-spent', 'interrupted'] as const)(
  'the JUnit report contains an error when a run ends %s',
  (verdict) => {
    const xml = formatReport(
      'junit',
      { ...reportOf([]), verdict, reasons: ['no credential worked'] },
      { colour: false },
    );
    expect(xml).toContain('tests="1" failures="0" errors="1"');
    expect(xml).toMatch(
      new RegExp(`<error message="${verdict}: .*no credential worked" type="${verdict}"/>`),
    );
  },
);

test('the JUnit report contains a rejected credential as an error', async () => {
  const wrong = { tenantA: { ...credentials.tenantA, password: 'wrong password' } };
  const target = { baseUrl: 'http://127.0.0.1/v1', credentials: wrong };
  const xml = formatReport('junit', await runSuite(tinyTarget(), { target }), { colour: false });
  expect(xml).toMatch(/suite\/credentials: [^>]*>\s*<error message="inconclusive: no credential works/);
});

test('a replay line is a complete command and contains no secret', () => {
  const report = reportOf([]);
  const line = (typed: CliArgs, json?: string): string => replayCommandLine('a/b@c', report, json, typed);
  expect(line({ config: 'my target.json', allow: ['rate-limit-burst'] }, 'r.json')).toBe(
    "npx hosting-contract conform replay a/b@c https://host.example/v1 --from r.json --config 'my target.json' --allow rate-limit-burst",
  );
  expect(line({ email: EMAIL }, 'r.json')).toBe(
    `HOSTING_CONTRACT_PASSWORD="\${HOSTING_CONTRACT_PASSWORD:?of tenantA}" npx hosting-contract conform replay a/b@c --from r.json --email ${EMAIL}`,
  );
  expect(line({ token: true, insecure: true })).toBe(
    `HOSTING_CONTRACT_TOKEN="\${HOSTING_CONTRACT_TOKEN:?of tenantA}" npx hosting-contract conform https://host.example/v1 --insecure ` +
      '--only a/b --profile stated --mode safe --seed 7',
  );
  expect(line({ self: true }, 'r.json')).toBe(
    'npx hosting-contract conform replay a/b@c --from r.json --self',
  );
});

/** Creates a report with the given results and minimal other members. */
function reportOf(results: Result[]): Report {
  return {
    suite: { name: 'hosting-contract', version: '0' },
    contract: { version: '0', sha256: '' },
    target: { baseUrl: 'https://host.example/v1' },
    profile: 'stated',
    mode: 'safe',
    seed: 7,
    runId: 'hc-test',
    startedAt: '2026-01-01T00:00:00Z',
    durationMs: 0,
    requests: 0,
    verdict: 'nonconformant',
    exitCode: 1,
    reasons: [],
    summary: summarise(results),
    findings: findingsOf(results),
    results,
    notChecked: [],
    coverage: { operations: {}, requirements: {} },
    pacing: { waitedMs: 0, unprovoked429: 0, logins: 0 },
    cleanup: { created: 0, leftovers: [] },
  };
}

test('the script of a finding logs in with a password that JSON must escape', async () => {
  const password = 'a "quoted" \\ pass$word';
  const target = tinyTarget({ password });
  target.override = on('GET', /^\/customers\/./, { status: 500 });
  const report = await runSuite(target, {
    mode: 'safe',
    scripts: true,
    config: { credentials: { tenantA: { email: EMAIL, password } } },
  });
  const script = report.results.find((result) => result.script?.includes('/auth/login'))?.script ?? '';
  expect(script).not.toContain('quoted');
  // The curl of this test keeps the body of the log-in.
  const dir = mkdtempSync(join(tmpdir(), 'script-'));
  const curl = '#!/bin/sh\nfor text; do case $text in *password*) printf %s "$text" >"$BODY";; esac; done\n';
  writeFileSync(join(dir, 'curl'), curl, { mode: 0o755 });
  const env = { PATH: `${dir}:${process.env.PATH}`, BODY: join(dir, 'body'), TENANT_A_PASSWORD: password };
  execFileSync('sh', { input: script, env, stdio: ['pipe', 'ignore', 'ignore'] });
  expect(JSON.parse(readFileSync(join(dir, 'body'), 'utf8'))).toMatchObject({ email: EMAIL, password });
});

test('the script of a finding reads an id that stands only in a list anew', async () => {
  const id = '6f1c0c5e-6a3f-4c1e-9d6c-0d6f3a1b2c3d';
  const target = tinyTarget();
  target.override = (method, path) =>
    method !== 'GET' || !path.startsWith('/customers')
      ? undefined
      : path === `/customers/${id}`
        ? { status: 500 }
        : { status: 200, body: { data: [{ id, email: 'a@example.org' }] } };
  const first = check('customers/first-of-list', {
    must: 'show what it lists',
    requirement: 'customers/read',
    area: 'customers',
    cost: 2,
    async run(t) {
      const list = await t.as('tenantA').send('listCustomers');
      const [, found = ''] = /"id":"([^"]+)"/.exec(list.text) ?? [];
      const reply = await t.as('tenantA').send('getCustomer', { params: { id: found } });
      if (reply.status !== 200) t.fail('it was not shown', { exchange: reply });
    },
  });
  const report = await runSuite(target, { checks: [first], scripts: true });
  const { script = '' } = report.results.find((one) => one.id === first.id) ?? {};
  expect(script).toMatch(
    /CUSTOMER_ID=\$\(value 2 id 1 1 ''\)\nsend 3 .* "\$BASE_URL"'\/customers\/'"\$CUSTOMER_ID"/,
  );
});
