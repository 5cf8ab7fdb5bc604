// Reads and writes the rows of a file of stored worlds, with their checksums, in one transaction at a time.
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { SavedState, StoredWorld } from '../world-store.ts';
import { checkedBody, type WorldEntry } from './contents.ts';
import { KEY_COLUMNS, MAX_SEQ, recordKey, rowChecksum } from './format.ts';
import { joinRecords, splitRecords } from './record-group.ts';
import { damaged } from './sqlite-error.ts';

type Row = Record<string, SQLOutputValue>;

/** What a row costs in the write-ahead log beside its text, about: a page that it shares with other rows. */
const ROW_COST_BYTES = 512;
/** What a transaction costs in the write-ahead log beside its rows, about, in bytes. */
const TRANSACTION_COST_BYTES = 12_288;

/** The rows of an open file. A write begins a transaction, which `commit` or `rollBack` ends. */
export class Rows {
  readonly #db: DatabaseSync;
  readonly #label: string;
  readonly #uuid: string;
  readonly #beforeCommit: () => void;
  readonly #sync: () => void;
  readonly #statements = new Map<string, StatementSync>();
  #isWriting = false;
  #transactions: number;
  #logBytes = 0;

  /**
   * @param label the name of the file for messages
   * @param transactions the number of transactions so far
   * @param logBytes the size of the write-ahead log
   * @param beforeCommit called before each commit, which does not happen when it throws
   * @param sync brings a commit to the disk
   */
  constructor(
    db: DatabaseSync,
    label: string,
    { uuid, transactions, logBytes = 0 }: { uuid: string; transactions: number; logBytes?: number },
    { beforeCommit = nothing, sync = nothing }: { beforeCommit?: () => void; sync?: () => void } = {},
  ) {
    this.#db = db;
    this.#label = label;
    this.#uuid = uuid;
    this.#beforeCommit = beforeCommit;
    this.#sync = sync;
    this.#transactions = transactions;
    this.#logBytes = logBytes;
  }

  /** The number of the last transaction that is stored. */
  get transactions(): number {
    return this.#transactions;
  }

  /** About how many bytes the write-ahead log has grown since it was copied to the database. */
  get logBytes(): number {
    return this.#logBytes;
  }

  /** Copies the write-ahead log to the database, so that the next transaction starts the log anew. */
  emptyLog(): void {
    this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    this.#logBytes = 0;
  }

  /** Stores the writes since the last commit durably. `epochs`: the last epoch that was granted. */
  commit(epochs: number): void {
    if (!this.#isWriting) return;
    this.#beforeCommit();
    const next = this.#transactions + 1;
    this.#run(
      'UPDATE store SET transactions = ?, epochs = ?, crc = ? WHERE id = 1',
      ...[next, epochs, rowChecksum('store', [this.#uuid, next, epochs])],
    );
    this.#prepare('COMMIT').run();
    this.#isWriting = false;
    this.#transactions = next;
    this.#logBytes += TRANSACTION_COST_BYTES;
    this.#sync();
  }

  /** Undoes the writes since the last commit. */
  rollBack(): void {
    this.#isWriting = false;
    // SQLite itself has rolled back after some errors.
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
  }

  writeWorld({ id, name, main, epoch, createdAt, changedAt }: WorldEntry): void {
    const values = [id, name, Number(main), epoch, createdAt, changedAt];
    this.#run(
      'INSERT OR REPLACE INTO worlds VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[...values, rowChecksum('worlds', values)],
    );
  }

  /** Writes the state of a world after its record `seq`. */
  writeBase(world: number, seq: number, state: Buffer): void {
    this.#run(
      'INSERT OR REPLACE INTO bases VALUES (?, ?, ?, ?)',
      ...[world, seq, state, rowChecksum('bases', [world, seq], state)],
    );
  }

  /**
   * Inserts a group of records.
   * @param seq the number of the last one
   * @param at the time, in ms since 1970
   */
  insertRecords(world: number, seq: number, at: number, body: Buffer): void {
    this.#run(
      'INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)',
      ...[recordKey(world, seq), at, body, rowChecksum('records', [world, seq, at], body)],
    );
  }

  /**
   * Removes the records after `first`, up to `last`.
   * @returns how many rows they leave less, and the size of these rows, in bytes
   * @throws StorageError `damaged`
   */
  removeRecords(world: number, first: number, last: number): { rows: number; bytes: number } {
    if (last <= first) return { rows: 0, bytes: 0 };
    const range = [recordKey(world, first), recordKey(world, last)];
    const [{ removed = 0, size = 0 } = {}] = this.#all(
      'SELECT count(*) AS removed, sum(length(body)) AS size FROM records WHERE key > ? AND key <= ?',
      ...range,
    );
    this.#run('DELETE FROM records WHERE key > ? AND key <= ?', ...range);
    return { rows: Number(removed), bytes: Number(size ?? 0) + this.#shortenGroup(world, last) };
  }

