// Divides the checks of a run into shards.
import { createHash } from 'node:crypto';
import type { Fixture } from '../model/context.ts';
import type { Check } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import { fixturesOf } from './catalogue.ts';
import type { CostFunction } from './plan.ts';
import type { Selection } from './select.ts';

/** The number of a shard and the number of all shards: `index` is from 1 to `of`. */
export type Shard = { index: number; of: number };

/** Parses the number of a shard, such as `2/3`. @throws UsageError */
export function parseShard(text: string): Shard {
  const found = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text);
  const [index, of] = [Number(found?.[1]), Number(found?.[2])];
  if (found && index <= of && of <= 100) return { index, of };
  throw new UsageError(
    `--shard must be index/total, such as 1/3, with a total of at most 100; not "${text}"`,
  );
}

/**
 * Selects the checks of one shard. The same selection is always divided in the same way. Checks that use the same
 * expensive fixture are in the same shard, and all shards send about the same number of requests. The first shard
 * reports the excluded checks.
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

/** Computes an id that is the same for all shards of a run, from the checks of all shards. */
export function selectionId({ checks, excluded, rules }: Selection): string {
  const ids = [...checks, ...excluded.map(({ check }) => check), ...rules].map(({ id }) => id).sort();
  return createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 12);
}

type CheckGroup = { id: string; checks: Check[]; requests: number };

/** Groups checks by their most expensive fixture; the group with the most requests comes first. */
function groupByFixture(checks: readonly Check[], costOf: CostFunction): CheckGroup[] {
  const keyOf = (check: Check): string => {
    const mostCostly = mostExpensive([...fixturesOf([check])], costOf);
    return mostCostly ? `subject ${mostCostly.id}` : check.id;
  };
  const groups = new Map<string, Check[]>();
  for (const check of checks) groups.set(keyOf(check), [...(groups.get(keyOf(check)) ?? []), check]);
  return [...groups.values()]
    .map((members) => ({
      id: members[0]?.id ?? '',
      checks: members,
      requests: [...members, ...fixturesOf(members)].reduce((sum, part) => sum + costOf(part), 0),
    }))
    .sort((a, b) => b.requests - a.requests || (a.id < b.id ? -1 : 1));
}

/** Returns the fixture of a check with the most requests. */
function mostExpensive(
  fixtures: readonly Fixture<unknown>[],
  costOf: CostFunction,
): Fixture<unknown> | undefined {
  return fixtures.reduce<Fixture<unknown> | undefined>(
    (mostCostly, fixture) => (mostCostly && costOf(mostCostly) >= costOf(fixture) ? mostCostly : fixture),
    undefined,
  );
}
