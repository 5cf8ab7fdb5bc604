// One run in several parts: which checks go into which.
import { createHash } from 'node:crypto';
import type { Fixture } from '../model/context.ts';
import type { Check } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import { fixturesOf } from './catalogue.ts';
import type { CostFunction } from './plan.ts';
import type { Selection } from './select.ts';

/** The part of a run: `index` from 1 to `of`. */
export type Shard = { index: number; of: number };

/** `2/3`. @throws UsageError */
export function parseShard(text: string): Shard {
  const found = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text);
  const [index, of] = [Number(found?.[1]), Number(found?.[2])];
  if (found && index <= of && of <= 100) return { index, of };
  throw new UsageError(`--shard must be a part of a whole, 1/3 to 3/3, at most 100 of them; not "${text}"`);
}

/**
 * The checks of one part. The same selection is always divided alike. Checks stay together with those that stand on the
 * same dearest subject; the parts send about as many requests each. What is left out for a reason is told by the first
 * part.
 */
export function selectShard(selection: Selection, { index, of }: Shard, costOf: CostFunction): Selection {
  const groups = groupByFixture(selection.checks, costOf);
  const parts = Array.from({ length: of }, () => ({ load: 0, checks: new Set<Check>() }));
  for (const { checks, requests } of groups) {
    const smallest = parts.reduce((smallest, part) => (part.load < smallest.load ? part : smallest));
    smallest.load += requests;
    for (const check of checks) smallest.checks.add(check);
  }
  const ownIds = parts[index - 1]?.checks;
  return {
    ...selection,
    checks: selection.checks.filter((check) => ownIds?.has(check)),
    excluded: index === 1 ? selection.excluded : [],
  };
}

/** What parts of one run agree in: the checks asked for, whatever part they are in. */
export function selectionId({ checks, excluded, rules }: Selection): string {
  const ids = [...checks, ...excluded.map(({ check }) => check), ...rules].map(({ id }) => id).sort();
  return createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 12);
}

type CheckGroup = { id: string; checks: Check[]; requests: number };

/** Checks that belong together, the heaviest family first. */
function groupByFixture(checks: readonly Check[], costOf: CostFunction): CheckGroup[] {
  const keyOf = (check: Check): string => {
    const dearest = mostExpensive([...fixturesOf([check])], costOf);
    return dearest ? `subject ${dearest.id}` : check.id;
  };
  const families = new Map<string, Check[]>();
  for (const check of checks) families.set(keyOf(check), [...(families.get(keyOf(check)) ?? []), check]);
  return [...families.values()]
    .map((members) => ({
      id: members[0]?.id ?? '',
      checks: members,
      requests: [...members, ...fixturesOf(members)].reduce((sum, part) => sum + costOf(part), 0),
    }))
    .sort((a, b) => b.requests - a.requests || (a.id < b.id ? -1 : 1));
}

/** Making it twice would cost most. */
function mostExpensive(
  fixtures: readonly Fixture<unknown>[],
  costOf: CostFunction,
): Fixture<unknown> | undefined {
  return fixtures.reduce<Fixture<unknown> | undefined>(
    (dearest, one) => (dearest && costOf(dearest) >= costOf(one) ? dearest : one),
    undefined,
  );
}
