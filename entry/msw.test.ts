// Tests of the mock behind MSW's server: an application calls its API at its usual URL, and no port is open.
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from './client.ts';
import { createMock } from './index.ts';
import { handlers } from './msw.ts';

const API = 'https://api.example/platform/v1';
const api = handlers(API, { clock: 'frozen', limits: 'off' });
const server = setupServer(...api);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => api.mock.reset());
afterAll(() => server.close());

type JsonBody = { data: unknown; links: { next: string }; now: string };
const json = async (reply: Promise<Response>): Promise<JsonBody> => (await reply).json() as Promise<JsonBody>;
const bearer = () => ({ authorization: `Bearer ${api.mock.personas.owner.token}` });

test('sign-in, lists and orders work through MSW by fetch and by the typed client', async () => {
  const { email = '', password = '' } = api.mock.personas.owner;
  const client = createClient({ baseUrl: API, credential: { email, password } });
  const { data } = await client.listCustomers({ query: { status: 'active' } });
  const order = await client.createOrder({
    body: {
      customer_id: data[0]?.id ?? '',
      payment_method: 'wallet',
      items: [{ sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' }],
    },
  });
  expect(order.status).toBe('processing');
  api.mock.clock.advance('PT1H');
  expect((await client.getOrder({ path: { id: order.id } })).status).toBe('completed');
  const pdf = await fetch(`${API}/invoices/${order.invoice_id}/pdf`, { headers: bearer() });
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
});

test('page links contain the path prefix of the base URL, and all data come from the mock', async () => {
  const given = await json(fetch(`${API}/customers?per_page=1`, { headers: bearer() }));
  expect(given.links.next).toMatch(/^\/platform\/v1\/customers\?per_page=1&page=2$/);
  await using alone = await createMock({ clock: 'frozen', limits: 'off' });
  const reply = alone.fetch('https://api.example/v1/customers?per_page=1', { headers: bearer() });
  expect((await json(reply)).data).toEqual(given.data);
});

test('the handlers serve other worlds and the control API beside the base URL', async () => {
  api.mock.world('mine');
  const beside = API.replace('/v1', '');
  expect((await fetch(`${beside}/w/mine/v1/wallet`, { headers: bearer() })).status).toBe(200);
  const named = await fetch(`${API}/wallet`, { headers: { ...bearer(), 'x-mock-world': 'nowhere' } });
  expect(named.status).toBe(404);
  const advanced = fetch(`${beside}/_mock/v1/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"by":"P1D"}',
  });
  expect((await json(advanced)).now).toBe('2026-11-21T08:00:00Z');
});

test('the handlers leave requests outside the base URL to the network', async () => {
  await expect(fetch('https://api.example/v1/wallet')).rejects.toThrow();
  await expect(fetch('https://api.example/platform/v10/wallet')).rejects.toThrow();
});

test.each(['https://api.example/', 'no url', 'ftp://api.example/v1'])(
  'handlers() rejects %s as a base URL with an error of one line',
  (url) => {
    expect(() => handlers(url)).toThrow(
      `${url} is no base URL of the API: give one such as https://api.example/v1.`,
    );
  },
);
