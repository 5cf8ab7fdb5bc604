// Tests of the store that handlers receive: tenant isolation, generated members, unique members, lifecycles.
import { expect, expectTypeOf, test } from 'vitest';
import type { NewRow } from './store.ts';
import { A, B, type Customer, createTestWorld, jane, refusalOf, START, tables } from './testing/customers.ts';
import { World } from './world.ts';

test('an inserted row has all its members and is frozen; its ids come first and its instants last', () => {
  const row = createTestWorld().transact(A, (store) =>
    store.customers.insert({ ...jane, address: { city: 'Berlin' } }),
  );
  expectTypeOf(row).toEqualTypeOf<Customer>();
  expect(Object.keys(row)).toEqual([
    'id',
    'tenant_id',
    'email',
    'name',
    'status',
    'address',
    'created_at',
    'updated_at',
  ]);
  expect(row).toMatchObject({ tenant_id: A, created_at: START, updated_at: START });
  expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Object.isFrozen(row)).toBe(true);
  expect(Object.isFrozen(row.address)).toBe(true);
});

test('a row that names its generated members without values is stored like a row that leaves them out, also when it is frozen', () => {
  const named = () => ({
    ...{ id: undefined, tenant_id: undefined },
    ...{ ...jane, address: { city: 'Berlin' } },
    ...{ created_at: undefined, updated_at: undefined },
  });
  const insert = (row: NewRow<Customer>) =>
    createTestWorld().transact(A, (store) => store.customers.insert(row));
  const expected = insert({ ...jane, address: { city: 'Berlin' } });
  const given = named();
  for (const row of [insert(given), insert(Object.freeze(named()))]) {
    expect(Object.entries(row)).toEqual(Object.entries(expected));
    expect(Object.isFrozen(row)).toBe(true);
  }
  expect(given).toEqual(expected);
});

test('a row of another tenant cannot be found by id, by value or in lists, and cannot be changed or removed', () => {
  const w = createTestWorld();
  const { id } = w.transact(A, (store) => store.customers.insert(jane));
  w.transact(B, (store) => {
    expect(store.customers.find(id)).toBeUndefined();
    for (const attempt of [
      () => store.customers.get(id),
      () => store.customers.update(id, { name: 'Mine' }),
      () => store.customers.move(id, 'deactivate'),
      () => store.customers.remove(id),
    ]) {
      expect(refusalOf(attempt).reason).toBe('NOT_FOUND');
    }
    expect(store.customers.by('email', jane.email)).toBeUndefined();
    expect(store.customers.where('status', 'active')).toEqual([]);
    expect(store.customers.all()).toEqual([]);
    expect(store.customers.count()).toBe(0);
    expect(store.customers.page({}).data).toEqual([]);
    expect(store.platform.customers.get(id).name).toBe('Jane');
    expect(store.forTenant(A).customers.count({ status: 'active' })).toBe(1);
    store.customers.insert(jane);
  });
  w.transact(null, (store) => {
    expect(store.customers.page({ sort: 'name', status: 'active' }).meta.total).toBe(2);
    expect(store.customers.by('email', jane.email)?.id).toBe(id);
  });
});

test('a patch changes the members that it names, keeps the members that are undefined, and never changes the id or the tenant', () => {
  const w = createTestWorld();
  const row = w.transact(A, (store) => store.customers.insert(jane));
  w.clock.advance(60_000);
  const changed = w.transact(A, (store) =>
    store.customers.update(row.id, { name: 'Joan', email: undefined }),
  );
  expect(changed).toEqual({ ...row, name: 'Joan', updated_at: '2026-11-20T08:01:00Z' });
  expect(Object.isFrozen(changed)).toBe(true);
  expect(row.name).toBe('Jane');
  w.transact(A, (store) => {
    expect(() => store.customers.update(row.id, { id: 'other' })).toThrow('The id of a row of customers');
    expect(() => store.customers.update(row.id, { tenant_id: B })).toThrow(
      'The tenant_id of a row of customers',
    );
    expect(store.customers.update(row.id, { address: { city: 'Bonn' } }).address).toSatisfy(Object.isFrozen);
  });
});

test("inserting or updating a row with a taken value of a unique member is refused with a sentence under the member's name, but only within the tenant", () => {
  const w = createTestWorld();
  w.transact(A, (store) => {
    store.customers.insert(jane);
    const joan = store.customers.insert({ ...jane, email: 'joan@example.org' });
    const taken = { reason: 'ALREADY_EXISTS', errors: { email: ['This email is taken already.'] } };
    expect(refusalOf(() => store.customers.insert(jane))).toMatchObject(taken);
    expect(refusalOf(() => store.customers.update(joan.id, { email: jane.email }))).toMatchObject(taken);
    store.customers.update(joan.id, { email: 'joan@example.org' });
    expect(store.customers.count()).toBe(2);
  });
});

