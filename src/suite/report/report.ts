// The type of the report: the outcome of a run as one plain value. `report.schema.json` describes it.

import type { Leftover } from '../cleanup/ledger.ts';
import type { Mode } from '../model/define.ts';
import type { Verdict } from '../model/outcome.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Result } from '../model/result.ts';
import type { BudgetedSelection } from '../plan/budget.ts';
import type { NotChecked } from '../plan/not-checked.ts';
import type { RunVerdict } from './verdict.ts';

/** Results with one cause. */
export type Finding = {
  /** id of its first result, which `replay` takes */
  id: string;
  verdict: Verdict;
  requirement: string;
  /** ids of the results that show it */
  results: string[];
  /** number of occurrences */
  count: number;
};

/**
 * The format of the reports that this suite writes, and the highest it reads. Reports without `format` have format 1.
 */
export const REPORT_FORMAT = 2;

/** The members of the report that are known before the first request. */
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

/** Operation → status → name → number of exchanges. */
export type CountsByName = Record<string, Record<string, Record<string, number>>>;

/** The report of a run. */
export type Report = {
  /** the number of the format; absent means 1 */
  format?: number;
  suite: { name: string; version: string };
  contract: { version: string; sha256: string };
  /** the requirements that the checks judge: their number, and a fingerprint of their texts */
  register?: { sentences: number; sha256: string };
  target: { baseUrl: string; name?: string };
  profile: 'stated' | 'contract';
  mode: Mode;
  seed: number;
  /** prefixes of `--only` and `--skip`; absent when neither was given */
  filter?: { only: readonly string[]; skip: readonly string[] };
  runId: string;
  /** start of the run, ISO 8601 UTC */
  startedAt: string;
  durationMs: number;
  /** number of requests sent, clean-up included */
  requests: number;
  verdict: RunVerdict;
  exitCode: number;
  /** why the run has this verdict, in sentences */
  reasons: string[];
  /** what the baseline file covers: number of results, and of its unneeded and expired entries */
  baseline?: { applied: number; unused: number; expired: number };
  /** with `--quick` and `--smoke`: which checks and requirements were left out */
  choice?: BudgetedSelection;
  /** of a part of a run: its number, the number of parts, and a fingerprint of the selection of all parts */
  shard?: { index: number; of: number; selection: string };
  summary: Record<Verdict, number>;
  findings: Finding[];
  results: Result[];
  /** the number of checks that a missing credential or value costs: `11 must not checked: give a platform-admin credential` */
  notChecked: NotChecked[];
  /**
   * areas that the target file could switch off, because every reply in them is 404 or 501; absent when there is none
   */
  proposals?: CapabilityProposal[];
  coverage: {
    operations: Record<string, Record<string, number>>;
    requirements: Record<string, string[]>;
    /** the same counts by caller: a credential's name, `anonymous`, or the label of a raw credential */
    callers?: CountsByName;
    /** the same counts by media type of the reply; `none` for a reply without one */
    media?: CountsByName;
  };
  pacing: { waitedMs: number; unprovoked429: number; logins: number };
  cleanup: {
    created: number;
    leftovers: Leftover[];
  };
  /** arguments of the command line that replay lines repeat; without secrets */
  called?: CliArgs;
  /** every exchange of the run, in order of sending, when a format needs them all (`har`, `ndjson`) */
  exchanges?: RecordedExchange[];
};

/** A line for the target file and its price: `capabilities.vps = false`. */
export type CapabilityProposal = {
  /** an area of the contract */
  capability: string;
  /** the reason: `every one of 41 calls to 8 operations was answered 404` */
  because: string;
  /** number of must checks that would not apply any more */
  must: number;
  /** id of the finding that reports the area */
  finding: string;
};

/** Arguments of the run's command line that its replay needs as well. */
export type CliArgs = {
  config?: string | undefined;
  email?: string | undefined;
  /** whether a secret was given with this flag; the secret itself is not kept */
  token?: boolean;
  apiKey?: boolean;
  insecure?: boolean | undefined;
  allow?: readonly string[] | undefined;
  self?: boolean | undefined;
};
