// Which checks first, and which at all, when a run may not send as much as it would: the most valuable that fit.
import type { Catalogue, Check } from './define.ts';
import { costIn, requestsOf } from './plan.ts';
import { type Selection, worthOf } from './select.ts';
import type { Target } from './target.ts';

/** The chosen sets, by the requests they may send when all is well. */
const SIZES = { quick: 60, smoke: 20 } as const;
/** Of a chosen set this much is kept free: what is still being set up is taken back at the second try. */
const ROOM = 1;
export type Size = keyof typeof SIZES;

export type Budget = {
  size?: Size | undefined;
  maxRequests?: number | undefined;
  maxTime?: number | undefined;
};

/** What a chosen set left unasked of the register. */
export type Choice = {
  size: Size;
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
export function withinBudget(
  selection: Selection,
  catalogue: Catalogue,
  target: Target,
  { size, maxRequests, maxTime }: Budget,
): Selection {
  if (size === undefined && maxRequests === undefined && maxTime === undefined) return selection;
  const place = new Map((catalogue.value ?? []).map((id, at) => [id, at]));
  const valued = [...selection.run].sort((a, b) => placeOf(a, place) - placeOf(b, place));
  const most = Math.min(
    ...(maxRequests === undefined ? [] : [maxRequests]),
    ...(size ? [SIZES[size] - ROOM] : []),
  );
  const costOf = costIn(catalogue, true);
  const stages = Number.isFinite(most) ? [most] : STAGES;
  const chosen = stages.map(
    (limit) => new Set(fitting(valued, limit, (checks) => requestsOf(checks, target, costOf).requests)),
  );
  const stageOf = (check: Check): number => chosen.findIndex((set) => set.has(check));
  const run = stages.flatMap((_, stage) => selection.run.filter((check) => stageOf(check) === stage));
  const rest = selection.run.filter((check) => stageOf(check) < 0);
  if (size === undefined) return { ...selection, run: [...run, ...rest] };
  const reason = `not among the most valuable checks that --${size} asks with ${SIZES[size]} requests`;
  const out = rest.map((check) => ({ check, verdict: 'skipped' as const, reason }));
  return { ...selection, run, out: [...selection.out, ...out] };
}

/** What a chosen set asks and leaves unasked; null where nothing was chosen. */
export function choiceOf(
  { run, rules, out }: Selection,
  { checks, rules: allRules }: Catalogue,
  size: Size | undefined,
): Choice | null {
  if (size === undefined) return null;
  const testable = new Set([...checks, ...allRules].map(({ says }) => says));
  const asked = new Set([...run, ...rules].map(({ says }) => says));
  const notAsked = [...testable].filter((id) => !asked.has(id)).sort();
  return {
    size,
    limit: SIZES[size],
    checks: { asked: run.length, of: run.length + out.length },
    requirements: { asked: testable.size - notAsked.length, of: testable.size, notAsked },
  };
}

/** The choice as a sentence of the report. */
export function choiceText({ size, checks, requirements }: Choice): string {
  return (
    `--${size} asked ${checks.asked} of ${checks.of} checks, about ${requirements.asked} of ` +
    `${requirements.of} testable sentences of the register; the whole run asks the rest`
  );
}

/** Checks of unknown value come after the others, those of the highest level first. */
const placeOf = (check: Check, place: ReadonlyMap<string, number>): number =>
  place.get(check.id) ?? place.size + worthOf(check);

/** What fits into a number of requests, the most valuable first. */
function fitting(
  valued: readonly Check[],
  limit: number,
  requests: (checks: readonly Check[]) => number,
): Check[] {
  const found: Check[] = [];
  for (const check of valued) if (requests([...found, check]) <= limit) found.push(check);
  return found;
}
