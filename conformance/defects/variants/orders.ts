// Lawful variants of orders and purchases: states, SKUs, and what an order creates.
import { isObject } from '../../../src/contract/is-object.ts';
import type { OperationId } from '../../../src/contract/operations.ts';
import { variant } from '../define-mutant.ts';
import {
  changeAt,
  each,
  isSuccess,
  listAt,
  recordsIn,
  refusal,
  setAt,
  textAt,
  valueAt,
} from '../edits/response-edits.ts';
import type { ClientRequest, Injector, LawfulVariant, RequestMatcher } from '../mutant.ts';

/** Refuses every order for a business reason that the specification does not name. */
const refusesOrders = (p: Injector, where: readonly OperationId[], errors?: Record<string, unknown>): void =>
  p.request(
    ({ operation, bearer }: ClientRequest) =>
      operation !== null && bearer !== null && where.includes(operation),
    () => refusal(422, 'NOT_TODAY', 'We take no orders on Fridays.', errors),
  );

/**
 * Replaces the body of every successful reply.
 * @param body builds the new body; it gets a new id on each call
 */
function insteadOf(p: Injector, where: readonly OperationId[], body: (id: string) => object): void {
  let counted = 0;
  p.reply(where, (reply) => {
    if (!isSuccess(reply)) return;
    counted += 1;
    reply.json = body(`3f0c1f0e-1111-4222-8333-${String(counted).padStart(12, '0')}`);
  });
}

const CREATIONS_WITHOUT_SECRET: readonly OperationId[] = [
  'createCustomer',
  'createPayment',
  'createHostingAccount',
  'createVps',
  'createCertificate',
  'registerDomain',
  'transferDomain',
  'createDnsZone',
  'createDnsRecord',
  'createEmailService',
  'createMailbox',
  'createTicket',
  'createTicketReply',
  'createTenant',
];

const PURCHASES: readonly OperationId[] = [
  'createHostingAccount',
  'createVps',
  'createCertificate',
  'createEmailService',
  'registerDomain',
  'transferDomain',
];

const ACTIONS: readonly OperationId[] = [
  'suspendService',
  'unsuspendService',
  'terminateService',
  'renewService',
  'cancelOrder',
  'cancelSubscription',
  'renewDomain',
  'renewCertificate',
  'reissueCertificate',
  'startVps',
  'stopVps',
  'rebootVps',
  'resizeVps',
  'terminateVps',
  'closeTicket',
  'updateCustomer',
  'deactivateCustomer',
  'updateWebhook',
  'revokeApiKey',
];

const shops: readonly (readonly [what: string, operations: readonly OperationId[]])[] = [
  ['orders', ['createOrder']],
  ['hosting, instances, tickets', ['createHostingAccount', 'createVps', 'createTicket']],
  ['money and domains', ['topUpWallet', 'createPayment', 'registerDomain', 'createCertificate']],
];

/** Renames the values of the member `status` in replies. */
const renameStates = (p: Injector, where: RequestMatcher, names: Record<string, string>): void =>
  p.reply(where, (reply) => {
    if (!isSuccess(reply)) return;
    for (const record of recordsIn(reply.json))
      changeAt(record, 'status', (status) => names[String(status)] ?? status);
  });

