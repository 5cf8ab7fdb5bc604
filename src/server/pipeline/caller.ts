// The caller of a request: an anonymous client, the session of a user, or an API key.

/** The tiers of the specification. The tier of a tenant determines how many requests a minute the tenant may send. */
export const TIERS = ['free', 'pro', 'business', 'enterprise', 'reseller', 'platform'] as const;

/** The tier of a tenant. `platform` is the tier of platform administrators. */
export type Tier = (typeof TIERS)[number];

type TenantStatus = 'active' | 'suspended' | 'terminated';

/** The caller of a request, as the request's credential identifies it. */
export type Caller = {
  kind: 'anonymous' | 'session' | 'api_key';
  /**
   * a stable, unique name of the credential that is not secret; it is part of the credential's idempotency keys and
   * of the name of its rate-limit bucket
   */
  id: string;
  userId: string | null;
  tenantId: string | null;
  tenantStatus: TenantStatus | null;
  tier: Tier;
  /** the user's role; null for an API key, which has scopes instead of a role */
  role: string | null;
  scopes: readonly string[];
  /** the bearer token as sent, for operations that revoke the token */
  token?: string;
  sessionId?: string;
};

/** Returns the caller of a request without a valid credential, identified by the IP address of the client. */
export function anonymousCaller(address: string): Caller {
  return {
    kind: 'anonymous',
    id: `address ${address}`,
    userId: null,
    tenantId: null,
    tenantStatus: null,
    tier: 'free',
    role: null,
    scopes: [],
  };
}
