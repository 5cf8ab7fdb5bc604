// Plans a run: which checks it sends, in which mode, and what that costs. Nothing is sent.

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

/**
 * Plans a run: its checks, and why the others are left out. Sends nothing.
 * @throws UsageError
 */
export function planRun(given: ConformOptions): {
  selection: Selection;
  /** with `shard`: the selection of all parts together */
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
  const whole = selectWithinBudget(
    select(catalogue, { only, skip, allow, mode, target, exactly }),
    catalogue,
    target,
    options,
  );
  const costOf = costFunction(catalogue, options.size !== undefined);
  const selection = options.shard ? selectShard(whole, options.shard, costFunction(catalogue, true)) : whole;
  return { selection, whole, target, plan: createPlan(selection, target, mode, costOf) };
}

/**
 * Returns the mode of a run. Against this machine `full` is the default; elsewhere the caller must name a mode.
 * @throws UsageError
 */
function modeOf({ mode }: ConformOptions, { baseUrl }: Target): NonNullable<ConformOptions['mode']> {
  if (mode !== undefined) return mode;
  if (isLoopback(baseUrl)) return 'full';
  throw new UsageError(
    `${new URL(baseUrl).host} is not this machine: name a mode. --mode read-only sends GET and log-in only, ` +
      '--mode safe creates and removes its own things, --mode full adds what cannot be undone',
  );
}
