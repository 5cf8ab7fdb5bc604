// Plans a run without sending requests: which checks it runs, in which mode, and how many requests it needs.

import { UsageError } from '../model/outcome.ts';
import { isLoopback, type Target } from '../model/target.ts';
import { selectWithinBudget } from '../plan/budget.ts';
import { catalogueProblems } from '../plan/catalogue.ts';
import { costFunction, createPlan, type Plan } from '../plan/plan.ts';
import { type Selection, select } from '../plan/select.ts';
import { resolveTarget } from '../target/config.ts';
import { type ConformOptions, preparedOptions } from './options.ts';

/**
 * Plans a run: selects its checks and states why other checks are left out. Sends nothing.
 * @throws UsageError for invalid options
 */
export function planRun(given: ConformOptions): {
  selection: Selection;
  target: Target;
  plan: Plan;
} {
  const options = preparedOptions(given);
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
  const costOf = costFunction(catalogue, options.size !== undefined);
  return {
    selection,
    target,
    plan: createPlan(selection, target, mode, costOf),
  };
}

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
