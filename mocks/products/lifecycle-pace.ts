// The pace of transitions that end by themselves, such as provisioning.
import type { EntityRef } from '../../src/state/store.ts';
import { addMs } from '../billing/cycles.ts';
import type { Store } from '../tables.ts';

/**
 * Schedules the timer that ends a transition. When it ends depends on the world's `lifecycle`: after some time on the
 * world's clock (`time`), before the next request (`immediate`), or only by a lever (`manual`).
 */
export function scheduleByPace(store: Store, timer: string, durationMs: number, ref: EntityRef): void {
  const { lifecycle } = store.settings;
  if (lifecycle === 'manual') return;
  store.schedule(timer, lifecycle === 'immediate' ? store.now : addMs(store.now, durationMs), ref);
}
