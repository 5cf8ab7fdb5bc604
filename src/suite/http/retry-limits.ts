// How long, and how often, the door bears with a target that does not answer, or is not there.

/** So many calls in a row without any reply, and the target counts as gone. */
export const MAX_CONSECUTIVE_FAILURES = 3;

/** What gateways answer while the service is away (RFC 9110, 15.6.3 to 15.6.5): no word of the service itself. */
export const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
/** So many answers of a gateway in a row, and the service counts as away: for this check, not for the run. */
export const MAX_GATEWAY_TRIES = 5;
/** So often calls are released together at most, as long as every one of them is refused with 429. */
export const MAX_BATCH_TRIES = 6;
/** A token may be dated back a little: this far off, its time is another one. */
export const MAX_TOKEN_SKEW_MS = 90_000;
/** Milliseconds of nothing but such answers, and so many of them, after which the run gives the service up. */
export const OUTAGE_LIMIT = { ms: 120_000, replies: 20 };
/** Milliseconds that a service may ask to be left alone at most, when it says so. */
export const MAX_RETRY_AFTER_MS = 30_000;