export const variantsOrders: readonly LawfulVariant[] = [
  variant(
    'variant/unknown-order-states',
    'order states that the specification does not name, once an order is processing',
    (p) =>
      renameStates(p, ['getOrder', 'listOrders'], {
        processing: 'queued_for_review',
        completed: 'PROCESSING-2',
        failed: 'on_hold',
      }),
  ),
  variant('variant/renamed-states[instances]', 'other names for the states of instances', (p) =>
    renameStates(
      p,
      ['getVps', 'listVps', 'createVps', 'startVps', 'stopVps', 'rebootVps', 'resizeVps', 'terminateVps'],
      {
        provisioning: 'building',
        running: 'online',
        stopped: 'off',
        terminated: 'destroyed',
      },
    ),
  ),
  variant('variant/renamed-states[products]', 'other names for the states of products', (p) => {
    renameStates(p, ['getDomain', 'listDomains', 'registerDomain'], { pending: 'registering', active: 'ok' });
    renameStates(p, ['getCertificate', 'listCertificates', 'createCertificate'], {
      issued: 'valid',
      pending: 'processing',
    });
    renameStates(p, ['getHostingAccount', 'listHostingAccounts'], { active: 'live' });
    renameStates(p, ['getEmailService', 'listEmailServices'], { active: 'ready' });
    renameStates(p, ['getDnsZone', 'listDnsZones', 'createDnsZone'], { active: 'published' });
  }),
  variant(
    'variant/renamed-states[tickets]',
    'other names for the states of tickets, keys and tenants',
    (p) => {
      renameStates(p, ['getTicket', 'listTickets', 'createTicket', 'closeTicket'], {
        open: 'new',
        closed: 'resolved',
      });
      renameStates(p, ['getApiKey', 'listApiKeys', 'revokeApiKey'], { active: 'valid', revoked: 'disabled' });
      renameStates(p, ['getTenant', 'listTenants', 'terminateTenant'], {
        active: 'enabled',
        terminated: 'deleted',
      });
    },
  ),
  variant('variant/renamed-states[services]', 'other names for the states of services', (p) =>
    renameStates(
      p,
      [
        'getService',
        'listServices',
        'listCustomerServices',
        'suspendService',
        'unsuspendService',
        'terminateService',
      ],
      {
        pending: 'provisioning',
        active: 'live',
        suspended: 'paused',
        terminated: 'gone',
      },
    ),
  ),
  variant(
    'variant/renamed-states[subscriptions]',
    'other names for the states of subscriptions, invoices and payments',
    (p) => {
      renameStates(p, ['getSubscription', 'listSubscriptions', 'cancelSubscription'], {
        cancelled: 'ended',
        past_due: 'dunning',
      });
      renameStates(p, ['getInvoice', 'listInvoices'], {
        unpaid: 'open',
        paid: 'settled',
        overdue: 'late',
        cancelled: 'void',
      });
      renameStates(p, ['createPayment', 'listPayments'], { succeeded: 'booked' });
    },
  ),
  ...each(
    ['SKU:1/x', 'a product with spaces', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', `long-${'x'.repeat(195)}`],
    (sku) =>
      variant(`variant/sku-forms[${sku.slice(0, 12)}]`, `a product known as ${sku.slice(0, 40)}`, (p) =>
        p.target((file) => setAt(file, 'values.skuId', sku)),
      ),
  ),
  variant('variant/one-service-for-units', 'one service for several units', (p) =>
    p.handler('createOrder', ({ request, db }, go) => {
      const result = go();
      if (!isObject(result) || !Array.isArray(result.services)) return result;
      let first = 0;
      const keep: string[] = [];
      for (const item of listAt(request.json, 'items')) {
        keep.push(String(result.services[first]));
        first += Number(valueAt(item, 'quantity')) || 1;
      }
      return db.table('orders').update(String(result.id), { services: keep });
    }),
  ),
  ...each(['immediate', 'manual'] as const, (lifecycle) =>
    variant(
      `variant/provisioning-speed[${lifecycle}]`,
      `services that are provisioned ${lifecycle === 'manual' ? 'only on command' : 'at once'}`,
      (p) => p.option('lifecycle', lifecycle),
    ),
  ),
  ...each(
    [
      ['createVps', 'order', 'vps'],
      ['createHostingAccount', 'service', 'account'],
      ['createCertificate', 'order', 'certificate'],
      ['registerDomain', 'order', 'domain'],
      ['createWebhook', 'tenant', 'webhook'],
      ['createTicket', 'message', 'ticket'],
      ['createTicket', 'request', 'data'],
      ['createVps', 'order', 'server'],
    ] as const,
    ([operation, beside, own]) =>
      variant(
        `variant/created-beside[${operation} ${own}]`,
        `the reply has the new resource beside its ${beside}`,
        (p) =>
          p.reply(operation, (reply) => {
            if (!isSuccess(reply)) return;
            reply.json = { [beside]: { id: '3f0c1f0e-1111-4222-8333-444455556666' }, [own]: reply.json };
          }),
      ),
  ),
  variant(
    'variant/created-beside[id of the job]',
    'a creation is answered with the id of the job that creates, beside the values of what it creates',
    (p) =>
      p.reply(CREATIONS_WITHOUT_SECRET, (reply) => {
        const { id } = isObject(reply.json) ? reply.json : {};
        if (isSuccess(reply) && typeof id === 'string')
          reply.json = { ...(reply.json as object), id: id.replace(/^.{8}/, '0b0b0b0b') };
      }),
  ),
  variant(
    'variant/created-beside[whole]',
    'a mailbox, a record is answered with the whole it was added to',
    (p) =>
      p.reply(['createMailbox', 'createDnsRecord'], (reply, { params }) => {
        if (isSuccess(reply)) reply.json = { id: params.id ?? '', added: [reply.json] };
      }),
  ),
  ...each(shops, ([what, operations]) =>
    each([undefined, {}], (errors) =>
      variant(
        `variant/orders-refused[${what}${errors ? ', empty errors' : ''}]`,
        `no ${what} today: 422 ${errors ? 'with empty' : 'without'} errors`,
        (p) => refusesOrders(p, operations, errors),
      ),
    ),
  ).flat(),
  variant(
    'variant/orders-refused[no funds]',
    'a wallet that is too small is answered 422 without errors',
    (p) =>
      p.reply('createOrder', (reply) => {
        if (!isSuccess(reply)) return;
        Object.assign(reply, refusal(422, 'INSUFFICIENT_FUNDS', 'There is too little money.'));
      }),
  ),
  ...each(
    [
      ['an order', (id: string) => ({ order: { id, status: 'processing' } })],
      ['a task', (id: string) => ({ id, status: 'queued' })],
      ['a customer', (id: string) => ({ customer: { id, name: 'Ada' } })],
    ] as const,
    ([what, body]) =>
      variant(
        `variant/purchase-answers[${what}]`,
        `what is bought is answered with ${what} alone, under whatever id`,
        (p) => insteadOf(p, PURCHASES, body),
      ),
  ),
  ...each(
    [
      ['a customer', (id: string) => ({ customer: { id, name: 'Ada' } })],
      ['a task', (id: string) => ({ id, status: 'queued' })],
    ] as const,
    ([what, body]) =>
      variant(`variant/purchase-answers[actions, ${what}]`, `actions are answered with ${what} alone`, (p) =>
        insteadOf(p, ACTIONS, body),
      ),
  ),
  ...each(
    [
      ['id', (id: string, own: string) => ({ id, status: 'queued', resource_id: own })],
      [
        'id and name',
        (id: string, own: string, name: string) => ({ id, status: 'queued', target: own, domain: name }),
      ],
      ['name', (id: string, _own: string, name: string) => ({ id, status: 'queued', domain: name, name })],
      [
        'url',
        (id: string, own: string, name: string) => ({
          id,
          type: 'task',
          for: `/v1/things/${own}`,
          domain: name,
        }),
      ],
    ] as const,
    ([label, body]) =>
      variant(
        `variant/purchase-answers[a task that names the thing by ${label}]`,
        `what is bought is answered with a task that has an id of its own and names the thing by its ${label}`,
        (p) => {
          let counted = 0;
          p.reply(PURCHASES, (reply) => {
            if (!isSuccess(reply)) return;
            counted += 1;
            const task = `3f0c1f0e-1111-4222-9333-${String(counted).padStart(12, '0')}`;
            const name = ['domain', 'name', 'common_name', 'hostname'].map((member) =>
              textAt(reply.json, member),
            );
            reply.json = body(task, textAt(reply.json, 'id'), name.find((text) => text !== '') ?? '');
          });
        },
      ),
  ),
  variant('variant/wallet-fee', 'a payment by wallet costs a fee of fifty cents, which no total shows', (p) =>
    p.handler('createOrder', ({ db, body }, go) => {
      const result = go();
      const [wallet] = db.table('wallets').all();
      const balance = valueAt(wallet, 'balance_amount');
      if (textAt(body, 'payment_method') === 'wallet' && wallet && typeof balance === 'number')
        db.table('wallets').update(wallet.id, { balance_amount: balance - 50 });
      return result;
    }),
  ),
];
