// Which results have one cause: they are told as one finding.
import type { Result } from './result.ts';
import { serverErrorOf } from './server-error.ts';

/**
 * Results in sets of one cause, in order of appearance. Two share a cause when they are of one group and break one
 * sentence, or when server errors of one operation prove both; and so do those that a third one joins: an id that names
 * nothing and throws down fifty operations is one finding, whichever checks met it.
 */
export function byCause(results: readonly Result[]): Result[][] {
  const sets = new Map<string, Set<Result>>();
  const setOf = new Map<Result, Set<Result>>();
  for (const result of results) {
    let own = new Set([result]);
    for (const sign of signsOf(result)) {
      const other = sets.get(sign);
      if (other && other !== own) own = merge(other, own, setOf, sets);
      sets.set(sign, own);
    }
    for (const member of own) setOf.set(member, own);
  }
  const found = new Map<Set<Result>, Result[]>();
  for (const result of results) {
    const set = setOf.get(result) ?? new Set();
    found.set(set, [...(found.get(set) ?? []), result]);
  }
  return [...found.values()];
}

/** Moves the members of one set, and the signs that led to it, over to the other. */
function merge(
  into: Set<Result>,
  from: Set<Result>,
  setOf: Map<Result, Set<Result>>,
  sets: Map<string, Set<Result>>,
): Set<Result> {
  for (const member of from) {
    into.add(member);
    setOf.set(member, into);
  }
  for (const [sign, set] of sets) if (set === from) sets.set(sign, into);
  return into;
}

function signsOf(result: Result): string[] {
  const { group, requirement, verdict } = result;
  const crashed = serverErrorOf(result);
  return [
    ...(group === undefined ? [] : [`group ${group} ${requirement} ${verdict}`]),
    ...(crashed === undefined ? [] : [`server error ${crashed}`]),
  ];
}
