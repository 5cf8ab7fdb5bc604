// A correct app on the fixtures, which the tests of `cope` run under everything that is varied by default.
import { expect } from 'vitest';
import { createMockTest } from '../../entry/vitest.ts';

type Refusal = { message?: string; error?: { message: string } };

createMockTest()('an app lists customers and shows a refusal', async ({ mock, personas }) => {
  const headers = { authorization: `Bearer ${personas.owner.token}`, 'content-type': 'application/json' };
  const list = await mock.fetch('http://mock/v1/customers', { headers });
  expect(await list.json()).toMatchObject({ data: expect.any(Array) });
  const refused = await mock.fetch('http://mock/v1/customers', { method: 'POST', headers, body: '{}' });
  const body = (await refused.json()) as Refusal;
  expect((body.error ?? body).message).toMatch(/./);
});
