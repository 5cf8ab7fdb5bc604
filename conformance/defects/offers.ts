// Planted faults: operations that are not offered, answer for another thing, or do to a thing what was asked of another.
import { answer, at, become, change, each, isDict, isSuccess, put, refusal } from './edit.ts';
import type { Defect } from './plant.ts';
import { chosen, follows, stated } from './row.ts';

const NOT_YET = refusal(501, 'NOT_IMPLEMENTED', 'Not yet.');

export const offers: readonly Defect[] = [
  ...each(['suspendService', 'renewService'] as const, (operation) =>
    stated(
      `SX18[${operation}]`,
      `${operation} is not offered`,
      [
        'states/service-actions',
        operation === 'suspendService' ? 'endpoints/suspend-service' : 'endpoints/renew-service',
      ],
      'services/actions',
      (p) => p.request(operation, (_asking, { bearer }) => (bearer === null ? undefined : NOT_YET)),
    ),
  ),
  stated(
    'AK10',
    'keys cannot be revoked',
    ['authentication/keys-managed', 'endpoints/revoke-api-key'],
    'api-keys/managed',
    (p) => p.request('revokeApiKey', (_asking, { bearer }) => (bearer === null ? undefined : NOT_YET)),
  ),
  stated(
    'AU12[offered]',
    'a refresh is not offered',
    ['endpoints/refresh', 'authentication/refresh'],
    'auth/refresh-offered',
    (p) => p.request('refreshSession', () => refusal(404, 'ROUTE_NOT_FOUND', 'There is no such path.')),
  ),
  stated(
    'LC22',
    'a service is shown under the id of its order',
    'endpoints/get-service',
    'services/get',
    (p) =>
      p.reply('getService', (reply) => {
        if (isSuccess(reply)) put(reply.json, 'id', at(reply.json, 'order_id'));
      }),
  ),
  follows(
    'DX40',
    'a domain is registered for another term than was asked for',
    'endpoints/create-echoes',
    'domains/echo',
    (p) =>
      p.handler('registerDomain', ({ body }, go) =>
        go({ body: { ...(isDict(body) ? body : {}), billing_cycle: '2_year' } }),
      ),
  ),
  chosen(
    'TK10',
    'closing a closed ticket opens it',
    'support/closed-is-final',
    'support/closed-stays-closed',
    (p) =>
      p.handler('closeTicket', ({ asked, books }, go) => {
        const ticket = books.shelf('tickets').find(asked.params.id ?? '');
        return ticket?.status === 'closed'
          ? books.shelf('tickets').update(ticket.id, { status: 'open' })
          : go();
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
        `ST16[${operation}]`,
        `${operation} succeeds on an id that names nothing`,
        ['endpoints/unknown-id-refused', 'endpoints/unknown-id-404'],
        `unknown-id/${operation}`,
        (p) =>
          p.reply(operation, (reply, { params }) => {
            if (reply.status === 404) become(reply, answer(200, { id: params.id, deleted: true }));
          }),
      ),
  ),
  stated(
    'SX30',
    'a completed order can be cancelled',
    'states/only-pending-orders-cancel',
    'orders/cancel-completed',
    (p) =>
      p.handler('cancelOrder', ({ asked, books }, go) => {
        const order = books.shelf('orders').find(asked.params.id ?? '');
        return order?.status === 'completed'
          ? books.shelf('orders').update(order.id, { status: 'cancelled' })
          : go();
      }),
  ),
  follows(
    'SX31',
    'a cancellation is forgotten by the next read',
    ['states/acknowledged-action-happens', 'endpoints/cancel-order'],
    'orders/cancel-shows',
    (p) => {
      const cancelled = new Set<string>();
      p.reply('cancelOrder', (reply, { params }) => {
        if (isSuccess(reply)) cancelled.add(params.id ?? '');
      });
      p.reply('getOrder', (reply, { params }) => {
        if (isSuccess(reply) && cancelled.has(params.id ?? '')) put(reply.json, 'status', 'pending');
      });
    },
  ),
  stated(
    'BN11',
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
    'AU26',
    'a scheme without a credential is the last caller',
    ['authentication/missing-is-401', 'authentication/bearer'],
    'authentication/nothing-but-the-scheme',
    (p) => {
      let good: string | null = null;
      p.reply('everything', (reply, { bearer }) => {
        if (isSuccess(reply) && bearer !== null) good = bearer;
      });
      p.request('everything', (asking, { headers }) => {
        if (good !== null && headers.authorization?.trim().toLowerCase() === 'bearer')
          asking.headers.authorization = `Bearer ${good}`;
        return undefined;
      });
    },
  ),
  stated(
    'LS10',
    'the list of customers ends after ten',
    ['endpoints/list-customers', 'endpoints/list-shows-all'],
    'customers/list-goes-on',
    (p) =>
      p.reply('listCustomers', (reply) => {
        change(reply.json, 'data', (data) => (Array.isArray(data) ? data.slice(0, 10) : data));
        change(reply.json, 'links.next', () => null);
        change(reply.json, 'meta', () => ({ current_page: 1, per_page: 10, total: 10, last_page: 1 }));
      }),
  ),
  follows(
    'LC23',
    'an update keeps the first of two new texts',
    ['endpoints/update-persists', 'endpoints/update-customer'],
    'customers/update-persists',
    (p) =>
      p.handler('updateCustomer', ({ body }, go) =>
        go({ body: isDict(body) && 'first_name' in body ? { first_name: body.first_name } : body }),
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
        `TN16[${operation}]`,
        `${operation} takes another tenant's customer`,
        ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
        `isolation/${operation}`,
        (p) =>
          p.handler(operation, ({ books, body }, go) => {
            const customer = books.platform.shelf('customers').find(String(at(body, 'customer_id')));
            const tenant = customer?.tenant_id;
            return typeof tenant === 'string' && tenant !== books.tenantId
              ? go({ books: books.of(tenant) })
              : go();
          }),
      ),
  ),
  ...each(['listOrders', 'listInvoices'] as const, (operation) =>
    stated(
      `TN17[${operation}]`,
      `${operation} filtered by a customer looks beyond the tenant`,
      ['service/own-tenant-only', 'authentication/keys-scoped-per-tenant'],
      `isolation/filtered-list/${operation}`,
      (p) =>
        p.handler(operation, ({ books, query }, go) =>
          query.customer_id === undefined ? go() : go({ books: books.platform }),
        ),
    ),
  ),
  stated(
    'AU34',
    'a key is accepted without its last letter',
    'authentication/invalid-is-401',
    'api-keys/its-last-letter-left-out',
    (p) => {
      const good = new Set<string>();
      p.identify((bearer, go) => {
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
    'WH20',
    'a deleted endpoint is still listed',
    ['webhooks/deleted-is-gone', 'endpoints/delete-webhook', 'endpoints/list-webhooks'],
    'webhooks/deleted-not-listed',
    (p) => {
      const gone: unknown[] = [];
      p.handler('deleteWebhook', ({ asked, books }, go) => {
        const before = structuredClone(books.shelf('webhooks').find(asked.params.id ?? ''));
        const done = go();
        gone.push(before);
        return done;
      });
      p.reply('listWebhooks', (reply) => {
        if (isSuccess(reply))
          change(reply.json, 'data', (data) => (Array.isArray(data) ? [...gone, ...data] : data));
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
        `LC24[${operation}]`,
        `${operation} is acknowledged and nothing happens`,
        [`endpoints/${action}-vps`, 'states/vps-actions', 'states/acknowledged-action-happens'],
        `vps/${action}-happens`,
        (p) =>
          p.handler(operation, ({ asked, books }, go) => {
            go();
            return books.shelf('vps').update(asked.params.id ?? '', { status: state });
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
        `ID20[${operation}]`,
        `a replay of ${operation} does it once more`,
        operation === 'resizeVps' ? 'idempotency/replay-same-answer' : 'idempotency/purchases',
        operation === 'renewCertificate' ? `${area}/renew-replay` : `idempotency/${operation}`,
        (p) => {
          for (const step of ['replay', 'remember']) p.skip(step, operation);
        },
      ),
  ),
  stated(
    'ID21',
    'a replay of an order answers as before and is charged again',
    'idempotency/replay-is-one-operation',
    'idempotency/order-replay-debit',
    (p) => {
      const seen = new Map<string, { tenant: string; total: number }>();
      let tenant = '';
      p.handler('createOrder', ({ books }, go) => {
        tenant = books.tenantId ?? '';
        return go();
      });
      p.reply('createOrder', (reply, { headers }) => {
        const key = headers['idempotency-key'];
        if (key === undefined || !isSuccess(reply)) return;
        const before = seen.get(key);
        if (before === undefined) {
          seen.set(key, { tenant, total: Number(at(reply.json, 'total_amount')) });
          return;
        }
        p.books((books) => {
          const wallet = books
            .shelf('wallets')
            .all()
            .find((one) => one.tenant_id === before.tenant);
          if (!wallet) return;
          const balance = Number(wallet.balance_amount) - before.total;
          books.shelf('wallets').update(wallet.id, { balance_amount: balance, available_amount: balance });
        });
      });
    },
  ),
  stated(
    'FX60',
    'the scopes of a new key are shown and bind nothing',
    ['authentication/keys-carry-scopes', 'authentication/lacking-permission-is-403'],
    'authentication/scopes-bind',
    (p) => p.skip('authorise', ({ operation }) => operation?.startsWith('create') === true),
  ),
];
