// The tables to which stored states refer: those that other worlds in memory use too are taken from there, and only the
// others are read from the store.
import { referencesOf } from './shared-text.ts';
import { damagedError, type SharedTables } from './state-text.ts';
import { knownTable, type StoredTable, storedTable } from './stored-table.ts';
import { StorageError, type StoredWorld, type WorldStore } from './world-store.ts';

/**
 * Returns the tables to which the states of a claimed world refer.
 * @param what the world, for messages, such as `the world demo in worlds.db`
 * @throws StorageError `damaged` when a text is missing or changed; `unavailable` when the claim was lost meanwhile
 */
export async function readTables(
  store: Pick<WorldStore, 'readTexts' | 'load'>,
  { name, epoch }: { name: string; epoch: number },
  { base, saved }: Pick<StoredWorld, 'base' | 'saved'>,
  what: string,
): Promise<SharedTables> {
  const hashes = new Set([base, ...saved.map(({ state }) => state)].flatMap(referencesOf));
  const tables = new Map<string, StoredTable>();
  for (const hash of hashes) {
    const table = knownTable(hash);
    if (table !== undefined) tables.set(hash, table);
  }
  const unknown = [...hashes].filter((hash) => !tables.has(hash));
  if (unknown.length === 0) return tables;
  for (const [hash, text] of await store.readTexts(unknown)) {
    const table = storedTable(Buffer.from(text));
    if (table.content.hash !== hash) throw damagedError(what, 'the rows of a table were changed');
    tables.set(hash, table);
  }
  if (tables.size === hashes.size) return tables;
  // A later owner may have replaced the states, so that their texts were removed.
  if ((await store.load(name, epoch)) === null)
    throw new StorageError(
      'unavailable',
      `${what} was taken over by another process: send the request again.`,
    );
  throw damagedError(what, 'the rows of a table are missing');
}
