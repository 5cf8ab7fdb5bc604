// npm run mutate: changes the code of the mock at random places, and counts how many changes the suite notices.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Job } from './bite/job.ts';
import type { MutantResult } from './bite/run-mutant.ts';
import { type Outcome, runAll } from './bite/worker-pool.ts';
import { instrument, keyText, type Mutant, type MutantKey, sampleOf, wilson } from './mutate/mutants.ts';

const USAGE = `npm run mutate [-- <options>]

Instruments a copy of the mock with every mutant of Stryker's instrumenter, and runs the suite once for each mutant of
a sample of those that the suite reaches.

  --sample 300       how many mutants to run
  --seed 1           another seed takes another sample
  --only <prefix>    only files of the mock whose path begins so

The suite knows which operations accepted a request without a mutant (\`learned.accepted\`), as in a second run of CI.
Caught: a check or rule of a stated sentence fails; or the mock hangs or crashes, so that no run can end conformant.
Not caught, but not called conformant either: a run that ends incomplete or vacuous, because the suite could not judge.
Survivors are classed by hand in tools/mutate/survivors.json: \`equivalent\` (no request shows it), \`unstated\` (the
specification leaves it open), \`gap\` (it breaks a stated sentence). One without a class counts as a gap.`;

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
});
const [size, seed] = [Number(values.sample), Number(values.seed)];
if (values.help || !(size > 0) || Number.isNaN(seed)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

type Survivor = MutantKey & { class: 'equivalent' | 'unstated' | 'gap'; why: string };
type Judged = { mutant: Mutant; outcome: Outcome };

const root = new URL('../', import.meta.url);
const build = new URL('.cache/mutate/', root);
const survivors = JSON.parse(
  readFileSync(new URL('mutate/survivors.json', import.meta.url), 'utf8'),
) as Survivor[];
const classes = new Map(survivors.map((one) => [keyText(one), one]));

const mutants = await instrument(root, build, values.only);
const started = performance.now();
const common = { ids: [], profile: 'stated' } as const;
const quick = ['rate-limit-burst'] as const;
/** The checks of webhooks wait in real time for deliveries. */
const slow = ['rate-limit-burst', 'webhooks'] as const;
const measuring: Job[] = [quick, quick, slow].map((allow) => ({
  ...common,
  ...{ allow, mutant: 'none', measures: true },
}));
const [first, second, third] = (await runAll(measuring, 1, () => {}, build)).map(passedOf);
const { atImport = {}, inRun = {}, accepted = [] } = first ?? {};
const reachable = mutants.filter(({ id }) => id in atImport || id in inRun || id in (third?.inRun ?? {}));
// A file that the second run of a thread passes in another way has a cache or runs once: its mutants need a new
// thread, as do those that the import passes.
const keepsState = new Set(
  mutants.filter(({ id }) => inRun[id] !== second?.inRun[id]).map(({ file }) => file),
);
const sample = sampleOf(reachable, size, seed);

const judged: Judged[] = [];
const jobs = sample.map((mutant) => ({
  ...{ ...common, accepted, mutant: mutant.id },
  allow: (mutant.id in inRun || mutant.id in atImport) && !/webhook/.test(mutant.file) ? quick : slow,
  needsNewThread: mutant.id in atImport || keepsState.has(mutant.file),
}));
await runAll(
  jobs,
  2,
  (outcome, job) => {
    for (const mutant of sample.filter(({ id }) => id === job.mutant)) judged.push({ mutant, outcome });
    if (judged.length % 25 === 0) process.stderr.write(`${judged.length}/${sample.length}\n`);
  },
  build,
);

const running = judged.filter(({ outcome }) => endOf(outcome) !== 'no start');
const caught = running.filter(({ outcome }) => isCaught(outcome));
const survived = running.filter(({ outcome }) => !isCaught(outcome));
const classOf = ({ mutant }: Judged): Survivor['class'] | undefined => classes.get(keyText(mutant))?.class;
const gaps = survived.filter((one) => !['equivalent', 'unstated'].includes(classOf(one) ?? 'gap'));
const open = gaps.filter(({ outcome }) => endOf(outcome) !== 'conformant');
const warned = survived.filter(({ outcome }) => 'result' in outcome && outcome.result.warns.length > 0);
const ended = (verdict: string): number => judged.filter(({ outcome }) => endOf(outcome) === verdict).length;
const count = (name: string): number => survived.filter((one) => classOf(one) === name).length;

const place = ({ file, line, in: where }: Mutant): string => `${file}:${line} ${where}`;
for (const one of survived) {
  const { mutant, outcome } = one;
  const known = classOf(one);
  if (known === 'equivalent' || known === 'unstated') continue;
  console.log(`${known ?? 'NOT CLASSED'}  ${place(mutant)}  (${mutant.mutator}; ${endOf(outcome)})`);
  console.log(`    ${mutant.from}\n    → ${mutant.to}`);
}
for (const { mutant } of caught)
  if (classes.has(keyText(mutant)))
    console.log(`caught now, take it out of survivors.json: ${place(mutant)}`);
const known = new Set(mutants.map(keyText));
const stale = values.only.length > 0 ? [] : survivors.filter((one) => !known.has(keyText(one)));
for (const { file, in: where, from } of stale)
  console.log(`no longer in the code, take it out of survivors.json: ${file} ${where}: ${from}`);

const share = (hits: number, trials: number): string => {
  const [low, high] = wilson(hits, trials).map((bound) => (100 * bound).toFixed(1));
  return `${hits} of ${trials} = ${((100 * hits) / trials).toFixed(1)} % (95 %: ${low}–${high})`;
};
console.log(`Mutants: ${mutants.length}, reachable: ${reachable.length}, sampled: ${sample.length} (seed ${values.seed})
  the mock does not start: ${ended('no start')}; ended by the time limit: ${ended('time-out')}; crashed: ${ended('crash')}
  survived: ${survived.length}: ${count('equivalent')} equivalent, ${count('unstated')} unstated, ${gaps.length} gaps (${gaps.length - count('gap')} not classed); ${warned.length} of them with a warning
Caught of reachable: ${share(caught.length, running.length)}
Caught of those that break something stated: ${share(caught.length, caught.length + gaps.length)}
  or not called conformant (incomplete, vacuous): ${share(caught.length + open.length, caught.length + gaps.length)}
${Math.round((performance.now() - started) / 1000)} s`);

// Returns which mutants a run without a mutant passed, and which operations accepted a request.
function passedOf(outcome: Outcome): NonNullable<MutantResult['passed']> & { accepted: readonly string[] } {
  if ('result' in outcome && outcome.result.passed && endOf(outcome) === 'conformant')
    return { ...outcome.result.passed, accepted: outcome.result.accepted };
  const why = 'error' in outcome ? outcome.error : [...outcome.result.reasons].join('; ');
  throw new Error(`The suite does not pass without a mutant: ${endOf(outcome)} ${why}`);
}

// Returns how a run ended: its verdict, or `no start`, `time-out` or `crash`.
function endOf(outcome: Outcome): string {
  if ('error' in outcome)
    return outcome.over === undefined ? 'no start' : outcome.over === 'silent' ? 'time-out' : 'crash';
  return outcome.result.fails.length > 0 ? 'nonconformant' : outcome.result.verdict;
}

// Returns whether a stated check or rule failed, or the thread hung or crashed, so that no run ends conformant.
function isCaught(outcome: Outcome): boolean {
  return ['nonconformant', 'time-out', 'crash'].includes(endOf(outcome));
}
