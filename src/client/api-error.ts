// Declares the error for a reply other than 2xx, which may have the envelope or the flat error body.
import type { ErrorCode } from './generated/error-codes.ts';

/** A call that was refused, and its reply. */
type RefusedCall = {
  operation: string;
  method: string;
  url: string;
  response: Response;
  /** the body of the reply as received: parsed JSON, or text */
  body: unknown;
};

/**
 * A reply other than 2xx (specification: "Errors"). It reads the envelope error body `{ error: { code, message,
 * errors } }` and the flat error body `{ message, errors }`, and keeps any other body unchanged.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly operation: string;
  /** the method of the request */
  readonly method: string;
  /** the URL of the request, with its query */
  readonly url: string;
  readonly status: number;
  /**
   * the platform's error code, such as `VALIDATION_FAILED`: one that the document names, or another; null when the
   * reply has no code
   */
  readonly code: ErrorCode | (string & {}) | null;
  /** messages by dotted field name (`items.0.quantity`); empty when the reply has no messages */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /**
   * for a 429 or 503, how long to wait before the next attempt, in seconds; null when the reply does not state a time
   */
  readonly retryAfterSeconds: number | null;
  /** the platform's id of this reply, which its support may ask for */
  readonly requestId: string | null;
  readonly body: unknown;
  readonly response: Response;

  constructor({ operation, method, url, response, body }: RefusedCall) {
    const detail = errorDetail(body);
    const errors = fieldErrors(detail.errors);
    const fields = Object.entries(errors).map(([field, texts]) => `${field}: ${texts.join(' ')}`);
    const isRedirect =
      response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
    const reason = isRedirect
      ? `a redirect${redirectTarget(response)}, which is not followed. Is the base URL right?`
      : typeof detail.message === 'string'
        ? detail.message
        : response.statusText;
    super(
      [`${operation} (${method} ${url}) was answered ${response.status}: ${reason}`, ...fields].join('\n  '),
    );
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.status = response.status;
    this.code = typeof detail.code === 'string' ? detail.code : null;
    this.errors = errors;
    this.retryAfterSeconds = retryAfterSeconds(response.headers);
    this.requestId = response.headers.get('x-request-id');
    this.body = body;
    this.response = response;
  }
}

/**
 * Reads `Retry-After` in seconds, whether the header contains seconds or a date (RFC 9110, 10.2.3); null when the
 * header is absent or cannot be parsed.
 */
export function retryAfterSeconds(headers: Headers, nowMs = Date.now()): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\s*\d+\s*$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

const redirectTarget = ({ headers }: Response): string =>
  headers.has('location') ? ` to ${headers.get('location')}` : '';

type Detail = Record<string, unknown>;

const isObject = (value: unknown): value is Detail => typeof value === 'object' && value !== null;

function errorDetail(body: unknown): Detail {
  if (!isObject(body)) return {};
  return isObject(body.error) ? body.error : body;
}

function fieldErrors(errors: unknown): Record<string, readonly string[]> {
  if (!isObject(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      field,
      (Array.isArray(texts) ? texts : [texts]).map(String),
    ]),
  );
}

/** Returns the 2FA challenge of a login that requires a second factor; null for any other refused call. */
export function twoFactorChallenge(body: unknown): string | null {
  const { challenge_token } = errorDetail(body);
  return typeof challenge_token === 'string' ? challenge_token : null;
}
