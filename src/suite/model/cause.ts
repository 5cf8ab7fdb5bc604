// Determines why a check is inconclusive, from the exchanges that ended it.
import { type CheckEnded, exchangesOf, type InconclusiveCause } from './outcome.ts';

/** The statuses that may be different when the same request is sent again later (RFC 9110, RFC 6585, RFC 8470). */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/**
 * Returns why a check is inconclusive: the cause that the error names, or else the cause that the decisive exchange of
 * its evidence shows.
 */
export function causeOf({ inconclusiveCause, evidence }: CheckEnded): InconclusiveCause {
  if (inconclusiveCause !== undefined) return inconclusiveCause;
  const [decisive] = exchangesOf(evidence);
  if (decisive === undefined) return 'undetermined';
  const { failure, status, deliberateFault } = decisive;
  if (failure !== null || TRANSIENT_STATUSES.has(status)) return 'transient';
  if (status < 400) return 'unreadable';
  return deliberateFault === null ? 'setup-refused' : 'undetermined';
}
