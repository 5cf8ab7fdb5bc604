// Declares the report: the outcome of a run as one plain value, which `report.schema.json` describes.

import type { Leftover } from '../http/ledger.ts';
import type { LearnedNames } from '../mapping/learned-names.ts';
import type { Mode } from '../model/define.ts';
import type { RecordedExchange } from '../model/exchange.ts';
import type { LearnedState } from '../model/learned-states.ts';
import type { Verdict } from '../model/outcome.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Result } from '../model/result.ts';
import type { NotChecked } from '../plan/advice.ts';
import type { BudgetedSelection } from '../plan/budget.ts';
import type { JudgedSentences } from './unjudged/judged-sentences.ts';
import type { RunVerdict } from './verdict.ts';

/** A finding: the results with one cause. */
export type Finding = {
  /** id of the finding's first result, which `conform replay` takes */
  id: string;
  verdict: Verdict;
  requirement: string;
  /** ids of all results that show the finding */
  results: string[];
  /** number of occurrences of the finding */
  count: number;
};

/** The number of the report format that this suite writes and reads. */
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

/** Counts of exchanges: operation → status → name → number of exchanges. */
export type CountsByName = Record<string, Record<string, Record<string, number>>>;

/** The report of a run. */
export type Report = {
  /** the number of the report format */
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
  /** how many results the baseline covers, and how many of its entries are unneeded or expired */
  baseline?: { applied: number; unused: number; expired: number };
  /** the checks and requirements that `--quick` or `--smoke` left out */
  choice?: BudgetedSelection;
  /** the judged and unjudged stated sentences; absent in the report of a run that did not end */
  sentences?: JudgedSentences;
  summary: Record<Verdict, number>;
  findings: Finding[];
  results: Result[];
  /**
   * the missing credentials and values, with the number of checks that each prevents: `11 must not checked: give a
   * platform-admin credential`
   */
  notChecked: NotChecked[];
  /**
   * areas in which every reply has status 404 or 501, so that the target file could switch them off; absent when
   * there is no such area
   */
  proposals?: CapabilityProposal[];
  coverage: {
    operations: Record<string, Record<string, number>>;
    requirements: Record<string, string[]>;
    /**
     * the number of exchanges by operation, status and caller: a credential's name, `anonymous`, or the label of a
     * raw credential
     */
    callers?: CountsByName;
    /**
     * the number of exchanges by operation, status and media type of the reply; `none` for a reply without a media
     * type
     */
    media?: CountsByName;
  };
  pacing: { waitedMs: number; unprovoked429: number; logins: number };
  cleanup: {
    created: number;
    leftovers: Leftover[];
    /** path of the ledger file that lists the leftovers, for `conform cleanup`; absent when there is none */
    ledger?: string;
  };
  /** what the run spent and what stays at the target; absent when it bought and left nothing */
  receipt?: Receipt;
  /** what the run learned about the target; absent when it learned nothing */
  learned?: {
    /**
     * operation → what the target wants in the request body, in the form of `bodies` of the target file, where it can
     * be copied to
     */
    bodies?: Record<string, Record<string, unknown>>;
    /**
     * kind of resource → name in the contract → place of the member in the target's replies; absent when the target
     * uses the contract's names. A target file may give it as `learned.names`
     */
    names?: LearnedNames;
    /** kind of resource → which words of its state pass and how soon, and which stay although they look like a transition */
    states?: Record<string, LearnedState>;
  };
  /** arguments of the command line that replay lines repeat, without secrets */
  called?: CliArgs;
  /** every exchange of the run in the order of sending; present with the option `keepExchanges` */
  exchanges?: RecordedExchange[];
};

/**
 * A proposed line for the target file, such as `capabilities.vps = false`, and how many checks it would switch off.
 */
export type CapabilityProposal = {
  /** the area of the specification that the line would switch off */
  capability: string;
  /** the reason for the proposal: `every one of 41 calls to 8 operations was answered 404` */
  because: string;
  /** number of must checks that the line would make not applicable */
  must: number;
  /** id of the finding that reports the area */
  finding: string;
};

/** The arguments of the run's command line that a replay of its findings needs too. */
export type CliArgs = {
  config?: string | undefined;
  email?: string | undefined;
  /** whether a token was given with this flag; the token itself is not kept */
  token?: boolean;
  apiKey?: boolean;
  insecure?: boolean | undefined;
  allow?: readonly string[] | undefined;
  self?: boolean | undefined;
};
