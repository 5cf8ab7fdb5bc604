// Tests when a call that waits for the owner of a world is answered by another replica.
import { expect, test } from 'vitest';
import { memoryWorldStore } from '../testing/memory-world-store.ts';
import type { Owner } from '../world-store.ts';
import type { OwnedWorld } from './owned-world.ts';
import { createOwnership } from './ownership.ts';
import { createRouteCall, type Forwarded } from './route-call.ts';
import { VirtualTime } from './testing/virtual-time.ts';

const LEASE_MS = 5000;
const STOPPED: Owner = { id: 'stopped', url: 'http://127.0.0.1:1' };
const OWN: Owner = { id: 'own', url: 'http://127.0.0.1:2' };

test('a call to an owner that stands still is answered as soon as the lease has run out', async () => {
  const virtual = new VirtualTime();
  const time = virtual.clock(1, () => false);
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  const store = memoryWorldStore(LEASE_MS, () => time.now());
  await store.create('a', STOPPED, 'base');
  const ownership = createOwnership<OwnedWorld>({
    ...{ store, time, owner: OWN },
    open: () => ({
      settled: () => undefined,
      busy: () => false,
      finish: async () => undefined,
      drop: () => undefined,
    }),
    reportFault: (error) => {
      throw error;
    },
  });
  const route = createRouteCall<OwnedWorld, string, string>({
    ...{ ownership, time, leaseMs: LEASE_MS },
    // The owner neither answers nor closes the connection.
    forward: (_call, _to, signal) =>
      new Promise<Forwarded<string>>((resolve) => {
        signal.addEventListener('abort', () => resolve({ kind: 'unknown' }));
      }),
    isRead: () => true,
    isForwarded: () => false,
  });

  virtual.advance(1000);
  let answeredAt: number | null = null;
  const answer = Promise.resolve(route('a', 'a read', () => 'served here')).then((reply) => {
    answeredAt = time.now();
    return reply;
  });
  while (time.now() < 2 * LEASE_MS && answeredAt === null) {
    virtual.advance(5);
    await turns();
  }
  expect(await answer).toBe('served here');
  expect(answeredAt).toBeGreaterThanOrEqual(LEASE_MS);
  expect(answeredAt).toBeLessThanOrEqual(LEASE_MS + 50);
});
