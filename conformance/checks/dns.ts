// Checks of DNS: create, read, list and delete zones, and create a record of each type, update and delete records, and
// refuse invalid records.

import { itemsInPage } from '../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { holds, isAccepted, isRefused, noServerError, request } from '../expectations.ts';
import { newRecord, record, resources, tryCreate } from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { findInList } from '../support/reply-readers/list-lookup.ts';
import { idIn, idOf, isSuccess, isUniqueId, mentions } from '../support/reply-readers/response-readers.ts';
import { bodyOf } from '../support/request-bodies/creation-bodies.ts';
import { bodyFor } from '../support/request-bodies/request-bodies.ts';
import { expectOddName, resourceChecks } from '../support/resource-checks.ts';

const { check, row } = checksOf({ area: 'dns' });

const recordsOf = (t: CheckContext, id: string): Promise<Exchange> =>
  request(t, 'listDnsRecords', { params: { id } });

const deletedZone = fixture('deleted zone', {
  uses: [record],
  after: ['dns/delete'],
  async make(t: CheckContext) {
    const zone = requireCreated(t, await tryCreate(t, 'createDnsZone'));
    const { created } = await tryCreate(t, 'createDnsRecord', { params: { id: zone.id } });
    await waitForReadLag(t);
    const before = await recordsOf(t, zone.id);
    const remove = (): Promise<Exchange> => request(t, 'deleteDnsZone', { params: { id: zone.id } });
    const deletion = await remove();
    await waitForReadLag(t);
    const after = await request(t, 'getDnsZone', { params: { id: zone.id } });
    const records = await recordsOf(t, zone.id);
    // A rule judges what the repeated request is answered.
    await remove();
    // A rule judges whether what was deleted is shown again.
    await findInList(t, 'listDnsZones', zone.id);
    return { before, added: idOf(created), deletion, after, records };
  },
});

const zoneChecks = [
  ...resourceChecks('zone', 'create a zone'),
  row('dns/zone-once', 'dns/zone-once', resources.zone, {
    should: 'refuse a second zone of the same name',
    after: ['dns/create'],
    expect: (t, { body }) => isRefused(t, 'createDnsZone', { body, deliberateFault: 'a name that is taken' }),
  }),
  row('dns/odd-names', 'domains/any-script', resources.zone, {
    must: 'answer a zone in upper case and another script without a server error',
    after: ['dns/create'],
    expect: (t) => expectOddName(t, 'createDnsZone'),
  }),
  row('dns/records-of-one-zone', 'dns/records-of-one-zone', [record, deletedZone], {
    must: 'list the records of this zone and of no other',
    after: ['dns/add-record', 'dns/list-records'],
    expect(t, { id }, { before, added }) {
      if (added === id) t.inconclusive('each zone numbers its records from the same number');
      const items = itemsInPage(t.require(before).success().json) ?? [];
      if (items.length === 0) t.inconclusive('the list shows no record', { exchange: before });
      const isOther = (item: unknown): boolean =>
        isUniqueId(id) ? mentions(item, id) : (idIn(item) ?? '') === id;
      holds(t, !items.some(isOther), 'a record of another zone is listed', { actual: id, exchange: before });
    },
  }),
  row('dns/delete', 'endpoints/delete-zone', deletedZone, {
    must: 'delete a zone',
    after: ['dns/create'],
    expect: (t, { deletion }) => t.expect(deletion).success(),
  }),
  row('dns/records-go-with-the-zone', 'dns/records-go-with-the-zone', deletedZone, {
    must: 'serve no records of a deleted zone',
    after: ['resources/deleted'],
    given: ['deletion'],
    expect(t: CheckContext, { before, deletion, after, records }) {
      if ((itemsInPage(t.require(before).success().json) ?? []).length === 0)
        t.inconclusive('the zone had no record to go with it', { exchange: before });
      if (isSuccess(after)) t.inconclusive('the zone is kept and marked', { exchange: after });
      noServerError(t, records);
      holds(
        t,
        !isSuccess(records) || itemsInPage(records.json)?.length === 0,
        'its records are still served',
        { actual: records.json, exchange: [records, deletion] },
      );
    },
  }),
];

/** One DNS record of each type that this contract names, except type A, which the shared record has. */
const OTHER_RECORDS = [
  { type: 'AAAA', name: 'six', content: '2001:db8::10' },
  { type: 'CNAME', name: 'alias', content: 'www.example.org' },
  { type: 'MX', name: '@', content: 'mail.example.org', priority: 10 },
  { type: 'TXT', name: '@', content: 'v=Conformance1; Key=aZ09+/=; Note=letter case counts here' },
  { type: 'SRV', name: '_sip._tcp', content: 'sip.example.org', priority: 10, weight: 5, port: 5060 },
  { type: 'CAA', name: '@', content: 'letsencrypt.org', flags: 0, tag: 'issue' },
  { type: 'NS', name: 'sub', content: 'ns1.example.org' },
  { type: 'PTR', name: '10', content: 'www.example.org' },
] as const;

