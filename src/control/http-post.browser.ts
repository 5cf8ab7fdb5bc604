// Delivers bytes from a browser: by fetch, which tells less of what came of it than a socket does, and asks the receiver first.
import type { DeliveryOutcome, OutboundRequest } from '../server/outbox-queue.ts';
import type { HttpPostOptions } from './http-post.ts';

/**
 * Sends a parcel by `fetch`. A receiver of another origin has to permit it (CORS), so what is sent from a page mostly
 * reaches receivers of that page's own origin; names are not looked up, so only addresses that stand in the URL are judged.
 * Never rejects: that it could not be sent is an outcome too.
 */
export async function httpPost(
  { url, headers, body, page = null }: OutboundRequest,
  options: HttpPostOptions,
): Promise<DeliveryOutcome> {
  const { egress, timeoutMs, signal } = options;
  const target = URL.parse(url);
  if (!target || !/^https?:$/.test(target.protocol)) return { failure: `${url} is no http or https URL.` };
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  const { refusal } = egress({ host: target.hostname, port, page });
  if (refusal !== null) return { failure: refusal };
  const deadline = AbortSignal.timeout(timeoutMs);
  const began = performance.now();
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers,
      body,
      credentials: 'omit',
      redirect: 'manual',
      signal: AbortSignal.any([signal, deadline]),
    });
    void answer.body?.cancel();
    if (answer.type === 'opaqueredirect')
      return { failure: 'The answer is a redirect, which is not followed.' };
    const retryAfterHeader = answer.headers.get('retry-after');
    return {
      status: answer.status,
      ms: Math.round(performance.now() - began),
      retryAfter:
        retryAfterHeader !== null && /^\d{1,9}$/.test(retryAfterHeader) ? Number(retryAfterHeader) : null,
    };
  } catch {
    if (deadline.aborted) return { failure: `There was no answer within ${timeoutMs / 1000} seconds.` };
    if (signal.aborted) return { failure: 'The mock stopped before there was an answer.' };
    return {
      failure: `The browser could not reach ${target.host}: nobody answers, or it does not permit requests of this page (CORS).`,
    };
  }
}
