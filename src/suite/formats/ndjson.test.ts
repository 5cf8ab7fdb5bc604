// Tests the NDJSON lines of a run, and the report that is rebuilt from them.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { UsageError } from '../model/outcome.ts';
import type { Report } from '../report/report.ts';
import { HOSTILE, mixedReport } from '../testing/mixed-report.ts';
import { formatReport } from './formats.ts';
import { createStreamWriter, finalStreamLines, type StreamLine } from './ndjson.ts';
import { readReport } from './read-report.ts';

const schema = (name: string): object =>
  JSON.parse(
    readFileSync(
      new URL(`${name === 'report' ? '../report/' : './'}${name}.schema.json`, import.meta.url),
      'utf8',
    ),
  );
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(schema('report'));
const validateLine = ajv.compile(schema('stream'));

/**
 * Runs the suite with an NDJSON stream.
 * @returns the report, and the lines that were written
 */
async function streamed(): Promise<{ report: Report; text: string }> {
  let text = '';
  const { onEvent, end } = createStreamWriter((line) => {
    text += line;
  });
  const report = {
    ...(await mixedReport(HOSTILE, { keepExchanges: true, onProgress: onEvent })),
    called: { self: true },
  };
  end(report);
  return { report, text };
}

function file(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'hc-stream-')), name);
  writeFileSync(path, text);
  return path;
}

const plain = (report: Report): unknown => JSON.parse(JSON.stringify(report));

test('every NDJSON line is valid by the published schema, and results are written during the run', async () => {
  const { text } = await streamed();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as StreamLine);
  for (const line of lines) {
    validateLine(line);
    expect(validateLine.errors ?? [], JSON.stringify(line).slice(0, 200)).toEqual([]);
  }
  const events = lines.map(({ event }) => event);
  expect(events[0]).toBe('run');
  expect(events.at(-1)).toBe('end');
  expect(events.indexOf('result')).toBeLessThan(events.lastIndexOf('exchange'));
  expect(events.filter((event) => event === 'finding').length).toBeGreaterThan(0);
});

test('the report that is rebuilt from NDJSON lines equals the report of the run, whether the lines were written during or after the run', async () => {
  const { report, text } = await streamed();
  expect(plain(readReport(file('run.ndjson', text)))).toEqual(plain(report));
  const later = formatReport('ndjson', report, { colour: false });
  expect(plain(readReport(file('later.ndjson', later)))).toEqual(plain(report));
  const { exchanges: _, ...few } = report;
  const brief = formatReport('ndjson', few, { colour: false });
  expect(plain(readReport(file('brief.ndjson', brief)))).toEqual(plain(few));
});

test('every format has the same content when it is written from the run, from its JSON report or from its NDJSON lines', async () => {
  const { report, text } = await streamed();
  const json = readReport(file('r.json', formatReport('json', report, { colour: false })));
  const lines = readReport(file('r.ndjson', text));
  for (const form of [
    'html',
    'sarif',
    'har',
    'junit',
    'markdown',
    'ctrf',
    'tap',
    'console',
    'github',
  ] as const) {
    const tools = { colour: false, source: 'r.json' };
    expect(formatReport(form, json, tools)).toBe(formatReport(form, report, tools));
    expect(formatReport(form, lines, tools)).toBe(formatReport(form, report, tools));
  }
});

test('an NDJSON stream without an end line is read as the report of an interrupted run', async () => {
  const { text } = await streamed();
  const cut = text.slice(0, text.indexOf('"event":"result"', text.indexOf('"verdict":"fail"')) + 40);
  const report = readReport(file('cut.ndjson', cut));
  expect(report).toMatchObject({ verdict: 'interrupted', exitCode: 130 });
  expect(report.results.length).toBeGreaterThan(0);
  expect(report.findings.length).toBe(1);
  expect(formatReport('console', report, { colour: false })).toContain('breaks off before its end');
});

test.each([
  ['nothing there', null, /cannot be read \(ENOENT\)/],
  ['no JSON', 'hello\nworld\n', /is neither JSON nor lines of JSON/],
  ['another JSON', '{"a":1}', /is no report of this suite: write one with --report json=report.json/],
  ['other lines', '{"a":1}\n{"b":2}\n', /is no report of this suite/],
  ['a stream without its beginning', '{"event":"wait","ms":1,"why":"x"}\n', /is no report of this suite/],
  ['a damaged stream', '{"event":"run"}\n{"eve\n{"event":"end"}\n', /line 2 of .* is no JSON/],
])('reading a file that is not a report throws a usage error: %s', (_, text, message) => {
  const path = text === null ? '/no/such/file.json' : file('x.json', text);
  expect(() => readReport(path)).toThrow(UsageError);
  expect(() => readReport(path)).toThrow(message);
});

test('reading a report of a later format throws a usage error', async () => {
  const report = {
    ...(await mixedReport()),
    format: 3,
    suite: { name: 'hosting-contract', version: '9.0.0' },
  };
  expect(() => readReport(file('r.json', JSON.stringify(report)))).toThrow(
    /written by a later version, hosting-contract 9\.0\.0, in form 3; this one reads up to form 2/,
  );
});

test('the final NDJSON lines do not contain a secret that became known after its line was written', async () => {
  const { report, text } = await streamed();
  const [first] = report.exchanges ?? [];
  const [result] = report.results;
  if (!first || !result) throw new Error('A report without exchanges.');
  const leaky = text
    .split('\n')
    .map((line) => (line.includes(`"id":"${first.id}"`) ? line.replace('"curl":"', '"curl":"HUSH ') : line))
    .join('\n');
  expect(leaky).toContain('HUSH');
  expect(finalStreamLines(leaky, report)).not.toContain('HUSH');
  const lines = finalStreamLines(text, report).split('\n');
  expect(lines).toHaveLength(text.split('\n').length);
  expect(plain(readReport(file('run.ndjson', finalStreamLines(text, report))))).toEqual(plain(report));
});
