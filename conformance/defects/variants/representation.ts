// Lawful variants of the form of replies: members, HTTP headers, lists, times, ids and encodings.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { isObject } from '../../../src/contract/is-object.ts';
import { UUID } from '../../../src/contract/uuid.ts';
import { BURST, variant } from '../define-mutant.ts';
import {
  changeAt,
  changeMembers,
  each,
  header,
  isSuccess,
  recordsIn,
  removeAt,
  setAt,
  setHeader,
  textAt,
  valueAt,
} from '../edits/response-edits.ts';
import { editReplies, editSuccesses, LISTS } from '../edits/variant-edits.ts';
import type { ClientRequest, Injector, LawfulVariant } from '../mutant.ts';

/** Matches paths of resources for which the specification does not require the id to be a UUID. */
const numbered =
  /^\/(subscriptions|payments|domains|hosting|ssl|dns|email|vps|support|webhooks|api-keys)(\/|$)/;

/**
 * Shows numeric ids in replies, and accepts numeric ids in paths.
 * @param perTenant whether the numbers of each tenant start at 1; otherwise all tenants share one series
 */
function numericIds(p: Injector, perTenant: boolean): void {
  const tenants = new Map<string, string>();
  const numberById = new Map<string, number>();
  const idByNumber = new Map<string, string>();
  const counts = new Map<string, number>();
  const counterOf = ({ bearer }: ClientRequest): string =>
    perTenant ? (tenants.get(bearer ?? '') ?? '') : 'all';
  p.resolveCredential((bearer, go) => {
    const caller = go();
    if ('tenantId' in caller) tenants.set(bearer, caller.tenantId ?? '');
    return caller;
  });
  p.request(
    ({ path }) => numbered.test(path),
    (change, request) => {
      change.path = change.path
        .split('/')
        .map((part) => idByNumber.get(`${counterOf(request)} ${part}`) ?? part)
        .join('/');
      return undefined;
    },
  );
  p.reply(
    ({ path }) => numbered.test(path),
    (reply, request) =>
      changeMembers(
        reply.json,
        (name) => name === 'id',
        (id) => {
          if (typeof id !== 'string' || !UUID.test(id)) return id;
          const counter = counterOf(request);
          const number = numberById.get(id) ?? (counts.get(counter) ?? (perTenant ? 0 : 40_000)) + 1;
          if (!numberById.has(id)) counts.set(counter, number);
          numberById.set(id, number);
          idByNumber.set(`${counter} ${number}`, id);
          return number;
        },
      ),
  );
}

const instants = (p: Injector, edit: (instant: string) => string): void =>
  editSuccesses(p, (reply) =>
    changeMembers(
      reply.json,
      (name) => /_at$|_from$|_until$|_start$|_end$/.test(name),
      (value) => (typeof value === 'string' && value.endsWith('Z') ? edit(value) : value),
    ),
  );

const DAY = 86_400_000;

/** Replaces the calendar date of a UTC instant. */
const withDate = (instant: string, write: (day: number) => string): string =>
  `${write(Date.parse(instant.slice(0, 10)))}${instant.slice(10)}`;

/** Writes a day as an ordinal date of ISO 8601: `2026-326`. */
function ordinalDate(day: number): string {
  const year = new Date(day).getUTCFullYear();
  return `${year}-${String((day - Date.UTC(year, 0, 0)) / DAY).padStart(3, '0')}`;
}

/** Writes a day as a week date of ISO 8601: `2026-W47-7`. */
function weekDate(day: number): string {
  const weekday = ((new Date(day).getUTCDay() + 6) % 7) + 1;
  const thursday = day + (4 - weekday) * DAY;
  const year = new Date(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1;
  return `${year}-W${String(week).padStart(2, '0')}-${weekday}`;
}

/** Adds unknown members to every object in a value, except to `errors`. */
function addMembers(value: unknown): void {
  if (Array.isArray(value)) for (const one of value) addMembers(one);
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) if (name !== 'errors') addMembers(inner);
  value.x_extra = { note: 'more', list: [1, null], flag: true };
}