  /** Removes the records up to `last` from a group that also contains later ones; returns how much shorter it is. */
  #shortenGroup(world: number, last: number): number {
    const [row] = this.#all(
      `SELECT ${KEY_COLUMNS}, at, body, crc FROM records WHERE key > ? AND key <= ? ORDER BY key LIMIT 1`,
      ...[recordKey(world, last), recordKey(world, MAX_SEQ)],
    );
    if (!row) return 0;
    const seq = Number(row.seq);
    const at = Number(row.at);
    const records = splitRecords(checkedText(this.#label, 'records', [world, seq, at], row));
    if (seq - records.length >= last) return 0;
    const body = joinRecords(records.slice(last - seq));
    this.insertRecords(world, seq, at, body);
    return (row.body as Uint8Array).length - body.length;
  }

  /** Writes a snapshot, in place of the one that has this id. */
  writeSnapshot(id: number, world: number, { name, takenAt }: SavedState, state: Buffer): void {
    const values = [id, world, name, takenAt];
    this.#run(
      'INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?)',
      ...[...values, state, rowChecksum('snapshots', values, state)],
    );
  }

  removeSnapshot(id: number): void {
    this.#run('DELETE FROM snapshots WHERE id = ?', id);
  }

  /** Inserts a text to which states refer. */
  insertText(id: number, hash: string, body: Buffer): void {
    this.#run(
      'INSERT INTO texts VALUES (?, ?, ?, ?)',
      id,
      hash,
      body,
      rowChecksum('texts', [id, hash], body),
    );
  }

  removeText(id: number): void {
    this.#run('DELETE FROM texts WHERE id = ?', id);
  }

  /** @throws StorageError `damaged` */
  readText(id: number, hash: string): string {
    const [row] = this.#all('SELECT body, crc FROM texts WHERE id = ?', id);
    if (!row) throw damaged(this.#label, 'a text to which a state refers is missing');
    return checkedText(this.#label, 'texts', [id, hash], row);
  }

  /** Writes the checkpoint of a world. */
  writeCheckpoint(world: number, wakeAtMs: number | null, body: Buffer): void {
    this.#run(
      'INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?)',
      ...[world, wakeAtMs, body, rowChecksum('checkpoints', [world, wakeAtMs], body)],
    );
  }

  /** Removes all rows of a world. */
  removeWorld({ id, baseSeq, seq, saved }: WorldEntry): void {
    this.removeRecords(id, baseSeq, seq);
    for (const one of saved.values()) this.removeSnapshot(one.id);
    this.#run('DELETE FROM bases WHERE world = ?', id);
    this.#run('DELETE FROM checkpoints WHERE world = ?', id);
    this.#run('DELETE FROM worlds WHERE id = ?', id);
  }

  /**
   * Reads the texts of a world.
   * @throws StorageError `damaged`
   */
  load({ id, name, baseSeq, seq, saved }: WorldEntry): StoredWorld {
    const [base] = this.#all('SELECT state AS body, crc FROM bases WHERE world = ?', id);
    const groups = this.#all(
      `SELECT ${KEY_COLUMNS}, at, body, crc FROM records WHERE key > ? AND key <= ? ORDER BY key`,
      ...[recordKey(id, baseSeq), recordKey(id, seq)],
    );
    const records = groups.flatMap((row) =>
      splitRecords(checkedText(this.#label, 'records', [id, Number(row.seq), Number(row.at)], row)),
    );
    if (!base || records.length !== seq - baseSeq)
      throw damaged(this.#label, `a part of its world ${name} is missing`);
    const [checkpoint] = this.#all('SELECT wake_at, body, crc FROM checkpoints WHERE world = ?', id);
    return {
      base: checkedText(this.#label, 'bases', [id, baseSeq], base),
      records,
      saved: [...saved].map(([savedName, one]) => this.#loadSnapshot(id, savedName, one.id)),
      checkpoint: checkpoint
        ? checkedText(this.#label, 'checkpoints', [id, checkpoint.wake_at as number | null], checkpoint)
        : null,
    };
  }

  #loadSnapshot(world: number, name: string, id: number): SavedState {
    const [row] = this.#all('SELECT taken_at, state AS body, crc FROM snapshots WHERE id = ?', id);
    if (!row) throw damaged(this.#label, `the snapshot ${name} is missing`);
    const takenAt = row.taken_at as string;
    return { name, takenAt, state: checkedText(this.#label, 'snapshots', [id, world, name, takenAt], row) };
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    if (!this.#isWriting) {
      this.#prepare('BEGIN IMMEDIATE').run();
      this.#isWriting = true;
    }
    this.#prepare(sql).run(...values);
    const texts = values.reduce((sum: number, one) => sum + (Buffer.isBuffer(one) ? one.length : 0), 0);
    this.#logBytes += ROW_COST_BYTES + texts;
  }

  #all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }
}

const nothing = (): void => undefined;

function checkedText(...check: Parameters<typeof checkedBody>): string {
  const body = checkedBody(...check);
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString();
}
