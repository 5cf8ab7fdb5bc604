// The parts of the benchmarks. The modules of a part load only when it runs.
import type { BenchFlags, BenchOptions } from './options.ts';

type Part = {
  /** what the part measures, for `--help` */
  what: string;
  run: (options: BenchOptions) => Promise<void>;
  /** whether the part runs only with `--only` */
  onlyWhenNamed?: boolean;
  /** whether the figures are elapsed times, which other programs on the machine falsify */
  elapsed?: boolean;
  /** whether the part measures two builds; with `--compare` and without `--only`, `always` runs */
  compares?: 'always' | 'when named';
};

/** The parts by their names, in the order in which they run. */
export const parts: Readonly<Record<string, Part>> = {
  start: {
    what: 'process start to first reply, and memory',
    run: async (options) => (await import('./start-up.ts')).startUp(options),
    compares: 'when named',
    elapsed: true,
  },
  first: {
    what: 'the first GET and POST of a fresh process beside the tenth',
    run: async (options) => (await import('./start-up.ts')).firstCalls(options),
    compares: 'when named',
    elapsed: true,
  },
  worlds: {
    what: 'large worlds: pages, forks, a year',
    run: async () => (await import('./worlds.ts')).worlds(),
    elapsed: true,
  },
  throughput: {
    what: 'requests a second beside bare node:http and prism',
    run: async (options) => (await import('./throughput.ts')).throughput(options),
    compares: 'always',
    elapsed: true,
  },
  console: {
    what: 'the console in a browser, and what it costs',
    run: async (options) => (await import('./console.ts')).consoleFigures(options),
    elapsed: true,
  },
  'in-process': {
    what: 'CPU time of a call without sockets',
    run: async (options) => (await import('./in-process.ts')).inProcess(options),
    onlyWhenNamed: true,
    compares: 'always',
  },
  latency: {
    what: 'latency at half load beside bare node:http',
    run: async (options) => (await import('./latency.ts')).latency(options),
    onlyWhenNamed: true,
    compares: 'when named',
    elapsed: true,
  },
  appends: {
    what: 'appends to a file of worlds, alone and grouped, beside a plain fsync loop',
    run: async (options) => (await import('./appends.ts')).appendFigures(options),
    onlyWhenNamed: true,
    elapsed: true,
  },
  cold: {
    what: 'createMock() and the first fetch in a cold process',
    run: async (options) => (await import('./cold.ts')).cold(options),
    onlyWhenNamed: true,
    compares: 'when named',
    elapsed: true,
  },
  gc: {
    what: 'garbage collections at 100,000 rows',
    run: async (options) => (await import('./memory.ts')).gcPauses(options),
    onlyWhenNamed: true,
    compares: 'when named',
    elapsed: true,
  },
  memory: {
    what: 'memory after 10,000 and after 1,000,000 requests',
    run: async (options) => (await import('./memory.ts')).memory(options),
    onlyWhenNamed: true,
    compares: 'when named',
  },
  stores: {
    what: 'requests a second and latencies with SQLite and PostgreSQL beside memory',
    run: async (options) => (await import('./stores.ts')).stores(options),
    onlyWhenNamed: true,
    elapsed: true,
  },
  profile: {
    what: 'CPU time of a request by step',
    run: async (options) => (await import('./profiles.ts')).profile(options),
    onlyWhenNamed: true,
    compares: 'when named',
  },
  allocations: {
    what: 'heap bytes of a request by step',
    run: async (options) => (await import('./profiles.ts')).allocations(options),
    onlyWhenNamed: true,
    compares: 'when named',
  },
};

/** Returns the names of the parts that run. */
export const chosenParts = ({ only, compare }: Pick<BenchFlags, 'only' | 'compare'>): string[] =>
  Object.entries(parts)
    .filter(([name, { onlyWhenNamed = false, compares }]) => {
      if (only !== undefined) return only === name;
      return compare === undefined ? !onlyWhenNamed : compares === 'always';
    })
    .map(([name]) => name);
