// Tests of webhooks that arrive twice or out of order.
import { expect, test, vi } from 'vitest';
import type { DeliveryOrder } from '../../server/app-options.ts';
import { inOrder } from './delivery-order.ts';

/** Sends bodies one after the other, and returns what arrived. */
async function arrived(order: DeliveryOrder, bodies: readonly string[]): Promise<string[]> {
  vi.useFakeTimers();
  const all: string[] = [];
  const send = inOrder(order, async ({ body }) => {
    all.push(body);
    return { status: 200, ms: 1, retryAfter: null };
  });
  for (const body of bodies)
    await send({ url: 'http://127.0.0.1:1/', headers: {}, body }, new AbortController().signal);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  return all;
}

test('webhooks arrive once and in order, each twice, or those of some seconds in the reverse order', async () => {
  expect(await arrived('once', ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
  expect(await arrived('twice', ['a', 'b'])).toEqual(['a', 'a', 'b', 'b']);
  expect(await arrived('out of order', ['a', 'b', 'c', 'd', 'e'])).toEqual(['e', 'd', 'c', 'b', 'a']);
});
