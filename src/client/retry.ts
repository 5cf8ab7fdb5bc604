// Retries: which replies are worth another attempt, and how long to wait for it.
import { retryAfterSeconds } from './api-error.ts';

/** The limits of retries, and how to wait. */
export type RetryOptions = {
  /** further attempts after the first */
  retries: number;
  /** the maximum total wait of one call (ms); the client does not wait for a `Retry-After` beyond it */
  maxWaitMs: number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** The methods for which a second execution has the same effect as one (RFC 9110, 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);
const RETRYABLE_STATUSES = new Set([500, 502, 503, 504]);

/**
 * Sends a request until it gets a final reply. A 429 was not executed and is always retried after `Retry-After`. A
 * server error or a broken connection is retried only where repeating is safe: an idempotent method, or an
 * Idempotency-Key. Waits grow exponentially with random jitter, so that many clients do not return together.
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
  // The wait is never shorter than `Retry-After`.
  return retryAfter === null
    ? backoff * (0.5 + Math.random() / 2)
    : retryAfter * 1000 + (backoff * Math.random()) / 2;
}

/** Waits; rejects with the signal's reason as soon as the signal is aborted. */
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
