// What the replies of single operations hold, in the words of the contract: members without a value, wallets, files.

import { isObject, type JsonObject } from '../../contract/is-object.ts';
import {
  changeAt,
  changeMembers,
  isSuccess,
  LISTS,
  listAt,
  onEachRecord,
  onSuccess,
  recordsIn,
  refusal,
  removeAt,
  setAt,
  textAt,
  valueAt,
} from '../edits.ts';
import type { Hooks, RequestMatcher } from '../exchange.ts';
import { type Apply, eachValue, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';
import { onOlderRecords } from './older-records.ts';
import { instead } from './shapes.ts';

/** Changes one member of the records of some replies. */
const member =
  (where: RequestMatcher, names: readonly string[], edit: (text: string) => string): Apply =>
  (p) =>
    onEachRecord(p, where, (one) => {
      for (const name of names) changeAt(one, name, (text) => (typeof text === 'string' ? edit(text) : text));
    });

const balanceOf = (json: unknown): unknown => valueAt(json, 'balance_amount') ?? valueAt(json, 'balance');

const INSTANCES: RequestMatcher = ({ operation }) => /Vps$/.test(operation ?? '');

/** Removes the members that are null, and objects that have no other members. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .map(([name, inner]) => [name, withoutNulls(inner)] as const)
    .filter(([, inner]) => inner !== null);
  return entries.length === 0 && Object.keys(value).length > 0 ? null : Object.fromEntries(entries);
}

const inCurrency = (value: unknown, currency: string): void =>
  changeMembers(
    value,
    (name) => name === 'currency',
    () => currency,
  );

const USES = ['disk', 'bandwidth'];

/** Shows other limits of a hosting account, and what it uses of them. */
const limits =
  (limit: number | null, used: number): Apply =>
  (p) =>
    onSuccess(p, 'getHostingStats', (json) => {
      for (const use of USES) {
        setAt(json, `${use}.limit_bytes`, limit);
        setAt(json, `${use}.used_bytes`, used);
      }
    });

/** Writes the names of older DNS records with that of their zone; or of all, and zones with a final dot. */
const fullNames =
  (dot: string, all = false): Apply =>
  (p) => {
    const zones = new Map<unknown, string>();
    p.before('everything', (db) => {
      for (const { id, name } of db.table('dns_zones').all()) zones.set(id, String(name));
    });
    const edit = (record: JsonObject): void => {
      const zone = zones.get(record.zone_id);
      if (zone !== undefined && typeof record.name === 'string')
        record.name = `${record.name === '@' ? '' : `${record.name}.`}${zone}${dot}`;
    };
    if (!all) return onOlderRecords(p, edit, 1);
    p.request(['createDnsRecord', 'updateDnsRecord'], ({ json }, { params }) => {
      const end = `.${zones.get(params.id)}`;
      changeAt(json, 'name', (name) => {
        const full = `.${name}`.replace(/\.$/, '');
        return full.endsWith(end) ? full.slice(1, -end.length) || '@' : name;
      });
    });
    onEachRecord(p, ['createDnsRecord', 'updateDnsRecord', 'listDnsRecords'], edit);
    onEachRecord(p, ['createDnsZone', 'getDnsZone', 'listDnsZones'], (zone) =>
      changeAt(zone, 'name', (name) => (typeof name === 'string' ? `${name}.` : name)),
    );
  };

/** How long changes show the same `updated_at`, where times are that coarse, in ms. */
const COARSE_MS = 60_000;

/** Shows the `updated_at` of the first reading of a record for a minute. */
function coarseUpdates(p: Hooks): void {
  const shown = new Map<string, string>();
  onEachRecord(p, 'everything', (record) => {
    const [id, now] = [textAt(record, 'id'), textAt(record, 'updated_at')];
    if (now === '') return;
    const first = shown.get(id) ?? now;
    const isSoon = Date.parse(now) - Date.parse(first) < COARSE_MS;
    shown.set(id, isSoon ? first : now);
    if (isSoon) record.updated_at = first;
  });
}

const REQUIRED = ['email', 'first_name', 'last_name'];
const OPTIONAL = ['company_name', 'phone', 'address', 'tax_id', 'external_id'];

/** Stores the body of a PUT as the whole customer: what it leaves out is lost, or is refused where it is required. */
const wholeUpdates: Apply = (p) =>
  p.request('updateCustomer', ({ json }, { bearer }) => {
    if (!isObject(json) || bearer === null) return;
    const missing = REQUIRED.filter((name) => !(name in json));
    if (missing.length > 0)
      return refusal(
        422,
        'VALIDATION_FAILED',
        'The given data was invalid.',
        Object.fromEntries(missing.map((name) => [name, ['This field is required.']])),
      );
    for (const name of OPTIONAL) json[name] ??= null;
  });

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const BELOW = /\/(records|mailboxes|deliveries)(\/|$)/;

/** Shows the ids of DNS records, mailboxes and deliveries in another form, and reads UUIDs too. */
function prefixedBelow(p: Hooks): void {
  p.request(
    ({ path }) => BELOW.test(path),
    (edit) => {
      edit.path = edit.path.replace(new RegExp(`rec_(${UUIDS.source})`), '$1');
    },
  );
  const show = (id: unknown): unknown => (typeof id === 'string' ? id.replace(UUIDS, 'rec_$&') : id);
  onSuccess(p, 'everything', (json, { path }) => {
    if (BELOW.test(path)) for (const record of recordsIn(json)) changeAt(record, 'id', show);
    changeAt(json, 'mailboxes.*.id', show);
    changeAt(json, 'data.*.mailboxes.*.id', show);
  });
}

/** Adds a page without rows to each list, as where pages have a fixed size that the rows fill. */
const emptyLastPage: Apply = (p) =>
  onSuccess(p, LISTS, (json) => {
    const last = Number(valueAt(json, 'meta.last_page'));
    const address = textAt(json, 'links.last').replace(/(?<=[?&]page=)\d+/, String(last + 1));
    setAt(json, 'meta.last_page', last + 1);
    setAt(json, 'links.last', address);
    if (valueAt(json, 'meta.current_page') === last) setAt(json, 'links.next', address);
  });

/** Freedoms of single replies in the words of the contract. */
export const contents: readonly Freedom[] = [
  freedom(
    'nulls',
    'whether members without a value are shown as null',
    open.FIELDS,
    {
      omitted: (p) =>
        onEachRecord(p, 'everything', (one) => {
          for (const [name, value] of Object.entries(one)) {
            const shown = withoutNulls(value);
            if (shown === null) delete one[name];
            else one[name] = shown;
          }
        }),
    },
    { own: 'shown', chance: 60 },
  ),
  freedom('empty-lists', 'how a list without rows is shown', open.PAYLOADS, {
    null: (p) =>
      onSuccess(p, LISTS, (json) =>
        changeAt(json, 'data', (rows) => (Array.isArray(rows) && rows.length === 0 ? null : rows)),
      ),
  }),
  freedom(
    'last-page',
    'whether the last page of a list has rows',
    open.QUERIES,
    { empty: emptyLastPage },
    { own: 'rows', chance: 0 },
  ),
  freedom(
    'links',
    'whether links to pages are relative',
    open.QUERIES,
    {
      absolute: (p) =>
        onSuccess(p, LISTS, (json, { headers: { host } }) =>
          changeAt(json, 'links.*', (link) =>
            typeof link === 'string' && link.startsWith('/') && host ? `http://${host}${link}` : link,
          ),
        ),
    },
    { own: 'relative', chance: 0 },
  ),
  freedom(
    'currency',
    'which currency amounts have',
    open.MONEY,
    {
      ...eachValue(['usd', 'XTS', 'JPY', 'KWD'], (currency) => (p) => {
        p.request('everything', (change) => {
          const { json } = change;
          if (isObject(json) && json.currency === currency) change.json = { ...json, currency: 'EUR' };
        });
        onSuccess(p, 'everything', (json) => inCurrency(json, currency));
      }),
      'several in a list': (p) => onOlderRecords(p, (record) => inCurrency(record, 'USD')),
    },
    { incomplete: 'a payment in the currency of the request bodies is refused' },
  ),
  freedom('wallet', 'what the wallet shows', open.PAYLOADS, {
    'an opening balance': instead('getWallet', (_id, json) => ({
      opening_balance: 100,
      current_balance: balanceOf(json),
    })),
    'a list': instead('getWallet', (_id, json) => ({
      wallets: [
        { currency: 'JPY', balance: 500 },
        { currency: valueAt(json, 'currency'), balance: balanceOf(json) },
      ],
    })),
    'a bare list': instead('getWallet', (_id, json) => [
      { currency: valueAt(json, 'currency'), balance: balanceOf(json) },
      { currency: 'JPY', balance: 500 },
    ]),
    'a table': instead('getWallet', (_id, json) => ({
      balances: { [textAt(json, 'currency')]: balanceOf(json), JPY: 500 },
    })),
  }),
  freedom(
    'usage',
    'what the usage of an account or a key shows',
    open.PAYLOADS,
    {
      'no limits': limits(null, 5_000_000_000_000),
      'limits of zero': limits(0, 0),
      'more than the limit': limits(1000, 2500),
      'flat figures': instead('getHostingStats', () => ({ disk_usage_mb: 120, bandwidth_usage_mb: 88 })),
      'what is left of the limit': (p) => {
        let left = 90;
        onSuccess(p, 'getApiKeyUsage', (json) => setAt(json, 'rate_limit', { remaining: --left }));
      },
      'no figures yet': instead('getApiKeyUsage', () => ({ available: false })),
      'a series of days': instead('getApiKeyUsage', (_id, json) => ({
        days: [
          { day: '2026-11-19', calls: 0 },
          { day: '2026-11-20', calls: valueAt(json, 'total_requests') },
        ],
      })),
    },
    { incomplete: { 'no figures yet': 'the usage has no figures' } },
  ),
  freedom('replies-of-tickets', 'how a ticket shows its replies', open.PAYLOADS, {
    messages: (p) =>
      onSuccess(p, 'getTicket', (json) => {
        const all = listAt(json, 'replies');
        removeAt(json, 'replies');
        const messages = all.map((one) => ({ id: valueAt(one, 'id'), body: textAt(one, 'message') }));
        setAt(json, 'messages', messages);
      }),
    'one thread': (p) =>
      onSuccess(p, 'getTicket', (json) => {
        const opening = { author: 'customer', message: valueAt(json, 'message') };
        setAt(json, 'replies', [opening, ...listAt(json, 'replies')]);
      }),
    'newest first': (p) =>
      onSuccess(p, 'getTicket', (json) => {
        // A client can sort them again: no two have one time.
        const replies = listAt(json, 'replies');
        for (const [at, reply] of replies.entries()) {
          const time = Date.parse(textAt(reply, 'created_at')) + at * 1000;
          setAt(reply, 'created_at', new Date(time).toISOString().replace('.000Z', 'Z'));
        }
        setAt(json, 'replies', replies.toReversed());
      }),
  }),
  freedom(
    'power',
    'which member shows the state of an instance',
    open.STATES,
    {
      power: (p) =>
        onEachRecord(p, INSTANCES, (one) => {
          one.power = one.status;
          delete one.status;
        }),
      flags: (p) =>
        onEachRecord(p, INSTANCES, (one) => {
          one.is_running = one.status === 'running';
          one.is_terminated = one.status === 'terminated';
          delete one.status;
        }),
      'beside a status': (p) =>
        onEachRecord(p, INSTANCES, (one) => {
          one.power = one.status;
          if (/^(running|stopp|start|reboot)/.test(String(one.status))) one.status = 'active';
        }),
    },
    { incomplete: 'the state of an instance is not where the suite reads it' },
  ),
  freedom('reset-password', 'whether a reset password is shown', open.PAYLOADS, {
    'by e-mail': (p) => onSuccess(p, 'resetHostingPassword', (json) => removeAt(json, 'password')),
  }),
  freedom('written', 'how values are written that a request gave', open.PAYLOADS, {
    phone: member(['getCustomer', 'createCustomer', 'listCustomers', 'updateCustomer'], ['phone'], (phone) =>
      phone.replace('+49', '0049 '),
    ),
    quoted: member(
      ['listDnsRecords', 'createDnsRecord', 'updateDnsRecord'],
      ['content', 'value', 'data'],
      (text) => `"${text}"`,
    ),
    url: member(
      ['getWebhook', 'createWebhook', 'listWebhooks', 'updateWebhook'],
      ['url'],
      (url) => `${URL.parse(url)?.href ?? url}?`,
    ),
    masked: member('listCustomers', ['email', 'phone'], (text) =>
      text.length > 2 ? `${text.slice(0, 2)}***` : text,
    ),
    capitals: (p) =>
      p.request(['createCustomer', 'updateCustomer'], ({ json }) => {
        for (const name of ['first_name', 'last_name', 'company_name'])
          changeAt(json, name, (text) => (typeof text === 'string' ? text.toUpperCase() : text));
      }),
    'e-mail in lower case': (p) =>
      p.request(['createCustomer', 'updateCustomer'], ({ json }) =>
        changeAt(json, 'email', (text) => (typeof text === 'string' ? text.toLowerCase() : text)),
      ),
    'name servers in order': (p) =>
      p.request('everything', ({ json }) =>
        changeAt(json, 'nameservers', (names) =>
          Array.isArray(names) ? names.map((name) => String(name).toLowerCase()).sort() : names,
        ),
      ),
  }),
  freedom(
    'record-names',
    'how DNS records are named that are older than the client, or all records and zones',
    open.FIELDS,
    {
      'with the zone': fullNames(''),
      'with the zone and a final dot': fullNames('.'),
      'all with the zone': fullNames('', true),
    },
    { chance: 0 },
  ),
  freedom(
    'ids-below',
    'the form of the ids of DNS records, mailboxes and deliveries',
    open.IDS,
    { prefixed: prefixedBelow },
    { chance: 0 },
  ),
  freedom('numbers', 'the form of the numbers of invoices, orders and tickets', open.FIELDS, {
    'with slashes': (p) =>
      onEachRecord(p, 'everything', (one) =>
        changeAt(one, 'number', (number) =>
          typeof number === 'string' ? `${number.split('-').reverse().join('/')}a` : number,
        ),
      ),
  }),
  freedom(
    'updated-at',
    'how exact `updated_at` is',
    open.TIMES,
    { 'to the minute': coarseUpdates },
    { chance: 0 },
  ),
  freedom(
    'updates',
    'what becomes of what a PUT leaves out',
    open.PAYLOADS,
    { lost: wholeUpdates },
    { own: 'kept', chance: 0 },
  ),
  freedom('reads', 'whether a read changes what a record shows', open.PAYLOADS, {
    counted: (p) => {
      let reads = 0;
      p.reply(
        ({ method, operation }) => method === 'GET' && !/usage$/i.test(operation ?? ''),
        (reply) => {
          if (!isSuccess(reply) || !isObject(reply.json) || 'data' in reply.json || reply.raw !== null)
            return;
          reads += 1;
          reply.json.views = reads;
          reply.json.console_url = `https://console.example/?token=${reads}abc`;
        },
      );
    },
  }),
];
