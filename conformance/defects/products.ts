// Defects of domains, hosting accounts, certificates, DNS zones, email services and VPS instances.

import { isObject } from '../../src/contract/is-object.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import {
  answer,
  changeAt,
  editArray,
  isSuccess,
  jsonResponse,
  listAt,
  onEachRecord,
  onSuccess,
  refusal,
  removeAt,
  replaceResponse,
  setAt,
  textAt,
  valueAt,
} from '../../src/variations/edits.ts';
import { readZip } from '../support/reply-readers/zip-reader.ts';
import { packArchive } from '../testing/zip-packings.ts';
import { chosen, follows, stated } from './define-mutant.ts';
import { after, editBody, editFile, serverError } from './edits/injections.ts';
import type { Injector, Mutant, ResponseEdit } from './mutant.ts';

const UNKNOWN_ID = '5f0c9a1e-7b42-4c19-8e3f-6a7b8c9d0e1f';
const BUNDLE = ['endpoints/download-certificate', 'ssl/bundle-whole', 'errors/success-is-no-error'] as const;

const domains: readonly Mutant[] = [
  follows('hosting/references-name-nothing', 'endpoints/references-resolve', (p) =>
    onEachRecord(p, ['getHostingAccount', 'listHostingAccounts'], (row) => {
      for (const name of ['service_id', 'order_id', 'invoice_id', 'customer_id']) row[name] = UNKNOWN_ID;
    }),
  ),
  chosen('domains/registered-shown-free', 'domains/registered-is-taken', (p) =>
    onSuccess(p, 'checkDomain', (json) => setAt(json, 'available', true)),
  ),
  chosen('domains/registered-twice', 'domains/registered-is-taken', (p) => {
    const done = new Map<string, ResponseEdit>();
    p.reply('registerDomain', (reply, { json }) => {
      const before = done.get(textAt(json, 'domain'));
      if (isSuccess(reply)) done.set(textAt(json, 'domain'), structuredClone(reply));
      else if (reply.status === 422 && before) replaceResponse(reply, before);
    });
  }),
  chosen('domains/invalid-nameservers-accepted', 'domains/nameservers-valid', (p) =>
    p.request('replaceDomainNameservers', ({ json }) => {
      if (listAt(json, 'nameservers').includes('not a host'))
        setAt(json, 'nameservers', ['ns1.example.net', 'ns2.example.net']);
    }),
  ),
  stated('domains/taken-for-its-owner-only', 'endpoints/check-domain', (p) => {
    const owners = new Map<string, string | null>();
    p.handler('registerDomain', ({ body, caller }, go) => {
      owners.set(textAt(body, 'domain'), caller.tenantId);
      return go();
    });
    after(p, 'checkDomain', ({ body, caller }, result) => {
      const owner = owners.get(textAt(body, 'domain'));
      return owner === undefined || owner === caller.tenantId ? result : { ...result, available: true };
    });
  }),
  stated('domains/two-nameservers-kept', 'endpoints/update-nameservers', (p) =>
    p.request('replaceDomainNameservers', ({ json }) =>
      setAt(json, 'nameservers', listAt(json, 'nameservers').slice(0, 2)),
    ),
  ),
  ...(['checkDomain', 'createHostingAccount', 'createDnsZone'] as const).map((operation) =>
    follows(`domains/name-in-another-script-500[${operation}]`, 'domains/any-script', (p) =>
      answer(p, operation, serverError(), ({ text, bearer }) => bearer !== null && /[^\s -~]/.test(text)),
    ),
  ),
];

