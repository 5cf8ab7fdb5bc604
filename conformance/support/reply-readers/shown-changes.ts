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

// Returns the pointers of the members that differ between two reads, without those that differ between the second read
// and a third one: a counter of reads and a link that is new each time change by themselves.
function changedMembers(before: unknown, after: unknown, again: unknown): string[] {
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

/** An action on a resource, and the owner's reads of the resource around it. */
type ActedOn = {
  /** the kind of resource */
  what: string;
  before: Exchange;
  action: Exchange;
  after: Exchange;
  /** reads the resource again, because the read after the action may lag */
  read(): Promise<Exchange>;
};

/**
 * Asserts that a resource is gone or shown otherwise after an action. Ends the check as inconclusive when the record
 * shows no state by which the action could be seen.
 */
export async function expectChanged(
  t: CheckContext,
  { what, before, action, after, read }: ActedOn,
): Promise<void> {
  t.require(before).success();
  t.require(action).success();
  const isChanged = ({ status, json }: Exchange): boolean =>
    status < 200 || status >= 300 || !isSameBody(json, before.json);
  if (t.compared(isChanged(after))) return;
  await t.eventually('read', async () => {
    const now = await read();
    if (t.compared(isChanged(now))) return;
    requireShownState(t, now);
    t.fail(`the ${what} is as before`, { actual: now.json, exchange: [now, action] });
  });
}

/** Asserts that a resource is shown as before a refused action, but for members that change by themselves. */
export async function expectUnchanged(
  t: CheckContext,
  { what, before, action, after, read }: ActedOn,
): Promise<void> {
  if (t.compared(isSameBody(after.json, before.json))) return;
  const again = t.require(await read()).success();
  if (t.compared(changedMembers(before.json, after.json, again.json).length === 0)) return;
  t.fail(what, { expected: before.json, actual: after.json, exchange: [after, action, before] });
}
