// Measures the start: the time from the start of a process to its first reply, its memory, and its first POST.
import { median } from '../median.ts';
import type { Build } from './build.ts';
import { headersFor, startMock } from './cases.ts';
import type { BenchOptions } from './options.ts';
import { residentMegabytes, type Server } from './process.ts';
import { startHello, startPrism } from './servers.ts';

/** Starts of the slow servers and rounds that measure memory. */
const PRISM_STARTS = 5;
const MEMORY_ROUNDS = 3;

/** Prints the time to the first reply and the memory of a minimal server, the mock and `prism mock`. */
export async function startUp({ builds, starts }: BenchOptions): Promise<void> {
  const kinds: Record<string, () => Promise<Server>> = {
    hello: startHello,
    ...Object.fromEntries(builds.map((build) => [build.name, () => startMock(build)])),
    prism: startPrism,
  };
  const times = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
  const memory = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
  for (let round = 0; round < starts; round++) {
    for (const [name, startServer] of Object.entries(kinds)) {
      if (name === 'prism' && round >= PRISM_STARTS) continue;
      const server = await startServer();
      times.get(name)?.push(server.startMs);
      if (round < MEMORY_ROUNDS) {
        await new Promise((later) => setTimeout(later, 1000));
        memory.get(name)?.push(residentMegabytes(server.pid));
      }
      await server.stop();
    }
  }
  const hello = median(times.get('hello') ?? []);
  console.log('\nProcess start to first reply, and resident memory a second later (medians)');
  console.table(
    Object.fromEntries(
      Object.keys(kinds).map((name) => {
        const ms = median(times.get(name) ?? []);
        return [
          name,
          {
            'start ms': ms.toFixed(1),
            'times hello': (ms / hello).toFixed(2),
            'RSS MB': median(memory.get(name) ?? []).toFixed(0),
          },
        ];
      }),
    ),
  );
}

/** Prints how much slower the first POST of a fresh process is than its tenth. */
export async function firstPost({ builds, rounds }: BenchOptions): Promise<void> {
  for (const build of builds) {
    const differences: number[] = [];
    for (let round = 0; round < rounds; round++) differences.push(await firstPostDifference(build));
    console.log(
      `\n${build.name}: first POST slower than the tenth by ${median(differences).toFixed(1)} ms (median of ${rounds} fresh processes)`,
    );
  }
}

async function firstPostDifference(build: Build): Promise<number> {
  const mock = await startMock(build);
  try {
    const url = `http://127.0.0.1:${mock.port}`;
    await fetch(`${url}/_mock/v1/health`).then((response) => response.text());
    const times: number[] = [];
    for (let i = 0; i < 10; i++) {
      const began = performance.now();
      const response = await fetch(`${url}/v1/customers`, {
        method: 'POST',
        headers: headersFor(mock.token),
        body: JSON.stringify({ email: `first${i}@example.org`, first_name: 'A', last_name: 'B' }),
      });
      await response.text();
      times.push(performance.now() - began);
    }
    return (times[0] ?? 0) - (times[9] ?? 0);
  } finally {
    await mock.stop();
  }
}
