// Tests how many requests a plan counts for one check.
import { expect, test } from 'vitest';
import { costFunction } from './plan.ts';

const catalogue = { requests: { 'orders/measured': 2, 'orders/cached': 0 } };

test('a plan of a whole run counts the measured requests of a check, or else its declared requests, or else one', () => {
  const costOf = costFunction(catalogue, false);
  expect(costOf({ id: 'orders/measured', cost: 5 })).toBe(2);
  expect(costOf({ id: 'orders/measured' })).toBe(2);
  expect(costOf({ id: 'orders/declared', cost: 3 })).toBe(3);
  expect(costOf({ id: 'orders/new' })).toBe(1);
});

test('a plan of a small run counts the declared requests of a check when they exceed its measured requests', () => {
  const costOf = costFunction(catalogue, true);
  expect(costOf({ id: 'orders/cached', cost: 1 })).toBe(1);
  expect(costOf({ id: 'orders/cached' })).toBe(0);
  expect(costOf({ id: 'orders/measured', cost: 1 })).toBe(2);
});
