// Decides which replies are followed by another attempt, and how long to wait before it.
import { retryAfterSeconds } from './api-error.ts';

/** The limits of retries, and the function that waits. */
export type RetryOptions = {
  /** the most further attempts after the first attempt */
  retries: number;
  /** the longest total wait of one call, in milliseconds; an attempt that would have to wait longer is not made */
  maxWaitMs: number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;
/** The methods for which executing a request twice has the same effect as executing it once (RFC 9110, 9.2.2). */
const IDEMPOTENT = /^(GET|HEAD|PUT|DELETE|OPTIONS)$/;
const RETRYABLE_STATUSES = [500, 502, 503, 504];

/**
 * Sends a request until it gets a final reply. A request that got a 429 was not executed and is always sent again
 * after `Retry-After`. After a server error or a lost connection, a request is sent again only when repeating is
 * safe: its method is idempotent, or it has an Idempotency-Key. Waits grow exponentially with random jitter, so that
 * many clients do not retry at the same time.
 */
export async function sendWithRetries(
  request: Request,
  send: (request: Request) => Promise<Response>,
  { retries, maxWaitMs, wait }: RetryOptions,
): Promise<Response> {
  const repeatable = IDEMPOTENT.test(request.method) || request.headers.has('idempotency-key');
  let remainingMs = maxWaitMs;
  for (let attempt = 0; ; attempt += 1) {
    const last = attempt >= retries;
    let lost: unknown;
    const response = await send(request.clone()).catch((error: unknown) => {
      if (last || !repeatable || request.signal.aborted) throw error;
      lost = error;
      return null;
    });
    const again =
      response === null ||
      response.status === 429 ||
      (repeatable && RETRYABLE_STATUSES.includes(response.status));
    if (response !== null && (last || !again)) return response;
    const ms = delayMs(attempt, response);
    if (ms > remainingMs) {
      if (response === null) throw lost;
      return response;
    }
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

/** Waits for `ms` milliseconds; rejects with the reason of the signal as soon as the signal is aborted. */
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
