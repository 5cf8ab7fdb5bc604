// Tests of `completion`: the script of bash completes what the command line has.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newFolder, run } from './testing/processes.ts';

// Completes a line in bash with the script that `completion bash` writes.
async function completed(line: string): Promise<string[]> {
  const { out: script } = await run('completion', 'bash');
  const bin = newFolder();
  const launch = fileURLToPath(new URL('./launch.js', import.meta.url));
  const command = `#!/bin/sh\nexec '${process.execPath}' '${launch}' "$@"\n`;
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'hosting-contract'), command, { mode: 0o755 });
  const words = line.split(' ');
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _hosting_contract; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  return execFileSync('bash', ['-c', `${script}\n${ask}`], { env, encoding: 'utf8' })
    .trim()
    .split('\n');
}

test.each([
  ['hosting-contract co', ['conform', 'cope', 'coverage', 'completion']],
  ['hosting-contract mock --port 0 --worl', ['--world', '--worlds']],
  ['hosting-contract lab --url http://x worlds d', ['delete']],
  ['hosting-contract conform --mode ', ['read-only', 'safe', 'full']],
  ['hosting-contract mock --openapi ', ['']],
])('bash completes %j', async (line, expected) => {
  expect(await completed(line)).toEqual(expected);
});

test('fish gets what each word means', async () => {
  const { out } = await run('completion', 'fish', '--', 'conform', '--mo');
  expect(out).toMatch(/^--mode\thow far the run may go/);
});
