// What the store makes of the rows that PostgreSQL returns.
import { StorageError, type StoredWorld, type WorldSummary } from '../world-store.ts';

/** A row of `LOAD`. */
export type LoadedRow = {
  readonly kind: 'base' | 'record' | 'snapshot';
  /** the number of the last record in the base; of a record; the position of a snapshot */
  readonly no: number;
  readonly text: string;
  readonly lastSeq: number;
  readonly checkpoint: string | null;
  readonly name: string;
  readonly takenAt: string;
};

/**
 * Puts the rows of a world together; null when there are none.
 * @throws StorageError `damaged` when records are missing
 */
export function worldOf(rows: readonly LoadedRow[], name: string, description: string): StoredWorld | null {
  const base = rows.find(({ kind }) => kind === 'base');
  if (!base) return null;
  const sorted = (kind: LoadedRow['kind']): LoadedRow[] =>
    rows.filter((row) => row.kind === kind).sort((a, b) => a.no - b.no);
  const records = sorted('record');
  if (
    records.length !== base.lastSeq - base.no ||
    records.some(({ no }, index) => no !== base.no + index + 1)
  )
    throw new StorageError(
      'damaged',
      `PostgreSQL at ${description}: records of the world ${name} are missing: restore the database from a backup.`,
    );
  return {
    base: base.text,
    records: records.map(({ text }) => text),
    saved: sorted('snapshot').map((row) => ({ name: row.name, takenAt: row.takenAt, state: row.text })),
    checkpoint: base.checkpoint,
  };
}

/** A row of `LIST`. */
export type ListedRow = {
  readonly name: string;
  readonly main: boolean;
  readonly ownerId: string | null;
  readonly ownerUrl: string | null;
  readonly leaseLeftMs: number;
  readonly seq: number;
  readonly bytes: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
};

/** Makes the summary of a world. */
export function summaryOf(row: ListedRow): WorldSummary {
  const { name, main, ownerId, ownerUrl, leaseLeftMs, seq, bytes, createdAt, changedAt } = row;
  const isOwned = ownerId !== null && leaseLeftMs > 0;
  return {
    ...{ name, main, seq, bytes },
    owner: isOwned ? { id: ownerId, url: ownerUrl } : null,
    leaseLeftMs: isOwned ? leaseLeftMs : null,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}
