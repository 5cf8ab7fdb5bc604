// Tests that a UUID and a domain name in capitals name the same record in a path, a body and a filter.
import { afterAll, expect, test } from 'vitest';
import { document } from '../src/contract/document.ts';
import { documentedRequests } from '../src/contract/testing/documented-requests.ts';
import { createApp } from '../src/server/app.ts';
import { sendCall } from '../src/server/testing/minimal-mock.ts';
import { hostingMock } from './index.ts';

const app = createApp(hostingMock, { clock: 'frozen' });
type Body = { id: string; customer_id: string; name: string; data: unknown[] };
const send = (method: string, path: string, body?: object) =>
  sendCall<Body>(app, method, path, { token: app.personas.owner?.token, body });
afterAll(() => app.close());

test('a domain name in capitals is the same name', async () => {
  const zone = await send('POST', '/dns/zones', { name: 'Capitals.EXAMPLE' });
  expect([zone.status, zone.body.name]).toEqual([201, 'capitals.example']);
  expect((await send('POST', '/dns/zones', { name: 'CAPITALS.example' })).status).toBe(422);
  expect((await send('GET', '/dns/zones?name=CAPITALS.EXAMPLE')).body.data).toHaveLength(1);
});

test('a UUID in capitals is the same UUID', async () => {
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
});
