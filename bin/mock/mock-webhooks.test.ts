// Tests that the mock's process delivers webhooks when they are due, without a request, to receivers on this machine
// but to no private network.
import { expect, test } from 'vitest';
import { receiver } from '../../src/control/webhook-delivery/testing/receiver.ts';
import { startMock } from '../testing/processes.ts';

type Reply = { id: string; data: { id: string; status: string; error: string | null }[] };

// Starts the mock as a process and returns a function that calls the mock as the owner.
async function start(...flags: string[]) {
  const { send } = await startMock(['--lifecycle', 'immediate', ...flags]);
  return async (...sent: Parameters<typeof send>) => (await (await send(...sent)).json()) as Reply;
}

test('the mock delivers the event of an order that completes later, without another request', async () => {
  const target = await receiver();
  const call = await start();
  await call('POST', '/webhooks', { url: target.url, events: ['order.created', 'order.completed'] });
  const { data } = await call('GET', '/customers?status=active&per_page=1');
  const item = { sku_id: 'hosting-pro', quantity: 1, billing_cycle: 'monthly' };
  const body = { customer_id: data[0]?.id, items: [item], payment_method: 'wallet' };
  const { id } = await call('POST', '/orders', body);
  await target.count(2);
  const events = target.received.map((one) => JSON.parse(one.body) as { type: string; data: { id: string } });
  expect(events.map((event) => [event.type, event.data.id])).toEqual([
    ['order.created', id],
    ['order.completed', id],
  ]);
});

// Requests a test delivery and waits for the outcome of the delivery.
async function deliverTest(call: Awaited<ReturnType<typeof start>>, url: string): Promise<string | null> {
  const { id } = await call('POST', '/webhooks', { url, events: ['*'] });
  await call('POST', `/webhooks/${id}/test`);
  for (;;) {
    const [attempt] = (await call('GET', `/webhooks/${id}/deliveries`)).data;
    if (attempt && attempt.status !== 'pending') return attempt.error;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a mock that listens on loopback delivers to this machine and refuses private IP addresses', async () => {
  const target = await receiver();
  const call = await start('--limits', 'off');
  expect(await deliverTest(call, target.url)).toBeNull();
  expect(await deliverTest(call, target.url.replace('127.0.0.1', '0.0.0.0'))).toMatch(
    /--webhooks-allow-private/,
  );
});

test('a mock that listens beyond loopback delivers neither to this machine nor to private IP addresses, unless --webhooks-allow-private is given', async () => {
  const target = await receiver();
  const call = await start('--limits', 'off', '--host', '0.0.0.0');
  expect(await deliverTest(call, target.url)).toMatch(/127\.0\.0\.1: the address is loopback/);
  const open = await start('--limits', 'off', '--host', '0.0.0.0', '--webhooks-allow-private');
  expect(await deliverTest(open, target.url)).toBeNull();
});
