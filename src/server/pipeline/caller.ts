// TODO: what lives in caller.ts.

/** Who sends a call. */
export type Caller = {
  kind: 'anonymous' | 'session' | 'api_key';
  /** names the credential's idempotency keys, and its rate-limit bucket where credentials count apart: stable, unique, and no secret */
  id: string;
  userId: string | null;
  tenantId: string | null;
  tenantStatus: TenantStatus | null;
  tier: Tier;
  /** the user's role; null for an API key, whose scopes are its only power */
  role: string | null;
  scopes: readonly string[];
  /** the bearer text, for operations that revoke it */
  token?: string;
  sessionId?: string;
};

export type Tier = 'free' | 'pro' | 'business' | 'enterprise' | 'reseller' | 'platform';

type TenantStatus = 'active' | 'suspended' | 'terminated';

/** Nobody in particular: all that is known is the address. */
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
