// Counts the requests of each check and fixture against the mock, for the estimates of a plan.
import type { ConformOptions } from '../../src/suite/run/conform.ts';

/** The key for requests of every run: the first log-in of each credential, and the proofs of the credentials. */
export const EVERY_RUN = '*';

/** Counts the requests of one run by the check or fixture that sent them, clean-up included. */
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

/** Returns the requests of every check and fixture; 0 for those that sent none. @param ids of checks and fixtures */
export const spentBy = (
  ids: readonly string[],
  spent: Readonly<Record<string, number>>,
): Record<string, number> => Object.fromEntries(ids.map((id) => [id, spent[id] ?? 0]));
