// Defects of DNS zones and DNS records.

import { randomUUID } from 'node:crypto';
import { isObject } from '../../src/contract/is-object.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { acceptsInvalid } from './edits/request-edits.ts';
import {
  changeAt,
  each,
  isSuccess,
  onSuccess,
  refusal,
  repeatsFirstCreation,
  replaceResponse,
  valueAt,
} from './edits/response-edits.ts';
import type { Mutant, ResponseEdit } from './mutant.ts';

export const dns: readonly Mutant[] = [
  follows(
    'dns/records-of-all-zones',
    'every zone lists the records of all zones',
    'dns/records-of-one-zone',
    'dns/records-of-one-zone',
    (p) =>
      p.handler('listDnsRecords', ({ db }, go) => {
        const result = go();
        return isObject(result) ? { ...result, data: db.table('dns_records').all() } : result;
      }),
  ),
  ...each(
    [
      ['type', 'ZZ', 'A'],
      ['ttl', -1, 60],
      ['content', 'not an address', '192.0.2.99'],
    ] as const,
    ([member, wrong, right]) =>
      chosen(
        `dns/invalid-record-accepted[${member}]`,
        `a record with \`${member}\` = ${wrong} is accepted`,
        'errors/other-fields',
        `validation/createDnsRecord/${member}`,
        (p) => acceptsInvalid(p, 'createDnsRecord', member, (value) => value === wrong, right),
      ),
  ),
  ...each(['AAAA', 'CNAME', 'MX', 'TXT', 'SRV', 'CAA', 'NS', 'PTR'], (type) =>
    chosen(
      `dns/record-type-refused[${type}]`,
      `records of type ${type} are refused`,
      'dns/record-types',
      `dns/record-type-${type}`,
      (p) =>
        p.request('createDnsRecord', (_edit, { json, bearer }) =>
          bearer !== null && valueAt(json, 'type') === type
            ? refusal(422, 'VALIDATION_FAILED', 'Invalid.', { type: ['Unknown.'] })
            : undefined,
        ),
    ),
  ),
  chosen(
    'dns/zone-created-twice',
    'a second zone of the same name is created',
    'dns/zone-once',
    'dns/zone-once',
    (p) => repeatsFirstCreation(p, 'createDnsZone', 'ALREADY_EXISTS'),
  ),
  follows(
    'dns/unknown-record-updated',
    'updateDnsRecord accepts a record that does not exist',
    ['endpoints/unknown-id-refused', 'service/own-tenant-only'],
    'dns/unknown-record',
    (p) => {
      p.reply('updateDnsRecord', (reply, { params, json }) => {
        const exists = p.readDb((db) => db.table('dns_zones').find(params.id ?? '') !== undefined);
        if (reply.status === 404 && exists && isObject(json)) {
          reply.status = 200;
          reply.json = { ...json, id: params.rid, zone_id: params.id };
        }
      });
    },
  ),
  follows(
    'dns/records-outlive-zone',
    'the records of a deleted zone are still served',
    ['dns/records-go-with-the-zone', 'states/deletes-delete'],
    'dns/records-go-with-the-zone',
    (p) => {
      const stored = new Map<string, ResponseEdit>();
      const deleted = new Set<string>();
      p.reply('deleteDnsZone', (reply, { params }) => {
        if (isSuccess(reply)) deleted.add(params.id ?? '');
      });
      p.reply('listDnsRecords', (reply, { params }) => {
        const id = params.id ?? '';
        if (isSuccess(reply)) {
          stored.set(id, structuredClone(reply));
          return;
        }
        const last = stored.get(id);
        if (deleted.has(id) && last) {
          replaceResponse(reply, last);
          const ghost = { id: '5d3bb5a1-54cc-4f6c-9e39-0f2a4d7d1f10', zone_id: id, type: 'A', name: 'www' };
          changeAt(reply.json, 'data', (data) => (Array.isArray(data) && data.length === 0 ? [ghost] : data));
        }
      });
    },
  ),
  stated(
    'dns/record-not-listed',
    'an added record is not listed',
    'endpoints/list-records',
    'dns/list-records',
    (p) =>
      p.reply('listDnsRecords', (reply) => {
        if (isSuccess(reply)) changeAt(reply.json, 'data', () => []);
      }),
  ),
  stated(
    'dns/delete-removes-whole-name',
    'deleting a record deletes all of its name',
    'endpoints/delete-record',
    'dns/delete-one-record',
    (p) =>
      p.handler('deleteDnsRecord', ({ request, db }, go) => {
        const record = db.table('dns_records').find(request.params.rid ?? '');
        const result = go();
        if (record)
          for (const o of db.table('dns_records').all())
            if (o.zone_id === record.zone_id && o.name === record.name && o.type === record.type)
              db.table('dns_records').remove(o.id);
        return result;
      }),
  ),
  stated(
    'dns/update-adds-record',
    'updating a record leaves the old one and adds another',
    ['endpoints/update-record', 'endpoints/update-persists'],
    'dns/update-persists',
    (p) =>
      p.handler('updateDnsRecord', ({ request, db }, go) => {
        const record = db.table('dns_records').find(request.params.rid ?? '');
        const result = go();
        if (!record || !isObject(result)) return result;
        const { id: _, ...now } = result;
        db.table('dns_records').update(record.id, { content: record.content, ttl: record.ttl });
        return db.table('dns_records').insert({ ...now, id: randomUUID() });
      }),
  ),
  stated(
    'dns/deleted-zone-listed',
    'a deleted zone is still listed',
    ['endpoints/delete-zone', 'endpoints/list-zones', 'states/deletes-delete'],
    'dns/deleted-not-listed',
    (p) => {
      const rows: unknown[] = [];
      p.handler('deleteDnsZone', ({ request, db }, go) => {
        const zone = db.table('dns_zones').find(request.params.id ?? '');
        const result = go();
        if (zone) rows.push(structuredClone(zone));
        return result;
      });
      onSuccess(p, 'listDnsZones', (body) =>
        changeAt(body, 'data', (data) => (Array.isArray(data) ? [...rows, ...data] : data)),
      );
    },
  ),
  stated(
    'dns/delete-removes-whole-type',
    'deleting a record deletes all records of its type',
    ['endpoints/delete-record', 'states/others-untouched', 'states/deletes-delete'],
    'dns/delete-one-record',
    (p) =>
      p.handler('deleteDnsRecord', ({ request, db }, go) => {
        const table = db.table('dns_records');
        const target = table.find(request.params.rid ?? '');
        const result = go();
        for (const row of table.all())
          if (target && row.zone_id === target.zone_id && row.type === target.type && row.id !== target.id)
            table.remove(row.id);
        return result;
      }),
  ),
  follows(
    'dns/txt-lowercased',
    'the content of a TXT record is written in lower case',
    ['endpoints/create-echoes', 'endpoints/add-record'],
    'dns/content-unchanged',
    (p) =>
      p.request(['createDnsRecord', 'updateDnsRecord'], (change) => {
        if (isObject(change.json) && change.json.type === 'TXT')
          change.json = { ...change.json, content: String(change.json.content).toLowerCase().slice(0, 24) };
        return undefined;
      }),
  ),
  follows(
    'dns/update-gives-new-id',
    'an updated record is another record: it has a new id',
    ['endpoints/about-the-named', 'endpoints/update-record', 'endpoints/update-keeps-identity'],
    'resources/same-id-as-path',
    (p) =>
      p.handler('updateDnsRecord', ({ request, db }, go) => {
        const result = go();
        const table = db.table('dns_records');
        const row = table.find(request.params.rid ?? '');
        if (!row) return result;
        const { id: _, ...rest } = row;
        table.remove(row.id);
        return table.insert(rest);
      }),
  ),
];
