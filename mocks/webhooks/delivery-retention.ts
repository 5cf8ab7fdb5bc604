// How long attempts to deliver are kept: bounded by number and by age, whatever a receiver does.
import { withdrawOne } from '../../src/server/outbox-queue.ts';
import { parseIso } from '../../src/state/instant.ts';
import type { EntityRef, Page, PageQuery } from '../../src/state/store.ts';
import { DAY, iso } from '../billing/cycles.ts';
import type { DeliveryRow, Store, WebhookRow } from '../tables.ts';

/** How many attempts of an endpoint are kept, and for how long. Decided: openapi/DECISIONS.md. */
const MAX_ATTEMPTS_KEPT = 200;
const ATTEMPT_LIFETIME = 30 * DAY;

/** What the outbox and the timers call an attempt by. */
export const deliveryRef = ({ tenant_id }: WebhookRow, { id: delivery_id }: DeliveryRow): EntityRef => ({
  tenant_id: tenant_id ?? '',
  delivery_id,
});

/**
 * Makes room for one attempt more to an endpoint: removes those older than they are kept for and then the oldest, those
 * that were made before those that wait. A receiver that never answers holds up no more than the last of them.
 */
export function pruneAttempts(store: Store, webhook_id: string): void {
  const since = iso(store.nowMs - ATTEMPT_LIFETIME);
  const [oldest] = store.webhook_deliveries.page({ webhook_id, sort: 'created_at', per_page: 1 }).data;
  if (oldest === undefined) return;
  if (oldest.created_at >= since && store.webhook_deliveries.count({ webhook_id }) < MAX_ATTEMPTS_KEPT)
    return;
  const kept = store.webhook_deliveries.where('webhook_id', webhook_id);
  const isMade = ({ status }: DeliveryRow): boolean => status !== 'pending';
  const expired = kept.filter((one) => isMade(one) && one.created_at < since);
  const left = kept.filter((one) => !expired.includes(one));
  const inOrder = [...left.filter(isMade), ...left.filter((one) => !isMade(one))];
  const surplus = inOrder.slice(0, Math.max(0, left.length - MAX_ATTEMPTS_KEPT + 1));
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

/** The attempts to deliver to an endpoint that are still kept. */
export function listDeliveries(store: Store, { id }: WebhookRow, query: PageQuery): Page<DeliveryRow> {
  const since = store.nowMs - ATTEMPT_LIFETIME;
  const { created_from } = query;
  const isLater = typeof created_from === 'string' && parseIso(created_from) > since;
  return store.webhook_deliveries.page({
    ...query,
    webhook_id: id,
    created_from: isLater ? created_from : iso(since),
  });
}

/** Forgets what was and will be delivered to an endpoint. */
export function deleteDeliveries(store: Store, webhook: WebhookRow): void {
  for (const delivery of store.webhook_deliveries.where('webhook_id', webhook.id)) {
    deleteAttempt(store, delivery);
  }
}
