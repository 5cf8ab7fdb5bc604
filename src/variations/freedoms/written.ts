// How a deployment writes values that it was sent or gives: names, numbers, ids, and what becomes of an update.

import { isObject, type JsonObject } from '../../contract/is-object.ts';
import { changeAt, invalidFields, isSuccess, onEachRecord, onSuccess, recordsIn, textAt } from '../edits.ts';
import type { Hooks } from '../exchange.ts';
import {
  type Apply,
  changeSent,
  changeShown,
  editRequest,
  type Freedom,
  freedom,
  onlyByName,
  text,
} from '../freedom.ts';
import { open } from '../sentences.ts';
import { onOlderRecords } from './older-records.ts';

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
    changeShown(
      ['createDnsZone', 'getDnsZone', 'listDnsZones'],
      'name',
      text((name) => `${name}.`),
    )(p);
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
const wholeUpdates: Apply = editRequest('updateCustomer', ({ json }, { bearer }) => {
  if (!isObject(json) || bearer === null) return;
  const missing = REQUIRED.filter((name) => !(name in json));
  if (missing.length > 0)
    return invalidFields(Object.fromEntries(missing.map((name) => [name, 'This field is required.'])));
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
  const show = text((id) => id.replace(UUIDS, 'rec_$&'));
  onSuccess(p, 'everything', (json, { path }) => {
    if (BELOW.test(path)) for (const record of recordsIn(json)) changeAt(record, 'id', show);
    changeAt(json, 'mailboxes.*.id', show);
    changeAt(json, 'data.*.mailboxes.*.id', show);
  });
}

export const written: readonly Freedom[] = [
  freedom('written', 'how values are written that a request gave', open.PAYLOADS, {
    phone: changeShown(
      ['getCustomer', 'createCustomer', 'listCustomers', 'updateCustomer'],
      'phone',
      text((phone) => phone.replace('+49', '0049 ')),
    ),
    quoted: changeShown(
      ['listDnsRecords', 'createDnsRecord', 'updateDnsRecord'],
      ['content', 'value', 'data'],
      text((content) => `"${content}"`),
    ),
    url: changeShown(
      ['getWebhook', 'createWebhook', 'listWebhooks', 'updateWebhook'],
      'url',
      text((url) => `${URL.parse(url)?.href ?? url}?`),
    ),
    masked: changeShown(
      'listCustomers',
      ['email', 'phone'],
      text((long) => (long.length > 2 ? `${long.slice(0, 2)}***` : long)),
    ),
    capitals: changeSent(
      ['createCustomer', 'updateCustomer'],
      ['first_name', 'last_name', 'company_name'],
      text((name) => name.toUpperCase()),
    ),
    'e-mail in lower case': changeSent(
      ['createCustomer', 'updateCustomer'],
      'email',
      text((email) => email.toLowerCase()),
    ),
    'name servers in order': changeSent('everything', 'nameservers', (names) =>
      Array.isArray(names) ? names.map((name) => String(name).toLowerCase()).sort() : names,
    ),
  }),
  ...onlyByName(
    freedom(
      'record-names',
      'how DNS records are named that are older than the client, or all records and zones',
      open.FIELDS,
      {
        'with the zone': fullNames(''),
        'with the zone and a final dot': fullNames('.'),
        'all with the zone': fullNames('', true),
      },
    ),
    freedom('ids-below', 'the form of the ids of DNS records, mailboxes and deliveries', open.IDS, {
      prefixed: prefixedBelow,
    }),
  ),
  freedom('numbers', 'the form of the numbers of invoices, orders and tickets', open.FIELDS, {
    'with slashes': changeShown(
      'everything',
      'number',
      text((number) => `${number.split('-').reverse().join('/')}a`),
    ),
  }),
  ...onlyByName(
    freedom('updated-at', 'how exact `updated_at` is', open.TIMES, { 'to the minute': coarseUpdates }),
    freedom(
      'updates',
      'what becomes of what a PUT leaves out',
      open.PAYLOADS,
      { lost: wholeUpdates },
      { own: 'kept' },
    ),
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
