// Judges the result of a mutant: killed or survived, and which requirement the finding names.
import type { Mutant } from '../../conformance/defects/index.ts';
import type { Breach, MutantResult } from './run-mutant.ts';
import type { Outcome } from './worker-pool.ts';

export type MutantVerdict = {
  defect: Mutant;
  /** the verdict that noticed it; null: it survived */
  by: 'fail' | 'warn' | null;
  /** ids of the checks and rules that noticed it, in the order of the report */
  catchers: string[];
  /**
   * ids of the checks and fixtures that notice it, each alone: by failing, or because their exchanges break a rule
   */
  noticers: string[];
  /** the first finding's id and requirement */
  first: { id: string; requirement: string } | null;
  /** whether the first finding names a requirement that the defect breaks */
  blamed: boolean;
  /** whether it names the defect's own requirement */
  exactly: boolean;
  /** number of findings that the mock without a defect does not have */
  findings: number;
  requests: number;
  broken: string[];
  unclear: number;
  error: string | null;
};

const ids = (breaches: readonly Breach[]): Set<string> => new Set(breaches.map(({ id }) => id));

/**
 * Judges whether a defect was caught: a `follows` defect by a failure or a warning, any other by a failure. @param
 * clean the result without a defect
 */
export function judge(defect: Mutant, outcome: Outcome, clean: MutantResult): MutantVerdict {
  const none = {
    defect,
    by: null,
    catchers: [],
    noticers: [],
    first: null,
    blamed: false,
    exactly: false,
    findings: 0,
    requests: 0,
  };
  if ('error' in outcome) return { ...none, broken: [], unclear: 0, error: outcome.error };
  const { bitten } = outcome;
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
    noticers: [...new Set([...catchers].flatMap((id) => bitten.noticed[id] ?? [id]))],
    first: first && { id: first.id, requirement: first.requirement },
    blamed:
      first !== null && [defect.requirement, ...defect.alsoBreaks].some((one) => one === first.requirement),
    exactly: first?.requirement === defect.requirement,
    findings: findings.length,
    requests: bitten.requests,
    broken: bitten.broken,
    unclear: bitten.unclear,
    error: null,
  };
}

/** Returns the violations reported of a lawful variant, without those of the mock itself. */
export function falseAlarms(outcome: Outcome, clean: MutantResult): string[] {
  if ('error' in outcome) return [outcome.error];
  const cleanFails = ids(clean.fails);
  const { fails, broken, verdict } = outcome.bitten;
  const accused = fails.filter(({ id }) => !cleanFails.has(id)).map(({ id, message }) => `${id}: ${message}`);
  return [
    ...accused,
    ...broken,
    ...(verdict === 'conformant' || accused.length > 0 ? [] : [`the run ended ${verdict}`]),
  ];
}

export const largest = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);
