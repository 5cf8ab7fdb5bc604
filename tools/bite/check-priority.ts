// Orders the checks by the number of defects that they catch per request, for runs with a request budget.

import { type Check, DEFAULT_COST } from '../../src/suite/model/define.ts';
import { fixturesOf } from '../../src/suite/plan/plan.ts';
import { EVERY_RUN } from './request-counts.ts';

/** A defect, with the ids of the checks and fixtures that each catch the defect alone. */
type NoticedMutant = { noticers: readonly string[] };

type PricedCheck = { id: string; cost: number; kills: readonly number[] };

/**
 * Number of requests that is added to the cost of every check, so that a check that sends no requests is not free.
 */
const NOTHING = 0.2;

/**
 * Orders check ids by value, with the most valuable check first. Each step takes the fixtures, together with the
 * checks that depend on them, that catch the most new defects per request. When no remaining check catches a new
 * defect, the next round counts every defect as new again.
 * @param spent number of requests by check and fixture, clean-up included; a check without a number has its declared
 * cost
 */
export function checkPriority(
  checks: readonly Check[],
  rows: readonly NoticedMutant[],
  spent: Readonly<Record<string, number>>,
): string[] {
  const kills = new Map<string, number[]>();
  rows.forEach(({ noticers }, row) => {
    for (const id of noticers) kills.set(id, [...(kills.get(id) ?? []), row]);
  });
  const part = ({ id, cost = DEFAULT_COST }: { id: string; cost?: number }): PricedCheck => ({
    id,
    cost: spent[id] ?? cost,
    kills: kills.get(id) ?? [],
  });
  const everywhere = kills.get(EVERY_RUN) ?? [];
  // Checks that need a permission come last, because a request budget never selects them by itself.
  const classes = [checks.filter(({ allow }) => !allow), checks.filter(({ allow }) => allow)];
  const made = new Set<string>();
  return classes.flatMap((some) => {
    const waiting = new Map(
      some.map((check) => [check.id, { part: part(check), needs: [...fixturesOf([check])].map(part) }]),
    );
    const order: string[] = [];
    while (waiting.size > 0) {
      const known = new Set(everywhere);
      const before = order.length;
      for (;;) {
        const best = bestBundle([...waiting.values()], made, known);
        if (!best) break;
        for (const { id } of best.subjects) made.add(id);
        for (const row of best.kills) known.add(row);
        for (const { id } of best.checks) {
          waiting.delete(id);
          order.push(id);
        }
      }
      // When no remaining check catches any defect, the remaining checks keep the order of the catalogue.
      if (order.length === before) {
        order.push(...waiting.keys());
        waiting.clear();
      }
    }
    return order;
  });
}

type Waiting = { part: PricedCheck; needs: readonly PricedCheck[] };
type Bundle = { subjects: PricedCheck[]; checks: PricedCheck[]; kills: Set<number>; density: number };

function bestBundle(
  waiting: readonly Waiting[],
  made: ReadonlySet<string>,
  known: ReadonlySet<number>,
): Bundle | undefined {
  const bases = new Map<string, readonly PricedCheck[]>();
  for (const { needs } of waiting) {
    const lacking = needs.filter(({ id }) => !made.has(id));
    bases.set(
      lacking
        .map(({ id }) => id)
        .sort()
        .join('\n'),
      lacking,
    );
  }
  let best: Bundle | undefined;
  for (const subjects of bases.values()) {
    const there = new Set([...made, ...subjects.map(({ id }) => id)]);
    const members = waiting.filter(({ needs }) => needs.every(({ id }) => there.has(id)));
    const bundle = densest(
      subjects,
      members.map((one) => one.part),
      known,
    );
    if (bundle && (!best || bundle.density > best.density)) best = bundle;
  }
  return best;
}

/**
 * Starts with a set of fixtures, and adds the check that catches the most new defects per request as long as each
 * addition raises the average number of defects per request.
 */
function densest(
  subjects: readonly PricedCheck[],
  members: readonly PricedCheck[],
  known: ReadonlySet<number>,
): Bundle | undefined {
  const kills = new Set(subjects.flatMap((one) => one.kills).filter((row) => !known.has(row)));
  let cost = NOTHING + subjects.reduce((sum, one) => sum + one.cost, 0);
  let density = 0;
  const checks: PricedCheck[] = [];
  const left = new Set(members.filter((one) => one.kills.some((row) => !known.has(row))));
  for (;;) {
    let next: { member: PricedCheck; gain: number; ratio: number } | undefined;
    for (const member of left) {
      let gain = 0;
      for (const row of member.kills) if (!known.has(row) && !kills.has(row)) gain += 1;
      const ratio = gain / (member.cost + NOTHING);
      if (gain === 0 && checks.length > 0) left.delete(member);
      else if (!next || ratio > next.ratio) next = { member, gain, ratio };
    }
    if (!next) break;
    const better = (kills.size + next.gain) / (cost + next.member.cost);
    if (checks.length > 0 && better <= density) break;
    density = better;
    cost += next.member.cost;
    checks.push(next.member);
    left.delete(next.member);
    for (const row of next.member.kills) if (!known.has(row)) kills.add(row);
  }
  return checks.length === 0 || kills.size === 0
    ? undefined
    : { subjects: [...subjects], checks, kills, density };
}
