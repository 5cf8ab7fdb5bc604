// npm run deployments: runs the suite on generated lawful deployments and reports what it accuses and what it leaves
// open.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { departures, featuresOf } from './deployments/features.ts';
import { reduce } from './deployments/reduce.ts';
import { featuresOfJob, type SeedJob } from './deployments/run-seed.ts';
import { shareOf, summaryOf, summaryText } from './deployments/summary.ts';
import { runSeeds, type SeedOutcome } from './deployments/worker-pool.ts';

const USAGE = `npm run deployments -- [--seeds N] [--seed N …] [--features a,b=value] [--described] [--show] [--reduce] [--open] [--jobs N] [--json file]
  Puts a generated deployment in front of the mock for each seed: other names, ids, lists, states, error codes, times
  and replies wherever the specification is silent. Everything stated stays. Then runs the whole suite on it.
  A reply or request that the generator maps wrongly ends the run of its seed with an error.
  --seeds N      the seeds 1 to N (default 20)
  --seed N       this seed; more than one may be given
  --features     only these features of the seed; the others are the mock's. name=value chooses a value itself
  --described    the target file has the deployment's bodies and values; without it, it has credentials only
  --show         prints the features of the seeds and runs nothing
  --reduce       for each accused seed, also looks for the fewest features that lead to the accusation
  --open         prints the open sentences of every seed with their reasons
  --jobs N       threads (default: the number of processors, at most four)
  --json file    writes the summary and the result of every seed`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    seed: { type: 'string', multiple: true, default: [] },
    features: { type: 'string', default: '' },
    described: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    reduce: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.min(4, availableParallelism())) },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const notNumbers = [...values.seed, values.seeds, values.jobs].filter((text) => !/^[1-9]\d*$/.test(text));
if (notNumbers.length > 0) {
  console.error(
    `${notNumbers[0]} is not a whole number from 1: --seeds, --seed and --jobs take one, see --help.`,
  );
  process.exit(2);
}
const only = values.features === '' ? [] : values.features.split(',');
const seeds =
  values.seed.length > 0
    ? values.seed.map(Number)
    : Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);
const jobs: SeedJob[] = seeds.map((seed) => ({
  seed,
  only,
  description: values.described ? 'described' : 'credentials',
}));
try {
  for (const job of jobs) featuresOfJob(job);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}

if (values.show) {
  for (const job of jobs) console.log([`Seed ${job.seed}:`, ...departures(featuresOfJob(job))].join('\n  '));
  process.exit(0);
}

const started = performance.now();
const outcomes = await runSeeds(jobs, Number(values.jobs), (outcome) => {
  for (const line of linesOf(outcome)) console.log(line);
});
const summary = summaryOf(outcomes);
console.log(summaryText(summary).join('\n'));
console.log(`${seeds.length} runs took ${Math.round((performance.now() - started) / 1000)} s.`);

if (values.reduce)
  for (const outcome of outcomes) {
    if (!('result' in outcome)) continue;
    const [accusation] = outcome.result.accused;
    if (!accusation) continue;
    const features = only.length > 0 ? only : departures(featuresOf(outcome.job.seed));
    const few = await reduce(outcome.job, features, accusation.id);
    console.log(
      `${accusation.id}: npm run deployments -- --seed ${outcome.job.seed} --features ${few.join(',')}`,
    );
  }

if (values.json) writeFileSync(values.json, `${JSON.stringify({ summary, outcomes }, null, 2)}\n`);
process.exitCode = summary.accusedSeeds + summary.broken > 0 ? 1 : 0;

function linesOf(outcome: SeedOutcome): string[] {
  const { seed } = outcome.job;
  if (!('result' in outcome)) return [`seed ${seed}: did not end: ${outcome.error}`];
  const { result } = outcome;
  return [
    `seed ${seed}: ${result.verdict}, ${shareOf(result).toFixed(1)} % of ${result.sentences} sentences judged, ${result.requests} requests, ${result.leftovers} left behind, ${(result.ms / 1000).toFixed(1)} s`,
    ...result.accused.map(({ id, verdict, message }) => `  ${verdict} ${id}: ${message}`),
    ...(values.open
      ? result.open.map(({ requirement, cause, why }) => `  open ${requirement}: ${cause}: ${why}`)
      : []),
  ];
}
