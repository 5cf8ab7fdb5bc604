// Tests baselines: known findings stay in reports but do not fail a run until they are fixed or their entry expires.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { baselineCommand } from '../cli/report-commands.ts';
import { formatReport } from '../formats/formats.ts';
import type { Result } from '../model/result.ts';
import { catalogue, json, readable, rule, unknown } from '../testing/catalogue.ts';
import { capturedIo, folder } from '../testing/io.ts';
import { result } from '../testing/result.ts';
import { runSuite } from '../testing/run-suite.ts';
import { on, refusal, type TinyTarget, tinyTarget } from '../testing/tiny-target.ts';
import { type Baseline, baselineProblems, createBaseline, readBaseline } from './baseline.ts';

/** Creates a target that answers every read of a customer with status 410. */
function broken(): TinyTarget {
  const target = tinyTarget();
  target.override = on('GET', /^\/customers\/./, refusal(410, 'GONE'));
  return target;
}
const two = catalogue({ checks: [readable, unknown] });
const entry = {
  id: 'customers/readable',
  requirement: 'customers/read',
  operation: 'getCustomer',
  reason: 'a cache that is being replaced',
  owner: 'core team',
  expires: '2026-06-30',
};
const other = { ...entry, id: 'customers/unknown' };
const verdict = (id: string, { results }: Awaited<ReturnType<typeof runSuite>>) =>
  results.find((result) => result.id === id)?.verdict;

test('findings that the baseline covers do not fail the run and appear in every report', async () => {
  const report = await runSuite(broken(), { catalogue: two, baseline: { findings: [entry, other] } });
  expect(report).toMatchObject({ exitCode: 0, baseline: { applied: 2, unused: 0, expired: 0 } });
  expect(report.summary).toMatchObject({ fail: 0, baselined: 2 });
  expect(report.findings[0]).toMatchObject({ id: 'customers/readable', verdict: 'baselined' });
  const note = 'a known fail until 2026-06-30, answered for by core team: a cache that is being replaced';
  expect(formatReport('console', report, { colour: false })).toContain(note);
  expect(formatReport('junit', report, { colour: false })).toContain(note);
});

test('a finding that the baseline does not cover fails the run', async () => {
  const report = await runSuite(broken(), { catalogue: two, baseline: { findings: [entry] } });
  expect(report.exitCode).toBe(1);
  expect(verdict('customers/readable', report)).toBe('baselined');
  expect(verdict('customers/unknown', report)).toBe('fail');
});

test('a baseline entry for another operation or requirement covers nothing and is reported as unneeded', async () => {
  const strangers = [
    { ...entry, operation: 'listCustomers' },
    { ...other, requirement: 'customers/list' },
  ];
  const report = await runSuite(broken(), { catalogue: two, baseline: { findings: strangers } });
  expect(report).toMatchObject({ exitCode: 1, baseline: { applied: 0, unused: 2, expired: 0 } });
});

test('an unneeded baseline entry fails the run, and the report names it', async () => {
  const report = await runSuite(tinyTarget(), { catalogue: two, baseline: { findings: [entry] } });
  expect(report).toMatchObject({ exitCode: 1, verdict: 'nonconformant' });
  expect(report.findings.map(({ id }) => id)).toEqual(['suite/baseline/customers/readable/getCustomer']);
  expect(formatReport('console', report, { colour: false })).toContain(
    'the baseline has customers/readable on getCustomer, and this run did not find it: take the entry out',
  );
});

test('a baseline entry is kept when its check did not run, and is reported as unneeded when its check does not exist', async () => {
  const baseline: Baseline = { findings: [entry] };
  const some = { catalogue: two, only: ['customers/unknown'] };
  expect(await runSuite(tinyTarget(), { ...some, baseline })).toMatchObject({ exitCode: 0 });
  const unknownEntry = { findings: [{ ...entry, id: 'customers/raedable' }] };
  expect(await runSuite(tinyTarget(), { ...some, baseline: unknownEntry })).toMatchObject({ exitCode: 1 });
});

