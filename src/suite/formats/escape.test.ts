// Tests that text of a target, or of a report from another source, gives no commands to a terminal or a CI log, and
// that unusable files are refused before a run.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Io } from '../cli/io.ts';
import { parseOutput, prepareOutputs } from '../cli/outputs.ts';
import { reportCommand } from '../cli/report-commands.ts';
import { showProgress } from '../cli/show-progress.ts';
import { lazyExchange } from '../http/transport/lazy-exchange.ts';
import { exchange } from '../testing/exchange.ts';
import { mixedReport } from '../testing/mixed-report.ts';
import { formatReport } from './formats.ts';

const EVIL =
  '\u001b[31m\u001b]0;t\u0007\u009b31m\u0000\u202etxt\r\n::error::owned\n##[error]old\n\ufffe\uffff ' +
  `${'long '.repeat(20)}::stop-commands::x`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ACTING = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const COMMAND = /^\s*::|##\[/m;

async function evil() {
  const report = await mixedReport();
  return {
    ...report,
    target: { baseUrl: `http://127.0.0.1/v1#${EVIL}` },
    reasons: [EVIL],
    verdict: 'vacuous' as const,
    results: report.results.map((one) => ({
      ...one,
      message: EVIL,
      actual: { [EVIL]: EVIL },
      expected: EVIL,
    })),
    cleanup: { created: 1, leftovers: [{ operation: 'deleteOrder', params: { id: EVIL }, why: EVIL }] },
  };
}

test.each([undefined, 30, 80])(
  'the console report at %s columns contains no control characters and no CI commands',
  async (columns) => {
    const report = await evil();
    const text = formatReport('console', report, { colour: false, columns, source: 'report.json' });
    expect(text).toContain('\\u001b[31m');
    expect(text).not.toMatch(ACTING);
    expect(text).not.toMatch(COMMAND);
    const coloured = formatReport('console', report, { colour: true, columns, source: 'report.json' });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
    expect(coloured.replace(/\u001b\[\d+m/g, '')).not.toMatch(ACTING);
  },
);

test('progress lines contain no control characters and no CI commands', async () => {
  const { results } = await evil();
  let printed = '';
  const { onEvent } = showProgress({ write: (text) => (printed += text) });
  for (const result of results) onEvent({ type: 'check', result, done: 1, checks: 2, requests: 1 });
  expect(printed).toContain('\\u001b');
  expect(printed).not.toMatch(ACTING);
  expect(printed).not.toMatch(COMMAND);
});

test('XML formats contain no characters that XML forbids', async () => {
  expect(formatReport('junit', await evil(), { colour: false, source: 'x' })).not.toMatch(/[\ufffe\uffff]/);
});

test('a deeply nested body is treated as text and not as JSON', () => {
  const reply = (levels: number) => {
    const text = `${'['.repeat(levels)}"]["${']'.repeat(levels)}`;
    return lazyExchange(exchange(), { status: 200, headers: [], bytes: Buffer.from(text) }, null, 1).json;
  };
  expect(reply(200)).toBeDefined();
  expect(reply(201)).toBeUndefined();
  expect(reply(20_000)).toBeUndefined();
});

function io(): { io: Io; printed: () => string } {
  let err = '';
  return {
    io: { stdout: () => {}, stderr: { write: (text: string) => (err += text) }, colour: false, env: {} },
    printed: () => err,
  };
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'hc-harmless-'));

test('an invalid report is refused with one message, and a byte order mark before a valid report is accepted', async () => {
  const sound = await mixedReport();
  const [result] = sound.results;
  const bad: object[] = [
    { results: [null] },
    { results: [{}] },
    { results: 'none' },
    { results: ['x'] },
    { findings: [{ id: 'x', verdict: 'fail' }] },
    { target: { baseUrl: 'no url' } },
    { results: [{ ...result, exchanges: [{ request: { url: 'x', headers: {} } }] }] },
  ];
  const file = join(folder(), 'report.json');
  for (const wrong of bad) {
    writeFileSync(file, JSON.stringify({ ...sound, ...wrong }));
    const { io: to, printed } = io();
    expect(await reportCommand({ from: file, report: ['console', 'html=-', 'github'] }, to)).toBe(2);
    expect(printed()).toMatch(/^error: .* is no report of this suite.*\n$/);
  }
  writeFileSync(file, `\ufeff${JSON.stringify(sound)}`);
  expect(await reportCommand({ from: file, report: ['console'] }, io().io)).toBe(0);
});

test('two formats with the same file, and a folder that cannot be created, are refused before the run', () => {
  const file = join(folder(), 'new', 'report');
  expect(() => prepareOutputs([`json=${file}`, `html=${file}`].map(parseOutput))).toThrow(/both name/);
  prepareOutputs([parseOutput(`json=${file}`)]);
  expect(existsSync(file)).toBe(true);
  writeFileSync(file, 'x');
  expect(() => prepareOutputs([parseOutput(`json=${file}/below/it`)])).toThrow(/cannot be written/);
  expect(readFileSync(file, 'utf8')).toBe('x');
  if (existsSync('/proc/self')) {
    expect(() => prepareOutputs([parseOutput('json=/proc/not/there')])).toThrow(/cannot be written/);
  }
});
