// Reads the token, its lifetime and the tenant from log-in replies, tokens and profiles.
import { isObject, memberOf } from '../../../contract/is-object.ts';
import { parsedJson } from '../../../contract/json/parsed-json.ts';
import type { Exchange } from '../../model/exchange.ts';
import { MAX_TOKEN_LENGTH } from '../../model/limits.ts';

/** How long before its expiry a token is renewed: this part of its lifetime, but at most this many milliseconds. */
const RENEWAL_MARGIN = { part: 0.1, ms: 30_000 };

/** Returns the token of a log-in reply when an HTTP header can carry it; null when the log-in did not succeed. */
export function tokenIn({ status, json }: Exchange): string | null {
  const token = memberOf(json, 'token');
  const isToken = typeof token === 'string' && token !== '' && token.length <= MAX_TOKEN_LENGTH;
  return status >= 200 && status < 300 && isToken ? token : null;
}

/**
 * Computes how long a token may be used before it is renewed. A JWT states its lifetime (`exp` minus `iat`); the
 * reply's `expires_at` counts from its `Date` header. When a reply states a lifetime in each of these ways, the
 * shorter lifetime applies.
 * @param now Unix milliseconds by the run's clock
 * @returns milliseconds; Infinity when no lifetime is stated, so that the token is renewed only after a 401
 */
export function tokenLifetimeMs(token: string, exchange: Exchange, now: number): number {
  const { exp, iat } = jwtClaims(token);
  const expires = Date.parse(String(memberOf(exchange.json, 'expires_at')));
  const serverTime = Date.parse(exchange.header('date') ?? '');
  const lifetimes = [expires - (Number.isNaN(serverTime) ? now : serverTime)];
  if (typeof exp === 'number' && typeof iat === 'number') lifetimes.push((exp - iat) * 1000);
  const lifetime = Math.min(...lifetimes.filter((ms) => ms > 0));
  if (!Number.isFinite(lifetime)) return Number.POSITIVE_INFINITY;
  return lifetime - Math.min(RENEWAL_MARGIN.ms, lifetime * RENEWAL_MARGIN.part);
}

/** Returns the id of the tenant that a log-in reply, a profile or the claims of a token contain. */
export function tenantIdIn(body: unknown): string | null {
  for (const holder of [body, memberOf(body, 'user'), memberOf(body, 'data')]) {
    const id = memberOf(holder, 'tenant_id') ?? memberOf(memberOf(holder, 'tenant'), 'id');
    if (typeof id === 'string' && id !== '') return id.toLowerCase();
  }
  return null;
}

/** Decodes the claims of a JSON Web Token (RFC 7519) without verifying it; empty for another text. */
export function jwtClaims(token: string): Record<string, unknown> {
  const claims = parsedJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return isObject(claims) ? claims : {};
}
