// Reports over the command functions: all forms of one run, and the same from its files later.
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileFormatNames } from '../formats/formats.ts';
import { virtualClock } from '../model/clock.ts';
import { catalogue } from '../testing/catalogue.ts';
import { credentials } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';
import { conformCommand } from './conform-command.ts';
import type { Io } from './io.ts';
import { reportCommand } from './report-commands.ts';
import type { CommandDeps } from './run-and-report.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'hc-forms-'));

/** A target in this process whose customers cannot be read. */
const deps: CommandDeps = {
  catalogue: async () => catalogue(),
  selfTarget: async () => {
    const target = tinyTarget();
    const clock = virtualClock();
    target.now = clock.now;
    target.override = (method, path) =>
      method === 'GET' && /^\/customers\/./.test(path) ? { status: 500, body: 'x' } : undefined;
    return { config: { baseUrl: 'http://127.0.0.1/v1', credentials }, fetch: target.fetch, clock };
  },
};

function io(env: Io['env'] = {}): { io: Io; said: () => { out: string; err: string } } {
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
    said: () => ({ out, err }),
  };
}

test('one run is written in every form, and later from its JSON or its lines in the same words', async () => {
  const dir = folder();
  const all = (where: string): string[] =>
    fileFormatNames.map((form) => `${form}=${join(dir, where, `report.${form}`)}`);
  const code = await conformCommand(undefined, { self: true, report: all('first') }, io().io, deps);
  expect(code).toBe(1);
  for (const source of ['json', 'ndjson']) {
    const from = join(dir, 'first', `report.${source}`);
    expect(await reportCommand({ from, report: all(source) }, io().io)).toBe(0);
    for (const name of readdirSync(join(dir, 'first'))) {
      const text = (where: string): string => readFileSync(join(dir, where, name), 'utf8');
      // a stream that is told while a run goes on has waits and counts in it, and names where it can be read again
      if (name === 'report.ndjson') continue;
      const named = (where: string): string =>
        text(where).replaceAll(join(dir, 'first', `report.${source}`), 'FROM');
      const first = text('first').replaceAll(join(dir, 'first', 'report.json'), 'FROM');
      if (name === 'report.json') expect(JSON.parse(named(source))).toEqual(JSON.parse(first));
      else expect(named(source), name).toBe(first);
    }
  }
});

test('replay lines of a rendered report name the file it was rendered from', async () => {
  const from = join(folder(), 'run.ndjson');
  await conformCommand(undefined, { self: true, report: [`ndjson=${from}`] }, io().io, deps);
  const later = io();
  expect(await reportCommand({ from }, later.io)).toBe(0);
  expect(later.said().out).toContain(`conform replay customers/readable --from ${from} --self`);
});

test('lines on standard output are nothing but lines', async () => {
  const told = io();
  await conformCommand(undefined, { self: true, report: ['ndjson=-'] }, told.io, deps);
  const events = told
    .said()
    .out.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event);
  expect([events[0], events.at(-1)]).toEqual(['run', 'end']);
  expect(told.said().err).toContain('nonconformant');
});

test('in a GitHub workflow findings are annotations, and the step has a summary beside what it had', async () => {
  const summary = join(folder(), 'summary.md');
  writeFileSync(summary, 'before\n');
  const told = io({ GITHUB_STEP_SUMMARY: summary });
  await conformCommand(undefined, { self: true, report: ['github'] }, told.io, deps);
  expect(told.said().out).toMatch(/^::error title=customers\/readable::/);
  expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## ❌ nonconformant\n/);
});

test.each([
  [['html'], /--report html needs a file: --report html=path/],
  [['github=x'], /--report github takes no file/],
  [['htlm=x'], /--report htlm=x is unknown.*did you mean.*html/i],
])('a form called wrongly is exit 2 before anything is sent: %s', async (report, message) => {
  const told = io();
  expect(await conformCommand(undefined, { self: true, report }, told.io, deps)).toBe(2);
  expect(told.said().err).toMatch(message);
});

test('what is no report is exit 2, and no file is begun', async () => {
  const dir = folder();
  const from = join(dir, 'x.json');
  writeFileSync(from, '{}');
  const told = io();
  expect(await reportCommand({ from, report: [`html=${join(dir, 'out.html')}`] }, told.io)).toBe(2);
  expect(told.said().err).toMatch(/^error: .*x\.json is no report of this suite/);
  expect(() => statSync(join(dir, 'out.html'))).toThrow();
});
