// npm run bench: measures the mock, bare `node:http` and `prism mock` in one run, with the same document.
import { type Build, buildIn, buildProblem, checkOut, ROOT, resolveCommit } from './bench/build.ts';
import { consoleFigures } from './bench/console.ts';
import { inProcess } from './bench/in-process.ts';
import { describeMachine } from './bench/machine.ts';
import { type BenchFlags, type BenchOptions, parseFlags, usage } from './bench/options.ts';
import { allocations, profile } from './bench/profiles.ts';
import { firstPost, startUp } from './bench/start-up.ts';
import { throughput } from './bench/throughput.ts';
import { worlds } from './bench/worlds.ts';

type Part = {
  what: string;
  run: (options: BenchOptions) => Promise<void>;
  onlyWhenNamed?: boolean;
  /** whether the part measures two builds; with `--compare` and without `--only`, `always` runs */
  compares?: 'always' | 'when named';
};

const parts: Record<string, Part> = {
  start: { what: 'process start to first reply, and memory', run: startUp, compares: 'when named' },
  first: {
    what: 'the first POST of a fresh process beside the tenth',
    run: firstPost,
    compares: 'when named',
  },
  worlds: { what: 'large worlds: pages, forks, a year', run: worlds },
  throughput: { what: 'requests a second beside bare node:http and prism', run: throughput },
  console: { what: 'the console in a browser, and what it costs', run: consoleFigures },
  'in-process': {
    what: 'CPU time of a call without sockets',
    run: inProcess,
    onlyWhenNamed: true,
    compares: 'always',
  },
  profile: {
    what: 'CPU time of a request by step',
    run: profile,
    onlyWhenNamed: true,
    compares: 'when named',
  },
  allocations: {
    what: 'heap bytes of a request by step',
    run: allocations,
    onlyWhenNamed: true,
    compares: 'when named',
  },
};

/** Returns whether a part runs. */
function isChosen(name: string, { only, compare }: BenchFlags): boolean {
  if (only !== undefined) return only === name;
  const part = parts[name];
  return compare === undefined ? part?.onlyWhenNamed !== true : part?.compares === 'always';
}

/** Returns the builds that are measured: the working tree, or with `A..B` the commit B, and the commit to compare with. */
function buildsToMeasure({ only, compare, sources }: BenchFlags): Build[] {
  // These figures are measured on the sources, so that nothing is built.
  const fromSources = sources || only === 'in-process';
  const [old, later] = compare?.split('..') ?? [];
  const commits = [later, old]
    .filter((name) => name !== undefined && name !== '')
    .map((name) => resolveCommit(name ?? ''));
  const checkedOut = (): Build[] => commits.map((commit) => checkOut(commit, fromSources));
  if (later) return checkedOut();
  const problem = fromSources ? null : buildProblem(ROOT);
  if (problem !== null) throw new Error(problem);
  return [buildIn(ROOT, 'mock', fromSources), ...checkedOut()];
}

function readFlags(): BenchFlags {
  try {
    const flags = parseFlags(process.argv.slice(2));
    const { only, compare } = flags;
    if (only === undefined) return flags;
    if (!Object.hasOwn(parts, only))
      throw new Error(`--only=${only} is no part; the parts are ${Object.keys(parts).join(', ')}.`);
    if (compare !== undefined && parts[only]?.compares === undefined)
      throw new Error(`--only=${only} measures one build; leave --compare out.`);
    return flags;
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

let builds: Build[];
try {
  builds = buildsToMeasure(flags);
} catch (error) {
  fail((error as Error).message);
}
console.log(`Machine: ${describeMachine()}`);
const options: BenchOptions = { ...flags, builds };
try {
  for (const [name, { run }] of Object.entries(parts)) if (isChosen(name, flags)) await run(options);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exit(1);
}
