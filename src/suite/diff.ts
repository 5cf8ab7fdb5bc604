// Two reports side by side: in what the two targets behave differently.
import { type Comparable, type ComparableResult, comparable } from './comparable.ts';
import type { Report } from './report.ts';

/** One difference; `requirement` where it is about one. */
export type Difference = {
  about: 'verdict' | 'observation' | 'status';
  id: string;
  requirement?: string;
  a: string;
  b: string;
};

export type Diff = {
  differences: Difference[];
  /** ids that one of the two could not tell, or did not ask for: nothing is said about them */
  untold: string[];
  /** checks that only one of the two asked; what rules saw, and statuses, are then those of different traffic */
  askedByOne: number;
};

const TOLD = ['pass', 'fail', 'warn', 'baselined', 'seen'];

/**
 * Verdicts and observations by check, and the statuses seen by operation. What one of the two runs could not judge is no
 * difference; a status counts only of operations that both called. Where one asked more checks than the other, its rules
 * saw more, and so did its count of statuses: these are left out unless both saw the same broken.
 */
export function diff(a: Report, b: Report): Diff {
  const [one, other] = [comparable(a), comparable(b)];
  const askedByOne = apartIn(askedIn(one), askedIn(other));
  const { differences, untold } = resultsApart(one, other, askedByOne === 0);
  const statuses = askedByOne === 0 ? statusesApart(one, other) : [];
  return { differences: [...differences, ...statuses], untold, askedByOne };
}

/** The checks that were to be asked, whatever they came to; what a target lacks was asked for too. */
const askedIn = ({ results }: Comparable): Set<string> =>
  new Set(
    results.filter(({ kind, verdict }) => kind === 'check' && verdict !== 'skipped').map(({ id }) => id),
  );

const apartIn = (one: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...one].filter((id) => !other.has(id)).length + [...other].filter((id) => !one.has(id)).length;

function resultsApart(
  a: Comparable,
  b: Comparable,
  sameTraffic: boolean,
): Pick<Diff, 'differences' | 'untold'> {
  const [one, other] = [rowsOf(a), rowsOf(b)];
  const differences: Difference[] = [];
  const untold: string[] = [];
  for (const id of [...new Set([...one.keys(), ...other.keys()])].sort()) {
    const [left, right] = [one.get(id), other.get(id)];
    const known = left ?? right;
    if (!known || known.kind === 'credential' || known.kind === 'baseline') continue;
    // a rule that nothing broke has one row, and one for each sentence that something broke
    const [base = id] = id.split('@');
    const [x, y] = known.kind === 'rule' ? [left ?? one.get(base), right ?? other.get(base)] : [left, right];
    const says = [verdictOf(x, id), verdictOf(y, id)] as const;
    if (says[0] === undefined && says[1] === undefined) continue;
    const ofOther = known.kind === 'rule' && !sameTraffic;
    if (says[0] === undefined || says[1] === undefined || (ofOther && says[0] !== says[1])) untold.push(id);
    else if (says[0] !== says[1]) {
      differences.push({ about: 'verdict', id, requirement: known.requirement, a: says[0], b: says[1] });
    } else if (left && right && !ofOther) {
      const seen = [textOf(left), textOf(right)] as const;
      if (seen[0] !== seen[1]) {
        differences.push({
          about: 'observation',
          id,
          requirement: known.requirement,
          a: seen[0],
          b: seen[1],
        });
      }
    }
  }
  return { differences, untold };
}

const rowsOf = ({ results }: Comparable): Map<string, ComparableResult> =>
  new Map(results.map((result) => [result.id, result]));

/** What a run says of an id; undefined: nothing. Of a sentence that a rule did not see broken: pass. */
function verdictOf(result: ComparableResult | undefined, id: string): string | undefined {
  if (!result) return id.includes('@') ? 'pass' : undefined;
  if (!TOLD.includes(result.verdict)) return undefined;
  return result.id === id || result.verdict === 'pass' ? result.verdict : 'pass';
}

/** What was seen; of a rule that is broken, by which operations. */
const textOf = ({ verdict, message = '', operations = [] }: ComparableResult): string =>
  verdict === 'pass' ? '' : [message, operations.join(', ')].filter((text) => text !== '').join(' ');

function statusesApart({ statuses: a }: Comparable, { statuses: b }: Comparable): Difference[] {
  return Object.keys(a).flatMap((id): Difference[] => {
    const [one = [], other] = [a[id], b[id]];
    if (!other || one.join() === other.join()) return [];
    return [{ about: 'status', id, a: one.join(' '), b: other.join(' ') }];
  });
}

/** The differences for a person. */
export function diffText({ differences, untold, askedByOne }: Diff, nameA: string, nameB: string): string {
  const lines = differences.map(({ about, id, requirement, a, b }) => {
    const what = about === 'status' ? `${id} answers` : id;
    return `${about.padEnd(12)}${what}: ${a} | ${b}${requirement === undefined ? '' : ` [${requirement}]`}`;
  });
  const requirements = new Set(differences.flatMap(({ requirement }) => requirement ?? []));
  return [
    `a: ${nameA}`,
    `b: ${nameB}`,
    ...lines,
    ...(untold.length === 0
      ? []
      : [`not compared, for one of the two could not tell: ${untold.length} checks and rules`]),
    ...(askedByOne === 0
      ? []
      : [`only one of the two asked ${askedByOne} checks: statuses, and what rules saw, are not compared`]),
    differences.length === 0
      ? 'no difference'
      : `${differences.length} differences in ${requirements.size} sentences${requirements.size === 0 ? '' : `: ${[...requirements].sort().join(', ')}`}`,
    '',
  ].join('\n');
}
