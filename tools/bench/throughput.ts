// Measures requests per second of the mock, bare `node:http` and `prism mock` in the same rounds.

import { startBesideBare } from './beside-bare.ts';
import type { Build } from './build.ts';
import { printComparison, withSpread } from './comparison.ts';
import { CASE_GOALS, goalVerdict } from './goals.ts';
import { type LoadFigure, load, sendLoad } from './load.ts';
import type { BenchOptions } from './options.ts';
import type { Server } from './process.ts';
import { startPrism } from './servers.ts';
import { orderOfRound, Rounds } from './statistics.ts';

/** Requests before each measurement, so that V8 has optimised the code; fewer for Prism, which is slow. */
const WARM_UP_REQUESTS = 10_000;
const PRISM_WARM_UP_REQUESTS = 1000;

/** What is measured in each round: requests a second, and the CPU time of a request in µs. */
type Figures = { rates: Rounds; cpu: Rounds };

/**
 * Prints requests per second of each case, beside bare `node:http` and `prism mock`, and beside the goals. Each round
 * starts new servers, except Prism, whose start is slow. With two builds, prints their ratio in place of Prism.
 */
export async function throughput(options: BenchOptions): Promise<void> {
  const { builds, rounds } = options;
  const figures: Figures = { rates: new Rounds(), cpu: new Rounds() };
  const prism = builds.length === 1 ? await startPrism() : null;
  try {
    for (let round = 0; round < rounds; round++) {
      await measureRound(options, round, prism, figures);
      console.error(`round ${round + 1} of ${rounds}`);
    }
  } finally {
    await prism?.stop();
  }
  print(options, figures);
}

async function measureRound(
  { builds, seconds, noise }: BenchOptions,
  round: number,
  prism: Server | null,
  { rates, cpu }: Figures,
): Promise<void> {
  const started: Server[] = [];
  try {
    const { mocks, bare, token } = await startBesideBare(builds, started);
    const measured = [bare, ...mocks];
    if (prism) {
      const unversioned = bare.cases.map((one) => ({ ...one, path: one.path.replace('/v1', '') }));
      measured.push({ name: 'prism', server: prism, cases: unversioned });
    }
    const names = bare.cases.map(({ name }) => name);
    for (const [at, name] of names.entries()) {
      for (const { name: server, server: target, cases } of orderOfRound(measured, round)) {
        const one = cases[at];
        if (!one) continue;
        const requests = server === 'prism' ? PRISM_WARM_UP_REQUESTS : WARM_UP_REQUESTS;
        await sendLoad(target.port, one, token, { requests });
        const figure: LoadFigure = await load(target, one, token, seconds);
        rates.add(name, server, figure.rate);
        if (figure.cpuUs !== null) cpu.add(name, server, figure.cpuUs);
        if (server === 'bare') noise.addBare(name, figure.rate, figure.cpuShare);
      }
    }
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

function print({ builds, noise, rounds }: BenchOptions, { rates, cpu }: Figures): void {
  const quiet = noise.reasons().length === 0;
  console.log(
    `\nRequests a second on one core, 32 keep-alive connections: median (quartiles) of ${rounds} rounds`,
  );
  const servers = ['bare', ...builds.map(({ name }) => name), 'prism'];
  console.table(
    Object.fromEntries(
      rates.figures.map((name) => [
        name,
        Object.fromEntries(
          servers
            .filter((server) => rates.of(name, server).length > 0)
            .map((server) => [server, withSpread(rates.of(name, server))]),
        ),
      ]),
    ),
  );
  for (const build of builds) {
    for (const beside of ['bare', 'prism'] as const) printRatios(build, beside, { rates, cpu }, quiet);
  }
  if (builds.length > 1) {
    printComparison('Requests a second', builds, rates, 'more', quiet);
    printComparison('CPU time of a request, µs', builds, cpu, 'less');
  }
}

function printRatios(
  { name: build }: Build,
  beside: 'bare' | 'prism',
  { rates, cpu }: Figures,
  quiet: boolean,
): void {
  const figures = rates.figures.filter((name) => rates.of(name, beside).length > 0);
  if (figures.length === 0) return;
  console.log(`\n${build}/${beside} of the same round, by elapsed time, and by the CPU time of the servers`);
  console.table(
    Object.fromEntries(
      figures.map((name) => {
        const ratios = rates.ratios(name, build, beside);
        const byCpu = cpu.ratios(name, beside, build);
        const goal = CASE_GOALS[name]?.[beside];
        return [
          name,
          {
            [`${build}/${beside}`]: withSpread(ratios),
            ...(byCpu.length > 0 && { 'by CPU time': withSpread(byCpu) }),
            ...(goal !== undefined && { goal, '': goalVerdict(ratios, goal, quiet) }),
          },
        ];
      }),
    ),
  );
}
