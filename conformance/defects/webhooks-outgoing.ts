// Planted faults: what goes wrong with webhooks on their way out, between the outbox and the receiver.

import { createHmac } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, stated, WEBHOOKS } from './define-mutant.ts';
import type { Injector, Mutant, OutgoingMessage } from './mutant.ts';
import { setAt } from './response-edits.ts';

/** Signs a message anew, as Standard Webhooks has it, with the secret of the endpoint it goes to. */
function signAgain(
  p: Injector,
  message: OutgoingMessage,
  change: Readonly<Record<string, string>>,
): OutgoingMessage {
  const headers = { ...message.headers, ...change };
  const secret = p.readDb((db) => {
    const endpoint = db
      .table('webhooks')
      .all()
      .find(({ url }) => url === message.url);
    return db
      .table('webhook_secrets')
      .all()
      .find((one) => one.webhook_id === endpoint?.id)?.secret;
  });
  const key = Buffer.from(String(secret).replace(/^whsec_/, ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${message.body}`;
  const signature = createHmac('sha256', key).update(text).digest('base64');
  return { ...message, headers: { ...headers, 'webhook-signature': `v1,${signature}` } };
}

export const outgoing: readonly Mutant[] = [
  chosen(
    'webhooks/payload-wrong',
    'deliveries are written as a form',
    'events/payload',
    'webhooks/payload',
    (p) =>
      p.wrapDelivery((message, go) =>
        go({
          ...message,
          headers: { ...message.headers, 'content-type': 'application/x-www-form-urlencoded' },
          body: `payload=${encodeURIComponent(message.body)}`,
        }),
      ),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/payload-wrong[bare]',
    'deliveries hold the resource, and not the event',
    'events/payload',
    'webhooks/payload',
    (p) =>
      p.wrapDelivery((message, go) => {
        const event: unknown = JSON.parse(message.body);
        const body = JSON.stringify(isObject(event) ? event.data : event);
        return go(signAgain(p, { ...message, body }, {}));
      }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/signature-wrong[body]',
    'what is signed is not what is sent',
    'events/signed',
    'webhooks/signed',
    (p) =>
      p.wrapDelivery((message, go) =>
        go({ ...message, body: JSON.stringify(JSON.parse(message.body), null, 1) }),
      ),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/signature-wrong[none]',
    'deliveries are not signed',
    'events/signed',
    'webhooks/signed',
    (p) =>
      p.wrapDelivery((message, go) => {
        const headers = { ...message.headers };
        delete headers['webhook-signature'];
        return go({ ...message, headers });
      }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/event-id-repeated',
    'all events have one id',
    'events/distinct-ids',
    'webhooks/distinct-ids',
    (p) =>
      p.wrapDelivery((message, go) => {
        const event: unknown = JSON.parse(message.body);
        setAt(event, 'id', `evt_${'b'.repeat(27)}`);
        const body = JSON.stringify(event);
        return go(signAgain(p, { ...message, body }, { 'webhook-id': `evt_${'b'.repeat(27)}` }));
      }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/signed-time-old',
    'the signed time of a delivery is of yesterday',
    'events/signed',
    'webhooks/signed',
    (p) =>
      p.wrapDelivery((message, go) => {
        const seconds = String(Number(message.headers['webhook-timestamp']) - 86_400);
        return go(signAgain(p, message, { 'webhook-timestamp': seconds }));
      }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/redirects-followed',
    'redirects are followed',
    'events/no-redirects',
    'webhooks/no-redirects',
    (p) =>
      p.wrapDelivery(async (message, go) => {
        const outcome = await go();
        if (!('status' in outcome) || outcome.status !== 302) return outcome;
        // the receiver of the suite sends deliveries on to a neighbour of the path they came to
        return go({ ...message, url: new URL('elsewhere', message.url).href });
      }),
    WEBHOOKS,
  ),
  stated(
    'webhooks/stops-after-failure',
    'an endpoint that failed once is sent nothing more',
    'endpoints/test-webhook',
    'webhooks/recovers',
    (p) => {
      const failed = new Set<string>();
      p.wrapDelivery(async (message, go) => {
        if (failed.has(message.url)) return { failure: 'The endpoint is out of use.' };
        const outcome = await go();
        if ('status' in outcome && outcome.status >= 500) failed.add(message.url);
        return outcome;
      });
    },
    WEBHOOKS,
  ),
  chosen(
    'webhooks/test-waits-for-receiver',
    'a test is answered when the receiver has answered',
    'events/slow-receivers',
    'webhooks/slow-receivers-hold-nobody',
    (p) => {
      let under = 0;
      p.wrapDelivery(async (_message, go) => {
        under += 1;
        try {
          return await go();
        } finally {
          under -= 1;
        }
      });
      p.delayResponse('testWebhook', async () => {
        for (let look = 0; look < 400 && (look < 5 || under > 0); look++)
          await new Promise((resolve) => setTimeout(resolve, 10));
      });
    },
    WEBHOOKS,
  ),
];
