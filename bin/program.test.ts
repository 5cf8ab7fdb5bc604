// Tests of the command line as a whole: complete help, and suggestions for misspelled words.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { operationTable } from '../src/control/generated/operations.ts';
import { sampled } from '../tools/testing/sampled.ts';

const launch = fileURLToPath(new URL('./hosting-contract.ts', import.meta.url));

/** Runs the command line and returns its output and exit code. */
function runProgram(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [launch, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test.each([
  [[], ['mock', 'conform', 'types', 'openapi', 'HOSTING_CONTRACT_TOKEN', 'NO_COLOR', 'Exit:']],
  [['mock'], ['--port', '--seed', 'Examples:', 'exit 2', 'NO_COLOR']],
  [['conform'], ['--config', '--mode', 'Examples:', 'Exit:', '130', 'HOSTING_CONTRACT_API_KEY']],
  [
    ['conform', 'replay'],
    ['--from', '<finding>'],
  ],
  [
    ['conform', 'init'],
    ['--out', '--force', '--api-key', 'Examples:', 'Exit:'],
  ],
  [
    ['conform', 'doctor'],
    ['--from', '--config', 'Examples:', 'Exit:'],
  ],
  [['types'], ['--check', 'Examples:']],
  [['openapi'], ['--identity', '--workflows', 'Examples:']],
  [['worker'], ['--out', 'Examples:', 'register', 'lifecycle']],
])('the help of the command %j lists its flags, examples and exit codes', (args, expectedTexts) => {
  const { status, stdout, stderr } = runProgram(...args, '--help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const one of expectedTexts) expect(stdout).toContain(one);
});

test.each([
  [['--versoin'], '--version'],
  [['mock', '--prot', '1'], '--port'],
  [['conform', '--moed', 'safe'], '--mode'],
  [['types', '--ot', 'x'], '--out'],
])('the command line refuses the unknown option of %j in one line and suggests %j', (args, meant) => {
  const { status, stdout, stderr } = runProgram(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^error: .*\\(Did you mean ${meant}\\?\\) See: hosting-contract.* --help\\n$`),
  );
});

const PROGRAM = 'mock, conform, lab, types, openapi, scenario and worker';
const CONFORM = 'replay, report, cleanup, [a-z, ]+ and doctor';
const LAB = 'health, ready, reset, worlds, [a-z, ]+ and console';

test.each([
  [['conforn'], 'conforn', 'conform', PROGRAM, ''],
  [['help', 'conforn'], 'conforn', 'conform', PROGRAM, ''],
  [['nothing'], 'nothing', null, PROGRAM, ''],
  [['conform', 'clenup', '--ledger', 'x'], 'clenup', 'cleanup', CONFORM, ' conform'],
  [['conform', 'help', 'nothing'], 'nothing', null, CONFORM, ' conform'],
  [['lab', '--url', 'http://127.0.0.1:1', 'rest'], 'rest', 'reset', LAB, ' lab'],
  [['help', 'lab', 'rest'], 'rest', 'reset', LAB, ' lab'],
  [['lab', 'worlds', 'lst'], 'lst', 'list', 'list, create and delete', ' lab worlds'],
  [['lab', 'policy', '--json', 'get'], 'get', 'set', 'show and set', ' lab policy'],
])(
  'the command line refuses the unknown command of %j and lists the commands',
  (args, word, meant, listed, help) => {
    const { status, stdout, stderr } = runProgram(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    const suggestion = meant === null ? '' : ` \\(Did you mean ${meant}\\?\\)`;
    expect(stderr).toMatch(
      new RegExp(
        `^error: unknown command '${word}'${suggestion}; the commands are ${listed}\\. See: hosting-contract${help} --help\\n$`,
      ),
    );
  },
);

test.each([
  [['help', 'lab', 'worlds', 'list'], 'lab worlds list [options]'],
  [['lab', 'worlds', 'help'], 'lab worlds [options] [command]'],
  [['conform', 'help', 'replay'], 'conform replay [options]'],
])('the command line prints the help that %j asks for', (args, usage) => {
  const { status, stdout, stderr } = runProgram(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`Usage: hosting-contract ${usage}`);
});

test('every group of `lab` with a default command refuses an unknown one, and an argument too many as such', () => {
  const groups = new Set(
    operationTable.flatMap(({ lab }) => (/^\w+ \w/.test(lab) ? [lab.split(' ')[0] ?? ''] : [])),
  );
  expect(groups.size).toBeGreaterThan(5);
  for (const group of sampled([...groups], 2))
    expect(runProgram('lab', group, 'qqq').stderr).toContain(`unknown command 'qqq'; the commands are`);
  expect(runProgram('lab', 'worlds', 'list', 'qqq').stderr).toContain("too many arguments for 'list'");
});

test('a wrong argument is shown without its password, and with an example', () => {
  const { status, stderr } = runProgram('mock', '--cors', 'http://user:s3cret@10.0.0.3:4010/path');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^error: option '--cors [^\n]* such as http:\/\/localhost:5173\. See/),
  });
  expect(stderr).not.toContain('s3cret');
});

test('the command line does not take a host without a scheme for a misspelled command', () => {
  const { status, stderr } = runProgram('conform', 'localhost');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('it begins with http://'),
  });
});

test.each([
  ['while it is loaded', 'process.exit(0);'],
  [
    'in a later turn',
    'setImmediate(() => process.exit(0)); await new Promise((done) => setTimeout(done, 60_000));',
  ],
  ['by waiting for what never ends', 'await new Promise(() => {});'],
  [
    'in a check',
    "const run = () => process.exit(0); const check = defineCheck({ id: 'own/exit', must: 'x', requirement: { id: 'own/x', heading: 'h', says: 's', basis: 'yours' }, area: 'auth', needs: [], cost: 0, run });",
  ],
])('a target file that ends the process %s does not decide the exit code', (_, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'hc-exit-'));
  const file = join(folder, 'target.mjs');
  const checks = code.includes('check') ? 'checks: [check], ' : '';
  const entry = new URL('../entry/conformance.ts', import.meta.url).href;
  const head = `import { defineCheck } from ${JSON.stringify(entry)};`;
  writeFileSync(file, `${head}\n${code}\nexport default { ${checks}baseUrl: 'http://127.0.0.1:9/v1' };\n`);
  const { status, stderr } = runProgram('conform', '--config', file, '--only', 'own/');
  rmSync(folder, { recursive: true });
  expect(status).toBe(2);
  expect(stderr).toContain('error: the process was ended before the command was over');
});

test('a timer and an open handle of a target file neither hold a run that has ended nor change its exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hc-left-open-'));
  const file = join(folder, 'target.mjs');
  const target = { baseUrl: 'http://127.0.0.1:9', credentials: { tenantA: { token: 'x' } } };
  writeFileSync(
    file,
    `setInterval(() => {}, 1000); setTimeout(() => process.exit(0), 60_000); export default ${JSON.stringify(target)};`,
  );
  expect(runProgram('conform', '--config', file, '--only', 'auth/').status).toBe(3);
});
