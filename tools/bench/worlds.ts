// Benchmarks of large worlds: pages at 100 and at 100,000 customers, forks, and a year on the world's clock.
import { customerBodies } from '../../fixtures/worlds/customers.ts';
import { createCustomer } from '../../mocks/areas/customers.ts';
import { hostingMock } from '../../mocks/index.ts';
import { createApp } from '../../src/server/app.ts';

const LARGE = 100_000;
const person = customerBodies(1, 'bench');

function appOf(customers: number) {
  const app = createApp(hostingMock, { world: 'empty', limits: 'off', verify: false, clock: 'frozen' });
  const { tenantId = '' } = app.personas.owner ?? {};
  for (let from = 0; from < customers; from += 1000)
    app.world.transact(tenantId, (store) => {
      for (let at = from; at < Math.min(from + 1000, customers); at += 1) createCustomer(store, person(at));
    });
  return app;
}

/** Returns the median time of a page, in µs. */
async function pageUs(app: ReturnType<typeof appOf>, query: string): Promise<number> {
  const headers = { authorization: `Bearer ${app.personas.owner?.token}` };
  const call = { method: 'GET', path: '/v1/customers', query, headers, body: null, address: 'bench' };
  const times: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    const began = performance.now();
    const reply = await app.handle(call);
    times.push((performance.now() - began) * 1000);
    if (reply.status !== 200) throw new Error(`${query} answered ${reply.status}`);
  }
  return times.toSorted((a, b) => a - b)[100] ?? 0;
}

/** Prints the times of pages of 20 records, of forks, and of a year of renewals. */
export async function measureWorlds(): Promise<void> {
  const [small, large] = [appOf(100), appOf(LARGE)];
  const table: Record<string, object> = {};
  for (const query of ['', '&page=2500', '&status=active', '&sort=name', '&q=zzz']) {
    const few = query.startsWith('&page') ? '' : query;
    const [at100, atLarge] = [
      await pageUs(small, `per_page=20${few}`),
      await pageUs(large, `per_page=20${query}`),
    ];
    table[`page of 20${query}`] = { 'µs at 100': at100.toFixed(0), [`µs at ${LARGE}`]: atLarge.toFixed(0) };
  }
  console.table(table);

  const demo = createApp(hostingMock, { world: 'demo', limits: 'off', verify: false, clock: 'frozen' });
  for (const [name, app] of Object.entries({ 'the demo world': demo, [`${LARGE} customers`]: large })) {
    const times = Array.from({ length: 9 }, (_, at) => {
      const began = performance.now();
      const fork = app.world.fork(`fork-${at}`);
      const forked = performance.now();
      fork.transact(app.personas.owner?.tenantId ?? null, (store) => {
        createCustomer(store, person(LARGE + 1));
      });
      return [forked - began, performance.now() - forked] as const;
    }).sort(([a], [b]) => a - b);
    const [fork = 0, write = 0] = times[4] ?? [];
    console.log(`fork of ${name}: ${fork.toFixed(2)} ms, its first write ${write.toFixed(1)} ms`);
  }
  const began = performance.now();
  demo.world.clock.advance(365 * 86_400_000);
  const { length } = demo.world.runDue();
  const broken = demo.invariants().length;
  console.log(
    `a year of the demo world: ${length} timers in ${(performance.now() - began).toFixed(0)} ms, ${broken} broken invariants`,
  );
}
