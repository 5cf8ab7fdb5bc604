// Compares the lifecycles with the operations, and runs them over time.
import { expect, test } from 'vitest';
import type { OperationId } from '../src/contract/operations.ts';
import { invariants } from './invariants/invariants.ts';
import type { Store } from './tables.ts';
import { createTestMock, DAY, type TestMock } from './testing/test-mock.ts';

type Rows = 'orders' | 'services' | 'subscriptions' | 'customers';
type Action = {
  table: Rows;
  op: OperationId;
  query?: Record<string, string>;
  accepts: string[];
  leadsTo: (from: string) => string;
};
const to = (state: string) => () => state;

/** The operations that change a state, with the states in which each operation is accepted and the resulting state. */
const ACTIONS: Action[] = [
  { table: 'orders', op: 'cancelOrder', accepts: ['pending'], leadsTo: to('cancelled') },
  { table: 'services', op: 'suspendService', accepts: ['active'], leadsTo: to('suspended') },
  { table: 'services', op: 'unsuspendService', accepts: ['suspended'], leadsTo: to('active') },
  { table: 'services', op: 'terminateService', accepts: ['active', 'suspended'], leadsTo: to('terminated') },
  { table: 'services', op: 'renewService', accepts: ['active', 'suspended'], leadsTo: (from) => from },
  {
    table: 'subscriptions',
    op: 'cancelSubscription',
    accepts: ['active', 'past_due', 'cancelled'],
    leadsTo: to('cancelled'),
  },
  {
    table: 'subscriptions',
    op: 'cancelSubscription',
    query: { at_period_end: 'true' },
    accepts: ['active', 'cancelled'],
    leadsTo: (from) => from,
  },
];

const statesOf: Record<Rows, string[]> = {
  orders: ['pending', 'processing', 'completed', 'cancelled', 'failed'],
  services: ['pending', 'active', 'suspended', 'terminated', 'cancelled', 'failed'],
  subscriptions: ['active', 'past_due', 'cancelled', 'expired'],
  customers: ['active', 'inactive'],
};

// Finds a row of the owner's tenant in the demo world that is in the given state, has a recurring cycle, and has no
// overdue invoice. Returns its id.
function idOfRowIn({ peek, app }: TestMock, table: Rows, state: string): string {
  return peek((platform) => {
    const store: Store = platform.forTenant(app.personas.owner?.tenantId ?? '');
    const overdue = new Set(store.renewals.all().map((one) => one.suspended_service_id));
    const row = store[table]
      .all()
      .find(
        (one) =>
          one.status === state && !overdue.has(one.id) && Reflect.get(one, 'billing_cycle') !== 'one_time',
      );
    if (!row) throw new Error(`The demo world has none of the ${table} that is ${state}.`);
    return row.id;
  });
}

for (const { table, op, query, accepts, leadsTo } of ACTIONS) {
  for (const state of statesOf[table]) {
    const accepted = accepts.includes(state);
    test(`${op}${query ? ' at the period’s end' : ''} in state ${state} ${accepted ? 'succeeds' : 'is refused and changes nothing'}`, async () => {
      const mock = createTestMock();
      const call = mock.as('owner');
      const id = idOfRowIn(mock, table, state);
      const before = mock.peek((store) => store[table].get(id));
      const reply = await call(op, { params: { id }, ...(query && { query }) });
      const after = mock.peek((store) => store[table].get(id));
      if (accepted) {
        expect(reply.status).toBe(200);
        expect(after.status).toBe(leadsTo(state));
      } else {
        expect(reply.status).toBe(422);
        expect(reply.error.code).toBe('INVALID_STATE');
        expect(reply.error.errors.status?.[0]).toContain(`"${state}"`);
        expect(after).toBe(before);
      }
    });
  }
}

test('during 14 months every row of the demo world reaches only states of its lifecycle, and the invariants hold', () => {
  const { app, pass, peek } = createTestMock();
  for (let month = 0; month < 14; month += 1) {
    pass(30 * DAY);
    app.world.runDue();
    expect(peek(invariants)).toEqual([]);
  }
});
