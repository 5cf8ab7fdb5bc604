// Planted faults: webhooks as they are delivered, and bodies of platform areas that are taken though they are wrong.
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../src/contract/operations.ts';
import { at, become, change, each, isDict, isSuccess, put, records, refusal } from './edit.ts';
import type { Books, Defect, Plant } from './plant.ts';
import { chosen, follows, stated, WEBHOOKS } from './row.ts';
import { TENANCY } from './tenancy.ts';

const SHOW = ['createWebhook', 'getWebhook', 'listWebhooks', 'updateWebhook'] as const;

/** Keeps something else of an endpoint than it shows. */
function secretly(
  p: Plant,
  operation: 'createWebhook' | 'updateWebhook',
  member: 'url' | 'events',
  kept: (sent: unknown, old: unknown, count: number) => unknown,
): void {
  const shown = new Map<string, unknown>();
  let count = 0;
  p.handler(operation, ({ asked, books }, go) => {
    const old = books.shelf('webhooks').find(asked.params.id ?? '')?.[member];
    const done = go();
    if (!isDict(done)) return done;
    count += 1;
    shown.set(String(done.id), done[member]);
    books.shelf('webhooks').update(String(done.id), { [member]: kept(done[member], old, count) });
    return done;
  });
  p.reply(SHOW, (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of records(reply.json))
      if (shown.has(String(record.id))) record[member] = shown.get(String(record.id));
  });
}

/** Takes a request whose member is wrong as if it were right. */
const mends = (p: Plant, operation: OperationId, path: string, wrong: unknown, right: unknown): void =>
  p.request(operation, (asking) => {
    if (isDict(asking.json) && JSON.stringify(at(asking.json, path)) === JSON.stringify(wrong))
      put(asking.json, path, right);
    return undefined;
  });

export const deliveries: readonly Defect[] = [
  stated(
    'WH01',
    'a test delivers nothing',
    'endpoints/test-webhook',
    'webhooks/test',
    (p) =>
      p.handler('testWebhook', ({ asked, books }) => ({
        id: randomUUID(),
        webhook_id: asked.params.id,
        event_id: `evt_${'a'.repeat(27)}`,
        event_type: 'webhook.test',
        attempt: 1,
        status: 'pending',
        created_at: books.now,
      })),
    WEBHOOKS,
  ),
  stated(
    'WH01[500]',
    'a test is a server error',
    'endpoints/test-webhook',
    'webhooks/test',
    (p) =>
      p.reply('testWebhook', (reply) => {
        if (isSuccess(reply)) become(reply, refusal(500, 'SERVER_ERROR', 'Oops.'));
      }),
    WEBHOOKS,
  ),
  stated(
    'WH02',
    'attempts to deliver are not listed',
    'endpoints/list-deliveries',
    'webhooks/test-is-listed',
    (p) =>
      p.reply('listWebhookDeliveries', (reply) => {
        if (isSuccess(reply)) change(reply.json, 'data', () => []);
      }),
    WEBHOOKS,
  ),
  follows(
    'WH03',
    'deliveries go to the old address after an update',
    'events/to-the-updated-address',
    'webhooks/to-the-updated-address',
    (p) => secretly(p, 'updateWebhook', 'url', (_sent, old) => old),
    WEBHOOKS,
  ),
  follows(
    'WH04',
    'a deleted endpoint is still told',
    'events/nothing-after-delete',
    'webhooks/nothing-after-delete',
    (p) => {
      const gone = new Set<string>();
      p.handler('deleteWebhook', ({ asked: { params } }) => {
        gone.add(params.id ?? '');
        return { id: params.id, deleted: true };
      });
      p.reply(
        ['getWebhook', 'updateWebhook', 'listWebhookDeliveries', 'testWebhook'],
        (reply, { params }) => {
          if (gone.has(params.id ?? ''))
            become(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
        },
      );
      p.reply('listWebhooks', (reply) =>
        change(reply.json, 'data', (data) =>
          Array.isArray(data) ? data.filter((row) => !gone.has(String(at(row, 'id')))) : data,
        ),
      );
    },
    WEBHOOKS,
  ),
  chosen(
    'WH06',
    'deliveries are signed with another secret than was shown',
    'events/signed',
    'webhooks/signed',
    (p) =>
      p.handler('createWebhook', ({ books }, go) => {
        const done = go();
        const kept = books
          .shelf('webhook_secrets')
          .all()
          .find(({ webhook_id }) => webhook_id === at(done, 'id'));
        const secret = `whsec_${Buffer.from('another secret altogether').toString('base64')}`;
        if (kept) books.shelf('webhook_secrets').update(kept.id, { secret });
        return done;
      }),
    WEBHOOKS,
  ),
  chosen(
    'WH10',
    'every attempt is listed as a success',
    'events/attempts-are-true',
    'webhooks/failures-are-told',
    (p) => tells(p, { status: 'succeeded', response_status: 204, error: null }),
    WEBHOOKS,
  ),
  chosen(
    'WH10[failures]',
    'every attempt is listed as a failure',
    'events/attempts-are-true',
    'webhooks/successes-are-told',
    (p) => tells(p, { status: 'failed', response_status: 500, error: 'The endpoint answered 500.' }),
    WEBHOOKS,
  ),
  chosen(
    'WH14',
    'an endpoint is told of every event, whatever it subscribed to',
    'events/to-every-subscriber',
    'webhooks/not-to-others',
    (p) => secretly(p, 'createWebhook', 'events', () => ['*']),
    WEBHOOKS,
  ),
  chosen(
    'WH17',
    'only every second endpoint is told',
    'events/to-every-subscriber',
    'webhooks/to-every-subscriber',
    (p) => {
      let first = '';
      p.handler('createTicket', ({ books }, go) => {
        const endpoints = books.shelf('webhooks');
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
    'TN12',
    "an endpoint is told of another tenant's events",
    TENANCY,
    'webhooks/not-to-other-tenants',
    (p) => {
      let first: Books | undefined;
      p.handler('createWebhook', ({ books }, go) => {
        first ??= books;
        if (first.tenantId === books.tenantId || first.tenantId === null) return go();
        return go({ books: books.platform.of(first.tenantId) });
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
        `VA34[${operation} ${path} ${how}]`,
        `${operation} takes \`${path}\` ${how}`,
        ['errors/other-fields', 'billing-cycle/values'],
        `validation/${operation}/${path}/${how}`,
        (p) => mends(p, operation, path, wrong, right),
      ),
  ),
];

/** Lists every attempt alike. */
function tells(p: Plant, outcome: Record<string, unknown>): void {
  p.reply('listWebhookDeliveries', (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of records(reply.json)) Object.assign(record, outcome);
  });
}
