// The policy of a world: the choices about its replies, which the control API can change at run time.
import type { ErrorShape, LatencyProfile } from './app-options.ts';
import type { LimitSetting } from './rate-limit/rate-limiter.ts';

/** The values of a policy, as the control API reads and changes them. */
export type PolicyValues = {
  /** the shape of the bodies of 422 replies */
  error_shape: ErrorShape;
  /** the rate limits: Set A or Set B of the specification, no limits, or a table of requests a minute by tier */
  limits: LimitSetting;
  /** the rate limit of the auth endpoints, in requests a minute per IP address; null for the default of `limits` */
  limits_auth: number | null;
  /** the network whose latency is simulated */
  latency: LatencyProfile;
};

export class Policy {
  #values: PolicyValues;
  readonly #changed: (values: PolicyValues) => void;

  /** @param changed a function that is called with the values at once, and again at every change */
  constructor(values: PolicyValues, changed: (values: PolicyValues) => void) {
    this.#values = values;
    this.#changed = changed;
    this.restore(values);
  }

  /** The present values, as an object that never changes: a change of the policy replaces it. */
  get values(): PolicyValues {
    return this.#values;
  }

  save(): PolicyValues {
    return structuredClone(this.#values);
  }

  restore(values: PolicyValues): void {
    this.#values = structuredClone(values);
    this.#changed(this.#values);
  }
}
