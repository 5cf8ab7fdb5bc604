// Declares the error for a reply other than 2xx, which may have the envelope or the flat error body.
import type { ErrorCode, ErrorCodes } from './generated/error-codes.ts';

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
 * A reply other than 2xx (specification: "Errors"), or one whose body is no JSON. It reads the envelope error body
 * `{ error: { code, message, errors } }` and the flat error body `{ message, errors }`, and keeps any other body unchanged.
 * `Code` is the union of the error codes that the operation has: see {@link isApiError}.
 */
export class ApiError<Code extends string = ErrorCode> extends Error {
  // Minifying changes the name of a class, which Node prints.
  static override readonly name = 'ApiError';
  override readonly name = 'ApiError';
  declare readonly operation: string;
  /** the method of the request */
  declare readonly method: string;
  /** the URL of the request, with its query */
  declare readonly url: string;
  declare readonly status: number;
  /**
   * the platform's error code, such as `VALIDATION_FAILED`: one that the document names, or another; null when the
   * reply has no code
   */
  declare readonly code: Code | (string & {}) | null;
  /** the platform's sentence about the refusal, from either error body; null when the body has none */
  declare readonly userMessage: string | null;
  /** messages by dotted field name (`items.0.quantity`), whatever form the platform gives it; empty when the reply has no messages */
  declare readonly errors: Readonly<Record<string, readonly string[]>>;
  /**
   * for a 429 or 503, how long to wait before the next attempt, in seconds; null when the reply does not state a time
   */
  declare readonly retryAfterSeconds: number | null;
  /** the platform's id of this reply, which its support may ask for */
  declare readonly requestId: string | null;
  declare readonly body: unknown;
  declare readonly response: Response;

  constructor(call: RefusedCall) {
    const { operation, method, url, response, body } = call;
    const { status, headers } = response;
    const { message, code, errors } = errorDetail(body);
    const location = headers.get('location');
    const said = typeof message === 'string' ? message : null;
    const byField = fieldErrors(errors);
    const fields = Object.entries(byField).map(([field, texts]) => `${field}: ${texts.join(' ')}`);
    const reason =
      response.type === 'opaqueredirect' || (status >= 300 && status < 400)
        ? `a redirect${location ? ` to ${location}` : ''}, which is not followed. Is the base URL right?`
        : response.ok
          ? 'The body is no JSON object. Is the base URL that of the API?'
          : (said ?? response.statusText);
    super([`${operation} (${method} ${url}) was answered ${status}: ${reason}`, ...fields].join('\n  '));
    Object.assign(this, call, {
      status,
      code: typeof code === 'string' ? code : null,
      userMessage: said,
      errors: byField,
      retryAfterSeconds: retryAfterSeconds(headers),
      requestId: headers.get('x-request-id'),
    });
  }
}

/**
 * Reads the JSON body of a reply.
 * @throws ApiError for a reply other than 2xx, and for a body that is no JSON
 */
export async function jsonOf(operation: string, method: string, response: Response): Promise<unknown> {
  let body: unknown = await response.text();
  let isJson = /json/i.test(response.headers.get('content-type') ?? '');
  try {
    body = JSON.parse(body as string);
    isJson ||= isObject(body);
  } catch {
    isJson = false;
  }
  if (response.ok && isJson) return body;
  throw new ApiError({ operation, method, url: response.url, response, body });
}

/**
 * Reads `Retry-After` in seconds, whether the header contains seconds or a date (RFC 9110, 10.2.3); null when the
 * header is absent or cannot be parsed.
 */
export function retryAfterSeconds(headers: Headers, nowMs = Date.now()): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  if (/^\s*\d+\s*$/.test(text)) return Number(text);
  // A date has a time; `Date.parse` reads a date from numbers such as `1.5` too.
  const at = /\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1000));
}

type Detail = Record<string, unknown>;

const isObject = (value: unknown): value is Detail => typeof value === 'object' && value !== null;

function errorDetail(body: unknown): Detail {
  if (!isObject(body)) return {};
  return isObject(body.error) ? body.error : body;
}

// Names a field with dots that the platform names as a JSON Pointer (RFC 6901: `/items/0/sku_id`) or with brackets.
function dotted(field: string): string {
  const [, pointer] = /^#?\/(.*)$/.exec(field) ?? [];
  if (pointer !== undefined) return pointer.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  return field.replace(/\[["']?(.*?)["']?\]/g, (_, name) => (name === '' ? '' : `.${name}`));
}

function fieldErrors(errors: unknown): Record<string, readonly string[]> {
  if (!isObject(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      dotted(field),
      (Array.isArray(texts) ? texts : [texts]).map(String),
    ]),
  );
}

/**
 * Tells whether an operation was refused: `if (isApiError(error, 'createOrder') && error.code === 'INSUFFICIENT_FUNDS')`.
 * Without an operation, whether any was. It also knows the errors of another copy of the client.
 */
export function isApiError<Op extends keyof ErrorCodes = keyof ErrorCodes>(
  error: unknown,
  operation?: Op,
): error is ApiError<ErrorCodes[Op]> {
  if (!(error instanceof Error) || error.name !== 'ApiError' || !('operation' in error)) return false;
  return operation === undefined || error.operation === operation;
}

/**
 * Returns the challenge of a login that requires a second factor, for `verifyTwoFactor({ body: { challenge_token,
 * totp_code } })`; null for anything else that a call may throw.
 */
export function twoFactorChallenge(error: unknown): string | null {
  const { challenge_token } = errorDetail(isApiError(error) ? error.body : null);
  return typeof challenge_token === 'string' ? challenge_token : null;
}
