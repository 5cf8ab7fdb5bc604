// The sentences of the specification that leave something open to a deployment: “quoted”, and then what they do not say.

export const open = {
  FIELDS:
    '“Fields of tenants, customers, service instances, invoices, subscriptions, payments, wallet, domains, …: not shown.”',
  MEMBERS:
    '“Field shapes are known only for the records below.” That these records, or others, have no further member is not said.',
  PAYLOADS: '“Request and response payloads of all other endpoints: not shown.”',
  QUERIES: '“Query parameters for list endpoints (filtering, pagination, sorting): not shown.”',
  PAGE_SIZE: '“Maximum request body size and page size: not shown.”',
  STATES: '“Full set of states of each resource: not shown.”',
  TRANSITIONS: '“State-changing operations that exist (their resulting states are not given)”',
  CODES: '“Complete list of error codes: not shown.”',
  MESSAGES:
    '“an object `error` with `code` (string; the value `VALIDATION_FAILED` is shown), `message` (string)”: the words of messages are not said, except that one for an invalid `billing_cycle` lists the allowed values.',
  STATUSES: '“Which condition maps to which status beyond those above: not shown.”',
  SHAPES: '“Which of the two body shapes applies in which case: a client must tolerate both.”',
  FIELD_NAMES:
    '“`errors` (object mapping a field name to an array of message strings)”: how a field within another one is named is not said.',
  CYCLE_MESSAGE:
    '“For an invalid `billing_cycle` the message lists the allowed values.” Its wording is not said.',
  TIMES: '“All timestamps are ISO 8601 in UTC.” Which of its forms is not said.',
  IDS: '“`{id}` is a resource identifier”: its form is not said, except of the ids that are stated to be UUIDs.',
  SCOPES: '“Names of permission scopes: not shown.” “Kinds of event that can be subscribed to: not shown.”',
  ROLES: '“Which scope or role each endpoint requires: not shown.”',
  LIMIT_SET: '“Which set (A or B) is authoritative: not shown.”',
  SUB_LIMITS: '“Numeric values of per-endpoint sub-limits: not shown.”',
  LIMIT_HEADERS:
    '“Every 2xx response carries `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`”: the form of the reset, and the headers of other replies, are not said.',
  BREACH:
    '“On breach: 429 with `Retry-After` in seconds; clients wait, then retry with exponential backoff.” “Numeric values of per-endpoint sub-limits: not shown.”',
  REPLAYS:
    '“Money-moving POST requests accept an `Idempotency-Key` request header so that replays collapse into one operation.” The reply to a replay is not said.',
  JWT: '“POST /auth/login takes email, password and optionally totp_code, and returns a short-lived JWT with an `expires_at` time.” Its algorithm and claims, and how long it lasts, are not said.',
  CHALLENGE:
    '“POST /auth/2fa/verify completes a TOTP challenge”: how a log-in asks for the code is not said.',
  CREDENTIALS:
    '“A missing or invalid credential yields status 401; a valid credential lacking permission yields 403.” The body and the headers of the reply are not said.',
  LOGOUT:
    '“POST /auth/logout invalidates the current JWT”: what becomes of other sessions, and how soon, is not said.',
  METHODS: '“Allowed `payment_method` values other than `wallet`: not shown.”',
  SKU: '“Exact format of `sku_id`: not shown (it appears both as a UUID-shaped value and as a slug-like string, so a builder must accept any string).”',
  ORDERED:
    '“an invoice and service instance(s) are created and referenced in the response”: their number is not said.',
  MONEY:
    '“Amounts are integers in minor currency units (for example cents) unless stated otherwise.” Which currency they have, and which fees and taxes apply, is not said.',
  BUNDLE:
    '“download the certificate bundle as a zip archive”, “download the invoice as PDF”: what the files hold is not said.',
  BASE: '“Paths below are relative to {base_url}, which ends in the version segment `/v1`.”',
  TRANSPORT:
    '“Request and response bodies are JSON”: HTTP allows any encoding, further headers, any delay, and proxies on the way.',
  MEMBER_ORDER: '“Request and response bodies are JSON”: the members of an object have no order (RFC 8259).',
  OPENAPI:
    '“A machine-readable OpenAPI 3.1 description at `{base_url}/openapi.json` is announced as forthcoming and is not yet the reference.”',
  DELIVERIES:
    '“Signing or verification of deliveries, retry behaviour: not shown.” Nor is it said which addresses an endpoint may have.',
  DELIVERY_FORMS:
    '“Signing or verification of deliveries, retry behaviour: not shown.” Nor is it said that an event arrives once, in which order events arrive, or in which form of JSON.',
  OTHERS:
    '“The service lets a tenant manage customers and the products they own”: that one client is alone with the data is not said.',
  CONSISTENCY: 'Nothing is said on how soon a read shows a change.',
  AREAS: '“Resource areas (path prefixes)”: a target file says which areas a deployment does not offer.',
  TEXTS:
    '“Fields of tenants, customers, service instances, invoices, …: not shown.” Nor is it said how long their texts are, in which script, and which may be empty.',
  CLOCK: '“All timestamps are ISO 8601 in UTC.” On which day a client calls is not said.',
  OUTAGES:
    '“500 | Server Error”, “replays collapse into one operation”: when the platform fails is not said.',
} as const;
