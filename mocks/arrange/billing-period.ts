// Chooses billing cycles and periods, so that a paid period ends when a scenario says.

import { invalidInput } from '../../src/control/control-error.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import {
  type BillingCycle,
  DAY,
  endOfCycle,
  isBillingCycle,
  iso,
  isRecurring,
  monthsOf,
  recurringCycles,
} from '../billing/cycles.ts';

const HOUR = 3_600_000;
/** How long provisioning takes, with a margin, in milliseconds. */
const PROVISIONED = 5000;

/** Computes the start of the billing cycle that ends at an instant, both in milliseconds since 1970. */
export function startOfPeriod(end: number, cycle: BillingCycle): number {
  if (cycle === 'hourly') return end - HOUR;
  const date = new Date(end);
  const month = date.getUTCMonth() - monthsOf(cycle);
  const last = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), last)) + (end % DAY);
}

const CYCLES = recurringCycles.filter((cycle) => cycle !== 'hourly');
const YEARS = CYCLES.filter((cycle) => monthsOf(cycle) >= 12);

/**
 * Chooses the billing cycle of a record: the one that the scenario gives, or one that can end at the record's
 * `next_due_at`.
 * @throws ControlError 422 when no period of the cycle can end then
 */
export function chooseCycle(
  { given, own, pointer }: ScenarioRecord,
  preset: BillingCycle,
  now: number,
): BillingCycle {
  const due = own.next_due_at;
  const wanted = isBillingCycle(given.billing_cycle) ? given.billing_cycle : undefined;
  if (typeof due !== 'number') return wanted ?? preset;
  const isPossible = (cycle: BillingCycle): boolean => {
    if (!isRecurring(cycle)) return false;
    const start = startOfPeriod(due, cycle);
    return start + PROVISIONED < now && endOfCycle(iso(start), cycle) === iso(due);
  };
  const found = (wanted ? [wanted] : [preset, ...(monthsOf(preset) >= 12 ? YEARS : CYCLES)]).find(isPossible);
  if (found) return found;
  const which = wanted ? `of the billing cycle ${wanted} that has begun` : 'that has begun';
  throw invalidInput({
    [`${pointer}/next_due_at`]: [
      `is the end of no period ${which}. Choose another instant or billing_cycle.`,
    ],
  });
}
