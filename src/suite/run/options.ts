// The options of conform().

import type { RequestOrigin } from '../http/caller.ts';
import type { Transport } from '../http/transport.ts';
import type { Fetch } from '../http/transport-fetch.ts';
import type { Clock } from '../model/clock.ts';
import type { Catalogue, Mode } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import type { TargetConfig } from '../model/target-config.ts';
import type { BudgetSize } from '../plan/budget.ts';
import type { Shard } from '../plan/shard.ts';
import type { Baseline } from '../report/baseline-file.ts';
import type { OnProgress } from '../report/progress.ts';

/** The options of a run. Only the target and the catalogue are required. */
export type ConformOptions = {
  /** the target, with the members of a target file */
  target: TargetConfig;
  catalogue: Catalogue;
  /** `stated` (default) fails on what the specification states; `contract` also on what this contract decided */
  profile?: 'stated' | 'contract';
  /** how far the run may go; required unless the target is this machine, where `full` is the default */
  mode?: Mode;
  /** permissions for what a run does not do by default: `rate-limit-burst`, `webhooks` */
  allow?: readonly string[];
  /** prefixes of ids: only these checks and rules run */
  only?: readonly string[];
  skip?: readonly string[];
  /**
   * whole ids instead of prefixes: these checks run, judged by these rules; with `rulesOnly` only the rules are
   * reported
   */
  exactly?: { checks: readonly string[]; rules: readonly string[]; rulesOnly: boolean };
  /** seed of the test data; random by default, stated in the report */
  seed?: number;
  /** tags what the run creates; random by default: two runs against one target must not share it */
  runId?: string;
  /** runs only the checks of highest priority that fit into 60 requests (`quick`) or 20 (`smoke`) */
  size?: BudgetSize;
  /** runs one of several parts, to be merged later */
  shard?: Shard;
  maxRequests?: number;
  /** milliseconds until the run ends; 30 minutes by default, no limit with a `clock` */
  maxTime?: number;
  /** requests per minute over all limits */
  rate?: number;
  /** milliseconds to wait for a reply (default 10,000) */
  timeout?: number;
  /** known findings, which do not fail the run */
  baseline?: Baseline;
  /** false: the run leaves everything it created at the target */
  cleanup?: boolean;
  /** a file to which the run writes at once what it creates */
  ledger?: string;
  /** a function in this process that replaces the network */
  fetch?: Fetch;
  /** sends the requests in another way than HTTP or `fetch` */
  transport?: Transport;
  clock?: Clock;
  /** ends the run; clean-up still takes place */
  signal?: AbortSignal;
  /** keeps every exchange in the report, without secrets, and reports each as progress */
  keepExchanges?: boolean;
  onProgress?: OnProgress;
  /**
   * is called with every exchange, its origin and the ids of the results it broke. The exchange contains secrets: for
   * measurements only
   */
  onExchange?: (exchange: Exchange, origin: RequestOrigin, broken: readonly string[]) => void;
  /** the environment in which `{"env": "NAME"}` is looked up (default: that of the process) */
  env?: Record<string, string | undefined>;
};
