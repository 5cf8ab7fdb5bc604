// Signatures of webhook deliveries by Standard Webhooks 1.0.0, and the secrets they are made with.

import { hmacSha256 } from '../identity/tokens.ts';
import type { Store } from '../tables.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A new secret: 32 letters, the base64 text of 24 bytes. */
export const createSecret = (store: Store): string => `whsec_${store.token('webhook_secrets', 32, BASE64)}`;

/**
 * The three headers of a delivery.
 * @param id of the event: the same in every attempt
 * @param seconds when the attempt is made, since 1970
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
