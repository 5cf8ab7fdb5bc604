// Cross-origin access for browser pages (the Fetch standard): permitted for /v1 only, never for the control API.
import type { Call, Reply } from './call.ts';

const EXPOSED_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'Retry-After',
  'Idempotent-Replayed',
  'WWW-Authenticate',
  'Content-Disposition',
  'X-Request-Id',
  'Preference-Applied',
].join(', ');
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, X-Mock-World, Prefer';
const ALLOWED_METHODS = 'GET, POST, PUT, DELETE';
/** How long a browser may cache a preflight, in seconds. */
const PREFLIGHT_MAX_AGE = '600';

/** The origins whose pages may call the API; null for every origin. */
export type Origins = ReadonlySet<string> | null;

/**
 * Returns the reply to a preflight request, or undefined when the call is no preflight. The reply gives no permission
 * to an origin that may not call the API.
 */
export function preflight(call: Call, origins: Origins): Reply | undefined {
  const { origin } = call.headers;
  if (call.method !== 'OPTIONS' || !origin) return undefined;
  if (call.headers['access-control-request-method'] === undefined) return undefined;
  const headers: Record<string, string> = { Vary: 'Origin' };
  if (isAllowedOrigin(origins, origin)) {
    headers['Access-Control-Allow-Origin'] = origin;
    headers['Access-Control-Allow-Credentials'] = 'true';
    headers['Access-Control-Allow-Methods'] = ALLOWED_METHODS;
    headers['Access-Control-Allow-Headers'] = ALLOWED_HEADERS;
    headers['Access-Control-Max-Age'] = PREFLIGHT_MAX_AGE;
  }
  return { status: 204, headers, body: '' };
}

/**
 * Sets the HTTP headers that let the calling page read the reply. Every readable header is named, because `*` does
 * not apply to requests with credentials. A reply without these headers needs no `Vary`, because no cache stores a
 * reply: every reply is `no-store`.
 */
export function allowOrigin(origin: string, origins: Origins, headers: Record<string, string>): void {
  headers.Vary = 'Origin';
  if (!isAllowedOrigin(origins, origin)) return;
  headers['Access-Control-Allow-Origin'] = origin;
  headers['Access-Control-Allow-Credentials'] = 'true';
  headers['Access-Control-Expose-Headers'] = EXPOSED_HEADERS;
}

const isAllowedOrigin = (origins: Origins, origin: string): boolean =>
  origins === null || origins.has(origin);
