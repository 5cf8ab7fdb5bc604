// Tests the tables of the control API on the worlds of this mock: references, secrets, search, operations, and what
// comes due.
import { expect, test } from 'vitest';
import { operations } from '../src/contract/operations.ts';
import { controlApi } from '../src/control/control-api.ts';
import { createApp } from '../src/server/app.ts';
import { hostingMock } from './index.ts';
import { activeCustomerId, createTestMock, orderBody } from './testing/test-mock.ts';

const demo = createTestMock();
const { tables } = controlApi(demo.app);

test('every table is listed with its rows, and a table of a resource with its schema, area, path and levers', () => {
  const list = tables.list();
  const exported: Record<string, unknown[]> = controlApi(demo.app).export().tables;
  for (const { name, rows } of list) expect(exported[name]?.length ?? 0, name).toBe(rows);
  expect(list.find(({ name }) => name === 'orders')).toMatchObject({
    tenant: true,
    schema: 'Order',
    area: 'orders',
    list: 'listOrders',
    path: '/orders/{id}',
    levers: { complete: ['processing'], fail: ['processing'] },
  });
  expect(list.find(({ name }) => name === 'credentials')).toMatchObject({
    schema: null,
    area: null,
    path: null,
  });
  const resources = Object.keys(hostingMock.resources).sort();
  const paths = list.flatMap(({ path }) => path ?? []);
  for (const path of resources) expect(paths).toContain(path);
});

test('no row of any table shows a password hash, a key, a token, a TOTP secret or an auth code', async () => {
  const mock = createTestMock();
  const lab = controlApi(mock.app);
  const customer = await activeCustomerId(mock);
  await mock.as('owner')('createApiKey', { body: { name: 'ci', scopes: ['customers:read'] } });
  await mock.as('owner')('createOrder', {
    body: orderBody(customer, 'wallet'),
    headers: { 'idempotency-key': 'k' },
  });
  const exported = lab.export();
  const secrets = [
    ...(exported.tables.credentials ?? []).flatMap((row) =>
      ['password_hash', 'salt', 'totp_secret'].map((name) => Reflect.get(row, name)),
    ),
    ...(exported.tables.api_key_hashes ?? []).map((row) => Reflect.get(row, 'hash')),
    ...(exported.tables.signing_keys ?? []).map((row) => Reflect.get(row, 'key')),
    ...(exported.tables.webhook_secrets ?? []).map((row) => Reflect.get(row, 'secret')),
    ...(exported.tables.domain_auth_codes ?? []).map((row) => Reflect.get(row, 'auth_code')),
  ].filter((secret) => typeof secret === 'string');
  expect(secrets.length).toBeGreaterThan(30);
  const shown = lab.tables
    .list()
    .map(({ name }) => JSON.stringify(lab.tables.rows(name, { limit: 200 }).rows))
    .join('\n');
  for (const secret of secrets) expect(shown.includes(secret), `shows ${secret}`).toBe(false);
  for (const secret of secrets.slice(0, 5))
    for (const table of ['credentials', 'api_key_hashes', 'signing_keys'])
      expect(lab.tables.rows(table, { q: secret }).total).toBe(0);
  expect(() => lab.tables.rows('credentials', { where: { password_hash: secrets[0] ?? '' } })).toThrow(
    'names a secret',
  );
});

test('every reference of every row of the demo world leads to a record, which counts the row among its references', () => {
  const all = tables
    .list()
    .flatMap(({ name }) => tables.rows(name, { limit: 200 }).rows.map((row) => ({ name, ...row })));
  const referenced = all.flatMap(({ references }) => references);
  expect(referenced.length).toBeGreaterThan(500);
  expect(referenced.filter(({ exists }) => !exists)).toEqual([]);
  for (const { table, id } of new Map(referenced.map((one) => [one.id, one])).values()) {
    for (const { table: from, member, count } of tables.get(table, id).referenced_by) {
      const rows = tables.rows(from, { where: { [member]: id }, limit: 200 });
      expect(rows.total, `${from}.${member} of ${table} ${id}`).toBe(count);
      expect(rows.rows.every(({ references }) => references.some((one) => one.id === id))).toBe(true);
    }
  }
});

