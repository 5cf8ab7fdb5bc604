// Counts answered requests by credential and day. The counters are outside the tables, so that counting makes no
// commit.

import type { Caller } from './pipeline/caller.ts';
import type { Snapshottable } from './snapshottable.ts';

const DAY = 86_400_000;
/** The number of days stored per credential: the last ones on which it was used. */
const MAX_DAYS = 400;

/** The requests of one credential on one day, by status of the reply. */
export type UsageDay = {
  /** the day's first instant, UTC, in milliseconds */
  readonly start: number;
  /** by class of status: `[2]` counts 2xx, up to `[5]` */
  readonly classes: readonly number[];
  /** the number of 429 replies; `classes` counts them among the 4xx */
  readonly limited: number;
};

/** What a handler can read of the requests answered so far; the current one is not among them yet. */
export type Usage = {
  /**
   * the days on which a credential was used, within [from, until) in milliseconds, oldest first. @param id a
   * `Caller.id`
   */
  days(id: string, from: number, until: number): UsageDay[];
  /** when a credential was last used, in milliseconds; null for never */
  lastUse(id: string): number | null;
  /** how many requests all credentials of a tenant sent within [from, until) in milliseconds */
  ofTenant(tenantId: string, from: number, until: number): number;
};

type DayCounts = { start: number; classes: number[]; limited: number };
type UsageSnapshot = [id: string, { tenantId: string; last: number; day: number; days: DayCounts[] }][];
type CredentialUsage = { tenantId: string; last: number; day: DayCounts; days: Map<number, DayCounts> };

/**
 * The counters of one world. Memory is bounded by the number of credentials, each with the last 400 days of its use.
 */
export class UsageCounter implements Usage, Snapshottable<UsageSnapshot> {
  readonly #byCredential = new Map<string, CredentialUsage>();

  /** Counts one answered request; anonymous ones are not counted. @param now milliseconds, the world's clock */
  count({ kind, id, tenantId }: Caller, status: number, now: number): void {
    if (kind === 'anonymous' || tenantId === null) return;
    const start = now - (now % DAY);
    let usage = this.#byCredential.get(id);
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
