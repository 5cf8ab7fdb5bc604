// npm run bench: measures the mock, bare `node:http` and `prism mock` in one run, with the same document.
import { type Build, buildIn, buildProblem, checkOut, ROOT, resolveCommit } from './bench/build.ts';
import { describeMachine } from './bench/machine.ts';
import { NoiseMonitor } from './bench/noise.ts';
import { type BenchFlags, type BenchOptions, parseFlags, usage } from './bench/options.ts';
import { chosenParts, parts } from './bench/parts.ts';

/** The exit code after measurements of elapsed times on a noisy machine. */
const NOISY = 3;

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

// At the exit, servers end and temporary worktrees are removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

let builds: Build[];
try {
  builds = buildsToMeasure(flags);
} catch (error) {
  fail((error as Error).message);
}
console.log(`Machine: ${describeMachine()}`);
const options: BenchOptions = { ...flags, builds, noise: await NoiseMonitor.start() };
const chosen = chosenParts(flags);
try {
  for (const name of chosen) await parts[name]?.run(options);
} catch (error) {
  console.error(`error: ${(error as Error).message}`);
  process.exit(1);
}
const noise = options.noise.reasons();
if (noise.length > 0) {
  const names = chosen.filter((name) => parts[name]?.elapsed === true);
  console.log(`\nNoisy machine: ${noise.join('; ')}.`);
  if (names.length > 0) {
    console.log(`Not conclusive: ${names.join(', ')}. Measure again when no other program runs.`);
    process.exit(NOISY);
  }
}
