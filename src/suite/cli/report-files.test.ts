// Tests report files: each is written completely or not at all, exists from the start of a run, and is independent of
// the other files.
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../report/report.ts';
import { catalogue, check, readable } from '../testing/catalogue.ts';
import { capturedIo, folder } from '../testing/io.ts';
import { credentials, runSuite } from '../testing/run-suite.ts';
import { tinyTarget } from '../testing/tiny-target.ts';
import { virtualClock } from '../testing/virtual-clock.ts';
import { conformCommand } from './conform-command.ts';
import type { Io } from './io.ts';
import { writeFileAtomically } from './report-files.ts';

/** Runs the command against a target in this process. @param during called in the middle of a check */
async function command(report: string[], during: () => void = () => {}) {
  const target = tinyTarget();
  const middle = check('customers/middle', {
    async run(t) {
      during();
      t.expect(await t.as('tenantA').send('listCustomers')).status(200);
    },
  });
  const ledgers: (string | undefined)[] = [];
  const { io, printed } = capturedIo({ onLedger: (file) => ledgers.push(file) });
  const clock = virtualClock();
  target.now = clock.now;
  const exit = await conformCommand(undefined, { self: true, report }, io, {
    catalogue: async () => catalogue({ checks: [readable, middle] }),
    selfTarget: async () => ({
      config: { baseUrl: 'http://127.0.0.1/v1', credentials },
      fetch: target.fetch,
      clock,
    }),
  });
  return { exit, printed, target, ledgers };
}

test('writing replaces a report file as a whole, also through a symbolic link, and leaves no temporary file', () => {
  const place = folder();
  const file = join(place, 'r.json');
  writeFileSync(file, 'old');
  symlinkSync(file, join(place, 'link.json'));
  writeFileAtomically(join(place, 'link.json'), 'new');
  writeFileAtomically(join(place, 'other.json'), 'first');
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readdirSync(place).sort()).toEqual(['link.json', 'other.json', 'r.json']);
});

test('a file is written in place when no temporary file can be created beside it', () => {
  // The name is as long as file systems allow, so that the name of a temporary file is too long.
  const file = join(folder(), `${'r'.repeat(250)}.json`);
  writeFileSync(file, 'old');
  writeFileAtomically(file, 'new');
  expect(readFileSync(file, 'utf8')).toBe('new');
});

test('a report file states that the run has not ended, until the run ends', async () => {
  const place = folder();
  const files = ['json', 'junit', 'html', 'sarif'].map((form) => [form, join(place, form)] as const);
  writeFileSync(join(place, 'json'), '{"verdict": "conformant"}');
  const meanwhile: Record<string, string> = {};
  const { exit } = await command(
    files.map(([form, file]) => `${form}=${file}`),
    () => {
      for (const [form, file] of files) meanwhile[form] = readFileSync(file, 'utf8');
    },
  );
  expect(exit).toBe(0);
  expect(JSON.parse(meanwhile.json ?? '')).toMatchObject({
    verdict: 'interrupted',
    exitCode: 130,
    reasons: ['the run did not end: this was written while it went on'],
  });
  expect(meanwhile.junit).toContain('<error message="interrupted: the run did not end');
  expect(meanwhile.html).toContain('the run did not end');
  expect(meanwhile.sarif).toContain('"executionSuccessful": false');
  const after: Report = JSON.parse(readFileSync(join(place, 'json'), 'utf8'));
  expect(after).toMatchObject({ verdict: 'conformant', cleanup: { created: 1, leftovers: [] } });
  expect(readFileSync(join(place, 'html'), 'utf8')).not.toContain('the run did not end');
  expect(readdirSync(place)).toHaveLength(4);
});

test.runIf(existsSync('/dev/full'))(
  'an error in writing one report affects neither the other reports nor the verdict nor the clean-up',
  async () => {
    const file = join(folder(), 'r.json');
    const { exit, printed, target } = await command(['html=/dev/full', `json=${file}`, 'console']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ verdict: 'conformant', exitCode: 0 });
    expect(printed.out).toContain('conformant');
    expect(printed.err).toContain('error: the report /dev/full cannot be written (ENOSPC)');
    expect(printed.err).toMatch(/^conformant$/m);
    expect(target.customers.size).toBe(0);
    // The run itself was conformant, but the exit code must stop a pipeline that needs the missing report.
    expect(exit).toBe(2);
  },
);

test.each(['console', 'html=-'])(
  'an error in writing %s to standard output affects neither the report files nor the clean-up',
  async (form) => {
    const file = join(folder(), 'r.json');
    let said = '';
    const io: Io = {
      stdout: () => {
        throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
      },
      stderr: {
        write: (text) => {
          said += text;
        },
      },
      colour: false,
      env: {},
    };
    const target = tinyTarget();
    const clock = virtualClock();
    target.now = clock.now;
    const exit = await conformCommand(undefined, { self: true, report: [form, `json=${file}`] }, io, {
      catalogue: async () => catalogue({ checks: [readable] }),
      selfTarget: async () => ({
        config: { baseUrl: 'http://127.0.0.1/v1', credentials },
        fetch: target.fetch,
        clock,
      }),
    });
    expect(exit).toBe(2);
    expect(said).toMatch(/on standard output cannot be written \(ENOSPC\)/);
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    expect(report).toMatchObject({ verdict: 'conformant', cleanup: { created: 1, leftovers: [] } });
    expect(target.customers.size).toBe(0);
  },
);

test('a callback that throws ends neither the run nor the clean-up, and the report says so', async () => {
  const target = tinyTarget();
  const report = await runSuite(target, {
    onProgress: () => {
      throw new Error('write ENOSPC');
    },
  });
  expect(report).toMatchObject({
    verdict: 'conformant',
    reasons: ['the progress of the run could not be reported (write ENOSPC)'],
    cleanup: { created: 1, leftovers: [] },
  });
  expect(target.customers.size).toBe(0);
});
