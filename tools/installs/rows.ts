// The rows of the install matrix: what stands beside the package in a project, how it is installed, and what is run.
import {
  type Files,
  MOCK,
  MSW_PAGE,
  MSW_SERVER,
  PLAYWRIGHT,
  TYPES,
  VITEST,
  WORKER_PAGE,
} from './sessions.ts';

/** A package manager with the version that the matrix pins. */
export type Manager = 'npm' | 'pnpm' | 'yarn 1' | 'yarn 4' | "yarn 4, Plug'n'Play";

/** One project of the matrix. */
export type Row = {
  /** What stands beside the package; the first column of the table. */
  beside: string;
  manager: Manager;
  /** The further packages that the project installs, with their versions. */
  packages: readonly string[];
  files: Files;
  /**
   * What is run: the arguments of a command of the project, or `page`, which opens the page in Chromium: what the
   * project has built into `dist/`, or else `page.js`. Each has to
   * succeed.
   */
  runs: readonly (readonly string[] | 'page')[];
  /** What the table says was run. */
  what: string;
};

/** The packages that the package managers come from. */
export const MANAGERS = ['pnpm@12.21.0', 'yarn@1.22.22', '@yarnpkg/cli-dist@4.18.1'];

const NODE_SESSION = [
  ['node', 'mock.mjs'],
  ['node', 'mock.cjs'],
  ['hosting-contract', 'conform', '--self', '--only', 'customers/'],
] as const;

const besideManager = (manager: Manager): Row => ({
  beside: 'nothing else',
  manager,
  packages: [],
  files: MOCK,
  runs: NODE_SESSION,
  what: 'mock and client by `import` and `require`, the command line',
});

const msw = (version: string): Row => ({
  beside: `msw ${version}`,
  manager: 'npm',
  packages: [`msw@${version}`],
  files: { ...MSW_SERVER, ...MSW_PAGE },
  runs: [['node', 'server.mjs'], ['node', 'server.cjs'], 'page'],
  what: '`setupServer` by `import` and `require`, `setupWorker` in Chromium',
});

const vite = (version: string): Row => ({
  beside: `vite ${version}`,
  manager: 'npm',
  packages: [`vite@${version}`],
  files: WORKER_PAGE,
  runs: [['hosting-contract', 'worker', '--out', 'public/hosting-mock.js'], ['vite', 'build'], 'page'],
  what: '`startWorker` and the client in Chromium, from a build',
});

const vitest = (version: string, manager: Manager = 'npm'): Row => ({
  beside: `vitest ${version}`,
  manager,
  packages: [`vitest@${version}`],
  files: VITEST,
  runs: [['vitest', 'run']],
  what: '`mockTest`, `conformanceTests`',
});

const playwright = (version: string): Row => ({
  beside: `@playwright/test ${version}`,
  manager: 'npm',
  packages: [`@playwright/test@${version}`],
  files: PLAYWRIGHT,
  runs: [['playwright', 'test', '--reporter', 'line']],
  what: '`createMockTest` with a page in Chromium',
});

const TSC = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--types', 'node'];
const LIB = ['--lib', 'es2023,dom,dom.iterable,esnext.disposable'];
/** Peers with the TypeScript that they accept themselves: MSW 3 wants 5.9. */
const OLD_PEERS = ['msw@2.14.1', 'vitest@3.2.7', '@playwright/test@1.49.1', '@types/node@22.19.0'];
const NEW_PEERS = ['msw@3.0.5', 'vitest@5.1.1', '@playwright/test@1.65.1', '@types/node@24.19.2'];
const typescript = (version: string, peers: readonly string[], commonJs: boolean): Row => ({
  beside: `typescript ${version}, ${peers.slice(0, 2).join(', ').replaceAll('@', ' ')}`,
  manager: 'npm',
  packages: [`typescript@${version}`, ...peers],
  files: TYPES,
  runs: [
    ['tsc', ...TSC, '--module', 'esnext', '--moduleResolution', 'bundler', ...LIB, 'uses.mts'],
    [
      ...['tsc', ...TSC, '--module', 'nodenext', '--moduleResolution', 'nodenext', ...LIB, 'uses.mts'],
      ...(commonJs ? ['uses.cts'] : []),
    ],
  ],
  what: `a strict program on every entry point, \`moduleResolution\` \`bundler\` and \`nodenext\`${commonJs ? '; a CommonJS one' : ''}`,
});

/** The rows, in the order of the table. */
export const ROWS: readonly Row[] = [
  besideManager('npm'),
  besideManager('pnpm'),
  besideManager('yarn 1'),
  besideManager('yarn 4'),
  besideManager("yarn 4, Plug'n'Play"),
  msw('2.0.14'),
  msw('2.14.1'),
  msw('3.0.5'),
  vite('6.4.6'),
  vite('7.3.8'),
  vite('8.3.8'),
  vitest('3.2.7'),
  vitest('4.1.12'),
  vitest('5.1.1'),
  vitest('5.1.1', 'pnpm'),
  playwright('1.49.1'),
  playwright('1.65.1'),
  typescript('5.6.3', OLD_PEERS, false),
  typescript('6.0.3', NEW_PEERS, true),
  typescript('7.0.2', NEW_PEERS, true),
];
