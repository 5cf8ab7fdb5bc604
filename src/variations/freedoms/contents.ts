// What the replies of single operations hold, in the words of the contract: members without a value, wallets, files.

import { deflateSync } from 'node:zlib';
import { isObject } from '../../contract/is-object.ts';
import {
  changeAt,
  changeMembers,
  dropHeader,
  header,
  isSuccess,
  LISTS,
  listAt,
  onEachRecord,
  onSuccess,
  removeAt,
  setAt,
  setHeader,
  textAt,
  valueAt,
} from '../edits.ts';
import type { RequestMatcher } from '../exchange.ts';
import { type Apply, eachValue, type Freedom, freedom } from '../freedom.ts';
import { open } from '../sentences.ts';
import { instead } from './shapes.ts';

/** Changes one member of the records of some replies. */
const member =
  (where: RequestMatcher, names: readonly string[], edit: (text: string) => string): Apply =>
  (p) =>
    onEachRecord(p, where, (one) => {
      for (const name of names) changeAt(one, name, (text) => (typeof text === 'string' ? edit(text) : text));
    });

const balanceOf = (json: unknown): unknown => valueAt(json, 'balance_amount') ?? valueAt(json, 'balance');

/**
 * Builds a PDF with one empty page that either has its cross-references in a stream (ISO 32000-1, 7.5.8) or is
 * linearised (annex F).
 */
function pdf(form: 'cross-reference stream' | 'linearised', title: string): Uint8Array {
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n',
    `4 0 obj\n<</Title(${title})>>\nendobj\n`,
  ];
  const linear = form === 'linearised';
  const offsets: number[] = [];
  let text = `%PDF-1.5\n%âãÏÓ\n${linear ? '5 0 obj\n<</Linearized 1/L 00000/H[0 0]/O 3/E 0/N 1/T 0>>\nendobj\n' : ''}`;
  for (const object of objects) {
    offsets.push(text.length);
    text += object;
  }
  const at = text.length;
  if (linear) {
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    text += `xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<</Size 6/Root 1 0 R/Info 4 0 R>>\nstartxref\n${at}\n%%EOF\n`;
    return Buffer.from(text.replace('/L 00000', `/L ${String(text.length).padStart(5, '0')}`), 'latin1');
  }
  const entries = [...offsets, at].map((offset) => Buffer.from([1, offset >> 8, offset & 255, 0]));
  const packed = deflateSync(Buffer.concat([Buffer.alloc(4), ...entries]));
  const dict = `5 0 obj\n<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Info 4 0 R/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  const end = `\nendstream\nendobj\nstartxref\n${at}\n%%EOF`;
  return Buffer.concat([Buffer.from(text + dict, 'latin1'), packed, Buffer.from(end, 'latin1')]);
}

/** Sends another file in place of the invoice. */
const invoiceAs =
  (form: Parameters<typeof pdf>[0]): Apply =>
  (p) =>
    p.reply('downloadInvoicePdf', (reply, { params }) => {
      if (!isSuccess(reply)) return;
      reply.raw = pdf(form, params.id ?? '');
      dropHeader(reply, 'Content-Length');
      dropHeader(reply, 'Content-Encoding');
    });

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
    eachValue(['usd', 'XTS', 'JPY'], (currency) => (p) => {
      p.request('everything', (change) => {
        const { json } = change;
        if (isObject(json) && json.currency === currency) change.json = { ...json, currency: 'EUR' };
      });
      onSuccess(p, 'everything', (json) =>
        changeMembers(
          json,
          (name) => name === 'currency',
          () => currency,
        ),
      );
    }),
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
  freedom('numbers', 'the form of the numbers of invoices, orders and tickets', open.FIELDS, {
    'with slashes': (p) =>
      onEachRecord(p, 'everything', (one) =>
        changeAt(one, 'number', (number) =>
          typeof number === 'string' ? `${number.split('-').reverse().join('/')}a` : number,
        ),
      ),
  }),
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
  freedom(
    'bundle-media-type',
    'the media type of the certificate bundle',
    open.BUNDLE,
    eachValue(
      ['application/x-zip-compressed', 'application/zip; charset=binary', 'application/octet-stream'],
      (media) => (p) =>
        onSuccess(p, 'downloadCertificate', (_json, _request, reply) =>
          setHeader(reply, 'Content-Type', media),
        ),
    ),
  ),
  freedom('invoice-pdf', 'the form of the invoice PDF', open.BUNDLE, {
    'cross-reference stream': invoiceAs('cross-reference stream'),
    linearised: invoiceAs('linearised'),
    ...eachValue(
      ['1.4', '2.0'],
      (version) => (p) =>
        p.reply('downloadInvoicePdf', (reply) => {
          const coded = header(reply, 'Content-Encoding') !== undefined;
          if (coded || !(reply.raw instanceof Uint8Array) || !/pdf/.test(header(reply, 'Content-Type') ?? ''))
            return;
          const text = Buffer.from(reply.raw)
            .toString('latin1')
            .replace(/^%PDF-\d\.\d/, `%PDF-${version}`);
          reply.raw = Buffer.from(`${text.trimEnd()}\r\n`, 'latin1');
          setHeader(reply, 'Content-Type', 'application/pdf; version=2');
        }),
    ),
  }),
];
