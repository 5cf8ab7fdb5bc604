// One line of the report: what a check, a rule or a credential came to.
import type { Verdict } from './outcome.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

export type Result = {
  /** the check's or rule's id; `<rule>@<requirement>` for a rule's breach of a more particular sentence */
  id: string;
  /** `baseline`: an entry of the baseline file that is past its day or not needed */
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
  /** of a known breach: what it would be, and what the baseline file says of it */
  baselined?: { was: 'fail' | 'warn'; reason: string; owner: string; expires: string };
  expected?: unknown;
  actual?: unknown;
  /** the result, subject or credential that stood in the way */
  blockedBy?: string;
  /** of a check that failed or warned: the checks and rules whose breach would explain it */
  after?: readonly string[];
  /** the credential or value whose lack made it not applicable */
  need?: string;
  group?: string;
  /** what an `observe` check saw */
  seen?: string[];
  /** how often a rule was broken, and how many exchanges it judged */
  count?: number;
  judged?: number;
  /** the operations a rule was broken by */
  operations?: string[];
  /** checks to run to see it again, when it is not the check of this id */
  replay?: string[];
  attempts: number;
  /** requests sent for it, retries included */
  requests: number;
  exchanges: RecordedExchange[];
  curl?: string;
};

/** A breach by level: a `should` fails only where the contract itself is asked for. */
export function verdictForBreach(level: Result['level'], profile: 'stated' | 'contract'): Verdict {
  if (level === 'must') return 'fail';
  if (level === 'observe') return 'observed';
  return profile === 'contract' ? 'fail' : 'warn';
}
