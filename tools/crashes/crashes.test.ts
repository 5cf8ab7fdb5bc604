// Runs a few rounds of kills; `npm run crashes` runs 200.
import { expect, test } from 'vitest';
import { runRounds } from './rounds.ts';

const TIMEOUT = { timeout: 240_000 };

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
