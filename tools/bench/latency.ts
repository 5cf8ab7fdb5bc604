// Measures latencies of the mock beside bare `node:http` at half load: requests arrive at a constant rate, whether or
// not earlier replies have arrived, so that a pause of the server counts for all requests that it delays.
import { startBesideBare } from './beside-bare.ts';
import type { Case } from './cases.ts';
import { printComparison, withSpread } from './comparison.ts';
import { sendLoad } from './load.ts';
import type { BenchOptions } from './options.ts';
import type { Server } from './process.ts';
import { orderOfRound, Rounds } from './statistics.ts';

/** Requests that show how many a second the mock can answer. */
const FULL_LOAD_REQUESTS = 20_000;

/** Prints the median and the 99th percentile of the latency at half the requests a second that the mock can answer. */
export async function latency({ builds, rounds, seconds, noise }: BenchOptions): Promise<void> {
  const p50 = new Rounds();
  const p99 = new Rounds();
  const rates = new Rounds();
  for (let round = 0; round < rounds; round++) {
    const started: Server[] = [];
    try {
      const { mocks, bare, token } = await startBesideBare(builds, started);
      const measured = [...mocks, bare];
      for (const [at, { name }] of bare.cases.entries()) {
        let rate = 0;
        for (const { server, cases } of measured) {
          const full = await sendLoad(server.port, caseAt(cases, at), token, {
            requests: FULL_LOAD_REQUESTS,
          });
          // The first server is the mock of the working tree; all servers get half of its load.
          if (rate === 0) rate = full.requests / full.seconds / 2;
        }
        rates.add(name, 'rate', rate);
        for (const { name: server, server: target, cases } of orderOfRound(measured, round)) {
          const result = await sendLoad(target.port, caseAt(cases, at), token, { seconds, rate });
          p50.add(name, server, result.p50Ms);
          p99.add(name, server, result.p99Ms);
        }
      }
    } finally {
      await Promise.all(started.map((server) => server.stop()));
    }
    console.error(`round ${round + 1} of ${rounds}`);
  }
  const quiet = noise.reasons().length === 0;
  console.log(
    `\nLatency in ms at half load, from the time at which a request was due: median (quartiles) of ${rounds} rounds${quiet ? '' : ', not conclusive'}`,
  );
  const servers = [...builds.map(({ name }) => name), 'bare'];
  console.table(
    Object.fromEntries(
      p50.figures.map((name) => [
        name,
        {
          'requests a second': withSpread(rates.of(name, 'rate')),
          ...Object.fromEntries(servers.map((server) => [`${server} p50`, withSpread(p50.of(name, server))])),
          ...Object.fromEntries(servers.map((server) => [`${server} p99`, withSpread(p99.of(name, server))])),
          [`${builds[0]?.name}/bare p99`]: withSpread(p99.ratios(name, builds[0]?.name ?? '', 'bare')),
        },
      ]),
    ),
  );
  if (builds.length > 1) printComparison('99th percentile in ms at half load', builds, p99, 'less', quiet);
}

function caseAt(cases: readonly Case[], at: number): Case {
  const one = cases[at];
  if (!one) throw new Error(`There is no case ${at}.`);
  return one;
}
