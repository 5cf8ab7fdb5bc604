// Adds API keys to the demo world besides those of the personas: an expired key, and a key that expires later.

import { DAY, iso } from '../billing/cycles.ts';
import { addApiKey } from '../identity/accounts.ts';
import { hashApiKey } from '../identity/hashing.ts';
import { type Store, timerRef } from '../tables.ts';

/**
 * Adds API keys whose secrets are discarded, so that nobody can use them.
 * @param start the world's first instant, in milliseconds since 1970
 */
export function addApiKeys(store: Store, start: number): void {
  const createdBy = store.users.all()[0]?.id ?? null;
  const add = (daysBefore: number, name: string, scopes: string[], expires_at: string) =>
    store.at(iso(start - daysBefore * DAY), () => {
      const key = `hpk_${store.token('api_keys', 40)}`;
      return addApiKey(store, {
        name,
        scopes,
        createdBy,
        expires_at,
        secret: { key, hash: hashApiKey(key) },
      });
    });
  const over = iso(start - 9 * DAY);
  const expired = add(100, 'migration 2026 – مفتاح الترحيل', ['customers:read', 'orders:read'], over);
  store.at(over, () => store.api_keys.move(expired.id, 'expire'));
  const nightlyExport = add(
    40,
    `nightly export ${'→ '.repeat(50)}`,
    ['billing:read'],
    iso(start + 325 * DAY),
  );
  const { expires_at } = nightlyExport;
  if (expires_at) store.schedule('api_key.expires', expires_at, timerRef('api_key_id', nightlyExport));
}
