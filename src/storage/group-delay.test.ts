// Tests how long an append waits for more calls on a machine with one processor.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GroupDelay } from './group-delay.ts';

let queued = 0;
/** Lets the input arrive that comes before the end of a timer counts. */
const input = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const send = vi.fn();
const delay = new GroupDelay(() => queued, send);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  queued = 0;
  send.mockReset();
});
afterEach(() => {
  delay.cancel();
  vi.useRealTimers();
});

test('an append waits until as many calls have come as were answered and queued before', async () => {
  queued = 2;
  delay.begin(3, 1);
  for (queued of [2, 3, 4]) expect(delay.isWaiting()).toBe(true);
  queued = 5;
  expect(delay.isWaiting()).toBe(false);
  queued = 0;
  expect(delay.isWaiting()).toBe(false);
  vi.runAllTimers();
  await input();
  expect(send).not.toHaveBeenCalled();
});

test.each([
  [1, 0],
  [0, 4],
])('after an append for %i calls with %i queued, nothing waits', (answered, before) => {
  queued = before;
  delay.begin(answered, 1);
  expect(delay.isWaiting()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [0, 1],
  [3, 3],
  [1000, 5],
])('after an append of %i ms without a further call, the wait ends after %i ms', async (tookMs, waitMs) => {
  delay.begin(4, tookMs);
  vi.advanceTimersByTime(waitMs - 1);
  await input();
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(send, 'before the input').not.toHaveBeenCalled();
  await input();
  expect(send).toHaveBeenCalledOnce();
  expect(delay.isWaiting()).toBe(false);
});

test('the wait goes on while calls come, five times at most', async () => {
  delay.begin(100, 2);
  for (let step = 1; step <= 5; step++) {
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    // After the timer, and before its end counts.
    queued += 1;
    await input();
  }
  expect(send).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('a delay that is ended sends nothing', async () => {
  delay.begin(4, 1);
  vi.runAllTimers();
  delay.cancel();
  await input();
  delay.begin(4, 1);
  delay.cancel();
  vi.runAllTimers();
  await input();
  expect(send).not.toHaveBeenCalled();
});
