// Cross-origin access to the control API (the Fetch standard), only for the origins that `--control-origins` names.
import type { Call, Reply } from '../../server/http/call.ts';

const ALLOWED_METHODS = 'GET, POST, PUT, DELETE';
const ALLOWED_HEADERS = 'Authorization, Content-Type, X-Mock-World';

/**
 * Returns the headers that let a page of an allowed origin read a reply of the control API; an empty object for any
 * other caller.
 * @param origins the allowed origins, such as `http://localhost:5173`
 */
export function controlCorsHeaders({ headers }: Call, origins: ReadonlySet<string>): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined || !origins.has(origin)) return {};
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/** Returns the reply to a preflight request of an allowed origin; undefined for any other call. */
export function controlPreflight(call: Call, origins: ReadonlySet<string>): Reply | undefined {
  if (call.method !== 'OPTIONS' || call.headers['access-control-request-method'] === undefined)
    return undefined;
  const headers = controlCorsHeaders(call, origins);
  if (headers['Access-Control-Allow-Origin'] === undefined) return undefined;
  headers['Access-Control-Allow-Methods'] = ALLOWED_METHODS;
  headers['Access-Control-Allow-Headers'] = ALLOWED_HEADERS;
  return { status: 204, headers, body: '' };
}
