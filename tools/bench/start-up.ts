// Measures the start: the time from the start of a process to its first reply, its memory, and its first POST.
import type { Build } from './build.ts';
import { headersFor, startMock } from './cases.ts';
import { printComparison, withSpread } from './comparison.ts';
import type { BenchOptions } from './options.ts';
import { residentMegabytes, type Server } from './process.ts';
import { startHello, startPrism } from './servers.ts';
import { orderOfRound, Rounds } from './statistics.ts';

/** Starts of the slow servers and rounds that measure memory. */
const PRISM_STARTS = 5;
const MEMORY_ROUNDS = 3;

/** Prints the time to the first reply and the memory of a minimal server, the mock and `prism mock`. */
export async function startUp({ builds, starts, noise }: BenchOptions): Promise<void> {
  const kinds: [name: string, start: () => Promise<Server>][] = [
    ['hello', startHello],
    ...builds.map((build): [string, () => Promise<Server>] => [build.name, () => startMock(build)]),
    ['prism', startPrism],
  ];
  const times = new Rounds();
  const memory = new Rounds();
  for (let round = 0; round < starts; round++) {
    for (const [name, startServer] of orderOfRound(kinds, round)) {
      if (name === 'prism' && round >= PRISM_STARTS) continue;
      const server = await startServer();
      times.add('start', name, server.startMs);
      if (round < MEMORY_ROUNDS) {
        await new Promise((later) => setTimeout(later, 1000));
        memory.add('memory', name, residentMegabytes(server.pid));
      }
      await server.stop();
    }
  }
  const quiet = noise.reasons().length === 0;
  console.log(
    `\nProcess start to first reply, and resident memory a second later: median (quartiles)${quiet ? '' : ', not conclusive'}`,
  );
  console.table(
    Object.fromEntries(
      kinds.map(([name]) => [
        name,
        {
          'start ms': withSpread(times.of('start', name)),
          'times hello': withSpread(times.ratios('start', name, 'hello')),
          'RSS MB': memory.median('memory', name).toFixed(0),
        },
      ]),
    ),
  );
  if (builds.length > 1) printComparison('Process start to first reply in ms', builds, times, 'less', quiet);
}

/** Calls of a fresh process whose times are compared; the last one stands for the usual time. */
const FIRST_CALLS = 10;

/** Prints how much slower the first call of a fresh process is than the tenth, for reads and for writes. */
export async function firstCalls({ builds, rounds, noise }: BenchOptions): Promise<void> {
  const methods = ['GET', 'POST'] as const;
  const first = new Rounds();
  const more = new Rounds();
  for (let round = 0; round < rounds; round++) {
    for (const build of orderOfRound(builds, round)) {
      for (const method of methods) {
        const times = await firstTimes(build, method);
        const [begin = 0, end = 0] = [times[0], times.at(-1)];
        first.add(`first ${method}, ms`, build.name, begin);
        more.add(method, build.name, begin - end);
      }
    }
  }
  const quiet = noise.reasons().length === 0;
  for (const { name } of builds) {
    for (const method of methods) {
      console.log(
        `\n${name}: first ${method} slower than the tenth by ${withSpread(more.of(method, name))} ms: median (quartiles) of ${rounds} fresh processes${quiet ? '' : ', not conclusive'}`,
      );
    }
  }
  printComparison('First call of a fresh process', builds, first, 'less', quiet);
}

/** Returns the times in ms of the first calls of a fresh process. */
async function firstTimes(build: Build, method: 'GET' | 'POST'): Promise<number[]> {
  const mock = await startMock(build);
  try {
    const url = `http://127.0.0.1:${mock.port}`;
    // The connection and the caller's own code are ready before the first call.
    await fetch(`${url}/_mock/v1/health`).then((response) => response.text());
    const times: number[] = [];
    for (let at = 0; at < FIRST_CALLS; at++) {
      const body = { email: `first${at}@example.org`, first_name: 'A', last_name: 'B' };
      const began = performance.now();
      const response = await fetch(`${url}/v1/customers`, {
        method,
        headers: headersFor(mock.token),
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      });
      await response.text();
      times.push(performance.now() - began);
      if (!response.ok) throw new Error(`${method} /v1/customers: status ${response.status}`);
    }
    return times;
  } finally {
    await mock.stop();
  }
}
