// The command line of npm run bench.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Build } from './build.ts';
import type { NoiseMonitor } from './noise.ts';

/** What a part of the benchmarks reads. */
export type BenchOptions = {
  /** what is measured: the working tree first; with `--compare`, also the other build */
  builds: readonly Build[];
  rounds: number;
  /** seconds of load for each figure of throughput */
  seconds: number;
  /** starts of a process for each figure of start-up */
  starts: number;
  /** requests for each profile */
  requests: number;
  /** part of a case's name; only these cases are profiled or measured in the process */
  cases: string | undefined;
  /** folder for profiles */
  out: string;
  /** tells whether the machine is quiet */
  noise: NoiseMonitor;
};

/** The parsed flags. */
export type BenchFlags = Omit<BenchOptions, 'builds' | 'noise'> & {
  only: string | undefined;
  compare: string | undefined;
  sources: boolean;
  help: boolean;
};

/** Returns the text of `--help`. */
export const usage = (parts: Readonly<Record<string, string>>): string => `npm run bench -- [flags]
  --only=name        only this part:
${Object.entries(parts)
  .map(([name, what]) => `      ${name.padEnd(14)} ${what}`)
  .join('\n')}
  --compare=commit   measures the working tree beside a build of the commit, which it makes in a temporary worktree;
                     --compare=A..B measures the commit B beside A
  --rounds=N         rounds of each comparison (5)
  --seconds=N        seconds of load for each figure of throughput (2)
  --starts=N         starts of a process (20)
  --requests=N       requests for each profile (50000)
  --case=text        only cases whose name contains the text: "GET one", "GET list", "POST 201", "POST 422",
                     "POST order"; for in-process, profile and allocations
  --out=folder       folder for profiles (the folder hosting-contract-bench for temporary files)
  --sources          measures the sources and not dist/
Build first: npm run build. Servers run on core 0, the load on core 1.
Other programs on the machine falsify times. The machine is observed before and during the measurements; when it is
noisy, the figures are printed as "not conclusive". Bytes, counts and the CPU times of two builds are compared on a
noisy machine, too.
Exit: 0 measured, 1 a server failed, 2 called wrongly, 3 measured on a noisy machine.

Examples:
  $ npm run bench -- --only=throughput --rounds=5
  $ npm run bench -- --only=profile --case="POST 201"
  $ npm run bench -- --only=allocations --sources
  $ npm run bench -- --only=in-process --compare=HEAD~1`;

/**
 * Parses the command line.
 * @throws Error for an unknown flag or a value that is no positive number
 */
export function parseFlags(args: readonly string[]): BenchFlags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      compare: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      starts: { type: 'string', default: '20' },
      requests: { type: 'string', default: '50000' },
      case: { type: 'string' },
      out: { type: 'string', default: join(tmpdir(), 'hosting-contract-bench') },
      sources: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const positive = (name: 'rounds' | 'seconds' | 'starts' | 'requests'): number => {
    const value = Number(values[name]);
    if (Number.isSafeInteger(value) && value > 0) return value;
    throw new Error(`--${name} takes a whole number above 0, not ${values[name]}.`);
  };
  return {
    only: values.only,
    compare: values.compare,
    rounds: positive('rounds'),
    seconds: positive('seconds'),
    starts: positive('starts'),
    requests: positive('requests'),
    cases: values.case,
    out: values.out,
    sources: values.sources,
    help: values.help,
  };
}
