import { expect, test } from 'vitest';
import { changes, runWithChaos } from './run.ts';

test('latency and injected refusals change no verdict of the suite', async () => {
  const fair = (await runWithChaos({ seed: 0, latency: 0, stray: 0 })).report;
  expect(fair.verdict).toBe('conformant');
  for (const seed of [1, 2, 3]) {
    const { report, injected } = await runWithChaos({ seed, latency: 300, stray: 50 }, seed);
    expect(injected[429] + injected[503]).toBeGreaterThan(5);
    expect(changes(fair, report)).toEqual([]);
  }
});

test('changes() returns the results whose verdicts differ between two reports', async () => {
  const fair = (await runWithChaos({ seed: 0, latency: 0, stray: 0 })).report;
  const [first, ...rest] = fair.results;
  if (!first) throw new Error('there are no results');
  const other = {
    ...fair,
    results: [{ ...first, verdict: 'fail' as const, message: 'x' }, ...rest.slice(1)],
  };
  expect(changes(fair, other)).toMatchObject([
    { id: rest[0]?.id, to: 'absent' },
    { id: first.id, from: first.verdict, to: 'fail' },
  ]);
});
