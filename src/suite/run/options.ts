// The options of conform().
import { didYouMean } from '../../contract/did-you-mean.ts';
import type { RequestOrigin } from '../http/call.ts';
import type { Fetch, Transport } from '../http/transport/transport.ts';
import type { Clock } from '../model/clock.ts';
import type { Catalogue, Mode } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import { UsageError } from '../model/outcome.ts';
import { isLoopback, type Target } from '../model/target.ts';
import type { TargetConfig } from '../model/target-config.ts';
import type { BudgetSize } from '../plan/budget.ts';
import { selectWithinBudget } from '../plan/budget.ts';
import { catalogueProblems, costFunction, createPlan, type Plan } from '../plan/plan.ts';
import { withRequirements } from '../plan/requirements-version.ts';
import { type Selection, select } from '../plan/select.ts';
import type { Baseline } from '../report/baseline.ts';
import type { OnProgress } from '../report/report.ts';
import { resolveTarget } from '../target/config.ts';
import { withPlugIns } from '../target/plug-ins.ts';

/** The options of a run. Only the target and the catalogue are required. */
export type ConformOptions = {
  target: TargetConfig;
  catalogue: Catalogue;
  /**
   * which requirements fail the run: `stated` (default) means requirements that the specification states; `contract`
   * adds requirements that this contract has chosen
   */
  profile?: 'stated' | 'contract' | undefined;
  /**
   * the version of the requirements by which the run judges: what came later is left out, and nothing only warns because it
   * is new; by default those of this version
   */
  requirements?: string | undefined;
  /** what the run may send; required unless the target is on this machine, where `full` is the default */
  mode?: Mode | undefined;
  /** permissions for what a run does only when it is allowed: `rate-limit-burst`, `webhooks`; none by default */
  allow?: readonly string[];
  /** the most requests that a check sends to exhaust a rate limit, with `rate-limit-burst`; 700 by default */
  burstMax?: number;
  /** id prefixes of the checks and rules to run; all by default */
  only?: readonly string[];
  skip?: readonly string[];
  /** whole ids of the checks and rules of the run, in place of prefixes; with `rulesOnly` only the rules are reported */
  exactly?: { checks: readonly string[]; rules: readonly string[]; rulesOnly: boolean };
  /** seed of the test data; random by default, stated in the report */
  seed?: number | undefined;
  /** marks everything that the run creates; random by default; two runs on one target need different ids */
  runId?: string;
  /**
   * limits the run to the checks of highest priority that fit into 60 requests (`quick`) or 20 requests (`smoke`);
   * all checks by default
   */
  size?: BudgetSize | undefined;
  maxRequests?: number;
  /** the most minor units, over all currencies, that the run may spend; no limit by default */
  budget?: number;
  /** time limit of the run in milliseconds; 30 minutes by default, no limit with a `clock` */
  maxTime?: number;
  /** the most requests per minute over all callers and endpoints; by default only the target's rate limits apply */
  rate?: number;
  /** the most requests that are sent together where none depends on another; 8 by default */
  concurrency?: number;
  /** how long to wait for a reply, in milliseconds; 10,000 by default */
  timeout?: number;
  /** known findings, which do not fail the run; none by default */
  baseline?: Baseline | undefined;
  /** false leaves everything that the run created at the target; true by default */
  cleanup?: boolean;
  /** path of the file in which the run records at once what it creates; none by default */
  ledger?: string | undefined;
  /** false lets the run go on when the ledger file cannot be written; true by default */
  ledgerRequired?: boolean;
  /** a function in this process that is called in place of the network */
  fetch?: Fetch | undefined;
  /** a transport that sends the requests in place of HTTP or `fetch` */
  transport?: Transport;
  clock?: Clock | undefined;
  /** ends the run when it is aborted; clean-up still takes place */
  signal?: AbortSignal | undefined;
  /** true writes the shell script of each finding into its first result, for `conform replay --script`; false by default */
  scripts?: boolean;
  onProgress?: OnProgress;
  /** called with every exchange and the results whose requirement it violates; it contains secrets: for measurements only */
  onExchange?: (exchange: Exchange, origin: RequestOrigin, broken: readonly string[]) => void;
  /** the environment variables that `{"env": "NAME"}` refers to; by default those of the process */
  env?: Record<string, string | undefined>;
};

/** The names of all options; for an option with few values, the values. */
const OPTIONS: Readonly<Record<keyof ConformOptions, readonly string[] | null>> = {
  profile: ['stated', 'contract'],
  mode: ['read-only', 'safe', 'full'],
  size: ['quick', 'smoke'],
  ...{ target: null, catalogue: null, requirements: null, allow: null, only: null, skip: null },
  ...{ exactly: null, seed: null, runId: null, burstMax: null, maxRequests: null, budget: null },
  ...{ maxTime: null, rate: null, concurrency: null, timeout: null, baseline: null, cleanup: null },
  ...{ ledger: null, ledgerRequired: null, fetch: null, transport: null, clock: null, signal: null },
  ...{ scripts: null, env: null, onProgress: null, onExchange: null },
};

/** @throws UsageError that names every unknown option and every unknown value of an option with few values */
function refuseUnknownOptions(options: object): void {
  const problems = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (!Object.hasOwn(OPTIONS, name)) {
      const names = Object.keys(OPTIONS);
      return [
        `conform() has no option "${name}"${didYouMean(name, names) || `; there are ${names.join(', ')}`}`,
      ];
    }
    const values = OPTIONS[name as keyof ConformOptions];
    if (values === null || values.includes(value)) return [];
    return [`the option ${name} must be one of ${values.join(', ')}, not ${JSON.stringify(value)}`];
  });
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
}

/** Plans a run with the checks of the target file, and states why others are left out. Sends nothing. @throws UsageError */
export function planRun(given: ConformOptions): {
  options: ConformOptions;
  selection: Selection;
  target: Target;
  plan: Plan;
} {
  refuseUnknownOptions(given);
  const options = withPlugIns(withRequirements(given));
  const { catalogue, only = [], skip = [], allow = [], exactly } = options;
  const problems = catalogueProblems(catalogue);
  if (problems.length > 0) throw new Error(`The catalogue is at fault:\n${problems.join('\n')}`);
  const target = resolveTarget(options.target, options.env);
  const mode = modeOf(options, target);
  const selection = selectWithinBudget(
    select(catalogue, { only, skip, allow, mode, target, exactly }),
    catalogue,
    target,
    options,
  );
  const costOf = costFunction(catalogue, options.size !== undefined, mode);
  return { options, selection, target, plan: createPlan(selection, target, mode, costOf) };
}

/** On this machine `full` is the default; for any other target the caller names a mode. @throws UsageError */
function modeOf({ mode }: ConformOptions, { baseUrl }: Target): NonNullable<ConformOptions['mode']> {
  if (mode !== undefined) return mode;
  if (isLoopback(baseUrl)) return 'full';
  throw new UsageError(
    `${new URL(baseUrl).host} is not this machine: name a mode. --mode read-only sends GET and log-in only, ` +
      '--mode safe creates and removes its own things, --mode full adds what cannot be undone',
  );
}
