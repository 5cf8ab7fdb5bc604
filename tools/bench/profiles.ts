// Measures where the time and the memory of a request go: a CPU profile and sampled allocations of the mock under
// load, summarised by step of the request and by function.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Build } from './build.ts';
import {
  type AllocationNode,
  type CpuProfile,
  summarize,
  treeOfAllocations,
  treeOfCpuProfile,
} from './call-tree.ts';
import { type Case, type Mock, ORDER, prepareCases, startMock } from './cases.ts';
import { sendLoad } from './load.ts';
import type { BenchOptions } from './options.ts';
import { createPlaceFinder } from './source-places.ts';

/** Requests before a measurement, so that V8 has optimised the code. */
const WARM_UP = 20_000;

/** Functions that a table shows. */
const SHOWN_FUNCTIONS = 25;

/** Runs `measure` for each build and each case, on a mock of its own that has been warmed up with the case. */
async function onWarmMocks(
  { builds, cases: chosen }: BenchOptions,
  measure: (mock: Mock, one: Case) => Promise<void>,
): Promise<void> {
  for (const build of builds) {
    const all = await withMock(build, profiledCases);
    const names = all.map(({ name }) => name);
    for (const name of names.filter((one) => chosen === undefined || one.includes(chosen))) {
      await withMock(build, async (mock) => {
        const one = (await profiledCases(mock)).find((each) => each.name === name);
        if (!one) throw new Error(`The mock has no case ${name}.`);
        await sendLoad(mock.port, one, mock.token, { requests: WARM_UP });
        await measure(mock, one);
      });
    }
  }
}

const profiledCases = async (mock: Mock): Promise<Case[]> => [...(await prepareCases(mock)).cases, ORDER];

async function withMock<A>(build: Build, use: (mock: Mock) => Promise<A>): Promise<A> {
  const mock = await startMock(build, { probe: true });
  try {
    return await use(mock);
  } finally {
    await mock.stop();
  }
}

/** Prints the CPU time of each case by step and by function, and writes the profiles for https://www.speedscope.app. */
export async function profile(options: BenchOptions): Promise<void> {
  const { requests, out } = options;
  await onWarmMocks(options, async (mock, one) => {
    const before = await mock.ask('cpu');
    await sendLoad(mock.port, one, mock.token, { requests });
    const after = await mock.ask('cpu');
    const mainUs = (after.mainUs - before.mainUs) / requests;
    const otherUs = (after.totalUs - before.totalUs) / requests - mainUs;

    await mock.ask('startCpuProfile');
    await sendLoad(mock.port, one, mock.token, { requests });
    const recorded = (await mock.ask('stopCpuProfile')) as CpuProfile;

    const file = writeProfile(out, mock.build, one, 'cpuprofile', recorded);
    const summary = summarize(treeOfCpuProfile(recorded), createPlaceFinder(mock.build.root));
    console.log(
      `\n${one.name}, ${mock.build.name}: ${mainUs.toFixed(1)} µs of CPU time a request in the main thread, ${otherUs.toFixed(1)} µs in other threads (collection, compilation)`,
    );
    // The shares of the profile are applied to the time without the profiler, which slows the program.
    const rows = (sums: readonly [string, number][]): object =>
      Object.fromEntries(
        sums.map(([name, us]) => [
          name,
          {
            'µs a request': ((us / summary.total) * mainUs).toFixed(2),
            share: `${((us / summary.total) * 100).toFixed(1)} %`,
          },
        ]),
      );
    console.table(rows(summary.bySteps));
    console.table(rows(summary.byFunctions.slice(0, SHOWN_FUNCTIONS)));
    console.log(`Flame graph: open ${file} in https://www.speedscope.app`);
  });
}

/** Prints what each case allocates on the heap, by step and by function. */
export async function allocations(options: BenchOptions): Promise<void> {
  const { requests, out } = options;
  await onWarmMocks(options, async (mock, one) => {
    await mock.ask('startAllocations');
    await sendLoad(mock.port, one, mock.token, { requests });
    const { head } = (await mock.ask('stopAllocations')) as { head: AllocationNode };
    const file = writeProfile(out, mock.build, one, 'heapprofile', { head, samples: [] });
    const summary = summarize(treeOfAllocations(head), createPlaceFinder(mock.build.root));
    console.log(
      `\n${one.name}, ${mock.build.name}: ${Math.round(summary.total / requests)} bytes allocated a request (sampled)`,
    );
    const rows = (sums: readonly [string, number][]): object =>
      Object.fromEntries(
        sums.map(([name, bytes]) => [
          name,
          {
            'bytes a request': Math.round(bytes / requests),
            share: `${((bytes / summary.total) * 100).toFixed(1)} %`,
          },
        ]),
      );
    console.table(rows(summary.bySteps));
    console.table(rows(summary.byFunctions.slice(0, SHOWN_FUNCTIONS)));
    console.log(`Whole profile: ${file} (Chromium DevTools or https://www.speedscope.app)`);
  });
}

/** Writes a profile to the folder. Returns the path of the file. */
function writeProfile(
  folder: string,
  build: Build,
  one: Case,
  extension: 'cpuprofile' | 'heapprofile',
  content: unknown,
): string {
  mkdirSync(folder, { recursive: true });
  const name = `${build.name} ${one.name}`.replaceAll(/[^\w]+/g, '-').toLowerCase();
  const file = join(folder, `${name}.${extension}`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}
