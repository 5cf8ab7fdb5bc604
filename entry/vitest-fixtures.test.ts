// Tests of the fixtures of hosting-contract/vitest, used as another project would use them.
import { expect } from 'vitest';
import { createMockTest, mockTest } from './vitest.ts';

const body = { email: 'mona@example.org', first_name: 'Mona', last_name: 'Lisa' };

for (const time of ['first', 'second'])
  mockTest(
    `a customer created by one test is not in the world of another test: ${time} test`,
    async ({ client }) => {
      const before = (await client().listCustomers()).meta.total;
      await client().createCustomer({ body });
      expect((await client().listCustomers()).meta.total).toBe(before + 1);
      expect((await client('otherOwner').listCustomers({ query: { q: body.email } })).data).toEqual([]);
    },
  );

mockTest.concurrent(
  'two tests that run at the same time have separate worlds: first test',
  async ({ client, clock }) => {
    clock.advance('P1M');
    await client().createCustomer({ body });
    expect((await client().listCustomers({ query: { q: body.email } })).data).toHaveLength(1);
  },
);

mockTest.concurrent(
  'two tests that run at the same time have separate worlds: second test',
  async ({ client, clock }) => {
    expect(clock.now().now).toBe('2026-11-20T08:00:00Z');
    expect((await client().listCustomers({ query: { q: body.email } })).data).toEqual([]);
  },
);

mockTest(
  'every persona has credentials, and the client of a persona gets 403 for what the persona may not do',
  async ({ client, personas }) => {
    expect(personas.owner.email).toBe('owner@acme.example');
    await expect(client('readOnly').createCustomer({ body })).rejects.toMatchObject({ status: 403 });
    await expect(client('revoked').listCustomers()).rejects.toMatchObject({ status: 401 });
  },
);

mockTest(
  'the client of the persona twoFactor signs in with the code of the world',
  async ({ client, clock }) => {
    expect((await client('twoFactor').getCurrentUser()).email).toBe('careful@acme.example');
    clock.advance('PT1H');
    for (let more = 0; more < 5; more += 1)
      expect((await client('twoFactor').getCurrentUser()).email).toBe('careful@acme.example');
  },
);

mockTest('a test waits for the webhook of its own world', async ({ mock, client, clock }) => {
  const [{ id = '' } = {}] = (await client().listOrders({ query: { status: 'processing' } })).data;
  clock.advance('P1D');
  const { data, tenant_id } = await mock.webhooks.next('order.completed');
  expect(data).toMatchObject({ status: 'completed', tenant_id });
  expect((await client().getOrder({ path: { id } })).status).toBe('completed');
});

const flatTest = createMockTest({ world: 'empty', errorShape: 'flat' });

flatTest(
  'createMockTest passes its options to the mock: an invalid request gets the flat error body',
  async ({ mock, personas }) => {
    const refused = await mock.fetch('http://mock/v1/customers', {
      method: 'POST',
      headers: { authorization: `Bearer ${personas.owner.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await refused.json()).toMatchObject({ message: expect.any(String), errors: expect.any(Object) });
  },
);

const variedTest = createMockTest({ vary: 'casing=camel,errors=flat', limits: 'B' });

variedTest(
  'vary makes mock.fetch answer as another deployment, and client go on in the words of the contract',
  async ({ mock, personas, client }) => {
    const headers = { authorization: `Bearer ${personas.owner.token}`, 'content-type': 'application/json' };
    const send = async (path: string, init: RequestInit = {}) =>
      (await mock.fetch(`http://mock/v1${path}`, { headers, ...init })).json();
    const { id } = await client().createCustomer({ body });
    expect(await send(`/customers/${id}`)).toMatchObject({ firstName: 'Mona' });
    expect(await send('/customers/unknown')).toEqual({ message: expect.any(String) });
  },
);

for (const errors of ['flat 422', 'alternate'])
  createMockTest({ vary: `errors=${errors}` })(
    `client goes on in the words of the contract while refusals are ${errors}`,
    async ({ client }) => {
      for (let time = 0; time < 2; time += 1)
        await expect(client().createCustomer({ body: {} as never })).rejects.toMatchObject({
          code: 'VALIDATION_FAILED',
        });
    },
  );

const encodings = ['gzip', 'br'] as const;
for (const coding of encodings)
  createMockTest({ vary: `encoding=${coding},header-case=lower` })(
    `mock.fetch gives a body in ${coding} decoded and without the headers of the coded one, as fetch does`,
    async ({ mock, personas }) => {
      const headers = { authorization: `Bearer ${personas.owner.token}` };
      const reply = await mock.fetch('http://mock/v1/customers', { headers });
      expect(await reply.json()).toMatchObject({ data: expect.any(Array) });
      for (const name of ['content-encoding', 'content-length']) expect(reply.headers.get(name)).toBeNull();
    },
  );
