// Virtual machines themselves: their sizes, their addresses, and the states that pass by themselves.
import { later } from './cycles.ts';
import { type EventType, tell } from './events.ts';
import type { Store, VpsRow } from './tables.ts';

type Size = Pick<VpsRow, 'vcpus' | 'memory_mb' | 'disk_gb' | 'bandwidth_gb'>;

const size = (vcpus: number, gibibytes: number, disk_gb: number, bandwidth_gb: number | null): Size => ({
  vcpus,
  memory_mb: gibibytes * 1024,
  disk_gb,
  bandwidth_gb,
});

/** What each product is; chosen. */
const SIZES: Record<string, Size> = {
  'vps-s': size(1, 2, 40, 2048),
  'vps-m': size(2, 4, 80, 4096),
  'vps-l': size(4, 8, 160, 8192),
  'vps-xl': size(8, 16, 320, null),
  'vps-4g': size(2, 4, 80, null),
  'vps-8g': size(4, 8, 160, null),
  'vps-fail': size(1, 2, 40, 2048),
};
/** A SKU may be any string: one that is not in the list is of this size. */
const ORDINARY = size(1, 1, 25, 1024);

/** The size that a product decides. */
export const sizeOf = (sku: string): Size => SIZES[sku] ?? ORDINARY;

/** The three networks of RFC 5737, for documentation: nothing that answers is ever named. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];
const HOSTS = 254;

/**
 * Gives an instance its addresses: an IPv4 address that no other instance of the platform has (none, when all are
 * taken), and one of the IPv6 network for documentation (RFC 3849) that follows from its id.
 */
export function assignAddresses(store: Store, { id }: Pick<VpsRow, 'id'>): Pick<VpsRow, 'ipv4' | 'ipv6'> {
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

type Passing = 'starting' | 'stopping' | 'rebooting' | 'resizing';

/** How long a state lasts on the world's clock, in milliseconds, and what has happened when it is over. Chosen. */
const PASSING: Record<Passing, { takes: number; told: EventType }> = {
  starting: { takes: 4000, told: 'vps.started' },
  stopping: { takes: 3000, told: 'vps.stopped' },
  rebooting: { takes: 5000, told: 'vps.rebooted' },
  resizing: { takes: 8000, told: 'vps.resized' },
};
const passingOf = ({ status }: VpsRow) =>
  Object.entries(PASSING).find(([passing]) => passing === status)?.[1];

/** The state an instance settles in, and the timer that wakes then. */
type Settled = 'running' | 'stopped';
const KINDS: Record<Settled, string> = { running: 'vps.runs', stopped: 'vps.stops' };
const alarm = ({ tenant_id = '', id }: VpsRow) => ({ tenant_id, vps_id: id });

/** Lets a state pass, by the world's `lifecycle`: in some seconds, before the next request, or by no means. */
export function settleSoon(store: Store, vps: VpsRow, to: Settled): VpsRow {
  const { lifecycle } = store.settings;
  if (lifecycle === 'manual') return vps;
  const at = lifecycle === 'immediate' ? store.now : later(store.now, passingOf(vps)?.takes ?? 0);
  store.schedule(KINDS[to], at, alarm(vps));
  return vps;
}

/** Timer: a state that passes is over. */
export const settle =
  (to: Settled) =>
  (store: Store, vps: VpsRow): void => {
    const passing = passingOf(vps);
    if (!passing) return;
    const trigger = vps.status === 'resizing' ? `settle_${to}` : 'settle';
    tell(store, passing.told, store.vps.move(vps.id, trigger));
  };

/** Whatever an instance was about to become, it does not become any more. */
function interrupt(store: Store, vps: VpsRow): void {
  for (const kind of Object.values(KINDS)) store.unschedule(kind, alarm(vps));
}

/** Holds an instance still. Refusal INVALID_STATE unless it is in use. */
export function suspendMachine(store: Store, vps: VpsRow): VpsRow {
  interrupt(store, vps);
  return store.vps.move(vps.id, 'suspend');
}

/** Ends an instance for good, whatever its state, and frees its addresses. */
export function terminateMachine(store: Store, vps: VpsRow): VpsRow {
  interrupt(store, vps);
  const address = store.vps_addresses.by('vps_id', vps.id);
  if (address) store.vps_addresses.remove(address.id);
  const gone = { ipv4: [], ipv6: [], next_due_at: null, terminated_at: store.now };
  return tell(store, 'vps.terminated', store.vps.move(vps.id, 'terminate', gone));
}
