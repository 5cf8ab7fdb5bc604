// Tests the verification of webhook deliveries that the reference implementation of Standard Webhooks signed.
import { Webhook } from 'standardwebhooks';
import { expect, expectTypeOf, test } from 'vitest';
import type { Schemas } from '../contract/types.ts';
import { verifyWebhook, WebhookError } from './verify-webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const AT = new Date('2026-11-20T08:00:00Z');
const body = JSON.stringify({
  id: 'evt_1',
  type: 'order.completed',
  timestamp: AT.toISOString(),
  data: { id: 'o' },
});

const delivery = (text = body, secret = SECRET) => ({
  headers: {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(AT.getTime() / 1000),
    'Webhook-Signature': new Webhook(secret).sign('msg_1', AT, text),
  },
  body: text,
});
const now = { nowMs: AT.getTime() + 2000 };

test('verifying a valid delivery returns its event, whose `type` determines the type of its data', async () => {
  const event = await verifyWebhook(delivery(), SECRET, now);
  expect(event.id).toBe('evt_1');
  if (event.type === 'order.completed') expectTypeOf(event.data).toEqualTypeOf<Schemas['Order']>();
  else expect.unreachable();
});

test('a Request is accepted as a delivery, and bytes are accepted as its body', async () => {
  const { headers } = delivery();
  const request = new Request('http://receiver/', { method: 'POST', headers, body });
  expect((await verifyWebhook(request, SECRET, now)).type).toBe('order.completed');
  const bytes = { headers: new Headers(headers), body: new TextEncoder().encode(body) };
  expect((await verifyWebhook(bytes, SECRET, now)).type).toBe('order.completed');
});

test('a delivery is valid when one of its signatures matches one of the given secrets', async () => {
  const { headers } = delivery();
  const several = { ...headers, 'Webhook-Signature': `v1,AAAA v1a,xx ${headers['Webhook-Signature']}` };
  const old = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  expect((await verifyWebhook({ headers: several, body }, [old, SECRET], now)).type).toBe('order.completed');
});

test('with the time of the delivery as now, only the signature decides: a delivery of a mock whose clock was moved is valid', async () => {
  const old = { nowMs: AT.getTime() + 365 * 86_400_000 };
  await expect(verifyWebhook(delivery(), SECRET, old)).rejects.toThrow(
    /31536000 s from now.*now: 'delivery'/,
  );
  expect((await verifyWebhook(delivery(), SECRET, { ...old, now: 'delivery' })).type).toBe('order.completed');
  const changed = { ...delivery(), body: body.replace('evt_1', 'evt_2') };
  await expect(verifyWebhook(changed, SECRET, { now: 'delivery' })).rejects.toThrow('No signature');
});

test.each([
  ['a changed body', { ...delivery(), body: body.replace('evt_1', 'evt_2') }, /No signature/],
  ['a signature by another secret', delivery(body, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'), /No signature/],
  [
    'a missing signature',
    { headers: { 'webhook-id': 'a', 'webhook-timestamp': '1' }, body },
    /webhook-signature/,
  ],
  [
    'an invalid time',
    { ...delivery(), headers: { ...delivery().headers, 'Webhook-Timestamp': 'now' } },
    /no time/,
  ],
  ['a signed body that is no event', delivery('[]'), /no event/],
])('a delivery with %s is refused', async (_, received, message) => {
  const refused = verifyWebhook(received, SECRET, now);
  await expect(refused).rejects.toThrow(WebhookError);
  await expect(refused).rejects.toThrow(message);
});

test.each([-301, 301])(
  'a delivery whose time differs from the current time by %i s is refused, because it may be a replay',
  async (seconds) => {
    const nowMs = AT.getTime() + seconds * 1000;
    await expect(verifyWebhook(delivery(), SECRET, { nowMs })).rejects.toThrow('300 s are allowed');
    await expect(verifyWebhook(delivery(), SECRET, { nowMs, toleranceSeconds: 400 })).resolves.toBeDefined();
  },
);

test('no delivery is accepted when the tolerance or the current time is not a number', async () => {
  await expect(verifyWebhook(delivery(), SECRET, { ...now, toleranceSeconds: Number.NaN })).rejects.toThrow(
    WebhookError,
  );
  await expect(verifyWebhook(delivery(), SECRET, { nowMs: Number.NaN })).rejects.toThrow(WebhookError);
});

test('the error names an argument that cannot be used for verification, and HTTP/2 pseudo-headers are ignored', async () => {
  const { headers } = delivery();
  const used = new Request('http://receiver/', { method: 'POST', headers, body });
  await used.text();
  await expect(verifyWebhook(used, SECRET, now)).rejects.toThrow(/read already/);
  await expect(verifyWebhook({ headers, body: {} as never }, SECRET, now)).rejects.toThrow(/not parsed JSON/);
  await expect(verifyWebhook(delivery(), undefined as never, now)).rejects.toThrow(/secret is invalid/);
  const http2 = { headers: { ...headers, ':method': 'POST' }, body };
  expect((await verifyWebhook(http2, SECRET, now)).type).toBe('order.completed');
});
