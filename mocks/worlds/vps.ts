// Adds the VPS instances of the demo world, in the states that ordinary orders do not reach.

import { createVps, resizeVps, terminateVps } from '../areas/vps.ts';
import { DAY } from '../billing/cycles.ts';
import { suspendService } from '../products/instances.ts';
import { switchPower } from '../products/vps-power.ts';
import type { Store, VpsRow } from '../tables.ts';
import type { History, LaterStep } from './history.ts';

const SECOND = 1000 / DAY;

/** Adds VPS instances to the history of a tenant. */
export function addVpsInstances(history: History, tenant: Store): void {
  const on = history.ofTenant(tenant);

  let count = 0;
  const server = (
    daysBefore: number,
    [hostname, label, region]: [string, string | null, string],
    ...then: LaterStep<VpsRow>[]
  ) => {
    count += 1;
    const create = (store: Store): VpsRow => {
      const customer_id = store.customers.where('status', 'active')[0]?.id ?? '';
      const image = region === 'se-sto' ? 'ubuntu-26.04' : 'debian-13';
      const vpsBody = { sku_id: 'vps-4g', billing_cycle: 'monthly', hostname, label, region, image } as const;
      return createVps(store, { customer_id, ...vpsBody });
    };
    // Each instance is ordered in a second of its own, so that no two paid periods end at the same instant.
    on(daysBefore - count * 11 * SECOND, create, ...then);
  };

  server(27.5, ['shop.xn--bcher-kva.example', 'Bücher – Laden', 'de-fra'], [27.49, enlarge]);
  server(27, ['db1.acme.example', 'خادم قاعدة البيانات', 'se-sto'], [6, stop]);
  server(22, ['cache.acme.example', null, 'de-fra'], [5, suspend]);
  server(19, ['old.acme.example', `${'very '.repeat(22)}old`, 'de-fra'], [2, terminate]);
  // The transitions of these instances started a second before the world's first instant.
  server(16, ['stopping.acme.example', null, 'us-nyc'], [SECOND, stop]);
  server(14, ['reboot.acme.example', '再起動', 'us-nyc'], [SECOND, reboot]);
  server(0.01, ['grows.acme.example', null, 'se-sto'], [SECOND, enlarge]);
  server(8, ['wakes.acme.example', null, 'se-sto'], [7, stop], [SECOND, startInstance]);
}

type VpsStep = LaterStep<VpsRow>[1];
const enlarge: VpsStep = (store, { id }) => resizeVps(store, store.vps.get(id), { sku_id: 'vps-8g' });
const suspend: VpsStep = (store, { service_id }) =>
  suspendService(store, service_id, 'Sends unsolicited mail.');
const terminate: VpsStep = (store, { id }) => terminateVps(store, store.vps.get(id));
const stop: VpsStep = (store, { id }) => switchPower(store, id, 'stop');
const reboot: VpsStep = (store, { id }) => switchPower(store, id, 'reboot');
const startInstance: VpsStep = (store, { id }) => switchPower(store, id, 'start');
