// Policy control of a world: what the specification leaves to a choice.
import type { WorldServer } from '../server/app.ts';
import type { Tables } from '../state/tables/table.ts';
import { parseInput } from './input.ts';
import { bodySchema, type Schema } from './operations.ts';

type PolicyChange = Schema<'PolicyChange'>;
/** The policy of a world. */
export type PolicyInfo = Required<PolicyChange>;

export function policyControl<T extends Tables>({ deps: { policy }, world: { settings } }: WorldServer<T>) {
  const get = (): PolicyInfo => ({
    ...policy.save(),
    lifecycle: (settings.lifecycle ?? 'time') as PolicyInfo['lifecycle'],
  });
  return {
    /** Returns the policy. */
    get,
    /**
     * Changes the given members and keeps the others.
     * @throws ControlError 422
     */
    set(changes: PolicyChange): PolicyInfo {
      const { lifecycle, ...values } = parseInput<PolicyChange>(bodySchema('setPolicy'), changes);
      policy.restore({ ...policy.save(), ...values });
      if (lifecycle !== undefined) settings.lifecycle = lifecycle;
      return get();
    },
  };
}
