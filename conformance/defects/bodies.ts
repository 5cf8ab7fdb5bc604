// Planted faults: bodies of the stated records, times and amounts.

import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../src/contract/operations.ts';
import type { RequirementId } from '../requirements.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import type { Injector, Mutant } from './mutant.ts';
import { encodeJwtPart, rewriteTokens, unverifiedClaims } from './observed-credentials.ts';
import { editOrders } from './order-edits.ts';
import {
  changeAt,
  changeMembers,
  each,
  isSuccess,
  type JsonObject,
  numberAt,
  recordsIn,
  removeAt,
  setAt,
  shiftInstant,
  textAt,
  valueAt,
} from './response-edits.ts';

const showsOrders = ['createOrder', 'getOrder', 'listOrders', 'cancelOrder'] as const;

/** Changes the body of one operation's success. */
const editBody = (p: Injector, operation: OperationId, edit: (json: unknown) => void): void =>
  p.reply(operation, (reply) => {
    if (isSuccess(reply)) edit(reply.json);
  });

const withOffset = (instant: unknown): unknown =>
  typeof instant === 'string' ? `${shiftInstant(instant, 7_200_000).slice(0, -1)}+02:00` : instant;
const withoutZone = (instant: unknown): unknown =>
  typeof instant === 'string' ? instant.replace('Z', '') : instant;
const asEpoch = (instant: unknown): unknown =>
  typeof instant === 'string' ? Math.floor(Date.parse(instant) / 1000) : instant;

const orderMembers = {
  id: 'order-response/id',
  status: 'order-response/status',
  total_amount: 'order-response/total-amount',
  currency: 'order-response/currency',
  invoice_id: 'order-response/invoice-id',
  services: 'order-response/services',
  created_at: 'order-response/created-at',
} as const satisfies Record<string, RequirementId>;

const families: Record<string, readonly OperationId[]> = {
  customers: ['createCustomer', 'getCustomer', 'listCustomers', 'updateCustomer'],
  services: ['getService', 'listServices', 'listCustomerServices'],
  invoices: ['getInvoice', 'listInvoices'],
  subscriptions: ['getSubscription', 'listSubscriptions'],
  payments: ['createPayment', 'listPayments'],
  wallet: ['getWallet', 'topUpWallet'],
};

