// What must hold of webhook endpoints and of the attempts to deliver to them.
import { unless } from './balances.ts';
import type { DeliveryRow, Store, WebhookRow } from './tables.ts';

/** Does the endpoint have a secret, and do its attempts tell of every event a story that can have happened? */
export function webhookBroken(store: Store, webhook: WebhookRow): string[] {
  const kept = store.webhook_secrets.by('webhook_id', webhook.id);
  const stories = new Map<string, DeliveryRow[]>();
  for (const delivery of store.webhook_deliveries.where('webhook_id', webhook.id)) {
    const story = stories.get(delivery.event_id);
    if (story) story.push(delivery);
    else stories.set(delivery.event_id, [delivery]);
  }
  return [
    ...unless(/^whsec_[A-Za-z0-9+/]{32}$/.test(kept?.secret ?? ''), `webhook ${webhook.id} has no secret`),
    ...[...stories].flatMap(([event, story]) =>
      story.flatMap((delivery, at) =>
        // The first attempts of an event may be kept no longer; the others follow one another.
        attemptBroken(webhook, event, delivery, {
          number: (story[0]?.attempt ?? 1) + at,
          followed: at < story.length - 1,
        }),
      ),
    ),
  ];
}

function attemptBroken(
  { tenant_id }: WebhookRow,
  event: string,
  { attempt, status, error, response_status, next_attempt_at, request_body }: DeliveryRow,
  { number, followed }: { number: number; followed: boolean },
): string[] {
  const name = `attempt ${attempt} to deliver ${event}`;
  const good = response_status !== null && response_status >= 200 && response_status < 300;
  return [
    ...unless(attempt === number, `${name} is number ${number}`),
    ...unless(request_body?.id === event, `${name} carries another event`),
    ...unless(request_body?.tenant_id === tenant_id, `${name} carries an event of another tenant`),
    ...unless((error !== null) === (status === 'failed'), `${name} is ${status}, its error is ${error}`),
    ...unless(good === (status === 'succeeded'), `${name} is ${status} after ${response_status}`),
    ...unless(followed === (next_attempt_at !== null), `${name} names a next one without there being one`),
    ...unless(!followed || status === 'failed', `${name} is ${status} and was followed by another`),
  ];
}

/** Is there an endpoint to every attempt? @param platform the platform's store */
export function deliveriesBroken(platform: Store): string[] {
  return platform.webhook_deliveries
    .all()
    .flatMap(({ id, webhook_id }) =>
      unless(platform.webhooks.find(webhook_id) !== undefined, `attempt ${id} has no endpoint`),
    );
}
