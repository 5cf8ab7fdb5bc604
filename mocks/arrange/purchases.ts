// The course of a purchase on the timeline of a scenario: billing cycle, order, payment, provisioning, renewals, end.
import type { Body } from '../../src/contract/types.ts';
import { invalidInput } from '../../src/control/control-error.ts';
import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { cancelSubscription, payInvoice } from '../areas/billing.ts';
import { cancelOrder } from '../areas/orders.ts';
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
import { totalOf } from '../billing/invoices.ts';
import { renewService } from '../billing/renewals.ts';
import { topUp } from '../billing/wallet.ts';
import { tenantOf } from '../identity/tenancy.ts';
import { suspendService, terminateService } from '../products/instances.ts';
import { unitPrice } from '../products/price-list.ts';
import { syncResource } from '../products/product-types.ts';
import { failOrder } from '../products/provisioning.ts';
import type { OrderRow, ServiceRow, Store } from '../tables.ts';
import { type Timeline, textOf } from './timeline.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long provisioning takes, in milliseconds; a step after provisioning waits a little longer. */
const PROVISIONING = 3 * SECOND;
const PROVISIONED = 5 * SECOND;
/** The maximum number of renewals of one record. */
const MAX_RENEWALS = 1000;

/** What becomes of a purchase until now. */
export type Course =
  /** the order waits for its payment */
  | 'unpaid'
  /** the order was cancelled before it was paid */
  | 'cancelled'
  /** the provisioning failed, and the payment was returned */
  | 'failed'
  /** the order was paid just now */
  | 'processing'
  | 'active'
  | 'suspended'
  | 'terminated'
  /** the paid period has ended without a renewal */
  | 'run_out'
  /** the last renewal is billed and overdue */
  | 'past_due'
  /** the subscription was cancelled, and the service runs until its due date */
  | 'unsubscribed';

type Item = Body<'createOrder'>['items'][number];

export type Purchase = {
  course: Course;
  items: readonly Item[];
  /** for the course `run_out`: how long ago the paid period ended, in milliseconds; one day when left out */
  endedFor?: number;
  autoRenew?: boolean;
  /** Places the order with a payment method. Without `renews` it is placed for one period. */
  place(store: Store, payment_method: string, renews: boolean): OrderRow;
  /** Selects the id of the record that the scenario arranges. */
  idOf(store: Store, order: OrderRow): string;
};

/** The age of a purchase by its course, in milliseconds; a short billing cycle makes it younger. */
const AGES: Record<Course, number> = {
  unpaid: 3 * DAY,
  cancelled: 6 * DAY,
  failed: 5 * DAY,
  processing: 0,
  active: 10 * DAY,
  suspended: 12 * DAY,
  terminated: 20 * DAY,
  unsubscribed: 15 * DAY,
  run_out: DAY,
  past_due: 10 * DAY,
};

