// Tests that the suite accuses no generated deployment, and none that `cope` puts in front of the tests of clients.
import { expect, test } from 'vitest';
import { HEAVY_CELLS, REPEATED_CELLS } from '../../conformance/testing/heavy-cells.ts';
import { choicesOf, combined } from '../../src/cope/plan.ts';
import { sampled, whole } from '../testing/sampled.ts';
import { runJob } from './job.ts';

const SEEDS = [
  1, 3, 4, 7, 9, 11, 18, 20, 39, 42, 51, 54, 66, 69, 74, 76, 77, 90, 94, 98, 99, 107, 115, 119, 156, 160, 165,
  167, 200, 271, 278,
];

test.each(sampled(SEEDS, 1))('the deployment of seed %i is not accused', async (seed) => {
  for (const described of whole ? [false, true] : [false]) {
    const deployment = { seed, choices: [], described };
    const skip = whole ? [] : [...HEAVY_CELLS, ...REPEATED_CELLS];
    const { fails, broken, requests } = await runJob({ ids: [], profile: 'stated', skip, deployment });
    expect([...fails, ...broken]).toEqual([]);
    expect(requests).toBeGreaterThan(100);
  }
});

if (whole)
  test.each(combined(choicesOf({})).map((choices, at) => [at + 1, choices] as const))(
    'the platform of run %i of cope is not accused',
    async (_, choices) => {
      const deployment = { seed: 1, choices, described: false };
      const { fails, broken } = await runJob({ ids: [], profile: 'stated', deployment });
      expect([...fails, ...broken]).toEqual([]);
    },
  );
