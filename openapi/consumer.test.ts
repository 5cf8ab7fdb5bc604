// Tests the generated types as a client developer meets them: openapi-fetch rejects calls that the document does not
// permit.
import createClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import type { paths } from '../src/contract/schema.ts';

test('the generated types reject calls that the document does not permit', () => {
  const client = createClient<paths>({ baseUrl: 'http://mock/v1' });
  const id = { params: { path: { id: '1' } } };
  const never = () => [
    client.POST('/services/{id}/renew', { ...id, body: { billing_cycle: '1_year' } }),
    // @ts-expect-error There is no such path.
    client.GET('/client'),
    // @ts-expect-error Orders cannot be deleted.
    client.DELETE('/orders/{id}', id),
    // @ts-expect-error An order names its customer.
    client.POST('/orders', { body: { payment_method: 'wallet', items: [] } }),
    // @ts-expect-error There is no such cycle.
    client.POST('/services/{id}/renew', { ...id, body: { billing_cycle: 'weekly' } }),
    // @ts-expect-error There is no such state.
    client.GET('/invoices', { params: { query: { status: 'lost' } } }),
    // @ts-expect-error The id of the path is missing.
    client.GET('/vps/{id}'),
  ];
  expect(never).toBeTypeOf('function');
});
