// Declares one entry of the report: the result of a check, a rule, a credential or a baseline entry.
import { levelAndTitle, type Sentence } from './define.ts';
import type { RecordedExchange } from './exchange.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import type { InconclusiveCause, Verdict } from './outcome.ts';

/** The most exchanges that one result records as evidence. */
export const MAX_RECORDED_EXCHANGES = 3;

/** The result of one check, rule, credential or baseline entry. */
export type Result = {
  /** id of the check or rule; `<rule>@<requirement>` when a rule found a violation of a more specific requirement */
  id: string;
  /** what the result is about; `baseline` is an entry of the baseline file that has expired or is not needed */
  kind: 'check' | 'rule' | 'credential' | 'baseline';
  area: string;
  level: 'must' | 'should' | 'observe';
  verdict: Verdict;
  /** the sentence that completes "the target must …" */
  title: string;
  /** id of the requirement; empty for a credential */
  requirement: string;
  /** heading and sentence of the requirement, in a result that is a finding */
  sentence?: string;
  message: string;
  /**
   * for a violation that the baseline covers: the verdict without the baseline, and the entry of the baseline file
   */
  baselined?: { was: 'fail' | 'warn'; reason: string; owner: string; expires: string };
  expected?: unknown;
  actual?: unknown;
  /**
   * for a violation with the cause of another one: id of the result that the finding is named after; summaries count
   * each cause once
   */
  sameCauseAs?: string;
  /** true for a violation that lets a caller see or do what it must not; such findings come first */
  security?: true;
  /** id of the result, fixture or credential that prevented a verdict */
  blockedBy?: string;
  /** for an inconclusive result: what kept it from being judged */
  cause?: InconclusiveCause;
  /** for a check with the verdict fail or warn: ids of the checks and rules whose violation would explain it */
  after?: readonly string[];
  /** the missing credential or value that makes the check not applicable */
  need?: string;
  group?: string;
  /** the observations of an `observe` check */
  seen?: string[];
  /** for a rule, how often it was broken; the member below is the number of exchanges that it judged */
  count?: number;
  judged?: number;
  /** how many comparisons of what the target sent were made; never 0 for a check or rule that passed */
  comparisons: number;
  /** the operations whose replies broke the rule */
  operations?: string[];
  /** ids of the checks that reproduce the finding, when the check with this id does not */
  replay?: string[];
  attempts: number;
  /** number of requests sent for the result, second try included */
  requests: number;
  exchanges: RecordedExchange[];
  curl?: string;
  /** with the option `scripts`, for the first result of a finding: the shell script that sets up and shows it again */
  script?: string;
};

/** Returns the message of a result, cut where it is too long, with the number of characters that are missing. */
export const truncateText = (text: string): string =>
  text.length <= MAX_MESSAGE_LENGTH
    ? text
    : `${text.slice(0, MAX_MESSAGE_LENGTH)}… (${text.length - MAX_MESSAGE_LENGTH} more characters)`;

/** Returns the result of a check or rule without evidence. */
export function resultOf(
  item: Sentence & Pick<Result, 'kind' | 'id' | 'area' | 'requirement' | 'group'>,
  verdict: Verdict,
  message: string,
): Result {
  const { kind, id, area, requirement, group } = item;
  return {
    ...{ id, kind, area, ...levelAndTitle(item), verdict, requirement, message },
    ...(group === undefined ? {} : { group }),
    ...{ comparisons: 0, attempts: 0, requests: 0, exchanges: [] },
  };
}

/**
 * Returns the verdict of a violation by its level: the violation of a `should` is a fail only in the profile
 * `contract`.
 */
export function verdictForBreach(level: Result['level'], profile: 'stated' | 'contract'): Verdict {
  if (level === 'must') return 'fail';
  if (level === 'observe') return 'observed';
  return profile === 'contract' ? 'fail' : 'warn';
}
