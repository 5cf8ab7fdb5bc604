// Handlers for webhook endpoints: create, update, delete, send a test, and list delivery attempts.
import { policies } from '../../src/contract/policies.ts';
import type { Body } from '../../src/contract/types.ts';
import { cancelQueued } from '../../src/server/outbox-queue.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { Refusal } from '../../src/state/refusal.ts';
import type { Store, WebhookRow } from '../tables.ts';
import { createEvent, deleteDeliveries, listDeliveries, startDelivery } from '../webhooks/deliveries.ts';
import { sampleEventData } from '../webhooks/sample-events.ts';

/** Handles the operations under /webhooks. */
export const webhooks = {
  listWebhooks: ({ store, query: { event, ...query } }) =>
    event === undefined
      ? store.webhooks.page(query)
      : store.webhooks.page(query, ({ events }) => events.includes('*') || events.includes(event)),

  createWebhook: ({ store, body, page }) => {
    const webhook = createWebhook(store, body);
    storePage(store, webhook, page);
    return { ...webhook, secret: webhookSecret(store, webhook) };
  },

  getWebhook: ({ store, params }) => store.webhooks.get(params.id),

  updateWebhook: ({ store, params, body, page }) => {
    const webhook = store.webhooks.get(params.id);
    if (body.url !== undefined && body.url !== webhook.url) storePage(store, webhook, page);
    return updateWebhook(store, webhook, body);
  },

  deleteWebhook: ({ store, params }) => {
    const webhook = store.webhooks.get(params.id);
    deleteDeliveries(store, webhook);
    cancelQueued(store, webhook.id);
    const secretRow = store.webhook_secrets.by('webhook_id', webhook.id);
    if (secretRow) store.webhook_secrets.remove(secretRow.id);
    storePage(store, webhook, null);
    store.webhooks.remove(webhook.id);
    return { id: webhook.id, deleted: true };
  },

  listWebhookDeliveries: ({ store, params, query }) =>
    listDeliveries(store, store.webhooks.get(params.id), query),

  testWebhook: ({ store, params, body }) => {
    const webhook = store.webhooks.get(params.id);
    const type = body?.event_type ?? 'webhook.test';
    const data = type === 'webhook.test' ? webhook : sampleEventData(store, type);
    return startDelivery(store, webhook, createEvent(store, type, data), true);
  },
} satisfies Partial<Handlers<Store>>;

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Generates the secret of a webhook endpoint: `whsec_` and 32 characters, which are 24 bytes in Base64. */
const createSecret = (store: Store): string => `whsec_${store.token('webhook_secrets', 32, BASE64)}`;

/** Creates a webhook endpoint with its own secret. Throws the refusals URL_UNUSABLE, WEBHOOK_LIMIT. */
export function createWebhook(store: Store, body: Body<'createWebhook'>): WebhookRow {
  assertUsableUrl(body.url);
  const { webhook_endpoints_per_tenant: most } = policies();
  if (store.webhooks.count() >= most) throw new Refusal('WEBHOOK_LIMIT', { values: { limit: most } });
  const webhook = store.webhooks.insert({
    url: body.url,
    events: body.events,
    description: body.description ?? null,
    status: body.status ?? 'enabled',
    last_delivery_at: null,
    consecutive_failures: 0,
    created_at: store.now,
    updated_at: store.now,
  });
  store.webhook_secrets.insert({ webhook_id: webhook.id, secret: createSecret(store) });
  return webhook;
}

/** Updates a webhook endpoint. Enabling the endpoint resets its failure count. Throws the refusal URL_UNUSABLE. */
export function updateWebhook(
  store: Store,
  webhook: WebhookRow,
  { url, events, description, status }: Body<'updateWebhook'>,
): WebhookRow {
  if (url !== undefined) assertUsableUrl(url);
  const changes = { url, events, description, updated_at: store.now };
  if (status === undefined || status === webhook.status) return store.webhooks.update(webhook.id, changes);
  return status === 'disabled'
    ? store.webhooks.move(webhook.id, 'disable', changes)
    : store.webhooks.move(webhook.id, 'enable', { ...changes, consecutive_failures: 0 });
}

// Stores the origin of the web page that set the URL of a webhook endpoint, when it is another origin than the mock's;
// null removes the entry.
function storePage(store: Store, { id: webhook_id }: WebhookRow, page: string | null): void {
  const stored = store.webhook_pages.by('webhook_id', webhook_id);
  if (stored) store.webhook_pages.remove(stored.id);
  if (page !== null) store.webhook_pages.insert({ webhook_id, page });
}

const webhookSecret = (store: Store, { id }: WebhookRow): string =>
  store.webhook_secrets.by('webhook_id', id)?.secret ?? '';

// Throws the refusal URL_UNUSABLE for a URL that matches the document's pattern but cannot be parsed, such as a URL
// with a port above 65535.
function assertUsableUrl(url: string): void {
  if (!URL.canParse(url)) throw new Refusal('URL_UNUSABLE');
}
