// Signs webhook deliveries by Standard Webhooks 1.0.0: generates secrets and builds the signature HTTP headers.

import { hmacSha256 } from '../identity/hashing.ts';
import type { Store } from '../tables.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Generates the secret of a webhook endpoint: `whsec_` and 32 characters, which are 24 bytes in Base64. */
export const createSecret = (store: Store): string => `whsec_${store.token('webhook_secrets', 32, BASE64)}`;

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
  const mac = hmacSha256(key, new TextEncoder().encode(`${id}.${seconds}.${body}`));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${btoa(String.fromCharCode(...mac))}`,
  };
}
