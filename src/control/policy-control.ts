// Policy control of a world: error shape, rate limits, latency and lifecycle, for which the specification leaves a
// choice.
import type { WorldServer } from '../server/app.ts';
import type { PolicyValues } from '../server/policy.ts';
import { isLimitTable, LIMIT_TABLE_RULE, MAX_LIMIT } from '../server/rate-limit/rate-limits.ts';
import type { Tables } from '../state/tables/table.ts';
import { integer, oneOf, type Parser, parseMembers } from './body-parsers.ts';

/** The policy of a world. */
export type PolicyInfo = PolicyValues & {
  /**
   * The pace of provisioning: `time` (takes time on the world's clock), `immediate`, or `manual` (waits for a lever).
   */
  lifecycle: (typeof LIFECYCLES)[number];
};

/** The operations on the policy of a world. */
export type PolicyControl = {
  /** Returns the policy. */
  get(): PolicyInfo;
  /**
   * Changes the given members and keeps the others.
   * @throws ControlError 422
   */
  set(changes: Partial<PolicyInfo>): PolicyInfo;
};

/** The paces of provisioning. */
export const LIFECYCLES = ['time', 'immediate', 'manual'] as const;
const callsPerMinute = integer(1, MAX_LIMIT);

const limits: Parser<PolicyValues['limits']> = (value) => {
  const set = oneOf(['A', 'B', 'off'])(value);
  if (typeof set !== 'string') return set;
  return isLimitTable(value) ? { value } : `must be A, B, off, or ${LIMIT_TABLE_RULE}.`;
};

/** The parsers of the policy's members. */
export const policyMembers = {
  error_shape: oneOf(['envelope', 'flat', 'alternate']),
  limits,
  limits_auth: ((value) => (value === null ? { value: null } : callsPerMinute(value))) as Parser<
    number | null
  >,
  latency: oneOf(['none', 'lan', 'mobile', 'slow']),
};

/** Creates the policy control of a world. */
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
