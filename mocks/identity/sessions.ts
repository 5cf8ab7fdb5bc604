// Sessions and API keys: resolves bearer credentials, starts sessions, and signs the tokens of sessions.
import { policies } from '../../src/contract/policies.ts';
import type { Schemas } from '../../src/contract/types.ts';
import type { Identification } from '../../src/server/mock-definition.ts';
import type { Caller } from '../../src/server/pipeline/caller.ts';
import { iso } from '../billing/cycles.ts';
import type { ApiKeyRow, SessionRow, Store, TenantRow, UserRow } from '../tables.ts';
import { hashApiKey } from './hashing.ts';
import { type Claims, signJwt, verifyJwt } from './jwt.ts';
import { scopesOf } from './scopes.ts';

// Returns how long an expired JWT can still be refreshed, in milliseconds.
const refreshWindow = (): number => policies().session_refresh_seconds * 1000;

const unauthenticated = (hint: string): Identification => ({ refused: 'UNAUTHENTICATED', hint });
const TENANT_ENDED = unauthenticated('The tenant of the credential was terminated.');

export const API_KEY_PREFIX = 'hpk_';

/** Finds the caller that a bearer credential (JWT or API key) belongs to. */
export const resolveCredential = (store: Store, bearer: string): Identification =>
  bearer.startsWith(API_KEY_PREFIX) ? resolveApiKey(store, bearer) : resolveJwt(store, bearer);

/** Builds the id under which the requests of an API key are counted. */
export const callerIdOf = ({ id }: Pick<ApiKeyRow, 'id'>): string => `key ${id}`;

function resolveApiKey(store: Store, bearer: string): Identification {
  const key = store.api_keys.find(store.api_key_hashes.by('hash', hashApiKey(bearer))?.api_key_id ?? '');
  if (!key)
    return unauthenticated(
      'This world has no API key with this value: it is mistyped, or from before a reset.',
    );
  if (key.status === 'revoked') return unauthenticated(`The API key was revoked at ${key.revoked_at}.`);
  if (key.status === 'expired' || (key.expires_at !== null && Date.parse(key.expires_at) <= store.nowMs))
    return unauthenticated(`The API key expired at ${key.expires_at}, and it is ${store.now} in this world.`);
  const standing = standingOf(store.tenants.find(key.tenant_id));
  if (!standing) return TENANT_ENDED;
  return {
    kind: 'api_key',
    id: callerIdOf(key),
    userId: key.created_by,
    tenantId: key.tenant_id,
    ...standing,
    role: null,
    scopes: key.scopes,
  };
}

type SessionCaller = { caller: Caller; claims: Claims; user: UserRow; tenant: TenantRow };
// The caller of each session that was used. It is valid while the token, the user and the tenant are the same:
// `verifyJwt` returns the same claims for the same token, and rows never change. Making the caller again takes longer
// than all other steps of a request that reads one row.
const callers = new WeakMap<SessionRow, SessionCaller>();

function resolveJwt(store: Store, bearer: string): Identification {
  const claims = verifyJwt(bearer, signingKey(store));
  const session = claims && store.sessions.find(claims.jti);
  const known = session && callers.get(session);
  if (
    known?.claims === claims &&
    known.caller.scopes === scopesOf(known.user.role) &&
    store.users.find(known.user.id) === known.user &&
    store.tenants.find(known.tenant.id) === known.tenant &&
    claims.exp * 1000 > store.nowMs
  )
    return known.caller;
  return resolveClaims(store, bearer, claims, session);
}