export const bodies: readonly Mutant[] = [
  ...each(Object.entries(orderMembers), ([member, requirement]) =>
    stated(
      `SC01[${member}]`,
      `a new order comes without \`${member}\``,
      requirement,
      `orders/response-${member}`,
      (p) => editBody(p, 'createOrder', (json) => removeAt(json, member)),
    ),
  ),
  stated(
    'SC02',
    '`total_amount` of an order is a string',
    ['order-response/total-amount', 'service/integer-amounts'],
    'orders/response-total_amount',
    (p) => editOrders(p, (order) => setAt(order, 'total_amount', String(order.total_amount))),
  ),
  stated(
    'SC03',
    '`total_amount` of an order has decimals',
    ['order-response/total-amount', 'service/integer-amounts'],
    'orders/response-total_amount',
    (p) =>
      editOrders(p, (order) => setAt(order, 'total_amount', numberAt(order, 'total_amount') / 100 + 0.001)),
  ),
  stated(
    'SC04',
    '`total_amount` of an order is in major units',
    ['service/integer-amounts', 'order-response/total-amount', 'billing/invoice-agrees'],
    'orders/total-in-minor-units',
    (p) =>
      editOrders(p, (order) =>
        setAt(order, 'total_amount', Math.round(numberAt(order, 'total_amount') / 100)),
      ),
  ),
  stated('SC05[id]', '`id` of an order is no UUID', 'order-response/id', 'orders/response-id', (p) => {
    editOrders(p, (order) => setAt(order, 'id', `ord-${textAt(order, 'id')}`));
    p.request('everything', (change) => {
      change.path = change.path.replace('/ord-', '/');
      return undefined;
    });
  }),
  stated(
    'SC05[invoice_id]',
    '`invoice_id` of an order is no UUID',
    'order-response/invoice-id',
    'orders/response-invoice_id',
    (p) => {
      editOrders(p, (order) => setAt(order, 'invoice_id', `inv-${textAt(order, 'invoice_id')}`));
      p.request('everything', (change) => {
        change.path = change.path.replace('/inv-', '/');
        return undefined;
      });
    },
  ),
  stated(
    'SC06[objects]',
    '`services` of an order holds objects',
    'order-response/services',
    'orders/response-services',
    (p) => editOrders(p, (order) => changeAt(order, 'services.*', (id) => ({ id }))),
  ),
  stated(
    'SC06[integers]',
    '`services` of an order holds integers',
    'order-response/services',
    'orders/response-services',
    (p) => editOrders(p, (order) => changeAt(order, 'services.*', () => 42)),
  ),
  stated(
    'SC07',
    '`services` of a new order is empty',
    ['states/order-creates-services', 'order-response/services'],
    'orders/services-named',
    (p) => editOrders(p, (order) => setAt(order, 'services', [])),
  ),
  ...each(
    [
      ['SC08', 'a number', 'orders/response-created_at', asEpoch],
      ['SC09', 'not in UTC', 'bodies/utc-times', withOffset],
      ['SC10', 'without a zone', 'orders/response-created_at', withoutZone],
    ] as const,
    ([id, what, check, how]) =>
      stated(
        id,
        `\`created_at\` of an order is ${what}`,
        ['order-response/created-at', 'service/utc-times'],
        check,
        (p) => editOrders(p, (order) => changeAt(order, 'created_at', how)),
      ),
  ),
  ...each(
    [
      ['ahead', 5 * 3_600_000],
      ['behind', -2 * 365 * 86_400_000],
    ] as const,
    ([label, ms]) =>
      follows(
        `SC11[${label}]`,
        `\`created_at\` of a new order lies far ${label}`,
        'service/times-are-now',
        'orders/created-now',
        (p) =>
          editOrders(p, (order) => changeAt(order, 'created_at', (instant) => shiftInstant(instant, ms))),
      ),
  ),
  stated(
    'SC12[object]',
    '`status` of an order is an object',
    ['order-response/status', 'states/order-starts-processing'],
    'orders/response-status',
    (p) => editOrders(p, (order) => changeAt(order, 'status', (name) => ({ name }))),
  ),
  stated(
    'SC12[number]',
    '`status` of an order is a number',
    ['order-response/status', 'states/order-starts-processing'],
    'orders/response-status',
    (p) => editOrders(p, (order) => setAt(order, 'status', 3)),
  ),
  ...each(
    [
      ['token', 'login-response/token'],
      ['expires_at', 'login-response/expires-at'],
      ['user', 'login-response/user'],
      ['user.id', 'login-response/user'],
      ['user.email', 'login-response/user'],
      ['user.tenant_id', 'login-response/user'],
    ] as const,
    ([member, requirement]) =>
      stated(
        `${member.startsWith('user.') ? 'SC14' : 'SC13'}[${member}]`,
        `a login comes without \`${member}\``,
        [requirement, 'authentication/login-answers-jwt', 'endpoints/login'],
        `auth/login-${member.split('.')[0]}`,
        (p) => editBody(p, 'login', (json) => removeAt(json, member)),
      ),
  ),
  stated('SC14[no uuid]', '`user.id` of a login is no UUID', 'login-response/user', 'auth/login-user', (p) =>
    editBody(p, 'login', (json) => changeAt(json, 'user.id', () => 'user-7')),
  ),
  follows(
    'SC14[another]',
    '`user` of a login is somebody else',
    'login-response/user-is-the-caller',
    'auth/login-user-is-the-caller',
    (p) => editBody(p, 'login', (json) => changeAt(json, 'user.email', () => 'somebody@else.example')),
  ),
  stated(
    'SC15',
    'the token of a login is no JWT',
    ['login-response/token', 'authentication/login-answers-jwt', 'endpoints/login'],
    'auth/login-token-is-a-jwt',
    (p) => rewriteTokens(p, (token) => `opaque${token.replaceAll('.', '')}`),
  ),
  follows(
    'SC16',
    '`expires_at` and the `exp` of the JWT differ',
    'login-response/expiry-agrees',
    'auth/expiry-agrees-with-the-jwt',
    (p) =>
      editBody(p, 'login', (json) =>
        changeAt(json, 'expires_at', (instant) => shiftInstant(instant, 1_800_000)),
      ),
  ),
  ...each(
    [
      ['past', -7_200_000],
      ['years', 10 * 365 * 86_400_000],
    ] as const,
    ([label, ms]) =>
      stated(
        `SC17[${label}]`,
        label === 'past'
          ? 'a login hands out a token that has expired'
          : 'the token of a login lives for ten years',
        [
          'login-response/short-lived',
          'login-response/within-a-day',
          'login-response/expires-at',
          'authentication/login-answers-jwt',
          'endpoints/login',
        ],
        label === 'past' ? 'auth/token-not-expired' : 'auth/token-short-lived',
        (p) => {
          rewriteTokens(p, (token) => {
            const [head, , signature] = token.split('.');
            const claims = unverifiedClaims(token);
            return [head, encodeJwtPart({ ...claims, exp: Number(claims.exp) + ms / 1000 }), signature].join(
              '.',
            );
          });
          editBody(p, 'login', (json) =>
            changeAt(json, 'expires_at', (instant) => shiftInstant(instant, ms)),
          );
        },
      ),
  ),
  chosen(
    'SC17[week]',
    'the token of a login lives for a week',
    'login-response/within-a-day',
    'auth/token-within-a-day',
    (p) => {
      rewriteTokens(p, (token) => {
        const [head, , signature] = token.split('.');
        const claims = unverifiedClaims(token);
        return [head, encodeJwtPart({ ...claims, exp: Number(claims.exp) + 7 * 86_400 }), signature].join(
          '.',
        );
      });
      editBody(p, 'login', (json) =>
        changeAt(json, 'expires_at', (instant) => shiftInstant(instant, 7 * 86_400_000)),
      );
    },
  ),
  ...each(
    [
      ['customers', 'a number', asEpoch],
      ['services', 'not in UTC', withOffset],
      ['invoices', 'without a zone', withoutZone],
      ['payments', 'not in UTC', withOffset],
      ['subscriptions', 'a number', asEpoch],
    ] as const,
    ([family, what, how]) =>
      stated(
        `SC18[${family}]`,
        `times of ${family} are ${what}`,
        'service/utc-times',
        'bodies/utc-times',
        (p) =>
          p.reply(families[family] ?? [], (reply) => {
            if (isSuccess(reply)) changeMembers(reply.json, (name) => name.endsWith('_at'), how);
          }),
      ),
  ),
  ...each(
    [
      ['wallet', 'strings', String],
      ['invoices', 'decimal numbers', (amount: unknown) => Number(amount) / 100 + 0.001],
      ['payments', 'strings', (amount: unknown) => `${Number(amount) / 100} EUR`],
      ['subscriptions', 'decimal numbers', (amount: unknown) => Number(amount) / 100 + 0.001],
      ['services', 'strings', String],
    ] as const,
    ([family, what, how]) =>
      stated(
        `SC19[${family}]`,
        `amounts of ${family} are ${what}`,
        'service/integer-amounts',
        'bodies/integer-amounts',
        (p) =>
          p.reply(families[family] ?? [], (reply) => {
            if (isSuccess(reply)) changeMembers(reply.json, (name) => /(^|_)amount$/.test(name), how);
          }),
      ),
  ),
  ...each(
    [
      [
        'listSubscriptions',
        'current_period_end',
        (time: unknown) => Math.floor(Date.parse(String(time)) / 1000),
      ],
      ['getCertificate', 'valid_from', (time: unknown) => new Date(String(time)).toUTCString()],
    ] as const,
    ([operation, member, how]) =>
      stated(
        `SC18[${member}]`,
        `\`${member}\` of ${operation} is a time of another make`,
        'service/utc-times',
        'bodies/utc-times',
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) changeMembers(reply.json, (name) => name === member, how);
          }),
      ),
  ),
  stated(
    'SC19[price]',
    'the items of an order have a `price` of 19.99',
    'service/integer-amounts',
    'bodies/integer-amounts',
    (p) =>
      p.reply(['createOrder', 'getOrder'], (reply) => {
        if (isSuccess(reply)) setAt(reply.json, 'items.*.price', 19.99);
      }),
  ),
  ...each(
    [
      ['total_amount', (amount: unknown) => Number(amount) + 1],
      ['currency', () => 'XTS'],
      ['invoice_id', () => randomUUID()],
      ['services', () => [randomUUID()]],
    ] as const,
    ([member, to]) =>
      follows(
        `SC20[${member}]`,
        `an order read again shows another \`${member}\``,
        ['order-response/detail-agrees', 'endpoints/list-and-detail-agree'],
        'orders/detail-agrees',
        (p) => editBody(p, 'getOrder', (json) => changeAt(json, member, to)),
      ),
  ),
  follows(
    'SC21[customer]',
    'a new customer shows another name than was sent',
    'endpoints/create-echoes',
    'customers/echo',
    (p) =>
      p.handler('createCustomer', ({ body: sent }, go) => {
        const copy = structuredClone(sent);
        changeAt(copy, 'last_name', (name) => String(name).slice(0, 3));
        return go({ body: copy });
      }),
  ),
  chosen(
    'SC22[password]',
    'a login sends the password back',
    'authentication/no-echoed-secrets',
    'bodies/no-secrets',
    (p) =>
      p.reply('login', (reply, { json }) => {
        if (isSuccess(reply)) setAt(reply.json, 'user.password', valueAt(json, 'password'));
      }),
  ),
  ...each(
    [
      ['listCustomers', 'customers/list-agrees', 'data.*.last_name', () => 'Nobody'],
      ['listOrders', 'orders/list-agrees', 'data.*.total_amount', (amount: unknown) => Number(amount) + 1],
      ['listServices', 'services/list-agrees', 'data.*.sku_id', () => 'another-sku'],
      [
        'listInvoices',
        'billing/invoice-list-agrees',
        'data.*.total_amount',
        (amount: unknown) => Number(amount) + 1,
      ],
    ] as const,
    ([operation, check, path, to]) =>
      follows(
        `SC23[${operation}]`,
        `${operation} shows other values than the detail`,
        'endpoints/list-and-detail-agree',
        check,
        (p) => editBody(p, operation, (json) => changeAt(json, path, to)),
      ),
  ),
  chosen('SC24', 'lists are bare arrays', 'endpoints/list-envelope', 'lists/envelope', (p) =>
    p.reply('everything', (reply) => {
      if (isSuccess(reply) && Array.isArray(valueAt(reply.json, 'data')))
        reply.json = valueAt(reply.json, 'data');
    }),
  ),
  ...each(
    [
      ['createCustomer', 'metadata', 'customers/fields'],
      ['getWallet', 'available_amount', 'billing/fields'],
      ['getInvoice', 'lines', 'billing/fields'],
      ['getService', 'auto_renew', 'services/fields'],
      ['getCurrentUser', 'role', 'auth/fields'],
      ['getSubscription', 'amount', 'billing/fields'],
      ['createPayment', 'method', 'billing/fields'],
    ] as const,
    ([operation, member, check]) =>
      chosen(`SC25[${operation}]`, `${operation} leaves \`${member}\` out`, 'endpoints/fields', check, (p) =>
        editBody(p, operation, (json) => removeAt(json, member)),
      ),
  ),
];
