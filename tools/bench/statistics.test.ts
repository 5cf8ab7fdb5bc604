import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conclusion } from './comparison.ts';
import { medianInterval, orderOfRound, placeBeside, Rounds, spreadOf, variation } from './statistics.ts';

const figures = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 1, maxLength: 40 });

describe('the spread of a figure', () => {
  test('is its median and quartiles, interpolated', () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, low: 1.75, high: 3.25 });
    expect(spreadOf([7])).toEqual({ median: 7, low: 7, high: 7 });
  });

  test('as a share of the median does not depend on the unit', () => {
    expect(variation([9, 10, 11])).toBeCloseTo(0.1);
    expect(variation([9000, 10_000, 11_000])).toBeCloseTo(0.1);
  });
});

describe('the interval of the median', () => {
  test('of five values is all of them, with a probability of 15/16', () => {
    expect(medianInterval([5, 1, 4, 2, 3])).toEqual({ low: 1, high: 5, confidence: 0.9375 });
  });

  test('of eight values leaves out the outermost on each side', () => {
    const { low, high, confidence } = medianInterval([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([low, high]).toEqual([2, 7]);
    expect(confidence).toBeCloseTo(1 - (2 * (1 + 8)) / 2 ** 8);
  });

  test('contains the median, and is sure enough from five values on', () => {
    fc.assert(
      fc.property(figures, (values) => {
        const { low, high, confidence } = medianInterval(values);
        const { median } = spreadOf(values);
        expect(low).toBeLessThanOrEqual(median);
        expect(high).toBeGreaterThanOrEqual(median);
        expect(confidence >= 0.9).toBe(values.length >= 5);
      }),
    );
  });

  test('contains the true median as often as it says', () => {
    // All outcomes of nine tosses: which values are below the true median 0.
    let inside = 0;
    for (let outcome = 0; outcome < 2 ** 9; outcome++) {
      const values = Array.from({ length: 9 }, (_, at) => ((outcome >> at) & 1 ? 1 : -1) * (at + 1));
      const { low, high } = medianInterval(values);
      if (low < 0 && high > 0) inside += 1;
    }
    expect(inside / 2 ** 9).toBeCloseTo(medianInterval([1, 2, 3, 4, 5, 6, 7, 8, 9]).confidence);
  });
});

describe('a figure beside a goal', () => {
  test('is above or below it only when the rounds agree', () => {
    expect(placeBeside([0.81, 0.83, 0.82, 0.85, 0.8], 0.8)).toBe('above');
    expect(placeBeside([0.71, 0.73, 0.72, 0.75, 0.7], 0.8)).toBe('below');
    expect(placeBeside([0.81, 0.83, 0.79, 0.85, 0.82], 0.8)).toBe('unclear');
  });

  test('is unclear after fewer than five rounds', () => {
    expect(placeBeside([2, 2, 2, 2], 1)).toBe('unclear');
    expect(placeBeside([], 1)).toBe('unclear');
  });
});

describe('two builds', () => {
  test('differ when all rounds differ in the same direction', () => {
    expect(conclusion([0.9, 0.91, 0.93, 0.92, 0.95], 'less')).toBe('better');
    expect(conclusion([0.9, 0.91, 0.93, 0.92, 0.95], 'more')).toBe('worse');
    expect(conclusion([1.1, 1.2, 1.05, 1.3, 1.2], 'more')).toBe('better');
    expect(conclusion([0.9, 1.01, 0.93, 0.92, 0.95], 'less')).toBe('no difference beyond the noise');
  });

  test('are not judged after fewer than five rounds, or on a noisy machine', () => {
    expect(conclusion([0.5, 0.5, 0.5, 0.5], 'less')).toBe('cannot tell: too few rounds');
    expect(conclusion([0.5, 0.5, 0.5, 0.5, 0.5], 'less', false)).toBe('not conclusive');
  });

  test('that give equal figures do not differ', () => {
    expect(conclusion([1, 1, 1, 1, 1], 'less')).toBe('no difference beyond the noise');
    expect(conclusion([1, 1, 1, 1, 1, 1.1, 1.2], 'more')).toBe('no difference beyond the noise');
  });

  test('are compared in the same round, so that a slow machine does not count', () => {
    const rounds = new Rounds();
    for (const slowness of [1, 2, 5]) {
      rounds.add('GET', 'new', 10 * slowness);
      rounds.add('GET', 'old', 20 * slowness);
    }
    expect(rounds.ratios('GET', 'new', 'old')).toEqual([0.5, 0.5, 0.5]);
    expect([rounds.figures, rounds.count]).toEqual([['GET'], 3]);
  });
});

test('each server is measured before and after each other one equally often', () => {
  for (const all of [
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]) {
    const before = new Map<string, number>();
    for (let round = 0; round < 2 * all.length; round++) {
      const order = orderOfRound(all, round);
      expect([...order].sort()).toEqual(all);
      for (const [at, one] of order.entries())
        for (const later of order.slice(at + 1)) {
          const pair = `${one} before ${later}`;
          before.set(pair, (before.get(pair) ?? 0) + 1);
        }
    }
    for (const count of before.values()) expect(count).toBe(all.length);
  }
});
