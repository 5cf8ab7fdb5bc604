// Webhook deliveries: finds the endpoints that subscribe to an event, makes and retries attempts, and disables
// endpoints after failures.

import { policies } from '../../src/contract/policies.ts';
import type { Schemas } from '../../src/contract/types.ts';
import {
  DELIVERY_AGENT,
  type DeliveryOutcome,
  enqueue,
  type OutboxHandlers,
  withdrawOne,
} from '../../src/server/outbox-queue.ts';
import { parseIso } from '../../src/state/instant.ts';
import type { EntityRef, Page, PageQuery } from '../../src/state/store.ts';
import { addMs, DAY, iso } from '../billing/cycles.ts';
import type { DeliveryRow, HostingTables, Store, WebhookRow } from '../tables.ts';
import { signatureHeaders } from './webhook-signing.ts';

const SECOND = 1000;

// The largest share (0 to 1) by which a delay is shortened at random, so that failed deliveries are not all retried at
// the same time.
const JITTER = 0.1;
/** The maximum length of a delivery's member `error` in the document, in characters. */
const ERROR_LENGTH = 500;

/** The body of a webhook delivery; `data` is the resource as the operation that reads it returns it. */
type Event = Schemas['PlatformEvent'];

/**
 * Creates an event with a new id at the current time. Throws for the platform's store, because every event belongs to
 * a tenant.
 */
export function createEvent(store: Store, type: string, data: object): Event {
  const { tenantId: tenant_id } = store;
  if (tenant_id === null)
    throw new Error(`${type} belongs to a tenant: emit it through that tenant's store.`);
  const event = { id: `evt_${store.token('events', 27)}`, type, timestamp: store.now, tenant_id, data };
  // `data` is the resource that `type` names, which the compiler cannot follow.
  return event as Event;
}

/**
 * Starts the delivery of an event to every enabled webhook endpoint of the tenant that subscribes to the event type.
 * Nothing is delivered while the setting `deliveries` is `none`: the past of an arranged record is no news.
 */
export function deliverToSubscribers(store: Store, type: string, data: object): void {
  if (store.settings.deliveries === 'none') return;
  let event: Event | undefined;
  for (const webhook of store.webhooks.where('status', 'enabled')) {
    if (!isSubscribed(webhook, type)) continue;
    event ??= createEvent(store, type, data);
    startDelivery(store, webhook, event);
  }
}

/** Tells whether a webhook endpoint gets the events of a type. */
export const isSubscribed = ({ events }: WebhookRow, type: string): boolean =>
  events.some((one) => one === '*' || one === type);

/**
 * Creates and queues the first attempt to deliver an event to a webhook endpoint.
 * @param single makes only one attempt, also for a disabled endpoint
 */
export function startDelivery(store: Store, webhook: WebhookRow, event: Event, single = false): DeliveryRow {
  const delivery = insertAttempt(store, webhook.id, event, 1);
  enqueue(store, webhook.id, { ...deliveryRef(webhook, delivery), ...(single && { once: 'yes' }) });
  return delivery;
}

/** Queues the next attempt of a delivery that failed. A timer calls this function when the attempt is due. */
export function retryDelivery(store: Store, delivery: DeliveryRow): void {
  const webhook = store.webhooks.find(delivery.webhook_id);
  if (webhook && delivery.status === 'pending') enqueue(store, webhook.id, deliveryRef(webhook, delivery));
}

/** Sends the content of an event once more to the endpoint of an attempt, as a new event. */
export function sendAgain(platform: Store, { webhook_id, event_type, request_body }: DeliveryRow): void {
  const webhook = platform.webhooks.get(webhook_id);
  const store = platform.forTenant(webhook.tenant_id);
  startDelivery(store, webhook, createEvent(store, event_type, request_body?.data ?? {}), true);
}

function insertAttempt(
  store: Store,
  webhook_id: string,
  event: DeliveryRow['request_body'],
  attempt: number,
): DeliveryRow {
  pruneAttempts(store, webhook_id);
  return store.webhook_deliveries.insert({
    webhook_id,
    event_id: String(event?.id),
    event_type: String(event?.type),
    attempt,
    status: 'pending',
    response_status: null,
    duration_ms: null,
    error: null,
    request_body: event,
    next_attempt_at: null,
    attempted_at: null,
  });
}

type PendingAttempt = { store: Store; delivery: DeliveryRow; webhook: WebhookRow };

// Finds a pending attempt and its webhook endpoint; null unless both rows exist.
function findPendingAttempt(platform: Store, ref: EntityRef): PendingAttempt | null {
  const store = platform.forTenant(ref.tenant_id ?? '');
  const delivery = store.webhook_deliveries.find(ref.delivery_id ?? '');
  const webhook = delivery && store.webhooks.find(delivery.webhook_id);
  return delivery?.status === 'pending' && webhook ? { store, delivery, webhook } : null;
}

