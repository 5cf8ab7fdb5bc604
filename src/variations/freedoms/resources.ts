// What the platform may do otherwise with orders, money, services and other resources.

import type { OperationId } from '../../contract/operations.ts';
import {
  changeAt,
  changeMembers,
  hideRows,
  invalidFields,
  isSuccess,
  listAt,
  numberAt,
  onEachRecord,
  onSuccess,
  recordsIn,
  refusal,
  removeAt,
  setAt,
  textAt,
  valueAt,
} from '../edits.ts';
import type { ClientRequest, Hooks, RequestMatcher, ResponseEdit } from '../exchange.ts';
import {
  type Apply,
  answerWith,
  changeShown,
  eachValue,
  editRecords,
  editReply,
  type Freedom,
  freedom,
  replaceReply,
  text,
} from '../freedom.ts';
import { open } from '../sentences.ts';
import { hasValidBody } from './requests.ts';

const refuses = (where: RequestMatcher, status: number, code: string): Apply =>
  replaceReply(where, isSuccess, refusal(status, code, 'Not now.'));

/** Refuses every purchase of some kinds for a reason that the specification does not name. */
const noPurchases = (where: readonly OperationId[], errors?: Record<string, unknown>): Apply =>
  answerWith(
    where,
    refusal(422, 'NOT_TODAY', 'We take no orders on Fridays.', errors),
    (request) => request.bearer !== null && hasValidBody(request),
  );

/** What is not sold → the operations that sell it. */
export const SHOPS: Readonly<Record<string, readonly OperationId[]>> = {
  orders: ['createOrder'],
  'hosting, instances, tickets': ['createHostingAccount', 'createVps', 'createTicket'],
  'money and domains': ['topUpWallet', 'createPayment', 'registerDomain', 'createCertificate'],
};

function oneServiceForUnits(p: Hooks): void {
  const kept = new Map<string, unknown[]>();
  p.reply('createOrder', (reply, { json }) => {
    if (!isSuccess(reply)) return;
    const services = listAt(reply.json, 'services');
    let first = 0;
    const own = listAt(json, 'items').map((item) => {
      const service = services[first];
      first += numberAt(item, 'quantity') || 1;
      return service;
    });
    const id = textAt(reply.json, 'id');
    kept.set(id, kept.get(id) ?? own);
  });
  p.reply(['createOrder', 'getOrder', 'listOrders', 'cancelOrder'], (reply) => {
    for (const order of isSuccess(reply) ? recordsIn(reply.json) : []) {
      const own = kept.get(textAt(order, 'id'));
      if (own) setAt(order, 'services', own);
    }
  });
}

function endsLater(status: string): Apply {
  return (p) => {
    const active = new Map<string, unknown>();
    const ending = (json: unknown): void => {
      setAt(json, 'status', status);
      setAt(json, 'cancel_at_period_end', true);
    };
    p.reply('getSubscription', (reply, { params: { id = '' } }) => {
      const state = isSuccess(reply) ? valueAt(reply.json, 'status') : '';
      if (!active.has(id) && state === 'active') active.set(id, structuredClone(reply.json));
      else if (state === 'cancelled' && active.has(id)) {
        reply.json = structuredClone(active.get(id));
        ending(reply.json);
      }
    });
    onSuccess(p, 'cancelSubscription', ending);
  };
}

const CHANGE_TIMES =
  /^(status|state|(suspended|terminated|deactivated|closed|revoked|updated|cancelled|ends)_at|(suspend|suspension)_reason)$/;

function hideStates(p: Hooks): void {
  const hasState: RequestMatcher = ({ operation }) =>
    !/order|login|session|twofactor/i.test(operation ?? 'order') &&
    /service|customer|tenant|ticket|vps|subscription|apikey|domain|certificate|zone|email|hosting|webhook/i.test(
      operation ?? '',
    );
  onEachRecord(p, hasState, (record) => {
    for (const name of Object.keys(record)) if (CHANGE_TIMES.test(name)) removeAt(record, name);
  });
}

/** State of an order → an unknown one. */
const UNKNOWN_STATES: Readonly<Record<string, string>> = {
  processing: 'queued_for_review',
  completed: 'PROCESSING-2',
  failed: 'on_hold',
};

const walletOnly: Apply = answerWith(
  'createOrder',
  invalidFields({ payment_method: 'Only wallet is accepted.' }),
  ({ json, bearer }) => bearer !== null && !['', 'wallet'].includes(textAt(json, 'payment_method')),
);

const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/;

const publicAddressesOnly: Apply = answerWith(
  ['createWebhook', 'updateWebhook'],
  invalidFields({ url: 'The address must be public.' }),
  ({ json, bearer }) => bearer !== null && LOCAL.test(textAt(json, 'url')),
);

function deliversNothing(p: Hooks): void {
  const real = new Map<string, string>();
  p.request(['createWebhook', 'updateWebhook'], ({ json }) =>
    changeAt(json, 'url', (url) => {
      if (!LOCAL.test(String(url))) return url;
      const away = `https://undelivered-${real.size}.invalid/`;
      real.set(away, String(url));
      return away;
    }),
  );
  p.reply(
    ({ path }) => path.startsWith('/webhooks'),
    (reply) =>
      changeMembers(
        reply.json,
        (name) => name === 'url',
        (url) => real.get(String(url)) ?? url,
      ),
  );
  onEachRecord(p, 'listWebhookDeliveries', (row) =>
    Object.assign(row, { status: 'failed', response_status: null, error: 'No connection.' }),
  );
}

