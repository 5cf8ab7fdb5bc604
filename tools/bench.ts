// npm run bench: measures the mock, bare `node:http` and `prism mock` in one run, with the same document.
import { buildIn, buildProblem, ROOT } from './bench/build.ts';
import { consoleFigures } from './bench/console.ts';
import { type BenchFlags, type BenchOptions, parseFlags, usage } from './bench/options.ts';
import { allocations, profile } from './bench/profiles.ts';
import { firstPost, startUp } from './bench/start-up.ts';
import { throughput } from './bench/throughput.ts';
import { worlds } from './bench/worlds.ts';

type Part = { what: string; run: (options: BenchOptions) => Promise<void>; onlyWhenNamed?: boolean };

const parts: Record<string, Part> = {
  start: { what: 'process start to first reply, and memory', run: startUp },
  first: { what: 'the first POST of a fresh process beside the tenth', run: firstPost },
  worlds: { what: 'large worlds: pages, forks, a year', run: worlds },
  throughput: { what: 'requests a second beside bare node:http and prism', run: throughput },
  console: { what: 'the console in a browser, and what it costs', run: consoleFigures },
  profile: { what: 'CPU time of a request by step', run: profile, onlyWhenNamed: true },
  allocations: { what: 'heap bytes of a request by step', run: allocations, onlyWhenNamed: true },
};

function readFlags(): BenchFlags {
  try {
    const flags = parseFlags(process.argv.slice(2));
    if (flags.only === undefined || Object.hasOwn(parts, flags.only)) return flags;
    throw new Error(`--only=${flags.only} is no part; the parts are ${Object.keys(parts).join(', ')}.`);
  } catch (error) {
    fail((error as Error).message);
  }
}

function fail(message: string): never {
  console.error(`error: ${message}`);
  process.exit(2);
}

const flags = readFlags();
if (flags.help) {
  console.log(usage(Object.fromEntries(Object.entries(parts).map(([name, { what }]) => [name, what]))));
  process.exit(0);
}
const problem = flags.sources ? null : buildProblem(ROOT);
if (problem !== null) fail(problem);

const options: BenchOptions = { ...flags, builds: [buildIn(ROOT, 'mock', flags.sources)] };
for (const [name, { run, onlyWhenNamed = false }] of Object.entries(parts)) {
  if (flags.only === undefined ? !onlyWhenNamed : flags.only === name) await run(options);
}