test('the operations on a record have a path that a client can call', async () => {
  const { rows } = tables.rows('dns_records', { limit: 1 });
  const record = tables.get('dns_records', rows[0]?.id ?? '');
  const zone = record.references.find(({ table }) => table === 'dns_zones')?.id;
  expect(record.operations).toEqual([
    { id: 'listDnsRecords', method: 'GET', path: `/dns/zones/${zone}/records`, body: null },
    expect.objectContaining({
      id: 'updateDnsRecord',
      path: `/dns/zones/${zone}/records/${record.id}`,
      body: 'DnsRecordWrite',
    }),
    expect.objectContaining({ id: 'deleteDnsRecord', body: null }),
  ]);
  const known = new Set<string>(operations.map(({ id }) => id));
  for (const { name, path } of tables.list()) {
    const [row] = tables.rows(name, { limit: 1 }).rows;
    if (row === undefined || path === null) continue;
    const own = tables.get(name, row.id).operations;
    expect(own.length, name).toBeGreaterThan(0);
    for (const { id, path: completed } of own) {
      expect(known).toContain(id);
      expect(completed).not.toMatch(/[{}]/);
    }
  }
});

test('a record is found by its id alone, by a text in it, and by the value of a member', () => {
  const [invoice] = tables.rows('invoices', { where: { status: 'overdue' } }).rows;
  expect(tables.find(invoice?.id ?? '')).toMatchObject({ table: 'invoices', label: invoice?.label });
  expect(tables.rows('invoices', { q: invoice?.label?.toLowerCase() ?? '' }).rows[0]?.id).toBe(invoice?.id);
  const [customer] = tables.rows('customers', { limit: 1 }).rows;
  expect(customer?.label).toContain(' ');
  expect(tables.rows('customers', { q: customer?.label ?? '' }).rows[0]?.id).toBe(customer?.id);
  // An order has no name of its own.
  const [order] = tables.rows('orders', { q: customer?.label ?? '' }).rows;
  expect(order?.label).toBe(order?.references.find(({ pointer }) => pointer === '/customer_id')?.label);
  expect(tables.rows('invoices', { q: invoice?.id ?? '' })).toMatchObject({ total: 1 });
  expect(() => tables.find('nothing')).toThrow('The world demo has no record with the id nothing.');
  expect(() => tables.rows('ordrs')).toThrow(
    'There is no table ordrs; did you mean "orders"? There are: tenants',
  );
  expect(() => tables.rows('orders', { where: { colour: 'red' } })).toThrow(
    'names no member of orders: colour.',
  );
  expect(() => tables.rows('orders', { sort: 'colour' })).toThrow('must be one of created_at, -created_at.');
});

test('the clock moves to the next due timer and says which records changed', () => {
  const { clock, tables: own } = controlApi(createTestMock().app);
  const { timers, total } = clock.upcoming(3);
  expect(timers).toHaveLength(3);
  const [next] = timers;
  expect(next?.record).toMatchObject({
    label: own.get(next?.record?.table ?? '', next?.record?.id ?? '').label,
  });
  const moved = clock.advance('next');
  expect(moved.now).toBe(next?.at);
  expect(moved.ran_count).toBe(timers.filter(({ at }) => at === next?.at).length);
  expect(moved.ran[0]).toMatchObject({
    kind: next?.kind,
    record: next?.record,
    changes: [
      { ...next?.record, change: 'updated', status: { from: expect.any(String), to: expect.any(String) } },
    ],
  });
  expect(clock.upcoming().total).toBe(total - moved.ran_count);
  const provisioned = clock.advance('PT1M').ran.find(({ kind }) => kind === 'order.provisioned');
  expect(provisioned?.events).toContain('order.completed');
});

test('a world without timers says that nothing comes due', () => {
  const { clock } = controlApi(createApp(hostingMock, { world: 'empty', clock: 'frozen' }));
  expect(clock.upcoming()).toEqual({ timers: [], total: 0 });
  expect(() => clock.advance('next')).toThrow('No timer is scheduled in this world');
});

test('in a table of 100,000 rows every page is reached in both directions', () => {
  const { tables: own } = controlApi(createApp(hostingMock, { world: 'large', clock: 'frozen' }));
  const ids = (query: Parameters<typeof own.rows>[1]) =>
    own.rows('customers', query).rows.map(({ id }) => id);
  const { total } = own.rows('customers', { limit: 1 });
  expect(total).toBe(100_000);
  const last = ids({ offset: total - 200, limit: 200 });
  expect(ids({ sort: 'created_at', limit: 200 })).toEqual(last.reverse());
  expect(ids({ offset: 60_000, limit: 2 })[1]).toBe(ids({ offset: 60_001, limit: 1 })[0]);
  const customer = own.get('customers', ids({ offset: 50_000, limit: 1 })[0] ?? '');
  expect(customer.label).toMatch(/\S \S/);
  expect(own.rows('customers', { where: { status: 'inactive' } }).total).toBe(5000);
});
