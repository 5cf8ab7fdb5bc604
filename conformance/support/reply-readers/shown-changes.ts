// Decides what a record that looks unchanged, or changed, says about an action.
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { leaves, statusIn } from './response-readers.ts';

/** Matches names of members other than `status` that show whether a resource is in use. */
const STATE_NAMES =
  /^(is_)?(active|enabled|disabled|suspended|terminated|deactivated|closed|open|blocked|paused|deleted)(_at|_on)?$/;

/**
 * Ends the check as inconclusive when a record shows no state: the specification leaves the fields of the record open,
 * so an unchanged record does not show that the action did not happen.
 */
export function requireShownState(t: CheckContext, exchange: Exchange): void {
  if (statusIn(exchange.json) !== undefined) return;
  if ([...leaves(exchange.json)].some(({ name }) => STATE_NAMES.test(name))) return;
  t.inconclusive('the record shows no state', { exchange });
}

/**
 * Returns the pointers of the members that differ between two reads, without those that differ between the second read
 * and a third one: a counter of reads and a link that is new each time change by themselves.
 */
export function changedMembers(before: unknown, after: unknown, again: unknown): string[] {
  const [was, is, then] = [before, after, again].map(
    (body) => new Map([...leaves(body)].map(({ pointer, value }) => [pointer, JSON.stringify(value)])),
  );
  const pointers = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...pointers].filter(
    (pointer) => was?.get(pointer) !== is?.get(pointer) && is?.get(pointer) === then?.get(pointer),
  );
}
