// Handlers for API keys: create, list, revoke and expire a key, and report its usage.
import type { Body, Schemas } from '../../src/contract/types.ts';
import type { Caller } from '../../src/server/pipeline/caller.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import type { Usage } from '../../src/server/usage-counter.ts';
import { Refusal } from '../../src/state/refusal.ts';
import { iso, toUtc } from '../billing/cycles.ts';
import { monthPeriod } from '../billing/periods.ts';
import { addApiKey } from '../identity/accounts.ts';
import { callerIdOf } from '../identity/sessions.ts';
import { type ApiKeyRow, type Store, timerRef } from '../tables.ts';

/** Handles the operations under /api-keys. */
export const apiKeys = {
  listApiKeys: ({ store, query, usage }) => {
    const page = store.api_keys.page(query);
    return { ...page, data: page.data.map((key) => withLastUse(key, usage)) };
  },

  createApiKey: ({ store, caller, body }) => createApiKey(store, caller, body),

  getApiKey: ({ store, params, usage }) => withLastUse(store.api_keys.get(params.id), usage),

  revokeApiKey: ({ store, params, usage }) =>
    withLastUse(revokeApiKey(store, store.api_keys.get(params.id)), usage),

  getApiKeyUsage: ({ store, params, query, usage }) => {
    const key = withLastUse(store.api_keys.get(params.id), usage);
    const { from, until, period_start, period_end } = monthPeriod(store, query.period);
    const days = usage.days(callerIdOf(key), from, until);
    const sumClasses = (of: number): number => days.reduce((sum, { classes }) => sum + (classes[of] ?? 0), 0);
    const requests = (classes: readonly number[]): number => classes.reduce((sum, one) => sum + one, 0);
    return {
      api_key_id: key.id,
      period_start,
      period_end,
      total_requests: days.reduce((sum, { classes }) => sum + requests(classes), 0),
      by_status_class: {
        '2xx': sumClasses(2),
        '3xx': sumClasses(3),
        '4xx': sumClasses(4),
        '5xx': sumClasses(5),
      },
      rate_limited_requests: days.reduce((sum, { limited }) => sum + limited, 0),
      last_used_at: key.last_used_at,
      daily: days.map(({ start, classes }) => ({
        date: iso(start).slice(0, 10),
        requests: requests(classes),
      })),
    };
  },
} satisfies Partial<Handlers<Store>>;

// Adds `last_used_at` to an API key. The usage counter provides the value, because a request that uses a key writes no
// row.
function withLastUse(key: ApiKeyRow, usage: Usage): ApiKeyRow {
  const last = usage.lastUse(callerIdOf(key));
  return last === null ? key : { ...key, last_used_at: iso(last) };
}

// Creates an API key that acts as the calling user and returns the key with its secret. Throws the refusal KEY_REFUSED
// on `scopes.<n>` and `expires_at`.
function createApiKey(
  store: Store,
  { scopes, userId }: Pick<Caller, 'scopes' | 'userId'>,
  body: Body<'createApiKey'>,
): Schemas['ApiKeyWithSecret'] {
  const expires_at = body.expires_at == null ? null : toUtc(body.expires_at);
  const errors: Record<string, string[]> = {};
  for (const [at, scope] of body.scopes.entries()) {
    if (!scopes.includes(scope)) errors[`scopes.${at}`] = [`You do not have the scope ${scope} yourself.`];
  }
  if (expires_at !== null && expires_at <= store.now) {
    errors.expires_at = [
      'The expires_at field must be in the future. Send a later one, or none for a key that does not expire.',
    ];
  }
  if (Object.keys(errors).length > 0) throw new Refusal('KEY_REFUSED', { errors });
  return addApiKey(store, { name: body.name, scopes: body.scopes, createdBy: userId, expires_at });
}

/**
 * Revokes an API key, so that requests with the key get status 401 from the next request on. A key that is revoked
 * already stays unchanged.
 */
export function revokeApiKey(store: Store, key: ApiKeyRow): ApiKeyRow {
  if (key.status === 'revoked') return key;
  store.unschedule('api_key.expires', timerRef('api_key_id', key));
  return store.api_keys.move(key.id, 'revoke', { revoked_at: store.now });
}

/** Expires an API key that is still active. The timer at the key's `expires_at` calls this function. */
export function expireApiKey(store: Store, { id, status }: ApiKeyRow): void {
  if (status === 'active') store.api_keys.move(id, 'expire');
}