/** The callbacks of the outbox, which build the request of an attempt and record the outcome of the attempt. */
export const outbox: OutboxHandlers<HostingTables> = {
  compose(platform, ref) {
    const found = findPendingAttempt(platform, ref);
    if (!found) return null;
    const { store, delivery, webhook } = found;
    if (webhook.status === 'disabled' && ref.once === undefined) {
      // Chosen by this contract: the pending attempts of a disabled endpoint fail when they are due, not when the endpoint
      // is disabled.
      store.webhook_deliveries.move(delivery.id, 'fail', { error: 'The endpoint is disabled.' });
      return null;
    }
    store.webhook_deliveries.update(delivery.id, { attempted_at: store.now });
    const body = JSON.stringify(delivery.request_body);
    const { secret = '' } = store.webhook_secrets.by('webhook_id', webhook.id) ?? {};
    const now = Math.floor(store.nowMs / SECOND);
    const sign = (text: string, id: string, seconds = now): Record<string, string> =>
      signatureHeaders(secret, id, seconds, text);
    return {
      url: webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': DELIVERY_AGENT,
        ...sign(body, delivery.event_id),
      },
      body,
      sign,
      page: store.webhook_pages.by('webhook_id', webhook.id)?.page ?? null,
    };
  },

  record(platform, ref, outcome) {
    const found = findPendingAttempt(platform, ref);
    if (!found) return;
    const { store, delivery, webhook } = found;
    const last_delivery_at = delivery.attempted_at ?? store.now;
    const response = 'status' in outcome ? { response_status: outcome.status, duration_ms: outcome.ms } : {};
    const error = attemptError(outcome);
    if (error === null) {
      store.webhook_deliveries.move(delivery.id, 'succeed', response);
      store.webhooks.update(webhook.id, { last_delivery_at, consecutive_failures: 0 });
      return;
    }
    const isGone = response.response_status === 410;
    const last = delivery.attempt > policies().webhook_retry_delays_seconds.length;
    const again = !isGone && !last && webhook.status === 'enabled' && ref.once === undefined;
    const next_attempt_at = again ? nextAttemptAt(store, delivery.attempt, outcome) : null;
    store.webhook_deliveries.move(delivery.id, 'fail', { ...response, error, next_attempt_at });
    const consecutive_failures = (webhook.consecutive_failures ?? 0) + 1;
    store.webhooks.update(webhook.id, { last_delivery_at, consecutive_failures });
    if ((isGone || last) && webhook.status === 'enabled') {
      store.webhooks.move(webhook.id, 'give_up', { updated_at: store.now });
    }
    if (next_attempt_at !== null) {
      const following = insertAttempt(store, webhook.id, delivery.request_body, delivery.attempt + 1);
      store.schedule('webhook.attempt', next_attempt_at, deliveryRef(webhook, following));
    }
  },
};

// Describes in a sentence why an attempt failed; null for a success, which is any status 2xx.
function attemptError(outcome: DeliveryOutcome): string | null {
  if ('failure' in outcome) return clipped(outcome.failure);
  const { status } = outcome;
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `The endpoint answered ${status}; a redirect is not followed.`
    : `The endpoint answered ${status}.`;
}

// Shortens the description of a failure to the maximum length in the document, because it may contain a host name of
// 2000 letters.
const clipped = (sentence: string): string =>
  sentence.length <= ERROR_LENGTH ? sentence : `${sentence.slice(0, ERROR_LENGTH - 1)}…`;

// Computes when the next attempt is due: after the delay that follows the failed attempt, or later if the receiver asks
// for a longer delay.
function nextAttemptAt(store: Store, attempt: number, outcome: DeliveryOutcome): string {
  const { webhook_retry_delays_seconds: delays, webhook_retry_after_seconds: longest } = policies();
  const pause = (delays[attempt - 1] ?? 0) * SECOND * (1 - JITTER * store.random('webhook jitter'));
  const due = addMs(store.now, Math.ceil(pause / SECOND) * SECOND);
  const requested = 'retryAfter' in outcome ? (outcome.retryAfter ?? 0) : 0;
  const spared = iso(Math.ceil(store.nowMs / SECOND + Math.min(requested, longest)) * SECOND);
  return requested > 0 && spared > due ? spared : due;
}

// Returns how long a delivery attempt is stored, in milliseconds.
const attemptLifetime = (): number => policies().webhook_deliveries_kept_days * DAY;

const deliveryRef = ({ tenant_id }: WebhookRow, { id: delivery_id }: DeliveryRow): EntityRef => ({
  tenant_id: tenant_id ?? '',
  delivery_id,
});

// Makes room for one more delivery attempt of a webhook endpoint. Removes finished attempts above the maximum age, and
// then, above the maximum number, the oldest finished attempts before the oldest pending attempts. So the table does
// not fill up for an endpoint whose receiver never replies.
function pruneAttempts(store: Store, webhook_id: string): void {
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
