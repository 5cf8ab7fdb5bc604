// Tests DNS zones and records over the public API.
import { expect, test } from 'vitest';
import { validateValue } from '../../src/contract/validation/validate.ts';
import { createTestMock, customerBody, DAY, MINUTE, refusalOf, type TestMock } from '../testing/test-mock.ts';

async function createZone(name = 'example.org', mock: TestMock = createTestMock({ world: 'empty' })) {
  const call = mock.as('owner');
  const events: { type: string; data: object }[] = [];
  mock.app.world.onCommit((commit) => void events.push(...commit.events));
  const created = await call('createDnsZone', { body: { name } });
  const params = { id: created.data.id };
  return {
    mock,
    call,
    created,
    params,
    events,
    add: (body: object) => call('createDnsRecord', { params, body }),
    put: (rid: string, body: object) => call('updateDnsRecord', { params: { ...params, rid }, body }),
    zone: async () => (await call('getDnsZone', { params })).data,
  };
}
const www = { type: 'A', name: 'www', content: '192.0.2.10' };

test('a new zone is pending and empty, and becomes active when the nameservers have published it', async () => {
  const { mock, created, zone } = await createZone();
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    status: 'pending',
    nameservers: ['ns1.acme.example', 'ns2.acme.example'],
    default_ttl: 3600,
    serial: 2026112000,
    record_count: 0,
    domain_id: null,
    customer_id: null,
  });
  mock.pass(3000);
  expect((await zone()).status).toBe('active');
});

test('a zone name is unique within a tenant, and two tenants may use the same zone name', async () => {
  const mock = createTestMock();
  const { call } = await createZone('twice.example', mock);
  const refused = await call('createDnsZone', { body: { name: 'twice.example' } });
  expect(refusalOf(refused)).toBe('422 ALREADY_EXISTS name');
  const other = await mock.as('otherOwner')('createDnsZone', { body: { name: 'twice.example' } });
  expect(other.status).toBe(201);
});

test("a zone may name a customer of the tenant, and contains the id of the domain that has the zone's name", async () => {
  const { mock, call } = await createZone();
  const { id: customer_id } = (await call('createCustomer', { body: customerBody() })).data;
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(
    refusalOf(await call('createDnsZone', { body: { name: 'for.example', customer_id: unknown } })),
  ).toBe('422 VALIDATION_FAILED customer_id');
  const zone = (await call('createDnsZone', { body: { name: 'for.example', customer_id } })).data;
  const body = { customer_id, domain: 'for.example', billing_cycle: '1_year' };
  const domain = (await call('registerDomain', { body })).data;
  mock.pass(MINUTE);
  expect((await call('getDnsZone', { params: { id: zone.id } })).data).toMatchObject({
    customer_id,
    domain_id: domain.id,
  });
});

test('DNS records of every type are accepted, and each record has only the members of its type', async () => {
  const { add, zone } = await createZone();
  const none = { priority: null, weight: null, port: null, flags: null, tag: null };
  for (const body of [
    { ...www, ttl: 60 },
    { type: 'AAAA', name: '@', content: '2001:db8::10' },
    { type: 'CNAME', name: '*.apps', content: 'www.example.org.' },
    { type: 'MX', name: '@', content: 'mail.example.org', priority: 10 },
    { type: 'TXT', name: '@', content: '谢谢 😀 v=spf1 mx -all' },
    { type: 'SRV', name: '_sip._tcp', content: 'sip.example.org', priority: 1, weight: 2, port: 5060 },
    { type: 'CAA', name: '@', content: 'letsencrypt.org', flags: 128, tag: 'issuewild' },
    { type: 'NS', name: 'sub', content: 'ns1.acme.example' },
    { type: 'PTR', name: '10', content: 'www.example.org' },
  ]) {
    const { status, data } = await add(body);
    expect([status, body.type]).toEqual([201, body.type]);
    expect(data).toMatchObject({ ttl: 3600, ...none, ...body });
  }
  expect((await add({ ...www, name: 'plain', priority: 5 })).data.priority).toBeNull();
  expect(await zone()).toMatchObject({ record_count: 10, serial: 2026112010 });
});

test('no CNAME and no NS record stands at the apex of a zone', async () => {
  const { add } = await createZone();
  for (const type of ['CNAME', 'NS'])
    expect(refusalOf(await add({ type, name: '@', content: 'a.example' }))).toBe(
      '422 VALIDATION_FAILED name',
    );
});