/** Computes the start of the billing cycle that ends at an instant, both in milliseconds since 1970. */
function startOfPeriod(end: number, cycle: BillingCycle): number {
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

/** Returns when the order of a purchase was placed unless the scenario says it, in milliseconds since 1970. */
export function orderedAt({ own }: ScenarioRecord, purchase: Purchase, now: number): number {
  const cycle = cycleOf(purchase);
  const due = own.next_due_at;
  const { course, endedFor = AGES.run_out } = purchase;
  const periodEnd =
    typeof due === 'number'
      ? due
      : course === 'run_out'
        ? now - endedFor
        : course === 'past_due'
          ? now - AGES.past_due
          : null;
  if (periodEnd !== null && isRecurring(cycle)) return startOfPeriod(periodEnd, cycle) - PROVISIONING;
  if (course === 'processing' || course === 'unpaid' || !isRecurring(cycle)) return now - AGES[course];
  return now - Math.min(AGES[course], Math.round((monthsOf(cycle) * 30 * DAY || HOUR) * 0.7));
}

const cycleOf = ({ items }: Purchase): BillingCycle => items[0]?.billing_cycle ?? 'monthly';

export function schedulePurchase(timeline: Timeline, record: ScenarioRecord, purchase: Purchase): void {
  const { course } = purchase;
  const start = timeline.startOf(record);
  const method = textOf(record.own.payment_method) ?? textOf(record.given.payment_method) ?? 'bank_transfer';
  const isPaid = course !== 'unpaid' && course !== 'cancelled';
  const placed: string[] = [];
  const order = (store: Store): OrderRow => store.orders.get(placed[0] ?? '');
  const eachService = (at: number, run: (store: Store, service: ServiceRow) => unknown): void =>
    timeline.on(record, at, (store) => {
      for (const id of order(store).services) run(store, store.services.get(id));
    });

  timeline.on(record, start, (store) => {
    // A top-up of the same amount keeps the balance of the wallet as the scenario or the world has it.
    if (method === 'wallet' && isPaid) topUp(store, priceOf(store, purchase.items), null);
    const { id, status } = purchase.place(
      store,
      method,
      course !== 'run_out' && purchase.autoRenew !== false,
    );
    placed.push(id);
    record.id = purchase.idOf(store, order(store));
    if (course === 'run_out' || purchase.autoRenew === false) stopRenewing(store, order(store));
    if (isPaid && status === 'pending')
      payInvoice(store, store.invoices.get(order(store).invoice_id), { payment_method: method });
  });

  const change = timeline.between(record, 0.8);
  const reason = textOf(record.own.suspension_reason) ?? timeline.pick(REASONS, 'reason', record.ordinal);
  if (course === 'cancelled') timeline.on(record, change, (store) => cancelOrder(store, order(store).id));
  if (course === 'failed') {
    const why = textOf(record.own.failure_reason) ?? 'It could not be provisioned.';
    timeline.on(record, start + SECOND, (store) => failOrder(store, order(store), why));
  }
  if (course === 'suspended') eachService(change, (store, { id }) => suspendService(store, id, reason));
  if (course === 'terminated') eachService(change, (store, { id }) => terminateService(store, id));
  if (course === 'unsubscribed') {
    eachService(change, (store, { subscription_id }) => {
      if (subscription_id !== null)
        cancelSubscription(store, store.subscriptions.get(subscription_id), false);
    });
  }
  if (['active', 'suspended', 'terminated', 'past_due'].includes(course) && purchase.autoRenew !== false)
    eachService(start + PROVISIONED, (store, { id }) =>
      keepRenewed(timeline, record, store, id, course === 'past_due'),
    );
}

const REASONS = [
  'Payment dispute, case 4711.',
  'Traffic far above fair use.',
  'Suspended at the customer’s request.',
];

function stopRenewing(store: Store, order: OrderRow): void {
  for (const id of order.services)
    syncResource(store, store.services.update(id, { auto_renew: false }), 'unrenewed');
}

function priceOf(store: Store, items: readonly Item[]): number {
  const { currency } = tenantOf(store);
  const priced = items.map(({ sku_id, billing_cycle, quantity }) => ({
    quantity,
    unit_amount: unitPrice(sku_id, billing_cycle, currency),
  }));
  return totalOf(priced, currency);
}

// Renews a service before the end of each period until now, and pays each renewal by bank transfer, so that the wallet
// stays as it is. `lastUnpaid`: leaves the last renewal before now unpaid
function keepRenewed(
  timeline: Timeline,
  record: ScenarioRecord,
  store: Store,
  id: string,
  lastUnpaid: boolean,
  count = 0,
): void {
  const service = store.services.get(id);
  const due = service.next_due_at === null ? Number.POSITIVE_INFINITY : Date.parse(service.next_due_at ?? '');
  const isLive = service.status === 'active' || service.status === 'suspended';
  const cycle = service.billing_cycle;
  if (!isLive || !isRecurring(cycle) || due > timeline.now) return;
  if (count === MAX_RENEWALS) {
    const at = `${record.pointer}/created_at`;
    throw invalidInput({ [at]: [`is more than ${MAX_RENEWALS} billing cycles ago.`] });
  }
  const lead = cycle === 'hourly' ? MINUTE : DAY;
  timeline.on(record, Math.max(store.nowMs, due - lead), (then) => {
    const present = then.services.get(id);
    if (present.status !== 'active' && present.status !== 'suspended') return;
    const { invoice_id } = renewService(then, present, cycle, 'bank_transfer');
    const invoice = then.invoices.get(invoice_id);
    if (
      lastUnpaid &&
      Date.parse(invoice.due_at ?? '') <= timeline.now &&
      isLastPeriod(due, cycle, timeline.now)
    )
      return;
    payInvoice(then, invoice);
    keepRenewed(timeline, record, then, id, lastUnpaid, count + 1);
  });
}

const isLastPeriod = (from: number, cycle: BillingCycle, now: number): boolean =>
  isRecurring(cycle) && Date.parse(endOfCycle(iso(from), cycle)) > now;
