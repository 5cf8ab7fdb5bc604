// Tests of the rate limiter: fixed windows of one minute.
import { expect, test } from 'vitest';
import { type EffectiveLimits, effectiveLimits, RateLimiter } from './rate-limiter.ts';

// Returns the limits of Set B, with another limit for the tier `free`.
function limitsWith(free: number): EffectiveLimits {
  const { general, ...limits } = effectiveLimits('B', null);
  return { ...limits, general: general && { ...general, free } };
}

const MINUTE = 60_000;
const start = 1_000 * MINUTE;

test.each([0, 1, 999, 1000, 59_000, 59_001, 59_999])(
  'a request that is refused %i ms after the start of a window is accepted after exactly the reported seconds',
  (into) => {
    const limiter = new RateLimiter(limitsWith(1));
    const now = start + into;
    limiter.consume('k', 'free', now);
    const { reset, exceeded } = limiter.consume('k', 'free', now);
    expect(exceeded).toBe(true);
    expect(Number.isInteger(reset)).toBe(true);
    expect(limiter.consume('k', 'free', now + reset * 1000)).toMatchObject({ exceeded: false, remaining: 0 });
  },
);

test('on a frozen clock a request is accepted after exactly the reported seconds of real time', () => {
  let real = 5;
  const limiter = new RateLimiter(limitsWith(1), () => real);
  const ask = () => limiter.consume('k', 'free', start);
  expect(ask()).toEqual({ limit: 1, remaining: 0, reset: 60, exceeded: false });
  expect(ask()).toEqual({ limit: 1, remaining: 0, reset: 60, exceeded: true });
  real += 59_999;
  expect(ask().exceeded).toBe(true);
  real += 1;
  expect(ask()).toEqual({ limit: 1, remaining: 0, reset: 60, exceeded: false });
  expect(ask().exceeded).toBe(true);
});

test('on a frozen clock the wait counts from the moment the bucket was used up, also when no request was refused yet', () => {
  let real = 5;
  const limiter = new RateLimiter(limitsWith(2), () => real);
  const ask = () => limiter.consume('k', 'free', start);
  ask();
  real += 90_000;
  expect(ask()).toEqual({ limit: 2, remaining: 0, reset: 60, exceeded: false });
  real += 60_000;
  expect(ask()).toEqual({ limit: 2, remaining: 1, reset: 60, exceeded: false });
});

test('setting the clock back starts a new window', () => {
  const limiter = new RateLimiter(limitsWith(1));
  limiter.consume('k', 'free', start);
  expect(limiter.consume('k', 'free', start - MINUTE).exceeded).toBe(false);
});

test('on a frozen clock 50,000 callers are counted, and for the next caller the oldest count starts again at 0', () => {
  const limiter = new RateLimiter(limitsWith(1));
  for (let at = 0; at < 50_001; at++) limiter.consume(`address ${at}`, 'free', start);
  expect(limiter.save().used).toHaveLength(50_000);
  expect(limiter.consume('address 50000', 'free', start).exceeded).toBe(true);
  expect(limiter.consume('address 0', 'free', start).exceeded).toBe(false);
});
