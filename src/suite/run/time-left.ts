// Estimates how long a run still takes, from its plan, its speed so far and the target's limits.

/** The figures that the estimate depends on. */
export type RunPace = {
  /** planned requests, and how many of them go to auth endpoints */
  planned: { requests: number; auth: number };
  /** requests sent so far, and how many of them went to auth endpoints */
  sent: { requests: number; auth: number };
  /** number of checks still to run */
  checks: number;
  /** milliseconds since the start of the run */
  elapsed: number;
  waited: number;
  /** requests per minute that the limits allow, null where unknown; separately for auth endpoints */
  perMinute: { requests: number | null; auth: number };
};

/** With fewer requests than this there is no estimate. */
const MIN_REQUESTS = 10;

/**
 * Estimates the milliseconds left; null while too few requests were sent. The slowest of speed, general limit and
 * auth limit counts.
 */
export function estimateTimeLeft({
  planned,
  sent,
  checks,
  elapsed,
  waited,
  perMinute,
}: RunPace): number | null {
  if (checks === 0) return 0;
  if (sent.requests < MIN_REQUESTS) return null;
  // a run beyond its plan (second attempts of findings) still sends at least one request per check
  const requestsLeft = Math.max(planned.requests - sent.requests, checks);
  const auth = Math.max(planned.auth - sent.auth, 0);
  const bySpeed = (requestsLeft * Math.max(elapsed - waited, 0)) / sent.requests;
  const byLimit = perMinute.requests === null ? 0 : (requestsLeft / perMinute.requests) * 60_000;
  return Math.round(Math.max(bySpeed, byLimit, (auth / perMinute.auth) * 60_000));
}
