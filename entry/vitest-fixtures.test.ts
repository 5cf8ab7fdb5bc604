// The fixtures of hosting-contract/vitest, used as a project uses them.
import { expect } from 'vitest';
import { createMockTest, mockTest } from './vitest.ts';

const body = { email: 'mona@example.org', first_name: 'Mona', last_name: 'Lisa' };

for (const time of ['first', 'second'])
  mockTest(`a test changes only its own world: ${time} test`, async ({ client }) => {
    const before = (await client().listCustomers()).meta.total;
    await client().createCustomer({ body });
    expect((await client().listCustomers()).meta.total).toBe(before + 1);
    expect((await client('otherOwner').listCustomers({ query: { q: body.email } })).data).toEqual([]);
  });

mockTest.concurrent('concurrent tests have separate worlds: one', async ({ client, clock }) => {
  clock.advance('P1M');
  await client().createCustomer({ body });
  expect((await client().listCustomers({ query: { q: body.email } })).data).toHaveLength(1);
});

mockTest.concurrent('concurrent tests have separate worlds: two', async ({ client, clock }) => {
  expect(clock.now().now).toBe('2026-11-20T08:00:00Z');
  expect((await client().listCustomers({ query: { q: body.email } })).data).toEqual([]);
});

mockTest(
  'personas have credentials, and a client is refused what its persona may not do',
  async ({ client, personas }) => {
    expect(personas.owner.email).toBe('owner@acme.example');
    await expect(client('readOnly').createCustomer({ body })).rejects.toMatchObject({ status: 403 });
    await expect(client('revoked').listCustomers()).rejects.toMatchObject({ status: 401 });
  },
);

const flatTest = createMockTest({ world: 'empty', errorShape: 'flat' });

flatTest('createMockTest passes its options to the mock', async ({ mock, personas }) => {
  const refused = await mock.fetch('http://mock/v1/customers', {
    method: 'POST',
    headers: { authorization: `Bearer ${personas.owner.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(await refused.json()).toMatchObject({ message: expect.any(String), errors: expect.any(Object) });
});
