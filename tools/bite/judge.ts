// Judges whether a run of the suite caught the injected defect, and which requirement the first finding names.
import type { Mutant } from '../../conformance/defects/index.ts';
import type { Breach, MutantResult } from './run-mutant.ts';
import type { Outcome } from './worker-pool.ts';

/** The result of running the suite on one defect. */
export type MutantVerdict = {
  defect: Mutant;
  /** the verdict that caught the defect; null when no verdict caught it */
  by: 'fail' | 'warn' | null;
  /** ids of the checks and rules that caught the defect, in the order of the report */
  catchers: string[];
  /** the first finding: the id of its check or rule, and the requirement that it names */
  first: { id: string; requirement: string } | null;
  /** whether the first finding names any requirement that the defect breaks */
  blamed: boolean;
  /** whether the first finding names the main requirement that the defect breaks */
  exactly: boolean;
  /** number of findings that the suite does not report on the mock without defects */
  findings: number;
  requests: number;
  broken: string[];
  error: string | null;
};

const ids = (breaches: readonly Breach[]): Set<string> => new Set(breaches.map(({ id }) => id));

/**
 * Judges one run of the suite. A warning is enough to catch a defect of basis `follows`; a defect of any other basis
 * needs a failure.
 * @param clean the result of the suite on the mock without defects
 */
export function judge(defect: Mutant, outcome: Outcome, clean: MutantResult): MutantVerdict {
  const none = {
    defect,
    by: null,
    catchers: [],
    first: null,
    blamed: false,
    exactly: false,
    findings: 0,
    requests: 0,
  };
  if ('error' in outcome) return { ...none, broken: [], error: outcome.error };
  const { result: bitten } = outcome;
  const cleanIds = ids([...clean.fails, ...clean.warns]);
  const newBreaches = (breaches: readonly Breach[]): Breach[] =>
    breaches.filter(({ id }) => !cleanIds.has(id));
  const fails = newBreaches(bitten.fails);
  const warns = defect.basis === 'follows' ? newBreaches(bitten.warns) : [];
  const caught = fails.length > 0 ? fails : warns;
  const catchers = ids(caught);
  const findings = bitten.findings.filter(({ results }) => results.some((id) => catchers.has(id)));
  const first = findings[0] ?? null;
  return {
    defect,
    by: fails.length > 0 ? 'fail' : warns.length > 0 ? 'warn' : null,
    catchers: [...catchers],
    first: first && { id: first.id, requirement: first.requirement },
    blamed:
      first !== null && [defect.requirement, ...defect.alsoBreaks].some((one) => one === first.requirement),
    exactly: first?.requirement === defect.requirement,
    findings: findings.length,
    requests: bitten.requests,
    broken: bitten.broken,
    error: null,
  };
}

/** Returns the failures on a lawful variant that the suite does not report on the mock itself. */
export function falseAlarms(outcome: Outcome, clean: MutantResult, mayBeIncomplete: boolean): string[] {
  if ('error' in outcome) return [outcome.error];
  const cleanFails = ids(clean.fails);
  const { fails, broken, verdict, open } = outcome.result;
  const accused = fails.filter(({ id }) => !cleanFails.has(id)).map(({ id, message }) => `${id}: ${message}`);
  return [
    ...accused,
    ...broken,
    ...(verdict === 'conformant' || accused.length > 0 || (verdict === 'incomplete' && mayBeIncomplete)
      ? []
      : [
          `the run ended ${verdict}${open.length > 0 ? ` (${open.join(', ')}); judge them, or say in src/variations/freedoms why it is incomplete` : ''}`,
        ]),
  ];
}

/** Returns the median of numbers: the upper of the two middle numbers for an even count; 0 for an empty list. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
