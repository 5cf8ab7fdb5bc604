// Decides what a record that looks unchanged, or changed, says about an action.
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { leaves, stableFields, statusIn, VOLATILE_NAMES } from './response-readers.ts';
import { isSameTime } from './times.ts';

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
 * Ends the check as inconclusive when the record of an update without effect has no member of a name by which the update
 * sent a new value: the platform may call the member otherwise and ignore the members that it does not know.
 * @param shown a read of the record, whose names count as received
 */
export function requireKnownMember(
  t: CheckContext,
  update: Exchange,
  shown: Exchange,
  texts: readonly string[],
): void {
  const changed = leaves(update.request.json).filter(({ value }) =>
    texts.some((text) => typeof value === 'string' && value.includes(text)),
  );
  const names = new Set(changed.map(({ name }) => name));
  if (leaves(shown.received).some(({ name }) => names.has(name))) return;
  t.inconclusive(
    `the record shows no \`${[...names].join('` and no `')}\`: give bodies.${update.operation} in the target file`,
    { exchange: [shown, update] },
  );
}

/**
 * Returns the pointers of the members that differ between two reads, without those that differ between the second read
 * and a third one: a counter of reads and a link that is new each time change by themselves.
 */
export function changedMembers(before: unknown, after: unknown, again: unknown): string[] {
  const [was, is, then] = [before, after, again].map(
    (body) => new Map([...leaves(body)].map(({ pointer, value }) => [pointer, value])),
  );
  const pointers = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...pointers].filter(
    (pointer) =>
      !isSameValue(was?.get(pointer), is?.get(pointer)) && isSameValue(is?.get(pointer), then?.get(pointer)),
  );
}

const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other) || isSameTime(one, other);

/**
 * Returns whether two bodies show the same, but for members that state when a resource was read or changed, and for
 * the precision of times.
 */
export function isSameBody(one: unknown, other: unknown): boolean {
  if (stableFields(one) === stableFields(other) || isSameTime(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [one, other].map((body) => new Map<string, unknown>(Object.entries(body)));
  return [...Object.keys(one), ...Object.keys(other)].every(
    (name) => VOLATILE_NAMES.test(name) || isSameBody(mine?.get(name), theirs?.get(name)),
  );
}
