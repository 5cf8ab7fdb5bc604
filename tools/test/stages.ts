// Lists the stages of `npm test` and of `npm run test:whole`.
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue } from '../../conformance/index.ts';

export type Counts = { passed: number; failed: number; skipped: number };

export type Stage = {
  name: string;
  /** script and arguments that Node runs */
  command: string[];
  /** the stage writes no file that another stage reads, so other such stages may run at the same time */
  apart?: true;
  /** returns the numbers of tests of the stage; without it, the stage counts as one test */
  counts?: () => Counts;
};

/** Names of the areas of the specification; `npm test -- <area>` runs only the tests of the given area. */
export const areas: readonly string[] = [...new Set(catalogue.checks.map(({ area }) => area))]
  .filter((area) => area !== 'everywhere')
  .sort();

const root = fileURLToPath(new URL('../../', import.meta.url));
const REPORT = '.cache/vitest.json';
const bin = (path: string): string => `node_modules/${path}`;

const checks: Stage[] = [
  { name: 'types', command: [bin('typescript/bin/tsc'), '--noEmit'], apart: true },
  {
    name: 'types of the console',
    command: [bin('typescript/bin/tsc'), '--noEmit', '-p', 'src/console'],
    apart: true,
  },
  {
    name: 'format and lint',
    command: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
    apart: true,
  },
  { name: 'contract: generated files and lint', command: ['tools/lint-contract.ts'], apart: true },
  { name: 'matrix of sentences, checks and defects', command: ['tools/matrix.ts', '--check'], apart: true },
  { name: 'unused code and dependencies', command: [bin('knip/bin/knip.js')], apart: true },
];
const build: Stage = { name: 'build', command: ['tools/build.ts'] };

const tests = (files: readonly string[] = []): Stage => ({
  name: 'tests',
  command: [
    bin('vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${REPORT}`,
    ...files,
  ],
  counts: countsOfReport,
});

/**
 * Returns the stages of a test run.
 * @param whole whether the stages that `npm test` leaves out run too
 * @param inAreas the areas whose tests run; empty for all tests
 */
export function stagesOf(whole: boolean, inAreas: readonly string[]): Stage[] {
  mkdirSync(`${root}.cache`, { recursive: true });
  rmSync(`${root}${REPORT}`, { force: true });
  if (inAreas.length > 0) return stagesOfAreas(inAreas);
  if (whole)
    return [
      build,
      tests(),
      { name: 'the suite against the mock, over HTTP', command: ['tools/self-conformance.ts'] },
      { name: 'the other defects, and the variants (bite)', command: ['tools/bite.ts', '--rest'] },
    ];
  return [
    ...checks,
    { ...build, apart: true },
    tests(),
    {
      name: 'the suite against the mock, over HTTP',
      command: ['tools/self-conformance.ts', '--quick'],
    },
    {
      name: 'a sample of defects and variants (bite)',
      command: ['tools/bite.ts', '--sample'],
    },
  ];
}

/**
 * Returns the stages that test the given areas: the test files named after the areas, the areas' checks against the
 * mock, and the defects that these checks must catch.
 */
function stagesOfAreas(inAreas: readonly string[]): Stage[] {
  const named = new RegExp(`(^|/)(${inAreas.join('|')})([.-][^/]*)?\\.test\\.ts$`);
  const files = globSync('{bin,entry,examples,src,mocks,conformance,openapi}/**/*.test.ts', { cwd: root });
  const found = files.map((file) => file.replaceAll('\\', '/')).filter((file) => named.test(file));
  const only = inAreas.flatMap((area) => ['--only', `${area}/`]);
  return [
    ...(found.length > 0 ? [tests(found)] : []),
    {
      name: 'checks of the area against the mock',
      command: ['bin/hosting-contract.ts', 'conform', '--self', ...only],
    },
    { name: 'defects of the area (bite)', command: ['tools/bite.ts', ...only] },
  ];
}

function countsOfReport(): Counts {
  try {
    const report = JSON.parse(readFileSync(`${root}${REPORT}`, 'utf8')) as Record<string, number>;
    return {
      passed: report.numPassedTests ?? 0,
      failed: report.numFailedTests ?? 0,
      skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
