// Measures the package in a program's own process: the time until `createMock()` has answered its first `fetch`, in a
// process that has just started.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Build } from './build.ts';
import { printComparison, withSpread } from './comparison.ts';
import { goalVerdict } from './goals.ts';
import type { BenchOptions } from './options.ts';
import { onServerCore } from './process.ts';
import { orderOfRound, Rounds } from './statistics.ts';

const run = promisify(execFile);

/** The most that `createMock()` and the first `fetch` may take together, in ms. */
const GOAL_MS = 40;
const BOTH = 'createMock() and first fetch';

/** What a process prints at its end: ms since its start, and its CPU time in ms. */
const REPORT = `
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ ...times, 'whole process': performance.now(), 'CPU time': (user + system) / 1000 }));
process.exit(0);`;

const EMPTY = `const times = {};${REPORT}`;

const program = (entry: string): string => `
const times = {};
let began = performance.now();
const took = (name) => { const now = performance.now(); times[name] = now - began; began = now; };
const { createMock } = await import(${JSON.stringify(entry)});
took('import');
const mock = await createMock();
took('createMock()');
const headers = { authorization: 'Bearer ' + mock.personas.owner.token };
const response = await mock.fetch('http://mock.test/v1/customers', { headers });
const text = await response.text();
took('first fetch');
times[${JSON.stringify(BOTH)}] = times['createMock()'] + times['first fetch'];
if (response.status !== 200) throw new Error(response.status + ' ' + text);
${REPORT}`;

/** Prints the times of cold processes with a mock beside those of an empty process. */
export async function cold({ builds, starts, noise }: BenchOptions): Promise<void> {
  const times = new Rounds();
  const programs: [name: string, source: string][] = [
    ['empty', EMPTY],
    ...builds.map((build): [string, string] => [build.name, program(entryOf(build))]),
  ];
  // The first round fills the caches of the file system, and is not counted.
  for (let round = -1; round < starts; round++) {
    for (const [name, source] of orderOfRound(programs, Math.max(0, round))) {
      const figures = await runOnce(source);
      if (round < 0) continue;
      for (const [figure, ms] of Object.entries(figures)) times.add(figure, name, ms);
    }
  }
  const quiet = noise.reasons().length === 0;
  console.log(
    `\ncreateMock() and the first fetch in a cold process: ms, median (quartiles) of ${starts} starts`,
  );
  console.table(
    Object.fromEntries(
      times.figures.map((figure) => [
        figure,
        Object.fromEntries(
          programs
            .filter(([name]) => times.of(figure, name).length > 0)
            .map(([name]) => [name, withSpread(times.of(figure, name))]),
        ),
      ]),
    ),
  );
  for (const { name } of builds) {
    const both = times.of(BOTH, name);
    console.log(
      `${name}, ${BOTH}: ${withSpread(both)} ms; goal ${GOAL_MS}: ${goalVerdict(both, GOAL_MS, quiet, true)}`,
    );
    for (const figure of ['whole process', 'CPU time'])
      console.log(
        `${name}, ${figure} beside an empty process: ${withSpread(times.differences(figure, name, 'empty'))} ms more`,
      );
  }
  if (builds.length > 1) printComparison('Cold process in ms', builds, times, 'less', quiet);
}

function entryOf({ root }: Build): string {
  const built = join(root, 'dist/entry/index.js');
  return pathToFileURL(existsSync(built) ? built : join(root, 'entry/index.ts')).href;
}

async function runOnce(source: string): Promise<Record<string, number>> {
  const [file = '', ...args] = [...onServerCore, process.execPath, '--input-type=module', '-e', source];
  const { stdout } = await run(file, args);
  return JSON.parse(stdout) as Record<string, number>;
}
