// Arranges what customers buy: orders, services, subscriptions, and the resources of each product type.

import type { ScenarioRecord } from '../../src/server/arrangement.ts';
import { payInvoice } from '../areas/billing.ts';
import { resizeVps } from '../areas/vps.ts';
import { DAY } from '../billing/cycles.ts';
import { cancelAtPeriodEnd } from '../billing/subscriptions.ts';
import { transferAway } from '../products/domain-lifecycle.ts';
import { sizeOf, switchPower } from '../products/vps-power.ts';
import { chooseCycle } from './billing-period.ts';
import { type Course, orderedAt, type Purchase, schedulePurchase } from './purchases.ts';
import { SALES } from './sales.ts';
import { idOf, type Timeline, textOf } from './timeline.ts';

/** The course of a purchase by the kind of the record and its state. */
const COURSES: Readonly<Record<string, Readonly<Record<string, Course>>>> = {
  orders: {
    completed: 'active',
    pending: 'unpaid',
    processing: 'processing',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  services: {
    active: 'active',
    pending: 'unpaid',
    suspended: 'suspended',
    terminated: 'terminated',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  subscriptions: {
    active: 'active',
    past_due: 'past_due',
    cancelled: 'unsubscribed',
    expired: 'run_out',
  },
  hosting_accounts: {
    active: 'active',
    pending: 'unpaid',
    suspended: 'suspended',
    terminated: 'terminated',
    failed: 'failed',
  },
  email_services: {
    active: 'active',
    pending: 'unpaid',
    suspended: 'suspended',
    terminated: 'terminated',
    failed: 'failed',
  },
  domains: {
    active: 'active',
    pending_registration: 'unpaid',
    pending_transfer: 'unpaid',
    expired: 'run_out',
    grace_period: 'run_out',
    redemption_period: 'run_out',
    cancelled: 'cancelled',
    failed: 'failed',
    transferred_away: 'active',
  },
  certificates: {
    issued: 'active',
    pending_validation: 'unpaid',
    expired: 'run_out',
    revoked: 'terminated',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  vps: {
    running: 'active',
    provisioning: 'unpaid',
    starting: 'active',
    stopping: 'active',
    stopped: 'active',
    rebooting: 'active',
    resizing: 'active',
    suspended: 'suspended',
    terminated: 'terminated',
    error: 'failed',
  },
};

/** The state of a product record that gives none: the first state of its kind. */
export const presetStatus = (kind: string): string | undefined => Object.keys(COURSES[kind] ?? {})[0];

/** Tells whether records of a kind are bought. */
export const isProduct = (kind: string): boolean => Object.hasOwn(COURSES, kind);

/** How long ago the paid period of a domain ended, by its state, in milliseconds. */
const ENDED_FOR: Readonly<Record<string, number>> = { grace_period: 15 * DAY, redemption_period: 45 * DAY };

const YEARLY = ['domains', 'certificates'];

function purchaseOf(record: ScenarioRecord, timeline: Pick<Timeline, 'pick' | 'now'>): Purchase {
  const { kind, own, given } = record;
  const status = textOf(own.status) ?? presetStatus(kind) ?? '';
  const cycle = chooseCycle(record, YEARLY.includes(kind) ? '1_year' : 'monthly', timeline.now);
  const sale = SALES[kind]?.(record, cycle, timeline);
  if (!sale) throw new Error(`No sale of ${kind} is declared.`);
  const autoRenew = own.auto_renew ?? given.auto_renew;
  const endedFor = ENDED_FOR[status];
  return {
    ...sale,
    course: COURSES[kind]?.[status] ?? 'active',
    ...(endedFor !== undefined && { endedFor }),
    ...(typeof autoRenew === 'boolean' && { autoRenew }),
  };
}

/** Returns when a product was ordered unless the scenario says it, in milliseconds since 1970. */
export const productOrderedAt = (record: ScenarioRecord, timeline: Pick<Timeline, 'pick' | 'now'>): number =>
  orderedAt(record, purchaseOf(record, timeline), timeline.now);

/** Schedules a product, and what happens to it after it was provisioned. */
export function scheduleProduct(timeline: Timeline, record: ScenarioRecord): void {
  schedulePurchase(timeline, record, purchaseOf(record, timeline));
  const { kind, own } = record;
  if (kind === 'subscriptions') scheduleSubscription(timeline, record);
  if (kind === 'vps') schedulePower(timeline, record, textOf(own.status) ?? 'running');
  if (kind === 'domains' && own.status === 'transferred_away') {
    timeline.on(record, timeline.between(record, 0.8), (store) =>
      transferAway(store, store.domains.get(idOf(record))),
    );
  }
}

function scheduleSubscription(timeline: Timeline, record: ScenarioRecord): void {
  // The record is the service until its subscription exists.
  const service: { id: string | null } = { id: null };
  timeline.on(record, timeline.startOf(record), () => {
    service.id = record.id;
    record.id = null;
  });
  timeline.on(record, timeline.startOf(record) + 4000, (store) => {
    record.id = store.services.get(service.id ?? '').subscription_id;
  });
  if (record.own.cancel_at_period_end === true)
    timeline.on(record, timeline.between(record, 0.9), (store) => {
      if (record.id === null) return;
      cancelAtPeriodEnd(store, store.subscriptions.get(idOf(record)));
    });
}

const BIGGER = ['vps-8g', 'vps-xl'];

/** Switches an instance on or off, so that it is in a state of its power cycle now. */
function schedulePower(timeline: Timeline, record: ScenarioRecord, status: string): void {
  const power = (at: number, trigger: 'start' | 'stop' | 'reboot'): void =>
    timeline.on(record, at, (store) => void switchPower(store, idOf(record), trigger));
  if (status === 'stopped' || status === 'starting') power(timeline.between(record, 0.6), 'stop');
  if (status === 'stopping') power(timeline.now, 'stop');
  if (status === 'starting') power(timeline.now, 'start');
  if (status === 'rebooting') power(timeline.now, 'reboot');
  if (status === 'resizing')
    timeline.on(record, timeline.now, (store) => {
      const before = store.vps.get(idOf(record));
      const sku_id =
        BIGGER.find((sku) => sku !== before.sku_id && sizeOf(sku).disk_bytes >= before.disk_bytes) ??
        'vps-xl';
      const { invoice_id } = resizeVps(store, before, { sku_id, payment_method: 'bank_transfer' });
      const invoice = store.invoices.get(invoice_id ?? '');
      if (invoice.status === 'unpaid') payInvoice(store, invoice);
    });
}
