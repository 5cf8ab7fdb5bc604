// Groups results that have the same cause.
import type { Result } from '../../model/result.ts';
import { failingOperation } from './server-error.ts';

/**
 * Groups results by cause, in order of first appearance. Two results have the same cause when they have the same
 * group and requirement and replies of the same kind prove them, or when server errors of the same operation prove
 * them. The relation is transitive: an unknown id that causes server errors of fifty operations is one finding,
 * whichever checks received the errors. A reply that grants what must be refused is never of one kind with a server
 * error or with another refusal.
 */
export function groupByCause(results: readonly Result[]): Result[][] {
  const setByKey = new Map<string, Set<Result>>();
  const setByResult = new Map<Result, Set<Result>>();
  for (const result of results) {
    let set = new Set([result]);
    for (const key of causeKeys(result)) {
      const other = setByKey.get(key);
      if (other && other !== set) set = mergeSets(other, set, setByResult, setByKey);
      setByKey.set(key, set);
    }
    for (const member of set) setByResult.set(member, set);
  }
  const found = new Map<Set<Result>, Result[]>();
  for (const result of results) {
    const set = setByResult.get(result) ?? new Set();
    found.set(set, [...(found.get(set) ?? []), result]);
  }
  return [...found.values()];
}

/** Moves the members of one set, and the keys that refer to it, to another set. */
function mergeSets(
  into: Set<Result>,
  from: Set<Result>,
  setOf: Map<Result, Set<Result>>,
  sets: Map<string, Set<Result>>,
): Set<Result> {
  for (const member of from) {
    into.add(member);
    setOf.set(member, into);
  }
  for (const [key, set] of sets) if (set === from) sets.set(key, into);
  return into;
}

function causeKeys(result: Result): string[] {
  const { group, requirement, verdict } = result;
  const failed = failingOperation(result);
  return [
    ...(group === undefined ? [] : [`group ${group} ${requirement} ${verdict} ${replyKind(result)}`]),
    ...(failed === undefined ? [] : [`server error ${failed}`]),
  ];
}

/** Returns the class of the status of the decisive reply; empty for a rule, whose replies may be of several kinds. */
function replyKind({ kind, exchanges: [decisive] }: Result): string {
  if (kind !== 'check' || !decisive) return '';
  return decisive.reply ? `${Math.floor(decisive.reply.status / 100)}xx` : 'no reply';
}
