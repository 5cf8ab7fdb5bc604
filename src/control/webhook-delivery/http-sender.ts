// Sends messages over HTTP; the client and the egress rules are loaded with the first message.
import { policies } from '../../contract/policies.ts';
import type { DeliveryOutcome, OutboundRequest } from '../../server/outbox-queue.ts';
import type { EgressScope } from './egress.ts';

/** Sends one message until the signal is aborted; the promise never rejects. */
export type SendRequest = (request: OutboundRequest, signal: AbortSignal) => Promise<DeliveryOutcome>;

export type HttpSenderOptions = {
  /** Which receivers are permitted. Default: `public`. */
  scope?: EgressScope;
  /** How long a receiver may take until its reply begins, in ms; by default as the document says */
  timeoutMs?: number;
  /** Lists the ports of the mock itself, to which nothing is sent. Default: none. */
  ownPorts?: () => readonly number[];
};

/** Creates a sender over HTTP. It loads the HTTP client with its first message, because most mocks never send one. */
export function httpSender({
  scope = 'public',
  timeoutMs = policies().webhook_timeout_seconds * 1000,
  ownPorts = () => [],
}: HttpSenderOptions = {}): SendRequest {
  let ready: Promise<SendRequest> | undefined;
  const load = async (): Promise<SendRequest> => {
    const [{ httpPost }, { createEgress }] = await Promise.all([
      import('./http-post.ts'),
      import('./egress.ts'),
    ]);
    const egress = createEgress(scope, { ownPorts });
    return (request, signal) => httpPost(request, { egress, timeoutMs, signal });
  };
  return async (request, signal) => {
    ready ??= load().catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return (await ready)(request, signal);
  };
}
