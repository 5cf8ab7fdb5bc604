// The sender that delivers the messages of the outbox over HTTP. It loads the HTTP client and the egress rules with
// the first message.
import type { DeliveryOutcome, OutboundRequest } from '../../server/outbox-queue.ts';
import type { EgressScope } from './egress.ts';

/**
 * Sends one message and resolves with its outcome; the promise never rejects. Sending stops when the signal is
 * aborted.
 */
export type SendRequest = (request: OutboundRequest, signal: AbortSignal) => Promise<DeliveryOutcome>;

/** Options of the HTTP sender. */
export type HttpSenderOptions = {
  /** Which receivers are permitted. Default: `public`. */
  scope?: EgressScope;
  /** How long a receiver may take until its reply begins, in ms. Default: 15,000. */
  timeoutMs?: number;
  /**
   * Lists the ports on which the mock listens on this machine; the sender never sends to these ports. Default: none.
   */
  ownPorts?: () => readonly number[];
};

/** Creates a sender over HTTP. It loads the HTTP client with its first message, because most mocks never send one. */
export function httpSender({
  scope = 'public',
  timeoutMs = 15_000,
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
