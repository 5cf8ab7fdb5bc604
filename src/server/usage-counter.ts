// Counts answered requests by credential and day, outside the tables, so that counting makes no commit.

import type { Caller } from './pipeline/caller.ts';

const DAY = 86_400_000;
/** The maximum number of days that are stored per credential, counting only days on which the credential was used. */
const MAX_DAYS = 400;

type UsageDay = {
  /** the first instant of the day (UTC), in ms since 1970 */
  readonly start: number;
  /** the number of replies by class of status: `[2]` counts 2xx replies, and so on up to `[5]` */
  readonly classes: readonly number[];
  /** the number of 429 replies; `classes` also counts them among the 4xx replies */
  readonly limited: number;
};

/** The usage counters that a handler can read. The current request is not counted yet. */
export type Usage = {
  /**
   * Returns the days on which a credential was used, within [from, until) in ms, oldest first.
   * @param id a `Caller.id`
   */
  days(id: string, from: number, until: number): UsageDay[];
  /** Returns when a credential was last used, in ms; null when it was never used. */
  lastUse(id: string): number | null;
  /** Returns how many requests all credentials of a tenant sent within [from, until) in ms. */
  ofTenant(tenantId: string, from: number, until: number): number;
};

type DayCounts = { start: number; classes: number[]; limited: number };
type UsageSnapshot = [id: string, { tenantId: string; last: number; day: number; days: DayCounts[] }][];
/** Returns saved usage without the days after an instant (ms), and without credentials that are then unused. */
export function usageUntil(saved: UsageSnapshot, instant: number): UsageSnapshot {
  return saved.flatMap(([id, { tenantId, last, days }]) => {
    const until = days.filter(({ start }) => start <= instant);
    const day = Math.max(...until.map(({ start }) => start));
    return until.length === 0 ? [] : [[id, { tenantId, last: Math.min(last, instant), day, days: until }]];
  });
}

type CredentialUsage = { tenantId: string; last: number; day: DayCounts; days: Map<number, DayCounts> };

const isOnDay = ({ start }: DayCounts, now: number): boolean => now >= start && now < start + DAY;

/** The usage counters of one world, bounded to 400 days for each credential. */
export class UsageCounter implements Usage {
  readonly #byCredential = new Map<string, CredentialUsage>();

  /**
   * Counts one answered request; requests of anonymous callers are not counted.
   * @param now the time of the world's clock, in ms
   */
  count({ kind, id, tenantId }: Caller, status: number, now: number): void {
    if (kind === 'anonymous' || tenantId === null) return;
    let usage = this.#byCredential.get(id);
    // The remainder of such large numbers takes longer than all the rest, so it is computed only when the day changes.
    const start = usage !== undefined && isOnDay(usage.day, now) ? usage.day.start : now - (now % DAY);
    if (usage === undefined) {
      const day = { start, classes: [0, 0, 0, 0, 0, 0], limited: 0 };
      usage = { tenantId, last: now, day, days: new Map([[start, day]]) };
      this.#byCredential.set(id, usage);
    } else if (usage.day.start !== start) {
      usage.day = usage.days.get(start) ?? { start, classes: [0, 0, 0, 0, 0, 0], limited: 0 };
      usage.days.set(start, usage.day);
      if (usage.days.size > MAX_DAYS) {
        const [oldest = start] = [...usage.days.keys()]
          .filter((other) => other !== start)
          .sort((a, b) => a - b);
        usage.days.delete(oldest);
      }
    }
    usage.last = now;
    const { day } = usage;
    const statusClass = Math.floor(status / 100);
    day.classes[statusClass] = (day.classes[statusClass] ?? 0) + 1;
    if (status === 429) day.limited += 1;
  }

  days(id: string, from: number, until: number): UsageDay[] {
    const days = [...(this.#byCredential.get(id)?.days.values() ?? [])];
    return days.filter(({ start }) => start >= from && start < until).sort((a, b) => a.start - b.start);
  }

  lastUse(id: string): number | null {
    return this.#byCredential.get(id)?.last ?? null;
  }

  ofTenant(tenantId: string, from: number, until: number): number {
    let calls = 0;
    for (const [id, usage] of this.#byCredential) {
      if (usage.tenantId !== tenantId) continue;
      for (const { classes } of this.days(id, from, until))
        calls += classes.reduce((sum, count) => sum + count);
    }
    return calls;
  }

  save(): UsageSnapshot {
    return [...this.#byCredential].map(([id, { tenantId, last, day, days }]) => [
      id,
      { tenantId, last, day: day.start, days: structuredClone([...days.values()]) },
    ]);
  }

  restore(saved: UsageSnapshot): void {
    this.#byCredential.clear();
    for (const [id, { tenantId, last, day: start, days }] of saved) {
      const restoredDays = new Map(days.map((day) => [day.start, { ...day, classes: [...day.classes] }]));
      const day = restoredDays.get(start);
      if (day) this.#byCredential.set(id, { tenantId, last, day, days: restoredDays });
    }
  }
}