export const variantsRepresentation: readonly LawfulVariant[] = [
  variant('variant/extra-members', 'more members at every level', (p) =>
    editReplies(p, (reply) => addMembers(reply.json)),
  ),
  variant('variant/extra-headers', 'more headers', (p) =>
    editReplies(p, (reply) =>
      Object.assign(reply.headers, {
        Server: 'nginx/1.27',
        'X-Trace-Id': 'b7ad6b7169203331',
        'Access-Control-Allow-Origin': '*',
        Via: '1.1 proxy',
        Vary: 'Accept-Encoding',
      }),
    ),
  ),
  ...each(['lower', 'upper'] as const, (letters) =>
    variant(
      `variant/header-case[${letters}]`,
      `header names in ${letters} case`,
      (p) =>
        editReplies(p, (reply) => {
          reply.headers = Object.fromEntries(
            Object.entries(reply.headers).map(([name, value]) => [
              letters === 'lower' ? name.toLowerCase() : name.toUpperCase(),
              value,
            ]),
          );
        }),
      BURST,
    ),
  ),
  ...each(
    ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON'],
    (media) =>
      variant(`variant/content-type-spelling[${media}]`, `bodies labelled ${media}`, (p) =>
        editReplies(p, (reply) => {
          if (header(reply, 'Content-Type') === 'application/json') setHeader(reply, 'Content-Type', media);
        }),
      ),
  ),
  variant('variant/time-forms[fraction]', 'times with milliseconds', (p) =>
    instants(p, (instant) => instant.replace('Z', '.123Z')),
  ),
  variant('variant/time-forms[nine digits]', 'times with nanoseconds', (p) =>
    instants(p, (instant) => instant.replace('Z', '.123456789Z')),
  ),
  variant('variant/time-forms[offset]', 'times with +00:00', (p) =>
    instants(p, (instant) => instant.replace('Z', '+00:00')),
  ),
  variant('variant/time-forms[some without seconds]', 'every second reply has times without seconds', (p) => {
    let replies = 0;
    p.reply('everything', () => {
      replies += 1;
    });
    instants(p, (instant) => (replies % 2 === 0 ? instant.replace(/:\d\dZ$/, 'Z') : instant));
  }),
  ...each(
    [
      ['comma', (instant: string) => instant.replace('Z', ',5Z')],
      ['no seconds', (instant: string) => instant.replace(/:\d\dZ$/, 'Z')],
      ['basic', (instant: string) => instant.replace(/[-:]/g, '')],
      ['basic, short offset', (instant: string) => instant.replace(/[-:]/g, '').replace('Z', '+00')],
      ['lower case', (instant: string) => instant.toLowerCase()],
      ['ordinal date', (instant: string) => withDate(instant, ordinalDate)],
      ['week date', (instant: string) => withDate(instant, weekDate)],
    ] as const,
    ([form, write]) =>
      variant(`variant/time-forms[${form}]`, `times in another form of ISO 8601: ${form}`, (p) =>
        instants(p, write),
      ),
  ),
  ...each(['usd', 'XTS'], (code) =>
    variant(`variant/currency-codes[${code}]`, `amounts in ${code}`, (p) =>
      editSuccesses(p, (reply) =>
        changeMembers(
          reply.json,
          (name) => name === 'currency',
          () => code,
        ),
      ),
    ),
  ),
  ...each(
    [
      ['bare', (json: unknown) => valueAt(json, 'data')],
      ['items', (json: unknown) => ({ items: valueAt(json, 'data'), next: valueAt(json, 'links.next') })],
      [
        'results',
        (json: unknown) => ({
          count: valueAt(json, 'meta.total'),
          results: valueAt(json, 'data'),
          next: valueAt(json, 'links.next'),
        }),
      ],
    ] as const,
    ([label, edit]) =>
      variant(`variant/list-shapes[${label}]`, `lists of another shape: ${label}`, (p) => {
        p.reply(LISTS, (reply) => {
          if (isSuccess(reply)) reply.json = edit(reply.json);
        });
        // A reply that is a bare array has no pagination members, so the first page must contain every row.
        if (label === 'bare') {
          p.request(LISTS, (change) => {
            const query = new URLSearchParams(change.query);
            query.set('per_page', '100');
            change.query = query.toString();
            return undefined;
          });
        }
      }),
  ),
  variant('variant/pages-of-five', 'pages of five rows', (p) =>
    p.request(LISTS, (change) => {
      const query = new URLSearchParams(change.query);
      if (!query.has('per_page')) query.set('per_page', '5');
      change.query = query.toString();
      return undefined;
    }),
  ),
  variant('variant/body-encodings[pretty]', 'bodies with line breaks and indents', (p) =>
    editReplies(p, (reply) => {
      if (reply.raw === null && reply.json !== undefined) reply.raw = JSON.stringify(reply.json, null, 4);
    }),
  ),
  ...each(['gzip', 'br'] as const, (coding) =>
    variant(`variant/body-encodings[${coding}]`, `bodies in ${coding}`, (p) =>
      editReplies(p, (reply) => {
        const text = reply.raw ?? JSON.stringify(reply.json ?? null);
        const bytes = typeof text === 'string' ? Buffer.from(text) : text;
        if (bytes.length === 0) return;
        reply.raw = coding === 'gzip' ? gzipSync(bytes) : brotliCompressSync(bytes);
        reply.headers['Content-Encoding'] = coding;
      }),
    ),
  ),
  ...each([2, 99], (seed) =>
    variant(`variant/other-seed[${seed}]`, `other people, other ids: seed ${seed}`, (p) =>
      p.option('seed', seed),
    ),
  ),
  variant(
    'variant/member-names[key name]',
    'the key of an API key is called `token`, the secret of an endpoint `signing_key`',
    (p) => {
      p.reply('createApiKey', (reply) => {
        if (!isSuccess(reply)) return;
        setAt(reply.json, 'token', valueAt(reply.json, 'key'));
        removeAt(reply.json, 'key');
      });
      p.reply('createWebhook', (reply) => {
        if (!isSuccess(reply)) return;
        setAt(reply.json, 'signing_key', valueAt(reply.json, 'secret'));
        removeAt(reply.json, 'secret');
      });
    },
  ),
  variant(
    'variant/member-names[replies]',
    'the replies of a ticket are called `messages` and hold their text as `body`',
    (p) =>
      p.reply('getTicket', (reply) => {
        if (!isSuccess(reply) || !isObject(reply.json)) return;
        const { replies, ...rest } = reply.json;
        reply.json = {
          ...rest,
          messages: Array.isArray(replies)
            ? replies.map((one) => ({ id: valueAt(one, 'id'), body: textAt(one, 'message') }))
            : [],
        };
      }),
  ),
  variant('variant/member-names[stats]', 'usage as flat figures', (p) =>
    p.reply('getHostingStats', (reply) => {
      if (isSuccess(reply)) reply.json = { disk_usage_mb: 120, bandwidth_usage_mb: 88 };
    }),
  ),
  variant(
    'variant/related-numbers[wallet]',
    'a wallet that shows its opening balance before its balance',
    (p) =>
      p.reply('getWallet', (reply) => {
        if (isSuccess(reply))
          reply.json = {
            opening_balance: 100,
            current_balance: valueAt(reply.json, 'balance_amount') ?? valueAt(reply.json, 'balance'),
          };
      }),
  ),
  variant('variant/related-numbers[usage]', 'the usage of a key tells what is left of the limit', (p) => {
    let left = 90;
    p.reply('getApiKeyUsage', (reply) => {
      left -= 1;
      if (isSuccess(reply)) setAt(reply.json, 'rate_limit', { remaining: left });
    });
  }),
  variant('variant/normalized-values[phone]', 'telephone numbers are written otherwise', (p) =>
    p.reply(['getCustomer', 'createCustomer', 'listCustomers', 'updateCustomer'], (reply) => {
      if (!isSuccess(reply)) return;
      for (const one of recordsIn(reply.json))
        changeAt(one, 'phone', (phone) =>
          typeof phone === 'string' ? phone.replace('+49', '0049 ') : phone,
        );
    }),
  ),
  variant('variant/normalized-values[quoted]', 'contents of records stand in quotes', (p) =>
    p.reply(['listDnsRecords', 'createDnsRecord', 'updateDnsRecord'], (reply) => {
      if (!isSuccess(reply)) return;
      for (const one of recordsIn(reply.json))
        for (const name of ['content', 'value', 'data'])
          changeAt(one, name, (text) => (typeof text === 'string' ? `"${text}"` : text));
    }),
  ),
  variant('variant/normalized-values[url]', 'addresses of endpoints end in an empty query', (p) =>
    p.reply(['getWebhook', 'createWebhook', 'listWebhooks', 'updateWebhook'], (reply) => {
      if (!isSuccess(reply)) return;
      for (const one of recordsIn(reply.json))
        changeAt(one, 'url', (url) => (typeof url === 'string' ? `${new URL(url).href}?` : url));
    }),
  ),
  variant('variant/numeric-ids', 'ids that are not said to be UUIDs are numbers', (p) =>
    numericIds(p, false),
  ),
  variant('variant/numeric-ids[per tenant]', 'each tenant counts its own things from one', (p) =>
    numericIds(p, true),
  ),
  ...each(
    [
      ['a list', (wallet: object) => ({ wallets: [{ currency: 'JPY', balance: 500 }, wallet] })],
      ['a bare list', (wallet: object) => [wallet, { currency: 'JPY', balance: 500 }]],
      [
        'a table',
        ({ currency, balance }: { currency: string; balance: unknown }) => ({
          balances: { [currency]: balance, JPY: 500 },
        }),
      ],
    ] as const,
    ([what, shape]) =>
      variant(`variant/wallet-shapes[${what}]`, `a wallet in two currencies: ${what}`, (p) =>
        p.reply('getWallet', (reply) => {
          if (!isSuccess(reply)) return;
          const balance = valueAt(reply.json, 'balance_amount') ?? valueAt(reply.json, 'balance');
          reply.json = shape({ currency: textAt(reply.json, 'currency'), balance });
        }),
      ),
  ),
];
