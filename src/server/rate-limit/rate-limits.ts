// The rate limits of a world in requests a minute: one of the two sets of the document, or a table of the user's own.
import { isObject } from '../../contract/is-object.ts';
import { type RateLimitSet, rateLimits } from '../../contract/policies.ts';
import { TIERS, type Tier } from '../pipeline/caller.ts';

export type LimitTable = Record<Tier, number>;

/** The setting of a world's rate limits: Set A, Set B, no limits, or a table of the user's own. */
export type LimitSetting = 'A' | 'B' | 'off' | LimitTable;

/** What replies, whose headers need a number, report when there is no limit. */
export const NO_LIMIT = 1_000_000_000;

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
