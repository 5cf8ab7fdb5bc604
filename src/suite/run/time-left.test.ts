// The estimated time left of a run.
import { expect, test } from 'vitest';
import { estimateTimeLeft, type RunPace } from './time-left.ts';

const pace: RunPace = {
  planned: { requests: 100, auth: 0 },
  sent: { requests: 20, auth: 0 },
  checks: 50,
  elapsed: 2000,
  waited: 0,
  perMinute: { requests: null, auth: 8 },
};

test('without limits the estimate follows the speed so far', () => {
  expect(estimateTimeLeft(pace)).toBe(8000);
});

test('waiting for limits does not count as speed: the limits determine the waits still to come', () => {
  expect(estimateTimeLeft({ ...pace, elapsed: 62_000, waited: 60_000 })).toBe(8000);
  expect(estimateTimeLeft({ ...pace, perMinute: { requests: 60, auth: 8 } })).toBe(80_000);
  expect(estimateTimeLeft({ ...pace, planned: { requests: 100, auth: 16 } })).toBe(120_000);
});

test('there is no estimate at the start, and a run beyond its plan expects one request per remaining check', () => {
  expect(estimateTimeLeft({ ...pace, sent: { requests: 3, auth: 0 } })).toBeNull();
  expect(estimateTimeLeft({ ...pace, sent: { requests: 200, auth: 0 }, checks: 10 })).toBe(100);
  expect(estimateTimeLeft({ ...pace, checks: 0 })).toBe(0);
});
