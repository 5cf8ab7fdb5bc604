// How long a run still takes.
import { expect, test } from 'vitest';
import { type Pace, timeLeft } from './time-left.ts';

const pace: Pace = {
  planned: { requests: 100, auth: 0 },
  sent: { requests: 20, auth: 0 },
  checks: 50,
  elapsed: 2000,
  waited: 0,
  perMinute: { requests: null, auth: 8 },
};

test('without limits the speed so far tells', () => {
  expect(timeLeft(pace)).toBe(8000);
});

test('waiting is no measure of speed: the limits tell how much of it is to come', () => {
  expect(timeLeft({ ...pace, elapsed: 62_000, waited: 60_000 })).toBe(8000);
  expect(timeLeft({ ...pace, perMinute: { requests: 60, auth: 8 } })).toBe(80_000);
  expect(timeLeft({ ...pace, planned: { requests: 100, auth: 16 } })).toBe(120_000);
});

test('nothing is said at the start, and a run beyond its plan still has its checks to go', () => {
  expect(timeLeft({ ...pace, sent: { requests: 3, auth: 0 } })).toBeNull();
  expect(timeLeft({ ...pace, sent: { requests: 200, auth: 0 }, checks: 10 })).toBe(100);
  expect(timeLeft({ ...pace, checks: 0 })).toBe(0);
});
