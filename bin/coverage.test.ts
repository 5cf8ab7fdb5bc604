// Tests the coverage of the contract against three small suites whose requests were counted by hand.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../entry/index.ts';
import type { Mock } from '../entry/parts/mock.ts';
import { coverageOf, readCounts, shareOf } from './coverage.ts';
import { call } from './testing/command-line.ts';
import { newFolder } from './testing/processes.ts';

type Call = (method: string, path: string, body?: object) => Promise<unknown>;

// Runs a suite against a mock that counts, and returns the folder of the counts.
async function counted(suite: (call: Call, mock: Mock) => Promise<void>): Promise<string> {
  const folder = newFolder();
  const mock = await createMock({ clock: 'frozen', coverage: folder });
  const token = mock.personas.owner.token ?? mock.personas.owner.apiKey;
  await suite(async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await mock.fetch(`http://mock/v1${path}`, init)).json();
  }, mock);
  await mock.close();
  return folder;
}

const reading = (): Promise<string> =>
  counted(async (call) => {
    const { data } = (await call('GET', '/customers?per_page=1')) as { data: { id: string }[] };
    await call('GET', `/customers/${data[0]?.id}`);
    await call('GET', '/customers/00000000-0000-4000-8000-000000000000');
    await call('GET', '/no-such-path');
  });

test('reads are counted by operation and status, with their refusals and the states that replies showed', async () => {
  expect(readCounts(await reading())).toEqual({
    statuses: { listCustomers: { 200: 1 }, getCustomer: { 200: 1, 404: 1 } },
    refusals: { getCustomer: { NOT_FOUND: 1 } },
    states: { CustomerStatus: { active: 2 } },
    transitions: {},
  });
});

test('an order is counted with its transitions, by requests and by time', async () => {
  const folder = await counted(async (call, mock) => {
    const { customerId = '', skuId = '' } = mock.values;
    const items = [
      { sku_id: skuId, quantity: 1, billing_cycle: 'monthly', config: { domain: 'count.example.com' } },
    ];
    await call('POST', '/orders', { customer_id: customerId, items, payment_method: 'wallet' });
    await call('POST', '/orders', { customer_id: customerId, items: [], payment_method: 'wallet' });
    mock.clock.advance('1h');
  });
  const { statuses, refusals, states, transitions } = readCounts(folder);
  expect({ statuses, refusals, states }).toEqual({
    statuses: { createOrder: { 201: 1, 422: 1 } },
    refusals: { createOrder: { VALIDATION_FAILED: 1 } },
    states: { OrderStatus: { processing: 1 } },
  });
  // The demo world has an order of its own in the state `processing`.
  expect(transitions.OrderStatus).toEqual({ 'processing → completed': 2 });
  expect(transitions.ServiceStatus).toEqual({ 'pending → active': 2 });
});

test('the counts of all worlds and of several mocks are added', async () => {
  const folder = newFolder();
  for (const names of [['one', 'two'], ['three']]) {
    const mock = await createMock({ clock: 'frozen', coverage: folder });
    for (const name of names) {
      const world = mock.world(name);
      const { token = '' } = world.personas.readOnly;
      await world.fetch('http://mock/v1/orders', { headers: { authorization: `Bearer ${token}` } });
      await world.fetch('http://mock/v1/orders', { method: 'POST' });
    }
    await mock.close();
  }
  const { statuses, refusals } = readCounts(folder);
  expect(Object.keys(statuses)).toEqual(['listOrders', 'createOrder']);
  expect(statuses.createOrder).toEqual({ 401: 3 });
  expect(refusals.createOrder).toEqual({ UNAUTHENTICATED: 3 });
});

test('what can be met stands in the document: operations, statuses, refusals, states and moves of every area', async () => {
  const coverage = coverageOf({ statuses: {}, refusals: {}, states: {}, transitions: {} });
  expect(shareOf(coverage, 'operations')).toEqual({ met: 0, of: 93 });
  expect(shareOf(coverage, 'operations', 'orders')).toEqual({ met: 0, of: 4 });
  const orders = coverage.get('orders');
  expect([...(orders?.refusals.keys() ?? [])]).toContain('INSUFFICIENT_FUNDS');
  expect([...(orders?.transitions.keys() ?? [])]).toContain('OrderStatus processing → completed');
  expect([...coverage.values()].every(({ operations }) => operations.size > 0)).toBe(true);
});

test('`coverage` shows shares by area, writes reports, and ends with 1 below --min', async () => {
  const folder = await reading();
  const [page, text] = [join(newFolder(), 'coverage.html'), join(newFolder(), 'coverage.md')];
  const shown = await call('coverage', folder, '--report', `html=${page}`, '--report', `markdown=${text}`);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toMatch(/^customers +2 of 6 \(33 %\)/m);
  expect(readFileSync(page, 'utf8')).toContain('Coverage of the contract');
  expect(readFileSync(text, 'utf8')).toContain('<code>createCustomer 201</code>');
  const below = await call('coverage', folder, '--min', '50,states=1');
  expect(below).toMatchObject({ code: 1 });
  expect(below.err).toBe('error: operations: 2 of 93 (2 %) met, 50 % asked for\n');
  expect(await call('coverage', folder, '--min', 'colour=2')).toMatchObject({ code: 2 });
  expect((await call('coverage', newFolder())).err).toContain('has no counts. Run the tests against a mock');
});
