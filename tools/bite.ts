// npm run bite: plants every defect and every lawful variant in the mock, and says whether the suite is neither blind nor unfair.
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Defect, defects, ruins, variants } from '../conformance/defects/index.ts';
import { catalogue } from '../conformance/index.ts';
import { subjectsOf } from '../src/suite/catalogue.ts';
import { sentenceOf } from '../src/suite/define.ts';
import type { Bitten } from './bite/bite.ts';
import { falseAlarms, judge, type Killed } from './bite/judge.ts';
import { readKills, writeMeasured } from './bite/measured.ts';
import { allPairs, samplePairs, shardOf } from './bite/pairs.ts';
import { type Outcome, runAll } from './bite/pool.ts';
import { oneOfEachFamily, sampleRows } from './bite/sample.ts';
import { spentBy } from './bite/spent.ts';
import { figuresOf, tableOf } from './bite/table.ts';
import { orderOfValue } from './bite/value.ts';
import { type Job, waits, work } from './bite/work.ts';
import { gapsOf, matrixOf } from './matrix/matrix.ts';
import { pageOf } from './matrix/page.ts';

const USAGE = `npm run bite -- [--only prefix … | --sample] [--variants] [--pairs N|all] [--shard 1/4] [--neighbours] [--jobs N] [--json file] [--quick | --smoke | --measure | --measure-requests] [--couples N]
  --only prefix  defects whose id begins so, or whose check, rule or requirement does, each also beside its nearest conforming
                 variants, and every lawful variant; of variants, those whose id begins so; more than one may be given
  --sample       one defect of every family, one for every check that changed, one variant of every family, a few pairs
  --sample-seed N another sample (default 1)
  --base ref     --sample: what has changed since then (default HEAD~1; uncommitted changes count too)
  --variants     only the lawful variants, no defects
  --pairs N      how many pairs of variants to try beside each on its own (default 60); all: every pair that can be
  --pairs-seed N another sample of pairs (default 1)
  --shard 1/4    the first quarter of the pairs, for several machines
  --neighbours   also each defect together with the lawful variants next to it: is it still caught?
  --jobs N       threads (default: as many as there are processors, four at most)
  --json file    the figures, and what came of every row
  --quick        what conform --quick notices of the defects, instead of the whole suite
  --smoke        what conform --smoke notices of them
  --measure      writes conformance/measured.json and conformance/MATRIX.md anew: what catches which defect, what each
                 check sends, and the order in which a request budget is spent best (npm run measure)
  --couples N    also N couples of stated defects in one mock: is such a mock still called nonconformant?
  --measure-requests  only measures what each check sends, in one run, and writes it into conformance/measured.json`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    sample: { type: 'boolean', default: false },
    'sample-seed': { type: 'string', default: '1' },
    base: { type: 'string', default: 'HEAD~1' },
    variants: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '60' },
    'pairs-seed': { type: 'string', default: '1' },
    shard: { type: 'string', default: '1/1' },
    neighbours: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.min(4, availableParallelism())) },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
    couples: { type: 'string', default: '0' },
    'measure-requests': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const { only } = values;
const size: Job['size'] = values.quick ? 'quick' : values.smoke ? 'smoke' : undefined;
if (values.measure && (only.length > 0 || values.sample || values.variants || size)) {
  console.error(
    '--measure needs every defect and the whole suite: leave --only, --sample, --variants, --quick and --smoke out.',
  );
  process.exit(2);
}
const repeated = [...defects, ...variants, ...ruins].filter(
  ({ id }, at, all) => all.findIndex((row) => row.id === id) !== at,
);
if (repeated.length > 0) {
  console.error(
    `More than one row has the id ${repeated.map(({ id }) => id).join(', ')}: give each its own.`,
  );
  process.exit(2);
}
const chosen = <R extends { id: string }>(rows: readonly R[]): R[] =>
  rows.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
const meant = ({ id, says, also, caughtBy }: Defect): boolean =>
  only.length === 0 ||
  only.some((prefix) => [id, caughtBy, says, ...also].some((one) => one.startsWith(prefix)));
