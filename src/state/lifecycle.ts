// Lifecycles: state machines declared as tables of transitions.
import { isEdited } from '../contract/operations.ts';
import type { Transition } from '../contract/policies.ts';
import { Refusal } from './refusal.ts';

export type Lifecycle<S extends string = string> = {
  /** The name of the row member that contains the state. */
  readonly member: 'status';
  readonly transitions: readonly Transition<S>[];
};

/**
 * Returns the state to which `trigger` leads from `state`.
 * @throws Refusal `INVALID_STATE`, with one sentence under `errors.status`, when the state does not allow the trigger
 * @throws Error when no row of the table has the trigger, because then the mock definition is wrong and not the
 * caller's request
 */
export function nextState(lifecycle: Lifecycle, state: string, trigger: string): string {
  const from: string[] = [];
  for (const transition of lifecycle.transitions) {
    if (transition.on !== trigger) continue;
    if (transition.from === state) return transition.to;
    from.push(transition.from);
  }
  if (from.length === 0 && !isEdited())
    throw new Error(`No transition of this lifecycle is triggered by "${trigger}".`);
  const names = [...new Set(from)].map((name) => `"${name}"`);
  const last = names.pop();
  const list = names.length === 0 ? last : `${names.join(', ')} or ${last}`;
  const rule =
    last === undefined ? 'this is allowed in no status' : `this is only allowed while it is ${list}`;
  throw new Refusal('INVALID_STATE', {
    errors: {
      [lifecycle.member]: [`The status is "${state}"; ${rule}.`],
    },
  });
}
