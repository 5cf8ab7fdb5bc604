// Provides a clock for tests, on which a wait of a minute takes no real time.
import type { Clock } from '../model/clock.ts';

/** Creates a clock that moves only by `sleep` and `advance`. @param start Unix milliseconds */
export function virtualClock(start = Date.UTC(2026, 0, 1)): Clock & { advance(ms: number): void } {
  let now = start;
  return {
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
    advance(ms) {
      now += ms;
    },
  };
}
