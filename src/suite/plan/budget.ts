// Which checks first, and which at all, when a run may not send as much as it would: the most valuable that fit.
import type { Catalogue, Check } from '../model/define.ts';
import type { Target } from '../model/target.ts';
import { costFunction, countRequests } from './plan.ts';
import { levelRank, type Selection } from './select.ts';

/** The chosen sets, by the requests they may send when all is well. */
const REQUEST_LIMITS = { quick: 60, smoke: 20 } as const;
/** Of a chosen set this much is kept free: what is still being set up is taken back at the second try. */
const RESERVED_REQUESTS = 1;
/** The size of a budget. */
export type BudgetSize = keyof typeof REQUEST_LIMITS;

/** The checks that fit a budget, and those that do not. */
export type Budget = {
  size?: BudgetSize | undefined;
  maxRequests?: number | undefined;
  maxTime?: number | undefined;
};

/** What a chosen set left unasked of the register. */
export type BudgetedSelection = {
  size: BudgetSize;
  /** requests it may send when all is well */
  limit: number;
  checks: { asked: number; of: number };
  requirements: { asked: number; of: number; notAsked: string[] };
};

/** Where only time is limited: what is asked first, and then, by requests. */
const STAGES = [60, 200];

/**
 * The selection in the order in which a budget is spent best: the most valuable checks that fit into it come before the
 * rest, each part in the order of the catalogue, for some checks look at what others will change. A chosen set leaves
 * out what does not fit. Without a budget nothing changes.
 */
export function selectWithinBudget(
  selection: Selection,
  catalogue: Catalogue,
  target: Target,
  { size, maxRequests, maxTime }: Budget,
): Selection {
  if (size === undefined && maxRequests === undefined && maxTime === undefined) return selection;
  const priorities = new Map((catalogue.priority ?? []).map((id, at) => [id, at]));
  const byPriority = [...selection.checks].sort(
    (a, b) => priorityOf(a, priorities) - priorityOf(b, priorities),
  );
  const requestLimit = Math.min(
    ...(maxRequests === undefined ? [] : [maxRequests]),
    ...(size ? [REQUEST_LIMITS[size] - RESERVED_REQUESTS] : []),
  );
  const costOf = costFunction(catalogue, true);
  const stages = Number.isFinite(requestLimit) ? [requestLimit] : STAGES;
  const stageSets = stages.map(
    (limit) =>
      new Set(checksThatFit(byPriority, limit, (checks) => countRequests(checks, target, costOf).requests)),
  );
  const stageOf = (check: Check): number => stageSets.findIndex((set) => set.has(check));
  const run = stages.flatMap((_, stage) => selection.checks.filter((check) => stageOf(check) === stage));
  const remaining = selection.checks.filter((check) => stageOf(check) < 0);
  if (size === undefined) return { ...selection, checks: [...run, ...remaining] };
  const reason = `not among the most valuable checks that --${size} asks with ${REQUEST_LIMITS[size]} requests`;
  const excluded = remaining.map((check) => ({ check, verdict: 'skipped' as const, reason }));
  return { ...selection, checks: run, excluded: [...selection.excluded, ...excluded] };
}

/** What a chosen set asks and leaves unasked; null where nothing was chosen. */
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

/** The choice as a sentence of the report. */
export function budgetSentence({ size, checks, requirements }: BudgetedSelection): string {
  return (
    `--${size} asked ${checks.asked} of ${checks.of} checks, about ${requirements.asked} of ` +
    `${requirements.of} testable sentences of the register; the whole run asks the rest`
  );
}

/** Checks of unknown value come after the others, those of the highest level first. */
const priorityOf = (check: Check, place: ReadonlyMap<string, number>): number =>
  place.get(check.id) ?? place.size + levelRank(check);

/** What fits into a number of requests, the most valuable first. */
function checksThatFit(
  valued: readonly Check[],
  limit: number,
  requests: (checks: readonly Check[]) => number,
): Check[] {
  const found: Check[] = [];
  for (const check of valued) if (requests([...found, check]) <= limit) found.push(check);
  return found;
}
