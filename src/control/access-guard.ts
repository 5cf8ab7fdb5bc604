// Who may use the control API. A web page the developer visits must not drive it: no CORS, no foreign Host, no foreign Origin.
import { type Call, IN_PROCESS } from '../server/http/call.ts';
import { foreignOrigin } from '../server/http/foreign-page.ts';
import { DELIVERY_AGENT } from '../server/outbox-queue.ts';

export type AccessGuard = {
  /** asked for on every call but the one after its health, when set */
  token: string | null;
  /** is the server bound to a loopback address only? */
  loopback: boolean;
};

const LOOPBACK_HOST = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Why a call may not speak to the control API at all, not even ask after its health; null when it may. */
export function refuseOrigin(call: Call, guard: AccessGuard): string | null {
  // A name that an attacker has pointed at this machine (DNS rebinding) is still in the Host header.
  if (guard.loopback && call.address !== IN_PROCESS && !LOOPBACK_HOST.test(call.headers.host ?? '')) {
    return `The Host ${call.headers.host ?? ''} is not this machine. Use http://127.0.0.1 or http://localhost.`;
  }
  return isDelivery(call)
    ? 'A webhook delivery may not use the control API. Leave out User-Agent and webhook-* headers of deliveries.'
    : null;
}

/** By Standard Webhooks 1.0.0, which this mock's deliveries and those of others follow. */
const DELIVERY_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/**
 * Is a call a webhook delivery? It comes from a mock, without an `Origin`, wherever its endpoint was registered: another
 * mock on this machine, or a proxy or a forwarded port before this one, leads it here past every check of addresses.
 */
function isDelivery({ headers }: Call): boolean {
  return (
    headers['user-agent'] === DELIVERY_AGENT || DELIVERY_HEADERS.some((name) => headers[name] !== undefined)
  );
}

/** Why a call may not have a page or its parts; null when it may. A reader may follow a link to it from anywhere. */
export function refusePage({ headers }: Call): string | null {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
    ? null
    : 'A page of another origin may neither load this nor show it in a frame.';
}

/** Why a call may neither see nor change what the mock holds; null when it may. What it holds includes passwords. */
export function refuseAccess(call: Call, guard: AccessGuard): string | null {
  if (foreignOrigin(call.headers) !== null) return 'A page of another origin may not use the control API.';
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

/** Compares in a time that does not tell where the texts differ. */
function equalInConstantTime(a: string, b: string): boolean {
  let different = a.length ^ b.length;
  for (let at = 0; at < b.length; at++) different |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return different === 0;
}
