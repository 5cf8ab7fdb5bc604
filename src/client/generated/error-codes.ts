// Generated from openapi/ by `npm run generate`. Not edited by hand.

/** The error codes that the document names. A platform may send others. */
export type ErrorCode =
  | 'ALREADY_EXISTS'
  | 'AMOUNT_EXCEEDS_DUE'
  | 'BAD_REQUEST'
  | 'DOMAIN_UNAVAILABLE'
  | 'FORBIDDEN'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSUFFICIENT_FUNDS'
  | 'INSUFFICIENT_SCOPE'
  | 'INVALID_CREDENTIALS'
  | 'INVALID_STATE'
  | 'LIMIT_REACHED'
  | 'MALFORMED_JSON'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'ROUTE_NOT_FOUND'
  | 'SERVER_ERROR'
  | 'TENANT_SUSPENDED'
  | 'TOKEN_EXPIRED'
  | 'TWO_FACTOR_INVALID'
  | 'TWO_FACTOR_REQUIRED'
  | 'UNAUTHENTICATED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_FAILED';
