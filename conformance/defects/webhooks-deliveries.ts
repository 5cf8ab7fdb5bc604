// Defects of the messages to webhook endpoints: when the mock sends them, to which URL, and with which signature.

import { createHmac, randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated, WEBHOOKS } from './define-mutant.ts';
import {
  changeAt,
  isSuccess,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Injector, Mutant, OutgoingMessage } from './mutant.ts';

const SHOW = ['createWebhook', 'getWebhook', 'listWebhooks', 'updateWebhook'] as const;

/** Makes the mock store another value of a webhook endpoint than its replies show. */
function storesOtherValue(
  p: Injector,
  operation: 'createWebhook' | 'updateWebhook',
  member: 'url' | 'events',
  stored: (sent: unknown, old: unknown, count: number) => unknown,
): void {
  const shown = new Map<string, unknown>();
  let count = 0;
  p.handler(operation, ({ request, db }, go) => {
    const old = db.table('webhooks').find(request.params.id ?? '')?.[member];
    const result = go();
    if (!isObject(result)) return result;
    count += 1;
    shown.set(String(result.id), result[member]);
    db.table('webhooks').update(String(result.id), { [member]: stored(result[member], old, count) });
    return result;
  });
  p.reply(SHOW, (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json))
      if (shown.has(String(record.id))) record[member] = shown.get(String(record.id));
  });
}

/** Shows every attempt in the list of deliveries with the same outcome. */
function listsAttemptsAs(p: Injector, outcome: Record<string, unknown>): void {
  p.reply('listWebhookDeliveries', (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json)) Object.assign(record, outcome);
  });
}

/**
 * Signs a message again after a defect changed its HTTP headers (Standard Webhooks), with the secret of its webhook
 * endpoint.
 */
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
      .find((entry) => entry.webhook_id === endpoint?.id)?.secret;
  });
  const key = Buffer.from(String(secret).replace(/^whsec_/, ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${message.body}`;
  const signature = createHmac('sha256', key).update(text).digest('base64');
  return { ...message, headers: { ...headers, 'webhook-signature': `v1,${signature}` } };
}

export const webhooksDeliveries: readonly Mutant[] = [
  stated(
    'webhooks/test-fails',
    'a test delivers nothing',
    'endpoints/test-webhook',
    'webhooks/test',
    (p) =>
      p.handler('testWebhook', ({ request, db }) => ({
        id: randomUUID(),
        webhook_id: request.params.id,
        event_id: `evt_${'a'.repeat(27)}`,
        event_type: 'webhook.test',
        attempt: 1,
        status: 'pending',
        created_at: db.now,
      })),
    WEBHOOKS,
  ),
  stated(
    'webhooks/test-fails[500]',
    'a test is a server error',
    'endpoints/test-webhook',
    'webhooks/test',
    (p) =>
      p.reply('testWebhook', (reply) => {
        if (isSuccess(reply)) replaceResponse(reply, refusal(500, 'SERVER_ERROR', 'Oops.'));
      }),
    WEBHOOKS,
  ),
  follows(
    'webhooks/sent-to-old-address',
    'deliveries go to the old address after an update',
    'events/to-the-updated-address',
    'webhooks/to-the-updated-address',
    (p) => storesOtherValue(p, 'updateWebhook', 'url', (_sent, old) => old),
    WEBHOOKS,
  ),
  follows(
    'webhooks/sent-after-delete',
    'events still go to a deleted endpoint',
    'events/nothing-after-delete',
    'webhooks/no-delivery-after-delete',
    (p) => {
      const deleted = new Set<string>();
      p.handler('deleteWebhook', ({ request: { params } }) => {
        deleted.add(params.id ?? '');
        return { id: params.id, deleted: true };
      });
      p.reply(
        ['getWebhook', 'updateWebhook', 'listWebhookDeliveries', 'testWebhook'],
        (reply, { params }) => {
          if (deleted.has(params.id ?? ''))
            replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
        },
      );
      p.reply('listWebhooks', (reply) =>
        changeAt(reply.json, 'data', (data) =>
          Array.isArray(data) ? data.filter((row) => !deleted.has(String(valueAt(row, 'id')))) : data,
        ),
      );
    },
    WEBHOOKS,
  ),
  chosen(
    'webhooks/attempts-misreported',
    'every attempt is listed as a success',
    'events/attempts-are-true',
    'webhooks/reports-failures',
    (p) => listsAttemptsAs(p, { status: 'succeeded', response_status: 204, error: null }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/attempts-misreported[failures]',
    'every attempt is listed as a failure',
    'events/attempts-are-true',
    'webhooks/reports-successes',
    (p) =>
      listsAttemptsAs(p, { status: 'failed', response_status: 500, error: 'The endpoint answered 500.' }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/unsubscribed-events-sent',
    'an endpoint receives every event, whatever it subscribed to',
    'events/to-every-subscriber',
    'webhooks/only-to-subscribers',
    (p) => storesOtherValue(p, 'createWebhook', 'events', () => ['*']),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/subscriber-skipped',
    'only every second subscribed endpoint receives an event',
    'events/to-every-subscriber',
    'webhooks/to-every-subscriber',
    (p) => {
      let first = '';
      p.handler('createTicket', ({ db }, go) => {
        const endpoints = db.table('webhooks');
        const all = endpoints.all().filter(({ status }) => status === 'enabled');
        first = all.at(-1)?.id ?? '';
        const others = all.filter(({ id }) => id !== first);
        for (const { id } of others) endpoints.update(id, { status: 'disabled' });
        const result = go();
        for (const { id } of others) endpoints.update(id, { status: 'enabled' });
        return result;
      });
    },
    WEBHOOKS,
  ),
  stated(
    'webhooks/test-not-sent',
    'a test is acknowledged and nothing is sent',
    ['endpoints/test-webhook'],
    'webhooks/test',
    (p) =>
      p.handler('testWebhook', ({ request, db }) =>
        db.platform.table('webhook_deliveries').insert({
          webhook_id: request.params.id,
          event_id: `evt_${randomUUID()}`,
          event_type: 'webhook.test',
          attempt: 1,
          status: 'succeeded',
          response_status: 200,
          duration_ms: 12,
          error: null,
          request_body: '{}',
          next_attempt_at: null,
          attempted_at: db.now,
        }),
      ),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/signature-wrong',
    'deliveries are signed with another secret than was shown',
    'events/signed',
    'webhooks/signed',
    (p) =>
      p.handler('createWebhook', ({ db }, go) => {
        const result = go();
        const stored = db
          .table('webhook_secrets')
          .all()
          .find(({ webhook_id }) => webhook_id === valueAt(result, 'id'));
        const secret = `whsec_${Buffer.from('another secret altogether').toString('base64')}`;
        if (stored) db.table('webhook_secrets').update(stored.id, { secret });
        return result;
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
        // The suite's webhook receiver sends a redirect to the path `elsewhere`, which is a sibling of the path of the
        // message.
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
    'webhooks/slow-receivers-delay-no-caller',
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
