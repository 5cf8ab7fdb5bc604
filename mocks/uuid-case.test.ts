// Tests that a UUID in capitals names the same record in a path, a body and a filter.
import { expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import { documentedRequests } from '../src/contract/example-values/documented-requests.ts';
import { createApp } from '../src/server/app.ts';
import { hostingMock } from './index.ts';

test('a UUID in capitals is the same UUID', async () => {
  const app = createApp(hostingMock, { clock: 'frozen' });
  const headers = {
    authorization: `Bearer ${app.personas.owner?.token}`,
    'content-type': 'application/json',
  };
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const reply = await app.fetch(new Request(`http://mock/v1${path}`, init));
    return { status: reply.status, body: (await reply.json()) as { id: string; customer_id: string } };
  };
  const { body = {} } =
    documentedRequests(document()).find(
      ({ operation, refusedWith }) => operation === 'createOrder' && !refusedWith,
    ) ?? {};
  const { customer_id } = body as { customer_id: string };
  const upper = customer_id.toUpperCase();
  expect((await send('GET', `/customers/${upper}`)).body.id).toBe(customer_id);
  const order = await send('POST', '/orders', { ...(body as object), customer_id: upper });
  expect([order.status, order.body.customer_id]).toEqual([201, customer_id]);
  const [all, same] = [
    await send('GET', `/invoices?customer_id=${customer_id}`),
    await send('GET', `/invoices?customer_id=${upper}`),
  ];
  expect({ ...same.body, links: null }).toEqual({ ...all.body, links: null });
  await app.close();
});
