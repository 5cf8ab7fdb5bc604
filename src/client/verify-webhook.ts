// Verifies that a webhook delivery came from the platform (Standard Webhooks 1.0), using only APIs that browsers and
// workers have too.
import type { WebhookEvent } from './types.ts';

/** The error of a delivery that could not be verified; `message` states why. */
export class WebhookError extends Error {
  static override readonly name = 'WebhookError';
  override readonly name = 'WebhookError';
}

/** A webhook delivery as the webhook endpoint received it. */
export type Delivery = {
  /** the HTTP headers of the delivery as received, with names in any letter case */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** the body as received, as bytes or text; JSON that was parsed and serialized again cannot be verified */
  body: string | Uint8Array;
};

/** Options of the verification. */
export type VerifyOptions = {
  /** how many seconds the time of a delivery may be in the past or in the future; 300 when left out */
  toleranceSeconds?: number;
  /**
   * the current time in milliseconds since 1970; the machine's clock when left out. The mock signs with the time of its
   * world: give that time in a test whose clock was moved
   */
  nowMs?: number;
  /**
   * `delivery`: takes the time that the delivery states, so that only its signature is checked. It is for tests with a
   * mock whose clock was moved: in production, a recorded delivery could be sent again at any time
   */
  now?: 'delivery';
};

/**
 * Verifies the signature and the time of a delivery and returns its event. The mock signs with the time of its world:
 * after `clock advance`, give `{ nowMs }` of the world or, in a test, `{ now: 'delivery' }`.
 * @param secret the secret that was shown when the webhook endpoint was created (`whsec_…`); several secrets while
 * the secret is being changed
 * @throws WebhookError for a missing header, a wrong or old signature, or a body that is not an event
 */
export async function verifyWebhook(
  delivery: Delivery | Request,
  secret: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now(), now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const headers = toHeaders(delivery.headers);
  const need = (name: string): string => {
    const value = headers.get(name);
    if (value === null) throw new WebhookError(`The delivery has no ${name} header.`);
    return value;
  };
  const [id, timestamp, signature] = [
    need('webhook-id'),
    need('webhook-timestamp'),
    need('webhook-signature'),
  ];
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError(`webhook-timestamp is ${timestamp}: no time in seconds.`);
  const apart = now === 'delivery' ? 0 : Math.abs(nowMs / 1000 - Number(timestamp));
  // The negated comparison also refuses a delivery when one of the two numbers is NaN.
  if (!(apart <= toleranceSeconds)) {
    throw new WebhookError(
      `The delivery is ${Math.round(apart)} s from now; ${toleranceSeconds} s are allowed. A mock signs with the time of its world: give nowMs, or in a test now: 'delivery'.`,
    );
  }
  const bytes = await bytesOfBody(delivery);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  const signatures = signature
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .slice(0, MAX_SIGNATURES)
    .flatMap((signature) => base64Bytes(signature.slice(3)) ?? []);
  for (const one of typeof secret === 'string' ? [secret] : (secret ?? [undefined])) {
    const key = await secretKey(one);
    // crypto.subtle compares in constant time.
    for (const mark of signatures) {
      if (await crypto.subtle.verify('HMAC', key, mark, signed))
        return parseEvent(new TextDecoder().decode(bytes));
    }
  }
  throw new WebhookError('No signature of the delivery was made with this secret.');
}

// The most signatures that are checked. A delivery has one signature, or a few while the secret is being changed; many
// signatures would be an attack.
const MAX_SIGNATURES = 10;

async function bytesOfBody(delivery: Delivery | Request): Promise<Uint8Array> {
  if (delivery instanceof Request) {
    if (delivery.bodyUsed)
      throw new WebhookError('The request was read already: verify it first, or hand in its text.');
    return new Uint8Array(await delivery.arrayBuffer());
  }
  if (typeof delivery.body === 'string') return new TextEncoder().encode(delivery.body);
  if (delivery.body instanceof Uint8Array) return delivery.body;
  throw new WebhookError('The body must be the text or the bytes that came, not parsed JSON.');
}

// Returns the three headers that the verification reads, whatever the letter case of their names.
function toHeaders(headers: Delivery['headers']): Headers {
  if (headers instanceof Headers) return headers;
  const found = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (!/^webhook-(id|timestamp|signature)$/i.test(name) || value === undefined) continue;
    const text = typeof value === 'string' ? value : value.join(' ');
    if (!/^[\x20-\x7e]*$/.test(text))
      throw new WebhookError(`${name} has characters that no header may have.`);
    found.set(name, text);
  }
  return found;
}

async function secretKey(secret: string | undefined) {
  const bytes = typeof secret === 'string' ? base64Bytes(secret.replace(/^whsec_/, '')) : null;
  if (bytes === null || bytes.length === 0)
    throw new WebhookError('The secret is invalid: it consists of whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function base64Bytes(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function parseEvent(body: string): WebhookEvent {
  try {
    const event: unknown = JSON.parse(body);
    if (typeof event === 'object' && event !== null && 'type' in event) return event as WebhookEvent;
  } catch {
    // Invalid JSON is reported by the error below.
  }
  throw new WebhookError('The signature is right, but the body is no event.');
}
