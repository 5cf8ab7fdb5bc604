// What an append sends to PostgreSQL: its statement and parameters, with the texts to which its states refer.
import { referencesOf } from '../shared-text.ts';
import type { MissingTexts } from '../text-sender.ts';
import type { Changes } from '../world-store.ts';
import type { Connections, Statement } from './connections.ts';
import * as sql from './statements.ts';
import { textArray } from './text-array.ts';

/** The statement of an append, its last parameters, and the hashes of the texts to which it refers. */
type Append = {
  readonly statement: Statement;
  readonly values: unknown[];
  readonly hashes: readonly string[];
};

/** Whether an append was stored; without `found`, no text was looked for. */
type Outcome = { readonly stored: boolean; readonly found?: readonly string[] };

/** Sends the statement of an append with all its parameters. */
export async function sendAppend(
  connections: Connections,
  statement: Statement,
  values: readonly unknown[],
  timeoutMs: number,
): Promise<Outcome> {
  if (statement === sql.APPEND)
    return { stored: (await connections.change(statement, values, timeoutMs)) > 0 };
  const [outcome] = await connections.run<Outcome>(statement, values, timeoutMs);
  return outcome ?? { stored: false };
}

/** Chooses the statement of an append. */
export function appendOf(
  after: number,
  { records, base, baseSeq, saved = [], removed = [] }: Changes,
): Append {
  // Of snapshots of one name, the last one is stored.
  const states = [...new Map(saved.map((state) => [state.name, state])).values()];
  if (base === undefined && states.length + removed.length === 0 && records.length > 0)
    return { statement: sql.APPEND, values: [textArray(records)], hashes: [] };
  const references = states.map(({ state }) => referencesOf(state));
  const baseReferences = base === undefined ? [] : referencesOf(base);
  const hashes = [...new Set([...baseReferences, ...references.flat()])];
  const values = [
    textArray(records),
    removed,
    states.map(({ name }) => name),
    states.map(({ takenAt }) => takenAt),
    textArray(states.map(({ state }) => state)),
    references.map((one) => one.join(' ')),
    hashes,
  ];
  if (base === undefined) return { statement: sql.APPEND_SNAPSHOTS, values, hashes };
  const more = [base, baseSeq ?? after + records.length, baseReferences];
  return { statement: sql.APPEND_BASE, values: [...values, ...more], hashes };
}

/** Returns the hashes that were not found; null when all were. */
export function missingOf(hashes: readonly string[], found: readonly string[]): MissingTexts | null {
  const missing = hashes.filter((hash) => !found.includes(hash));
  return missing.length > 0 ? { missing } : null;
}
