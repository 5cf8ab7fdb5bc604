import { expect, test } from 'vitest';
import { goalVerdict } from './goals.ts';
import { type NoiseFigures, noiseReasons } from './noise.ts';

const quiet: NoiseFigures = {
  busyBefore: 0.02,
  spins: [
    { share: 0.99, variation: 0.01 },
    { share: 0.99, variation: 0.02 },
  ],
  stolen: 0,
  bareRates: [
    [70_000, 71_000, 70_500],
    [18_000, 18_100, 18_050],
  ],
  bareShares: [0.97, 0.98, 0.96],
};

test('a quiet machine gives no reason', () => {
  expect(noiseReasons(quiet)).toEqual([]);
});

test('what cannot be measured is no noise', () => {
  const unknown = { ...quiet, busyBefore: null, stolen: null, bareRates: [], bareShares: [] };
  expect(noiseReasons(unknown)).toEqual([]);
});

test.each<[Partial<NoiseFigures>, string]>([
  [{ busyBefore: 0.43 }, 'other programs used 43 % of the cores before the measurements'],
  [
    {
      spins: [
        { share: 0.99, variation: 0 },
        { share: 0.6, variation: 0 },
      ],
    },
    'a loop got only 60 % of its core',
  ],
  [{ spins: [{ share: 0.99, variation: 0.3 }] }, 'a loop of equal work varied by 30 %'],
  [{ stolen: 0.08 }, 'the hypervisor took 8 % of the cores'],
  [
    {
      bareRates: [
        [100, 100, 100],
        [100, 200, 300],
      ],
    },
    'the bare server varied by 50 %',
  ],
  [{ bareShares: [0.5, 0.6, 0.99] }, 'the bare server got only 55 % of its core'],
])('noise is named: %j', (noisy, reason) => {
  expect(noiseReasons({ ...quiet, ...noisy })).toEqual([reason]);
});

test('a goal is judged only on a quiet machine, and only when the rounds agree', () => {
  const ratios = [0.81, 0.82, 0.83, 0.84, 0.85];
  expect(goalVerdict(ratios, 0.8, true)).toBe('reached');
  expect(goalVerdict(ratios, 0.9, true)).toBe('not reached');
  expect(goalVerdict(ratios, 0.83, true)).toBe('cannot tell');
  expect(goalVerdict(ratios, 0.8, false)).toBe('not conclusive');
});

test('a goal may be the greatest value', () => {
  const times = [38, 39, 37, 39.5, 38.5];
  expect(goalVerdict(times, 40, true, true)).toBe('reached');
  expect(goalVerdict(times, 30, true, true)).toBe('not reached');
  expect(goalVerdict(times, 38, true, true)).toBe('cannot tell');
});
