// Defects of support tickets, webhook endpoints and the messages to them.

import { createHmac, randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import {
  changeAt,
  editArray,
  hideRows,
  NOT_FOUND,
  onEachRecord,
  onSuccess,
  replace,
  setAt,
  textAt,
  valueAt,
} from '../../src/variations/edits.ts';
import { allowing, chosen, follows, stated, WEBHOOKS } from './define-mutant.ts';
import { after, idsOf } from './edits/injections.ts';
import type { Injector, Mutant, OutgoingMessage } from './mutant.ts';

const support: readonly Mutant[] = [
  ...(
    [
      ['newest first', (all) => all.toReversed()],
      ['twice', (all) => [...all, ...all]],
      ['without opening message', (all) => all.slice(1)],
    ] as [string, (all: unknown[]) => unknown[]][]
  ).map(([label, edit]) =>
    chosen(`support/replies-misordered[${label}]`, 'support/replies-once-in-order', (p) =>
      editArray(p, 'getTicket', 'replies', edit),
    ),
  ),
  stated('support/closed-ticket-loses-replies', 'endpoints/get-ticket', (p) =>
    onSuccess(p, 'getTicket', (json) => {
      if (textAt(json, 'status') === 'closed') setAt(json, 'replies', []);
    }),
  ),
  follows('support/reply-loses-characters', 'service/unicode-survives', (p) =>
    p.request('createTicketReply', ({ json }) =>
      changeAt(json, 'message', (text) => String(text).replace(/[^\s -ÿ]/gu, '?')),
    ),
  ),
];

const endpoints: readonly Mutant[] = [
  chosen('webhooks/secret-shown-again', 'webhooks/secret-once', (p) => {
    const secrets = new Map<unknown, unknown>();
    onSuccess(p, 'createWebhook', (json) => secrets.set(valueAt(json, 'id'), valueAt(json, 'secret')));
    onEachRecord(p, ['getWebhook', 'listWebhooks'], (row) =>
      Object.assign(row, { secret: secrets.get(row.id) ?? null }),
    );
  }),
];

const SHOW = ['createWebhook', 'getWebhook', 'listWebhooks', 'updateWebhook'] as const;

function storesOtherValue(
  p: Injector,
  operation: 'createWebhook' | 'updateWebhook',
  member: 'url' | 'events',
  stored: (old: unknown) => unknown,
): void {
  const shown = new Map<unknown, unknown>();
  p.handler(operation, ({ request, db }, go) => {
    const old = db.table('webhooks').find(request.params.id ?? '')?.[member];
    const result = go();
    if (!isObject(result)) return result;
    shown.set(result.id, result[member]);
    db.table('webhooks').update(String(result.id), { [member]: stored(old) });
    return result;
  });
  onEachRecord(p, SHOW, (row) => {
    if (shown.has(row.id)) row[member] = shown.get(row.id);
  });
}

// Signs a message again after a defect changed its HTTP headers (Standard Webhooks), with the secret of its webhook
// endpoint.
function signAgain(p: Injector, message: OutgoingMessage, change: Record<string, string>): OutgoingMessage {
  const headers = { ...message.headers, ...change };
  const secret = p.readDb((db) => {
    const endpoint = db
      .table('webhooks')
      .all()
      .find(({ url }) => url === message.url);
    return db
      .table('webhook_secrets')
      .all()
      .find(({ webhook_id }) => webhook_id === endpoint?.id)?.secret;
  });
  const key = Buffer.from(String(secret).replace(/^whsec_/, ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${message.body}`;
  const signature = createHmac('sha256', key).update(text).digest('base64');
  return { ...message, headers: { ...headers, 'webhook-signature': `v1,${signature}` } };
}

const editMessages = (p: Injector, edit: (message: OutgoingMessage) => OutgoingMessage): void =>
  p.wrapDelivery((message, go) => go(edit(message)));

const EVENT_ID = `evt_${'b'.repeat(27)}`;

const deliveries: readonly Mutant[] = [
  stated('webhooks/test-sends-nothing', 'endpoints/test-webhook', (p) =>
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
  ),
  follows('webhooks/sent-to-old-address', 'events/to-the-updated-address', (p) =>
    storesOtherValue(p, 'updateWebhook', 'url', (old) => old),
  ),
  chosen('webhooks/unsubscribed-events-sent', 'events/to-every-subscriber', (p) =>
    storesOtherValue(p, 'createWebhook', 'events', () => ['*']),
  ),
  follows('webhooks/sent-after-delete', 'events/nothing-after-delete', (p) => {
    const deleted = idsOf(p, 'deleteWebhook');
    p.handler('deleteWebhook', ({ request: { params } }) => ({ id: params.id, deleted: true }));
    replace(
      p,
      ['getWebhook', 'updateWebhook', 'testWebhook'],
      (_reply, { params }) => deleted.has(params.id ?? ''),
      NOT_FOUND,
    );
    p.reply('listWebhooks', (reply) => hideRows(reply, (row) => deleted.has(textAt(row, 'id'))));
  }),
  ...[
    { status: 'succeeded', response_status: 204, error: null },
    { status: 'failed', response_status: 500, error: 'The endpoint answered 500.' },
  ].map((outcome) =>
    chosen(`webhooks/attempts-misreported[${outcome.status}]`, 'events/attempts-are-true', (p) =>
      onEachRecord(p, 'listWebhookDeliveries', (row) => Object.assign(row, outcome)),
    ),
  ),
  chosen('webhooks/subscriber-skipped', 'events/to-every-subscriber', (p) =>
    p.handler('createTicket', ({ db }, go) => {
      const table = db.table('webhooks');
      const others = table
        .all()
        .filter(({ status }) => status === 'enabled')
        .slice(0, -1);
      for (const { id } of others) table.update(id, { status: 'disabled' });
      const result = go();
      for (const { id } of others) table.update(id, { status: 'enabled' });
      return result;
    }),
  ),
  chosen('webhooks/signed-with-another-secret', 'events/signed', (p) =>
    after(p, 'createWebhook', ({ db }, { id }) => {
      const stored = db
        .table('webhook_secrets')
        .all()
        .find(({ webhook_id }) => webhook_id === id);
      const secret = `whsec_${Buffer.from('another secret altogether').toString('base64')}`;
      if (stored) db.table('webhook_secrets').update(stored.id, { secret });
    }),
  ),
  chosen('webhooks/signature-of-another-body', 'events/signed', (p) =>
    editMessages(p, (message) => ({ ...message, body: JSON.stringify(JSON.parse(message.body), null, 1) })),
  ),
  chosen('webhooks/signed-time-old', 'events/signed', (p) =>
    editMessages(p, (message) =>
      signAgain(p, message, {
        'webhook-timestamp': String(Number(message.headers['webhook-timestamp']) - 86_400),
      }),
    ),
  ),
  chosen('webhooks/payload-without-event', 'events/payload', (p) =>
    editMessages(p, (message) =>
      signAgain(p, { ...message, body: JSON.stringify(valueAt(JSON.parse(message.body), 'data')) }, {}),
    ),
  ),
  chosen('webhooks/event-id-repeated', 'events/distinct-ids', (p) =>
    editMessages(p, (message) => {
      const event: unknown = JSON.parse(message.body);
      setAt(event, 'id', EVENT_ID);
      return signAgain(p, { ...message, body: JSON.stringify(event) }, { 'webhook-id': EVENT_ID });
    }),
  ),
  chosen('webhooks/redirects-followed', 'events/no-redirects', (p) =>
    p.wrapDelivery(async (message, go) => {
      const outcome = await go();
      // The suite's webhook receiver sends a redirect to the path `elsewhere` beside the path of the message.
      const followed = { ...message, url: new URL('elsewhere', message.url).href };
      return 'status' in outcome && outcome.status === 302 ? go(followed) : outcome;
    }),
  ),
  chosen('webhooks/test-waits-for-receiver', 'events/slow-receivers', (p) => {
    let running = 0;
    p.wrapDelivery(async (_message, go) => {
      running += 1;
      return go().finally(() => {
        running -= 1;
      });
    });
    p.delayResponse('testWebhook', async () => {
      for (let look = 0; look < 400 && (look < 5 || running > 0); look++)
        await new Promise((resolve) => setTimeout(resolve, 10));
    });
  }),
  stated(
    'webhooks/foreign-events-sent',
    ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
    (p) => {
      let first: string | null = null;
      p.handler('createWebhook', ({ db }, go) => {
        first ??= db.tenantId;
        return first === null || first === db.tenantId ? go() : go({ db: db.platform.of(first) });
      });
    },
  ),
];

/** Defects of support tickets, webhook endpoints and the messages to them. */
export const supportAndWebhooks: readonly Mutant[] = [
  ...support,
  ...endpoints,
  ...allowing(WEBHOOKS, deliveries),
];
