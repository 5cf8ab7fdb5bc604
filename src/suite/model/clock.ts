// Provides the clock of a run, and reads and formats times and durations.
import { setImmediate, setTimeout } from 'node:timers/promises';

/** The clock that a run reads and waits by. */
export type Clock = {
  now(): number;
  /** @throws the signal's reason when it is aborted during the sleep */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** The clock of the machine. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    setTimeout(ms, undefined, { signal }).catch(() => {
      throw signal?.reason;
    }),
};

type CountingClock = Clock & {
  readonly sleeping: number;
  nextSleep(): Promise<void>;
};

/** @param isVirtual whether a sleep takes no real time: overlapping ones then end in order, and the clock moves to each */
export function countSleeps(clock: Clock, isVirtual: boolean): CountingClock {
  let sleeping = 0;
  let next = Promise.withResolvers<void>();
  const ends: number[] = [];
  const sleepVirtually = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const end = clock.now() + ms;
    ends.push(end);
    do await setImmediate();
    while (!signal?.aborted && Math.min(...ends) < end);
    ends.splice(ends.indexOf(end), 1);
    signal?.throwIfAborted();
    const left = end - clock.now();
    if (left > 0) await clock.sleep(left, signal);
  };
  return {
    now: () => clock.now(),
    async sleep(ms, signal) {
      sleeping += 1;
      next.resolve();
      next = Promise.withResolvers();
      await (isVirtual ? sleepVirtually(ms, signal) : clock.sleep(ms, signal)).finally(() => {
        sleeping -= 1;
      });
    },
    get sleeping() {
      return sleeping;
    },
    nextSleep: () => next.promise,
  };
}

/** Returns whether a time is plausible: from the year 2000 to the year 2100. @param at Unix milliseconds */
export const plausibleTime = (at: number): boolean => at >= Date.UTC(2000, 0, 1) && at < Date.UTC(2100, 0, 1);

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Parses a duration: `500ms`, `2s`, `10m`, `1h`. @returns milliseconds; undefined when the text is not a duration */
export function parseDuration(text: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim());
  return found ? Number(found[1]) * (UNITS[found[2] ?? ''] ?? 0) : undefined;
}

/** Formats a number of milliseconds as a text such as `0.4 s`, `12 s` or `3 min 20 s`. */
export function formatDuration(ms: number): string {
  if (ms < 950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}