const sampleSeed = Number(values['sample-seed']);
const sampled = values.sample ? await sampleRows(defects, sampleSeed, values.base) : defects;
const bites = values.variants ? [] : sampled.filter(meant);
// A check that catches a defect is tried on every lawful variant too: it may accuse one of them.
const tried = values.sample
  ? oneOfEachFamily(variants, sampleSeed)
  : bites.length > 0
    ? variants
    : chosen(variants);
const lawful = tried.map(({ id }) => id);
const wanted =
  values.pairs === 'all'
    ? allPairs(lawful)
    : samplePairs(
        lawful,
        values.sample ? 10 : only.length > 0 && bites.length > 0 ? 0 : Number(values.pairs),
        Number(values['pairs-seed']),
      );
const pairs = shardOf(wanted, values.shard);
const beside =
  values.neighbours || (only.length > 0 && !values.sample)
    ? bites.flatMap((row) => row.neighbours.map((neighbour) => ({ row, neighbour })))
    : [];
const couples = samplePairs(
  bites.filter(({ basis }) => basis === 'stated').map(({ id }) => id),
  Number(values.couples),
);
const dead = values.variants ? [] : chosen(ruins);
if (bites.length + lawful.length + dead.length === 0) {
  console.error(
    `No defect and no variant, and no check, rule or requirement of a defect, has an id that begins with ${only.join(' or ')}.`,
  );
  process.exit(2);
}

const everyPart = [...catalogue.checks, ...subjectsOf(catalogue.checks)].map(({ id }) => id);
if (values['measure-requests']) {
  const { spent } = await work({ ids: [], profile: 'stated' });
  writeMeasured({ requests: spentBy(everyPart, spent) });
  console.log('conformance/measured.json holds the requests measured now.');
  process.exit(0);
}

const profileOf = ({ basis }: Defect): Job['profile'] => (basis === 'chosen' ? 'contract' : 'stated');
const jobs: Job[] = [
  { ids: [], profile: 'stated', size },
  { ids: [], profile: 'contract', size },
  ...bites.map((row) => ({ ids: [row.id], profile: profileOf(row), size })),
  ...[...lawful.map((id) => [id]), ...pairs, ...dead.map(({ id }) => [id])].map((ids) => ({
    ids,
    profile: 'stated' as const,
    size,
  })),
  ...couples.map((ids) => ({ ids, profile: 'stated' as const, size })),
  // the defect last: what it does is done to the other server
  ...beside.map(({ row, neighbour }) => ({ ids: [neighbour, row.id], profile: profileOf(row), size })),
];

