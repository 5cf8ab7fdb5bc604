// Checks of DNS zones: create, read and list zones, and delete a zone with all its records.

import { itemsInPage } from '../../src/suite/lists/pagination.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { holds, isRefused, noServerError, request } from '../expectations.ts';
import { record, resources, tryCreate } from '../support/fixtures/created-resources.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import { findInList } from '../support/reply-readers/list-lookup.ts';
import { idIn, idOf, isSuccess, isUniqueId, mentions } from '../support/reply-readers/response-readers.ts';
import { expectOddName, resourceChecks } from '../support/resource-checks.ts';

const area = 'dns';
const { row } = checksOf({ area });

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

export const dns = [
  ...resourceChecks('zone', {
    area,

    what: 'a zone',
    create: ['create', 'create a zone', 'endpoints/create-zone'],
    get: 'endpoints/get-zone',
  }),
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
