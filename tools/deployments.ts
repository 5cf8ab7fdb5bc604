// npm run deployments: runs the suite on generated lawful deployments, and reports what it accuses and leaves open.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { choiceText, seededVariation, variationOf } from '../src/variations/vary.ts';
import type { Job } from './bite/job.ts';
import { median } from './bite/judge.ts';
import { compareLike } from './bite/like.ts';
import { type Outcome, runAll } from './bite/worker-pool.ts';

const USAGE = `npm run deployments -- [--seeds N] [--seed N …] [--only a=value,b=value] [--with a=value] [--described] [--show] [--reduce] [--open] [--like]
  Puts a generated deployment in front of the mock for each seed: other names, ids, lists, states, error codes, times
  and replies wherever the specification is silent. Everything stated stays. Then runs the whole suite on it.
  --seeds N      the seeds 1 to N (default 20)
  --seed N       this seed; more than one may be given
  --only         these values of freedoms in place of those of the seed
  --with         these values of freedoms beside those of the seed
  --described    the target file has the deployment's bodies and values; without it, it has credentials only
  --show         prints what the seeds choose and runs nothing
  --reduce       for each accused seed, also looks for the fewest choices that lead to the accusation
  --open         prints the open sentences of every seed
  --like         runs the suite on each deployment and on the mock like it (mock --like) instead, and prints what
                 conform diff finds between the two`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    seed: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    with: { type: 'string', default: '' },
    described: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    reduce: { type: 'boolean', default: false },
    open: { type: 'boolean', default: false },
    like: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const exit = (code: number, message: string): never => {
  (code === 0 ? console.log : console.error)(message);
  process.exit(code);
};
if (values.help) exit(0, USAGE);
const notNumber = [...values.seed, values.seeds].find((text) => !/^[1-9]\d*$/.test(text));
if (notNumber !== undefined)
  exit(2, `${notNumber} is not a whole number from 1: --seeds and --seed take one, see --help.`);

const seeds =
  values.seed.length > 0
    ? values.seed.map(Number)
    : Array.from({ length: Number(values.seeds) }, (_, at) => at + 1);
const listOf = (text: string): string[] => (text === '' ? [] : text.split(/,(?=[\w-]+=)/));
const only = listOf(values.only);
const besides = listOf(values.with);
try {
  variationOf([...only, ...besides]);
} catch (error) {
  exit(2, error instanceof Error ? error.message : String(error));
}
const choicesOf = (seed: number): string[] =>
  variationOf(
    [...(only.length > 0 ? only : seededVariation(seed).choices.map(choiceText)), ...besides],
    seed,
  ).choices.map(choiceText);
if (values.show) {
  for (const seed of seeds) console.log([`Seed ${seed}:`, ...choicesOf(seed)].join('\n  '));
  process.exit(0);
}

if (values.like) {
  let same = 0;
  for (const seed of seeds) {
    const { differences } = await compareLike(variationOf(choicesOf(seed), seed));
    same += Number(differences.length === 0);
    console.log(`seed ${seed}: ${differences.length} differences from the mock like it`);
    for (const { about, id, a, b } of differences) console.log(`  ${about} ${id}: ${a} | ${b}`);
  }
  console.log(`${seeds.length} seeds: ${same} without a difference.`);
  process.exit();
}

const jobOf = (seed: number, choices: readonly string[]): Job => ({
  ids: [],
  profile: 'stated',
  deployment: { seed, choices, described: values.described },
});
const shares: number[] = [];
/** The seeds with an accusation, and the checks or rules that accuse. */
const accused = new Map<number, string[]>();
const started = performance.now();
await runAll(
  seeds.map((seed) => jobOf(seed, choicesOf(seed))),
  Math.min(4, availableParallelism()),
  (outcome, job) => {
    for (const line of linesOf(outcome, job.deployment?.seed ?? 0)) console.log(line);
  },
);
if (values.reduce)
  for (const [seed, [id = '']] of accused) {
    const few = await reduced(seed, id);
    console.log(`${id}: npm run deployments -- --seed ${seed} --only ${few.join(',')}`);
  }
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${seeds.length} seeds: ${accused.size} with an accusation; stated sentences judged: at least ${Math.min(100, ...shares).toFixed(1)} %, median ${median(shares).toFixed(1)} %; ${seconds} s.`,
);
process.exitCode = accused.size > 0 ? 1 : 0;

function accusations(outcome: Outcome): string[] {
  if ('error' in outcome) return [`the run did not end: ${outcome.error}`];
  const { fails, broken } = outcome.result;
  return [...fails.map(({ id, message }) => `${id}: ${message}`), ...broken];
}

function linesOf(outcome: Outcome, seed: number): string[] {
  const found = accusations(outcome);
  if (found.length > 0)
    accused.set(
      seed,
      found.map((text) => text.split(': ')[0] ?? ''),
    );
  if ('error' in outcome) return [`seed ${seed}: ${found.join()}`];
  const { verdict, judged, open, requests, ms } = outcome.result;
  const share = (100 * judged) / Math.max(1, judged + open.length);
  shares.push(share);
  return [
    `seed ${seed}: ${verdict}, ${share.toFixed(1)} % of ${judged + open.length} sentences judged, ${found.length} accusations, ${requests} requests, ${(ms / 1000).toFixed(1)} s`,
    ...found.map((text) => `  ${text}`),
    ...(values.open ? open.map((sentence) => `  open ${sentence}`) : []),
  ];
}

// Leaves one choice after the other out, as long as the same check or rule still accuses.
async function reduced(seed: number, id: string): Promise<string[]> {
  let kept = choicesOf(seed);
  for (const choice of [...kept]) {
    const fewer = kept.filter((one) => one !== choice);
    if (fewer.length === 0) break;
    const [outcome] = await runAll([jobOf(seed, fewer)], 1);
    if (outcome && accusations(outcome).some((text) => text.startsWith(id))) kept = fewer;
  }
  return kept;
}
