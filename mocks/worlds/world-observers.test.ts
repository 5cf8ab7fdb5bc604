// Tests deliveries of several worlds: each world sends its own webhooks for as long as the world exists.
import { expect, test } from 'vitest';
import { controlApi } from '../../src/control/control-api.ts';
import { openOutbox } from '../../src/control/webhook-delivery/outbox.ts';
import { type Answer, receiver } from '../../src/control/webhook-delivery/testing/receiver.ts';
import { hostingMock } from '../index.ts';
import { createTestMock } from '../testing/test-mock.ts';

test('a copy of a world sends its own events, retries on its own clock, and stops when the copy is deleted', async () => {
  let answer: Answer = { status: 500 };
  const hookReceiver = await receiver(() => answer);
  const mock = createTestMock({ world: 'empty' });
  const lab = controlApi(mock.app);
  const idle = new Map<string, () => Promise<void>>();
  await mock.as('owner')('createWebhook', { body: { url: hookReceiver.url, events: ['customer.created'] } });
  lab.worlds.create({ name: 'before' });
  mock.app.worlds.observe(({ name, world, changes }) => {
    const outbox = openOutbox(world, hostingMock, { scope: 'loopback' });
    idle.set(name, outbox.idle);
    changes.add(outbox.wake);
    return outbox.close;
  });
  lab.worlds.create({ name: 'after' });
  const { token } = mock.app.personas.owner ?? {};
  const create = (world: string) =>
    mock.bearing(token)('createCustomer', {
      body: { email: `${world}@customers.example`, first_name: 'C', last_name: world },
      headers: { 'x-mock-world': world },
    });
  for (const world of ['demo', 'before', 'after']) {
    if (world !== 'demo') expect((await create(world)).status).toBe(201);
    await idle.get(world)?.();
  }
  const senders = () => hookReceiver.received.map(({ body }) => JSON.parse(body).data.email);
  expect(senders()).toEqual(['before@customers.example', 'after@customers.example']);
  const { deliveries } = lab.worlds.get('after').outbox();
  expect(deliveries.map(({ url }) => url)).toEqual([expect.any(String), expect.any(String)]);
  answer = { status: 200 };
  lab.worlds.get('after').clock.advance('PT1M');
  await idle.get('after')?.();
  expect(senders()).toEqual([
    'before@customers.example',
    'after@customers.example',
    'after@customers.example',
  ]);
  expect(lab.worlds.get('before').outbox().deliveries).toHaveLength(2);
  lab.worlds.delete('before');
  await idle.get('before')?.();
  lab.worlds.get('after').reset();
  await idle.get('after')?.();
  expect(hookReceiver.received).toHaveLength(3);
  await mock.app.close();
});
