// npm test: runs every stage that a change must pass, and prints a last line: `N passed, N failed`.
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { catalogue } from '../conformance/index.ts';

/** Names of the areas of the specification; `npm test -- <area>` runs only the tests of the given area. */
const areas = [...new Set(catalogue.checks.map(({ area }) => area))]
  .filter((area) => area !== 'everywhere')
  .sort();

const USAGE = `npm test [-- <area or stage> …]      what a change needs: samples of the long tables
npm run test:whole [-- <stage> …]    what npm test leaves out: every defect and variant, every slow end-to-end test

  npm test -- orders             the tests of one area, its checks against the mock and its defects
  npm test -- types lint         single stages, by a part of their name
  TEST_SEED=7 npm test           another sample

Areas: ${areas.join(', ')}`;

type Stage = {
  name: string;
  /** script and arguments that Node runs */
  command: string[];
  /** the stage writes no file that another stage reads, so other such stages may run at the same time */
  apart?: true;
};

const root = fileURLToPath(new URL('../', import.meta.url));
/** What vitest reports: the numbers of tests. */
const REPORT = '.cache/vitest.json';
/** The compiler with one thread: stages that run at the same time take the other processors. */
const TSC = ['node_modules/typescript-7/bin/tsc', '--checkers', '1'];

/** Other stages run its output, so it comes first. */
const build: Stage = { name: 'build', command: ['tools/build.ts'] };
const checks: Stage[] = [
  { name: 'types', command: [...TSC, '--noEmit'], apart: true },
  { name: 'types of the console', command: [...TSC, '--noEmit', '-p', 'src/console'], apart: true },
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    apart: true,
  },
  { name: 'contract: generated files and lint', command: ['tools/lint-contract.ts'], apart: true },
  { name: 'unused code and dependencies', command: ['node_modules/knip/bin/knip.js'], apart: true },
];

const tests = (files: readonly string[] = []): Stage => ({
  name: 'tests',
  command: [
    ...['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
    ...[`--outputFile.json=${REPORT}`, ...files],
  ],
});

// Returns the stages of a test run; those of `npm run test:whole` are the ones that `npm test` leaves out.
function stagesOf(whole: boolean, inAreas: readonly string[]): Stage[] {
  if (inAreas.length > 0) return stagesOfAreas(inAreas);
  if (!whole)
    return [
      build,
      ...checks,
      tests(),
      {
        name: 'the suite against the mock, and a sample of defects (bite)',
        command: ['tools/bite.ts', '--sample'],
        apart: true,
      },
    ];
  return [
    build,
    { name: 'contract: generated files and every lint', command: ['tools/lint-contract.ts', '--whole'] },
    tests(),
    { name: 'the other defects, and the variants (bite)', command: ['tools/bite.ts', '--rest'] },
  ];
}

// Returns the stages that test the given areas: the test files named after the areas, the areas' checks against the
// mock, and the defects that these checks must catch.
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const inAreas = positionals.filter((word) => areas.includes(word));
const stages = stagesOf(values.whole, inAreas);
const names = positionals.filter((word) => !inAreas.includes(word));
const unknown = names.filter((word) => !stages.some(({ name }) => name.includes(word)));
if (unknown.length > 0) {
  console.error(
    `There is no area and no stage ${unknown.join(', ')}.\nStages: ${stages.map(({ name }) => name).join(', ')}\n\n${USAGE}`,
  );
  process.exit(2);
}
const chosen = stages.filter(({ name }) => names.length === 0 || names.some((word) => name.includes(word)));
mkdirSync(`${root}.cache`, { recursive: true });
rmSync(`${root}${REPORT}`, { force: true });
const totals = { passed: 0, failed: 0, skipped: 0 };

// Runs a stage and adds its numbers of tests to the totals. The output of a stage that runs beside others is printed
// when the stage ends.
async function run({ name, command, apart }: Stage): Promise<void> {
  const heading = `\n── ${name}`;
  if (!apart) console.log(heading);
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=64', ...command], {
    cwd: root,
    stdio: apart ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', ...(values.whole ? { TEST_WHOLE: '1' } : {}) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ok = (await new Promise((done) => child.on('close', done))) === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${apart ? `${heading}\n${output}` : ''}── ${name}: ${ok ? 'passed' : 'FAILED'} in ${seconds} s`,
  );
  const counts = name === 'tests' ? countsOfReport() : { passed: Number(ok), failed: 0, skipped: 0 };
  totals.passed += counts.passed;
  totals.failed += counts.failed + (!ok && counts.failed === 0 ? 1 : 0);
  totals.skipped += counts.skipped;
}

function countsOfReport(): typeof totals {
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

async function runAll(all: readonly Stage[]): Promise<void> {
  for (const stage of all) await run(stage);
}
if (chosen.includes(build)) await run(build);
// The tests wait often, for child processes and browsers: the other stages take the time that they leave.
const others = chosen.filter((stage) => stage !== build);
await Promise.all([
  runAll(others.filter(({ apart }) => apart)),
  runAll(others.filter(({ apart }) => !apart)),
]);

const { passed, failed, skipped } = totals;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