test('a baseline entry fails the run after its last day, but not on that day', async () => {
  const on = (expires: string) =>
    runSuite(broken(), { catalogue: two, baseline: { findings: [{ ...entry, expires }, other] } });
  // The virtual clock of the run starts on 1 January 2026.
  expect(await on('2026-01-01')).toMatchObject({ exitCode: 0 });
  const late = await on('2025-12-31');
  expect(late).toMatchObject({ exitCode: 1, baseline: { applied: 1, expired: 1 } });
  expect(late.results[0]?.message).toMatch(/ran out on 2025-12-31.*core team/);
});

test('the result of a rule is baselined when every operation that broke the rule has a baseline entry', async () => {
  const noisy = rule('limits/header', {
    must: 'tell the limit',
    requirement: 'limits/headers',
    judge: (exchange) => (exchange.operation === 'login' ? undefined : { message: 'no limit' }),
  });
  const rules = catalogue({ checks: [readable], rules: [json, noisy] });
  const first = await runSuite(tinyTarget(), { catalogue: rules });
  const { findings } = createBaseline(first.results, Date.UTC(2026, 0, 1));
  expect(findings.map(({ operation }) => operation)).toContain('createCustomer');
  expect(findings[0]?.expires).toBe('2026-01-31');
  const filled = findings.map((one) => ({ ...one, reason: 'r', owner: 'o' }));
  expect((await runSuite(tinyTarget(), { catalogue: rules, baseline: { findings: filled } })).exitCode).toBe(
    0,
  );
  const baseline = { findings: filled.slice(1) };
  expect((await runSuite(tinyTarget(), { catalogue: rules, baseline })).exitCode).toBe(1);
});

test('a baseline entry can apply to only one target, by the target’s name or host', async () => {
  const on = (target: string, name?: string) =>
    runSuite(broken(), {
      catalogue: two,
      config: { ...(name ? { name } : {}) },
      baseline: { target, findings: [entry, other] },
    });
  expect((await on('staging', 'staging')).exitCode).toBe(0);
  expect((await on('127.0.0.1')).exitCode).toBe(0);
  expect(await on('staging', 'production')).toMatchObject({
    exitCode: 1,
    baseline: { applied: 0, unused: 0 },
  });
});

test('an invalid baseline file is refused with one sentence per mistake, and misspelt members come with the nearest known name', () => {
  expect(
    baselineProblems({ findings: [{ ...entry, ownr: 'x', expires: '2026-02-30', reason: ' ' }] }),
  ).toEqual([
    'findings.0 has no member "ownr"; did you mean "owner"?',
    'findings.0.reason must be a text that is not empty',
    'findings.0.expires must be a day such as 2026-12-31',
  ]);
  expect(baselineProblems([])).toEqual(['the baseline must be an object']);
  expect(baselineProblems({ finding: [] })).toEqual([
    'the baseline has no member "finding"; did you mean "findings"?',
    'findings must be a list',
  ]);
});

test('`conform baseline` writes a file that must be completed by hand and then covers the findings of the report', async () => {
  const dir = folder();
  const [from, out] = [join(dir, 'report.json'), join(dir, 'baseline.json')];
  writeFileSync(from, JSON.stringify(await runSuite(broken(), { catalogue: two })));
  const { io, printed } = capturedIo();
  expect(await baselineCommand({ from, out }, io)).toBe(0);
  expect(printed.err).toContain(
    '2 entries, one for each check and operation: give each a reason and an owner',
  );
  expect(() => readBaseline(out)).toThrow(/findings\.0\.reason must be a text that is not empty/);
  writeFileSync(out, readFileSync(out, 'utf8').replaceAll('": ""', '": "known"'));
  expect((await runSuite(broken(), { catalogue: two, baseline: readBaseline(out) })).exitCode).toBe(0);
  expect(await baselineCommand({ from, out }, io)).toBe(2);
  expect(printed.err).toContain('give --force to replace it');
  const forced = { from, out, force: true };
  expect(await baselineCommand(forced, io)).toBe(0);
});

test('a baseline is created for failures, and for warnings only when they are asked for', () => {
  const results = [result('fail'), result('warn', { verdict: 'warn' })];
  const ids = (verdicts?: Result['verdict'][]): string[] =>
    createBaseline(results, 0, verdicts).findings.map(({ id }) => id);
  expect(ids()).toEqual(['fail']);
  expect(ids(['fail', 'warn'])).toEqual(['fail', 'warn']);
});
