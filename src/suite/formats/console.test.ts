// Tests how the console report summarises what fails nothing, and what it says about things that are left behind.
import { expect, test } from 'vitest';
import type { Result } from '../model/result.ts';
import { findingsOf, summarise } from '../report/findings/findings.ts';
import type { Report } from '../report/report.ts';
import { mixedReport } from '../testing/mixed-report.ts';
import { result } from '../testing/result.ts';
import { formatReport } from './formats.ts';

const AREAS = ['auth', 'tenants', 'customers', 'orders', 'billing', 'domains', 'ssl', 'dns', 'email', 'vps'];

const warning = (id: string, area: string, more: Partial<Result> = {}): Result =>
  result(id, { area, level: 'should', verdict: 'warn', requirement: id, ...more });

/** Returns a report with many warnings and observations, and no failure. */
async function conforming(): Promise<Report> {
  const fields = AREAS.map((area) =>
    warning(`${area}/fields`, area, {
      requirement: 'fields',
      sentence: 'Fields.',
      message: `${area}: id is missing`,
    }),
  );
  const warnings = AREAS.flatMap((area) => [1, 2, 3].map((n) => warning(`${area}/warning-${n}`, area)));
  const observed = AREAS.map((area) =>
    warning(`${area}/seen`, area, { level: 'observe', verdict: 'observed' }),
  );
  const skipped = AREAS.map((area) =>
    warning(`${area}/left`, area, { verdict: 'skipped', message: `no ${area}` }),
  );
  const results = [...fields, ...warnings, ...observed, ...skipped];
  return {
    ...(await mixedReport()),
    verdict: 'conformant',
    exitCode: 0,
    reasons: [],
    results,
    findings: findingsOf(results),
    summary: summarise(results),
  };
}

test('a conforming run prints at most forty lines, with one table of the names that differ', async () => {
  const text = formatReport('console', await conforming(), { colour: false });
  expect(text.split('\n').length).toBeLessThanOrEqual(40);
  expect(text).toContain('Differs: Fields.\n  auth       auth: id is missing\n');
  expect(text).toContain(
    '40 warnings, 10 of them above: decided otherwise than in this contract, which fails nothing',
  );
  expect(text).toContain('  auth       auth/warning-1, auth/warning-2, auth/warning-3\n');
  expect(text).not.toContain('WARN  ');
});

/** Returns a report with 30 warnings of which one blocks checks, 30 failures, and a rejected credential. */
async function failing(): Promise<Report> {
  const results = [
    warning('suite/credential/tenantB', 'suite', { kind: 'credential', verdict: 'inconclusive' }),
    ...Array.from({ length: 30 }, (_, n) => warning(`auth/warning-${n}`, 'auth', {})),
    ...Array.from({ length: 30 }, (_, n) => warning(`auth/fail-${n}`, 'auth', { verdict: 'fail' })),
    warning('auth/leak', 'auth', { verdict: 'fail', security: true }),
    ...[1, 2].map((n) =>
      warning(`auth/blocked-${n}`, 'auth', { verdict: 'inconclusive', blockedBy: 'auth/warning-7' }),
    ),
  ];
  return { ...(await conforming()), verdict: 'nonconformant', results, findings: findingsOf(results) };
}

test('failures stand first, those about security before the others; warnings and what stayed unjudged follow', async () => {
  const report = await failing();
  for (const form of ['console', 'console-full'] as const) {
    const text = formatReport(form, report, { colour: false });
    const labels = text.match(/^(FAIL|WARN|STOP) {2}/gm)?.map((label) => label.trim()) ?? [];
    expect(text).toMatch(/^FAIL {2}auth\/leak\n/);
    expect(labels.join(' ')).toMatch(/^(FAIL ?){31}(WARN ?){1,30}STOP$/);
  }
});

test.each(['console', 'html', 'markdown', 'junit'] as const)(
  'the format %s names the members in which the expected and the actual value differ',
  async (format) => {
    const expected = { id: 'a', items: [{ name: 'old' }, 2], gone: 1 };
    const actual = { id: 'a', items: [{ name: 'new' }, 2], 'a/b': null };
    const results = [warning('orders/kept', 'orders', { verdict: 'fail', expected, actual })];
    const report = { ...(await conforming()), results, findings: findingsOf(results) };
    const text = formatReport(format, report, { colour: false })
      .replaceAll('&quot;', '"')
      .replaceAll('\\', '');
    expect(text).toMatch(
      /\/items\/0\/name: "new", not "old"; \/gone: nothing, not 1; \/a~1b: null, not nothing\s*($|<|&#10;)/m,
    );
  },
);

test('the GitHub format has at most ten annotations of each level, which name every finding', async () => {
  const lines = formatReport('github-full', await failing(), { colour: false })
    .trimEnd()
    .split('\n');
  const count = (level: string): number => lines.filter((line) => line.startsWith(`::${level} `)).length;
  expect([count('error'), count('warning'), count('notice')]).toEqual([10, 10, 1]);
  for (const { id } of (await failing()).findings) expect(lines.join('\n')).toMatch(new RegExp(`${id}\\b`));
});

test('the format console-full prints each warning with its request', async () => {
  const text = formatReport('console-full', await conforming(), { colour: false });
  expect(text.match(/^WARN {2}/gm)).toHaveLength(40);
});

test('the names that the run has learned take the place of the warnings about them', async () => {
  const members = { email: ['mail'], name: ['profile', 'full_name'] };
  const learned = { kinds: { customer: { members } } };
  const text = formatReport('console', Object.assign(await conforming(), { learned }), { colour: false });
  expect(text).toContain(
    "Names that differ (the contract's → theirs)\n  customer   email → mail, name → profile.full_name\n",
  );
  expect(text).not.toContain('auth: id is missing');
});

const leftover = { operation: 'deleteWebhook', params: { id: 'w 1' }, why: 'DELETE answered 500' };

test.each([
  [
    'a ledger',
    { ledger: 'run.jsonl' },
    'npx hosting-contract conform cleanup http://127.0.0.1/v1 --ledger run.jsonl --config t.ts',
  ],
  [
    'no ledger',
    {},
    `curl -i -X DELETE 'http://127.0.0.1/v1/webhooks/w%201' -H 'authorization: Bearer '"$TENANT_A_TOKEN"`,
  ],
])('what is left behind comes with the command that removes it: %s', async (_, ledger, line) => {
  const report = await conforming();
  const cleanup = { created: 1, leftovers: [leftover], ...ledger };
  const called = { config: 't.ts' };
  const text = formatReport('console', { ...report, cleanup, called }, { colour: false });
  expect(text).toContain(`Left behind\n  deleteWebhook w 1: DELETE answered 500\n  remove: ${line}\n`);
  for (const form of ['html', 'markdown'] as const) {
    const written = formatReport(form, { ...report, cleanup, called }, { colour: false });
    expect(written.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('\\', '')).toContain(line);
  }
});

test('things that no call removes are one line by reason, without a body and without a command', async () => {
  const report = await conforming();
  const why = 'no reply shows the service (sent: {"name":"x"})';
  const leftovers = ['a', 'b', 'c', 'd'].map((id) => ({
    operation: 'registerDomain',
    params: { id },
    why,
    byHand: true as const,
  }));
  const cleanup = { created: 4, leftovers, ledger: 'run.jsonl' };
  const text = formatReport('console', { ...report, cleanup }, { colour: false });
  expect(text).toContain(
    'Left behind\n  4 things (registerDomain a, registerDomain b, registerDomain c, …): not removable through the API, by hand: no reply shows the service\n\n',
  );
  expect(text).not.toContain('conform cleanup');
});
