// Tests the commands that write reports: all formats of one run, and the same formats written later from its report
// files.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileFormatNames } from '../formats/formats.ts';
import { catalogue } from '../testing/catalogue.ts';
import { capturedIo, folder } from '../testing/io.ts';
import { credentials } from '../testing/run-suite.ts';
import { on, tinyTarget } from '../testing/tiny-target.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { conformCommand } from './conform-command.ts';
import { reportCommand } from './report-commands.ts';
import type { CommandDeps } from './run-and-report.ts';

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

test('every format can be written later from the JSON report of a run, with the same content', async () => {
  const dir = folder();
  const all = (where: string): string[] =>
    fileFormatNames.map((form) => `${form}=${join(dir, where, `report.${form}`)}`);
  const code = await conformCommand(undefined, { self: true, report: all('first') }, capturedIo().io, deps);
  expect(code).toBe(1);
  const from = join(dir, 'first', 'report.json');
  expect(await reportCommand({ from, report: all('later') }, capturedIo().io)).toBe(0);
  for (const name of readdirSync(join(dir, 'first'))) {
    const text = (where: string): string => readFileSync(join(dir, where, name), 'utf8');
    if (name === 'report.json') expect(JSON.parse(text('later'))).toEqual(JSON.parse(text('first')));
    else expect(text('later'), name).toBe(text('first'));
  }
});

test('replay lines in a report that is written later name the file that the report was read from', async () => {
  const from = join(folder(), 'run.json');
  await conformCommand(undefined, { self: true, report: [`json=${from}`] }, capturedIo().io, deps);
  const later = capturedIo();
  expect(await reportCommand({ from }, later.io)).toBe(0);
  expect(later.printed.out).toContain(`conform replay customers/readable --from ${from} --self`);
});

test('in a GitHub workflow, findings become annotations, and the summary is appended to the summary file of the step', async () => {
  const summary = join(folder(), 'summary.md');
  writeFileSync(summary, 'before\n');
  const terminal = capturedIo({ env: { GITHUB_STEP_SUMMARY: summary } });
  await conformCommand(undefined, { self: true, report: ['github'] }, terminal.io, deps);
  expect(terminal.printed.out).toMatch(/^::error title=customers\/readable::/);
  expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## ❌ nonconformant\n/);
});

test('a file that is not a report exits with 2, and no output file is created', async () => {
  const dir = folder();
  const from = join(dir, 'x.json');
  writeFileSync(from, '{}');
  const terminal = capturedIo();
  expect(await reportCommand({ from, report: [`html=${join(dir, 'out.html')}`] }, terminal.io)).toBe(2);
  expect(terminal.printed.err).toMatch(/^error: .*x\.json is no report of this suite/);
  expect(() => statSync(join(dir, 'out.html'))).toThrow();
});
