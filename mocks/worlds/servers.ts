// Servers of the demo world: one in every state that ordinary orders do not leave behind.
import { DAY } from '../cycles.ts';
import { suspend } from '../instances.ts';
import { settleSoon } from '../machines.ts';
import type { Store, VpsRow } from '../tables.ts';
import { createVps, resizeVps, terminateVps } from '../vps.ts';
import type { Past } from './past.ts';

const SECOND = 1000 / DAY;

type Later = [daysBefore: number, run: (store: Store, vps: VpsRow) => void];

/** Adds servers to a tenant's past. @param start the world's first instant, in milliseconds */
export function servers(past: Past, own: Store, start: number): void {
  const tenant = own.tenantId ?? '';
  const on = (daysBefore: number, run: (store: Store) => void): void =>
    past.at(Math.round(start - daysBefore * DAY), (platform) => run(platform.forTenant(tenant)));

  let asked = 0;
  const server = (
    daysBefore: number,
    [hostname, label, region]: [string, string | null, string],
    ...then: Later[]
  ) => {
    const made: VpsRow[] = [];
    asked += 1;
    // Some seconds of its own, so that the ends of no two periods fall on one instant.
    on(daysBefore - asked * 11 * SECOND, (store) => {
      const customer_id = store.customers.where('status', 'active')[0]?.id ?? '';
      const image = region === 'se-sto' ? 'ubuntu-26.04' : 'debian-13';
      const rest = { sku_id: 'vps-4g', billing_cycle: 'monthly', hostname, label, region, image } as const;
      made.push(createVps(store, { customer_id, ...rest }));
    });
    for (const [day, run] of then)
      on(day, (store) => {
        for (const { id } of made) run(store, store.vps.get(id));
      });
  };
  const stop: Later[1] = (store, { id }) => void settleSoon(store, store.vps.move(id, 'stop'), 'stopped');

  server(27.5, ['shop.xn--bcher-kva.example', 'Bücher – Laden', 'de-fra'], [27.49, grow]);
  server(27, ['db1.acme.example', 'خادم قاعدة البيانات', 'se-sto'], [6, stop]);
  server(22, ['cache.acme.example', null, 'de-fra'], [5, hold]);
  server(19, ['old.acme.example', `${'very '.repeat(22)}old`, 'de-fra'], [2, end]);
  // Caught in the act: what began a second ago.
  server(16, ['stopping.acme.example', null, 'us-nyc'], [SECOND, stop]);
  server(14, ['reboot.acme.example', '再起動', 'us-nyc'], [SECOND, reboot]);
  server(0.01, ['grows.acme.example', null, 'se-sto'], [SECOND, grow]);
  server(8, ['wakes.acme.example', null, 'se-sto'], [7, stop], [SECOND, wake]);
}

const grow: Later[1] = (store, vps) => void resizeVps(store, vps, { sku_id: 'vps-8g' });
const hold: Later[1] = (store, vps) => void suspend(store, vps.service_id, 'Sends unsolicited mail.');
const end: Later[1] = (store, vps) => void terminateVps(store, vps);
const reboot: Later[1] = (store, { id }) => void settleSoon(store, store.vps.move(id, 'reboot'), 'running');
const wake: Later[1] = (store, { id }) => void settleSoon(store, store.vps.move(id, 'start'), 'running');
