// Measures requests per second of the mock, bare `node:http` and `prism mock` in the same rounds.
import { median } from '../median.ts';
import { prepareCases, startMock } from './cases.ts';
import { load } from './load.ts';
import type { BenchOptions } from './options.ts';
import type { Server } from './process.ts';
import { startBare, startPrism } from './servers.ts';

/** Prints requests per second of each case. */
export async function throughput({ builds, rounds, seconds }: BenchOptions): Promise<void> {
  const servers: Server[] = [];
  try {
    const [build] = builds;
    if (!build) return;
    const mock = await startMock(build);
    servers.push(mock);
    const { cases, prepared } = await prepareCases(mock);
    const bare = await startBare(prepared);
    servers.push(bare);
    const prism = await startPrism();
    servers.push(prism);

    const rates = new Map<string, number[]>();
    for (let round = 0; round < rounds; round++) {
      for (const one of cases) {
        for (const [name, { port }] of Object.entries({ bare, mock, prism })) {
          const asked = name === 'prism' ? { ...one, path: one.path.replace('/v1', '') } : one;
          const rate = await load(port, asked, mock.token, seconds);
          const key = `${one.name} ${name}`;
          rates.set(key, [...(rates.get(key) ?? []), rate]);
        }
      }
      console.error(`round ${round + 1} of ${rounds}`);
    }
    console.log('\nRequests a second (median), one core, 32 keep-alive connections');
    console.table(
      Object.fromEntries(
        cases.map(({ name }) => {
          const rate = (server: string): number => median(rates.get(`${name} ${server}`) ?? []);
          const perRound = (rates.get(`${name} mock`) ?? []).map(
            (mine, i) => mine / (rates.get(`${name} bare`)?.[i] ?? 1),
          );
          return [
            name,
            {
              bare: Math.round(rate('bare')),
              mock: Math.round(rate('mock')),
              prism: Math.round(rate('prism')),
              'mock/bare': (rate('mock') / rate('bare')).toFixed(2),
              spread: `${Math.min(...perRound).toFixed(2)}–${Math.max(...perRound).toFixed(2)}`,
              'mock/prism': (rate('mock') / rate('prism')).toFixed(1),
            },
          ];
        }),
      ),
    );
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
