// npm run flake: runs the suite on the mock with chaos many times, and counts the verdicts that change.
import { parseArgs } from 'node:util';
import { type Change, changes, runWithChaos } from './flake/run.ts';

const USAGE = `npm run flake -- [--runs N] [--first N] [--latency MS] [--stray N] [--same]
  --runs N      how many runs (default 100), each in a weather of its own
  --first N     the seed of the first run's weather (default 1); run N alone with --first N --runs 1
  --latency MS  what a request takes at most, by the run's clock: it costs no time (default 300)
  --stray N     one in N requests is answered 429 with Retry-After, and one in N 503 (default 50; 0: none)
  --same        the suite's own seed stays the same; else each run has its own

Exit code 0: no verdict changed. 1: some did; they are listed with the seed that shows them again.`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
    latency: { type: 'string', default: '300' },
    stray: { type: 'string', default: '50' },
    same: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const [runs, first, latency, stray] = [values.runs, values.first, values.latency, values.stray].map(Number);
if (![runs, first, latency, stray].every((one) => Number.isSafeInteger(one) && Number(one) >= 0)) {
  console.error('--runs, --first, --latency and --stray take whole numbers.');
  process.exit(2);
}

const started = performance.now();
const fair = await runWithChaos({ seed: 0, latency: 0, stray: 0 });
const flips = new Map<string, { change: Change; seeds: number[] }>();
const fallen = { 429: 0, 503: 0 };
let changed = 0;
let requests = 0;
for (let seed = first ?? 1; seed < (first ?? 1) + (runs ?? 0); seed += 1) {
  const weather = { seed, latency: latency ?? 0, stray: stray ?? 0 };
  const outing = await runWithChaos(weather, values.same ? 1 : seed);
  requests += outing.report.requests;
  fallen[429] += outing.injected[429];
  fallen[503] += outing.injected[503];
  const found = changes(fair.report, outing.report);
  if (found.length > 0) changed += 1;
  for (const change of found) {
    const key = `${change.id}: ${change.from} → ${change.to}`;
    const flip = flips.get(key) ?? { change, seeds: [] };
    flip.seeds.push(seed);
    flips.set(key, flip);
  }
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${seed - (first ?? 1) + 1}/${runs}`);
}
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');

for (const [key, { change, seeds }] of [...flips].sort((a, b) => b[1].seeds.length - a[1].seeds.length)) {
  console.log(
    `${seeds.length}× ${key}   (seed ${seeds.slice(0, 5).join(', ')}${seeds.length > 5 ? ' …' : ''})`,
  );
  console.log(`    ${change.message}`);
}
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${runs} runs, ${requests} requests, of which ${fallen[429]} met a stray 429 and ${fallen[503]} a stray 503; ${seconds} s`,
);
const verdicts = fair.report.results.length;
console.log(
  `${flips.size} of ${verdicts} verdicts changed, in ${changed} of ${runs} runs (fair weather: ${fair.report.verdict})`,
);
process.exitCode = flips.size === 0 ? 0 : 1;
