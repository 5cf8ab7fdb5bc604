// Tests the seeded random source.
import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

test('the same seed and name give the same numbers, and another name gives other numbers', () => {
  const draw = (name: string) => Array.from({ length: 5 }, createRandom(1, name).number);
  expect(draw('orders')).toEqual(draw('orders'));
  expect(draw('orders')).not.toEqual(draw('wallet'));
});

test('a generated UUID has version 4', () => {
  const random = createRandom(7, 'ids');
  for (let n = 0; n < 200; n++) {
    expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('integers cover the whole given range and stay within it', () => {
  const random = createRandom('x', 'dice');
  const seen = new Set(Array.from({ length: 300 }, () => random.integer(1, 6)));
  expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});