test('a name in a zone holds either a CNAME record or other records, in whichever order they are created', async () => {
  const { add, put } = await createZone();
  await add(www);
  expect(refusalOf(await add({ type: 'CNAME', name: 'www', content: 'a.example' }))).toBe(
    '422 VALIDATION_FAILED name',
  );
  const alias = (await add({ type: 'CNAME', name: 'shop', content: 'a.example' })).data;
  expect(refusalOf(await add({ ...www, name: 'shop' }))).toBe('422 VALIDATION_FAILED name');
  expect(refusalOf(await add({ type: 'CNAME', name: 'shop', content: 'b.example' }))).toBe(
    '422 VALIDATION_FAILED name',
  );
  expect(refusalOf(await put(alias.id, { type: 'CNAME', name: 'www', content: 'a.example' }))).toBe(
    '422 VALIDATION_FAILED name',
  );
  expect((await put(alias.id, { type: 'CNAME', name: 'shop', content: 'b.example' })).status).toBe(200);
});

test('a duplicate DNS record is rejected in any spelling, and a record that differs in priority is accepted', async () => {
  const { add } = await createZone();
  const mx = { type: 'MX', name: '@', content: 'mail.example.org', priority: 10 };
  await add(mx);
  await add({ type: 'AAAA', name: '@', content: '2001:db8::1' });
  for (const same of [
    { ...mx, ttl: 300 },
    { ...mx, content: 'Mail.Example.org.' },
    { type: 'AAAA', name: '@', content: '2001:0db8:0::0001' },
  ]) {
    const refused = await add(same);
    expect(refusalOf(refused)).toBe('422 ALREADY_EXISTS content');
  }
  expect((await add({ ...mx, priority: 20 })).status).toBe(201);
});

test('a record name and its zone name together have at most 253 characters', async () => {
  const label = 'x'.repeat(63);
  const { add } = await createZone(`${label}.${label}.example`);
  const room = 253 - `.${label}.${label}.example`.length;
  const long = `${label}.${'y'.repeat(room - 64)}`;
  expect(refusalOf(await add({ ...www, name: `${long}y` }))).toBe('422 VALIDATION_FAILED name');
  expect((await add({ ...www, name: long })).status).toBe(201);
});

test('an update replaces all members of a DNS record except its type, and keeps a ttl that is left out', async () => {
  const { mock, add, put, zone } = await createZone();
  const { id } = (await add({ ...www, ttl: 120 })).data;
  mock.pass(2 * DAY);
  const { data } = await put(id, { ...www, content: '192.0.2.99' });
  expect(data).toMatchObject({ id, content: '192.0.2.99', ttl: 120, updated_at: '2026-11-22T08:00:00Z' });
  expect(refusalOf(await put(id, { type: 'AAAA', name: 'www', content: '::1' }))).toBe(
    '422 VALIDATION_FAILED type',
  );
  expect((await put(id, { ...www, content: '192.0.2.99' })).status).toBe(200);
  expect(await zone()).toMatchObject({ record_count: 1, serial: 2026112201 });
});

test('the serial number of a zone keeps growing after more than 100 changes in a day', async () => {
  const { mock, add, put, zone } = await createZone();
  const { id } = (await add(www)).data;
  mock.peek((store) =>
    store.dns_zones.update((store.dns_zones.all()[0] ?? { id: '' }).id, { serial: 2026112099 }),
  );
  await put(id, { ...www, ttl: 60 });
  expect((await zone()).serial).toBe(2026112100);
  mock.pass(DAY);
  await put(id, { ...www, ttl: 61 });
  expect((await zone()).serial).toBe(2026112101);
});

test('deleting a zone deletes its records and makes its name available again', async () => {
  const { call, add, params, mock, events } = await createZone();
  await add(www);
  expect((await call('deleteDnsZone', { params })).data).toEqual({ id: params.id, deleted: true });
  for (const op of ['getDnsZone', 'listDnsRecords', 'deleteDnsZone'] as const)
    expect((await call(op, { params })).status).toBe(404);
  expect(mock.peek((store) => store.dns_records.count())).toBe(0);
  expect((await call('createDnsZone', { body: { name: 'example.org' } })).status).toBe(201);
  const zoneEvents = events.filter(({ type }) => type.startsWith('dns_zone.'));
  expect(zoneEvents.map(({ type }) => type)).toEqual([
    'dns_zone.created',
    'dns_zone.records_changed',
    'dns_zone.deleted',
    'dns_zone.created',
  ]);
  for (const { data } of zoneEvents) expect(validateValue('DnsZone', data)).toEqual([]);
});
