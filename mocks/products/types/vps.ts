// The product type vps: an instance that follows its service.
import type { ServiceRow, Store, VpsRow } from '../../tables.ts';
import { emitEvent } from '../../webhooks/events.ts';
import type { ProductType } from '../product-type.ts';
import { assignAddresses, sizeOf, suspendVps, terminateVpsInstance } from '../vps-power.ts';

export const vps: ProductType = {
  open(store, service, { vps: details }, invoice_id) {
    const hostname = details?.hostname ?? configValue(service, 'hostname', HOSTNAME) ?? service.config.domain;
    const opened = store.vps.insert({
      service_id: service.id,
      customer_id: service.customer_id,
      order_id: service.order_id ?? null,
      invoice_id,
      sku_id: service.sku_id,
      hostname: hostname ?? `${service.id.slice(0, 8)}.vps.hosting-platform.example`,
      label: details?.label ?? null,
      region: details?.region ?? configValue(service, 'region', REGION) ?? 'de-fra',
      image: details?.image ?? configValue(service, 'image', IMAGE) ?? 'debian-13',
      status: 'provisioning',
      ...sizeOf(service.sku_id),
      ipv4: [],
      ipv6: [],
      billing_cycle: service.billing_cycle,
      next_due_at: null,
      terminated_at: null,
    });
    return opened.id;
  },
  activate(store, service) {
    const { id } = vpsOf(store, service);
    const running = store.vps.move(id, 'provision', {
      ...assignAddresses(store, { id }),
      next_due_at: service.next_due_at ?? null,
    });
    emitEvent(store, 'vps.provisioned', running);
  },
  fail: (store, service) => void store.vps.move(vpsOf(store, service).id, 'fail'),
  cancel: (store, service) => void terminateVpsInstance(store, vpsOf(store, service)),
  suspend: (store, service) => void suspendVps(store, vpsOf(store, service)),
  // Chosen by this contract: an instance runs after a suspension, whatever its status was before the suspension.
  unsuspend: (store, service) => void store.vps.move(vpsOf(store, service).id, 'unsuspend'),
  terminate: (store, service) => void terminateVpsInstance(store, vpsOf(store, service)),
  renew: (store, service) =>
    void store.vps.update(vpsOf(store, service).id, { next_due_at: service.next_due_at ?? null }),
};

const vpsOf = (store: Store, { resource_id }: ServiceRow): VpsRow => store.vps.get(resource_id ?? '');

const HOSTNAME =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const REGION = /^[a-z0-9-]{2,32}$/;
const IMAGE = /^[a-z0-9][a-z0-9.-]{0,63}$/;

/** Reads a member of the free-form `config` of a service; undefined unless the value matches the format. */
function configValue({ config }: ServiceRow, member: string, form: RegExp): string | undefined {
  const value: unknown = Reflect.get(config, member);
  return typeof value === 'string' && form.test(value) ? value : undefined;
}
