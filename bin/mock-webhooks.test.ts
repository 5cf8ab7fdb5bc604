// Tests that the mock's process delivers webhooks when they are due, without a request, to receivers on this machine
// but to no private network.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { receiver } from '../src/control/webhook-delivery/testing/receiver.ts';

const entry = fileURLToPath(new URL('./hosting-contract.ts', import.meta.url));
const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

/** Starts the mock as a process and returns a function that calls the mock as the owner. */
async function start(...flags: string[]) {
  const args = [entry, 'mock', '--port', '0', '--log', 'json', '--lifecycle', 'immediate', ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const line = await new Promise<string>((resolve) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (out.includes('\n')) resolve(out.slice(0, out.indexOf('\n')));
    });
  });
  const { baseUrl, personas } = JSON.parse(line) as {
    baseUrl: string;
    personas: { owner: { apiKey: string } };
  };
  return async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${personas.owner.apiKey}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as {
      id: string;
      data: { id: string; status: string; error: string | null }[];
    };
  };
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
  await target.close();
});

/** Requests a test delivery and waits for the outcome of the delivery. */
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
  await target.close();
});

test('a mock that listens beyond loopback delivers neither to this machine nor to private IP addresses, unless --webhooks-allow-private is given', async () => {
  const target = await receiver();
  const call = await start('--limits', 'off', '--host', '0.0.0.0');
  expect(await deliverTest(call, target.url)).toMatch(/127\.0\.0\.1: the address is loopback/);
  const open = await start('--limits', 'off', '--host', '0.0.0.0', '--webhooks-allow-private');
  expect(await deliverTest(open, target.url)).toBeNull();
  await target.close();
});
