// Whether an event came from the platform: Standard Webhooks 1.0, verified with what browsers and workers have too.
import type { WebhookEvent } from './types.ts';

/** A delivery that is not to be believed; `message` says why. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export type Delivery = {
  /** of the request as it came; names in any case */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** the bytes as they came, or their text: what a JSON parser has been at is another text */
  body: string | Uint8Array;
};

export type VerifyOptions = {
  /** how old or how far ahead a delivery may be (s); default 300 */
  toleranceSeconds?: number;
  /** default now (ms since 1970) */
  nowMs?: number;
};

/**
 * The event of a delivery, once its signature and its time have been checked.
 * @param secret as shown when the endpoint was created (`whsec_…`); several while a secret is being changed
 * @throws WebhookError for a missing header, a foreign or old signature, or a body that is no event
 */
export async function verifyWebhook(
  delivery: Delivery | Request,
  secret: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const headers = headersOf(delivery.headers);
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
  const apart = Math.abs(nowMs / 1000 - Number(timestamp));
  if (apart > toleranceSeconds) {
    throw new WebhookError(
      `The delivery is ${Math.round(apart)} s from now; ${toleranceSeconds} s are allowed.`,
    );
  }
  const body = await textOf(delivery);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const given = signature
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? (bytesOf(one.slice(3)) ?? []) : []));
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(one);
    // crypto.subtle compares in constant time
    for (const bytes of given)
      if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return eventOf(body);
  }
  throw new WebhookError('No signature of the delivery is of this secret.');
}

async function textOf(delivery: Delivery | Request): Promise<string> {
  if (delivery instanceof Request) return delivery.text();
  return typeof delivery.body === 'string' ? delivery.body : new TextDecoder().decode(delivery.body);
}

function headersOf(headers: Delivery['headers']): Headers {
  if (headers instanceof Headers) return headers;
  return new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(' ')]],
    ),
  );
}

async function keyOf(secret: string) {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0)
    throw new WebhookError('The secret is none: it reads whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function eventOf(body: string): WebhookEvent {
  try {
    const event: unknown = JSON.parse(body);
    if (typeof event === 'object' && event !== null && 'type' in event) return event as WebhookEvent;
  } catch {
    // said below
  }
  throw new WebhookError('The signature is right, but the body is no event.');
}
