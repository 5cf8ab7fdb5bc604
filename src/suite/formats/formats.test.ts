// Tests the formats for other tools: SARIF, GitHub and Markdown.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { documentText } from '../../contract/document.ts';
import type { Report } from '../report/report.ts';
import { HOSTILE, mixedReport } from '../testing/mixed-report.ts';
import { formatReport } from './formats.ts';

const options = { colour: false, source: 'report.json' };
const parsed = (form: 'sarif', report: Report) => JSON.parse(formatReport(form, report, options));
const whole = () => mixedReport(HOSTILE);

test('a SARIF report has the structure that SARIF 2.1.0 requires, and one result per failure', async () => {
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
  ]);
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
  expect(run.results[0].message.text).toContain(
    'replay: npx hosting-contract conform replay customers/readable',
  );
});

test('a SARIF result points to the line of the documented reply in the OpenAPI document', async () => {
  const [result] = parsed('sarif', await whole()).runs[0].results;
  const [{ physicalLocation, logicalLocations }] = result.locations;
  expect(logicalLocations[0].fullyQualifiedName).toBe('GET /customers/{id} 500');
  const lines = documentText().split('\n');
  const { startLine } = physicalLocation.region;
  expect(lines[startLine - 1]).toMatch(/^"500":\{/);
  const before = lines.slice(0, startLine).reverse();
  expect(before.find((line) => /^"operationId"/.test(line))).toContain('getCustomer');
});

test('the SARIF fingerprint of a finding is the same in two runs', async () => {
  const prints = (report: Report): unknown =>
    parsed('sarif', report).runs[0].results.map((one: Record<string, unknown>) => one.partialFingerprints);
  expect(prints(await mixedReport('x', { seed: 2, runId: 'hc-other' }))).toEqual(prints(await whole()));
});

test('the line of a script says which report it needs, unless the run has written one', async () => {
  const line = (source?: string): string | undefined =>
    /script .*/.exec(formatReport('console', fails, { colour: false, ...(source ? { source } : {}) }))?.[0];
  const fails = await whole();
  expect(line()).toMatch(/after a run with --report json=report\.json: npx .* --from report\.json --script$/);
  expect(line('out.json')).toMatch(/script +npx .* --from out\.json --script$/);
});

test('a finding that a read shows names the write before it', async () => {
  const report = await whole();
  const { exchanges = [] } = report.results.find(({ id }) => id === 'customers/readable') ?? {};
  const [read] = exchanges;
  if (read === undefined) throw new Error('The finding has no exchange.');
  const curl = 'curl -X POST https://api.example.com/v1/wallet/topup';
  exchanges.push({ ...read, curl, request: { ...read.request, method: 'POST' } });
  expect(formatReport('console', report, { colour: false })).toMatch(
    /did it +curl -X POST \S+\/wallet\/topup/,
  );
});

test('the GitHub format has failures only', async () => {
  const lines = formatReport('github', await whole(), options)
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => line.split(/[ :]/)[2])).toEqual(['error', 'error']);
});

test('the full GitHub format has one workflow command per finding, and text of the target adds no other command', async () => {
  const lines = formatReport('github-full', await whole(), options)
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => line.split(/[ :]/)[2])).toEqual(['error', 'warning', 'error']);
  expect(lines[0]).toContain('title=customers/readable::the target must hand out a customer it created: ');
  const unescaped = lines[0]?.replaceAll('%0A', '\n').replaceAll('%25', '%') ?? '';
  expect(unescaped).toContain(
    '\nreplay: npx hosting-contract conform replay customers/readable --from report.json',
  );
  expect(formatReport('github', await mixedReport('x', { only: ['auth/'] }), options)).toMatch(
    /^::notice title=hosting-contract conform::conformant; 2 pass, 1 warn/m,
  );
});

test('the Markdown format shows text of the target as plain text', async () => {
  const text = formatReport('markdown', await whole(), options);
  expect(text).not.toMatch(/<script|<img/);
  expect(text).toContain('## ❌ nonconformant');
  expect(text).toContain('<summary><b>fail</b> <code>customers/readable</code></summary>');
  expect(text).toMatch(/```sh\ncurl -i .*\nnpx hosting-contract conform replay /);
  expect(text.match(/^\| customers \|.*$/m)?.[0]).toMatch(/\| customers \| 1 \| 2 \|/);
});

// The SARIF 2.1.0 objects that a report uses as a JSON Schema, from the tables of the standard (OASIS, 3.13 to 3.49).
const text = { type: 'string', minLength: 1 } as const;
const object = (required: readonly string[], properties: Record<string, object>) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

const message = object(['text'], { text, markdown: text, id: text });
const bag = { type: 'object' };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const artifactLocation = object([], {
  uri: { type: 'string', pattern: '^[^\\s]+$' },
  uriBaseId: text,
  index: { type: 'integer', minimum: -1 },
  description: message,
});
const region = object(['startLine'], { startLine: { type: 'integer', minimum: 1 } });
const location = object([], {
  physicalLocation: object(['artifactLocation'], { artifactLocation, region }),
  logicalLocations: list(object([], { name: text, fullyQualifiedName: text, kind: text }), {
    uniqueItems: true,
  }),
});
const rule = object(['id'], {
  id: text,
  shortDescription: message,
  fullDescription: message,
  help: message,
  defaultConfiguration: object([], { level }),
  properties: object([], { tags: list(text, { uniqueItems: true }) }),
});
const result = object(['message'], {
  ruleId: text,
  ruleIndex: { type: 'integer', minimum: 0 },
  kind: { enum: ['notApplicable', 'pass', 'fail', 'review', 'open', 'informational'] },
  level,
  message,
  locations: list(location),
  relatedLocations: list(location, { uniqueItems: true }),
  partialFingerprints: { type: 'object', additionalProperties: text },
  suppressions: list(
    object(['kind'], {
      kind: { enum: ['inSource', 'external'] },
      status: { enum: ['accepted', 'underReview', 'rejected'] },
      justification: text,
    }),
    { uniqueItems: true },
  ),
  occurrenceCount: { type: 'integer', minimum: 1 },
  properties: bag,
});
const time = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' };

const sarifShape = object(['version', 'runs'], {
  $schema: text,
  version: { const: '2.1.0' },
  runs: list(
    object(['tool'], {
      tool: object(['driver'], {
        driver: object(['name'], {
          name: text,
          semanticVersion: text,
          rules: list(rule, { uniqueItems: true }),
        }),
      }),
      automationDetails: object([], { id: text }),
      invocations: list(
        object(['executionSuccessful'], {
          executionSuccessful: { type: 'boolean' },
          exitCode: { type: 'integer' },
          startTimeUtc: time,
          endTimeUtc: time,
          toolExecutionNotifications: list(
            object(['message'], { level, message, descriptor: object([], { id: text }) }),
          ),
        }),
      ),
      originalUriBaseIds: { type: 'object', additionalProperties: artifactLocation },
      artifacts: list(
        object([], {
          location: artifactLocation,
          roles: list({ enum: ['policy'] }, { uniqueItems: true }),
          mimeType: { type: 'string', pattern: '^[^/]+/.+$' },
          hashes: { type: 'object', additionalProperties: text },
        }),
        { uniqueItems: true },
      ),
      columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
      results: list(result),
      properties: bag,
    }),
  ),
});
