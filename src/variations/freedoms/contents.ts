// What the replies of single operations hold, in the words of the contract: members without a value, wallets, files.

import { isObject } from '../../contract/is-object.ts';
import {
  changeAt,
  changeMembers,
  isSuccess,
  LISTS,
  listAt,
  numberAt,
  onSuccess,
  removeAt,
  setAt,
  textAt,
  valueAt,
} from '../edits.ts';
import type { Hooks, RequestMatcher } from '../exchange.ts';
import {
  type Apply,
  eachValue,
  editBody,
  editRecords,
  type Freedom,
  freedom,
  onlyByName,
} from '../freedom.ts';
import { open } from '../sentences.ts';
import { onOlderRecords } from './older-records.ts';
import { instead } from './shapes.ts';

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

const limits = (limit: number | null, used: number): Apply =>
  editBody('getHostingStats', (json) => {
    for (const use of USES) {
      setAt(json, `${use}.limit_bytes`, limit);
      setAt(json, `${use}.used_bytes`, used);
    }
  });

const pageOf = (query: string, page: number): string => {
  const all = new URLSearchParams(query);
  all.set('page', String(page));
  all.set('per_page', '100');
  return all.toString();
};

/** Shows all rows of a list, whatever page is asked for. */
function allRows(p: Hooks): void {
  p.request(LISTS, (change) => {
    change.query = pageOf(change.query, 1);
  });
  p.reply(LISTS, async (reply, request) => {
    if (!isSuccess(reply)) return;
    const rows = listAt(reply.json, 'data');
    for (let page = 2; page <= numberAt(reply.json, 'meta.last_page'); page += 1) {
      const query = pageOf(request.query, page);
      const { json } = await p.send(request, { method: 'GET', path: request.path, query });
      rows.push(...listAt(json, 'data'));
    }
    for (const name of ['links', 'meta']) removeAt(reply.json, name);
  });
}

/** Adds a page without rows to each list, as where pages have a fixed size that the rows fill. */
const emptyLastPage: Apply = editBody(LISTS, (json) => {
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
      omitted: editRecords('everything', (one) => {
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
    null: editBody(LISTS, (json) =>
      changeAt(json, 'data', (rows) => (Array.isArray(rows) && rows.length === 0 ? null : rows)),
    ),
  }),
  ...onlyByName(
    freedom(
      'last-page',
      'whether the last page of a list has rows',
      open.QUERIES,
      { empty: emptyLastPage },
      { own: 'rows' },
    ),
    freedom(
      'links',
      'whether links to pages are relative',
      open.QUERIES,
      {
        absolute: editBody(LISTS, (json, { headers: { host } }) =>
          changeAt(json, 'links.*', (link) =>
            typeof link === 'string' && link.startsWith('/') && host ? `http://${host}${link}` : link,
          ),
        ),
      },
      { own: 'relative' },
    ),
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
    messages: editBody('getTicket', (json) => {
      const all = listAt(json, 'replies');
      removeAt(json, 'replies');
      const messages = all.map((one) => ({ id: valueAt(one, 'id'), body: textAt(one, 'message') }));
      setAt(json, 'messages', messages);
    }),
    'one thread': editBody('getTicket', (json) => {
      const opening = { author: 'customer', message: valueAt(json, 'message') };
      setAt(json, 'replies', [opening, ...listAt(json, 'replies')]);
    }),
    'newest first': editBody('getTicket', (json) => {
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
      power: editRecords(INSTANCES, (one) => {
        one.power = one.status;
        delete one.status;
      }),
      flags: editRecords(INSTANCES, (one) => {
        one.is_running = one.status === 'running';
        one.is_terminated = one.status === 'terminated';
        delete one.status;
      }),
      'beside a status': editRecords(INSTANCES, (one) => {
        one.power = one.status;
        if (/^(running|stopp|start|reboot)/.test(String(one.status))) one.status = 'active';
      }),
    },
    { incomplete: 'the state of an instance is not where the suite reads it' },
  ),
  freedom('rows', 'whether the rows of a list show the parts of a record', open.PAYLOADS, {
    'without parts': editRecords(LISTS, (row) => {
      for (const [name, member] of Object.entries(row))
        if (Array.isArray(member) && member.some(isObject)) delete row[name];
    }),
  }),
  freedom('paging', 'whether lists have pages', open.PAGE_SIZE, {
    none: allRows,
  }),
  freedom('reset-password', 'whether a reset password is shown', open.PAYLOADS, {
    'by e-mail': editBody('resetHostingPassword', (json) => removeAt(json, 'password')),
  }),
];
