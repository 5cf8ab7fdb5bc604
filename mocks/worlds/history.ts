// Builds the history of a world: runs past events and the mock's timers in order of time, before the world's first
// instant.

import type { EntityRef } from '../../src/state/store.ts';
import { DAY, iso } from '../billing/cycles.ts';
import type { Store } from '../tables.ts';
import { timers } from '../timers.ts';

/**
 * Computes the first instant of a world that is being seeded, in milliseconds since 1970, rounded down to a whole
 * second.
 */
export const worldStart = ({ nowMs }: Pick<Store, 'nowMs'>): number => nowMs - (nowMs % 1000);

/** A later step with what an event returned, such as a row as it was then. */
export type LaterStep<Made> = [daysBefore: number, run: (store: Store, made: Made) => unknown];

/** Schedules an event in a tenant and later steps, each a number of days before the world's first instant. */
export type TenantSchedule = <Made>(
  daysBefore: number,
  run: (store: Store) => Made,
  ...later: LaterStep<Made>[]
) => void;

/**
 * Schedules events a `gap` (in days) apart, each with its place, so that no two paid periods end at the same instant.
 */
export function spaced(on: TenantSchedule, gap: number) {
  let count = 0;
  return <Made>(
    daysBefore: number,
    run: (store: Store, place: number) => Made,
    ...later: LaterStep<Made>[]
  ): void => {
    count += 1;
    const place = count;
    on(daysBefore - place * gap, (store) => run(store, place), ...later);
  };
}

type PastEvent = { at: number; key: string; run: (platform: Store) => void };

/** Runs events at instants before the first instant of a world that is being seeded. */
export class History {
  private readonly platform: Store;
  private readonly start: number;
  private readonly settings: Store['settings'];
  private readonly scheduled = new Map<string, PastEvent>();
  private events = 0;

  /**
   * @param settings settings of the world that hold only while the history runs
   */
  constructor(platform: Store, settings: Store['settings'] = {}) {
    this.platform = platform;
    this.start = worldStart(platform);
    this.settings = settings;
  }

  /**
   * Schedules an event at an instant before the world's first instant, in milliseconds since 1970. Events at the same
   * instant run in the order in which they were scheduled.
   */
  at(instant: number, run: (platform: Store) => void): void {
    this.events += 1;
    const key = `event ${this.events}`;
    this.scheduled.set(key, { at: instant, key, run });
  }

  ofTenant({ tenantId }: Store): TenantSchedule {
    const on = (daysBefore: number, run: (store: Store) => void): void =>
      this.at(Math.round(this.start - daysBefore * DAY), (all) => run(all.forTenant(tenantId ?? '')));
    return <Made>(daysBefore: number, run: (store: Store) => Made, ...later: LaterStep<Made>[]) => {
      const made: Made[] = [];
      on(daysBefore, (store) => void made.push(run(store)));
      for (const [day, step] of later)
        on(day, (store) => {
          for (const one of made) step(store, one);
        });
    };
  }

  /**
   * Runs all events in order of time, together with the timers that become due between the events.
   * @param last runs at the world's first instant, after all events
   */
  run(last?: (platform: Store) => void): void {
    const platform = this.recordingStore(this.platform);
    for (let next = this.earliest(); next; next = this.earliest()) {
      const { key, at, run } = next;
      this.scheduled.delete(key);
      this.platform.at(iso(at), () => run(platform));
    }
    last?.(platform);
  }

  private earliest(): PastEvent | undefined {
    let first: PastEvent | undefined;
    for (const one of this.scheduled.values()) if (first === undefined || one.at < first.at) first = one;
    return first;
  }

  // Wraps a store: timers that are due before the world's first instant are scheduled in this history, and later timers
  // in the store.
  private recordingStore(store: Store): Store {
    const keyOf = (kind: string, ref: EntityRef): string => `${kind} ${Object.values(ref).join(' ')}`;
    const unschedule = (kind: string, ref: EntityRef): void => {
      if (!this.scheduled.delete(keyOf(kind, ref))) store.unschedule(kind, ref);
    };
    const schedule = (kind: string, when: string, ref: EntityRef): void => {
      unschedule(kind, ref);
      const at = Math.max(Date.parse(when), store.nowMs);
      const key = keyOf(kind, ref);
      if (at >= this.start) store.schedule(kind, when, ref);
      else this.scheduled.set(key, { at, key, run: (platform) => timers[kind]?.(platform, ref) });
    };
    const tenants = new Map<string, Store>();
    const forTenant = (id: string): Store => {
      const tenantStore = tenants.get(id) ?? this.recordingStore(store.forTenant(id));
      tenants.set(id, tenantStore);
      return tenantStore;
    };
    // All other members are inherited from the store. Provisioning takes time in the history, whatever the lifecycle of
    // the world is; what begins now waits for a lever where the lifecycle is manual.
    const lifecycleNow = (): unknown =>
      store.nowMs >= this.start && store.settings.lifecycle === 'manual' ? 'manual' : 'time';
    return Object.create(store, {
      settings: { get: () => ({ ...store.settings, ...this.settings, lifecycle: lifecycleNow() }) },
      forTenant: { value: forTenant },
      schedule: { value: schedule },
      unschedule: { value: unschedule },
    });
  }
}
