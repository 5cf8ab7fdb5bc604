// Reads a baseline file and applies it: known findings do not fail a run, but expired and unneeded entries do.
import { MAX_WRITTEN_FILE, readJson } from '../../contract/read-file.ts';
import type { Catalogue } from '../model/define.ts';
import { problemList, UsageError } from '../model/outcome.ts';
import { type Result, resultOf } from '../model/result.ts';
import { day, type Member, memberProblems, text } from '../target/members.ts';
import type { Report, ReportHead } from './report.ts';

type Place = Pick<BaselineEntry, 'id' | 'requirement' | 'operation'>;

function placesOf({ id, requirement, operations, exchanges }: Result): Place[] {
  const [proof] = exchanges;
  const broke = operations ?? (proof?.operation ? [proof.operation] : []);
  return broke.length === 0
    ? [{ id, requirement }]
    : broke.map((operation) => ({ id, requirement, operation }));
}

const keyOf = ({ id, requirement, operation = '' }: Place): string => `${id}\n${requirement}\n${operation}`;

type BaselineContext = {
  baseline?: Baseline | undefined;
  /** the checks and rules that its entries may name */
  catalogue: Pick<Catalogue, 'checks' | 'rules'>;
  head: Pick<ReportHead, 'startedAt' | 'target'>;
};

/**
 * Marks the breaches that the baseline covers as `baselined`, and adds a failed result in first place for each entry
 * that is expired or unneeded. When several operations broke a rule, its result is marked only when each of the operations
 * has an entry. Returns the results unchanged when no baseline is given.
 */
export function applyBaseline(
  results: readonly Result[],
  { baseline, catalogue, head: { startedAt, target } }: BaselineContext,
): { results: readonly Result[] } & Pick<Report, 'baseline'> {
  if (baseline === undefined) return { results };
  const { baseUrl, name } = target;
  const today = startedAt.slice(0, 10);
  const applicable = baseline.findings.filter((entry) =>
    [undefined, new URL(baseUrl).host, name].includes(entry.target ?? baseline.target),
  );
  const expired = applicable.filter(({ expires }) => expires < today);
  const valid = new Map(
    applicable.filter((entry) => !expired.includes(entry)).map((entry) => [keyOf(entry), entry]),
  );
  const found = new Set<string>();
  let applied = 0;
  const marked = results.map((result): Result => {
    if (result.verdict !== 'fail' && result.verdict !== 'warn') return result;
    const keys = placesOf(result).map(keyOf);
    for (const key of keys) found.add(key);
    const entries = keys.map((key) => valid.get(key));
    const [first] = entries;
    if (!first || entries.includes(undefined)) return result;
    applied += 1;
    const { reason, owner, expires } = first;
    return { ...result, verdict: 'baselined', baselined: { was: result.verdict, reason, owner, expires } };
  });
  const isKnown = new Set([...catalogue.checks, ...catalogue.rules].map(({ id }) => id));
  const unused = [...valid.values()].filter((entry) => {
    if (found.has(keyOf(entry))) return false;
    // The entry is kept, because a check that did not run or was inconclusive may still have the finding.
    const [base = entry.id] = entry.id.split('@');
    const judged = results.filter(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict));
    return !isKnown.has(base) || judged.some(({ id }) => id === entry.id || id.split('@')[0] === base);
  });
  const problem = (entry: BaselineEntry, text: string): Result => {
    const { id, operation, owner, reason } = entry;
    const place = operation === undefined ? id : `${id}/${operation}`;
    const sentence = { must: 'be as the baseline file has it' };
    return entryResult(`baseline/${place}`, sentence, `${text} (owner: ${owner}; reason: ${reason})`);
  };
  const problems = [
    ...expired.map((entry) =>
      problem(
        entry,
        `the baseline of ${nameOf(entry)} ran out on ${entry.expires}: mend it, or agree on a new day`,
      ),
    ),
    ...unused.map((entry) =>
      problem(entry, `the baseline has ${nameOf(entry)}, and this run did not find it: take the entry out`),
    ),
  ];
  return {
    results: [...problems, ...marked],
    baseline: { applied, unused: unused.length, expired: expired.length },
  };
}

const nameOf = ({ id, operation }: BaselineEntry): string =>
  operation === undefined ? id : `${id} on ${operation}`;

/** Creates the result of an entry of a file that does not hold: a failure, or a warning when its sentence is a `should`. */
export function entryResult(
  id: string,
  sentence: { must: string } | { should: string },
  message: string,
): Result {
  const item = { kind: 'baseline', id: `suite/${id}`, area: 'suite', requirement: '', ...sentence } as const;
  return { ...resultOf(item, 'must' in sentence ? 'fail' : 'warn', message), attempts: 1 };
}

/** Creates a baseline with an entry for each result of the given verdicts, for a person to complete. */
export function createBaseline(
  results: readonly Result[],
  now: number,
  verdicts: readonly Result['verdict'][] = ['fail'],
): Baseline {
  const expires = new Date(now + 30 * 86_400_000).toISOString().slice(0, 10);
  return {
    findings: results
      .filter(({ verdict }) => verdicts.includes(verdict))
      .flatMap(placesOf)
      .map((place) => ({ ...place, reason: '', owner: '', expires })),
  };
}

/** A known finding in the baseline file, identified by its id, requirement and operation together. */
export type BaselineEntry = {
  /** the id of the check or rule, as reports print it */
  id: string;
  requirement: string;
  /** the operation that broke the requirement; absent when the finding names no operation */
  operation?: string;
  /** why the finding is accepted for now */
  reason: string;
  /** who is responsible for the finding */
  owner: string;
  /** the last day on which the entry applies, in UTC: `2026-12-31` */
  expires: string;
  /** the name or host of the target that the entry applies to; when left out, the entry applies to every target */
  target?: string;
};

/** The content of a baseline file. `target` applies to every entry that names no target. */
export type Baseline = { $schema?: string; target?: string; findings: BaselineEntry[] };

const REQUIRED = { id: text, requirement: text, reason: text, owner: text, expires: day };
const BASELINE: Member = {
  members: {
    $schema: text,
    target: text,
    findings: {
      list: { members: { ...REQUIRED, operation: text, target: text }, required: Object.keys(REQUIRED) },
    },
  },
  required: ['findings'],
};

/** Returns one sentence for each mistake in the content of a baseline file. */
export const baselineProblems = (value: unknown): string[] =>
  memberProblems(value, BASELINE, '', 'the baseline');

/** Reads a baseline file. @throws UsageError that names every problem */
export function readBaseline(file: string): Baseline {
  const value = readJson(file, MAX_WRITTEN_FILE, `the baseline ${file}`);
  const problems = baselineProblems(value);
  if (problems.length > 0) throw new UsageError(problemList(file, problems));
  return value as Baseline;
}
