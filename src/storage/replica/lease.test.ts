// Tests of leases and of the clock that measures them.
import { expect, test } from 'vitest';
import { createLease, processTime } from './lease.ts';

test('a lease lasts from the moment before it was requested, less a tenth', () => {
  let now = 1000;
  const lease = createLease({ now: () => now }, 5000);
  expect(lease.isValid()).toBe(false);
  lease.extend(1000);
  now = 5499;
  expect(lease.isValid()).toBe(true);
  now = 5500;
  expect(lease.isValid()).toBe(false);
  lease.extend(5400);
  expect(lease.isValid()).toBe(true);
  lease.extend(1000);
  expect(lease.isValid()).toBe(true);
});

test('a claim that no other process can make lasts for ever', () => {
  const lease = createLease({ now: () => Number.MAX_VALUE }, null);
  expect(lease.isValid()).toBe(true);
});

test.each([
  ['both clocks go on', 100, 100, 100],
  ['the machine slept: the monotonic clock stood still', 0, 60_000, 60_000],
  ['the wall clock was set back', 100, -5000, 100],
  ['the wall clock was set forward', 100, 5000, 5000],
  ['both clocks go back', -1, -1, 0],
])('the clock of a process counts the longer time when %s', (_, monotonicMs, wallMs, expected) => {
  let [monotonic, wall] = [50, 1_000_000];
  const time = processTime(
    () => monotonic,
    () => wall,
  );
  const before = time.now();
  monotonic += monotonicMs;
  wall += wallMs;
  expect(time.now() - before).toBe(expected);
});

test('a timer of a process can be cancelled', async () => {
  const time = processTime();
  const calls: string[] = [];
  time.after(0, () => calls.push('cancelled'))();
  await new Promise<void>((resolve) => time.after(1, resolve));
  expect(calls).toEqual([]);
});
