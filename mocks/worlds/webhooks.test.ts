// Tests the webhook endpoints and delivery attempts of the demo world.
import { expect, test } from 'vitest';
import { openOutbox } from '../../src/control/webhook-delivery/outbox.ts';
import { hostingMock } from '../index.ts';

import { createTestMock, HOUR } from '../testing/test-mock.ts';
import { deliveryAttempts } from '../testing/webhook-mock.ts';

test('one webhook endpoint is disabled after ten attempts, one is disabled after status 410, and one attempt is pending', async () => {
  const call = createTestMock().as('owner');
  const { data } = (await call('listWebhooks', { query: { sort: 'created_at' } })).data;
  const [erp, gone, dead, mine] = await Promise.all(data.map(({ id }) => deliveryAttempts(call, id)));
  expect(erp?.at(-1)).toMatchObject({ status: 'pending', attempt: 4 });
  expect(gone?.map((one) => one.response_status)).toEqual([410]);
  expect(dead?.map((one) => one.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(mine).toEqual([]);
});

test('deliveries to the enabled webhook endpoint of the demo world fail without a network connection', async () => {
  const mock = createTestMock();
  const outbox = openOutbox(mock.app.world, hostingMock);
  mock.pass(HOUR);
  outbox.wake();
  await outbox.idle();
  const call = mock.as('owner');
  const [erp] = (await call('listWebhooks', { query: { status: 'enabled' } })).data.data;
  const attempts = (await deliveryAttempts(call, erp?.id ?? '')).filter(({ attempt }) => attempt === 4);
  expect(attempts.map(({ error }) => error)).toEqual([
    'Nothing is sent to hooks.acme.example: the name is reserved for examples, and nobody can have it.',
  ]);
  outbox.close();
});
