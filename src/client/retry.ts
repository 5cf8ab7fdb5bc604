// Trying again: what is worth another attempt, and how long to wait for it.
import { retryAfterSeconds } from './api-error.ts';

export type RetryOptions = {
  /** further attempts after the first */
  retries: number;
  /** what all waiting of one call may add up to (ms); a `Retry-After` beyond it is not waited for */
  maxWaitMs: number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** Executed twice, these come to the same (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
const RETRYABLE_STATUSES = new Set([500, 502, 503, 504]);

/**
 * Sends until there is an answer worth returning. A 429 was not executed and is always tried again, after `Retry-After`;
 * a server error or a broken connection only where twice does no harm: an idempotent method, or an Idempotency-Key.
 * Waits grow exponentially and are scattered, so that many clients do not come back together.
 */
export async function sendWithRetries(
  request: Request,
  send: (request: Request) => Promise<Response>,
  { retries, maxWaitMs, wait }: RetryOptions,
): Promise<Response> {
  const repeatable = IDEMPOTENT.has(request.method) || request.headers.has('idempotency-key');
  let remainingMs = maxWaitMs;
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt >= retries;
    const response = await send(request.clone()).catch((error: unknown) => {
      if (last || !repeatable || request.signal.aborted) throw error;
      return null;
    });
    const again =
      response === null || response.status === 429 || (repeatable && RETRYABLE_STATUSES.has(response.status));
    if (response !== null && (last || !again)) return response;
    const ms = delayMs(attempt, response);
    if (response !== null && ms > remainingMs) return response;
    remainingMs -= ms;
    await response?.body?.cancel();
    await wait(ms, request.signal);
  }
}

function delayMs(attempt: number, response: Response | null): number {
  const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
  const retryAfter = response === null ? null : retryAfterSeconds(response.headers);
  // never before the time that was asked for
  return retryAfter === null
    ? backoff * (0.5 + Math.random() / 2)
    : retryAfter * 1000 + (backoff * Math.random()) / 2;
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      done();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
