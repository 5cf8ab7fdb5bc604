// What a world's owner may decide about how it answers, and change while it runs.
import type { ErrorShape, LatencyProfile } from './app-options.ts';
import type { LimitSetting } from './rate-limit/rate-limits.ts';
import type { Snapshottable } from './snapshottable.ts';

export type PolicyValues = {
  /** the form of 422 bodies */
  error_shape: ErrorShape;
  /** the specification's Set A or Set B, none, or figures a minute by tier */
  limits: LimitSetting;
  /** requests a minute and address to the auth class; null for what belongs to `limits` */
  limits_auth: number | null;
  /** how long answers take */
  latency: LatencyProfile;
};

export class Policy implements Snapshottable<PolicyValues> {
  errorShape: ErrorShape = 'envelope';
  latency: LatencyProfile = 'none';
  limits: PolicyValues['limits'] = 'A';
  #values: PolicyValues;
  readonly #changed: (values: PolicyValues) => void;

  /** @param changed told of the values at once, and whenever they change */
  constructor(values: PolicyValues, changed: (values: PolicyValues) => void) {
    this.#values = values;
    this.#changed = changed;
    this.restore(values);
  }

  save(): PolicyValues {
    return structuredClone(this.#values);
  }

  restore(values: PolicyValues): void {
    this.#values = structuredClone(values);
    this.errorShape = values.error_shape;
    this.latency = values.latency;
    this.limits = this.#values.limits;
    this.#changed(this.#values);
  }
}
