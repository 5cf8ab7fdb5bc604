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
  'X-Mock-Generated',
  'X-Mock-Answered-By',
].join(', ');
const ALLOWED_HEADERS = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Mock-World', 'Prefer'];
/** Matches the paths below which a page may send any HTTP header. */
const API_PATH = /^\/v1(?:\/|$)/;
/** The limits of the HTTP headers that a preflight may ask for: how many, and the length of a name. */
const MAX_REQUESTED_HEADERS = 100;
const MAX_NAME_LENGTH = 100;
/** Matches the name of an HTTP header (RFC 9110 §5.1). */
const FIELD_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;
const ALLOWED_METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** How long a browser may cache a preflight, in seconds. */
const PREFLIGHT_MAX_AGE = '600';

/** The origins whose pages may call the API; null for every origin. */
export type Origins = ReadonlySet<string> | null;

/**
 * Returns the reply to a preflight request, or undefined when the call is no preflight. The reply gives no permission
 * to an origin that may not call the API. It permits every HTTP header that the page asks for, because pages send
 * headers of their own (`X-Requested-With`, `traceparent`), and the API ignores those that it does not know.
 */
export function preflight(call: Call, origins: Origins): Reply | undefined {
  const { origin } = call.headers;
  if (call.method !== 'OPTIONS' || !origin) return undefined;
  if (call.headers['access-control-request-method'] === undefined) return undefined;
  const headers: Record<string, string> = { Vary: 'Origin, Access-Control-Request-Headers' };
  if (isAllowedOrigin(origins, origin)) {
    headers['Access-Control-Allow-Origin'] = origin;
    headers['Access-Control-Allow-Credentials'] = 'true';
    headers['Access-Control-Allow-Methods'] = ALLOWED_METHODS;
    const requested = API_PATH.test(call.path) ? call.headers['access-control-request-headers'] : undefined;
    headers['Access-Control-Allow-Headers'] = allowedHeaders(requested).join(', ');
    headers['Access-Control-Max-Age'] = PREFLIGHT_MAX_AGE;
  }
  return { status: 204, headers, body: '' };
}

// Returns the names of the HTTP headers that a page may send: those that the API reads, and those that the preflight
// asks for. Invalid names, and names beyond the limits, are left out.
function allowedHeaders(requested = ''): string[] {
  const names = requested
    .split(',', MAX_REQUESTED_HEADERS)
    .map((name) => name.trim())
    .filter((name) => name.length <= MAX_NAME_LENGTH && FIELD_NAME.test(name));
  const known = new Set(ALLOWED_HEADERS.map((name) => name.toLowerCase()));
  const own = names.filter((name) => !known.has(name.toLowerCase()));
  return [...new Set([...ALLOWED_HEADERS, ...own])];
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
  headers['Access-Control-Expose-Headers'] ??= EXPOSED_HEADERS;
}

const isAllowedOrigin = (origins: Origins, origin: string): boolean =>
  origins === null || origins.has(origin);