const hosting: readonly Mutant[] = [
  stated('hosting/semi-annual-refused', 'billing-cycle/all-accepted', (p) =>
    p.request('createHostingAccount', ({ json }) => {
      if (textAt(json, 'billing_cycle') === 'semi_annual') setAt(json, 'billing_cycle', 'half_year');
    }),
  ),
  chosen('hosting/reset-gives-same-password', 'hosting/reset-makes-new', (p) =>
    onSuccess(p, 'resetHostingPassword', (json) => setAt(json, 'password', 'Hosting-2026!')),
  ),
  ...['disk', 'bandwidth'].map((what) =>
    stated(`hosting/stats-of-one[${what}]`, 'endpoints/hosting-stats', (p) =>
      onSuccess(p, 'getHostingStats', (json) => {
        if (isObject(json))
          for (const name of Object.keys(json)) if (name.includes(what)) removeAt(json, name);
      }),
    ),
  ),
  follows('hosting/unknown-customer-accepted', 'hosting-request/customer-exists', (p) => {
    let known = '';
    editBody(p, 'createHostingAccount', (body, { db }) => {
      const id = textAt(body, 'customer_id');
      if (db.table('customers').find(id)) known = id;
      else if (known !== '')
        Object.assign(body, { customer_id: known, domain: `ghost-${textAt(body, 'domain')}` });
    });
  }),
];