const started = performance.now();
let finished = 0;
const sorted = jobs.map((job) => ({ ...job, waits: waits(job) }));
const outcomes = await runAll(sorted, Number(values.jobs), (_outcome, job) => {
  finished += 1;
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001b[K${finished}/${jobs.length} ${job.ids.join(' + ')}`);
  else if (finished % 50 === 0) process.stderr.write(`${finished}/${jobs.length}\n`);
});
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');

const clean = { stated: bittenOf(outcomes[0]), contract: bittenOf(outcomes[1]) };
const kills: Killed[] = bites.map((row, at) => judge(row, need(outcomes[at + 2]), clean[profileOf(row)]));
const alarms = [...lawful.map((id) => [id]), ...pairs]
  .map((ids, at) => ({ ids, alarms: falseAlarms(need(outcomes[bites.length + 2 + at]), clean.stated) }))
  .filter((one) => one.alarms.length > 0);
const green = dead.filter((_, at) => {
  const outcome = need(outcomes[outcomes.length - beside.length - couples.length - dead.length + at]);
  return 'error' in outcome || outcome.bitten.verdict === 'conformant';
});
const asked = [...catalogue.checks, ...catalogue.rules]
  .filter((item) => sentenceOf(item).level !== 'observe')
  .map(({ id }) => id);
const figures = figuresOf(kills, values.variants || values.sample || only.length > 0 || size ? [] : asked);

if (bites.length > 0) console.log(tableOf(figures).join('\n'));
for (const profile of ['stated', 'contract'] as const) {
  const { fails, verdict, requests, broken } = clean[profile];
  console.log(`The mock as it is, profile ${profile}: ${verdict}, ${requests} requests`);
  for (const one of [...fails.map(({ id, message }) => `${id}: ${message}`), ...broken])
    console.log(`  ${one}`);
}
console.log(`False alarms on ${lawful.length} variants and ${pairs.length} pairs of them: ${alarms.length}`);
for (const { ids, alarms: said } of alarms)
  for (const one of said) console.log(`  ${ids.join(' + ')}: ${one}`);

const hidden = beside.filter(({ row }, at) => {
  const outcome = need(outcomes[outcomes.length - beside.length + at]);
  return judge(row, outcome, clean[profileOf(row)]).by === null;
});
if (beside.length > 0)
  console.log(`Defects beside a lawful neighbour: ${beside.length - hidden.length}/${beside.length} caught`);
for (const { row, neighbour } of hidden) console.log(`  ${row.id} beside ${neighbour}: ${row.title}`);

const masked = couples.filter((_, at) => {
  const outcome = need(outcomes[outcomes.length - beside.length - couples.length + at]);
  return 'error' in outcome || outcome.bitten.verdict !== 'nonconformant';
});
if (couples.length > 0)
  console.log(`Couples of stated defects: ${couples.length}, none of the two noticed: ${masked.length}`);
for (const ids of masked) console.log(`  ${ids.join(' + ')}`);

if (dead.length > 0)
  console.log(`Servers that answer everything alike: ${dead.length}, called conformant: ${green.length}`);
for (const { id, title } of green) console.log(`  ${id}: ${title}`);

if (values.json) {
  const rows = kills.map(({ defect, ...rest }) => ({
    id: defect.id,
    basis: defect.basis,
    says: defect.says,
    caughtBy: defect.caughtBy,
    ...rest,
  }));
  writeFileSync(
    values.json,
    `${JSON.stringify({ figures, alarms, rows, spent: clean.stated.spent }, null, 2)}\n`,
  );
}

const survived = kills.filter(({ by }) => by === null);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `Every run asked ${size ? `what --${size} asks` : 'the whole catalogue'}; ${jobs.length} runs took ${seconds} s.`,
);
console.log(
  `${kills.length - survived.length} killed, ${survived.length} survived, ${alarms.length} false alarms`,
);
if (values.measure) {
  const { spent } = clean.stated;
  writeMeasured({
    requests: spentBy(everyPart, spent),
    checkOrder: orderOfValue(
      catalogue.checks,
      kills.map(({ noticers }) => ({ noticers })),
      spent,
    ),
    kills: Object.fromEntries(kills.map(({ defect, catchers }) => [defect.id, catchers])),
  });
  const matrix = matrixOf(readKills());
  writeFileSync(new URL('../conformance/MATRIX.md', import.meta.url), pageOf(matrix, gapsOf(matrix)));
  console.log('conformance/measured.json and conformance/MATRIX.md hold the figures measured now.');
}
if (figures.idle.length > 0)
  console.error(
    'Every check and every rule needs a defect that it catches: give those above one, or remove them.',
  );
const bad =
  // a chosen set is not meant to notice everything
  (!size && survived.some(({ defect }) => defect.basis === 'stated')) ||
  figures.idle.length > 0 ||
  masked.length > 0 ||
  alarms.length > 0 ||
  green.length > 0 ||
  Object.values(clean).some(({ fails, broken }) => fails.length + broken.length > 0);
process.exitCode = bad ? 1 : 0;

function need(outcome: Outcome | undefined): Outcome {
  if (!outcome) throw new Error('A job was lost.');
  return outcome;
}

function bittenOf(outcome: Outcome | undefined): Bitten {
  const found = need(outcome);
  if ('error' in found) throw new Error(`The mock as it is could not be tried: ${found.error}`);
  return found.bitten;
}
