// Browser version of `http-post.ts`: sends with `fetch`, which needs CORS and reports less about failures.
import type { DeliveryOutcome, OutboundRequest } from '../../server/outbox-queue.ts';
import type { HttpPostOptions } from './http-post.ts';

/**
 * Sends a message with `fetch`. A receiver of another origin must permit the request (CORS), so most messages from a
 * page reach only receivers of the page's own origin. The browser resolves host names, so the egress rules check only
 * IP addresses in the URL itself.
 * @returns the outcome, also when sending fails; the promise never rejects
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
  const startedAt = performance.now();
  try {
    const reply = await fetch(target, {
      method: 'POST',
      headers,
      body,
      credentials: 'omit',
      redirect: 'manual',
      signal: AbortSignal.any([signal, deadline]),
    });
    void reply.body?.cancel();
    if (reply.type === 'opaqueredirect')
      return { failure: 'The answer is a redirect, which is not followed.' };
    const retryAfterHeader = reply.headers.get('retry-after');
    return {
      status: reply.status,
      ms: Math.round(performance.now() - startedAt),
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
