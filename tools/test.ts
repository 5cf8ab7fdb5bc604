// Everything `npm test` promises, one stage after the other, with one closing line: `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const REPORT = '.cache/vitest.json';

type Stage = {
  name: string;
  run: string[];
  counts?: () => { passed: number; failed: number; skipped: number };
};

const bin = (path: string): string => `node_modules/${path}`;
const stages: Stage[] = [
  { name: 'types', run: [bin('typescript/bin/tsc'), '--noEmit'] },
  { name: 'format and lint', run: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'contract: generated files and lint', run: ['tools/lint-contract.ts'] },
  { name: 'matrix of sentences, checks and defects', run: ['tools/matrix.ts', '--check'] },
  { name: 'unused code and dependencies', run: [bin('knip/bin/knip.js')] },
  { name: 'build', run: ['tools/build.ts'] },
  {
    name: 'tests',
    run: [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
    ],
    counts: vitestCounts,
  },
  {
    name: 'the suite against the mock, over HTTP',
    run: ['tools/self-conformance.ts', '--limits-auth', '300'],
  },
  { name: 'defects and variants (bite)', run: ['tools/bite.ts'] },
];

mkdirSync(new URL('../.cache', import.meta.url), { recursive: true });
const only = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
for (const stage of stages.filter(
  ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
)) {
  console.log(`\n── ${stage.name}`);
  const started = performance.now();
  const { status } = spawnSync(process.execPath, stage.run, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  });
  const ok = status === 0;
  console.log(
    `── ${stage.name}: ${ok ? 'passed' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  const counts = stage.counts?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  passed += counts.passed;
  failed += counts.failed + (!ok && counts.failed === 0 ? 1 : 0);
  skipped += counts.skipped;
}
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function vitestCounts(): { passed: number; failed: number; skipped: number } {
  if (!existsSync(new URL(`../${REPORT}`, import.meta.url))) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(readFileSync(new URL(`../${REPORT}`, import.meta.url), 'utf8')) as Record<
    string,
    number
  >;
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}
