// Delivers webhooks twice or out of order, as a platform may whose queues are not exact.
import type { DeliveryOrder } from '../../server/app-options.ts';
import type { OutboundRequest } from '../../server/outbox-queue.ts';
import type { SendRequest } from './http-sender.ts';

/** How long a webhook is held back for the next one to the same receiver, in ms. */
const HOLD_MS = 500;

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
  const held = new Map<string, () => void>();
  return async (request: OutboundRequest, signal) => {
    const { url } = request;
    const release = held.get(url);
    if (release) {
      held.delete(url);
      return send(request, signal).finally(release);
    }
    const sendHeld = (): void => {
      clearTimeout(timer);
      if (held.get(url) === sendHeld) held.delete(url);
      if (!signal.aborted) void send(request, signal);
    };
    const timer = setTimeout(sendHeld, HOLD_MS);
    held.set(url, sendHeld);
    return ACCEPTED;
  };
}
