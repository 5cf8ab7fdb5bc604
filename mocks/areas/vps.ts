// Handlers for VPS instances: create, start, stop, reboot, resize, terminate.

import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { endOfCycle, isRecurring } from '../billing/cycles.ts';
import { issueInvoice, scheduleOverdue } from '../billing/invoices.ts';
import { payFromWallet } from '../billing/payments.ts';
import { subscriptionOf } from '../billing/subscriptions.ts';
import { assertListed, isSoldAs, productOf, unitPrice } from '../products/price-list.ts';
import { endService } from '../products/termination.ts';
import { GIB, scheduleTransition, sizeOf, switchPower, terminateVpsInstance } from '../products/types/vps.ts';
import type { InvoiceRow, ServiceRow, Store, VpsRow } from '../tables.ts';
import { orderProduct } from './orders.ts';

/** Handles the operations under /vps. */
export const vps = {
  listVps: ({ store, query }) => store.vps.page(query),

  createVps: ({ store, body }) => createVps(store, body),

  getVps: ({ store, params }) => store.vps.get(params.id),

  startVps: ({ store, params }) => switchPower(store, params.id, 'start'),

  stopVps: ({ store, params }) => switchPower(store, params.id, 'stop'),

  rebootVps: ({ store, params }) => switchPower(store, params.id, 'reboot'),

  resizeVps: ({ store, params, body }) => resizeVps(store, store.vps.get(params.id), body),

  terminateVps: ({ store, params }) => terminateVps(store, store.vps.get(params.id)),
} satisfies Partial<Handlers<Store>>;

// Throws the refusal SKU_NO_SERVER for a SKU of another product type. Chosen by this contract: any unknown string is
// accepted as a SKU, unless the catalogue is strict.
function assertVpsSku(sku: string): void {
  if (!isSoldAs(sku, 'vps')) throw new Refusal('SKU_NO_SERVER');
}

/** Creates an instance by placing an order of one item. SSH keys, password and user data are not stored. */
export function createVps(store: Store, body: Body<'createVps'>): VpsRow {
  const { sku_id, hostname, region, image } = body;
  assertVpsSku(sku_id);
  const { resource_id } = orderProduct(store, body, { domain: hostname, region, image }, { vps: body });
  return store.vps.get(resource_id ?? '');
}

/**
 * Resizes a running or stopped instance, which has the same status again after the resize. A disk never shrinks.
 * Throws the refusals INVALID_STATE, SIZE_UNCHANGED, SKU_NO_SERVER, SKU_UNKNOWN, DISK_TOO_LARGE.
 */
export function resizeVps(store: Store, before: VpsRow, body: Body<'resizeVps'>): VpsRow {
  const { sku_id, allow_disk_growth = true } = body;
  const { id } = store.vps.move(before.id, 'resize');
  if (sku_id === before.sku_id) throw new Refusal('SIZE_UNCHANGED');
  assertVpsSku(sku_id);
  assertListed(store, sku_id);
  const size = sizeOf(sku_id);
  if (size.disk_bytes < before.disk_bytes)
    throw new Refusal('DISK_TOO_LARGE', { values: { disk: before.disk_bytes / GIB } });
  const service = store.services.get(before.service_id);
  const invoice = changeProduct(store, service, sku_id, body.payment_method ?? 'wallet');
  const resizing = store.vps.update(id, {
    sku_id,
    ...size,
    disk_bytes: allow_disk_growth ? size.disk_bytes : before.disk_bytes,
    invoice_id: invoice?.id ?? before.invoice_id,
  });
  return scheduleTransition(store, resizing, before.status === 'stopped' ? 'stopped' : 'running');
}

/**
 * Terminates an instance in any status, together with its service. An instance that is terminated already stays
 * unchanged.
 */
export function terminateVps(store: Store, { id, service_id, status }: VpsRow): VpsRow {
  if (status !== 'terminated') endService(store, store.services.get(service_id));
  const ended = store.vps.get(id);
  // The service of an instance that failed to be provisioned has ended already, so the instance is terminated here.
  return ended.status === 'terminated' ? ended : terminateVpsInstance(store, ended);
}

// Changes the product of a service. Chosen by this contract: an upgrade is billed at once, either from the wallet
// (refusal INSUFFICIENT_FUNDS) or by an invoice that stays unpaid; a downgrade refunds nothing. Returns the invoice of
// the upgrade; null when nothing is owed.
function changeProduct(store: Store, service: ServiceRow, sku_id: string, method: string): InvoiceRow | null {
  const { billing_cycle, currency, quantity } = service;
  const { name } = productOf(sku_id);
  const unit_amount = unitPrice(sku_id, billing_cycle, currency);
  const owed = Math.round((unit_amount - service.unit_amount) * remainingCycles(store, service));
  store.services.update(service.id, { sku_id, name, unit_amount });
  const subscription = subscriptionOf(store, service);
  if (subscription) {
    store.subscriptions.update(subscription.id, { sku_id, unit_amount, amount: quantity * unit_amount });
  }
  if (owed <= 0) return null;
  const recurring = isRecurring(billing_cycle);
  const invoice = issueInvoice(store, {
    customer_id: service.customer_id,
    order_id: null,
    subscription_id: service.subscription_id ?? null,
    charges: [
      {
        description: `Upgrade from ${service.name} to ${name}`.slice(0, 500),
        sku_id,
        service_id: service.id,
        quantity,
        unit_amount: owed,
        period_start: recurring ? store.now : null,
        period_end: recurring ? (service.next_due_at ?? null) : null,
      },
    ],
  });
  return method === 'wallet' ? payFromWallet(store, invoice) : scheduleOverdue(store, invoice);
}

// Computes how many cycles of a service are paid for and not over yet, as a fraction. Each cycle counts by its own
// length; a one_time service counts as 1 cycle.
function remainingCycles(store: Store, { billing_cycle, activated_at, next_due_at }: ServiceRow): number {
  if (!isRecurring(billing_cycle)) return 1;
  const anchor = activated_at ?? store.now;
  let remaining = 0;
  // All hourly cycles have the same length, so the loop can start now instead of at the activation.
  let from = billing_cycle === 'hourly' ? store.now : anchor;
  while (next_due_at != null && from < next_due_at) {
    const until = endOfCycle(from, billing_cycle, anchor);
    const [start, end] = [from > store.now ? from : store.now, until < next_due_at ? until : next_due_at];
    if (end > start) remaining += spanMs(start, end) / spanMs(from, until);
    from = until;
  }
  return remaining;
}

const spanMs = (from: string, until: string): number => Date.parse(until) - Date.parse(from);
