// Tests the time limits that share one timer.
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { Deadlines } from './deadlines.ts';

afterEach(() => void vi.useRealTimers());

test('a limit that is not ended expires once, when its time is over and not before', () => {
  const limit = fc.record({
    startMs: fc.nat(50),
    limitMs: fc.integer({ min: 1, max: 50 }),
    /** how long after its start it is ended; null for never */
    endMs: fc.option(fc.nat(50)),
  });
  fc.assert(
    fc.property(fc.array(limit, { maxLength: 12 }), (limits) => {
      vi.useFakeTimers();
      const deadlines = new Deadlines();
      const all = limits.map((one) => ({
        ...one,
        addedAt: 0,
        isEnded: false,
        expirations: 0,
        end: () => {},
      }));
      for (let now = 0; now <= 120; now += 1) {
        for (const one of all) {
          if (now === one.startMs) {
            one.addedAt = performance.now();
            one.end = deadlines.add(one.limitMs, () => {
              expect(one.isEnded).toBe(false);
              const took = performance.now() - one.addedAt;
              expect(took).toBeGreaterThanOrEqual(one.limitMs);
              // A timer has whole milliseconds.
              expect(took).toBeLessThan(one.limitMs + 2);
              one.expirations += 1;
            });
          }
          if (one.endMs !== null && now === one.startMs + one.endMs) {
            one.end();
            one.isEnded = true;
          }
        }
        vi.advanceTimersByTime(1);
      }
      for (const { endMs, limitMs, expirations } of all) {
        if (endMs === null || endMs > limitMs + 2) expect(expirations).toBe(1);
        if (endMs !== null && endMs < limitMs) expect(expirations).toBe(0);
      }
      expect(vi.getTimerCount()).toBe(0);
      vi.useRealTimers();
    }),
  );
});
