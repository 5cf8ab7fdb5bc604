// npm run bite: injects every defect and every lawful variant into the mock, and reports the defects that the suite
// does not catch and the variants on which a check fails.

import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { defects, degenerateServers, type Mutant } from '../conformance/defects/index.ts';
import { catalogue } from '../conformance/index.ts';
import { HEAVY_CELLS, REPEATED_CELLS } from '../conformance/testing/heavy-cells.ts';
import { levelAndTitle } from '../src/suite/model/define.ts';
import { fixturesOf } from '../src/suite/plan/plan.ts';
import { isWaitingJob, type Job, variants } from './bite/job.ts';
import { falseAlarms, figuresText, idleOf, judge, type MutantVerdict } from './bite/judge.ts';
import type { MutantResult } from './bite/run-mutant.ts';
import { oneOfEachFamily, samplePairs, sampleRows } from './bite/sample.ts';
import { type Outcome, runAll } from './bite/worker-pool.ts';

const root = new URL('../', import.meta.url);

const USAGE = `npm run bite -- [--only prefix … | --sample | --rest | --measure] [--variants] [--jobs N]
  --only prefix  the defects whose id or requirement begins with the prefix, and the variants whose id does. More than
                 one may be given.
  --sample       4 defects (of 2 families, and of changed checks) and a degenerate server;
                 TEST_SEED=7 takes another sample
  --rest         the defects that --sample leaves out, every variant, and 60 pairs
  --variants     only the lawful variants, no defects
  --jobs N       threads (default: the number of processors, at most four)
  --measure      only the mock without defects; writes the requests of each check to conformance/measured.json, which
                 plans count (npm run measure)`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    sample: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    variants: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(Math.min(4, availableParallelism())) },
    measure: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const { only } = values;
if (values.measure && (only.length > 0 || values.sample || values.rest || values.variants)) {
  console.error('--measure runs no defect: leave --only, --sample, --rest and --variants out.');
  process.exit(2);
}
const repeated = [...defects, ...variants, ...degenerateServers].filter(
  ({ id }, at, all) => all.findIndex((row) => row.id === id) !== at,
);
if (repeated.length > 0) {
  console.error(
    `More than one row has the id ${repeated.map(({ id }) => id).join(', ')}: give each row an id of its own.`,
  );
  process.exit(2);
}
const chosen = <R extends { id: string }>(rows: readonly R[]): R[] =>
  rows.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
const breachedBy = ({ requirement, alsoBreaks }: Mutant): string[] => [requirement, ...alsoBreaks];
const isSelected = (row: Mutant): boolean =>
  only.length === 0 ||
  only.some((prefix) => [row.id, ...breachedBy(row)].some((one) => one.startsWith(prefix)));
const seed = Number(process.env.TEST_SEED ?? 1);
const sample = new Set(values.sample || values.rest ? await sampleRows(defects, seed) : defects);
const selectedMutants =
  values.variants || values.measure
    ? []
    : defects.filter((row) => sample.has(row) !== values.rest && isSelected(row));
const tried = values.measure || values.sample ? [] : chosen(variants);
const lawful = tried.map(({ id }) => id);
const pairs = samplePairs(lawful, values.sample || only.length > 0 ? 0 : 60, seed);
const degenerate =
  values.variants || values.measure
    ? []
    : values.sample
      ? oneOfEachFamily(degenerateServers, seed, 1)
      : chosen(degenerateServers);
if (!values.measure && selectedMutants.length + lawful.length + degenerate.length === 0) {
  console.error(
    `No defect, no requirement of a defect and no variant has an id that begins with ${only.join(' or ')}.`,
  );
  process.exit(2);
}

const checksAndFixtures = [...catalogue.checks, ...fixturesOf(catalogue.checks)].map(({ id }) => id);
const profileOf = ({ basis }: Mutant): Job['profile'] => (basis === 'chosen' ? 'contract' : 'stated');
/** The profiles of the runs without defects; what conforms to the contract conforms to what is stated. */
const profiles = values.sample ? (['contract'] as const) : (['stated', 'contract'] as const);
const jobs: Job[] = [
  ...profiles.map((profile): Job => ({ ids: [], profile })),
  // A sample has to be quick: the checks of the sentences that a defect breaks run alone first.
  ...selectedMutants.map(
    (row): Job => ({ ids: [row.id], profile: profileOf(row), sentencesFirst: values.sample }),
  ),
  ...[...lawful.map((id) => [id]), ...pairs, ...degenerate.map(({ id }) => [id])].map((ids) => ({
    ids,
    profile: 'stated' as const,
  })),
];

