// Plans a run without sending requests: which checks it runs, in which mode, and how many requests it needs.

import { UsageError } from '../model/outcome.ts';
import { isLoopback, type Target } from '../model/target.ts';
import { selectWithinBudget } from '../plan/budget.ts';
import { catalogueProblems } from '../plan/catalogue.ts';
import { costFunction, createPlan, type Plan } from '../plan/plan.ts';
import { type Selection, select } from '../plan/select.ts';
import { selectShard } from '../plan/shard.ts';
import { resolveTarget } from '../target/config.ts';
import { currentOptions } from './current-options.ts';
import type { ConformOptions } from './options.ts';

/** The seed of a plan, and of the parts of a run, when none is given: all parts ask the same part of each matrix. */
export const DEFAULT_SEED = 1;

/**
 * Plans a run: selects its checks and states why other checks are left out. Sends nothing.
 * @throws UsageError for invalid options
 */
export function planRun(given: ConformOptions): {
  selection: Selection;
  /** the selection of all parts together, when the run is one part of several */
  whole: Selection;
  target: Target;
  plan: Plan;
} {
  const { options } = currentOptions(given);
  const { catalogue, only = [], skip = [], allow = [], exactly } = options;
  const problems = catalogueProblems(catalogue);
  if (problems.length > 0) throw new Error(`The catalogue is at fault:\n${problems.join('\n')}`);
  const target = resolveTarget(options.target, options.env);
  const mode = modeOf(options, target);
  const isWhole = options.thorough === true || options.size !== undefined;
  const rotationSeed = isWhole ? undefined : (options.seed ?? DEFAULT_SEED);
  const whole = selectWithinBudget(
    select(catalogue, { only, skip, allow, mode, target, exactly, rotationSeed }),
    catalogue,
    target,
    options,
  );
  const costOf = costFunction(catalogue, options.size !== undefined);
  const selection = options.shard ? selectShard(whole, options.shard, costFunction(catalogue, true)) : whole;
  return {
    selection,
    whole,
    target,
    plan: createPlan(selection, target, mode, costOf, explorationLimit(options)),
  };
}

/** Returns how many requests a run sends to explore; a part of a run sends its share. */
export const explorationLimit = ({ explore = 0, shard }: Pick<ConformOptions, 'explore' | 'shard'>): number =>
  Math.ceil(explore / (shard?.of ?? 1));

/**
 * Returns the mode of a run. When the target is on this machine, `full` is the default; for any other target the
 * caller must name a mode.
 * @throws UsageError when no mode is named
 */
function modeOf({ mode }: ConformOptions, { baseUrl }: Target): NonNullable<ConformOptions['mode']> {
  if (mode !== undefined) return mode;
  if (isLoopback(baseUrl)) return 'full';
  throw new UsageError(
    `${new URL(baseUrl).host} is not this machine: name a mode. --mode read-only sends GET and log-in only, ` +
      '--mode safe creates and removes its own things, --mode full adds what cannot be undone',
  );
}
