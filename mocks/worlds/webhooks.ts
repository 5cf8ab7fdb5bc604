// Adds the webhook endpoints of the demo world with their delivery attempts, in every state.
import { cancelQueued, type DeliveryOutcome } from '../../src/server/outbox-queue.ts';
import { createWebhook, updateWebhook } from '../areas/webhooks.ts';
import { DAY, iso } from '../billing/cycles.ts';
import type { Store, WebhookRow } from '../tables.ts';
import { createEvent, outbox, startDelivery } from '../webhooks/deliveries.ts';

const MINUTE = 60_000;
const DELIVERED: DeliveryOutcome = { status: 200, ms: 84, retryAfter: null };
const BUSY: DeliveryOutcome = { status: 503, ms: 41, retryAfter: null };
const UNREACHABLE: DeliveryOutcome = { failure: 'There was no answer within 15 seconds.' };

/**
 * Adds webhook endpoints to a tenant that has a history.
 * @param start the world's first instant, in milliseconds since 1970
 */
export function addWebhooks(store: Store, start: number): void {
  const on = <A>(ms: number, run: () => A): A => store.at(iso(ms), run);
  const orders = store.orders
    .where('status', 'completed')
    .filter(({ completed_at }) => Date.parse(completed_at ?? '') < start - DAY)
    .slice(-6);

  // The document's examples name this endpoint.
  store.useIds({ webhooks: ['f1e0d9c8-c7b6-4455-8edf-a4b5c6d7e8f9'] });
  const erp = on(start - 40 * DAY, () =>
    createWebhook(store, {
      url: 'https://hooks.acme.example/platform',
      events: ['order.completed', 'order.failed', 'ticket.opened'],
      description: 'ERP',
    }),
  );
  for (const [at, order] of orders.entries()) {
    const outcomes = at === 1 ? [BUSY, { ...DELIVERED, status: 204 }] : [DELIVERED];
    simulateDelivery(store, erp, 'order.completed', order, Date.parse(order.completed_at ?? ''), outcomes);
  }
  const [ticketless] = orders;
  // The last delivery is pending, because its third attempt failed some minutes before the world's first instant.
  if (ticketless)
    simulateDelivery(store, erp, 'order.completed', ticketless, start - 10 * MINUTE, [
      BUSY,
      UNREACHABLE,
      BUSY,
    ]);

  const goneEndpoint = on(start - 30 * DAY, () =>
    createWebhook(store, {
      url: `https://xn--mnchen-3ya.example/${'very-'.repeat(40)}long?tenant=acme&q=%F0%9F%92%B8`,
      events: ['*'],
      description: 'نظام الفوترة – «München» 请勿删除',
    }),
  );
  simulateDelivery(store, goneEndpoint, 'webhook.test', goneEndpoint, start - 29 * DAY, [
    { status: 410, ms: 12, retryAfter: null },
  ]);

  const dead = on(start - 28 * DAY, () =>
    createWebhook(store, { url: 'https://old-crm.acme.example:8443/in', events: ['customer.created'] }),
  );
  const [customer] = store.customers.where('status', 'active');
  if (customer) {
    const attempts = Array.from({ length: 10 }, (_, at) => (at % 3 === 2 ? UNREACHABLE : BUSY));
    simulateDelivery(store, dead, 'customer.created', customer, start - 9 * DAY, attempts);
  }

  const ownEndpoint = on(start - 3 * DAY, () =>
    createWebhook(store, {
      url: 'http://localhost:4000/hooks',
      events: ['*'],
      description: 'My machine; enable it to see what arrives',
    }),
  );
  on(start - 2 * DAY, () => updateWebhook(store, ownEndpoint, { status: 'disabled' }));
}

/** Creates the attempts to deliver an event with the given outcomes, each at the time when the attempt is due. */
function simulateDelivery(
  store: Store,
  webhook: WebhookRow,
  type: string,
  data: object,
  when: number,
  outcomes: readonly DeliveryOutcome[],
): void {
  const tenant_id = store.tenantId ?? '';
  let attempt = store.at(iso(when), () => startDelivery(store, webhook, createEvent(store, type, data)));
  cancelQueued(store, webhook.id);
  let at = iso(when);
  for (const outcome of outcomes) {
    const ref = { tenant_id, delivery_id: attempt.id };
    store.unschedule('webhook.attempt', ref);
    store.at(at, () => {
      store.webhook_deliveries.update(attempt.id, { attempted_at: store.now });
      outbox.record(store.platform, ref, outcome);
    });
    at = store.webhook_deliveries.get(attempt.id).next_attempt_at ?? at;
    attempt = store.webhook_deliveries.where('webhook_id', webhook.id).at(-1) ?? attempt;
  }
}
