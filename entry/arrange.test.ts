// Tests `arrange` as other projects use it: typed scenarios and ids, the option `scenario`, and the fixture of tests.
import { expect, expectTypeOf, test } from 'vitest';
import { createClient } from './client.ts';
import { createMock, type Scenario } from './index.ts';
import { createMockTest, mockTest } from './vitest.ts';

mockTest('`arrange` returns typed ids by name and in the shape of the scenario', async ({ arrange }) => {
  const { ids, customers, users } = await arrange({
    customers: [
      {
        as: 'late',
        services: [{ as: 'shop', status: 'suspended' }],
        invoices: [{ status: 'overdue', count: 3 }],
      },
    ],
    users: [{ role: 'viewer' }],
  });
  expectTypeOf(ids).toEqualTypeOf<{ readonly late: string; readonly shop: string }>();
  expect(customers[0]?.id).toBe(ids.late);
  expect(customers[0]?.services[0]?.id).toBe(ids.shop);
  expect(customers[0]?.invoices).toHaveLength(3);
  expect(users[0]?.token).toBeTypeOf('string');
});

mockTest('the type of a scenario refuses unknown resources, members and states', async ({ arrange }) => {
  // @ts-expect-error There is no such resource.
  await expect(arrange({ custmers: [{}] })).rejects.toThrow('/custmers');
  // @ts-expect-error There is no such state.
  await expect(arrange({ vps: [{ status: 'stoped' }] })).rejects.toThrow('/vps/0/status');
  // @ts-expect-error There is no such member.
  await expect(arrange({ customers: [{ emial: 'a@b.example' }] })).rejects.toThrow('/customers/0/emial');
});

test('a mock with the option `scenario` begins with its records, also after a reset', async () => {
  const scenario: Scenario = { vps: [{ status: 'stopped', hostname: 'stands.still.example' }] };
  await using mock = await createMock({ world: 'empty', clock: 'frozen', scenario });
  const api = createClient({
    baseUrl: 'http://mock/v1',
    credential: { token: mock.personas.owner.token },
    fetch: mock.fetch,
  });
  const stopped = async () => (await api.listVps({ query: { status: 'stopped' } })).meta.total;
  expect(await stopped()).toBe(1);
  mock.reset();
  expect(await stopped()).toBe(1);
  expect(mock.world('copy').personas.owner).toEqual(mock.personas.owner);
});

mockTest('a test arranges its own world', async ({ arrange, client }) => {
  const { ids } = await arrange({ tickets: [{ as: 'question', status: 'answered' }] });
  expect((await client().getTicket({ path: { id: ids.question } })).status).toBe('answered');
});

const arrangedTest = createMockTest({ world: 'empty', scenario: { customers: [{ count: 4 }] } });
arrangedTest('every test begins with the scenario of its options', async ({ client }) => {
  expect((await client().listCustomers()).meta.total).toBe(4);
});