function resolveClaims(
  store: Store,
  bearer: string,
  claims: Claims | null,
  session: SessionRow | null | undefined,
): Identification {
  if (!claims)
    return unauthenticated(
      'The credential is no API key (hpk_…), and no token that this world signed: it is mistyped, or of a mock with another seed.',
    );
  const expired = store.nowMs - claims.exp * 1000;
  const expiredAt = iso(claims.exp * 1000);
  const hint =
    'A session ends by the clock of this world. The tokens and API keys of the personas (lab personas list) outlast every move of the clock.';
  // Ids repeat after a reset, so a token from before the reset must not match a new session with the same id.
  if (session?.user_id !== claims.sub || session.expires_at !== expiredAt) {
    return expired >= refreshWindow()
      ? { refused: 'TOKEN_EXPIRED', expiredAt, hint }
      : unauthenticated(
          'This world has no session for the token: it is from before a reset, or of another start.',
        );
  }
  if (session.status !== 'issued')
    return unauthenticated(`The session of the token was ended: it is ${session.status}.`);
  const user = store.users.find(session.user_id);
  if (!user) return unauthenticated('The user of the token no longer exists.');
  const tenant = store.tenants.find(user.tenant_id);
  const standing = standingOf(tenant);
  if (!tenant || !standing) return TENANT_ENDED;
  const caller: Caller = {
    kind: 'session',
    id: `user ${user.id}`,
    userId: user.id,
    tenantId: user.tenant_id,
    ...standing,
    tier: user.role === 'platform_admin' ? 'platform' : standing.tier,
    role: user.role,
    scopes: scopesOf(user.role),
    token: bearer,
    sessionId: session.id,
  };
  callers.set(session, { caller, claims, user, tenant });
  if (expired < 0) return caller;
  return { refused: 'TOKEN_EXPIRED', expiredAt, hint, ...(expired < refreshWindow() && { expired: caller }) };
}

// Returns status and tier of a tenant. Returns null for a terminated tenant, whose credentials get status 401. A later
// step of the pipeline answers a suspended tenant with status 403.
function standingOf(tenant: TenantRow | undefined): Pick<Caller, 'tenantStatus' | 'tier'> | null {
  return !tenant || tenant.status === 'terminated'
    ? null
    : { tenantStatus: tenant.status, tier: tenant.tier };
}

/** Starts a session for a user and signs the JWT of the session. */
export function beginSession(store: Store, user: UserRow): Schemas['Session'] {
  const iat = Math.floor(store.nowMs / 1000);
  const claims = openSession(store, user, { iat, exp: iat + policies().session_lifetime_seconds });
  const { id, tenant_id, email } = user;
  const token = signJwt(claims, signingKey(store));
  return { token, expires_at: iso(claims.exp * 1000), user: { id, email, tenant_id } };
}

/** The share of a user's sessions that is removed at once when the maximum is reached. */
const REMOVED_SHARE = 0.1;

// Makes room for one more session of a user: removes ended sessions first, then the sessions that expire soonest.
function pruneSessions(store: Store, userId: string): void {
  const { sessions_per_user: most } = policies();
  if (store.sessions.count({ user_id: userId }) < most) return;
  const isOver = ({ status, expires_at }: SessionRow): boolean =>
    status !== 'issued' || Date.parse(expires_at) + refreshWindow() <= store.nowMs;
  const all = store.sessions.where('user_id', userId);
  const byEnd = all.filter((one) => !isOver(one)).sort((a, b) => (a.expires_at < b.expires_at ? -1 : 1));
  for (const { id } of [...all.filter(isOver), ...byEnd].slice(
    0,
    all.length - most + Math.ceil(most * REMOVED_SHARE),
  )) {
    store.sessions.remove(id);
  }
}

/**
 * Inserts the row of a session, which logout and refresh can end, and returns the claims of the session's JWT. `iat`
 * and `exp` are seconds since 1970.
 */
export function openSession(store: Store, user: UserRow, { iat, exp }: Pick<Claims, 'iat' | 'exp'>): Claims {
  const { id: sub, tenant_id: tid } = user;
  const expires_at = iso(exp * 1000);
  pruneSessions(store.forTenant(tid), sub);
  const { id: jti } = store.forTenant(tid).sessions.insert({ user_id: sub, status: 'issued', expires_at });
  return { sub, tid, jti, iat, exp };
}

/** Finds the key that signs the JWTs of this world. Throws an Error when the key is missing. */
export function signingKey(store: Store): string {
  const row = store.signing_keys.by('purpose', 'jwt');
  if (!row) throw new Error('The world has no signing key: every world is seeded with one.');
  return row.key;
}
