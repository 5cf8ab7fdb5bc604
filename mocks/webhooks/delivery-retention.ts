// Limits the number and the age of stored delivery attempts.
import { policies } from '../../src/contract/policies.ts';
import { withdrawOne } from '../../src/server/outbox-queue.ts';
import { parseIso } from '../../src/state/instant.ts';
import type { EntityRef, Page, PageQuery } from '../../src/state/store.ts';
import { DAY, iso } from '../billing/cycles.ts';
import type { DeliveryRow, Store, WebhookRow } from '../tables.ts';

/** Returns how long a delivery attempt is stored, in milliseconds. */
const attemptLifetime = (): number => policies().webhook_deliveries_kept_days * DAY;

/** Builds the reference by which the outbox and the timers find a delivery attempt. */
export const deliveryRef = ({ tenant_id }: WebhookRow, { id: delivery_id }: DeliveryRow): EntityRef => ({
  tenant_id: tenant_id ?? '',
  delivery_id,
});

/**
 * Makes room for one more delivery attempt of a webhook endpoint. Removes finished attempts above the maximum age,
 * and then, above the maximum number, the oldest finished attempts before the oldest pending attempts. So the table
 * does not fill up for an endpoint whose receiver never replies.
 */
export function pruneAttempts(store: Store, webhook_id: string): void {
  const since = iso(store.nowMs - attemptLifetime());
  const { webhook_deliveries_kept: most } = policies();
  const [oldest] = store.webhook_deliveries.page({ webhook_id, sort: 'created_at', per_page: 1 }).data;
  if (oldest === undefined) return;
  if (oldest.created_at >= since && store.webhook_deliveries.count({ webhook_id }) < most) return;
  const attempts = store.webhook_deliveries.where('webhook_id', webhook_id);
  const isMade = ({ status }: DeliveryRow): boolean => status !== 'pending';
  const expired = attempts.filter((one) => isMade(one) && one.created_at < since);
  const left = attempts.filter((one) => !expired.includes(one));
  const inOrder = [...left.filter(isMade), ...left.filter((one) => !isMade(one))];
  const surplus = inOrder.slice(0, Math.max(0, left.length - most + 1));
  for (const delivery of [...expired, ...surplus]) deleteAttempt(store, delivery);
}

function deleteAttempt(store: Store, delivery: DeliveryRow): void {
  const webhook = store.webhooks.find(delivery.webhook_id);
  if (webhook && delivery.status === 'pending') {
    store.unschedule('webhook.attempt', deliveryRef(webhook, delivery));
    withdrawOne(store, webhook.id, deliveryRef(webhook, delivery));
  }
  store.webhook_deliveries.remove(delivery.id);
}

/** Lists the delivery attempts of a webhook endpoint, without attempts above the maximum age. */
export function listDeliveries(store: Store, { id }: WebhookRow, query: PageQuery): Page<DeliveryRow> {
  const since = store.nowMs - attemptLifetime();
  const { created_from } = query;
  const isLater = typeof created_from === 'string' && parseIso(created_from) > since;
  return store.webhook_deliveries.page({
    ...query,
    webhook_id: id,
    created_from: isLater ? created_from : iso(since),
  });
}

/** Removes all delivery attempts of a webhook endpoint, including the pending attempts. */
export function deleteDeliveries(store: Store, webhook: WebhookRow): void {
  for (const delivery of store.webhook_deliveries.where('webhook_id', webhook.id)) {
    deleteAttempt(store, delivery);
  }
}
