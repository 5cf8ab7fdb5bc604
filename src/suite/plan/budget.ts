// Orders and limits the checks of a run that may not send all requests: the most important checks come first.
import type { Catalogue, Check } from '../model/define.ts';
import type { BudgetedSelection } from '../model/generated/report.ts';
import { createRandom } from '../model/random.ts';
import type { Target } from '../model/target.ts';
import { type CostFunction, costFunction, countRequests, fixturesOf } from './plan.ts';
import { levelRank, type Selection } from './select.ts';

/** The most requests that `--quick` and `--smoke` may send when no call is repeated. */
const REQUEST_LIMITS = { quick: 60, smoke: 20 } as const;
/** Requests of a named size that are reserved: clean-up repeats the call for what is still being set up. */
const RESERVED_REQUESTS = 1;
/** The name of a size: `quick` or `smoke`. */
export type BudgetSize = keyof typeof REQUEST_LIMITS;

type Budget = {
  size?: BudgetSize | undefined;
  maxRequests?: number | undefined;
  maxTime?: number | undefined;
};

/** The most requests of the first stage of checks, and of the first two, in a run that only time limits. */
const STAGES = [60, 200];

/**
 * Orders checks by priority, so that the checks of highest priority that fit the limits come first. Each stage keeps
 * the catalogue's order, because some checks read data that later checks change. A named size leaves out the checks
 * that do not fit. Without limits the selection is returned unchanged.
 */
export function selectWithinBudget(
  selection: Selection,
  catalogue: Catalogue,
  target: Target,
  { size, maxRequests, maxTime, seed = 0 }: Budget & { seed?: number | undefined },
): Selection {
  if (size === undefined && maxRequests === undefined && maxTime === undefined) return selection;
  const requestLimit = Math.min(
    ...(maxRequests === undefined ? [] : [maxRequests]),
    ...(size ? [REQUEST_LIMITS[size] - RESERVED_REQUESTS] : []),
  );
  const costOf = costFunction(catalogue, true);
  const byPriority = inOrderOfPriority(selection.checks, catalogue, costOf, seed);
  const stages = Number.isFinite(requestLimit) ? [requestLimit] : STAGES;
  const stageSets = stages.map(
    (limit) =>
      new Set(checksThatFit(byPriority, limit, (checks) => countRequests(checks, target, costOf).requests)),
  );
  const stageOf = (check: Check): number => stageSets.findIndex((set) => set.has(check));
  const run = stages.flatMap((_, stage) => selection.checks.filter((check) => stageOf(check) === stage));
  const remaining = selection.checks.filter((check) => stageOf(check) < 0);
  if (size === undefined) {
    const first = maxRequests === undefined ? {} : { first: run.length };
    return { ...selection, checks: [...run, ...remaining], ...first };
  }
  const reason = `not among the most valuable checks that --${size} asks with ${REQUEST_LIMITS[size]} requests`;
  const excluded = remaining.map((check) => ({ check, verdict: 'skipped' as const, reason }));
  return { ...selection, checks: run, excluded: [...selection.excluded, ...excluded] };
}

/** Counts the checks and requirements that a named size includes and leaves out. */
export function describeBudget(
  { checks: run, rules, excluded }: Selection,
  { checks, rules: allRules }: Catalogue,
  size: BudgetSize | undefined,
): BudgetedSelection | null {
  if (size === undefined) return null;
  const testable = new Set([...checks, ...allRules].map(({ requirement }) => requirement));
  const asked = new Set([...run, ...rules].map(({ requirement }) => requirement));
  const notAsked = [...testable].filter((id) => !asked.has(id)).sort();
  return {
    size,
    limit: REQUEST_LIMITS[size],
    checks: { asked: run.length, of: run.length + excluded.length },
    requirements: { asked: testable.size - notAsked.length, of: testable.size, notAsked },
  };
}

/**
 * Orders checks by priority: those of the target file; then one check of every sentence before a second one of any; of these, `must` before `should`,
 * sentences about access first, and then the checks with the fewest requests, fixtures included. The seed draws among
 * the checks of one group, which ask cells of one sentence.
 */
export function inOrderOfPriority(
  checks: readonly Check[],
  { security = [], own = [] }: Pick<Catalogue, 'security' | 'own'>,
  costOf: CostFunction,
  seed = 0,
): Check[] {
  const turns = new Map<string, number>();
  const ranked = checks
    .map((check) => ({
      check,
      level: levelRank(check),
      access: security.includes(check.requirement) ? 0 : 1,
      cost: [check, ...fixturesOf([check])].reduce((sum, part) => sum + costOf(part), 0),
      drawn: check.group === undefined ? 0 : createRandom(seed, check.id).number(),
      turn: 0,
    }))
    .sort((a, b) => a.level - b.level || a.access - b.access || a.cost - b.cost || a.drawn - b.drawn);
  for (const one of ranked) {
    one.turn = turns.get(one.check.requirement) ?? 0;
    turns.set(one.check.requirement, one.turn + 1);
  }
  const first = ({ check, turn }: (typeof ranked)[number]): number => (own.includes(check.id) ? -1 : turn);
  return ranked.sort((a, b) => first(a) - first(b)).map(({ check }) => check);
}

function checksThatFit(
  byPriority: readonly Check[],
  limit: number,
  requests: (checks: readonly Check[]) => number,
): Check[] {
  const found: Check[] = [];
  for (const check of byPriority) if (requests([...found, check]) <= limit) found.push(check);
  return found;
}
