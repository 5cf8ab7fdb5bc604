// The rows of a stored table. Tables with the same rows, such as those of copies of a world and of its reset point, share
// them in memory.
import { hash } from 'node:crypto';
import { deepFreeze } from '../state/freeze.ts';
import type { LazyTable } from '../state/tables/lazy-table.ts';
import type { Row } from '../state/tables/table.ts';

/** The stored tables that are in use, by the hash of their JSON. */
const inUse = new Map<string, WeakRef<StoredTable>>();
const unused = new FinalizationRegistry<string>((hash) => {
  if (inUse.get(hash)?.deref() === undefined) inUse.delete(hash);
});

/** The rows of a stored table, which are parsed when they are first used. */
export class StoredTable implements LazyTable {
  readonly isShared = true;
  readonly content: { readonly hash: string; readonly bytes: number };
  #json: string | null;
  #rows: readonly Row[] | null = null;

  constructor(json: string, content: { hash: string; bytes: number }) {
    this.#json = json;
    this.content = content;
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

/** Finds a stored table in memory by the hash of its JSON. */
export const knownTable = (hash: string): StoredTable | undefined => inUse.get(hash)?.deref();

/**
 * Returns the rows of a stored table.
 * @param json the JSON of the rows, as UTF-8
 */
export function storedTable(json: Buffer): StoredTable {
  const digest = hash('sha256', json, 'base64url');
  const known = inUse.get(digest)?.deref();
  if (known !== undefined) return known;
  // The text of the whole state is not kept in memory because of one table, so each table has a text of its own.
  const table = new StoredTable(json.toString(), { hash: digest, bytes: json.length });
  inUse.set(digest, new WeakRef(table));
  unused.register(table, digest);
  return table;
}
