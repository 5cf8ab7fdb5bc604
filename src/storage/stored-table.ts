// The rows of a stored table. Tables with the same rows, such as those of copies of a world and of its reset point, share
// them in memory.
import { hash } from 'node:crypto';
import { deepFreeze } from '../state/freeze.ts';
import type { LazyTable } from '../state/lazy-table.ts';
import type { Row } from '../state/table.ts';

/** The maximum length of a table's JSON up to which equal tables are found, in bytes; there are few longer ones. */
const MAX_SHARED_BYTES = 1_048_576;

/** The stored tables that are in use, by the digest of their JSON. */
const inUse = new Map<string, WeakRef<StoredTable>>();
const unused = new FinalizationRegistry<string>((digest) => {
  if (inUse.get(digest)?.deref() === undefined) inUse.delete(digest);
});

/** The rows of a stored table, which are parsed when they are first used. */
class StoredTable implements LazyTable {
  readonly isShared: boolean;
  #json: string | null;
  #rows: readonly Row[] | null = null;

  constructor(json: string, isShared: boolean) {
    this.#json = json;
    this.isShared = isShared;
  }

  get json(): string | null {
    return this.#json;
  }

  make(): readonly Row[] {
    if (this.#rows === null) {
      const rows: Row[] = JSON.parse(this.#json ?? '[]');
      this.#rows = rows.map(deepFreeze);
      this.#json = null;
    }
    return this.#rows;
  }
}

/**
 * Returns the rows of a stored table.
 * @param json the JSON of the rows, as UTF-8
 */
export function storedTable(json: Buffer): LazyTable {
  // The text of the whole state is not kept in memory because of one table, so each table has a text of its own.
  if (json.length > MAX_SHARED_BYTES) return new StoredTable(json.toString(), false);
  const digest = hash('sha256', json, 'base64');
  const known = inUse.get(digest)?.deref();
  if (known !== undefined) return known;
  const table = new StoredTable(json.toString(), true);
  inUse.set(digest, new WeakRef(table));
  unused.register(table, digest);
  return table;
}
