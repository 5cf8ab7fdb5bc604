// npm test: runs every stage that a change must pass, and prints a last line: `N passed, N failed`.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { areas, type Counts, type Stage, stagesOf } from './test/stages.ts';

const USAGE = `npm test [-- <area or stage> …]      what a change needs, in twelve minutes on two cores: samples of the long tables
npm run test:whole [-- <stage> …]    what npm test leaves out: every defect and variant, every slow end-to-end test

  npm test -- orders             the tests of one area, its checks against the mock and its defects
  npm test -- types lint         single stages, by a part of their name
  TEST_SEED=7 npm test           another sample

Areas: ${areas.join(', ')}`;

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

const root = fileURLToPath(new URL('../', import.meta.url));
const totals: Counts = { passed: 0, failed: 0, skipped: 0 };

/**
 * Runs a stage and adds its numbers of tests to the totals.
 * @param apart whether the stage's output is printed only when the stage ends, because other stages run at the same
 * time
 */
async function run(stage: Stage, apart: boolean): Promise<void> {
  const heading = `\n── ${stage.name}`;
  if (!apart) console.log(heading);
  const started = performance.now();
  const child = spawn(process.execPath, stage.command, {
    cwd: root,
    stdio: apart ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', ...(values.whole ? { TEST_WHOLE: '1' } : {}) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const status = await new Promise((done) => child.on('close', done));
  const ok = status === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${apart ? `${heading}\n${output}` : ''}── ${stage.name}: ${ok ? 'passed' : 'FAILED'} in ${seconds} s`,
  );
  const counts = stage.counts?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  totals.passed += counts.passed;
  totals.failed += counts.failed + (!ok && counts.failed === 0 ? 1 : 0);
  totals.skipped += counts.skipped;
}

// Stages of which none needs another run at the same time; all other stages run one after another.
const waiting = chosen.filter(({ apart }) => apart);
const lane = async (): Promise<void> => {
  for (let stage = waiting.shift(); stage; stage = waiting.shift()) await run(stage, true);
};
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
for (const stage of chosen.filter(({ apart }) => !apart)) await run(stage, false);

const { passed, failed, skipped } = totals;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
