// Runs a few rounds of kills; `npm run crashes` runs 200.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runRounds } from './rounds.ts';

const TIMEOUT = { timeout: 600_000 };

test('a mock that is killed under load loses no acknowledged write', TIMEOUT, async () => {
  const result = await runRounds({ rounds: 4, seed: 5, every: 4 });
  expect(result.problems).toEqual([]);
  expect(result.rounds).toBe(4);
  expect(result.acknowledged).toBeGreaterThan(0);
});

test('the rounds find a store that acknowledges before it stores', TIMEOUT, async () => {
  const fault = new URL('acknowledge-early.ts', import.meta.url);
  const { problems } = await runRounds({ rounds: 20, seed: 5, every: 100, fault });
  expect(problems.join('\n')).toMatch(/was acknowledged and is lost/);
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends the rounds with their mock and their files', TIMEOUT, async (signal, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'rounds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const program = fileURLToPath(new URL('../crash-rounds.ts', import.meta.url));
  const rounds = spawn(process.execPath, [program, '--rows', '100'], {
    env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: '1' },
    stdio: 'ignore',
  });
  onTestFinished(() => void rounds.kill('SIGKILL'));
  const ended = once(rounds, 'exit');
  const pid = await vi.waitFor(
    () => {
      const [file = ''] = globSync('crashes-*/*-process', { cwd: folder });
      const [, found] = /"pid":(\d+)/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
      expect(found).toBeDefined();
      return Number(found);
    },
    { timeout: 120_000 },
  );
  rounds.kill(signal);
  expect(await ended).toEqual([code, null]);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 30_000 });
  expect(readdirSync(folder)).toEqual([]);
});
