// Defects of the form of response bodies: members, times, amounts, text and content types.
import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import {
  changeAt,
  changeMembers,
  each,
  isSuccess,
  onSuccess,
  removeAt,
  setAt,
  setHeader,
} from './edits/response-edits.ts';
import { asEpoch, withOffset, withoutZone } from './edits/time-edits.ts';
import type { Mutant } from './mutant.ts';

/** Each area of the specification with an operation of the area that reads one resource. */
const readsByArea = [
  ['tenants', 'getTenant'],
  ['domains', 'getDomain'],
  ['hosting', 'getHostingAccount'],
  ['ssl', 'getCertificate'],
  ['dns', 'getDnsZone'],
  ['email', 'getEmailService'],
  ['vps', 'getVps'],
  ['support', 'getTicket'],
  ['webhooks', 'getWebhook'],
  ['api-keys', 'getApiKey'],
] as const satisfies readonly (readonly [string, OperationId])[];

const families: Record<string, readonly OperationId[]> = {
  customers: ['createCustomer', 'getCustomer', 'listCustomers', 'updateCustomer'],
  services: ['getService', 'listServices', 'listCustomerServices'],
  invoices: ['getInvoice', 'listInvoices'],
  subscriptions: ['getSubscription', 'listSubscriptions'],
  payments: ['createPayment', 'listPayments'],
  wallet: ['getWallet', 'topUpWallet'],
};

/** Garbles every string in a value: encodes it as UTF-8 and decodes the bytes as Latin-1. */
const mangled = (value: unknown): unknown => {
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('latin1');
  if (Array.isArray(value)) return value.map(mangled);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mangled(member)]))
    : value;
};

export const representation: readonly Mutant[] = [
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
      ['hosting', 'getHostingAccount', 'domain'],
      ['ssl', 'getCertificate', 'common_name'],
      ['dns', 'getDnsZone', 'name'],
      ['email', 'getEmailService', 'domain'],
      ['webhooks', 'getWebhook', 'url'],
    ] as const,
    ([area, operation, member]) =>
      follows(
        `representation/create-not-echoed[${operation}]`,
        `${operation} shows another \`${member}\` than was sent`,
        'endpoints/create-echoes',
        `${area}/echo`,
        (p) =>
          p.reply(operation, (reply) => {
            if (isSuccess(reply)) changeAt(reply.json, member, (value) => `${String(value)}.invalid`);
          }),
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
    'representation/create-not-echoed[getVps]',
    'getVps shows another `hostname` than was sent',
    'endpoints/fields',
    'vps/echo',
    (p) =>
      p.reply('getVps', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'hostname', (name) => `x-${String(name)}`);
      }),
  ),
  ...each(readsByArea, ([area, operation]) =>
    chosen(
      `representation/member-missing[${area}]`,
      `${operation} leaves \`created_at\` out`,
      'endpoints/fields',
      `${area}/fields`,
      (p) =>
        p.reply(operation, (reply) => {
          if (isSuccess(reply) && isObject(reply.json)) delete reply.json.created_at;
        }),
    ),
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
  ...each(['text/html', 'text/plain'], (media) =>
    stated(
      `representation/wrong-content-type[${media}]`,
      `orders are labelled ${media}`,
      'service/json-bodies',
      'bodies/labelled-json',
      (p) =>
        p.reply(['listOrders', 'getOrder', 'createOrder'], (reply) => {
          if (isSuccess(reply)) setHeader(reply, 'Content-Type', media);
        }),
    ),
  ),
  stated(
    'representation/json-truncated',
    'an invoice is cut short and no longer JSON',
    'service/json-bodies',
    'bodies/parse',
    (p) =>
      p.reply('getInvoice', (reply) => {
        if (isSuccess(reply)) reply.raw = JSON.stringify(reply.json).slice(0, -20);
      }),
  ),
  follows(
    'representation/unicode-mangled',
    'characters beyond ASCII are mangled',
    'service/unicode-survives',
    'customers/unicode',
    (p) => p.handler(['createCustomer', 'updateCustomer'], ({ body }, go) => go({ body: mangled(body) })),
  ),
  follows(
    'representation/unicode-mangled[createTicketReply]',
    'the letters of a reply beyond Latin-1 are lost',
    'service/unicode-survives',
    'support/reply-keeps-characters',
    (p) =>
      p.request('createTicketReply', (change) => {
        changeAt(change.json, 'message', (text) => String(text).replace(/[^\s -ÿ]/gu, '?'));
        return undefined;
      }),
  ),
  stated(
    'representation/trailing-comma',
    'a list of customers has a comma too many',
    'service/json-bodies',
    'bodies/parse',
    (p) =>
      p.reply('listCustomers', (reply) => {
        if (isSuccess(reply)) reply.raw = JSON.stringify(reply.json).replace(/\]/, ',]');
      }),
  ),
];
