// The sentences of the specification that leave something open to a deployment.

export const open = {
  FIELDS: 'Fields of tenants, customers, service instances, invoices and the other resources: not shown.',
  PAYLOADS: 'Request and response payloads of all other endpoints: not shown.',
  QUERIES: 'Query parameters for list endpoints (filtering, pagination, sorting): not shown.',
  PAGE_SIZE: 'Maximum request body size and page size: not shown.',
  STATES: 'Full set of states of each resource: not shown.',
  TRANSITIONS: 'State-changing operations that exist (their resulting states are not given).',
  CODES: 'Complete list of error codes: not shown.',
  MESSAGES:
    'An error has a `message`, and messages of fields: their words are not said, except for an invalid `billing_cycle`.',
  STATUSES: 'Which condition maps to which status beyond those above: not shown.',
  SHAPES: 'Which of the two body shapes applies in which case: a client must tolerate both.',
  FIELD_NAMES:
    '`errors` (object mapping a field name to an array of message strings): how a field within another is named is not said.',
  CYCLE_MESSAGE:
    'For an invalid `billing_cycle` the message lists the allowed values: its wording is not said.',
  TIMES: 'All timestamps are ISO 8601 in UTC: which of its forms is not said.',
  IDS: '`{id}` is a resource identifier: its form is not said, except for the ids that are stated to be UUIDs.',
  SCOPES: 'Names of permission scopes, and kinds of event that can be subscribed to: not shown.',
  ROLES: 'Which scope or role each endpoint requires: not shown.',
  LIMIT_SET: 'Which set (A or B) is authoritative: not shown.',
  SUB_LIMITS:
    'Per-endpoint sub-limits apply on top of the global ceiling; their numeric values are not shown.',
  LIMIT_HEADERS:
    'Every 2xx response carries `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`: the form of the reset and the headers of other replies are not said.',
  BREACH:
    'On breach: 429 with `Retry-After` in seconds; clients wait, then retry: who else uses the limit up is not said.',
  REPLAYS:
    'Money-moving POST requests accept an `Idempotency-Key` request header so that replays collapse into one operation: the reply to a replay is not said.',
  JWT: 'POST /auth/login returns a short-lived JWT: its algorithm and claims are not said.',
  CHALLENGE: 'POST /auth/2fa/verify completes a TOTP challenge: how a log-in asks for the code is not said.',
  CREDENTIALS:
    'A missing or invalid credential yields status 401; a valid credential lacking permission yields 403: the body and the headers of the reply are not said.',
  LOGOUT:
    'POST /auth/logout invalidates the current JWT: what becomes of other sessions, and how soon, is not said.',
  METHODS: 'Allowed `payment_method` values other than `wallet`: not shown.',
  SKU: 'Exact format of `sku_id`: not shown; a builder must accept any string.',
  ORDERED:
    'An invoice and service instance(s) are created and referenced in the response: their number is not said.',
  MONEY:
    'Amounts are integers in minor currency units; `currency` is a currency code: which one, and what fees and taxes apply, is not said.',
  BUNDLE:
    'GET /ssl/{id}/download: download the certificate bundle as a zip archive; GET /invoices/{id}/pdf: download the invoice as PDF: what the files hold is not said.',
  BASE: 'All paths are relative to {base_url}, which ends in the version segment `/v1`.',
  TRANSPORT:
    'Transport is HTTPS; request and response bodies are JSON: HTTP allows any encoding, further headers, and proxies on the way.',
  MEMBER_ORDER:
    'Request and response bodies are JSON, whose objects are unordered collections of members (RFC 8259): in which order they stand is not said.',
  OPENAPI: 'An OpenAPI description at `{base_url}/openapi.json` is forthcoming and is not yet the reference.',
  DELIVERIES:
    'Signing or verification of deliveries, retry behaviour: not shown; nor which addresses an endpoint may have.',
  OTHERS: 'A tenant manages its customers and products: nothing says that one client is alone with the data.',
  CONSISTENCY: 'Nothing is said on how soon a read shows a change.',
  AREAS: 'Resource areas are path prefixes: a target file says which areas a deployment does not offer.',
  TEXTS:
    'Fields of tenants, customers and the other resources: not shown; nor how long their texts are, in which script, and which may be empty.',
  CLOCK: 'All timestamps are ISO 8601 in UTC: on which day a client calls is not said.',
  OUTAGES:
    'Status 500 is stated, and replays with an `Idempotency-Key` collapse into one operation: when the platform fails is not said.',
} as const;
