// Groups results that have the same cause.
import type { Result } from '../../model/result.ts';
import { failingOperation } from './server-error.ts';

/** The results of one cause, and the keys by which another result is recognised as one of them. */
type Group = { keys: ReadonlySet<string>; results: readonly Result[] };

/**
 * Groups results by cause, in order of first appearance. Two results have the same cause when they have the same
 * group and requirement and replies of the same kind prove them, or when server errors of the same operation prove
 * them. The relation is transitive: an unknown id that causes server errors of fifty operations is one finding,
 * whichever checks received the errors. A reply that grants what must be refused is never of one kind with a server
 * error or with another refusal.
 */
export function groupByCause(results: readonly Result[]): Result[][] {
  let groups: Group[] = [];
  for (const result of results) {
    const keys = causeKeys(result);
    const isSame = (group: Group): boolean => keys.some((key) => group.keys.has(key));
    const same = groups.filter(isSame);
    const merged = {
      keys: new Set([...keys, ...same.flatMap((group) => [...group.keys])]),
      results: [...same.flatMap((group) => group.results), result],
    };
    groups = [...groups.filter((group) => !same.includes(group)), merged];
  }
  const groupOf = new Map(groups.flatMap((group) => group.results.map((result) => [result, group])));
  return [...Map.groupBy(results, (result) => groupOf.get(result)).values()];
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
