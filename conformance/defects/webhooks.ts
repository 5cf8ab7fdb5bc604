// Defects of the operations that create, change and delete webhook endpoints.
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated, WEBHOOKS } from './define-mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  onSuccess,
  recordsIn,
  refusal,
  replaceResponse,
  textAt,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant } from './mutant.ts';

export const webhooks: readonly Mutant[] = [
  chosen(
    'webhooks/secret-shown-again',
    'the secret of an endpoint is shown on every read',
    'webhooks/secret-once',
    'webhooks/secret-once',
    (p) => {
      const secrets = new Map<string, unknown>();
      p.reply('createWebhook', (reply) => {
        if (isSuccess(reply)) secrets.set(textAt(reply.json, 'id'), valueAt(reply.json, 'secret'));
      });
      p.reply(['getWebhook', 'listWebhooks'], (reply) => {
        if (isSuccess(reply))
          for (const record of recordsIn(reply.json)) record.secret = secrets.get(String(record.id)) ?? null;
      });
    },
  ),
  chosen(
    'webhooks/deleted-400',
    'a deleted webhook endpoint is answered 400',
    'endpoints/unknown-id-404',
    'webhooks/deleted-is-404',
    (p) => {
      const deleted = new Set<string>();
      p.reply('deleteWebhook', (reply, { params }) => {
        if (isSuccess(reply)) deleted.add(params.id ?? '');
      });
      p.reply('getWebhook', (reply, { params }) => {
        if (deleted.has(params.id ?? '')) replaceResponse(reply, refusal(400, 'GONE', 'It is gone.'));
      });
    },
  ),
  stated(
    'webhooks/deliveries-missing[not listed]',
    'the delivery attempts of an endpoint are not found',
    'endpoints/list-deliveries',
    'webhooks/deliveries',
    (p) =>
      p.request('listWebhookDeliveries', (_edit, { bearer }) =>
        bearer === null ? undefined : refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.'),
      ),
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
  ...each(['updateWebhook', 'deleteWebhook'] as const, (operation) =>
    stated(
      `webhooks/management-missing[${operation}]`,
      `${operation} does not exist`,
      [
        'events/managed',
        operation === 'updateWebhook' ? 'endpoints/update-webhook' : 'endpoints/delete-webhook',
      ],
      'webhooks/managed',
      (p) =>
        p.request(operation, (_edit, { bearer }) =>
          bearer === null ? undefined : refusal(501, 'NOT_IMPLEMENTED', 'Not yet.'),
        ),
    ),
  ),
  follows(
    'webhooks/deleted-listed',
    'a deleted endpoint is still listed',
    ['webhooks/deleted-is-gone', 'endpoints/delete-webhook', 'endpoints/list-webhooks'],
    'webhooks/deleted-not-listed',
    (p) => {
      const deleted: unknown[] = [];
      p.handler('deleteWebhook', ({ request, db }, go) => {
        const before = structuredClone(db.table('webhooks').find(request.params.id ?? ''));
        const result = go();
        deleted.push(before);
        return result;
      });
      p.reply('listWebhooks', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'data', (data) => (Array.isArray(data) ? [...deleted, ...data] : data));
      });
    },
  ),
  chosen(
    'webhooks/delete-204',
    'deleting a webhook answers 204',
    'errors/status-codes',
    'statuses/no-204',
    (p) =>
      p.reply('deleteWebhook', (reply) => {
        if (reply.status === 200) {
          reply.status = 204;
          reply.raw = '';
        }
      }),
  ),
  stated(
    'webhooks/deliveries-of-all-endpoints',
    'the attempts of one endpoint are listed at every endpoint',
    ['endpoints/list-deliveries'],
    'webhooks/attempts-of-one-endpoint',
    (p) => {
      onSuccess(p, 'listWebhookDeliveries', () => {});
      p.handler('listWebhookDeliveries', ({ db, request }, go) => {
        const page = go();
        const mine = db.platform
          .table('webhook_deliveries')
          .all()
          .filter((d) => d.webhook_id !== request.params.id)
          .slice(-5);
        return isObject(page) && Array.isArray(page.data) ? { ...page, data: [...page.data, ...mine] } : page;
      });
    },
    WEBHOOKS,
  ),
  follows(
    'webhooks/delete-deletes-all',
    'deleting an endpoint deletes all endpoints of the tenant',
    ['states/others-untouched', 'endpoints/delete-webhook'],
    'resources/others-unchanged',
    (p) =>
      p.handler('deleteWebhook', ({ db }, go) => {
        const result = go();
        const table = db.table('webhooks');
        for (const row of table.all()) table.remove(row.id);
        return result;
      }),
  ),
];
