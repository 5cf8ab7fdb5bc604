// Reads the tenant and the times out of tokens, log-in replies and profiles.

export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** The tenant a log-in or a profile names. */
export function tenantIdIn(body: unknown): string | null {
  for (const holder of [body, member(body, 'user'), member(body, 'data')]) {
    const found = member(holder, 'tenant_id') ?? member(member(holder, 'tenant'), 'id');
    if (typeof found === 'string' && found !== '') return found.toLowerCase();
  }
  return null;
}

export function jwtClaims(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
