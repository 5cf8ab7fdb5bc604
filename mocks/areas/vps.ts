// Handlers for VPS instances: create, start, stop, reboot, resize, terminate.

import type { Body } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { changeProduct } from '../billing/proration.ts';
import { assertListed, isSoldAs } from '../products/price-list.ts';
import { endService } from '../products/termination.ts';
import { GIB, scheduleTransition, sizeOf, switchPower, terminateVpsInstance } from '../products/types/vps.ts';
import type { Store, VpsRow } from '../tables.ts';
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
