// One run in several parts: which checks go into which.
import { createHash } from 'node:crypto';
import { subjectsOf } from './catalogue.ts';
import type { Check, Subject } from './define.ts';
import { UsageError } from './outcome.ts';
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
export function shardOf(selection: Selection, { index, of }: Shard): Selection {
  const families = familiesOf(selection.run);
  const parts = Array.from({ length: of }, () => ({ load: 0, checks: new Set<Check>() }));
  for (const { checks, load } of families) {
    const lightest = parts.reduce((least, part) => (part.load < least.load ? part : least));
    lightest.load += load;
    for (const check of checks) lightest.checks.add(check);
  }
  const own = parts[index - 1]?.checks;
  return {
    ...selection,
    run: selection.run.filter((check) => own?.has(check)),
    out: index === 1 ? selection.out : [],
  };
}

/** What parts of one run agree in: the checks asked for, whatever part they are in. */
export function selectionId({ run, out, rules }: Selection): string {
  const ids = [...run, ...out.map(({ check }) => check), ...rules].map(({ id }) => id).sort();
  return createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 12);
}

type Family = { id: string; checks: Check[]; load: number };

/** Checks that belong together, the heaviest family first. */
function familiesOf(checks: readonly Check[]): Family[] {
  const keyOf = (check: Check): string => {
    const dearest = dearestOf([...subjectsOf([check])]);
    return dearest ? `subject ${dearest.id}` : check.id;
  };
  const families = new Map<string, Check[]>();
  for (const check of checks) families.set(keyOf(check), [...(families.get(keyOf(check)) ?? []), check]);
  return [...families.values()]
    .map((members) => ({
      id: members[0]?.id ?? '',
      checks: members,
      load: [...members, ...subjectsOf(members)].reduce((sum, { cost }) => sum + cost, 0),
    }))
    .sort((a, b) => b.load - a.load || (a.id < b.id ? -1 : 1));
}

/** Making it twice would cost most. */
function dearestOf(subjects: readonly Subject<unknown>[]): Subject<unknown> | undefined {
  return subjects.reduce<Subject<unknown> | undefined>(
    (dearest, one) => (dearest && dearest.cost >= one.cost ? dearest : one),
    undefined,
  );
}
