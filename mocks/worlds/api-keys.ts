// Adds API keys to the demo world besides those of the personas: an expired key, and a key that expires later.

import { DAY, iso } from '../billing/cycles.ts';
import { addApiKey } from '../identity/accounts.ts';
import { type Store, timerRef } from '../tables.ts';

/**
 * Adds API keys whose secrets are discarded, so that nobody can use them.
 * @param start the world's first instant, in milliseconds since 1970
 */
export function addApiKeys(store: Store, start: number): void {
  const createdBy = store.users.all()[0]?.id ?? null;
  const add = (daysBefore: number, name: string, scopes: string[], expires_at: string) =>
    store.at(iso(start - daysBefore * DAY), () => addApiKey(store, { name, scopes, createdBy, expires_at }));
  const over = iso(start - 9 * DAY);
  const expired = add(100, 'migration 2026 – مفتاح الترحيل', ['customers:read', 'orders:read'], over);
  store.unschedule('api_key.expires', timerRef('api_key_id', expired));
  store.at(over, () => store.api_keys.move(expired.id, 'expire'));
  add(40, `nightly export ${'→ '.repeat(50)}`, ['billing:read'], iso(start + 325 * DAY));
}
