// The product type vps: an instance that follows its service.
import { type ServiceRow, type Store, timerRef, type VpsRow } from '../../tables.ts';
import { type EventType, emitEvent } from '../../webhooks/events.ts';
import { scheduleByPace } from '../lifecycle-pace.ts';
import type { ProductType } from '../product-type.ts';
import { ofService } from './resource-transitions.ts';

export const vps: ProductType = {
  open(store, service, { vps: details }, invoice_id) {
    const hostname = details?.hostname ?? configValue(service, 'hostname', HOSTNAME) ?? service.config.domain;
    const opened = store.vps.insert({
      ...ofService(service, invoice_id),
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

// Reads a member of the free-form `config` of a service; undefined unless the value matches the format.
function configValue({ config }: ServiceRow, member: string, form: RegExp): string | undefined {
  const value: unknown = Reflect.get(config, member);
  return typeof value === 'string' && form.test(value) ? value : undefined;
}

type VpsSize = Pick<VpsRow, 'vcpus' | 'memory_bytes' | 'disk_bytes' | 'bandwidth_limit_bytes'>;

export const GIB = 1024 ** 3;

// `memory`: in gibibytes, as the disk and the traffic per month.
const vpsSize = (vcpus: number, memory: number, disk: number, traffic: number | null): VpsSize => ({
  vcpus,
  memory_bytes: memory * GIB,
  disk_bytes: disk * GIB,
  bandwidth_limit_bytes: traffic === null ? null : traffic * GIB,
});

/** The size of an instance by SKU. Chosen by this contract. */
const SIZES: Record<string, VpsSize> = {
  'vps-s': vpsSize(1, 2, 40, 2048),
  'vps-m': vpsSize(2, 4, 80, 4096),
  'vps-l': vpsSize(4, 8, 160, 8192),
  'vps-xl': vpsSize(8, 16, 320, null),
  'vps-4g': vpsSize(2, 4, 80, null),
  'vps-8g': vpsSize(4, 8, 160, null),
  'vps-fail': vpsSize(1, 2, 40, 2048),
};
/** The size of an instance with an unknown SKU. */
const DEFAULT_SIZE = vpsSize(1, 1, 25, 1024);

export const sizeOf = (sku: string): VpsSize => SIZES[sku] ?? DEFAULT_SIZE;

/** The three documentation networks of RFC 5737, in which no real host exists. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];
const HOSTS = 254;

/**
 * Assigns a free IPv4 address, or none when all are in use, and an IPv6 address from the documentation network (RFC
 * 3849) that is derived from the id.
 */
function assignAddresses(store: Store, { id }: Pick<VpsRow, 'id'>): Pick<VpsRow, 'ipv4' | 'ipv6'> {
  const [high, low] = [id.slice(0, 4), id.slice(4, 8)].map((group) =>
    (Number.parseInt(group, 16) || 1).toString(16),
  );
  const ipv6 = [`2001:db8:${high}:${low}::1`];
  const all = NETWORKS.length * HOSTS;
  const first = store.vps_addresses.count();
  for (let at = 0; at < all; at += 1) {
    const ordinal = (first + at) % all;
    if (store.vps_addresses.by('ordinal', ordinal)) continue;
    store.vps_addresses.insert({ ordinal, vps_id: id });
    return { ipv4: [`${NETWORKS[Math.floor(ordinal / HOSTS)]}.${1 + (ordinal % HOSTS)}`], ipv6 };
  }
  return { ipv4: [], ipv6 };
}

type TransitionState = 'starting' | 'stopping' | 'rebooting' | 'resizing';

// The duration of each transition state on the world's clock, in milliseconds, and the event that is emitted at its
// end. Chosen by this contract.
const TRANSITIONS: Record<TransitionState, { durationMs: number; event: EventType }> = {
  starting: { durationMs: 4000, event: 'vps.started' },
  stopping: { durationMs: 3000, event: 'vps.stopped' },
  rebooting: { durationMs: 5000, event: 'vps.rebooted' },
  resizing: { durationMs: 8000, event: 'vps.resized' },
};
const transitionOf = ({ status }: VpsRow) =>
  Object.entries(TRANSITIONS).find(([transition]) => transition === status)?.[1];

/** The states that an instance can have after a transition, each with a timer of its own. */
type StableState = 'running' | 'stopped';
const TRANSITION_TIMERS: Record<StableState, string> = { running: 'vps.runs', stopped: 'vps.stops' };

export function scheduleTransition(store: Store, vps: VpsRow, to: StableState): VpsRow {
  scheduleByPace(store, TRANSITION_TIMERS[to], transitionOf(vps)?.durationMs ?? 0, timerRef('vps_id', vps));
  return vps;
}

/** The state that each trigger of an instance's power leads to. */
const POWER_STATES = { start: 'running', stop: 'stopped', reboot: 'running' } as const;

/** Starts, stops or reboots an instance. Throws the refusal INVALID_STATE. */
export const switchPower = (store: Store, id: string, trigger: keyof typeof POWER_STATES): VpsRow =>
  scheduleTransition(store, store.vps.move(id, trigger), POWER_STATES[trigger]);

/** Creates the handler that ends a transition state of an instance; a timer or a lever calls the handler. */
export const finishTransition =
  (to: StableState) =>
  (store: Store, vps: VpsRow): void => {
    const transition = transitionOf(vps);
    if (!transition) return;
    const trigger = vps.status === 'resizing' ? `settle_${to}` : 'settle';
    emitEvent(store, transition.event, store.vps.move(vps.id, trigger));
  };

function cancelTransition(store: Store, vps: VpsRow): void {
  for (const kind of Object.values(TRANSITION_TIMERS)) store.unschedule(kind, timerRef('vps_id', vps));
}

// Suspends an instance and cancels its transition. Throws the refusal INVALID_STATE unless the instance is in use.
function suspendVps(store: Store, vps: VpsRow): VpsRow {
  cancelTransition(store, vps);
  return store.vps.move(vps.id, 'suspend');
}

/** Terminates an instance in any status and frees its IP addresses. */
export function terminateVpsInstance(store: Store, vps: VpsRow): VpsRow {
  cancelTransition(store, vps);
  const address = store.vps_addresses.by('vps_id', vps.id);
  if (address) store.vps_addresses.remove(address.id);
  const finalValues = { ipv4: [], ipv6: [], next_due_at: null, terminated_at: store.now };
  return emitEvent(store, 'vps.terminated', store.vps.move(vps.id, 'terminate', finalValues));
}
