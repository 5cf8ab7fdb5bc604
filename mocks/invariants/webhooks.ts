// The invariants of webhook endpoints and delivery attempts. Each violation is described by a sentence.

import type { DeliveryRow, Store, WebhookRow } from '../tables.ts';
import { violations } from './billing.ts';

/**
 * Lists the violations in a webhook endpoint, as sentences: a missing secret, or attempts to deliver an event that
 * are not consecutive.
 */
export function webhookViolations(store: Store, webhook: WebhookRow): string[] {
  const secretRow = store.webhook_secrets.by('webhook_id', webhook.id);
  const attemptsByEvent = new Map<string, DeliveryRow[]>();
  for (const delivery of store.webhook_deliveries.where('webhook_id', webhook.id)) {
    const attempts = attemptsByEvent.get(delivery.event_id);
    if (attempts) attempts.push(delivery);
    else attemptsByEvent.set(delivery.event_id, [delivery]);
  }
  return [
    ...violations({
      [`webhook ${webhook.id} has no secret`]: /^whsec_[A-Za-z0-9+/]{32}$/.test(secretRow?.secret ?? ''),
    }),
    ...[...attemptsByEvent].flatMap(([event, attempts]) =>
      attempts.flatMap((delivery, at) =>
        // The first attempts to deliver an event may have been removed, so only the remaining attempts must be consecutive.
        attemptViolations(webhook, event, delivery, {
          number: (attempts[0]?.attempt ?? 1) + at,
          followed: at < attempts.length - 1,
        }),
      ),
    ),
  ];
}

function attemptViolations(
  { tenant_id }: WebhookRow,
  event: string,
  { attempt, status, error, response_status, next_attempt_at, request_body }: DeliveryRow,
  { number, followed }: { number: number; followed: boolean },
): string[] {
  const name = `attempt ${attempt} to deliver ${event}`;
  const good = response_status !== null && response_status >= 200 && response_status < 300;
  return violations({
    [`${name} is number ${number}`]: attempt === number,
    [`${name} carries another event`]: request_body?.id === event,
    [`${name} carries an event of another tenant`]: request_body?.tenant_id === tenant_id,
    [`${name} is ${status}, its error is ${error}`]: (error !== null) === (status === 'failed'),
    [`${name} is ${status} after ${response_status}`]: good === (status === 'succeeded'),
    [`${name} has a next attempt time, but no next attempt`]: followed === (next_attempt_at !== null),
    [`${name} is ${status}, but another attempt follows it`]: !followed || status === 'failed',
  });
}
