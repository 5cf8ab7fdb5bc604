// Tests the formats for other tools: SARIF, HAR, GitHub, Markdown, CTRF and TAP.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { documentText } from '../../contract/document.ts';
import type { Report } from '../report/report.ts';
import { HOSTILE, mixedReport } from '../testing/mixed-report.ts';
import { sarifShape } from '../testing/sarif-shape.ts';
import { PASSWORD } from '../testing/tiny-target.ts';
import { fileFormatNames, formatReport } from './formats.ts';

const options = { colour: false, source: 'report.json' };
const parsed = (form: 'sarif' | 'har' | 'ctrf', report: Report) =>
  JSON.parse(formatReport(form, report, options));
const whole = () => mixedReport(HOSTILE, { keepExchanges: true });

test('a report contains no secret in any format, even when it contains every exchange', async () => {
  const report = await whole();
  for (const form of [...fileFormatNames, 'console', 'github'] as const) {
    const text = formatReport(form, report, options);
    expect(text, form).not.toContain(PASSWORD);
    expect(text, form).not.toMatch(/tok_0/);
  }
});

test('a SARIF report has the structure that SARIF 2.1.0 requires, and one result per finding', async () => {
  const report = await whole();
  const log = parsed('sarif', report);
  const validate = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).compile(
    sarifShape,
  );
  validate(log);
  expect(validate.errors ?? []).toEqual([]);
  const [run] = log.runs;
  expect(run.results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level])).toEqual([
    ['customers/readable', 'error'],
    ['soft', 'warning'],
  ]);
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
  expect(run.results[0].message.text).toContain(
    'Replay: npx hosting-contract conform replay customers/readable',
  );
});

test('a SARIF result points to the line of the documented reply in the OpenAPI document', async () => {
  const [result] = parsed('sarif', await whole()).runs[0].results;
  const [{ physicalLocation, logicalLocations }] = result.locations;
  expect(logicalLocations[0].fullyQualifiedName).toBe('GET /customers/{id} 500');
  const lines = documentText().split('\n');
  const { startLine } = physicalLocation.region;
  expect(lines[startLine - 1]).toMatch(/^\s*"500": \{/);
  const before = lines.slice(0, startLine).reverse();
  expect(before.find((line) => /^ {4}"operationId"|^\s+"operationId"/.test(line))).toContain('getCustomer');
});

test('the SARIF fingerprint of a finding is the same in two runs', async () => {
  const prints = (report: Report): unknown =>
    parsed('sarif', report).runs[0].results.map((one: Record<string, unknown>) => one.partialFingerprints);
  expect(prints(await mixedReport('x', { seed: 2, runId: 'hc-other' }))).toEqual(prints(await whole()));
});

test('a HAR file contains every exchange of the run, and its counts match the coverage in the report', async () => {
  const report = await whole();
  const { log } = parsed('har', report);
  expect(log.entries).toHaveLength(report.requests);
  expect(log.comment).toContain(`every exchange of the run, ${report.requests} in all`);
  const statuses: Report['coverage']['operations'] = {};
  const callers: NonNullable<Report['coverage']['callers']> = {};
  for (const { _operation: id, _caller: caller, response } of log.entries) {
    if (id === null || response.status === 0) continue;
    const counts = { ...statuses[id] };
    counts[response.status] = (counts[response.status] ?? 0) + 1;
    statuses[id] = counts;
    const names = { ...callers[id]?.[response.status] };
    names[caller] = (names[caller] ?? 0) + 1;
    callers[id] = { ...callers[id], [response.status]: names };
  }
  expect(statuses).toEqual(report.coverage.operations);
  expect(callers).toEqual(report.coverage.callers);
});

test('a HAR file states when the run kept only some of its exchanges', async () => {
  const report = await mixedReport();
  const { log } = parsed('har', report);
  expect(log.entries.length).toBeLessThan(report.requests);
  expect(log.comment).toMatch(
    /the \d+ of \d+ exchanges that results of the run show: ask for `har` while it runs/,
  );
});

test('the GitHub format has one workflow command per finding, and text of the target adds no other command', async () => {
  const lines = formatReport('github', await whole(), options)
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => line.split(/[ :]/)[2])).toEqual(['error', 'warning', 'error']);
  expect(lines[0]).toContain('title=customers/readable::the target must hand out a customer it created: ');
  const unescaped = lines[0]?.replaceAll('%0A', '\n').replaceAll('%25', '%') ?? '';
  expect(unescaped).toContain('\nnpx hosting-contract conform replay customers/readable --from report.json');
  expect(formatReport('github', await mixedReport('x', { only: ['auth/'] }), options)).toMatch(
    /^::notice title=hosting-contract conform::conformant; 2 pass, 1 warn/m,
  );
});

test('the Markdown format shows text of the target as plain text', async () => {
  const text = formatReport('markdown', await whole(), options);
  expect(text).not.toMatch(/<script|<img/);
  expect(text).toContain('## ❌ nonconformant');
  expect(text).toContain('<summary><b>fail</b> <code>customers/readable</code></summary>');
  expect(text).toMatch(/```sh\ncurl -i 'http:/);
  expect(text.match(/^\| customers \|.*$/m)?.[0]).toMatch(/\| customers \| 1 \| 2 \|/);
});

test('the CTRF format counts every result once', async () => {
  const report = await whole();
  const { results } = parsed('ctrf', report);
  const { tests, passed, failed, pending, skipped, other } = results.summary;
  expect(tests).toBe(report.results.length);
  expect(passed + failed + pending + skipped + other).toBe(tests);
  expect({ passed, failed }).toEqual({ passed: report.summary.pass, failed: report.summary.fail });
});

test('the TAP format has one test point per result, and a failed result is `not ok`', async () => {
  const report = await whole();
  const lines = formatReport('tap', report, options).split('\n');
  expect(lines.slice(0, 2)).toEqual(['TAP version 14', `1..${report.results.length}`]);
  expect(lines.filter((line) => /^(not )?ok \d+ - /.test(line))).toHaveLength(report.results.length);
  expect(lines.filter((line) => line.startsWith('not ok '))).toHaveLength(
    report.summary.fail + report.summary.broken,
  );
  expect(lines.filter((line) => line === '  ---').length).toBe(
    lines.filter((line) => line === '  ...').length,
  );
});
