// How many requests each check and subject takes, measured on the mock: plans count with that.
import { writeFileSync } from 'node:fs';
import type { ConformOptions } from '../../src/suite/conform.ts';

/** Who makes what every run makes: the first log-in of each credential, and the proofs before the first check. */
export const EVERY_RUN = '*';

/** Counts the requests of one run by the check or subject they are made for, taking back included. */
export function counter(): {
  note: NonNullable<ConformOptions['onExchange']>;
  spent: () => Record<string, number>;
} {
  const spent = new Map<string, number>();
  const known = new Set<string | null>();
  return {
    note({ request }, { by, purpose }) {
      const first = purpose === 'login' && !known.has(request.body);
      if (first) known.add(request.body);
      const who = first || by === 'suite/credentials' ? EVERY_RUN : by;
      spent.set(who, (spent.get(who) ?? 0) + 1);
    },
    spent: () => Object.fromEntries(spent),
  };
}

const FILE = new URL('../../conformance/requests.ts', import.meta.url);

/** Writes the table that the catalogue holds. @param ids of checks and subjects, in the order of the table */
export function writeRequests(ids: readonly string[], spent: Readonly<Record<string, number>>): void {
  const name = (id: string): string => (/^[a-z]\w*$/i.test(id) ? id : `'${id}'`);
  const lines = [...new Set(ids)].sort().map((id) => `  ${name(id)}: ${spent[id] ?? 0},`);
  const text = [
    '// Requests by check and subject, as measured. Made by: npm run bite -- --write-requests',
    '',
    '/** What each sends in a whole run of the mock, taking back included; first log-ins and first proofs are not counted. */',
    'export const requests: Readonly<Record<string, number>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
  writeFileSync(FILE, text);
}
