// Estimates how long a run still takes, from its plan, its speed so far and the rate limits of the target.

/** The numbers from which the time left is estimated. */
export type RunPace = {
  /** number of planned requests, and how many of them go to auth endpoints */
  planned: { requests: number; auth: number };
  /** number of requests sent so far, and how many of them went to auth endpoints */
  sent: { requests: number; auth: number };
  /** number of checks that have not run yet */
  checks: number;
  /** milliseconds since the start of the run */
  elapsed: number;
  waited: number;
  /**
   * the requests per minute that the rate limits allow, for all endpoints and for auth endpoints; null when unknown
   */
  perMinute: { requests: number | null; auth: number };
};

/** The fewest requests after which the time left is estimated. */
const MIN_REQUESTS = 10;

/**
 * Estimates the time left in milliseconds; null while too few requests were sent. The estimate is the longest of the
 * times by speed, by the general rate limit and by the rate limit of auth endpoints.
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
  // A run that exceeds its plan, because of second attempts, still sends at least one request per remaining check.
  const requestsLeft = Math.max(planned.requests - sent.requests, checks);
  const auth = Math.max(planned.auth - sent.auth, 0);
  const bySpeed = (requestsLeft * Math.max(elapsed - waited, 0)) / sent.requests;
  const byLimit = perMinute.requests === null ? 0 : (requestsLeft / perMinute.requests) * 60_000;
  return Math.round(Math.max(bySpeed, byLimit, (auth / perMinute.auth) * 60_000));
}
