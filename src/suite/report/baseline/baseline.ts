// Applies a baseline to results: known findings do not fail a run, but expired and unneeded entries do.

import type { Catalogue } from '../../model/define.ts';
import { type Result, resultOf } from '../../model/result.ts';
import type { Report } from '../report.ts';
import type { Baseline, BaselineEntry } from './baseline-file.ts';

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
  const isKnown = new Set([...catalogue.checks, ...catalogue.rules].map(({ id }) => id));
  const unused = [...valid.values()].filter((entry) => {
    if (found.has(signatureOf(entry))) return false;
    // The entry is kept, because a check that did not run or was inconclusive may still have the finding.
    const [base = entry.id] = entry.id.split('@');
    const signatures = results.filter(({ id }) => id === entry.id || id.split('@')[0] === base);
    return !isKnown.has(base) || signatures.some(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict));
  });
  const problems = [
    ...expired.map((entry) =>
      entryResult(
        entry,
        `the baseline of ${nameOf(entry)} ran out on ${entry.expires}: mend it, or agree on a new day`,
      ),
    ),
    ...unused.map((entry) =>
      entryResult(
        entry,
        `the baseline has ${nameOf(entry)}, and this run did not find it: take the entry out`,
      ),
    ),
  ];
  return {
    results: [...problems, ...marked],
    baseline: { applied, unused: unused.length, expired: expired.length },
  };
}

const nameOf = ({ id, operation }: BaselineEntry): string =>
  operation === undefined ? id : `${id} on ${operation}`;

/** Creates the failed result of an entry that is expired or not needed. */
function entryResult({ id, operation, owner, reason }: BaselineEntry, problem: string): Result {
  const place = operation === undefined ? id : `${id}/${operation}`;
  const must = 'be as the baseline file has it';
  const item = {
    kind: 'baseline',
    id: `suite/baseline/${place}`,
    area: 'suite',
    must,
    requirement: '',
  } as const;
  return { ...resultOf(item, 'fail', `${problem} (owner: ${owner}; reason: ${reason})`), attempts: 1 };
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
