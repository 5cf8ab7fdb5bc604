// Declares one entry of the report: the result of a check, a rule, a credential or a baseline entry.
import type { Verdict } from './outcome.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** The most exchanges that one result records as evidence. */
export const MAX_RECORDED_EXCHANGES = 3;

/** The result of one check, rule, credential or baseline entry. */
export type Result = {
  /**
   * the check's or rule's id; `<rule>@<requirement>` when a rule found the violation of a more specific requirement
   */
  id: string;
  /** `baseline` is an entry of the baseline file that has expired or is not needed */
  kind: 'check' | 'rule' | 'credential' | 'baseline';
  area: string;
  level: 'must' | 'should' | 'observe';
  verdict: Verdict;
  /** completes "the target must …" */
  title: string;
  /** an id of the register; empty for a credential */
  requirement: string;
  /** of a finding: heading and sentence of the requirement */
  sentence?: string;
  message: string;
  /** of a baselined violation: the verdict without the baseline, and the entry of the baseline file */
  baselined?: { was: 'fail' | 'warn'; reason: string; owner: string; expires: string };
  expected?: unknown;
  actual?: unknown;
  /** the result, fixture or credential that prevented a verdict */
  blockedBy?: string;
  /** of a failed or warning check: the checks and rules whose violation would explain it */
  after?: readonly string[];
  /** the missing credential or value that makes the check not applicable */
  need?: string;
  group?: string;
  /** the observations of an `observe` check */
  seen?: string[];
  /** how often a rule was broken, and how many exchanges it judged */
  count?: number;
  judged?: number;
  /** the operations whose replies broke a rule */
  operations?: string[];
  /** the checks that reproduce the finding, when it is not the check of this id */
  replay?: string[];
  attempts: number;
  /** requests sent for it, second try included */
  requests: number;
  exchanges: RecordedExchange[];
  curl?: string;
};

/** Returns the verdict of a violation by its level: a `should` fails only in the profile `contract`. */
export function verdictForBreach(level: Result['level'], profile: 'stated' | 'contract'): Verdict {
  if (level === 'must') return 'fail';
  if (level === 'observe') return 'observed';
  return profile === 'contract' ? 'fail' : 'warn';
}
