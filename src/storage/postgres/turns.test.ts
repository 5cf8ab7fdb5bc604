// Tests the order and the number of calls that use the connections of a pool.
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { StorageError } from '../world-store.ts';
import { Turns } from './turns.ts';

const DATABASE = 'postgres://db:5432/worlds';

afterEach(() => void vi.useRealTimers());

test('calls run in the order in which they came, never more than the limit at once, and each one once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 4 }), fc.nat(12), async (s, size, count) => {
      const turns = new Turns(size, 60_000, DATABASE);
      const started: number[] = [];
      let running = 0;
      const calls = Array.from({ length: count }, (_, n) =>
        turns.run(async () => {
          started.push(n);
          running += 1;
          expect(running).toBeLessThanOrEqual(size);
          await s.schedule(Promise.resolve());
          running -= 1;
          if (n % 3 === 0) throw new Error('refused');
          return n;
        }),
      );
      const all = Promise.allSettled(calls);
      await s.waitFor(all);
      const results = await all;
      expect(results.map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual(
        Array.from({ length: count }, (_, n) => (n % 3 === 0 ? 'refused' : n)),
      );
      expect(started).toEqual(Array.from({ length: count }, (_, n) => n));
    }),
  );
});

test('a call whose turn does not come in time fails and is not run; the next one still has its turn', async () => {
  vi.useFakeTimers();
  const turns = new Turns(1, 10_000, DATABASE);
  const first = Promise.withResolvers<void>();
  const running = turns.run(() => first.promise);
  const late = vi.fn(async () => {});
  const refused = expect(turns.run(late)).rejects.toEqual(
    new StorageError(
      'unavailable',
      `PostgreSQL at ${DATABASE}: no connection was free within 10 s because all 1 are in use; ` +
        'send fewer requests at once, or start more replicas.',
    ),
  );
  vi.advanceTimersByTime(5000);
  const next = turns.run(async () => 'its turn');
  vi.advanceTimersByTime(5000);
  await refused;
  first.resolve();
  await running;
  expect(await next).toBe('its turn');
  expect(late).not.toHaveBeenCalled();
});
