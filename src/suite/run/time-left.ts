// How long a run still takes: by its plan, its speed so far, and what the target's limits let through.

export type RunPace = {
  /** requests planned, and of these to auth endpoints */
  planned: { requests: number; auth: number };
  /** requests sent so far, and of these to auth endpoints */
  sent: { requests: number; auth: number };
  /** checks that are still to come */
  checks: number;
  /** milliseconds since the start, and of these waited for limits */
  elapsed: number;
  waited: number;
  /** requests a minute that may go out, where it is known; and to auth endpoints */
  perMinute: { requests: number | null; auth: number };
};

/** Fewer requests than this say nothing about the speed. */
const MIN_REQUESTS = 10;

/** Milliseconds to go; null while nothing can be said. The slowest of speed, general limit and auth limit counts. */
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
  // a run that sends more than planned, because findings are asked for twice, has a request a check to go
  const rest = Math.max(planned.requests - sent.requests, checks);
  const auth = Math.max(planned.auth - sent.auth, 0);
  const bySpeed = (rest * Math.max(elapsed - waited, 0)) / sent.requests;
  const byLimit = perMinute.requests === null ? 0 : (rest / perMinute.requests) * 60_000;
  return Math.round(Math.max(bySpeed, byLimit, (auth / perMinute.auth) * 60_000));
}
