// Where the values of resources come from: which write sent the value of a member last, and whether replies have shown it.
import { isObject } from '../../../src/contract/is-object.ts';
import { isCreation } from '../../../src/suite/model/kinds.ts';
import { isSuccess, leaves, mentions } from '../../support/reply-readers/response-readers.ts';
import { type Observation, type RunHistory, targetOf, VOLATILE_MEMBER } from './run-history.ts';
import { isPlain, isSameValue, type Plain } from './same-value.ts';

/** Returns the values in a request body outside of arrays, by their positions. Those that replies hide are left out. */
function sentValues(body: unknown): Map<string, { name: string; value: Plain }> {
  const sent = new Map<string, { name: string; value: Plain }>();
  for (const { name, pointer, value } of leaves(body))
    if (isPlain(value) && !VOLATILE_MEMBER.test(name) && !/\/\d+(\/|$)/.test(pointer))
      sent.set(pointer, { name, value });
  return sent;
}

/**
 * Records what a write sent for a resource. A refused write sends nothing; after a write whose effect is not known, the
 * members that it named have no known value.
 */
export function noteSent(
  history: RunHistory,
  { exchange: by, sequence }: Pick<Observation, 'exchange' | 'sequence'>,
  isReplayed: boolean,
): void {
  const { operation, request, status, deliberateFault } = by;
  if (!isObject(request.json) || (status >= 400 && status < 500)) return;
  const resource = targetOf(history, by);
  if (resource === undefined) return;
  const isNew = operation !== null && isCreation(operation);
  const isUpdate = ['PUT', 'PATCH'].includes(request.method);
  const isKnown = isNew && (isReplayed || resource.creation.exchange !== by);
  const isAcknowledged = isSuccess(by) && deliberateFault === null && (isNew || isUpdate) && !isKnown;
  const sent = sentValues(request.json);
  const isExact = mentions(request.json, 'TXT');
  for (const [pointer, { name, value }] of sent) {
    const before = resource.origins.get(pointer);
    if (before !== undefined && isSameValue(before.value, value)) {
      if (isAcknowledged) before.sequence = sequence;
    } else if (isAcknowledged) {
      const earlier = before?.confirmed ? before.value : before?.earlier;
      resource.origins.set(pointer, {
        name,
        value,
        by,
        sequence,
        isUpdate,
        isExact,
        confirmed: null,
        isRead: false,
        earlier,
      });
    } else {
      resource.origins.delete(pointer);
    }
    if (!isNew && !isUpdate) resource.given.add(value);
  }
  // Whether a PUT leaves the members alone that it does not send is open.
  if (!isUpdate) return;
  for (const pointer of resource.origins.keys()) if (!sent.has(pointer)) resource.origins.delete(pointer);
}
