// The command `conform diff`: compares two reports or two running targets.

import { UUIDS } from '../../contract/uuid.ts';
import { escapeConsoleLine, escapeConsoleLines } from '../formats/escape.ts';
import { verdictLine } from '../formats/finding-text.ts';
import type { Result } from '../model/result.ts';
import { named, plural } from '../model/text.ts';
import type { Report } from '../report/report.ts';
import { exitCodes } from '../report/verdict.ts';
import { conform } from '../run/conform.ts';
import { type RunFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { readReport } from './report-files.ts';
import { type CommandDeps, runOptions } from './run-and-report.ts';
import { showProgress } from './show-progress.ts';

/**
 * `conform diff <a> <b>`: reports how the behaviour of two targets or two runs differs. Each argument is the JSON
 * report of a run, or a base URL that the suite then runs against. @returns 0 for equal behaviour, 1 for differences;
 * when one of the two runs judged nothing, the exit code of that run
 */
export function diffCommand(
  [a, b]: readonly [string, string],
  flags: RunFlags & { configB?: string },
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const reports: Report[] = [];
    for (const [at, one] of [a, b].entries()) {
      const config = at === 1 ? (flags.configB ?? flags.config) : flags.config;
      const report = /^https?:\/\//.test(one)
        ? await runNow(one, { ...flags, ...(config === undefined ? {} : { config }) }, io, deps)
        : await readReport(one);
      if (!COMPARABLE_EXIT_CODES.includes(report.exitCode)) {
        io.stderr.write(
          `${escapeConsoleLine(`nothing to compare: the run of ${one} ended ${verdictLine(report)}`)}\n`,
        );
        return report.exitCode;
      }
      reports.push(report);
    }
    const [first, second] = reports;
    if (!first || !second) throw new Error('Two reports were to be compared.');
    const found = diffReports(first, second);
    io.stdout(escapeConsoleLines(diffText(found, a, b)));
    return found.differences.length === 0 ? 0 : 1;
  });
}

/** The exit codes of runs that judged enough checks to be compared. */
const COMPARABLE_EXIT_CODES: readonly number[] = [
  exitCodes.conformant,
  exitCodes.nonconformant,
  exitCodes.incomplete,
];

async function runNow(baseUrl: string, flags: RunFlags, io: Io, deps: CommandDeps): Promise<Report> {
  const { onEvent, done } = showProgress(io.stderr);
  return conform({
    seed: 1,
    ...runOptions(flags, io, await deps.catalogue()),
    clock: deps.clock,
    target: await targetFromFlags(baseUrl, flags, io.env),
    onProgress: onEvent,
  }).finally(done);
}

/**
 * One difference between two reports: of the whole run, of a check or rule, or of the statuses of an operation.
 * `requirement` is absent where no single sentence is concerned.
 */
export type Difference = {
  about: 'run' | 'verdict' | 'observation' | 'status';
  id: string;
  requirement?: string;
  a: string;
  b: string;
};

/** The differences between two reports, and the results that could not be compared. */
type Diff = {
  differences: Difference[];
  /** ids of the checks and rules that only one of the two runs judged, each with its verdict: `orders/create: pass` */
  judgedByOne: { a: string[]; b: string[] };
  /** number of checks that only one of the two runs sent; unless it is 0, statuses and what rules saw are not compared */
  runByOneOnly: number;
};

const COMPARABLE_VERDICTS = ['pass', 'fail', 'warn', 'baselined', 'observed'];

/**
 * Compares the verdicts of the runs and of all checks and rules that both judged, the observations, and the statuses by
 * operation. A result that only one run judged is listed; it is a difference when only the second run found a breach.
 */
export function diffReports(a: Report, b: Report): Diff {
  const [one, other] = [checksRun(a), checksRun(b)];
  const runByOneOnly = [...one, ...other].filter((id) => !one.has(id) || !other.has(id)).length;
  const { differences, judgedByOne } = diffResults(a, b, runByOneOnly === 0);
  const runs: Difference[] =
    a.verdict === b.verdict ? [] : [{ about: 'run', id: 'the run', a: a.verdict, b: b.verdict }];
  const statuses = runByOneOnly === 0 ? diffStatuses(a, b) : [];
  return { differences: [...runs, ...differences, ...statuses], judgedByOne, runByOneOnly };
}

const checksRun = ({ results }: Report): Set<string> =>
  new Set(
    results.filter(({ kind, verdict }) => kind === 'check' && verdict !== 'skipped').map(({ id }) => id),
  );

