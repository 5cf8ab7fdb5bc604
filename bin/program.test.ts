// Tests of the command line as a whole: complete help, and suggestions for misspelled words.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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
  [['conforn'], 'conform'],
  [['help', 'conforn'], 'conform'],
  [['--versoin'], '--version'],
  [['mock', '--prot', '1'], '--port'],
  [['conform', '--moed', 'safe'], '--mode'],
  [['conform', 'clenup', '--ledger', 'x'], 'cleanup'],
  [['conform', 'replya', 'orders/x'], 'replay'],
  [['types', '--ot', 'x'], '--out'],
])('the command line refuses %j in one line and suggests %j', (args, meant) => {
  const { status, stdout, stderr } = runProgram(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(
    new RegExp(`^error: .*\\(Did you mean ${meant}\\?\\) See: hosting-contract.* --help\\n$`),
  );
});

test('the command line does not take a host without a scheme for a misspelled command', () => {
  const { status, stderr } = runProgram('conform', 'localhost');
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('it begins with http://'),
  });
});
