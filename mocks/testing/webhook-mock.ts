// For tests: creates a mock that sends webhooks, with a registered webhook endpoint and a real HTTP receiver.
import { createHmac } from 'node:crypto';
import { validateValue } from '../../src/contract/validation/validate.ts';
import { type OutboxOptions, openOutbox } from '../../src/control/webhook-delivery/outbox.ts';
import { type Answer, type Received, receiver } from '../../src/control/webhook-delivery/testing/receiver.ts';
import type { AppOptions } from '../../src/server/app.ts';
import { hostingMock } from '../index.ts';
import type { DeliveryRow } from '../tables.ts';
import { createTestMock, type OperationCaller } from './test-mock.ts';

/** The body of a webhook delivery, as the receiver parses it. */
export type SentEvent = {
  id: string;
  type: string;
  timestamp: string;
  tenant_id: string;
  data: { id?: string };
};

type Options = AppOptions &
  OutboxOptions & { events?: string[]; answer?: (at: number, one: Received) => Answer };

/**
 * Creates the mock, an HTTP receiver, and a webhook endpoint with the receiver's URL.
 * @param events the event types that the endpoint subscribes to; all by default
 */
export async function createWebhookMock({ events = ['*'], answer, timeoutMs, ...options }: Options = {}) {
  const hookReceiver = await receiver(answer);
  const mock = createTestMock({ world: 'empty', ...options });
  const outbox = openOutbox(mock.app.world, hostingMock, {
    scope: 'loopback',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const call = mock.as('owner');
  const { data: webhook } = await call('createWebhook', { body: { url: hookReceiver.url, events } });
  return {
    ...mock,
    outbox,
    call,
    hookReceiver,
    webhook,
    /** lists the events that the receiver got, in order of arrival */
    events: (): SentEvent[] => hookReceiver.received.map(({ body }) => JSON.parse(body)),
    /** advances the world's clock by milliseconds and waits until the deliveries that are due are sent */
    async pass(ms: number): Promise<void> {
      mock.pass(ms);
      outbox.wake();
      await outbox.idle();
    },
    [Symbol.dispose]: outbox.close,
  };
}

/** Lists the attempts to deliver events to a webhook endpoint, oldest first. */
export async function deliveryAttempts(call: OperationCaller, id: string): Promise<DeliveryRow[]> {
  const query = { sort: 'created_at', per_page: '100' };
  const { data } = await call('listWebhookDeliveries', { params: { id }, query });
  return data.data as DeliveryRow[];
}

/**
 * Checks whether the signature of a delivery is valid by Standard Webhooks, with code that is independent of the
 * mock's signing code.
 */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/** Validates an event against the document. Returns the problems as sentences; the list is empty for a valid event. */
export function eventProblems(event: { type: string }): string[] {
  return validateValue('PlatformEvent', event).map(
    ({ pointer, message }) => `${event.type} ${pointer}: ${message}`,
  );
}

/** Lists the types of events, in the order of the events. */
export const eventTypes = (events: readonly SentEvent[]): string[] => events.map(({ type }) => type);
