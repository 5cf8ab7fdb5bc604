// Signs webhook deliveries by Standard Webhooks 1.0.0: builds the signature HTTP headers.

import { hmac, sha256 } from '../../src/contract/hashes.ts';

/**
 * Builds the three signature HTTP headers of a delivery.
 * @param seconds the time of the attempt, in seconds since 1970
 */
export function signatureHeaders(
  secret: string,
  id: string,
  seconds: number,
  body: string,
): Record<string, string> {
  const key = Uint8Array.from(atob(secret.slice('whsec_'.length)), (one) => one.charCodeAt(0));
  const mac = hmac(sha256, key, new TextEncoder().encode(`${id}.${seconds}.${body}`));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${btoa(String.fromCharCode(...mac))}`,
  };
}
