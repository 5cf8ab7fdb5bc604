// Access rules of the control API, which keep web pages out: no `Host` header of another host, no `Origin` header of
// another origin, and CORS (the Fetch standard) only for the origins that `--cors` names.
import { type Call, IN_PROCESS, type Reply } from '../../server/http/call.ts';
import { foreignHost, foreignOrigin } from '../../server/http/foreign-page.ts';
import { DELIVERY_AGENT } from '../../server/outbox-queue.ts';

export type AccessGuard = {
  /** The bearer token that every call except `/health` must carry; null when none is required. */
  token: string | null;
  /** True when the server listens on a loopback address only. */
  loopback: boolean;
  /** The origins of foreign pages that may use the control API, such as an app under development; none when left out. */
  origins?: ReadonlySet<string>;
};

/** Returns the reason why a call may not use any part of the control API, not even `/health`; null when it may. */
export function refuseOrigin(call: Call, guard: AccessGuard): string | null {
  const foreign = guard.loopback ? foreignHost(call) : null;
  if (foreign !== null) return foreign;
  return isDelivery(call)
    ? 'A webhook delivery may not use the control API. Leave out User-Agent and webhook-* headers of deliveries.'
    : null;
}

/** The HTTP headers of Standard Webhooks 1.0.0. The webhook deliveries of this mock and of other mocks carry them. */
const DELIVERY_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

// Reports whether a call is a webhook delivery. A delivery carries no `Origin` header and can arrive from another mock,
// a proxy or a forwarded port, so the checks of the address do not refuse it.
function isDelivery({ headers }: Call): boolean {
  return (
    headers['user-agent'] === DELIVERY_AGENT || DELIVERY_HEADERS.some((name) => headers[name] !== undefined)
  );
}

/** Reports whether a page loads a script, which allowed origins may do from their own pages. */
export const isScriptRequest = ({ headers }: Call, { origins }: AccessGuard): boolean =>
  origins !== undefined && origins.size > 0 && headers['sec-fetch-dest'] === 'script';

/** Returns why a call may not load a page or a file of it; null when it may. Links are allowed. */
export function refusePage({ headers }: Call): string | null {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
    ? null
    : 'A page of another origin may neither load this nor show it in a frame.';
}

/** Returns why a call may not read or change the mock; null when it may. */
export function refuseAccess(call: Call, guard: AccessGuard): string | null {
  const page = foreignOrigin(call.headers);
  if (page !== null && !guard.origins?.has(page))
    return 'A page of another origin may not use the control API. Allow the origin of your own app with --cors.';
  if (guard.token !== null) {
    return equalInConstantTime(tokenOf(call), guard.token)
      ? null
      : 'Send the control token printed at start: Authorization: Bearer <token>.';
  }
  return guard.loopback || call.address === IN_PROCESS
    ? null
    : 'This mock listens beyond loopback: start it with --control-token, and send the token.';
}

const tokenOf = ({ headers }: Call): string => /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

// Compares two texts in constant time, so that the duration does not reveal at which character the texts differ.
function equalInConstantTime(a: string, b: string): boolean {
  let different = a.length ^ b.length;
  for (let at = 0; at < b.length; at++) different |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return different === 0;
}

const ALLOWED_METHODS = 'GET, POST, PUT, DELETE';
const ALLOWED_HEADERS = 'Authorization, Content-Type, X-Mock-World';

/**
 * Returns the headers that let a page of an allowed origin read a reply of the control API; an empty object for any
 * other caller.
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
