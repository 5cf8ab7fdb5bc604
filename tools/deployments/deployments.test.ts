// Tests the generated deployments: their mapping is reversible, and the suite accuses none of them.
import { expect, test } from 'vitest';
import { sampled, whole } from '../testing/sampled.ts';
import { departures, featureNames, featuresOf, ownFeatures, reducedTo } from './features.ts';
import { runSeed } from './run-seed.ts';

test('a deployment without features is the mock: conformant, with a target file that describes it', async () => {
  const result = await runSeed({ seed: 1, only: ['casing=snake'], description: 'described' });
  expect(result.features).toEqual([]);
  expect(result.accused).toEqual([]);
  expect(result.judged / result.sentences).toBeGreaterThan(0.95);
});

// Seeds that were accused once, for paging, ids, keys and replays under other names, and seeds beyond. A mapping that
// loses or changes a value throws.
test.each(
  sampled(
    [66, 94, 77, 1, 3, 4, 7, 9, 11, 18, 20, 42, 51, 54, 74, 76, 90, 99, 107, 115, 119, 160, 165, 167, 200],
    1,
  ),
)('the deployment of seed %i is not accused', async (seed) => {
  for (const description of whole ? (['credentials', 'described'] as const) : (['credentials'] as const)) {
    const { accused, requests } = await runSeed({ seed, only: [], description });
    expect(requests).toBeGreaterThan(100);
    if (description === 'credentials') expect(accused).toEqual([]);
  }
});

test('the seeds 1 to 200 have every value of every feature', () => {
  const seen = new Map(featureNames.map((name) => [name, new Set<string>()]));
  for (let seed = 1; seed <= 200; seed++)
    for (const [name, value] of Object.entries(featuresOf(seed)))
      seen.get(name as (typeof featureNames)[number])?.add(value);
  const own = ownFeatures();
  for (const name of featureNames) expect([...(seen.get(name) ?? [])], name).toContain(own[name]);
  expect(seen.get('idName')?.size).toBe(7);
  expect(seen.get('pages')?.size).toBe(6);
});

test('features are reduced by name or by value, and unknown ones are refused', () => {
  expect(departures(reducedTo(featuresOf(1), ['casing=camel']))).toEqual(['casing=camel']);
  expect(() => reducedTo(featuresOf(1), ['colour'])).toThrow('There is no feature colour.');
  expect(() => reducedTo(featuresOf(1), ['casing=loud'])).toThrow('The feature casing has no value loud.');
});
