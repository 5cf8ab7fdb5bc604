// The invariants of webhook endpoints and delivery attempts. Each violation is described by a sentence.

import type { DeliveryRow, Store, WebhookRow } from '../tables.ts';
import { violation } from './billing.ts';

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
    ...violation(
      /^whsec_[A-Za-z0-9+/]{32}$/.test(secretRow?.secret ?? ''),
      `webhook ${webhook.id} has no secret`,
    ),
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
  return [
    ...violation(attempt === number, `${name} is number ${number}`),
    ...violation(request_body?.id === event, `${name} carries another event`),
    ...violation(request_body?.tenant_id === tenant_id, `${name} carries an event of another tenant`),
    ...violation((error !== null) === (status === 'failed'), `${name} is ${status}, its error is ${error}`),
    ...violation(good === (status === 'succeeded'), `${name} is ${status} after ${response_status}`),
    ...violation(
      followed === (next_attempt_at !== null),
      `${name} has a next attempt time, but no next attempt`,
    ),
    ...violation(!followed || status === 'failed', `${name} is ${status}, but another attempt follows it`),
  ];
}
