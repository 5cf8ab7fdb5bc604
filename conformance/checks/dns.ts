// DNS zones: created, read, listed, deleted with all their records.
import type { Context, Exchange } from '../../src/suite/define.ts';
import { itemsOf } from '../../src/suite/lists.ts';
import { bornOf, findIn } from '../kit/finding.ts';
import { basics, shownOf } from '../kit/product-basics.ts';
import { productBody } from '../kit/product-bodies.ts';
import { attemptProduct, established, isGone, newZone, type Product, record, zone } from '../kit/products.ts';
import { isSuccess, mentions, statusIn } from '../kit/reading.ts';
import { sinkIn } from '../kit/subjects.ts';
import { check, subject } from '../suite.ts';

const area = 'dns';
const mode = 'safe';

const shown = shownOf('zone', 'getDnsZone', zone);

const recordsOf = (t: Context, id: string): Promise<Exchange> =>
  t.as('tenantA').send('listDnsRecords', { params: { id } });

type Removed = {
  made: Product;
  before: Exchange;
  gone: Exchange;
  after: Exchange;
  records: Exchange;
  again: Exchange;
  /** the zone in the list of zones, after its end */
  listed: { item: unknown; exchange: Exchange };
};

/** A zone of its own that is deleted, twice. */
export const removedZone = subject('deleted zone', {
  cost: 7,
  uses: [record],
  async make(t: Context): Promise<Removed> {
    const made = established(t, await attemptProduct(t, 'createDnsZone', ''));
    await sinkIn(t);
    const before = await recordsOf(t, made.id);
    const remove = (): Promise<Exchange> =>
      t.as('tenantA').send('deleteDnsZone', { params: { id: made.id } });
    const gone = await remove();
    await sinkIn(t);
    const after = await t.as('tenantA').send('getDnsZone', { params: { id: made.id } });
    const records = await recordsOf(t, made.id);
    const again = await remove();
    const listed = await findIn(t, 'listDnsZones', made.id, bornOf(made.created));
    return { made, before, gone, after, records, again, listed };
  },
});

export const dns = [
  ...basics(
    {
      area,
      mode,
      what: 'a zone',
      creates: 'create a zone',
      create: 'create',
      says: { create: 'endpoints/create-zone', get: 'endpoints/get-zone', list: 'endpoints/list-zones' },
      get: 'getDnsZone',
      list: 'listDnsZones',
      attempt: newZone,
      thing: zone,
    },
    shown,
  ),
  check('dns/zone-once', {
    should: 'refuse a second zone of the same name',
    says: 'dns/zone-once',
    area,
    mode,
    cost: 1,
    uses: [zone],
    after: ['dns/create'],
    async run(t: Context) {
      const { body } = await t.use(zone);
      t.expect(
        await t.as('tenantA').send('createDnsZone', { body, spoiled: 'a name that is taken' }),
      ).refused();
    },
  }),
  check('dns/odd-names', {
    must: 'answer a zone in upper case and another script without a server error',
    says: 'domains/any-script',
    area,
    mode,
    cost: 1,
    uses: [zone],
    after: ['dns/create'],
    async run(t: Context) {
      await t.use(zone);
      const { body, tag } = productBody(t, 'createDnsZone');
      const odd = JSON.parse(JSON.stringify(body).replaceAll(tag, `MÜNCHEN-${tag.toUpperCase()}`));
      const reply = await t
        .as('tenantA')
        .send('createDnsZone', { body: odd, spoiled: 'MÜNCHEN in the name' });
      if (reply.status >= 500) t.fail('it is a server error', { actual: reply.status, exchange: reply });
    },
  }),
  check('dns/records-of-one-zone', {
    must: 'list the records of this zone and of no other',
    says: 'dns/records-of-one-zone',
    area,
    mode,
    cost: 0,
    uses: [record, removedZone],
    after: ['dns/add-record', 'dns/list-records'],
    async run(t: Context) {
      const { id } = await t.use(record);
      const { before } = await t.use(removedZone);
      if (mentions(t.require(before).success().json, id))
        t.fail('a record of another zone is listed', { actual: id, exchange: before });
    },
  }),
  check('dns/delete', {
    must: 'delete a zone',
    says: 'endpoints/delete-zone',
    area,
    mode,
    cost: 0,
    uses: [removedZone],
    after: ['dns/create'],
    async run(t: Context) {
      t.expect((await t.use(removedZone)).gone).success();
    },
  }),
  check('dns/deleted-is-gone', {
    must: 'not show a zone as before that was deleted',
    says: 'states/deletes-delete',
    area,
    mode,
    cost: 0,
    uses: [removedZone],
    after: ['dns/delete'],
    async run(t: Context) {
      const { made, gone, after } = await t.use(removedZone);
      t.require(gone).success();
      if (!isGone(made.created, after))
        t.fail('it is still there', { actual: after.json, exchange: [after, gone] });
    },
  }),
  check('dns/deleted-not-listed', {
    must: 'not list a zone as before that was deleted',
    says: 'states/deletes-delete',
    area,
    mode,
    cost: 0,
    uses: [removedZone],
    after: ['dns/delete', 'dns/deleted-is-gone', 'dns/list'],
    async run(t: Context) {
      const { made, gone, listed } = await t.use(removedZone);
      t.require(gone).success();
      t.require(listed.exchange).success();
      if (listed.item === undefined || statusIn(listed.item) !== statusIn(made.created.json)) return;
      if (/"deleted/.test(JSON.stringify(listed.item))) return;
      t.fail('it is still in the list', { actual: listed.item, exchange: [listed.exchange, gone] });
    },
  }),
  check('dns/records-go-with-the-zone', {
    must: 'serve no records of a zone that is gone',
    says: 'dns/records-go-with-the-zone',
    area,
    mode,
    cost: 0,
    uses: [removedZone],
    after: ['dns/delete', 'dns/deleted-is-gone'],
    async run(t: Context) {
      const { gone, after, records } = await t.use(removedZone);
      t.require(gone).success();
      if (isSuccess(after)) t.inconclusive('the zone is kept and marked', { exchange: after });
      if (records.status >= 500)
        t.fail('it is a server error', { actual: records.status, exchange: records });
      if (!isSuccess(records) || itemsOf(records.json)?.length === 0) return;
      t.fail('its records are still served', { actual: records.json, exchange: [records, gone] });
    },
  }),
  check('dns/delete-twice', {
    must: 'answer a second deletion of a zone without a server error',
    says: 'states/second-delete',
    area,
    mode,
    cost: 0,
    uses: [removedZone],
    after: ['dns/delete'],
    async run(t: Context) {
      const { gone, again } = await t.use(removedZone);
      t.require(gone).success();
      if (again.status >= 500) t.fail('it is a server error', { actual: again.status, exchange: again });
    },
  }),
];
