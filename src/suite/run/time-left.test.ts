// Tests the estimate of the time that a run still takes.
import { expect, test } from 'vitest';
import { estimateTimeLeft, type RunPace } from './conform.ts';

const pace: RunPace = {
  planned: { requests: 100, auth: 0 },
  sent: { requests: 20, auth: 0 },
  checks: 50,
  elapsed: 2000,
  waited: 0,
  perMinute: { requests: null, auth: 8 },
};

test('without rate limits, the estimate follows the speed of the run so far', () => {
  expect(estimateTimeLeft(pace)).toBe(8000);
});

test('the estimate excludes past waits for rate limits from the speed, and adds the waits that the limits still require', () => {
  expect(estimateTimeLeft({ ...pace, elapsed: 62_000, waited: 60_000 })).toBe(8000);
  expect(estimateTimeLeft({ ...pace, perMinute: { requests: 60, auth: 8 } })).toBe(80_000);
  expect(estimateTimeLeft({ ...pace, planned: { requests: 100, auth: 16 } })).toBe(120_000);
});

test('there is no estimate at the start of a run, and a run that exceeds its plan is expected to send one request per remaining check', () => {
  expect(estimateTimeLeft({ ...pace, sent: { requests: 3, auth: 0 } })).toBeNull();
  expect(estimateTimeLeft({ ...pace, sent: { requests: 200, auth: 0 }, checks: 10 })).toBe(100);
  expect(estimateTimeLeft({ ...pace, checks: 0 })).toBe(0);
});
