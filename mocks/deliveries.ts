// Events on their way to the webhook endpoints: who gets them, when it is tried again, when it is given up.

import { DELIVERY_AGENT, type Outbox, type Outcome, send } from '../src/server/outgoing.ts';
import type { Ref } from '../src/state/store.ts';
import { iso, later } from './cycles.ts';
import { prune, refOf } from './delivery-retention.ts';
import { signed } from './signatures.ts';
import type { DeliveryRow, HostingTables, Store, WebhookRow } from './tables.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after a failed attempt the next one is made; Standard Webhooks' own example. Ten attempts in all. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A pause is up to this part shorter, by chance: endpoints that failed together do not all come back at once. */
const JITTER = 0.1;
/** Chosen: an endpoint may ask to be spared this long, and no longer. */
const LONGEST_WAIT = 24 * HOUR;

/** The most that the document lets `error` have. */
const ERROR_LENGTH = 500;

/** What is delivered; `data` is the resource as its own operation shows it. */
export type Event = { id: string; type: string; timestamp: string; tenant_id: string; data: object };

/** Puts down an event that happened now, under a new id. */
export function eventOf(store: Store, type: string, data: object): Event {
  const { tenantId: tenant_id } = store;
  if (tenant_id === null)
    throw new Error(`${type} happens in a tenant: tell it through that tenant's store.`);
  return { id: `evt_${store.token('events', 27)}`, type, timestamp: store.now, tenant_id, data };
}

/** Delivers an event to every enabled endpoint of the tenant that is subscribed to it. */
export function fanOut(store: Store, type: string, data: object): void {
  const receivers = store.webhooks
    .where('status', 'enabled')
    .filter(({ events }) => events.includes('*') || events.some((one) => one === type));
  if (receivers.length === 0) return;
  const event = eventOf(store, type, data);
  for (const webhook of receivers) beginDelivery(store, webhook, event);
}

/**
 * The first attempt to deliver an event, to be made at once.
 * @param once an attempt that is made even if the endpoint is disabled, and that no other one follows
 */
export function beginDelivery(store: Store, webhook: WebhookRow, event: Event, once = false): DeliveryRow {
  const delivery = plan(store, webhook.id, event, 1);
  send(store, webhook.id, { ...refOf(webhook, delivery), ...(once && { once: 'yes' }) });
  return delivery;
}

/** Timer: a further attempt is due. */
export function attemptAgain(store: Store, delivery: DeliveryRow): void {
  const webhook = store.webhooks.find(delivery.webhook_id);
  if (webhook && delivery.status === 'pending') send(store, webhook.id, refOf(webhook, delivery));
}

function plan(
  store: Store,
  webhook_id: string,
  event: DeliveryRow['request_body'],
  attempt: number,
): DeliveryRow {
  prune(store, webhook_id);
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

type Found = { store: Store; delivery: DeliveryRow; webhook: WebhookRow };

/** A pending attempt and its endpoint, if both are still there. */
function find(platform: Store, ref: Ref): Found | null {
  const store = platform.forTenant(ref.tenant_id ?? '');
  const delivery = store.webhook_deliveries.find(ref.delivery_id ?? '');
  const webhook = delivery && store.webhooks.find(delivery.webhook_id);
  return delivery?.status === 'pending' && webhook ? { store, delivery, webhook } : null;
}

/** What the machinery asks when an attempt is to be made, and tells when it was. */
export const outbox: Outbox<HostingTables> = {
  compose(platform, ref) {
    const found = find(platform, ref);
    if (!found) return null;
    const { store, delivery, webhook } = found;
    if (webhook.status === 'disabled' && ref.once === undefined) {
      // Chosen: what waits when an endpoint is disabled is given up when its time comes, not before.
      store.webhook_deliveries.move(delivery.id, 'fail', { error: 'The endpoint is disabled.' });
      return null;
    }
    store.webhook_deliveries.update(delivery.id, { attempted_at: store.now });
    const body = JSON.stringify(delivery.request_body);
    const { secret = '' } = store.webhook_secrets.by('webhook_id', webhook.id) ?? {};
    return {
      url: webhook.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': DELIVERY_AGENT,
        ...signed(secret, delivery.event_id, Math.floor(store.nowMs / SECOND), body),
      },
      body,
      page: store.webhook_pages.by('webhook_id', webhook.id)?.page ?? null,
    };
  },

  record(platform, ref, outcome) {
    const found = find(platform, ref);
    if (!found) return;
    const { store, delivery, webhook } = found;
    const last_delivery_at = delivery.attempted_at ?? store.now;
    const answered = 'status' in outcome ? { response_status: outcome.status, duration_ms: outcome.ms } : {};
    const error = errorOf(outcome);
    if (error === null) {
      store.webhook_deliveries.move(delivery.id, 'succeed', answered);
      store.webhooks.update(webhook.id, { last_delivery_at, consecutive_failures: 0 });
      return;
    }
    const gone = answered.response_status === 410;
    const last = delivery.attempt > PAUSES.length;
    const again = !gone && !last && webhook.status === 'enabled' && ref.once === undefined;
    const next_attempt_at = again ? nextAttempt(store, delivery.attempt, outcome) : null;
    store.webhook_deliveries.move(delivery.id, 'fail', { ...answered, error, next_attempt_at });
    const consecutive_failures = (webhook.consecutive_failures ?? 0) + 1;
    store.webhooks.update(webhook.id, { last_delivery_at, consecutive_failures });
    if ((gone || last) && webhook.status === 'enabled') {
      store.webhooks.move(webhook.id, 'give_up', { updated_at: store.now });
    }
    if (next_attempt_at !== null) {
      const following = plan(store, webhook.id, delivery.request_body, delivery.attempt + 1);
      store.schedule('webhook.attempt', next_attempt_at, refOf(webhook, following));
    }
  },
};

/** Why an attempt failed; null when it did not. Any 2xx is a success, and nothing else. */
function errorOf(outcome: Outcome): string | null {
  if ('failure' in outcome) return clipped(outcome.failure);
  const { status } = outcome;
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400
    ? `The endpoint answered ${status}; a redirect is not followed.`
    : `The endpoint answered ${status}.`;
}

/** A sentence no longer than the document lets it be: it may name a host of two thousand letters. */
const clipped = (sentence: string): string =>
  sentence.length <= ERROR_LENGTH ? sentence : `${sentence.slice(0, ERROR_LENGTH - 1)}…`;

/** When an event is sent again after a failed attempt: after the pause, or when the endpoint asked for it, if later. */
function nextAttempt(store: Store, attempt: number, outcome: Outcome): string {
  const pause = (PAUSES[attempt - 1] ?? 0) * (1 - JITTER * store.random('webhook jitter'));
  const due = later(store.now, Math.ceil(pause / SECOND) * SECOND);
  const asked = 'retryAfter' in outcome ? (outcome.retryAfter ?? 0) * SECOND : 0;
  const spared = iso(Math.ceil((store.nowMs + Math.min(asked, LONGEST_WAIT)) / SECOND) * SECOND);
  return asked > 0 && spared > due ? spared : due;
}
