// Planted faults: operations that are not offered, answer for another thing, or do to a thing what was asked of another.

import { NOT_IMPLEMENTED } from './response-edits.ts';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Mutant } from './mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  jsonResponse,
  refusal,
  replaceResponse,
  setAt,
  valueAt,
} from './response-edits.ts';


export const offers: readonly Mutant[] = [
  ...each(['suspendService', 'renewService'] as const, (operation) =>
    stated(
      `actions/status-renamed[${operation}]`,
      `${operation} is not offered`,
      [
        'states/service-actions',
        operation === 'suspendService' ? 'endpoints/suspend-service' : 'endpoints/renew-service',
      ],
      'services/actions',
      (p) => p.request(operation, (_asking, { bearer }) => (bearer === null ? undefined : NOT_IMPLEMENTED)),
    ),
  ),
  stated(
    'api-keys/revoke-refused',
    'keys cannot be revoked',
    ['authentication/keys-managed', 'endpoints/revoke-api-key'],
    'api-keys/managed',
    (p) => p.request('revokeApiKey', (_asking, { bearer }) => (bearer === null ? undefined : NOT_IMPLEMENTED)),
  ),
  stated(
    'auth/refresh-refuses-expired[offered]',
    'a refresh is not offered',
    ['endpoints/refresh', 'authentication/refresh'],
    'auth/refresh-offered',
    (p) => p.request('refreshSession', () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.')),
  ),
  stated(
    'services/shown-under-order-id',
    'a service is shown under the id of its order',
    'endpoints/get-service',
    'services/get',
    (p) =>
      p.reply('getService', (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'id', valueAt(reply.json, 'order_id'));
      }),
  ),
  follows(
    'domains/term-differs',
    'a domain is registered for another term than was asked for',
    'endpoints/create-echoes',
    'domains/echo',
    (p) =>
      p.handler('registerDomain', ({ body }, go) =>
        go({ body: { ...(isObject(body) ? body : {}), billing_cycle: '2_year' } }),
      ),
  ),
  chosen(
    'support/close-reopens',
    'closing a closed ticket opens it',
    'support/closed-is-final',
    'support/closed-stays-closed',
    (p) =>
      p.handler('closeTicket', ({ request, db }, go) => {
        const ticket = db.table('tickets').find(request.params.id ?? '');
        return ticket?.status === 'closed' ? db.table('tickets').update(ticket.id, { status: 'open' }) : go();
      }),
  ),
  ...each(
    [
      'terminateTenant',
      'deleteDnsZone',
      'deleteDnsRecord',
      'deleteMailbox',
      'terminateVps',
      'deleteWebhook',
      'revokeApiKey',
    ] as const,
    (operation) =>
      chosen(
        `statuses/unknown-id-action-succeeds[${operation}]`,
        `${operation} succeeds on an id that names nothing`,
        ['endpoints/unknown-id-refused', 'endpoints/unknown-id-404'],
        `unknown-id/${operation}`,
        (p) =>
          p.reply(operation, (reply, { params }) => {
            if (reply.status === 404)
              replaceResponse(reply, jsonResponse(200, { id: params.id, deleted: true }));
          }),
      ),
  ),
  stated(
    'orders/completed-cancelled',
    'a completed order can be cancelled',
    'states/only-pending-orders-cancel',
    'orders/cancel-completed',
    (p) =>
      p.handler('cancelOrder', ({ request, db }, go) => {
        const order = db.table('orders').find(request.params.id ?? '');
        return order?.status === 'completed'
          ? db.table('orders').update(order.id, { status: 'cancelled' })
          : go();
      }),
  ),
  follows(
    'orders/cancel-forgotten',
    'a cancellation is forgotten by the next read',
    ['states/acknowledged-action-happens', 'endpoints/cancel-order'],
    'orders/cancel-shows',
    (p) => {
      const cancelled = new Set<string>();
      p.reply('cancelOrder', (reply, { params }) => {
        if (isSuccess(reply)) cancelled.add(params.id ?? '');
      });
      p.reply('getOrder', (reply, { params }) => {
        if (isSuccess(reply) && cancelled.has(params.id ?? '')) setAt(reply.json, 'status', 'pending');
      });
    },
  ),
  stated(
    'availability/download-refused',
    'every invoice has the document of the first',
    'endpoints/invoice-pdf',
    'billing/pdf-of-its-own',
    (p) => {
      let first: Uint8Array | null = null;
      p.reply('downloadInvoicePdf', (reply) => {
        if (!isSuccess(reply) || !(reply.raw instanceof Uint8Array)) return;
        first ??= reply.raw;
        reply.raw = first;
      });
    },
  ),
  stated(
    'auth/other-scheme-accepted',
    'a scheme without a credential is the last caller',
    ['authentication/missing-is-401', 'authentication/bearer'],
    'authentication/nothing-but-the-scheme',
    (p) => {
      let good: string | null = null;
      p.reply('everything', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) good = bearer;
      });
      p.request('everything', (change, { headers }) => {
        if (good !== null && headers.authorization?.trim().toLowerCase() === 'bearer')
          change.headers.authorization = `Bearer ${good}`;
        return undefined;
      });
    },
  ),
  stated(
    'lists/ends-after-ten',
    'the list of customers ends after ten',
    ['endpoints/list-customers', 'endpoints/list-shows-all'],
    'customers/list-goes-on',
    (p) =>
      p.reply('listCustomers', (reply) => {
        changeAt(reply.json, 'data', (data) => (Array.isArray(data) ? data.slice(0, 10) : data));
        changeAt(reply.json, 'links.next', () => null);
        changeAt(reply.json, 'meta', () => ({ current_page: 1, per_page: 10, total: 10, last_page: 1 }));
      }),
  ),
  follows(
    'customers/update-stores-first-member',
    'an update keeps the first of two new texts',
    ['endpoints/update-persists', 'endpoints/update-customer'],
    'customers/update-persists',
    (p) =>
      p.handler('updateCustomer', ({ body }, go) =>
        go({ body: isObject(body) && 'first_name' in body ? { first_name: body.first_name } : body }),
      ),
  ),
  ...each(
    [
      ['registerDomain', 'domains'],
      ['createCertificate', 'certificates'],
      ['createEmailService', 'email_services'],
      ['createVps', 'vps'],
    ] as const,
    ([operation]) =>
      stated(
        `isolation/keys-reach-foreign-customers[${operation}]`,
        `${operation} takes another tenant's customer`,
        ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
        `isolation/${operation}`,
        (p) =>
          p.handler(operation, ({ db, body }, go) => {
            const customer = db.platform.table('customers').find(String(valueAt(body, 'customer_id')));
            const tenant = customer?.tenant_id;
            return typeof tenant === 'string' && tenant !== db.tenantId ? go({ db: db.of(tenant) }) : go();
          }),
      ),
  ),
  ...each(['listOrders', 'listInvoices'] as const, (operation) =>
    stated(
      `isolation/customer-filter-shows-foreign[${operation}]`,
      `${operation} filtered by a customer looks beyond the tenant`,
      ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
      `isolation/filtered-list/${operation}`,
      (p) =>
        p.handler(operation, ({ db, query }, go) =>
          query.customer_id === undefined ? go() : go({ db: db.platform }),
        ),
    ),
  ),
  stated(
    'api-keys/last-letter-not-compared',
    'a key is accepted without its last letter',
    'authentication/invalid-is-401',
    'api-keys/its-last-letter-left-out',
    (p) => {
      const good = new Set<string>();
      p.resolveCredential((bearer, go) => {
        const found = go();
        if (!('refused' in found)) {
          if (found.kind === 'api_key') good.add(bearer);
          return found;
        }
        const key = [...good].find((one) => one.slice(0, -1) === bearer);
        return key === undefined ? found : go(key);
      });
    },
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
        const done = go();
        deleted.push(before);
        return done;
      });
      p.reply('listWebhooks', (reply) => {
        if (isSuccess(reply))
          changeAt(reply.json, 'data', (data) => (Array.isArray(data) ? [...deleted, ...data] : data));
      });
    },
  ),
  ...each(
    [
      ['stopVps', 'stop', 'running'],
      ['startVps', 'start', 'stopped'],
    ] as const,
    ([operation, action, state]) =>
      stated(
        `vps/power-not-changed[${operation}]`,
        `${operation} is acknowledged and nothing happens`,
        [`endpoints/${action}-vps`, 'states/vps-actions', 'states/acknowledged-action-happens'],
        `vps/${action}-happens`,
        (p) =>
          p.handler(operation, ({ request, db }, go) => {
            go();
            return db.table('vps').update(request.params.id ?? '', { status: state });
          }),
      ),
  ),
  ...each(
    [
      ['createVps', 'vps'],
      ['resizeVps', 'vps'],
      ['renewCertificate', 'ssl'],
    ] as const,
    ([operation, area]) =>
      chosen(
        `idempotency/product-action-repeated[${operation}]`,
        `a replay of ${operation} does it once more`,
        operation === 'resizeVps' ? 'idempotency/replay-same-answer' : 'idempotency/purchases',
        operation === 'renewCertificate' ? `${area}/renew-replay` : `idempotency/${operation}`,
        (p) => {
          for (const step of ['replay', 'remember']) p.skip(step, operation);
        },
      ),
  ),
  stated(
    'idempotency/replayed-order-charged',
    'a replay of an order answers as before and is charged again',
    'idempotency/replay-is-one-operation',
    'idempotency/order-replay-debit',
    (p) => {
      const seen = new Map<string, { tenant: string; total: number }>();
      let tenant = '';
      p.handler('createOrder', ({ db }, go) => {
        tenant = db.tenantId ?? '';
        return go();
      });
      p.reply('createOrder', (reply, { headers }) => {
        const key = headers['idempotency-key'];
        if (key === undefined || !isSuccess(reply)) return;
        const before = seen.get(key);
        if (before === undefined) {
          seen.set(key, { tenant, total: Number(valueAt(reply.json, 'total_amount')) });
          return;
        }
        p.readDb((db) => {
          const wallet = db
            .table('wallets')
            .all()
            .find((one) => one.tenant_id === before.tenant);
          if (!wallet) return;
          const balance = Number(wallet.balance_amount) - before.total;
          db.table('wallets').update(wallet.id, { balance_amount: balance, available_amount: balance });
        });
      });
    },
  ),
  ...each(
    [
      ['updateCustomer', 'customers'],
      ['updateWebhook', 'webhooks'],
    ] as const,
    ([operation, table]) =>
      follows(
        `actions/update-changes-another[${operation}]`,
        `${operation} changes the newest other as well`,
        ['endpoints/update-of-one', 'endpoints/update-persists'],
        'updates/of-one-thing',
        (p) =>
          p.handler(operation, ({ request, db, body }, go) => {
            const done = go();
            const other = db
              .table(table)
              .all()
              .filter(({ id }) => id !== request.params.id)
              .at(-1);
            const text = isObject(body) ? (body.last_name ?? body.description) : undefined;
            if (other && typeof text === 'string')
              db.table(table).update(
                other.id,
                table === 'customers' ? { last_name: text } : { description: text },
              );
            return done;
          }),
      ),
  ),
  stated(
    'domains/transfer-forgotten',
    'the transfer of a domain is answered and forgotten',
    'endpoints/transfer-domain',
    'domains/transfer-there',
    (p) => {
      const forgotten = new Set<string>();
      p.reply('transferDomain', (reply) => {
        if (isSuccess(reply)) forgotten.add(String(valueAt(reply.json, 'id')));
      });
      p.reply('getDomain', (reply, { params }) => {
        if (forgotten.has(params.id ?? ''))
          replaceResponse(reply, refusal(404, 'NOT_FOUND', 'The resource was not found.'));
      });
    },
  ),
  stated(
    'services/suspends-another-service',
    'a suspension is that of the newest other service in use as well',
    ['states/service-actions', 'endpoints/suspend-service'],
    'services/only-the-one',
    (p) =>
      p.handler('suspendService', ({ request, db }, go) => {
        const done = go();
        const other = db
          .table('services')
          .all()
          .filter(({ id, status }) => id !== request.params.id && status === 'active')
          .at(-1);
        if (other) db.table('services').update(other.id, { status: 'suspended' });
        return done;
      }),
  ),
  stated(
    'api-keys/scopes-shown-not-applied',
    'the scopes of a new key are shown and bind nothing',
    ['authentication/keys-carry-scopes', 'authentication/lacking-permission-is-403'],
    'authentication/scopes-bind',
    (p) => p.skip('authorise', ({ operation }) => operation?.startsWith('create') === true),
  ),
];
