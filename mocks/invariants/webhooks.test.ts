import { expect, test } from 'vitest';
import type { DeliveryRow, Store, WebhookRow } from '../tables.ts';
import { createTestMock } from '../testing/test-mock.ts';
import { invariants } from './invariants.ts';

/** Finds a second attempt that is followed by a third; first attempts may have been removed. */
const second = (store: Store): DeliveryRow | undefined =>
  store.webhook_deliveries
    .where('status', 'failed')
    .find((one) => one.attempt === 2 && one.next_attempt_at !== null);
const pending = (store: Store): DeliveryRow | undefined =>
  store.webhook_deliveries.where('status', 'pending')[0];
const enabled = (store: Store): WebhookRow | undefined => store.webhooks.where('status', 'enabled')[0];

test.each<[string, (store: Store) => void, RegExp]>([
  [
    'an endpoint without its secret',
    (store) => store.webhook_secrets.remove(store.webhook_secrets.all()[0]?.id ?? ''),
    /has no secret/,
  ],
  ['an attempt left out', (store) => store.webhook_deliveries.remove(second(store)?.id ?? ''), /is number 2/],
  [
    'a next attempt that nobody planned',
    (store) => store.webhook_deliveries.remove(pending(store)?.id ?? ''),
    /names a next one/,
  ],
  [
    'a success that was none',
    (store) => store.webhook_deliveries.move(pending(store)?.id ?? '', 'succeed', { response_status: 500 }),
    /is succeeded after 500/,
  ],
  [
    'a failure without a reason',
    (store) => store.webhook_deliveries.move(pending(store)?.id ?? '', 'fail'),
    /is failed, its error is null/,
  ],
  [
    'an event of another tenant',
    (store) => {
      const one = pending(store);
      const request_body = { ...one?.request_body, tenant_id: 'another' };
      store.webhook_deliveries.update(one?.id ?? '', { request_body });
    },
    /an event of another tenant/,
  ],
  [
    'attempts without their endpoint',
    (store) => store.webhooks.remove(enabled(store)?.id ?? ''),
    /has no endpoint/,
  ],
])('invariants report %s', (_, spoil, sentence) => {
  const { app } = createTestMock();
  expect(app.invariants()).toEqual([]);
  app.world.transact(app.personas.owner?.tenantId ?? '', spoil);
  expect(app.world.transact(null, invariants).join('\n')).toMatch(sentence);
});
