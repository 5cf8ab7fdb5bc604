// Test helper: a small world for tests of stores and worlds, with customers of tenants, and plans without a tenant.
import { parseClock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import { table } from '../tables/table.ts';
import { World, type WorldOptions } from '../world.ts';

export type Customer = {
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

export const tables = {
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

export const A = 'aaaaaaaa-0000-4000-8000-000000000000';
export const B = 'bbbbbbbb-0000-4000-8000-000000000000';
export const START = '2026-11-20T08:00:00Z';

/** Creates a world with the test tables whose clock is frozen at `START`. */
export function createTestWorld(more: Partial<WorldOptions<typeof tables>> = {}) {
  return new World({ tables, clock: parseClock('frozen'), ...more });
}

export const jane = { email: 'jane@example.org', name: 'Jane', status: 'active' } as const;

/** Runs a function and returns the refusal that it throws. */
export function refusalOf(fn: () => unknown): Refusal {
  try {
    fn();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
