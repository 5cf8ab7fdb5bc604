// Tests customers over the public API.
import { expect, test } from 'vitest';
import { createTestMock, customerBody, DAY, MINUTE, refusalOf } from '../testing/test-mock.ts';

test('optional members of a customer that are left out at creation are null, and metadata is empty', async () => {
  const { data } = await createTestMock({ world: 'empty' }).as('owner')('createCustomer', {
    body: customerBody(),
  });
  expect(data).toMatchObject({
    company_name: null,
    phone: null,
    address: null,
    tax_id: null,
    external_id: null,
    metadata: {},
  });
});

test('e-mail address and external_id of a customer are unique per tenant, and one reply reports both conflicts', async () => {
  const mock = createTestMock();
  const body = { ...customerBody(), external_id: 'one-1' };
  expect((await mock.as('owner')('createCustomer', { body })).status).toBe(201);
  const again = await mock.as('owner')('createCustomer', { body });
  expect(refusalOf(again)).toContain('422 ALREADY_EXISTS');
  expect(Object.keys(again.error.errors)).toEqual(['email', 'external_id']);
  expect((await mock.as('otherOwner')('createCustomer', { body })).status).toBe(201);
});

test('an update of a customer keeps members that are left out and clears nullable members that are sent as null', async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  const created = (
    await call('createCustomer', { body: { ...customerBody(), company_name: 'Doe GmbH', tax_id: 'DE1' } })
  ).data;
  const updated = await call('updateCustomer', {
    params: { id: created.id },
    body: { last_name: 'Roe', tax_id: null },
  });
  expect(updated.status).toBe(200);
  expect(updated.data).toMatchObject({ ...created, last_name: 'Roe', tax_id: null });
});

test("an update may send the customer's own e-mail address again, but is rejected with that of another customer", async () => {
  const call = createTestMock({ world: 'empty' }).as('owner');
  const one = (await call('createCustomer', { body: customerBody('one') })).data;
  await call('createCustomer', { body: customerBody('two') });
  expect((await call('updateCustomer', { params: { id: one.id }, body: customerBody('one') })).status).toBe(
    200,
  );
  const clash = await call('updateCustomer', { params: { id: one.id }, body: customerBody('two') });
  expect([clash.status, clash.error.errors.email?.length]).toEqual([422, 1]);
});

test('a customer with running services cannot be deactivated until the services are terminated', async () => {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  const { id } = (await call('createCustomer', { body: customerBody() })).data;
  const item = { sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' };
  const order = (
    await call('createOrder', { body: { customer_id: id, items: [item], payment_method: 'wallet' } })
  ).data;
  mock.pass(MINUTE);
  const refused = await call('deactivateCustomer', { params: { id } });
  expect(refusalOf(refused)).toContain('422 INVALID_STATE');
  expect(refused.error.errors.status?.[0]).toContain('1 services');
  await call('terminateService', { params: { id: order.services[0] ?? '' } });
  expect((await call('deactivateCustomer', { params: { id } })).status).toBe(200);
});

test('customers can be filtered by text and time, and sorted by name', async () => {
  const mock = createTestMock({ world: 'empty' });
  const call = mock.as('owner');
  for (const [first_name, last_name] of [
    ['Zoe', 'Adams'],
    ['Ann', 'Zeller'],
    ['Bob', 'Adams'],
  ]) {
    await call('createCustomer', {
      body: { email: `${first_name}@example.org`, first_name, last_name, external_id: first_name },
    });
    mock.pass(DAY);
  }
  const found = async (query: Record<string, string>) =>
    (await call('listCustomers', { query })).data.data.map((one) => one.first_name);
  expect(await found({ sort: 'name' })).toEqual(['Bob', 'Zoe', 'Ann']);
  expect(await found({ sort: '-name' })).toEqual(['Ann', 'Zoe', 'Bob']);
  expect(await found({ q: 'ADAM' })).toEqual(['Bob', 'Zoe']);
  expect(
    await found({ created_from: '2026-11-21T08:00:00Z', created_before: '2026-11-22T08:00:00Z' }),
  ).toEqual(['Ann']);
});
