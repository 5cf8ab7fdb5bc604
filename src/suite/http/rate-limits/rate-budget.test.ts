// Tests the budget of one rate limit on a virtual clock.
import { expect, test } from 'vitest';
import { parseRateHeaders, parseRetryAfter, RateBudget } from './rate-budget.ts';

const headers = (given: Record<string, string>) => (name: string) => given[name] ?? null;

test('a batch waits until the budget covers all of its calls, or the whole limit when the batch is larger than the limit', () => {
  const budget = new RateBudget(null);
  budget.learnHeaders({ limit: 10, remaining: 5, resetIn: 30_000 }, 0);
  expect(budget.waitMs(8, 0)).toBe(31_000);
  expect(budget.waitMs(5, 0)).toBe(0);
  budget.learnHeaders({ limit: 4, remaining: 4, resetIn: 90_000 }, 1);
  expect(budget.waitMs(8, 2)).toBe(0);
});

test('a late reply of the same window does not raise the remaining count; a reply of a new window does', () => {
  const budget = new RateBudget(null);
  budget.learnHeaders({ limit: 60, remaining: 3, resetIn: 30_000 }, 0);
  budget.learnHeaders({ limit: 60, remaining: 7, resetIn: 30_000 }, 5);
  for (let n = 0; n < 3; n++) budget.consume(1, 10);
  expect(budget.waitMs(1, 10)).toBeGreaterThan(30_000);
  budget.learnHeaders({ limit: 60, remaining: 59, resetIn: 60_000 }, 30_000);
  expect(budget.waitMs(50, 30_000)).toBe(0);
});

test('the first reply of a new window does not count the requests that were sent after it', () => {
  const budget = new RateBudget(null);
  budget.learnHeaders({ limit: 10, remaining: 0, resetIn: 1000 }, 0);
  expect(budget.waitMs(1, 2000)).toBe(0);
  budget.consume(8, 2000);
  budget.learnHeaders({ limit: 10, remaining: 9, resetIn: 20_000 }, 2001);
  expect(budget.waitMs(2, 2001)).toBe(0);
  expect(budget.waitMs(3, 2001)).toBe(21_000);
});

test('a late reply of the window before does not begin another window', () => {
  const budget = new RateBudget(null);
  budget.learnHeaders({ limit: 10, remaining: 0, resetIn: 1000 }, 0);
  expect(budget.waitMs(1, 2000)).toBe(0);
  budget.consume(8, 2000);
  budget.learnHeaders({ limit: 10, remaining: 0, resetIn: -1000 }, 2010);
  budget.learnHeaders({ limit: 10, remaining: 9, resetIn: 50_000 }, 2020);
  expect(budget.waitMs(2, 3100)).toBe(0);
  expect(budget.waitMs(3, 3100)).toBe(49_920);
});

test('where no reply states the reset, one request shows whether a new window has begun', () => {
  const budget = new RateBudget(null);
  budget.learnHeaders({ limit: 10, remaining: 0, resetIn: null }, 0);
  expect(budget.waitMs(1, 60_000)).toBe(0);
  budget.consume(1, 60_000);
  expect(budget.waitMs(1, 60_001)).toBe(50);
  budget.learnHeaders({ limit: 10, remaining: 0, resetIn: null }, 60_100);
  expect(budget.waitMs(1, 60_101)).toBeGreaterThan(50);
});

test('a target that sends no more headers is asked as often as its last limit allows', () => {
  const budget = new RateBudget(null);
  budget.learnHeaders({ limit: 2, remaining: 0, resetIn: 1000 }, 0);
  for (const at of [2000, 62_000]) {
    for (let n = 0; n < 2; n++) {
      expect(budget.waitMs(1, at)).toBe(0);
      budget.consume(1, at);
    }
    expect(budget.waitMs(1, at)).toBe(60_000);
  }
});

test.each(['3000, 3000;w=60', '3000;w=60', '3000, 3000'])('a limit of the form %s is parsed', (stated) => {
  expect(parseRateHeaders(headers({ 'ratelimit-limit': stated }), 0).limit).toBe(3000);
});

test('RateLimit-Reset is parsed as delta seconds, and as epoch seconds compared with the target’s clock', () => {
  expect(parseRateHeaders(headers({ 'ratelimit-reset': '30' }), 0).resetIn).toBe(30_000);
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  const epoch = String(Date.parse(date) / 1000 + 20);
  expect(parseRateHeaders(headers({ 'ratelimit-reset': epoch, date }), 12345).resetIn).toBe(20_000);
  expect(parseRateHeaders(headers({ 'ratelimit-reset': '2026-01-01' }), 0).resetIn).toBeNull();
  const later = { 'ratelimit-reset': 'Thu, 01 Jan 2026 00:00:30 GMT', date };
  expect(parseRateHeaders(headers(later), 12345).resetIn).toBe(30_000);
  expect(parseRateHeaders(headers({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '4' }), 0)).toEqual({
    limit: 60,
    remaining: 4,
    resetIn: null,
  });
});

test('Retry-After is parsed as seconds and as an HTTP date', () => {
  expect(parseRetryAfter(headers({ 'retry-after': '7' }), 0)).toBe(7000);
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  expect(parseRetryAfter(headers({ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT', date }), 0)).toBe(9000);
  expect(parseRetryAfter(headers({ 'retry-after': 'soon' }), 0)).toBeNull();
  expect(parseRetryAfter(headers({}), 0)).toBeNull();
});
