// A correct app on the fixtures, which the tests of `cope` run under everything that is varied by default.
import { expect } from 'vitest';
import { createMockTest } from '../../entry/vitest.ts';

type Refusal = { message?: string; error?: { message: string } };

// Waits for the seconds that a refusal says, and repeats the request, as the document tells clients to.
async function patiently(send: () => Promise<Response>): Promise<Response> {
  const reply = await send();
  if (reply.status !== 429) return reply;
  await new Promise((done) => setTimeout(done, Number(reply.headers.get('retry-after')) * 1000 + 20));
  return patiently(send);
}

createMockTest()('an app lists customers and shows a refusal', async ({ mock, personas }) => {
  const headers = { authorization: `Bearer ${personas.owner.token}`, 'content-type': 'application/json' };
  const list = await patiently(() => mock.fetch('http://mock/v1/customers', { headers }));
  expect(await list.json()).toMatchObject({ data: expect.any(Array) });
  const refused = await patiently(() =>
    mock.fetch('http://mock/v1/customers', { method: 'POST', headers, body: '{}' }),
  );
  const body = (await refused.json()) as Refusal;
  expect((body.error ?? body).message).toMatch(/./);
});
