// Creates the rows of tenants, users and API keys.

import { type ApiKeyRow, type Store, type TenantRow, timerRef, type UserRow } from '../tables.ts';
import { hashApiKey } from './hashing.ts';
import { scopesOf } from './scopes.ts';
import { API_KEY_PREFIX } from './sessions.ts';

/** The values of a new tenant that the calling function chooses. */
export type NewTenant = Pick<
  TenantRow,
  'name' | 'slug' | 'tier' | 'currency' | 'timezone' | 'contact_email' | 'settings'
>;

/** Creates a tenant with an empty wallet in its currency. Returns the tenant's store. */
export function createTenantRows(store: Store, tenant: NewTenant): Store {
  const { id, currency } = store.tenants.insert({
    ...tenant,
    status: 'active',
    terminated_at: null,
  });
  const tenantStore = store.forTenant(id);
  tenantStore.wallets.insert({
    balance_amount: 0,
    reserved_amount: 0,
    available_amount: 0,
    currency,
  });
  return tenantStore;
}

/** The values of a new user that the calling function chooses. */
type NewUser = Pick<UserRow, 'email' | 'name' | 'role'> & {
  /** salted hash of the password, as `hashPassword` computes it */
  password: { salt: string; hash: string };
  /** TOTP secret in Base32; null for a user without two-factor authentication */
  totpSecret: string | null;
};

/**
 * Adds a user who can sign in. Throws the refusal ALREADY_EXISTS when another user of the platform has the e-mail
 * address.
 */
export function addUser(store: Store, { email, name, role, password, totpSecret }: NewUser): UserRow {
  const user = store.users.insert({
    email,
    name,
    role,
    scopes: [...scopesOf(role)],
    two_factor_enabled: totpSecret !== null,
    last_login_at: null,
  });
  store.credentials.insert({
    user_id: user.id,
    email: email.toLowerCase(),
    salt: password.salt,
    password_hash: password.hash,
    totp_secret: totpSecret,
    used_steps: [],
  });
  return user;
}

/** The values of a new API key that the calling function chooses. */
type NewApiKey = {
  name: string;
  scopes: readonly string[];
  /** id of the user that the key acts as; null for none */
  createdBy: string | null;
  /** expiry of the key, ISO 8601; the key never expires by default */
  expires_at?: string | null;
  /** the API key and its hash, as `hashApiKey` computes it; a new one by default */
  secret?: { key: string; hash: string };
};

/** The number of random letters and digits of an API key: 40 characters out of an alphabet of 62 give 238 bits. */
const KEY_LENGTH = 40;

/** Adds an API key, of which only the hash is stored, and schedules its expiry. Returns the key with its secret. */
export function addApiKey(
  store: Store,
  { name, scopes, createdBy, expires_at = null, secret }: NewApiKey,
): ApiKeyRow & { key: string } {
  const key = secret?.key ?? `${API_KEY_PREFIX}${store.token('api_keys', KEY_LENGTH)}`;
  const row = store.api_keys.insert({
    name,
    scopes: [...scopes],
    prefix: key.slice(0, API_KEY_PREFIX.length + 8),
    status: 'active',
    expires_at,
    created_by: createdBy,
    last_used_at: null,
    revoked_at: null,
  });
  store.api_key_hashes.insert({ hash: secret?.hash ?? hashApiKey(key), api_key_id: row.id });
  if (expires_at !== null) store.schedule('api_key.expires', expires_at, timerRef('api_key_id', row));
  return { ...row, key };
}
