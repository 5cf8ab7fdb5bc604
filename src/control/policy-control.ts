// The policy of a world: how it answers where the specification leaves a choice, looked up and changed while it runs.
import type { WorldServer } from '../server/app.ts';
import type { PolicyValues } from '../server/policy.ts';
import { isLimitTable, LIMIT_TABLE_RULE, MAX_LIMIT } from '../server/rate-limit/rate-limits.ts';
import type { Tables } from '../state/table.ts';
import { integer, oneOf, type Parser, parseMembers } from './body-parsers.ts';

export type PolicyInfo = PolicyValues & {
  /** whether provisioning takes time, none, or waits for a lever */
  lifecycle: (typeof LIFECYCLES)[number];
};

export type PolicyControl = {
  get(): PolicyInfo;
  /** Changes what is given and leaves the rest. @throws Trouble 422 */
  set(changes: Partial<PolicyInfo>): PolicyInfo;
};

export const LIFECYCLES = ['time', 'immediate', 'manual'] as const;
const callsPerMinute = integer(1, MAX_LIMIT);

const limits: Parser<PolicyValues['limits']> = (value) => {
  const set = oneOf(['A', 'B', 'off'])(value);
  if (typeof set !== 'string') return set;
  return isLimitTable(value) ? { value } : `must be A, B, off, or ${LIMIT_TABLE_RULE}.`;
};

/** What the members of a policy may be. */
export const policyMembers = {
  error_shape: oneOf(['envelope', 'flat', 'alternate']),
  limits,
  limits_auth: ((value) => (value === null ? { value: null } : callsPerMinute(value))) as Parser<
    number | null
  >,
  latency: oneOf(['none', 'lan', 'mobile', 'slow']),
};

export function policyControl<T extends Tables>({
  deps: { policy },
  world: { settings },
}: WorldServer<T>): PolicyControl {
  const get = (): PolicyInfo => {
    const lifecycle = LIFECYCLES.find((one) => one === settings.lifecycle) ?? 'time';
    return { ...policy.save(), lifecycle };
  };
  return {
    get,
    set(changes) {
      const { lifecycle, ...values } = parseMembers(changes, {
        ...policyMembers,
        lifecycle: oneOf(LIFECYCLES),
      });
      policy.restore({ ...policy.save(), ...values });
      if (lifecycle !== undefined) settings.lifecycle = lifecycle;
      return get();
    },
  };
}
