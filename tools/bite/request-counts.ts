// Counts the requests that each check and fixture sends to the mock; plans use the counts as costs.
import type { ConformOptions } from '../../src/suite/run/conform.ts';

/**
 * The id under which requests are counted that every run sends: the first login of each credential, and the requests
 * before the first check.
 */
export const EVERY_RUN = '*';

/** Counts the requests of one run by the check or fixture that each request is sent for, clean-up included. */
export function createRequestCounter(): {
  note: NonNullable<ConformOptions['onExchange']>;
  spent: () => Record<string, number>;
} {
  const spent = new Map<string, number>();
  const seenOwners = new Set<string | null>();
  return {
    note({ request }, { by, purpose }) {
      const first = purpose === 'login' && !seenOwners.has(request.body);
      if (first) seenOwners.add(request.body);
      const who = first || by === 'suite/credentials' ? EVERY_RUN : by;
      spent.set(who, (spent.get(who) ?? 0) + 1);
    },
    spent: () => Object.fromEntries(spent),
  };
}
