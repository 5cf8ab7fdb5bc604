// Compares two reports and lists how the behaviour of the two targets differs.
import { type ComparableReport, type ComparableResult, toComparable } from './comparable.ts';
import type { Report } from './report.ts';

/** One difference between two reports. `requirement` is absent for a difference of statuses. */
export type Difference = {
  about: 'verdict' | 'observation' | 'status';
  id: string;
  requirement?: string;
  a: string;
  b: string;
};

/** The differences between two reports, and the results that could not be compared. */
export type Diff = {
  differences: Difference[];
  /** ids that one of the two runs did not judge, so that they are not compared */
  notComparable: string[];
  /**
   * number of checks that only one of the two runs sent; when it is not 0, results of rules and statuses come from
   * different requests
   */
  runByOneOnly: number;
};

const COMPARABLE_VERDICTS = ['pass', 'fail', 'warn', 'baselined', 'observed'];

/**
 * Compares verdicts and observations by check, and statuses by operation. A result that one run could not judge is
 * not a difference; a status counts only for operations that both runs called. When one run sent more checks than the
 * other, statuses are not compared, and results of rules count only when both runs broke the same rule.
 */
export function diffReports(a: Report, b: Report): Diff {
  const [one, other] = [toComparable(a), toComparable(b)];
  const runByOneOnly = symmetricDifferenceSize(checksRun(one), checksRun(other));
  const { differences, notComparable } = diffResults(one, other, runByOneOnly === 0);
  const statuses = runByOneOnly === 0 ? diffStatuses(one, other) : [];
  return { differences: [...differences, ...statuses], notComparable, runByOneOnly };
}

/**
 * Returns the ids of the checks that a run was to send: all except the skipped checks. A check whose credential is
 * missing is included.
 */
const checksRun = ({ results }: ComparableReport): Set<string> =>
  new Set(
    results.filter(({ kind, verdict }) => kind === 'check' && verdict !== 'skipped').map(({ id }) => id),
  );

const symmetricDifferenceSize = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((id) => !other.has(id)).length + [...other].filter((id) => !one.has(id)).length;

function diffResults(
  a: ComparableReport,
  b: ComparableReport,
  sameTraffic: boolean,
): Pick<Diff, 'differences' | 'notComparable'> {
  const [one, other] = [resultsById(a), resultsById(b)];
  const differences: Difference[] = [];
  const notComparable: string[] = [];
  for (const id of [...new Set([...one.keys(), ...other.keys()])].sort()) {
    const [left, right] = [one.get(id), other.get(id)];
    const either = left ?? right;
    if (!either || either.kind === 'credential' || either.kind === 'baseline') continue;
    // A rule that was not broken has one result with its own id; a broken rule has one result for each requirement.
    const [base = id] = id.split('@');
    const [x, y] = either.kind === 'rule' ? [left ?? one.get(base), right ?? other.get(base)] : [left, right];
    const verdicts = [verdictOf(x, id), verdictOf(y, id)] as const;
    if (verdicts[0] === undefined && verdicts[1] === undefined) continue;
    const ofOther = either.kind === 'rule' && !sameTraffic;
    if (verdicts[0] === undefined || verdicts[1] === undefined || (ofOther && verdicts[0] !== verdicts[1]))
      notComparable.push(id);
    else if (verdicts[0] !== verdicts[1]) {
      differences.push({
        about: 'verdict',
        id,
        requirement: either.requirement,
        a: verdicts[0],
        b: verdicts[1],
      });
    } else if (left && right && !ofOther) {
      const observations = [observationText(left), observationText(right)] as const;
      if (observations[0] !== observations[1]) {
        differences.push({
          about: 'observation',
          id,
          requirement: either.requirement,
          a: observations[0],
          b: observations[1],
        });
      }
    }
  }
  return { differences, notComparable };
}

const resultsById = ({ results }: ComparableReport): Map<string, ComparableResult> =>
  new Map(results.map((result) => [result.id, result]));

/**
 * Returns the verdict of a run for an id; undefined when the run has none. A requirement that a rule did not find
 * broken has the verdict pass.
 */
function verdictOf(result: ComparableResult | undefined, id: string): string | undefined {
  if (!result) return id.includes('@') ? 'pass' : undefined;
  if (!COMPARABLE_VERDICTS.includes(result.verdict)) return undefined;
  return result.id === id || result.verdict === 'pass' ? result.verdict : 'pass';
}

/** Describes a result for comparison: its message and, for a broken rule, the operations. */
const observationText = ({ verdict, message = '', operations = [] }: ComparableResult): string =>
  verdict === 'pass' ? '' : [message, operations.join(', ')].filter((text) => text !== '').join(' ');

function diffStatuses({ statuses: a }: ComparableReport, { statuses: b }: ComparableReport): Difference[] {
  return Object.keys(a).flatMap((id): Difference[] => {
    const [one = [], other] = [a[id], b[id]];
    if (!other || one.join() === other.join()) return [];
    return [{ about: 'status', id, a: one.join(' '), b: other.join(' ') }];
  });
}

/** Formats the differences between two reports as text for a person. */
export function diffText(
  { differences, notComparable, runByOneOnly }: Diff,
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
    ...(notComparable.length === 0
      ? []
      : [`not compared, for one of the two could not tell: ${notComparable.length} checks and rules`]),
    ...(runByOneOnly === 0
      ? []
      : [`only one of the two asked ${runByOneOnly} checks: statuses, and what rules saw, are not compared`]),
    differences.length === 0
      ? 'no difference'
      : `${differences.length} differences in ${requirements.size} sentences${requirements.size === 0 ? '' : `: ${[...requirements].sort().join(', ')}`}`,
    '',
  ].join('\n');
}