function diffResults(a: Report, b: Report, sameTraffic: boolean): Pick<Diff, 'differences' | 'judgedByOne'> {
  const [one, other] = [resultsById(a), resultsById(b)];
  const differences: Difference[] = [];
  const judgedByOne: Diff['judgedByOne'] = { a: [], b: [] };
  for (const id of [...new Set([...one.keys(), ...other.keys()])].sort()) {
    const [left, right] = [one.get(id), other.get(id)];
    const either = left ?? right;
    if (!either || either.kind === 'credential' || either.kind === 'baseline') continue;
    const { requirement } = either;
    const [was, is] = [verdictIn(one, id), verdictIn(other, id)];
    if (was === is && was === undefined) continue;
    if (was === undefined || is === undefined)
      judgedByOne[is === undefined ? 'a' : 'b'].push(`${id}: ${was ?? is}`);
    const isNewBreach = was === undefined && (is === 'fail' || is === 'warn');
    if (isNewBreach || (was !== is && was !== undefined && is !== undefined))
      differences.push({ about: 'verdict', id, requirement, a: was ?? 'not judged', b: is });
    else if (left && right && was === is && (either.kind !== 'rule' || sameTraffic)) {
      const texts = { a: observationText(left, a), b: observationText(right, b) };
      if (texts.a !== texts.b) differences.push({ about: 'observation', id, requirement, ...texts });
    }
  }
  return { differences, judgedByOne };
}

const resultsById = ({ results }: Report): Map<string, Result> =>
  new Map(results.map((result) => [result.id, result]));

/**
 * Returns the verdict of a run for an id; undefined when the run did not judge it. A rule that was not broken has one
 * result with its own id, and a broken rule one for each requirement: the others have the verdict pass.
 */
function verdictIn(results: ReadonlyMap<string, Result>, id: string): string | undefined {
  const [base = id] = id.split('@');
  const own = results.get(id);
  const ofRule = own ?? results.get(base) ?? results.values().find((one) => one.id.startsWith(`${base}@`));
  if (ofRule === undefined || !COMPARABLE_VERDICTS.includes(ofRule.verdict)) return undefined;
  return own === undefined ? 'pass' : own.verdict;
}

/**
 * Describes a result for comparison: the message of a check, whose message is about its own requests, or the operations
 * that broke a rule. Of an observation, each run names the first exchange that showed it, so its operations do not count.
 */
function observationText({ kind, verdict, message, operations = [] }: Result, report: Report): string {
  if (verdict === 'pass') return '';
  const text = kind === 'rule' ? '' : normalized(message, report);
  const where = verdict === 'observed' ? '' : [...operations].sort().join(', ');
  return [text, where].filter((part) => part !== '').join(' ');
}

const normalized = (text: string, { runId, target: { baseUrl } }: Report): string =>
  text
    .replaceAll(baseUrl, '<target>')
    .replaceAll(new URL(baseUrl).host, '<host>')
    .replace(new RegExp(`${runId.replace(/[^\w-]/g, '\\$&')}[\\w-]*`, 'g'), '<name>')
    .replace(UUIDS, '<id>')
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/g, '<time>')
    // Numbers that are HTTP statuses are kept, because statuses are behaviour of the target.
    .replace(/\d+/g, (figure) => (/^[1-5]\d\d$/.test(figure) ? figure : '#'));

function diffStatuses({ coverage: { operations: a } }: Report, { coverage: { operations: b } }: Report) {
  return Object.keys(a)
    .sort()
    .flatMap((id): Difference[] => {
      const [one, other] = [a, b].map((seen) => seen[id] && statusesIn(seen[id]));
      return one === undefined || other === undefined || one === other
        ? []
        : [{ about: 'status', id, a: one, b: other }];
    });
}

/** A 429 says how much a run had asked before, not what the operation answers. */
const statusesIn = (counts: Record<string, number>): string =>
  Object.keys(counts)
    .filter((status) => status !== '429')
    .sort()
    .join(' ');

/** Formats the differences between two reports as text for a person. */
export function diffText(
  { differences, judgedByOne, runByOneOnly }: Diff,
  nameA: string,
  nameB: string,
): string {
  const lines = differences.map(({ about, id, requirement, a, b }) => {
    const what = about === 'status' ? `${id} answers` : id;
    return `${about.padEnd(12)}${what}: ${a} | ${b}${requirement === undefined ? '' : ` [${requirement}]`}`;
  });
  const requirements = new Set(differences.flatMap(({ requirement }) => requirement ?? []));
  return [
    `a: ${nameA}`,
    `b: ${nameB}`,
    ...lines,
    ...(['a', 'b'] as const).flatMap((by) =>
      judgedByOne[by].length === 0
        ? []
        : [`only ${by} judged ${judgedByOne[by].length} checks and rules: ${named(judgedByOne[by])}`],
    ),
    ...(runByOneOnly === 0
      ? []
      : [
          `only one of the two asked ${plural(runByOneOnly, 'check')}: statuses, and what rules saw, are not compared`,
        ]),
    differences.length === 0
      ? 'no difference in what both judged'
      : `${plural(differences.length, 'difference')}${requirements.size === 0 ? '' : ` in ${plural(requirements.size, 'sentence')}: ${[...requirements].sort().join(', ')}`}`,
    '',
  ].join('\n');
}
