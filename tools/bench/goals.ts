// The goals of the figures, and what a measurement says about them.
import { placeBeside } from './statistics.ts';

/** Ratios that the requests per second of the mock should reach. */
export type CaseGoals = { bare: number; prism: number };

/** The goals of each case: beside bare `node:http`, and beside `prism mock`. */
export const CASE_GOALS: Readonly<Record<string, CaseGoals>> = {
  'GET one': { bare: 0.8, prism: 30 },
  'GET list of 20': { bare: 2.2, prism: 15 },
  'POST 201': { bare: 0.55, prism: 15 },
  'POST 422': { bare: 0.6, prism: 15 },
};

export type GoalVerdict = 'reached' | 'not reached' | 'cannot tell' | 'not conclusive';

/**
 * Says whether a figure reaches its goal.
 * @param values the figure in each round
 * @param quiet whether the machine was quiet; on a noisy one the verdict is `not conclusive`
 * @param goal the least value, or with `atMost` the greatest one
 */
export function goalVerdict(
  values: readonly number[],
  goal: number,
  quiet: boolean,
  atMost = false,
): GoalVerdict {
  if (!quiet) return 'not conclusive';
  const signed = atMost ? values.map((value) => -value) : values;
  const place = placeBeside(signed, atMost ? -goal : goal);
  if (place === 'unclear') return 'cannot tell';
  return place === 'above' ? 'reached' : 'not reached';
}
