// Applies a baseline to results: known findings do not fail a run, but expired and unneeded entries do.

import type { Catalogue } from '../../model/define.ts';
import { type Result, resultOf } from '../../model/result.ts';
import type { Report } from '../report.ts';
import type { Baseline, BaselineEntry } from './baseline-file.ts';

type Place = Pick<BaselineEntry, 'id' | 'requirement' | 'operation'>;

function placesOf({ id, requirement, operations, exchanges }: Result): Place[] {
  const [proof] = exchanges;
  const broke = operations ?? (proof?.operation ? [proof.operation] : []);
  return broke.length === 0
    ? [{ id, requirement }]
    : broke.map((operation) => ({ id, requirement, operation }));
}

const keyOf = ({ id, requirement, operation = '' }: Place): string => `${id}\n${requirement}\n${operation}`;

/** A baseline, with the catalogue of checks and rules that its entries may name. */
export type GivenBaseline = { baseline: Baseline; catalogue: Pick<Catalogue, 'checks' | 'rules'> };

/**
 * Marks the violations that the baseline covers as `baselined`, and adds a failed result in first place for each entry
 * that is expired or unneeded. When several operations broke a rule, its result is marked only when each of the operations
 * has an entry. Returns the results unchanged when no baseline is given.
 * @param context `startedAt`: the start of the run in Unix milliseconds
 */
export function applyBaseline(
  results: readonly Result[],
  {
    known,
    startedAt,
    target: { baseUrl, name },
  }: {
    known?: GivenBaseline | undefined;
    startedAt: number;
    target: { baseUrl: string; name?: string | undefined };
  },
): { results: Result[] } & Pick<Report, 'baseline'> {
  if (!known) return { results: [...results] };
  const { baseline, catalogue } = known;
  const today = new Date(startedAt).toISOString().slice(0, 10);
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

/**
 * Creates a baseline with an entry for each result of the given verdicts, for a person to complete: reason and owner
 * are empty, and each entry applies for thirty days.
 * @param now Unix milliseconds
 */
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
