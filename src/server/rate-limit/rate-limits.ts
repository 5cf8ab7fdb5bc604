// The rate limits in requests a minute: Set A and Set B of the specification, and tables of users.
import { isObject } from '../../contract/is-object.ts';
import { TIERS, type Tier } from '../pipeline/caller.ts';

/** Requests a minute by tier. */
export type LimitTable = Record<Tier, number>;

/** The setting of a world's rate limits: Set A, Set B, no limits, or a table of the user's own. */
export type LimitSetting = 'A' | 'B' | 'off' | LimitTable;

/** Set A of the specification; for platform administrators, of whom it says nothing, its highest. */
export const SET_A: LimitTable = {
  free: 600,
  pro: 1200,
  business: 1800,
  enterprise: 3000,
  reseller: 2400,
  platform: 3000,
};

/** Set B of the specification. The tiers that Set B does not name have its default of 60. */
const SET_B: LimitTable = {
  free: 60,
  pro: 60,
  business: 60,
  enterprise: 60,
  reseller: 300,
  platform: 1000,
};

/** The limit of the auth endpoints in requests a minute, as Set B states it. Limit tables of users have it too. */
const AUTH_LIMIT = 10;
/**
 * The limit of the auth endpoints under Set A, which states no number and that they are limited more tightly: a tenth
 * of its lowest limit, because the limit counts all callers of one address, such as the tests of a whole team.
 */
const AUTH_LIMIT_OF_SET_A = 60;

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

/**
 * Converts the settings of a world to the limits that the rate limiter applies.
 * @param auth the requests a minute to the auth endpoints; null for the default of the setting
 * @returns the limits by tier (null for no limit), and the limit of the auth endpoints
 */
export function effectiveLimits(
  setting: LimitSetting,
  auth: number | null,
): { general: LimitTable | null; auth: number } {
  if (setting === 'off') return { general: null, auth: auth ?? NO_LIMIT };
  const general = setting === 'A' ? SET_A : setting === 'B' ? SET_B : setting;
  return { general, auth: auth ?? (setting === 'A' ? AUTH_LIMIT_OF_SET_A : AUTH_LIMIT) };
}
