// Planted faults: webhooks as they are delivered, and bodies of platform areas that are taken though they are wrong.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { chosen, follows, stated, WEBHOOKS } from './define-mutant.ts';
import type { Db, Injector, Mutant } from './mutant.ts';
import { acceptsInvalid, acceptsMissing } from './request-edits.ts';
import {
  changeAt,
  each,
  isSuccess,
  recordsIn,
  refusal,
  replaceResponse,
  setAt,
  valueAt,
} from './response-edits.ts';
import { TENANCY } from './tenancy.ts';

const SHOW = ['createWebhook', 'getWebhook', 'listWebhooks', 'updateWebhook'] as const;

/** Keeps something else of an endpoint than it shows. */
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
    const done = go();
    if (!isObject(done)) return done;
    count += 1;
    shown.set(String(done.id), done[member]);
    db.table('webhooks').update(String(done.id), { [member]: stored(done[member], old, count) });
    return done;
  });
  p.reply(SHOW, (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json))
      if (shown.has(String(record.id))) record[member] = shown.get(String(record.id));
  });
}

export const deliveries: readonly Mutant[] = [
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
  stated(
    'webhooks/deliveries-missing',
    'attempts to deliver are not listed',
    'endpoints/list-deliveries',
    'webhooks/test-is-listed',
    (p) =>
      p.reply('listWebhookDeliveries', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'data', () => []);
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
    'a deleted endpoint is still told',
    'events/nothing-after-delete',
    'webhooks/nothing-after-delete',
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
    'webhooks/signature-wrong',
    'deliveries are signed with another secret than was shown',
    'events/signed',
    'webhooks/signed',
    (p) =>
      p.handler('createWebhook', ({ db }, go) => {
        const done = go();
        const stored = db
          .table('webhook_secrets')
          .all()
          .find(({ webhook_id }) => webhook_id === valueAt(done, 'id'));
        const secret = `whsec_${Buffer.from('another secret altogether').toString('base64')}`;
        if (stored) db.table('webhook_secrets').update(stored.id, { secret });
        return done;
      }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/attempts-misreported',
    'every attempt is listed as a success',
    'events/attempts-are-true',
    'webhooks/failures-are-told',
    (p) => listsAttemptsAs(p, { status: 'succeeded', response_status: 204, error: null }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/attempts-misreported[failures]',
    'every attempt is listed as a failure',
    'events/attempts-are-true',
    'webhooks/successes-are-told',
    (p) =>
      listsAttemptsAs(p, { status: 'failed', response_status: 500, error: 'The endpoint answered 500.' }),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/unsubscribed-events-sent',
    'an endpoint is told of every event, whatever it subscribed to',
    'events/to-every-subscriber',
    'webhooks/not-to-others',
    (p) => storesOtherValue(p, 'createWebhook', 'events', () => ['*']),
    WEBHOOKS,
  ),
  chosen(
    'webhooks/subscriber-skipped',
    'only every second endpoint is told',
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
        const done = go();
        for (const { id } of others) endpoints.update(id, { status: 'enabled' });
        return done;
      });
    },
    WEBHOOKS,
  ),
  stated(
    'isolation/foreign-events-sent',
    "an endpoint is told of another tenant's events",
    TENANCY,
    'webhooks/not-to-other-tenants',
    (p) => {
      let first: Db | undefined;
      p.handler('createWebhook', ({ db }, go) => {
        first ??= db;
        if (first.tenantId === db.tenantId || first.tenantId === null) return go();
        return go({ db: db.platform.of(first.tenantId) });
      });
    },
    WEBHOOKS,
  ),
  ...each(
    [
      ['createVps', 'hostname', 'not a host name', 'host.example.org', 'odd'],
      ['createVps', 'billing_cycle', 'weekly', 'monthly', 'odd'],
      ['createTicket', 'message', undefined, 'Nothing to say.', 'missing'],
      ['createTicket', 'priority', 'whenever', 'normal', 'odd'],
      ['createWebhook', 'url', 'not a URL', 'https://hooks.example.org/odd', 'odd'],
      ['createWebhook', 'events', [], ['ticket.opened'], 'empty'],
      ['createApiKey', 'name', undefined, 'Nameless', 'missing'],
      ['createApiKey', 'scopes.0', 'no such scope', 'customers:read', 'odd'],
    ] as const,
    ([operation, path, wrong, right, how]) =>
      chosen(
        `validation/body-field-unchecked[${operation} ${path} ${how}]`,
        `${operation} takes \`${path}\` ${how}`,
        ['errors/other-fields', 'billing-cycle/values'],
        `validation/${operation}/${path}/${how}`,
        (p) =>
          wrong === undefined
            ? acceptsMissing(p, operation, path, right)
            : acceptsInvalid(
                p,
                operation,
                path,
                (value) => JSON.stringify(value) === JSON.stringify(wrong),
                right,
              ),
      ),
  ),
];

/** Lists every attempt alike. */
function listsAttemptsAs(p: Injector, outcome: Record<string, unknown>): void {
  p.reply('listWebhookDeliveries', (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json)) Object.assign(record, outcome);
  });
}