test('every tenant sees the rows of a table without tenants, and these rows have no tenant_id and no updated_at', () => {
  const w = createTestWorld();
  const plan = w.transact(A, (store) => store.plans.insert({ sku: 'web' }));
  expect(Object.keys(plan)).toEqual(['id', 'sku', 'created_at']);
  expect(w.transact(B, (store) => store.plans.by('sku', 'web'))).toBe(plan);
  expect(refusalOf(() => w.transact(B, (store) => store.plans.insert({ sku: 'web' }))).reason).toBe(
    'ALREADY_EXISTS',
  );
});

test("a table with tenants refuses a row without a tenant, and a tenant's store refuses a row of another tenant", () => {
  const w = createTestWorld();
  const platform = () => w.transact(null, (store) => store.customers.insert(jane));
  expect(platform).toThrow("insert through a tenant's store or with tenant_id");
  const stranger = () => w.transact(A, (store) => store.customers.insert({ ...jane, tenant_id: B }));
  expect(stranger).toThrow(`A row of tenant ${B} cannot be inserted into customers`);
  expect(w.transact(null, (store) => store.customers.insert({ ...jane, tenant_id: B })).tenant_id).toBe(B);
});

test('a row that already has all members is stored without copying it, and a row with an id and a date of its own keeps them', () => {
  const w = createTestWorld();
  const whole = {
    id: 'a',
    tenant_id: A,
    ...jane,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2021-01-01T00:00:00Z',
  };
  w.transact(A, (store) => {
    expect(store.customers.insert(whole)).toBe(whole);
    const dated = store.customers.insert({
      ...jane,
      email: 'b',
      id: 'b',
      created_at: '2022-01-01T00:00:00Z',
    });
    expect(dated).toMatchObject({
      id: 'b',
      created_at: '2022-01-01T00:00:00Z',
      updated_at: '2022-01-01T00:00:00Z',
    });
    expect(() => store.customers.insert({ ...jane, id: 'a', email: 'c' })).toThrow(
      'customers has a row with id "a" already.',
    );
  });
});

test('`move` follows the lifecycle of the table and may change further members', () => {
  const w = createTestWorld();
  w.transact(A, (store) => {
    const { id } = store.customers.insert(jane);
    expect(store.customers.move(id, 'deactivate', { note: 'left' })).toMatchObject({
      status: 'inactive',
      note: 'left',
    });
    expect(refusalOf(() => store.customers.move(id, 'deactivate'))).toMatchObject({
      reason: 'INVALID_STATE',
      errors: { status: ['The status is "inactive"; this is only allowed while it is "active".'] },
    });
    expect(() => store.plans.move('x', 'cancel')).toThrow('plans declares no lifecycle');
  });
});

test('using a name that a table does not declare throws an error at once', () => {
  createTestWorld().transact(A, ({ customers, plans }) => {
    expect(() => customers.page({ colour: 'red' })).toThrow(
      'customers declares neither a filter nor a bound "colour".',
    );
    expect(() => customers.page({ sort: 'colour' })).toThrow('customers declares no sort "colour".');
    expect(() => customers.where('name', 'Jane')).toThrow(
      'customers declares "name" neither as unique nor as a filter.',
    );
    expect(() => plans.by('created_at', 'x')).toThrow('plans declares "created_at" neither');
    expect(customers.page({ colour: undefined }).meta).toEqual({
      current_page: 1,
      per_page: 100,
      total: 0,
      last_page: 1,
    });
  });
  expect(() => new World({ tables: { emit: tables.plans } })).toThrow('A table cannot be called "emit"');
});

test('writes inside `at` have the instant given to `at`, and writes after it have the current instant again', () => {
  const past = '2025-01-31T00:00:00Z';
  createTestWorld().transact(A, (store) => {
    const row = store.at(past, () => store.customers.insert(jane));
    expect(row).toMatchObject({ created_at: past, updated_at: past });
    expect(store.at(past, () => [store.now, store.platform.now])).toEqual([past, past]);
    expect(() => store.at(past, () => store.customers.get('nobody'))).toThrow();
    expect(store.now).toBe(START);
    expect(store.customers.update(row.id, { name: 'Now' })).toMatchObject({
      created_at: past,
      updated_at: START,
    });
  });
});

test('useIds gives the next rows of a table the given ids, and a transaction that leaves one of them fails', () => {
  const [first, second, third] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
    string,
    string,
    string,
  ];
  const w = createTestWorld();
  const generated = createTestWorld().transact(A, (store) => store.customers.insert(jane).id);
  const insert = (store: Parameters<Parameters<typeof w.transact>[1]>[0], email: string): string =>
    store.customers.insert({ ...jane, email }).id;
  w.transact(A, (store) => {
    store.useIds({ customers: [first] });
    store.useIds({ customers: [second] });
    expect([insert(store, 'a@a.example'), insert(store, 'b@a.example')]).toEqual([first, second]);
    // The given ids use up no ordinal, so the ids that follow do not depend on them.
    expect(insert(store, 'c@a.example')).toBe(generated);
  });
  expect(() => w.transact(A, (store) => store.useIds({ customers: [third] }))).toThrow(
    `No row received the id that was given to it: customers ${third}.`,
  );
  expect(w.transact(A, (store) => insert(store, 'd@a.example'))).not.toBe(third);
});
