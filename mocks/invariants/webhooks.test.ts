// Tests the invariants of webhook endpoints and delivery attempts: each change that violates an invariant is
// reported.
import { expect, test } from 'vitest';
import type { DeliveryRow, Store, WebhookRow } from '../tables.ts';
import { createTestMock } from '../testing/test-mock.ts';
import { invariants } from './invariants.ts';

/**
 * Finds a second delivery attempt that is followed by a third attempt. First attempts may have been removed, so they
 * cannot be used.
 */
const secondAttempt = (store: Store): DeliveryRow | undefined =>
  store.webhook_deliveries
    .where('status', 'failed')
    .find((attempt) => attempt.attempt === 2 && attempt.next_attempt_at !== null);
const pendingAttempt = (store: Store): DeliveryRow | undefined =>
  store.webhook_deliveries.where('status', 'pending')[0];
const enabledWebhook = (store: Store): WebhookRow | undefined => store.webhooks.where('status', 'enabled')[0];

test.each<[string, (store: Store) => void, RegExp]>([
  [
    'an endpoint without a secret',
    (store) => store.webhook_secrets.remove(store.webhook_secrets.all()[0]?.id ?? ''),
    /has no secret/,
  ],
  [
    'a missing attempt between two others',
    (store) => store.webhook_deliveries.remove(secondAttempt(store)?.id ?? ''),
    /is number 2/,
  ],
  [
    'a next attempt that does not exist',
    (store) => store.webhook_deliveries.remove(pendingAttempt(store)?.id ?? ''),
    /has a next attempt time/,
  ],
  [
    'a succeeded attempt with a failure status',
    (store) =>
      store.webhook_deliveries.move(pendingAttempt(store)?.id ?? '', 'succeed', { response_status: 500 }),
    /is succeeded after 500/,
  ],
  [
    'a failure without a reason',
    (store) => store.webhook_deliveries.move(pendingAttempt(store)?.id ?? '', 'fail'),
    /is failed, its error is null/,
  ],
  [
    'an event of another tenant',
    (store) => {
      const attempt = pendingAttempt(store);
      const request_body = attempt?.request_body && { ...attempt.request_body, tenant_id: 'another' };
      store.webhook_deliveries.update(attempt?.id ?? '', { request_body: request_body ?? null });
    },
    /an event of another tenant/,
  ],
  [
    'attempts without an endpoint',
    (store) => store.webhooks.remove(enabledWebhook(store)?.id ?? ''),
    /not among the webhooks/,
  ],
])('the invariants report %s', (_, change, sentence) => {
  const { app } = createTestMock();
  expect(app.invariants()).toEqual([]);
  app.world.transact(app.personas.owner?.tenantId ?? '', change);
  expect(app.world.transact(null, invariants).join('\n')).toMatch(sentence);
});