const started = performance.now();
let finished = 0;
// A sample has to be quick: it asks the cells of those sentences alone that a defect breaks.
const skipFor = ({ ids }: Job): string[] => {
  if (!values.sample) return [];
  const broken = selectedMutants.filter(({ id }) => ids.includes(id)).flatMap(breachedBy);
  // The run on the mock itself asks the cells that repeat.
  const cells = ids.length > 0 ? [...HEAVY_CELLS, ...REPEATED_CELLS] : HEAVY_CELLS;
  return cells.filter(
    (prefix) =>
      !catalogue.checks.some((one) => one.id.startsWith(prefix) && broken.includes(one.requirement)),
  );
};
const sorted = jobs.map((job) => ({ ...job, skip: skipFor(job), waits: isWaitingJob(job) }));
const outcomes = await runAll(sorted, Number(values.jobs), (_outcome, job) => {
  finished += 1;
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001b[K${finished}/${jobs.length} ${job.ids.join(' + ')}`);
  else if (finished % 50 === 0) process.stderr.write(`${finished}/${jobs.length}\n`);
});
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');

const clean = { stated: requireBitten(outcomes[0]), contract: requireBitten(outcomes[profiles.length - 1]) };
const kills: MutantVerdict[] = selectedMutants.map((row, at) =>
  judge(row, requireOutcome(outcomes[at + profiles.length]), clean[profileOf(row)]),
);
const incomplete = new Set(variants.filter((row) => row.mayBeIncomplete).map(({ id }) => id));
const falseAlarmRows = [...lawful.map((id) => [id]), ...pairs]
  .map((ids, at) => ({
    ids,
    alarms: falseAlarms(
      requireOutcome(outcomes[selectedMutants.length + profiles.length + at]),
      clean.stated,
      ids.some((id) => incomplete.has(id)),
    ),
  }))
  .filter((one) => one.alarms.length > 0);
const green = degenerate.filter((_, at) => {
  const outcome = requireOutcome(outcomes[outcomes.length - degenerate.length + at]);
  return 'error' in outcome || outcome.result.verdict === 'conformant';
});
const judging = [...catalogue.checks, ...catalogue.rules].filter(
  (item) => levelAndTitle(item).level !== 'observe',
);
const idle = idleOf(
  kills,
  values.variants || values.measure || values.sample || values.rest || only.length > 0 ? [] : judging,
);

if (selectedMutants.length > 0) console.log(figuresText(kills, idle).join('\n'));
for (const profile of profiles) {
  const { fails, verdict, requests, broken } = clean[profile];
  console.log(`The mock without defects, profile ${profile}: ${verdict}, ${requests} requests`);
  for (const one of [...fails.map(({ id, message }) => `${id}: ${message}`), ...broken])
    console.log(`  ${one}`);
}
console.log(
  `False alarms on ${lawful.length} variants and ${pairs.length} pairs of them: ${falseAlarmRows.length}`,
);
for (const { ids, alarms } of falseAlarmRows)
  for (const alarm of alarms) console.log(`  ${ids.join(' + ')}: ${alarm}`);

if (degenerate.length > 0)
  console.log(
    `Servers that answer everything alike or refuse an area: ${degenerate.length}, called conformant: ${green.length}`,
  );
for (const { id, title } of green) console.log(`  ${id}: ${title}`);

const survived = kills.filter(({ by }) => by === null);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${jobs.length} runs took ${seconds} s.`);
console.log(
  `${kills.length - survived.length} killed, ${survived.length} survived, ${falseAlarmRows.length} false alarms`,
);
if (values.measure) {
  const { spent } = clean.stated;
  writeMeasured(Object.fromEntries(checksAndFixtures.map((id) => [id, spent[id] ?? 0])));
  console.log('conformance/measured.json has the new figures.');
}
if (idle.length > 0)
  console.error(
    'Every check and every rule needs a defect that it catches: give those above one, or remove them.',
  );
const bad =
  survived.some(({ defect }) => defect.basis === 'stated') ||
  idle.length > 0 ||
  falseAlarmRows.length > 0 ||
  green.length > 0 ||
  Object.values(clean).some(({ fails, broken }) => fails.length + broken.length > 0);
process.exitCode = bad ? 1 : 0;

function requireOutcome(outcome: Outcome | undefined): Outcome {
  if (!outcome) throw new Error('A job was lost.');
  return outcome;
}

function requireBitten(outcome: Outcome | undefined): MutantResult {
  const found = requireOutcome(outcome);
  if ('error' in found) throw new Error(`The run on the mock without defects failed: ${found.error}`);
  return found.result;
}

// Writes conformance/measured.json. `requests`: id of a check or fixture → number of requests sent for it in a complete
// run on the mock, clean-up included.
function writeMeasured(requests: Readonly<Record<string, number>>): void {
  const sorted = Object.fromEntries(Object.entries(requests).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ generatedBy: 'npm run measure', requests: sorted }, null, 2);
  writeFileSync(new URL('conformance/measured.json', root), `${text}\n`);
}