/** Returns a copy of an archive in which `edit` changes the entry of a file in the central directory. */
function withEntry(bytes: Uint8Array, edit: (copy: Buffer, at: number) => void): Buffer {
  const copy = Buffer.from(bytes);
  edit(copy, copy.indexOf('PK\u0001\u0002'));
  return copy;
}

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----\n${'MC4CAQAwBQYDK2VwBCIEIA'.repeat(2)}\n-----END PRIVATE KEY-----\n`;

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

const ssl: readonly Mutant[] = [
  follows('ssl/bundle-checksum-wrong', ['ssl/bundle-whole', 'endpoints/download-certificate'], (p) =>
    editFile(p, 'downloadCertificate', (bytes) =>
      withEntry(bytes, (copy, at) => copy.writeUInt32LE((copy.readUInt32LE(at + 16) ^ 0xff) >>> 0, at + 16)),
    ),
  ),
  ...[[], [file('request.csr', PEM.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'))]].map((files) =>
    follows(
      `ssl/bundle-without-certificate[${files.length} files]`,
      ['ssl/bundle-has-the-certificate', ...BUNDLE],
      (p) => editFile(p, 'downloadCertificate', () => packArchive(files, 'deflated')),
    ),
  ),
  chosen('ssl/bundle-with-private-key', 'ssl/no-private-key', (p) =>
    editFile(p, 'downloadCertificate', (bytes) =>
      packArchive([...readZip(bytes), file('private.key', PRIVATE_KEY)], 'deflated'),
    ),
  ),
];

const dns: readonly Mutant[] = [
  follows('dns/records-of-all-zones', 'dns/records-of-one-zone', (p) =>
    after(p, 'listDnsRecords', ({ db }, page) => ({ ...page, data: db.table('dns_records').all() })),
  ),
  ...['AAAA', 'CAA', 'PTR'].map((type) =>
    chosen(`dns/record-type-refused[${type}]`, 'dns/record-types', (p) =>
      answer(
        p,
        'createDnsRecord',
        refusal(422, 'VALIDATION_FAILED', 'Invalid.', { type: ['Unknown.'] }),
        ({ json, bearer }) => bearer !== null && valueAt(json, 'type') === type,
      ),
    ),
  ),
  chosen('dns/zone-created-twice', 'dns/zone-once', (p) => repeatsFirstCreation(p, 'createDnsZone')),
  follows('dns/records-outlive-zone', ['dns/records-go-with-the-zone', 'states/deletes-delete'], (p) => {
    const stored = new Map<string, ResponseEdit>();
    p.reply('listDnsRecords', (reply, { path }) => {
      const last = stored.get(path);
      if (isSuccess(reply)) stored.set(path, structuredClone(reply));
      else if (last) replaceResponse(reply, last);
    });
  }),
];

const email: readonly Mutant[] = [
  chosen('email/address-created-twice', 'email/address-once', (p) =>
    repeatsFirstCreation(p, 'createMailbox'),
  ),
  chosen('email/mailbox-not-shown', 'email/mailboxes-in-detail', (p) =>
    editArray(p, 'getEmailService', 'mailboxes', () => []),
  ),
];

const VPS = ['getVps', 'listVps', 'startVps', 'stopVps', 'rebootVps', 'resizeVps'] as const;

const vps: readonly Mutant[] = [
  ...(
    [
      ['stopped', 'error'],
      ['running', 'suspended'],
    ] as const
  ).map(([state, other]) =>
    chosen(`vps/shown-in-wrong-state[${state}]`, 'states/vps-action-visible', (p) =>
      onEachRecord(p, VPS, (row) => changeAt(row, 'status', (status) => (status === state ? other : status))),
    ),
  ),
  follows('vps/stop-terminates', ['states/acknowledged-action-happens', 'endpoints/stop-vps'], (p) =>
    p.handler('stopVps', ({ request, db }, go) => {
      const reply = go();
      db.table('vps').update(request.params.id ?? '', { status: 'terminated' });
      return reply;
    }),
  ),
  follows('vps/list-of-other-products', 'endpoints/lists-of-one-kind', (p) => {
    const accounts: unknown[] = [];
    onSuccess(p, 'createHostingAccount', (json) => accounts.push(structuredClone(json)));
    editArray(p, 'listVps', 'data', (rows) => [...rows, ...accounts]);
  }),
  stated('vps/second-resize-fails', 'endpoints/resize-vps', (p) => {
    const resized = new Set<string | undefined>();
    onSuccess(p, 'resizeVps', (_json, { params }) => resized.add(params.id));
    answer(
      p,
      'resizeVps',
      serverError(),
      ({ params, headers }) => resized.has(params.id) && headers['idempotency-key'] === undefined,
    );
  }),
  follows('vps/resize-back-is-lost', ['states/acknowledged-action-happens', 'endpoints/resize-vps'], (p) => {
    const first = new Map<string, unknown>();
    p.handler('resizeVps', ({ request, db, body }, go) => {
      const id = request.params.id ?? '';
      const was = { ...db.table('vps').find(id) };
      if (!first.has(id)) first.set(id, was.sku_id);
      // A disk that has grown does not shrink: the resize back would be refused.
      const result = go({ body: { sku_id: valueAt(body, 'sku_id'), allow_disk_growth: false } });
      return first.get(id) === valueAt(body, 'sku_id') ? db.table('vps').update(id, was) : result;
    });
  }),
  follows('services/listed-as-suspended', 'states/acknowledged-action-happens', (p) => {
    const lifted = new Set<unknown>();
    onSuccess(p, 'unsuspendService', (_json, { params }) => lifted.add(params.id));
    onSuccess(p, ['renewService', 'terminateService'], (_json, { params }) => lifted.delete(params.id));
    onEachRecord(p, ['listServices'], (row) => {
      if (lifted.has(row.id)) row.status = 'suspended';
    });
  }),
  chosen('vps/resize-to-same-accepted', 'vps/resize-to-another-size', (p) =>
    p.reply('resizeVps', (reply, { params }) => {
      const row = p.readDb((db) => db.table('vps').find(params.id ?? ''));
      if (reply.status === 422 && row?.status === 'running')
        replaceResponse(reply, jsonResponse(200, { ...row }));
    }),
  ),
];

export const products: readonly Mutant[] = [...domains, ...hosting, ...ssl, ...dns, ...email, ...vps];

/** When the mock refuses a duplicate creation, sends the reply to the first successful creation instead. */
function repeatsFirstCreation(p: Injector, operation: OperationId): void {
  let first: ResponseEdit | undefined;
  p.reply(operation, (reply) => {
    if (isSuccess(reply)) first ??= structuredClone(reply);
    else if (first && valueAt(reply.json, 'error.code') === 'ALREADY_EXISTS') replaceResponse(reply, first);
  });
}