// A second TXT record with the same name as the first TXT record: when the second record is deleted, the first record
// must remain.
const TWIN_RECORD = { type: 'TXT', name: '@', content: 'conformance-suite=one-of-two' } as const;

/** Sends a request to add each of the `OTHER_RECORDS` to the shared zone, and the second TXT record last. */
const addedRecords = fixture('records of every type', {
  uses: [record],
  async make(t: CheckContext): Promise<Map<string, Exchange>> {
    await t.use(record);
    const { id } = await t.use(resources.zone);
    const replies = new Map<string, Exchange>();
    for (const other of [...OTHER_RECORDS, TWIN_RECORD]) {
      const body = bodyFor(t, 'createDnsRecord', other);
      if (body.type !== other.type) continue;
      const name = other === TWIN_RECORD ? 'twin' : other.type;
      replies.set(name, await request(t, 'createDnsRecord', { params: { id }, body }));
    }
    return replies;
  },
});

const listedRecord = fixture('records in the list', {
  uses: [record, addedRecords],
  async make(t: CheckContext) {
    const { id } = await t.use(resources.zone);
    const shared = await t.use(record);
    await t.use(addedRecords);
    await waitForReadLag(t);
    return findInList(t, 'listDnsRecords', shared.id, { params: { id } });
  },
});

/** Updates the shared DNS record, deletes another record, and lists the records of the zone. */
const changedRecords = fixture('changed records', {
  learns: true,
  uses: [listedRecord],
  async make(t: CheckContext) {
    await t.use(listedRecord);
    const { id } = await t.use(resources.zone);
    const shared = await t.use(record);
    const { body } = bodyOf(t, 'updateDnsRecord');
    const api = t.as('tenantA');
    const put = await api.send('updateDnsRecord', { params: { id, rid: shared.id }, body });
    const spare =
      [...(await t.use(addedRecords)).values()].reverse().find(isSuccess) ??
      (await tryCreate(t, 'createDnsRecord', { params: { id } })).created;
    const rid = isSuccess(spare) ? idOf(spare) : undefined;
    const deletion =
      rid === undefined
        ? null
        : { id: rid, reply: await api.send('deleteDnsRecord', { params: { id, rid } }) };
    await waitForReadLag(t);
    // A rule judges whether a deleted record is shown again.
    await api.list('listDnsRecords', { params: { id }, whole: true });
    return { body, put, deleted: deletion };
  },
});

const recordTypeChecks = OTHER_RECORDS.map(({ type }) =>
  check(`dns/record-type-${type}`, 'dns/record-types', {
    should: `take a record of type ${type}`,
    uses: [addedRecords],
    group: 'dns/record-types',
    after: ['dns/add-record'],
    async run(t: CheckContext) {
      const reply = (await t.use(addedRecords)).get(type);
      if (reply === undefined) t.inconclusive('bodies.createDnsRecord gives records another form');
      t.expect(reply).success();
    },
  }),
);

export const dns = [
  ...zoneChecks,
  row('dns/add-record', 'endpoints/add-record', newRecord, {
    must: 'add a record to a zone',
    after: ['dns/create'],
    expect: (t, { created }) => isAccepted(t, created, 'our body', [405]),
  }),
  row('dns/list-records', 'endpoints/list-records', listedRecord, {
    must: 'list the records of a zone',
    after: ['dns/create', 'dns/add-record'],
    async expect(t: CheckContext, { item, exchange }) {
      const { id } = await t.use(record);
      t.expect(exchange).success();
      holds(t, item !== undefined, 'a record that was added is not listed', { expected: id, exchange });
    },
  }),
  ...recordTypeChecks,
  row('dns/update-record', 'endpoints/update-record', changedRecords, {
    must: 'update a record',
    after: ['dns/add-record', 'dns/list-records'],
    expect: (t, { put }) => isAccepted(t, put, 'our change', [404, 405]),
  }),
  row('dns/delete-record', 'endpoints/delete-record', changedRecords, {
    must: 'delete a record',
    after: ['dns/add-record'],
    expect(t: CheckContext, { deleted: deletion }) {
      if (deletion === null) t.inconclusive('no further record could be added');
      t.expect(deletion.reply).success();
    },
  }),
  row('dns/unknown-record', 'endpoints/unknown-id-refused', resources.zone, {
    must: 'refuse to update a record that is not in the zone',
    after: ['dns/create', 'unknown-id/updateDnsRecord'],
    async expect(t, { id }) {
      const { body } = bodyOf(t, 'updateDnsRecord');
      const params = { id, rid: t.unknownId() };
      await isRefused(t, 'updateDnsRecord', {
        params,
        body,
        deliberateFault: 'a record that does not exist',
      });
    },
  }),
];