/** Handles a reply to a closed ticket otherwise; `handle` gets the ticket. */
const onClosedTicket =
  (
    handle: (
      ticket: unknown,
      p: Hooks,
      request: ClientRequest,
    ) => ResponseEdit | Promise<ResponseEdit | undefined>,
  ): Apply =>
  (p) =>
    p.request('createTicketReply', async (_edit, request) => {
      const { json } = await p.send(request, {
        method: 'GET',
        path: `/support/tickets/${request.params.id}`,
      });
      return valueAt(json, 'status') === 'closed' ? handle(json, p, request) : undefined;
    });

const opensAnother = onClosedTicket(async (ticket, p, request) => {
  const message = textAt(request.json, 'message');
  if (message === '') return undefined;
  const json = { subject: `Re: ${textAt(ticket, 'subject')}`, message };
  const opened = await p.send(request, { method: 'POST', path: '/support/tickets', json });
  return isSuccess(opened) ? opened : undefined;
});

export const resources: readonly Freedom[] = [
  freedom(
    'tenant-reads',
    'who may read a tenant',
    open.ROLES,
    {
      'nobody by id': refuses('getTenant', 403, 'FORBIDDEN'),
    },
    { incomplete: 'a tenant cannot be read, so its update cannot be judged' },
  ),
  freedom(
    'new-resources',
    'what is refused for a new resource',
    open.TRANSITIONS,
    {
      renewService: refuses('renewService', 409, 'CONFLICT'),
      getHostingStats: refuses('getHostingStats', 409, 'CONFLICT'),
    },
    { incomplete: 'a renewal is refused as too early, or there are no figures yet' },
  ),
  freedom('order-states', 'states of an order once it is processing', open.STATES, {
    unknown: changeShown(
      ['getOrder', 'listOrders'],
      'status',
      text((status) => UNKNOWN_STATES[status] ?? status),
    ),
  }),
  freedom(
    'states-shown',
    'whether records show their state',
    open.FIELDS,
    { never: hideStates },
    {
      incomplete: 'no record shows when an action is possible, or what the action changed',
    },
  ),
  freedom(
    'sku',
    'form of a product identifier',
    open.SKU,
    eachValue(
      ['SKU:1/x', 'a product with spaces', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', `long-${'x'.repeat(195)}`],
      (sku) => (p) => p.target((file) => setAt(file, 'values.skuId', sku)),
    ),
  ),
  freedom('services', 'how many services an order of several units creates, and their order', open.ORDERED, {
    'one an item': oneServiceForUnits,
    'last first': editRecords('everything', (order) => {
      const services = listAt(order, 'services');
      if (services.length > 1) setAt(order, 'services', services.toReversed());
    }),
  }),
  freedom(
    'provisioning',
    'how soon services are provisioned',
    open.TRANSITIONS,
    {
      immediate: (p) => p.option('lifecycle', 'immediate'),
      'on command': (p) => p.option('lifecycle', 'manual'),
    },
    { incomplete: { 'on command': 'nothing is ever set up, so its actions cannot be judged' } },
  ),
  freedom(
    'payment-methods',
    'which payment methods are accepted',
    open.METHODS,
    { 'wallet only': walletOnly },
    {
      incomplete: 'no order waits for its payment',
    },
  ),
  freedom(
    'purchases-refused',
    'which purchases are refused for a reason of business',
    open.STATUSES,
    {
      ...Object.fromEntries(
        Object.entries(SHOPS).flatMap(([what, where]) => [
          [what, noPurchases(where)],
          [`${what}, empty errors`, noPurchases(where, {})],
        ]),
      ),
      'no funds': refuses('createOrder', 422, 'INSUFFICIENT_FUNDS'),
    },
    { incomplete: 'orders or other purchases are refused, so what they create cannot be judged' },
  ),
  freedom(
    'subscriptions',
    'when a cancelled subscription ends',
    open.TRANSITIONS,
    eachValue(['cancel_pending', 'cancels_at_period_end', 'active'], endsLater),
  ),
  freedom('replies-to-closed-tickets', 'what a reply to a closed ticket does', open.TRANSITIONS, {
    'a new ticket': opensAnother,
    'is refused': onClosedTicket(() => refusal(422, 'INVALID_STATE', 'The ticket is closed.')),
  }),
  freedom('test-deliveries', 'whether a test payload is listed among the attempts', open.DELIVERIES, {
    'not listed': editReply('listWebhookDeliveries', (reply) =>
      hideRows(reply, (row) => /test|ping/i.test(JSON.stringify(row))),
    ),
  }),
  freedom(
    'webhook-addresses',
    'which addresses an endpoint may have',
    open.DELIVERIES,
    {
      'public ones': publicAddressesOnly,
      'local ones get nothing': deliversNothing,
    },
    { allow: ['webhooks'], incomplete: 'nothing is delivered to the receiver of the suite' },
  ),
];
