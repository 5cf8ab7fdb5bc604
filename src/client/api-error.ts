// One error class for every reply other than 2xx, in either of the two stated error forms.

/** The call and its reply. */
type RefusedCall = {
  operation: string;
  method: string;
  url: string;
  response: Response;
  /** the body as received: parsed JSON, or text */
  body: unknown;
};

/**
 * A reply other than 2xx (specification: "Errors"). It reads `{ error: { code, message, errors } }` as well as `{
 * message, errors }`, and keeps a body in neither form as it is.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly operation: string;
  readonly status: number;
  /** the platform's code, such as `VALIDATION_FAILED`; null where the reply has none */
  readonly code: string | null;
  /** sentences by dotted field name (`items.0.quantity`); empty where the reply has none */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** for a 429 or 503: seconds to wait; null where the reply does not state it */
  readonly retryAfterSeconds: number | null;
  /** the platform's id of this reply, for its support */
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
 * Reads `Retry-After` in seconds, from either of its forms (RFC 9110, 10.2.3); null when it is absent or unreadable.
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

/** Returns the challenge of a login that requires a second factor; null for any other refusal. */
export function twoFactorChallenge(body: unknown): string | null {
  const { challenge_token } = errorDetail(body);
  return typeof challenge_token === 'string' ? challenge_token : null;
}
