// Tests the commands that write reports: all formats of one run, and the same formats written later from its report
// files.
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileFormatNames } from '../formats/formats.ts';
import { virtualClock } from '../model/clock.ts';
import { catalogue } from '../testing/catalogue.ts';
import { credentials } from '../testing/run-suite.ts';
import { on, tinyTarget } from '../testing/tiny-target.ts';
import { conformCommand } from './conform-command.ts';
import type { Io } from './io.ts';
import { reportCommand } from './report-commands.ts';
import type { CommandDeps } from './run-and-report.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'hc-forms-'));

/**
 * The dependencies of the commands: the target of `--self` runs in this process and answers every read of a customer
 * with status 500.
 */
const deps: CommandDeps = {
  catalogue: async () => catalogue(),
  selfTarget: async () => {
    const target = tinyTarget();
    const clock = virtualClock();
    target.now = clock.now;
    target.override = on('GET', /^\/customers\/./, { status: 500, body: 'x' });
    return { config: { baseUrl: 'http://127.0.0.1/v1', credentials }, fetch: target.fetch, clock };
  },
};

function io(env: Io['env'] = {}): { io: Io; printed: () => { out: string; err: string } } {
  let out = '';
  let err = '';
  return {
    io: {
      stdout: (text) => {
        out += text;
      },
      stderr: { write: (text: string) => (err += text) },
      colour: false,
      env,
    },
    printed: () => ({ out, err }),
  };
}

test('every format can be written later from the JSON report of a run, with the same content', async () => {
  const dir = folder();
  const all = (where: string): string[] =>
    fileFormatNames.map((form) => `${form}=${join(dir, where, `report.${form}`)}`);
  const code = await conformCommand(undefined, { self: true, report: all('first') }, io().io, deps);
  expect(code).toBe(1);
  const from = join(dir, 'first', 'report.json');
  expect(await reportCommand({ from, report: all('later') }, io().io)).toBe(0);
  for (const name of readdirSync(join(dir, 'first'))) {
    const text = (where: string): string => readFileSync(join(dir, where, name), 'utf8');
    if (name === 'report.json') expect(JSON.parse(text('later'))).toEqual(JSON.parse(text('first')));
    else expect(text('later'), name).toBe(text('first'));
  }
});

test('replay lines in a report that is written later name the file that the report was read from', async () => {
  const from = join(folder(), 'run.json');
  await conformCommand(undefined, { self: true, report: [`json=${from}`] }, io().io, deps);
  const later = io();
  expect(await reportCommand({ from }, later.io)).toBe(0);
  expect(later.printed().out).toContain(`conform replay customers/readable --from ${from} --self`);
});

test('in a GitHub workflow, findings become annotations, and the summary is appended to the summary file of the step', async () => {
  const summary = join(folder(), 'summary.md');
  writeFileSync(summary, 'before\n');
  const terminal = io({ GITHUB_STEP_SUMMARY: summary });
  await conformCommand(undefined, { self: true, report: ['github'] }, terminal.io, deps);
  expect(terminal.printed().out).toMatch(/^::error title=customers\/readable::/);
  expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## ❌ nonconformant\n/);
});

test.each([
  [['html'], /--report html needs a file: --report html=path/],
  [['github=x'], /--report github takes no file/],
  [['htlm=x'], /--report htlm=x is unknown.*did you mean.*html/i],
])('an invalid --report exits with 2 before any request is sent: %s', async (report, message) => {
  const terminal = io();
  expect(await conformCommand(undefined, { self: true, report }, terminal.io, deps)).toBe(2);
  expect(terminal.printed().err).toMatch(message);
});

test('a file that is not a report exits with 2, and no output file is created', async () => {
  const dir = folder();
  const from = join(dir, 'x.json');
  writeFileSync(from, '{}');
  const terminal = io();
  expect(await reportCommand({ from, report: [`html=${join(dir, 'out.html')}`] }, terminal.io)).toBe(2);
  expect(terminal.printed().err).toMatch(/^error: .*x\.json is no report of this suite/);
  expect(() => statSync(join(dir, 'out.html'))).toThrow();
});

type Damaged = {
  coverage: { requirements: Record<string, unknown> };
  results: { exchanges: { reply: { headers: unknown[] } | null }[] }[];
};

test.each<[string, (report: Damaged) => void]>([
  ['a judge that is no text', ({ coverage }) => Object.assign(coverage.requirements, { x: [1e308] })],
  ['half a filter', (report) => Object.assign(report, { filter: { skip: [] } })],
  ['judges that are no list', ({ coverage }) => Object.assign(coverage.requirements, { x: 5 })],
  ...[5, ['x', null], ['x']].map((header): [string, (report: Damaged) => void] => [
    `the header ${JSON.stringify(header)}`,
    ({ results }) => {
      const reply = results.flatMap(({ exchanges }) => exchanges).find((one) => one.reply)?.reply;
      if (!reply) throw new Error('no reply is recorded');
      reply.headers[0] = header;
    },
  ]),
])('a report with %s is refused with exit code 2', async (_, damage) => {
  const file = join(folder(), 'report.json');
  await conformCommand(undefined, { self: true, report: [`json=${file}`] }, io().io, deps);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Damaged;
  damage(report);
  writeFileSync(file, JSON.stringify(report));
  const terminal = io();
  expect(await reportCommand({ from: file, report: ['console'] }, terminal.io)).toBe(2);
  expect(terminal.printed().err).toMatch(/is no report of this suite/);
});
