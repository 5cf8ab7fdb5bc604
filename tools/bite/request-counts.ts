// Counts the requests that each check and fixture sends to the mock; plans use the counts as costs.
import type { ConformOptions } from '../../src/suite/run/conform.ts';

/**
 * Counts the requests of one run by the check or fixture that each request is sent for, clean-up included. Those that
 * every run sends are left out: the first login of each credential, and the requests before the first check.
 */
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
      if (!first && by !== 'suite/credentials') spent.set(by, (spent.get(by) ?? 0) + 1);
    },
    spent: () => Object.fromEntries(spent),
  };
}
