// Applies a baseline to results: known findings do not fail a run, but expired and unneeded entries do.

import type { Catalogue } from '../../model/define.ts';
import type { Result } from '../../model/result.ts';
import type { Report } from '../report.ts';
import type { Baseline, BaselineEntry } from './baseline-file.ts';

/** The result of applying a baseline: how many results it covers, and which entries are unneeded or expired. */
type BaselineOutcome = {
  applied: number;
  /** entries without a finding; each fails the run, and so does each entry past its last day */
  unused: BaselineEntry[];
  expired: BaselineEntry[];
};

/** Returns the texts that identify a result for the baseline, one for each operation that broke the requirement. */
function signaturesOf({ id, requirement, operations, exchanges }: Result): string[] {
  const [proof] = exchanges;
  const broke = operations ?? (proof?.operation ? [proof.operation] : []);
  return broke.length === 0
    ? [signatureKey(id, requirement)]
    : broke.map((one) => signatureKey(id, requirement, one));
}

const signatureKey = (id: string, requirement: string, operation = ''): string =>
  `${id}\n${requirement}\n${operation}`;
const signatureOf = ({ id, requirement, operation }: BaselineEntry): string =>
  signatureKey(id, requirement, operation);

/** A baseline, with the catalogue of checks and rules that its entries may name. */
export type GivenBaseline = { baseline: Baseline; catalogue: Pick<Catalogue, 'checks' | 'rules'> };

/**
 * Marks the violations that the baseline covers, and adds a failed result in first place for each entry that is
 * expired or unneeded. Returns the results unchanged when no baseline is given.
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
  const target = [new URL(baseUrl).host, ...(name === undefined ? [] : [name])];
  const { results: marked, outcome } = markKnown(results, known, { now: startedAt, target });
  const { applied, unused, expired } = outcome;
  return {
    results: [...baselineResults(outcome), ...marked],
    baseline: { applied, unused: unused.length, expired: expired.length },
  };
}

/**
 * Marks the violations that the baseline covers as `baselined`. When several operations broke a rule, its result is
 * marked only when each of the operations has an entry.
 * @param now Unix milliseconds
 * @param target the name and the host of the target
 */
function markKnown(
  results: readonly Result[],
  { baseline: { findings, target: baselineTarget }, catalogue: { checks, rules } }: GivenBaseline,
  { now, target }: { now: number; target: readonly string[] },
): { results: Result[]; outcome: BaselineOutcome } {
  const today = new Date(now).toISOString().slice(0, 10);
  const applicable = findings.filter((entry) => {
    const name = entry.target ?? baselineTarget;
    return name === undefined || target.includes(name);
  });
  const expired = applicable.filter(({ expires }) => expires < today);
  const valid = new Map(
    applicable.filter((entry) => !expired.includes(entry)).map((entry) => [signatureOf(entry), entry]),
  );
  const found = new Set<string>();
  let applied = 0;
  const marked = results.map((result): Result => {
    if (result.verdict !== 'fail' && result.verdict !== 'warn') return result;
    const signatures = signaturesOf(result);
    for (const signature of signatures) found.add(signature);
    const entries = signatures.map((signature) => valid.get(signature));
    const [first] = entries;
    if (!first || entries.includes(undefined)) return result;
    applied += 1;
    const { reason, owner, expires } = first;
    return { ...result, verdict: 'baselined', baselined: { was: result.verdict, reason, owner, expires } };
  });
  const isKnown = new Set([...checks, ...rules].map(({ id }) => id));
  const unused = [...valid.values()].filter((entry) => {
    if (found.has(signatureOf(entry))) return false;
    // The entry is kept, because a check that did not run or was inconclusive may still have the finding.
    const [base = entry.id] = entry.id.split('@');
    const signatures = results.filter(({ id }) => id === entry.id || id.split('@')[0] === base);
    return !isKnown.has(base) || signatures.some(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict));
  });
  return { results: marked, outcome: { applied, unused, expired } };
}

/** Creates a failed result for each expired and each unneeded baseline entry. */
function baselineResults({ unused, expired }: BaselineOutcome): Result[] {
  const result = (entry: BaselineEntry, message: string): Result => ({
    id: `suite/baseline/${entry.id}${entry.operation === undefined ? '' : `/${entry.operation}`}`,
    kind: 'baseline',
    area: 'suite',
    level: 'must',
    verdict: 'fail',
    title: 'be as the baseline file has it',
    requirement: '',
    message: `${message} (owner: ${entry.owner}; reason: ${entry.reason})`,
    comparisons: 0,
    attempts: 1,
    requests: 0,
    exchanges: [],
  });
  const name = ({ id, operation }: BaselineEntry): string =>
    operation === undefined ? id : `${id} on ${operation}`;
  return [
    ...expired.map((entry) =>
      result(
        entry,
        `the baseline of ${name(entry)} ran out on ${entry.expires}: mend it, or agree on a new day`,
      ),
    ),
    ...unused.map((entry) =>
      result(entry, `the baseline has ${name(entry)}, and this run did not find it: take the entry out`),
    ),
  ];
}

/** Describes a baselined violation for a report: `known until 2026-12-31, answered for by core team: …`. */
export function describeBaselined({ baselined }: Result): string | undefined {
  if (!baselined) return undefined;
  const { was, reason, owner, expires } = baselined;
  return `a known ${was} until ${expires}, answered for by ${owner}: ${reason}`;
}

/**
 * Creates a baseline with an entry for each failure in a report, and for each result of other given verdicts, for a person to complete: reason and owner are
 * empty, and each entry applies for thirty days.
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
      .flatMap((result) =>
        signaturesOf(result).map((signature) => {
          const [id = '', requirement = '', operation = ''] = signature.split('\n');
          return {
            id,
            requirement,
            ...(operation === '' ? {} : { operation }),
            reason: '',
            owner: '',
            expires,
          };
        }),
      ),
  };
}
