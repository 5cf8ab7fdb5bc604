// Planted faults: bodies of the stated records, times and amounts.

import { asEpoch, withOffset, withoutZone } from './time-edits.ts';
import { onSuccess } from './response-edits.ts';
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
      `orders/response-member-missing[${member}]`,
      `a new order comes without \`${member}\``,
      requirement,
      `orders/response-${member}`,
      (p) => onSuccess(p, 'createOrder', (json) => removeAt(json, member)),
    ),
  ),
  stated(
    'orders/total-as-string',
    '`total_amount` of an order is a string',
    ['order-response/total-amount', 'service/integer-amounts'],
    'orders/response-total_amount',
    (p) => editOrders(p, (order) => setAt(order, 'total_amount', String(order.total_amount))),
  ),
  stated(
    'orders/total-with-decimals',
    '`total_amount` of an order has decimals',
    ['order-response/total-amount', 'service/integer-amounts'],
    'orders/response-total_amount',
    (p) =>
      editOrders(p, (order) => setAt(order, 'total_amount', numberAt(order, 'total_amount') / 100 + 0.001)),
  ),
  stated(
    'orders/total-in-major-units',
    '`total_amount` of an order is in major units',
    ['service/integer-amounts', 'order-response/total-amount', 'billing/invoice-agrees'],
    'orders/total-in-minor-units',
    (p) =>
      editOrders(p, (order) =>
        setAt(order, 'total_amount', Math.round(numberAt(order, 'total_amount') / 100)),
      ),
  ),
  stated(
    'orders/reference-not-uuid[id]',
    '`id` of an order is no UUID',
    'order-response/id',
    'orders/response-id',
    (p) => {
      editOrders(p, (order) => setAt(order, 'id', `ord-${textAt(order, 'id')}`));
      p.request('everything', (change) => {
        change.path = change.path.replace('/ord-', '/');
        return undefined;
      });
    },
  ),
  stated(
    'orders/reference-not-uuid[invoice_id]',
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
    'orders/services-not-strings[objects]',
    '`services` of an order holds objects',
    'order-response/services',
    'orders/response-services',
    (p) => editOrders(p, (order) => changeAt(order, 'services.*', (id) => ({ id }))),
  ),
  stated(
    'orders/services-not-strings[integers]',
    '`services` of an order holds integers',
    'order-response/services',
    'orders/response-services',
    (p) => editOrders(p, (order) => changeAt(order, 'services.*', () => 42)),
  ),
  stated(
    'orders/services-empty',
    '`services` of a new order is empty',
    ['states/order-creates-services', 'order-response/services'],
    'orders/services-named',
    (p) => editOrders(p, (order) => setAt(order, 'services', [])),
  ),
  ...each(
    [
      ['orders/created-at-number', 'a number', 'orders/response-created_at', asEpoch],
      ['orders/created-at-not-utc', 'not in UTC', 'bodies/utc-times', withOffset],
      ['orders/created-at-without-zone', 'without a zone', 'orders/response-created_at', withoutZone],
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
        `orders/created-at-not-now[${label}]`,
        `\`created_at\` of a new order lies far ${label}`,
        'service/times-are-now',
        'orders/created-now',
        (p) =>
          editOrders(p, (order) => changeAt(order, 'created_at', (instant) => shiftInstant(instant, ms))),
      ),
  ),
  stated(
    'orders/status-not-string[object]',
    '`status` of an order is an object',
    ['order-response/status', 'states/order-starts-processing'],
    'orders/response-status',
    (p) => editOrders(p, (order) => changeAt(order, 'status', (name) => ({ name }))),
  ),
  stated(
    'orders/status-not-string[number]',
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
        `${member.startsWith('user.') ? 'auth/login-user-invalid' : 'auth/login-member-missing'}[${member}]`,
        `a login comes without \`${member}\``,
        [requirement, 'authentication/login-answers-jwt', 'endpoints/login'],
        `auth/login-${member.split('.')[0]}`,
        (p) => onSuccess(p, 'login', (json) => removeAt(json, member)),
      ),
  ),
  stated(
    'auth/login-user-invalid[no uuid]',
    '`user.id` of a login is no UUID',
    'login-response/user',
    'auth/login-user',
    (p) => onSuccess(p, 'login', (json) => changeAt(json, 'user.id', () => 'user-7')),
  ),
  follows(
    'auth/login-user-invalid[another]',
    '`user` of a login is somebody else',
    'login-response/user-is-the-caller',
    'auth/login-user-is-the-caller',
    (p) => onSuccess(p, 'login', (json) => changeAt(json, 'user.email', () => 'somebody@else.example')),
  ),
  stated(
    'auth/login-token-not-jwt',
    'the token of a login is no JWT',
    ['login-response/token', 'authentication/login-answers-jwt', 'endpoints/login'],
    'auth/login-token-is-a-jwt',
    (p) => rewriteTokens(p, (token) => `opaque${token.replaceAll('.', '')}`),
  ),
  follows(
    'auth/expiry-differs-from-jwt',
    '`expires_at` and the `exp` of the JWT differ',
    'login-response/expiry-agrees',
    'auth/expiry-agrees-with-the-jwt',
    (p) =>
      onSuccess(p, 'login', (json) =>
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
        `auth/token-lifetime-wrong[${label}]`,
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
          onSuccess(p, 'login', (json) =>
            changeAt(json, 'expires_at', (instant) => shiftInstant(instant, ms)),
          );
        },
      ),
  ),
  chosen(
    'auth/token-lifetime-wrong[week]',
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
      onSuccess(p, 'login', (json) =>
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
        `representation/times-invalid[${family}]`,
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
        `representation/amounts-invalid[${family}]`,
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
        `representation/times-invalid[${member}]`,
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
    'representation/amounts-invalid[price]',
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
        `orders/detail-differs[${member}]`,
        `an order read again shows another \`${member}\``,
        ['order-response/detail-agrees', 'endpoints/list-and-detail-agree'],
        'orders/detail-agrees',
        (p) => onSuccess(p, 'getOrder', (json) => changeAt(json, member, to)),
      ),
  ),
  follows(
    'representation/create-not-echoed[customer]',
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
    'auth/login-returns-password[password]',
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
        `lists/values-differ-from-detail[${operation}]`,
        `${operation} shows other values than the detail`,
        'endpoints/list-and-detail-agree',
        check,
        (p) => onSuccess(p, operation, (json) => changeAt(json, path, to)),
      ),
  ),
  chosen('lists/bare-array', 'lists are bare arrays', 'endpoints/list-envelope', 'lists/envelope', (p) =>
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
      chosen(
        `representation/member-missing[${operation}]`,
        `${operation} leaves \`${member}\` out`,
        'endpoints/fields',
        check,
        (p) => onSuccess(p, operation, (json) => removeAt(json, member)),
      ),
  ),
];
