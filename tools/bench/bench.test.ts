import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort, start } from './process.ts';

const BENCH = fileURLToPath(new URL('../bench.ts', import.meta.url));
const bench = (...args: string[]): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [BENCH, ...args], { encoding: 'utf8' });

test('--help names every part and every exit code, and measures nothing', () => {
  const text = execFileSync(process.execPath, [BENCH, '--help'], { encoding: 'utf8' });
  for (const part of ['start', 'first', 'worlds', 'throughput', 'console', 'in-process', 'latency', 'cold'])
    expect(text).toMatch(new RegExp(`^ +${part} `, 'm'));
  expect(text).toContain('3 measured on a noisy machine');
});

test.each([
  [['--only=throughputs'], '--only=throughputs is no part; the parts are start, first'],
  [['--rounds=none'], '--rounds takes a whole number above 0, not none.'],
  [['--only=worlds', '--compare=HEAD'], '--only=worlds measures one build; leave --compare out.'],
  [['--compare=no-such-commit', '--sources'], '--compare: git knows no commit no-such-commit.'],
])('%j is refused in one line', (args, message) => {
  const { status, stderr } = bench(...args);
  expect(status).toBe(2);
  expect(String(stderr)).toContain(`error: ${message}`);
  expect(String(stderr).trim()).not.toContain('\n');
});

test('a server that ends before its first reply is reported with its last output', async () => {
  const port = await freePort();
  const command = [process.execPath, '-e', 'console.log("out of luck"); process.exitCode = 7'];
  await expect(start(command, { port, path: '/' })).rejects.toThrow(
    /ended with 7 before it replied. Its last output:\nout of luck$/,
  );
});
