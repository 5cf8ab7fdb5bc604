// Delivers webhooks twice or out of order, as a platform may whose queues are not exact.
import type { DeliveryOrder } from '../../server/app-options.ts';
import type { OutboundRequest } from '../../server/outbox-queue.ts';
import type { SendRequest } from './http-sender.ts';

/**
 * How long webhooks to one receiver are collected before they are sent in the reverse order, in ms: longer than an order
 * takes, so that its first event arrives after its last one.
 */
const COLLECT_MS = 4000;

/** The outcome that is recorded for a webhook that is held back. */
const ACCEPTED = { status: 202, ms: 0, retryAfter: null };

/** Returns a sender that sends as the order says, over another sender. */
export function inOrder(order: DeliveryOrder | undefined, send: SendRequest): SendRequest {
  if (order === 'twice')
    return async (request, signal) => {
      await send(request, signal);
      return send(request, signal);
    };
  if (order !== 'out of order') return send;
  const collected = new Map<string, (() => Promise<unknown>)[]>();
  return async (request: OutboundRequest, signal) => {
    const { url } = request;
    const waiting = collected.get(url) ?? [];
    if (waiting.length === 0) {
      collected.set(url, waiting);
      setTimeout(async () => {
        collected.delete(url);
        for (const one of waiting.reverse()) await one();
      }, COLLECT_MS);
    }
    waiting.push(async () => signal.aborted || send(request, signal));
    return ACCEPTED;
  };
}
