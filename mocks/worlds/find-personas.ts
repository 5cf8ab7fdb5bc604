// Finds the personas of a seeded or an imported world and rebuilds their credentials.
import { policies } from '../../src/contract/policies.ts';
import type { Persona, Personas, SeededWorld } from '../../src/server/mock-definition.ts';
import { signJwt } from '../identity/jwt.ts';
import { signingKey } from '../identity/sessions.ts';
import type { Store, UserRow } from '../tables.ts';
import { apiKeyOf, DEMO_PASSWORD, hashedPasswords } from './credentials.ts';
import { keyPersonas, personaNames, personaPurposes } from './personas.ts';
import { SIGNED_AT } from './tenants.ts';
import { worldValues } from './world-values.ts';

/** Checks whether an expiry, in seconds since 1970, is the expiry of a long-lived token. */
const isLongLivedExpiry = (exp: number): boolean => {
  const year = new Date(exp * 1000).getUTCFullYear();
  return year >= 2099 && exp === Date.UTC(year, 11, 31) / 1000;
};

/**
 * Finds the personas of a world by their e-mail addresses and the hashes of their API keys. The values, which need an
 * index of all customers, are found when they are first read.
 */
export function findPersonas(store: Store): SeededWorld {
  const names = personaNames();
  const personas: Personas = {};
  for (const user of store.users.all()) {
    const name = names.get(user.email);
    if (name !== undefined) personas[name] = rebuildPersona(store, user, name);
  }
  for (const [name, lacks] of Object.entries(keyPersonas)) {
    const secret = apiKeyOf(name);
    const key = store.api_keys.find(store.api_key_hashes.by('hash', secret?.hash ?? '')?.api_key_id ?? '');
    if (key && secret)
      personas[name] = { apiKey: secret.key, ...aboutOf(store, name, key.tenant_id), ...lacks };
  }
  const { owner } = personas;
  return {
    personas,
    get values() {
      return owner?.tenantId ? worldValues(store.forTenant(owner.tenantId)) : {};
    },
  };
}

function aboutOf(store: Store, persona: string, tenantId: string): Persona {
  const { name = '', tier = '' } = store.tenants.find(tenantId) ?? {};
  return { about: personaPurposes[persona] ?? '', tenantId, tenant: name, tier };
}

// Rebuilds a persona: password and API key if they are unchanged, and a token if the session of the token still exists.
function rebuildPersona(
  store: Store,
  { id, email, role, tenant_id: tenantId }: UserRow,
  name: string,
): Persona {
  const secret = apiKeyOf(name);
  const credential = store.credentials.by('user_id', id);
  const isDemo = hashedPasswords.some(
    ({ salt, hash }) => salt === credential?.salt && hash === credential.password_hash,
  );
  const totpSecret = credential?.totp_secret ?? undefined;
  // The token of a persona belongs to the first session of its user.
  const session = store.sessions.all().find((one) => one.user_id === id);
  const usable = session?.status === 'issued' && totpSecret === undefined ? session : undefined;
  const exp = Date.parse(usable?.expires_at ?? '') / 1000;
  const iat = isLongLivedExpiry(exp) ? SIGNED_AT : exp - policies().session_lifetime_seconds;
  const hasKey = secret && store.api_key_hashes.by('hash', secret.hash);
  const key = signingKey(store);
  const persona: Persona = {
    email,
    ...(isDemo && { password: DEMO_PASSWORD }),
    role,
    ...aboutOf(store, name, tenantId),
    ...(totpSecret !== undefined && { totpSecret }),
    ...(hasKey && { apiKey: secret.key }),
  };
  if (!usable) return persona;
  const claims = { sub: id, tid: tenantId, jti: usable.id, iat, exp };
  return {
    ...persona,
    get token() {
      return signJwt(claims, key);
    },
  };
}
