// The lease of one claim: how long a replica may answer from its memory without asking the database.

/** The clock and the timers of a replica. Simulations replace them. */
export type LeaseTime = {
  /** the time in ms since any instant; it never goes back */
  now(): number;
  /** calls a function later; returns a function that cancels the call */
  after(ms: number, run: () => void): () => void;
};

/** The lease of one claim. */
export type Lease = {
  /**
   * Notes that the database renewed the lease.
   * @param sentAt the time just before the request to the database was sent: the database counts from a later instant
   */
  extend(sentAt: number): void;
  /** tells whether no other replica can own the world now */
  isValid(): boolean;
};

/**
 * The part of a lease that a replica does not use, because the clocks of replica and database may run at different
 * speeds.
 */
const MARGIN = 0.1;

/**
 * Creates the lease of a claim, which is not valid before it is extended.
 * @param leaseMs how long the database keeps a claim; null when no other process can claim the world, which makes the
 * lease valid for ever
 */
export function createLease(
  { now }: Pick<LeaseTime, 'now'>,
  leaseMs: number | null,
  margin: number = MARGIN,
): Lease {
  if (leaseMs === null) return { extend: () => undefined, isValid: () => true };
  const usableMs = leaseMs * (1 - margin);
  let validUntil = Number.NEGATIVE_INFINITY;
  return {
    extend(sentAt) {
      validUntil = Math.max(validUntil, sentAt + usableMs);
    },
    isValid: () => now() < validUntil,
  };
}

/**
 * Creates the clock of a process: it also counts the time while the process was stopped (monotonic clock) or the
 * machine slept (wall clock), and never goes back. A wall clock that is set forward makes leases end early, which is
 * safe.
 */
export function processTime(
  monotonic: () => number = () => performance.now(),
  wall: () => number = Date.now,
): LeaseTime {
  let time = 0;
  let before = { monotonic: monotonic(), wall: wall() };
  return {
    now() {
      const present = { monotonic: monotonic(), wall: wall() };
      time += Math.max(0, present.monotonic - before.monotonic, present.wall - before.wall);
      before = present;
      return time;
    },
    after(ms, run) {
      const timer = setTimeout(run, ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
