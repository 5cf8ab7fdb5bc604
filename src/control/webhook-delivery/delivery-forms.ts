// Delivers webhooks twice, out of order, unsigned or under other names, as a lawful platform may.
import type { DeliveryForm } from '../../server/app-options.ts';
import type { OutboundRequest } from '../../server/outbox-queue.ts';
import type { SendRequest } from './http-sender.ts';

/**
 * How long webhooks to one receiver are collected before they are sent in the reverse order, in ms: longer than an order
 * takes, so that its first event arrives after its last one.
 */
const COLLECT_MS = 4000;

/** The outcome that is recorded for a webhook that is held back. */
const ACCEPTED = { status: 202, ms: 0, retryAfter: null };

const unsigned = ({ headers, ...rest }: OutboundRequest): OutboundRequest => ({
  ...rest,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !/^webhook-/i.test(name))),
});

function withOtherNames({ body, ...rest }: OutboundRequest): OutboundRequest {
  const { id, type, created_at, data } = JSON.parse(body);
  return { ...rest, body: JSON.stringify({ event_id: id, event: type, at: created_at, resource: data }) };
}

/** Returns a sender that sends as the form says, over another sender. */
export function inForm(form: DeliveryForm | undefined, send: SendRequest): SendRequest {
  if (form === 'unsigned') return (request, signal) => send(unsigned(request), signal);
  if (form === 'other names') return (request, signal) => send(unsigned(withOtherNames(request)), signal);
  if (form === 'twice')
    return async (request, signal) => {
      await send(request, signal);
      return send(request, signal);
    };
  if (form !== 'out of order') return send;
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
