// Tests the seeded random source.
import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

test('integers cover the whole given range and stay within it', () => {
  const random = createRandom('x', 'dice');
  const seen = new Set(Array.from({ length: 300 }, () => random.integer(1, 6)));
  expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});
