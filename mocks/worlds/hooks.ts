// Webhook endpoints of the demo world, and what became of the deliveries to them: every state, and every way to get there.
import { type Outcome, withdraw } from '../../src/server/outgoing.ts';
import { DAY, iso } from '../cycles.ts';
import { beginDelivery, eventOf, outbox } from '../deliveries.ts';
import type { Store, WebhookRow } from '../tables.ts';
import { createWebhook, updateWebhook } from '../webhooks.ts';

const MINUTE = 60_000;
const ok: Outcome = { status: 200, ms: 84, retryAfter: null };
const busy: Outcome = { status: 503, ms: 41, retryAfter: null };
const lost: Outcome = { failure: 'There was no answer within 15 seconds.' };

/** Adds endpoints to a tenant that has a past already. @param start the world's first instant, in milliseconds */
export function hooks(store: Store, start: number): void {
  const on = <A>(ms: number, run: () => A): A => store.at(iso(ms), run);
  const orders = store.orders.where('status', 'completed').slice(-6);

  const erp = on(start - 40 * DAY, () =>
    createWebhook(store, {
      url: 'https://hooks.acme.example/platform',
      events: ['order.completed', 'order.failed', 'ticket.opened'],
      description: 'ERP',
    }),
  );
  for (const [at, order] of orders.entries()) {
    const outcomes = at === 1 ? [busy, { ...ok, status: 204 }] : [ok];
    deliver(store, erp, 'order.completed', order, Date.parse(order.completed_at ?? ''), outcomes);
  }
  const [ticketless] = orders;
  // The last one still waits: its third attempt failed some minutes ago.
  if (ticketless) deliver(store, erp, 'order.completed', ticketless, start - 10 * MINUTE, [busy, lost, busy]);

  const gone = on(start - 30 * DAY, () =>
    createWebhook(store, {
      url: `https://xn--mnchen-3ya.example/${'very-'.repeat(40)}long?tenant=acme&q=%F0%9F%92%B8`,
      events: ['*'],
      description: 'نظام الفوترة – «München» 请勿删除',
    }),
  );
  deliver(store, gone, 'webhook.test', gone, start - 29 * DAY, [{ status: 410, ms: 12, retryAfter: null }]);

  const dead = on(start - 28 * DAY, () =>
    createWebhook(store, { url: 'https://old-crm.acme.example:8443/in', events: ['customer.created'] }),
  );
  const [customer] = store.customers.where('status', 'active');
  if (customer) {
    const attempts = Array.from({ length: 10 }, (_, at) => (at % 3 === 2 ? lost : busy));
    deliver(store, dead, 'customer.created', customer, start - 9 * DAY, attempts);
  }

  const mine = on(start - 3 * DAY, () =>
    createWebhook(store, {
      url: 'http://localhost:4000/hooks',
      events: ['*'],
      description: 'My machine; enable it to see what arrives',
    }),
  );
  on(start - 2 * DAY, () => updateWebhook(store, mine, { status: 'disabled' }));
}

/** An event later than those before, and what became of the first attempts to deliver it, each when its time came. */
function deliver(
  store: Store,
  webhook: WebhookRow,
  type: string,
  data: object,
  when: number,
  outcomes: readonly Outcome[],
): void {
  const tenant_id = store.tenantId ?? '';
  let attempt = store.at(iso(when), () => beginDelivery(store, webhook, eventOf(store, type, data)));
  withdraw(store, webhook.id);
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
