// Benchmarks of large worlds: the time of a page at 100 and at 1,000,000 customers, memory per customer, forks, and a
// year on the world's clock.
import { customerBodies } from '../../fixtures/worlds/customers.ts';
import { createCustomer } from '../../mocks/areas/customers.ts';
import { hostingMock } from '../../mocks/index.ts';
import type { HostingTables } from '../../mocks/tables.ts';
import { type App, createApp } from '../../src/server/app.ts';
import { median } from '../median.ts';

const LARGE = 1_000_000;

type Sized = { app: App<HostingTables>; token: string };

function worldOf(customers: number): Sized {
  const app = createApp(hostingMock, { world: 'empty', limits: 'off', verify: false, clock: 'frozen' });
  const { tenantId = '', token = '' } = app.personas.owner ?? {};
  const person = customerBodies(1, 'bench');
  for (let from = 0; from < customers; from += 1000) {
    app.world.transact(tenantId, (store) => {
      for (let at = from; at < Math.min(from + 1000, customers); at++) {
        createCustomer(store, person(at));
      }
    });
  }
  return { app, token };
}

async function pageMicroseconds({ app, token }: Sized, query: string): Promise<number> {
  const call = {
    method: 'GET',
    path: '/v1/customers',
    query,
    headers: { authorization: `Bearer ${token}` },
    body: null,
    address: 'bench',
  };
  const rounds: number[] = [];
  // Rounds with a negative number warm up the code, and their times are not counted.
  for (let round = -4; round < 9; round++) {
    const began = performance.now();
    for (let i = 0; i < 300; i++) {
      const reply = await app.handle(call);
      if (reply.status !== 200) throw new Error(`${query} answered ${reply.status}: ${reply.body}`);
    }
    if (round >= 0) rounds.push(((performance.now() - began) / 300) * 1000);
  }
  return median(rounds);
}

const heap = (): number => {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/**
 * Prints the times of pages of 20 records in two worlds, the memory per customer, the cost of forks, and the time
 * that a year of renewals takes. Memory is measured only under `node --expose-gc`.
 */
export async function worlds(): Promise<void> {
  const small = worldOf(100);
  const before = heap();
  const began = performance.now();
  const large = worldOf(LARGE);
  const seconds = (performance.now() - began) / 1000;
  const bytes = (heap() - before) / LARGE;
  console.log(
    `\n${LARGE} customers made in ${seconds.toFixed(1)} s${globalThis.gc ? `, ${bytes.toFixed(0)} bytes of heap each` : ' (memory: run with node --expose-gc)'}`,
  );

  const queries: Record<string, [small: string, large: string]> = {
    'first page': ['per_page=20', 'per_page=20'],
    'deep page': ['per_page=20&page=5', `per_page=20&page=${LARGE / 20 / 2}`],
    filtered: ['per_page=20&status=active', 'per_page=20&status=active'],
    sorted: ['per_page=20&sort=name', 'per_page=20&sort=name'],
    'filtered, sorted, deep': [
      'per_page=20&status=active&sort=-name&page=5',
      `per_page=20&status=active&sort=-name&page=${LARGE / 20 / 2}`,
    ],
  };
  const table: Record<string, object> = {};
  for (const [name, [few, many]] of Object.entries(queries)) {
    const [at100, atLarge] = [await pageMicroseconds(small, few), await pageMicroseconds(large, many)];
    table[name] = {
      'µs at 100': at100.toFixed(1),
      [`µs at ${LARGE}`]: atLarge.toFixed(1),
      ratio: (atLarge / at100).toFixed(2),
    };
  }
  console.table(table);
  await forks();
  year();
}

async function forks(): Promise<void> {
  const { app } = worldOf(10_000);
  const times: number[] = [];
  for (let i = 0; i < 20; i++) {
    const began = performance.now();
    const fork = app.world.fork(`fork-${i}`);
    const forked = performance.now();
    fork.transact(app.personas.owner?.tenantId ?? null, (store) => {
      createCustomer(store, customerBodies(1, 'fork')(20_000 + i));
    });
    times.push(performance.now() - began);
    if (i === 0) console.log(`Fork of a 10,000-row world: ${(forked - began).toFixed(2)} ms`);
  }
  console.log(`… and its first write: ${median(times).toFixed(2)} ms (median of 20)`);
}

function year(): void {
  const app = createApp(hostingMock, { world: 'demo', limits: 'off', verify: false, clock: 'frozen' });
  const began = performance.now();
  app.world.clock.advance(365 * 86_400_000);
  const ran = app.world.runDue();
  const broken = app.invariants();
  console.log(
    `A year of the demo world: ${ran.length} timers in ${(performance.now() - began).toFixed(0)} ms, ${broken.length} broken invariants`,
  );
}
