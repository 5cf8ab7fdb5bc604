// What a world promises: transactions that stand or vanish whole, time, forks, exports.
import { expect, expectTypeOf, test } from 'vitest';
import { makeClock } from './clock.ts';
import type { Commit } from './journal.ts';
import { memoryJournal } from './journal.ts';
import { Refusal } from './refusal.ts';
import { table } from './table.ts';
import { World } from './world.ts';

type Customer = {
  id: string;
  tenant_id?: string;
  email: string;
  name: string;
  status: 'active' | 'inactive';
  note?: string | null;
  address?: { city: string };
  created_at: string;
  updated_at?: string;
};
type Plan = { id: string; sku: string; created_at: string };

const tables = {
  customers: table<Customer>({
    tenant: true,
    unique: ['email'],
    filters: ['status', 'email'],
    sorts: ['name'],
    search: ['name', 'email'],
    lifecycle: {
      member: 'status',
      transitions: [
        { on: 'deactivate', from: 'active', to: 'inactive' },
        { on: 'activate', from: 'inactive', to: 'active' },
      ],
    },
  }),
  plans: table<Plan>({ tenant: false, unique: ['sku'], updated: false }),
};

const A = 'aaaaaaaa-0000-4000-8000-000000000000';
const B = 'bbbbbbbb-0000-4000-8000-000000000000';
const START = '2026-11-20T08:00:00Z';

function world(more: Partial<ConstructorParameters<typeof World<typeof tables>>[0]> = {}) {
  return new World({ tables, clock: makeClock({ start: 'frozen' }), ...more });
}

const jane = { email: 'jane@example.org', name: 'Jane', status: 'active' } as const;

function refusal(fn: () => unknown): Refusal {
  try {
    fn();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('a row is minted whole, frozen, with ids first and instants last', () => {
  const row = world().transact(A, (store) => store.customers.insert({ ...jane, address: { city: 'Berlin' } }));
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

test("a stranger's row is not there: not by id, by value, in lists, for change or removal", () => {
  const w = world();
  const { id } = w.transact(A, (store) => store.customers.insert(jane));
  w.transact(B, (store) => {
    expect(store.customers.find(id)).toBeUndefined();
    for (const attempt of [
      () => store.customers.get(id),
      () => store.customers.update(id, { name: 'Mine' }),
      () => store.customers.move(id, 'deactivate'),
      () => store.customers.remove(id),
    ]) {
      expect(refusal(attempt).word).toBe('NOT_FOUND');
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
