// What the platform may do otherwise with orders, money, services and other resources.

import { isObject } from '../../contract/is-object.ts';
import type { OperationId } from '../../contract/operations.ts';
import {
  answer,
  changeAt,
  changeMembers,
  hideRows,
  isSuccess,
  jsonResponse,
  LISTS,
  listAt,
  NOT_FOUND,
  numberAt,
  onEachRecord,
  onSuccess,
  recordsIn,
  refusal,
  removeAt,
  replace,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from '../edits.ts';
import { type Hooks, matches, type RequestMatcher, type ResponseEdit } from '../exchange.ts';
import { type Apply, eachValue, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';
import { hasValidBody } from './requests.ts';
import { shiftBalance } from './wallet.ts';

/**
 * Hides resources once they are ended.
 * @param ends the operation that ends a resource
 * @param reads the operations that then reply 404
 * @param list the list that no longer shows it; null when it still does
 */
const hidden =
  (ends: OperationId, reads: readonly OperationId[], list: OperationId | null): Apply =>
  (p) => {
    const ended = new Set<string>();
    replace(
      p,
      reads,
      (reply, { params: { id = '' }, operation }) =>
        ended.has(id) && !(operation === ends && isSuccess(reply)),
      NOT_FOUND,
    );
    p.reply(ends, (reply, { params }) => {
      if (isSuccess(reply)) ended.add(params.id ?? '');
    });
    if (list) p.reply(list, (reply) => hideRows(reply, (row) => ended.has(textAt(row, 'id'))));
  };

/** Hides resources that have a state, whenever they reached it. */
const hiddenByState =
  (state: string, read: OperationId, list: OperationId | null): Apply =>
  (p) => {
    replace(p, read, (reply) => isSuccess(reply) && valueAt(reply.json, 'status') === state, NOT_FOUND);
    if (list) p.reply(list, (reply) => hideRows(reply, (row) => valueAt(row, 'status') === state));
  };

/** Goes on showing a deleted resource in a state. */
const shownDeleted =
  (read: OperationId, ends: OperationId, state: string): Apply =>
  (p) => {
    const shown = new Map<string, unknown>();
    const deleted = new Set<string>();
    p.reply(read, (reply, { params: { id = '' } }) => {
      if (isSuccess(reply)) shown.set(id, structuredClone(reply.json));
      const last = shown.get(id);
      if (reply.status === 404 && deleted.has(id) && isObject(last))
        replaceResponse(reply, jsonResponse(200, { ...last, status: state }));
    });
    p.reply(ends, (reply, { params }) => {
      if (isSuccess(reply)) deleted.add(params.id ?? '');
    });
  };

const refuses =
  (where: RequestMatcher, status: number, code: string): Apply =>
  (p) =>
    replace(p, where, isSuccess, refusal(status, code, 'Not now.'));

/** Refuses every purchase of some kinds for a reason that the specification does not name. */
const noPurchases =
  (where: readonly OperationId[], errors?: Record<string, unknown>): Apply =>
  (p) =>
    answer(
      p,
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

/** Shows one service for each item of an order, whatever its quantity. */
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

function stopOrders(p: Hooks): void {
  const names: Record<string, string> = {
    processing: 'queued_for_review',
    completed: 'PROCESSING-2',
    failed: 'on_hold',
  };
  onEachRecord(p, ['getOrder', 'listOrders'], (record) =>
    changeAt(record, 'status', (status) => names[String(status)] ?? status),
  );
}

const invalid = (field: string, message: string): ResponseEdit =>
  refusal(422, 'VALIDATION_FAILED', 'The data was invalid.', { [field]: [message] });

/** Accepts the wallet as the only payment method. */
const walletOnly: Apply = (p) =>
  answer(
    p,
    'createOrder',
    invalid('payment_method', 'Only wallet is accepted.'),
    ({ json, bearer }) => bearer !== null && !['', 'wallet'].includes(textAt(json, 'payment_method')),
  );

const LOCAL = /^https?:\/\/(localhost|127\.|\[::1\])/;

/** Accepts no webhook address of this machine. */
const publicAddressesOnly: Apply = (p) =>
  answer(
    p,
    ['createWebhook', 'updateWebhook'],
    invalid('url', 'The address must be public.'),
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

/** Opens a new ticket for a reply to a closed one, or reopens the closed one. */
function answersClosed(p: Hooks): void {
  p.request('createTicketReply', async ({ json }, request) => {
    const ticket = await p.send(request, { method: 'GET', path: `/support/tickets/${request.params.id}` });
    const message = textAt(json, 'message');
    if (valueAt(ticket.json, 'status') !== 'closed' || message === '') return undefined;
    const body = { subject: `Re: ${textAt(ticket.json, 'subject')}`, message };
    const opened = await p.send(request, { method: 'POST', path: '/support/tickets', json: body });
    return isSuccess(opened) ? { ...opened, headers: { ...opened.headers } } : undefined;
  });
}

function refusesClosed(p: Hooks): void {
  p.request('createTicketReply', async (_edit, request) => {
    const ticket = await p.send(request, { method: 'GET', path: `/support/tickets/${request.params.id}` });
    return valueAt(ticket.json, 'status') === 'closed'
      ? refusal(422, 'INVALID_STATE', 'The ticket is closed.')
      : undefined;
  });
}

/**
 * Shows changes later than they happen.
 * @param ms the delay in milliseconds
 * @param declared whether the target file states the delay
 * @param once whether the next read shows them, however soon it comes; lists then lack nothing but new rows
 */
const readLag =
  (reads: RequestMatcher, ms: number, declared: boolean, once = false): Apply =>
  (p) => {
    const writes = new Map<string, number[]>();
    const lastShown = new Map<string, { at: number; json: unknown }>();
    p.reply('everything', (_reply, { method, bearer }) => {
      if (method === 'GET' || bearer === null) return;
      // Of the writes that are over, the newest tells whether a reply is too old.
      const known = writes.get(bearer) ?? [];
      const over = known.findLastIndex((at) => p.now() - at >= ms);
      writes.set(bearer, [...known.slice(Math.max(0, over)), p.now()]);
    });
    p.reply(reads, (reply, { path, query, bearer }) => {
      if (!isSuccess(reply)) return;
      const key = `${bearer} ${path}?${query}`;
      const last = lastShown.get(key);
      // A reply lacks the newest writes only: one that lacks an older write is too old to be shown again.
      const missed = last && (writes.get(bearer ?? '') ?? []).filter((at) => at >= last.at);
      const isLate = last && missed?.length && missed.every((at) => p.now() - at < ms);
      if (!isLate || once) lastShown.set(key, { at: p.now(), json: structuredClone(reply.json) });
      const shown = isLate && once ? listAt(last.json, 'data').map((row) => textAt(row, 'id')) : [];
      if (shown.length > 0) hideRows(reply, (row) => !shown.includes(textAt(row, 'id')));
      else if (isLate) reply.json = structuredClone(last.json);
    });
    if (declared) p.target((file) => setAt(file, 'lag', { read: `${ms / 1000 + 1}s`, revocation: '0s' }));
  };

const RECORDS: RequestMatcher = ({ method, path }) => method === 'GET' && !path.startsWith('/auth');

// Of rows that move to the next page, none is new.
const isLaterPage = ({ query }: { query: string }): boolean => /(^|&)page=(?!1\b)/.test(query);

const LATE_TOP_UPS = ['pending', 'awaiting_settlement', 'completed', 'no status'];

export const resources: readonly Freedom[] = [
  freedom('ended', 'how ended resources are shown', open.TRANSITIONS, {
    'no inactive customers': (p) => {
      hidden('deactivateCustomer', ['getCustomer', 'updateCustomer', 'listCustomerServices'], null)(p);
      p.reply('listCustomers', (reply) => hideRows(reply, (row) => valueAt(row, 'status') !== 'active'));
    },
    'tenants in the list only': hidden('terminateTenant', ['getTenant'], null),
    'no tenants': hidden(
      'terminateTenant',
      ['getTenant', 'updateTenant', 'terminateTenant', 'getTenantUsage'],
      'listTenants',
    ),
    'no revoked keys': hiddenByState('revoked', 'getApiKey', 'listApiKeys'),
    'no instances': hiddenByState('terminated', 'getVps', null),
    'by id, instances and keys': (p) => {
      hidden('terminateVps', ['getVps'], null)(p);
      hidden('revokeApiKey', ['getApiKey'], null)(p);
    },
    'zones as being deleted': shownDeleted('getDnsZone', 'deleteDnsZone', 'deleting'),
    'endpoints as disabled': shownDeleted('getWebhook', 'deleteWebhook', 'disabled'),
  }),
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
  freedom('order-states', 'states of an order once it is processing', open.STATES, { unknown: stopOrders }),
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
  freedom('services', 'how many services an order of several units creates', open.ORDERED, {
    'one an item': oneServiceForUnits,
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
    'wallet-payments',
    'what a payment by wallet does to the balance',
    open.MONEY,
    {
      'costs 50': (p) =>
        shiftBalance(p, {
          createOrder: ({ json }) => (textAt(json, 'payment_method') === 'wallet' ? -50 : 0),
        }),
      'shows a read later': (p) => {
        const last = new Map<string | null, unknown>();
        const ordered = new Set<string | null>();
        p.reply('createOrder', (reply, { bearer }) => {
          if (isSuccess(reply)) ordered.add(bearer);
        });
        p.reply('getWallet', (reply, { bearer }) => {
          if (!isSuccess(reply)) return;
          const now = structuredClone(reply.json);
          if (ordered.delete(bearer)) reply.json = last.get(bearer) ?? reply.json;
          last.set(bearer, now);
        });
      },
    },
    { incomplete: { 'shows a read later': 'a charge shows late' } },
  ),
  freedom(
    'top-ups',
    'when a top-up is credited, and what it costs',
    open.MONEY,
    {
      ...eachValue(LATE_TOP_UPS, (status) => (p) => {
        shiftBalance(p, { topUpWallet: ({ json }) => -numberAt(json, 'amount') });
        onSuccess(p, 'topUpWallet', (json) => {
          setAt(json, 'status', status === 'no status' ? undefined : status);
          for (const name of ['wallet', 'balance_after_amount']) removeAt(json, name);
        });
      }),
      'fixed fee': (p) =>
        shiftBalance(p, { topUpWallet: ({ json }) => -Math.min(numberAt(json, 'amount'), 25) }),
      'fee of a share': (p) =>
        shiftBalance(p, { topUpWallet: ({ json }) => -Math.ceil(numberAt(json, 'amount') * 0.029) }),
    },
    {
      incomplete: Object.fromEntries(
        LATE_TOP_UPS.map((status) => [status, 'the balance does not rise during the run']),
      ),
    },
  ),
  freedom(
    'subscriptions',
    'when a cancelled subscription ends',
    open.TRANSITIONS,
    eachValue(['cancel_pending', 'cancels_at_period_end', 'active'], endsLater),
  ),
  freedom('test-deliveries', 'whether a test payload is listed among the attempts', open.DELIVERIES, {
    'not listed': (p) =>
      p.reply('listWebhookDeliveries', (reply) =>
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
  freedom('replies-to-closed-tickets', 'what a reply to a closed ticket does', open.TRANSITIONS, {
    'a new ticket': answersClosed,
    'is refused': refusesClosed,
  }),
  freedom(
    'lag',
    'how soon reads show a change',
    open.CONSISTENCY,
    {
      'lists, 2 s': readLag(LISTS, 2000, true),
      'lists, 300 ms, undeclared': readLag(LISTS, 300, false),
      'one read': readLag(
        (request) => matches(RECORDS, request) && !isLaterPage(request) && request.path !== '/wallet',
        900,
        false,
        true,
      ),
      'reads, 300 ms, undeclared': readLag(RECORDS, 300, false),
    },
    {
      incomplete: Object.fromEntries(
        ['one read', 'reads, 300 ms, undeclared'].map((value) => [
          value,
          'a balance may be of before a top-up, and nothing says so',
        ]),
      ),
    },
  ),
];
