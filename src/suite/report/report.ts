// The report: everything a run found out, as one plain value. `report.schema.json` describes it.

import type { Leftover } from '../cleanup/leftover.ts';
import type { Mode } from '../model/define.ts';
import type { Verdict } from '../model/outcome.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Result } from '../model/result.ts';
import type { BudgetedSelection } from '../plan/budget.ts';
import type { NotChecked } from '../plan/not-checked.ts';
import type { RunVerdict } from './verdict.ts';

/** Several results with one cause. */
export type Finding = {
  /** of its first result: what `replay` takes */
  id: string;
  verdict: Verdict;
  requirement: string;
  /** results that show it */
  results: string[];
  /** how often it showed */
  count: number;
};

/** The newest form of the report that this suite writes and reads; reports without a form are of the first. */
export const REPORT_FORMAT = 2;

/** What is known of a run before it begins. */
export type ReportHead = Pick<
  Report,
  | 'format'
  | 'suite'
  | 'contract'
  | 'register'
  | 'target'
  | 'profile'
  | 'mode'
  | 'seed'
  | 'filter'
  | 'runId'
  | 'startedAt'
>;

/** Operation → status → a name → number of exchanges. */
export type CountsByName = Record<string, Record<string, Record<string, number>>>;

export type Report = {
  /** absent in reports written before there was a number: 1 */
  format?: number;
  suite: { name: string; version: string };
  contract: { version: string; sha256: string };
  /** the sentences that checks were held against: how many, and a fingerprint of their texts */
  register?: { sentences: number; sha256: string };
  target: { baseUrl: string; name?: string };
  profile: 'stated' | 'contract';
  mode: Mode;
  seed: number;
  /** prefixes of ids that were asked for alone, or left out: absent in a run that was offered everything */
  filter?: { only: readonly string[]; skip: readonly string[] };
  runId: string;
  /** ISO 8601 UTC */
  startedAt: string;
  durationMs: number;
  /** sent in all, clean-up included */
  requests: number;
  verdict: RunVerdict;
  exitCode: number;
  /** why this verdict, in sentences */
  reasons: string[];
  /** what came of the baseline file: findings it covers, entries not needed, entries past their day */
  baseline?: { applied: number; unused: number; expired: number };
  /** of `--quick` and `--smoke`: what was not asked */
  choice?: BudgetedSelection;
  /** of a part of a run: which, of how many, and what all parts ask together */
  shard?: { index: number; of: number; selection: string };
  summary: Record<Verdict, number>;
  findings: Finding[];
  results: Result[];
  /** what a missing credential or value cost: `11 must not checked: give a platform-admin credential` */
  notChecked: NotChecked[];
  /** what the target file could say of areas that nothing answers for; absent where there is none */
  proposals?: CapabilityProposal[];
  coverage: {
    operations: Record<string, Record<string, number>>;
    requirements: Record<string, string[]>;
    /** the same by who called: a credential's name, `anonymous`, or the label of a raw credential */
    callers?: CountsByName;
    /** the same by media type of the reply; `none` for a reply without one */
    media?: CountsByName;
  };
  pacing: { waitedMs: number; unprovoked429: number; logins: number };
  cleanup: {
    created: number;
    leftovers: Leftover[];
  };
  /** what was typed that replay lines repeat; no secret is among it */
  called?: CliArgs;
  /** every exchange of the run, in order of sending, where a form asked for them all (`har`, `ndjson`) */
  exchanges?: RecordedExchange[];
};

/** What the target file could say, and what it would cost: `capabilities.vps = false`. */
export type CapabilityProposal = {
  /** an area of the contract */
  capability: string;
  /** why: `every one of 41 calls to 8 operations was answered 404` */
  because: string;
  /** must checks that would not apply any more */
  must: number;
  /** the finding that tells it */
  finding: string;
};

/** What was typed for the run that its replay needs as well. */
export type CliArgs = {
  config?: string | undefined;
  email?: string | undefined;
  /** a secret was typed as this flag; it is not repeated */
  token?: boolean;
  apiKey?: boolean;
  insecure?: boolean | undefined;
  allow?: readonly string[] | undefined;
  self?: boolean | undefined;
};
