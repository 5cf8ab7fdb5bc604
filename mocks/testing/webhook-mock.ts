// For tests: a mock with an open outbox, a registered endpoint, and a real HTTP receiver.
import { createHmac } from 'node:crypto';
import { validateValue } from '../../src/contract/validate.ts';
import { type OutboxOptions, openOutbox } from '../../src/control/outbox.ts';
import { type Answer, type Received, receiver } from '../../src/control/testing/receiver.ts';
import type { AppOptions } from '../../src/server/app.ts';
import { hostingMock } from '../index.ts';
import type { DeliveryRow } from '../tables.ts';
import { createTestMock, type OperationCaller } from './test-mock.ts';

/** An event as a receiver gets it. */
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
 * Creates the mock, its receiver and an endpoint.
 * @param events the subscription of the endpoint
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
    /** lists the received events in order */
    events: (): SentEvent[] => hookReceiver.received.map(({ body }) => JSON.parse(body)),
    /** advances the clock by milliseconds and waits for the deliveries that are due */
    async pass(ms: number): Promise<void> {
      mock.pass(ms);
      outbox.wake();
      await outbox.idle();
    },
    async [Symbol.asyncDispose]() {
      outbox.close();
      await hookReceiver.close();
    },
  };
}

/** Lists the attempts to deliver to an endpoint, oldest first. */
export async function deliveryAttempts(call: OperationCaller, id: string): Promise<DeliveryRow[]> {
  const query = { sort: 'created_at', per_page: '100' };
  const { data } = await call('listWebhookDeliveries', { params: { id }, query });
  return data.data as DeliveryRow[];
}

/** Checks the signature of a delivery by Standard Webhooks, with code independent of the mock's. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

/** Validates an event against the schema of its family; lists the problems as sentences, none for a valid event. */
export function eventProblems(event: { type: string }): string[] {
  const [family = ''] = event.type.split('.');
  const name = family.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return validateValue(`${name}Event`, event).map(
    ({ pointer, message }) => `${event.type} ${pointer}: ${message}`,
  );
}

/** The types of events, in order. */
export const eventTypes = (events: readonly SentEvent[]): string[] => events.map(({ type }) => type);
