// Counts requests in windows on the world's clock, by caller and rate class.
import { isObject } from '../../contract/is-object.ts';
import { type RateLimitSet, rateLimits } from '../../contract/policies.ts';
import { TIERS, type Tier } from '../pipeline/caller.ts';

/** The maximum number of buckets; beyond it, as on a frozen clock, the oldest starts again at 0. */
const MAX_BUCKETS = 50_000;

/** The state of a bucket after a request, as the rate-limit headers report it. */
export type RateLimitStatus = {
  limit: number;
  remaining: number;
  /** the whole seconds until the window ends, at least 1; a request after exactly this wait is accepted */
  reset: number;
  /** true when the request was over the limit */
  exceeded: boolean;
};

type RateLimiterSnapshot = { window: number; used: [string, number][]; waiting: [string, number][] };

/** The rate limiter of one world. It stores the buckets of the current window, at most 50,000. */
export class RateLimiter {
  #limits: EffectiveLimits;
  #window = -1;
  #used = new Map<string, number>();
  /** when the used-up buckets were used up, on the world's clock and on the real one, in ms */
  #waiting = new Map<string, { world: number; real: number }>();
  readonly #real: () => number;

  /**
   * @param real returns the time of a clock that never stands still, in ms
   */
  constructor(limits: EffectiveLimits, real: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#real = real;
  }

  /**
   * Counts one request in a bucket.
   * @param tier the tier of the caller; null for the auth endpoints
   * @param now the time of the world's clock, in ms
   */
  consume(bucket: string, tier: Tier | null, now: number): RateLimitStatus {
    return this.#count(bucket, tier, now, 1);
  }

  /** Returns the state of a bucket without counting a request. The parameters are those of `consume`. */
  peek(bucket: string, tier: Tier | null, now: number): RateLimitStatus {
    return this.#count(bucket, tier, now, 0);
  }

  /** Replaces the limits and leaves the counts unchanged. */
  setLimits(limits: EffectiveLimits): void {
    this.#limits = limits;
  }

  get per(): EffectiveLimits['per'] {
    return this.#limits.per;
  }

  save(): RateLimiterSnapshot {
    const waiting = [...this.#waiting].map(([bucket, { world }]): [string, number] => [bucket, world]);
    return { window: this.#window, used: [...this.#used], waiting };
  }

  /** Restores the counts of a snapshot. The real-time wait of a bucket that is used up starts again. */
  restore({ window, used, waiting }: RateLimiterSnapshot): void {
    const real = this.#real();
    this.#window = window;
    this.#used = new Map(used);
    this.#waiting = new Map(waiting.map(([bucket, world]) => [bucket, { world, real }]));
  }

  #removeOldest(): void {
    if (this.#used.size <= MAX_BUCKETS) return;
    for (const oldest of this.#used.keys()) {
      this.#used.delete(oldest);
      this.#waiting.delete(oldest);
      return;
    }
  }

  #clear(): void {
    this.#used = new Map();
    this.#waiting = new Map();
  }

  #count(bucket: string, tier: Tier | null, now: number, requests: 0 | 1): RateLimitStatus {
    const { windowMs } = this.#limits;
    const window = Math.floor(now / windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#clear();
    }
    const limit = tier === null ? this.#limits.auth : (this.#limits.general?.[tier] ?? NO_LIMIT);
    const reset = Math.max(1, Math.ceil(((window + 1) * windowMs - now) / 1000));
    let before = this.#used.get(bucket) ?? 0;
    if (requests === 1 && before >= limit && this.#hasWaited(bucket, now, reset)) before = 0;
    const exceeded = before >= limit;
    const used = exceeded ? before : before + requests;
    if (used !== before) {
      this.#used.set(bucket, used);
      this.#removeOldest();
      if (used === limit) this.#waiting.set(bucket, { world: now, real: this.#real() });
    }
    // `used` may exceed `limit`: the credentials of one user share a bucket and may have different limits.
    return { limit, remaining: Math.max(0, limit - used), reset, exceeded };
  }

  // Tells whether the reported wait has passed in real time while the world's clock stood still. Without this rule a
  // caller that used up its limit on a frozen clock would be refused for ever, because no window ends.
  #hasWaited(bucket: string, now: number, reset: number): boolean {
    const since = this.#waiting.get(bucket);
    return since?.world === now && this.#real() - since.real >= reset * 1000;
  }
}

type LimitTable = Record<Tier, number>;

/** The setting of a world's rate limits: Set A, Set B, no limits, or a table of the user's own. */
export type LimitSetting = 'A' | 'B' | 'off' | LimitTable;

/** What replies, whose headers need a number, report when there is no limit. */
const NO_LIMIT = 1_000_000_000;

/** The highest limit that a user may set, in requests a minute. */
export const MAX_LIMIT = 1_000_000_000;

/** The end of an error message that says what a limit table must be. */
export const LIMIT_TABLE_RULE = `a whole number of requests a minute from 1 to ${MAX_LIMIT} for each of ${TIERS.join(', ')}`;

/** Tells whether a value is a limit table: a whole number from 1 to `MAX_LIMIT` for every tier, and no other member. */
export function isLimitTable(value: unknown): value is LimitTable {
  return (
    isObject(value) &&
    Object.keys(value).every((name) => TIERS.some((tier) => tier === name)) &&
    TIERS.every((tier) => isLimit(value[tier]))
  );
}

const isLimit = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT;

export type EffectiveLimits = {
  /** the limits by tier; null for no limit */
  general: LimitTable | null;
  /** the limit of the auth endpoints */
  auth: number;
  /** whose requests a limit counts */
  per: RateLimitSet['per'];
  /** the time in which requests are counted together, in ms */
  windowMs: number;
};

/**
 * Converts the settings of a world to the limits that the rate limiter applies. The auth endpoints have the limit of
 * the set; those of a table of the user's own, or of no limits, have that of Set B or none.
 * @param auth the requests a minute to the auth endpoints; null for the default of the setting
 */
export function effectiveLimits(setting: LimitSetting, auth: number | null): EffectiveLimits {
  const { sets, window_seconds } = rateLimits();
  const windowMs = window_seconds * 1000;
  if (setting === 'off') return { general: null, auth: auth ?? NO_LIMIT, per: 'user', windowMs };
  if (typeof setting === 'object')
    return { general: setting, auth: auth ?? sets.B.auth, per: 'user', windowMs };
  const set = sets[setting];
  const limitOf = (tier: Tier): number => set.tiers[tier] ?? set.tiers.default ?? NO_LIMIT;
  const general = Object.fromEntries(TIERS.map((tier) => [tier, limitOf(tier)])) as LimitTable;
  return { general, auth: auth ?? set.auth, per: set.per, windowMs };
}
