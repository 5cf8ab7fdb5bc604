// The refusals that the server itself throws. A mock definition may replace a row.
import type { RefusalRow } from '../mock-definition.ts';

/** The rows of the refusals table for the refusals that the server itself throws. */
export const pipelineRefusals = {
  ROUTE_NOT_FOUND: { status: 404, code: 'ROUTE_NOT_FOUND', message: 'There is no such path or method.' },
  NOT_FOUND: { status: 404, code: 'NOT_FOUND', message: 'The resource was not found.' },
  RATE_LIMITED: {
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Too many requests. Retry after {retry_after} seconds.',
  },
  OVERLOADED: {
    status: 429,
    code: 'RATE_LIMITED',
    message: 'The server holds too much of unfinished request bodies. Retry after {retry_after} seconds.',
  },
  UNAUTHENTICATED: {
    status: 401,
    code: 'UNAUTHENTICATED',
    message: 'The credential is missing or invalid. Send Authorization: Bearer <token or API key>.',
  },
  TOKEN_EXPIRED: {
    status: 401,
    code: 'TOKEN_EXPIRED',
    message: 'The token expired{when}. Refresh it, or log in again.',
  },
  TOKEN_NOT_REFRESHABLE: {
    status: 401,
    code: 'TOKEN_EXPIRED',
    message: 'The token expired{when}: too long ago to be refreshed. Log in again.',
  },
  TENANT_SUSPENDED: { status: 403, code: 'TENANT_SUSPENDED', message: 'The tenant is not active.' },
  SESSION_REQUIRED: {
    status: 403,
    code: 'FORBIDDEN',
    message: 'This operation takes the token of a login, not an API key.',
  },
  ROLE_FORBIDDEN: { status: 403, code: 'FORBIDDEN', message: 'The role {role} may not do this.' },
  INSUFFICIENT_SCOPE: {
    status: 403,
    code: 'INSUFFICIENT_SCOPE',
    message: 'The credential lacks the scope {scope}.',
  },
  BAD_REQUEST: { status: 400, code: 'BAD_REQUEST', message: 'The request could not be understood.' },
  PREFERENCE_INVALID: {
    status: 400,
    code: 'BAD_REQUEST',
    message:
      'The mock cannot meet a preference of this request (Prefer header, or __prefer): errors says which, and what is allowed.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 400,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The request body must be JSON in UTF-8, not compressed. Send Content-Type: application/json.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 400,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The request body must have at most 1048576 bytes.',
  },
  MALFORMED_UTF8: { status: 400, code: 'MALFORMED_JSON', message: 'The request body is not valid UTF-8.' },
  MALFORMED_JSON: { status: 400, code: 'MALFORMED_JSON', message: 'The request body is not valid JSON.' },
  JSON_TOO_DEEP: {
    status: 400,
    code: 'MALFORMED_JSON',
    message: 'The request body is nested deeper than 100 levels.',
  },
  DUPLICATE_KEY: {
    status: 400,
    code: 'MALFORMED_JSON',
    message: 'The request body names a member twice in one object.',
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    code: 'IDEMPOTENCY_KEY_INVALID',
    message: 'The Idempotency-Key must have 1 to 255 visible ASCII characters.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'This Idempotency-Key was already used with another request body.',
    field: 'Idempotency-Key',
  },
  VALIDATION_FAILED: { status: 422, code: 'VALIDATION_FAILED', message: 'The given data was invalid.' },
  SERVER_ERROR: { status: 500, code: 'SERVER_ERROR', message: 'An unexpected error occurred.' },
} as const satisfies Record<string, RefusalRow>;
