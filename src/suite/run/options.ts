// What conform() can be told.

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

export type ConformOptions = {
  /** as in a target file */
  target: TargetConfig;
  catalogue: Catalogue;
  /** `stated` fails on what the specification states; `contract` on what this contract decided as well */
  profile?: 'stated' | 'contract';
  /** needed unless the target is this machine, where it is `full` */
  mode?: Mode;
  /** what is dared: `rate-limit-burst` */
  allow?: readonly string[];
  /** id prefixes */
  only?: readonly string[];
  skip?: readonly string[];
  /** whole ids instead of prefixes: these checks run, judged by these rules; with `rulesOnly` only the rules are reported */
  exactly?: { checks: readonly string[]; rules: readonly string[]; rulesOnly: boolean };
  /** chooses test data; a random one by default, told in the report */
  seed?: number;
  /** tags what the run creates; a random one by default: two runs against one target must not share it */
  runId?: string;
  /** only the most valuable checks that fit into 60 requests (quick) or 20 (smoke) */
  size?: BudgetSize;
  /** one of several parts of the run, to be merged later */
  shard?: Shard;
  maxRequests?: number;
  /** milliseconds */
  maxTime?: number;
  /** requests a minute over everything */
  rate?: number;
  /** milliseconds for a reply (default 10,000) */
  timeout?: number;
  /** findings that are known and do not fail the run */
  baseline?: Baseline;
  /** false leaves everything behind */
  cleanup?: boolean;
  /** a file that what is created is written to at once */
  ledger?: string;
  /** calls a function in this process instead of the network */
  fetch?: Fetch;
  /** calls anything else */
  transport?: Transport;
  clock?: Clock;
  /** ends the run; what it created is still taken back */
  signal?: AbortSignal;
  /** keeps every exchange in the report, secrets removed, and tells each as progress */
  keepExchanges?: boolean;
  onProgress?: OnProgress;
  /** told of every exchange, on whose behalf it was made and which rules it breaks; secrets included: for measuring */
  onExchange?: (exchange: Exchange, origin: RequestOrigin, broken: readonly string[]) => void;
  /** where `{"env": "NAME"}` looks (default: the process's environment) */
  env?: Record<string, string | undefined>;
};
