// Checks of DNS zones: create, read and list zones, and delete a zone with all its records.
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { itemsInPage } from '../../src/suite/model/pagination.ts';
import { checksOf, fixture } from '../define.ts';
import { requireCreated, waitForReadLag } from '../support/fixtures/customers-and-orders.ts';
import {
  isGone,
  newZone,
  type Product,
  record,
  tryCreateProduct,
  zone,
} from '../support/fixtures/product-resources.ts';
import { productChecks, readProductFixture } from '../support/product-checks.ts';
import { findInList, requireReadableIds } from '../support/reply-readers/list-lookup.ts';
import { isSuccess, mentions, statusIn } from '../support/reply-readers/response-readers.ts';
import { productBody } from '../support/request-bodies/product-bodies.ts';

const area = 'dns';
const mode = 'safe';
const check = checksOf({ area });

const zoneAsRead = readProductFixture('zone', 'getDnsZone', zone);

const recordsOf = (t: CheckContext, id: string): Promise<Exchange> =>
  t.as('tenantA').send('listDnsRecords', { params: { id } });

type DeletedZone = {
  zone: Product;
  before: Exchange;
  deletion: Exchange;
  after: Exchange;
  records: Exchange;
  repeated: Exchange;
  /** the deleted zone's entry in the list of zones, if the list still has one */
  listed: { item: unknown; exchange: Exchange };
};

/** Creates a DNS zone and deletes the zone twice. */
export const deletedZone = fixture('deleted zone', {
  uses: [record],
  async make(t: CheckContext): Promise<DeletedZone> {
    const zone = requireCreated(t, await tryCreateProduct(t, 'createDnsZone', ''));
    await waitForReadLag(t);
    const before = await recordsOf(t, zone.id);
    const remove = (): Promise<Exchange> =>
      t.as('tenantA').send('deleteDnsZone', { params: { id: zone.id } });
    const deletion = await remove();
    await waitForReadLag(t);
    const after = await t.as('tenantA').send('getDnsZone', { params: { id: zone.id } });
    const records = await recordsOf(t, zone.id);
    const repeated = await remove();
    const listed = await findInList(t, 'listDnsZones', zone.id);
    return { zone, before, deletion, after, records, repeated, listed };
  },
});

export const dns = [
  ...productChecks(
    {
      area,
      mode,
      what: 'a zone',
      creates: 'create a zone',
      create: 'create',
      requirements: {
        create: 'endpoints/create-zone',
        get: 'endpoints/get-zone',
        list: 'endpoints/list-zones',
      },
      get: 'getDnsZone',
      list: 'listDnsZones',
      attempt: newZone,
      product: zone,
    },
    zoneAsRead,
  ),
  check('dns/zone-once', {
    should: 'refuse a second zone of the same name',
    requirement: 'dns/zone-once',
    uses: [zone],
    after: ['dns/create'],
    async run(t: CheckContext) {
      const { body } = await t.use(zone);
      t.expect(
        await t.as('tenantA').send('createDnsZone', { body, deliberateFault: 'a name that is taken' }),
      ).refused();
    },
  }),
  check('dns/odd-names', {
    must: 'answer a zone in upper case and another script without a server error',
    requirement: 'domains/any-script',
    uses: [zone],
    after: ['dns/create'],
    async run(t: CheckContext) {
      await t.use(zone);
      const { body, tag } = productBody(t, 'createDnsZone');
      const odd = JSON.parse(JSON.stringify(body).replaceAll(tag, `MÜNCHEN-${tag.toUpperCase()}`));
      const reply = await t
        .as('tenantA')
        .send('createDnsZone', { body: odd, deliberateFault: 'MÜNCHEN in the name' });
      if (t.compared(reply.status >= 500))
        t.fail('it is a server error', { actual: reply.status, exchange: reply });
    },
  }),
  check('dns/records-of-one-zone', {
    must: 'list the records of this zone and of no other',
    requirement: 'dns/records-of-one-zone',
    uses: [record, deletedZone],
    after: ['dns/add-record', 'dns/list-records'],
    async run(t: CheckContext) {
      const { id } = await t.use(record);
      const { before } = await t.use(deletedZone);
      if (t.compared(mentions(t.require(before).success().json, id)))
        t.fail('a record of another zone is listed', { actual: id, exchange: before });
    },
  }),
  check('dns/delete', {
    must: 'delete a zone',
    requirement: 'endpoints/delete-zone',
    uses: [deletedZone],
    after: ['dns/create'],
    async run(t: CheckContext) {
      t.expect((await t.use(deletedZone)).deletion).success();
    },
  }),
  check('dns/delete-takes-effect', {
    must: 'not show a deleted zone as before',
    requirement: 'states/deletes-delete',
    uses: [deletedZone],
    after: ['dns/delete'],
    async run(t: CheckContext) {
      const { zone, deletion, after } = await t.use(deletedZone);
      t.require(deletion).success();
      if (t.compared(!isGone(zone.created, after)))
        t.fail('it is still there', { actual: after.json, exchange: [after, deletion] });
    },
  }),
  check('dns/deleted-not-listed', {
    must: 'not list a deleted zone as before',
    requirement: 'states/deletes-delete',
    uses: [deletedZone],
    after: ['dns/delete', 'dns/delete-takes-effect', 'dns/list'],
    async run(t: CheckContext) {
      const { zone, deletion, listed } = await t.use(deletedZone);
      t.require(deletion).success();
      t.require(listed.exchange).success();
      if (listed.item === undefined) requireReadableIds(t, listed.exchange);
      if (t.compared(listed.item === undefined || statusIn(listed.item) !== statusIn(zone.created.json)))
        return;
      if (t.compared(/"deleted/.test(JSON.stringify(listed.item)))) return;
      t.fail('it is still in the list', { actual: listed.item, exchange: [listed.exchange, deletion] });
    },
  }),
  check('dns/records-go-with-the-zone', {
    must: 'serve no records of a deleted zone',
    requirement: 'dns/records-go-with-the-zone',
    uses: [deletedZone],
    after: ['dns/delete', 'dns/delete-takes-effect'],
    async run(t: CheckContext) {
      const { deletion, after, records } = await t.use(deletedZone);
      t.require(deletion).success();
      if (isSuccess(after)) t.inconclusive('the zone is kept and marked', { exchange: after });
      if (t.compared(records.status >= 500))
        t.fail('it is a server error', { actual: records.status, exchange: records });
      if (t.compared(!isSuccess(records) || itemsInPage(records.json)?.length === 0)) return;
      t.fail('its records are still served', { actual: records.json, exchange: [records, deletion] });
    },
  }),
  check('dns/delete-twice', {
    must: 'answer a second deletion of a zone without a server error',
    requirement: 'states/second-delete',
    uses: [deletedZone],
    after: ['dns/delete'],
    async run(t: CheckContext) {
      const { deletion, repeated } = await t.use(deletedZone);
      t.require(deletion).success();
      if (t.compared(repeated.status >= 500))
        t.fail('it is a server error', { actual: repeated.status, exchange: repeated });
    },
  }),
];
