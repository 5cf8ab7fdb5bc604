// A transaction: it applies writes at once; an error undoes them all, a success gives a commit.
import type { Clock } from './clock.ts';
import { type IdGenerator, type IdPurpose, uuidFrom } from './ids.ts';
import { parseIso, toIso } from './instant.ts';
import type { Cause, Commit, Event, Write } from './journal.ts';
import type { Row } from './tables/table.ts';
import { duplicateIdError, refuseConflict, TableData } from './tables/table-data.ts';
import type { TableSchema } from './tables/table-schema.ts';

/** A variable that contains the data of one table of a world. Forks and snapshots may share the data. */
export class TableHandle {
  readonly schema: TableSchema;
  data: TableData;
  private shared = false;

  constructor(schema: TableSchema) {
    this.schema = schema;
    this.data = TableData.empty(schema);
  }

  /** Returns the data and marks it as shared, so that later writes go to a fork of the data. */
  share(): TableData {
    this.shared = true;
    return this.data;
  }

  replaceData(rows: TableData): void {
    this.data = rows;
    this.shared = true;
  }

  /** Replaces the data by data that nothing else uses, so that writes need no fork of it. */
  adoptData(rows: TableData): void {
    this.data = rows;
    this.shared = false;
  }

  /** Returns the data for writing; forks it first when it is shared. */
  writableData(): TableData {
    if (this.shared) {
      this.data = this.data.fork();
      this.shared = false;
    }
    return this.data;
  }
}

type Change = RowChange & { readonly table: TableHandle };

/** The transaction of a world. One object is used for all transactions of the world, one after the other. */
export class Transaction {
  open = false;
  /** The id of the timer whose handler runs in the transaction; undefined when no timer runs. */
  runningTimerId: string | undefined;
  /** The id generator of the world; restoring a snapshot replaces it. */
  ids: IdGenerator;
  private readonly clock: Clock;
  private changes: Change[] = [];
  private events: Event[] = [];
  private drawnIds: IdPurpose[] = [];
  private readonly givenIds = new Map<string, string[]>();
  private nowIso: string | undefined;
  private nowOverrideMs: number | undefined;

  constructor(clock: Clock, ids: IdGenerator) {
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * Opens the transaction.
   * @param at the instant of the transaction (ISO 8601); when left out, the time of the clock
   * @throws Error when a transaction is already open
   */
  begin(at?: string, running?: string): void {
    if (this.open) {
      throw new Error(
        'A transaction is open already: pass its store on instead of beginning another inside it.',
      );
    }
    this.open = true;
    this.nowIso = at;
    this.nowOverrideMs = undefined;
    this.runningTimerId = running;
  }

  get nowMs(): number {
    if (!this.open) return this.clock.now();
    if (this.nowOverrideMs === undefined)
      this.nowOverrideMs = this.nowIso === undefined ? this.clock.now() : parseIso(this.nowIso);
    return this.nowOverrideMs;
  }

  get now(): string {
    if (!this.open) return toIso(this.clock.now());
    if (this.nowIso === undefined) this.nowIso = toIso(this.nowMs);
    return this.nowIso;
  }

  /** Runs `fn` with another instant (ISO 8601) as the instant of the transaction. */
  at<A>(instant: string, fn: () => A): A {
    this.assertOpen();
    const { now, nowMs } = this;
    this.nowIso = instant;
    this.nowOverrideMs = undefined;
    try {
      return fn();
    } finally {
      this.nowIso = now;
      this.nowOverrideMs = nowMs;
    }
  }

  insert(table: TableHandle, row: Row): void {
    this.assertOpen();
    const { schema } = table;
    if (table.data.get(row.id) !== undefined) throw duplicateIdError(schema, row);
    refuseConflict(table.data.conflict(row, null));
    const place = table.writableData().add(row);
    this.changes.push({ table, id: row.id, after: row, place });
  }

  update(table: TableHandle, before: Row, after: Row): void {
    this.assertOpen();
    refuseConflict(table.data.conflict(after, before));
    table.writableData().update(after);
    this.changes.push({ table, id: after.id, before, after });
  }

  remove(table: TableHandle, before: Row): void {
    this.assertOpen();
    const place = table.writableData().remove(before.id);
    this.changes.push({ table, id: before.id, before, place });
  }

  emit(event: Event): void {
    this.assertOpen();
    this.events.push(event);
  }

  /** Uses the next ordinal of a purpose and returns the purpose's counter; the used ordinal is `next - 1`. */
  draw(purpose: string): IdPurpose {
    this.assertOpen();
    const drawn = this.ids.purpose(purpose);
    this.drawnIds.push(drawn);
    drawn.next += 1;
    return drawn;
  }

  /** Makes the given ids the next ones of a purpose, in their order and before any id that is generated. */
  giveIds(purpose: string, ids: readonly string[]): void {
    this.assertOpen();
    this.givenIds.set(purpose, [...(this.givenIds.get(purpose) ?? []), ...ids]);
  }

  mint(purpose: string): string {
    const given = this.givenIds.size === 0 ? undefined : this.givenIds.get(purpose)?.shift();
    if (given !== undefined) return given;
    const { key, next } = this.draw(purpose);
    return uuidFrom(key, next - 1);
  }

  commit(seq: number, cause: Cause | null): Commit {
    const { changes, events, drawnIds } = this;
    const ordinals: Record<string, number> = {};
    for (const { name, next } of drawnIds) ordinals[name] = next;
    // The copies take no more memory than their elements need: the timeline keeps many commits.
    return {
      seq,
      at: this.now,
      cause,
      writes: netWrites(changes),
      events: events.slice(),
      ordinals,
      drawn: drawnIds.slice(),
    };
  }

  get changed(): boolean {
    return this.changes.length > 0 || this.events.length > 0 || this.drawnIds.length > 0;
  }

  /** Throws an error that names the given ids that no row received. */
  assertGivenIdsUsed(): void {
    if (this.givenIds.size === 0) return;
    const unused = [...this.givenIds].flatMap(([purpose, ids]) => ids.map((id) => `${purpose} ${id}`));
    if (unused.length > 0)
      throw new Error(`No row received the id that was given to it: ${unused.join(', ')}.`);
  }

  undo(): void {
    for (const change of this.changes.toReversed()) change.table.writableData().undo(change);
    for (const drawn of this.drawnIds) drawn.next -= 1;
  }

  end(): void {
    this.open = false;
    if (this.changed) {
      this.changes = [];
      this.events = [];
      this.drawnIds = [];
    }
    if (this.givenIds.size > 0) this.givenIds.clear();
  }

  private assertOpen(): void {
    if (!this.open) throw new Error('The transaction of this store has ended: write while the handler runs.');
  }
}

/** One write to a row; `place` is that of a row that was inserted or removed. */
type RowChange = Pick<Write, 'id' | 'before' | 'after' | 'place'> & {
  readonly table: { readonly schema: Pick<TableSchema, 'name'> };
};

type NetWrite = { -readonly [Member in keyof Write]: Write[Member] };

// Merges several writes to one row into a single write; a row that was inserted and removed is left out.
function netWrites(changes: readonly RowChange[]): Write[] {
  // Most transactions write one row, once.
  if (changes.length === 1) return changes.map(writeOf);
  const nets = new Map<string, NetWrite>();
  for (const change of changes) {
    const { table, id, before, after, place } = change;
    const key = `${table.schema.name} ${id}`;
    const net = nets.get(key);
    if (net === undefined) nets.set(key, writeOf(change));
    else if (after === undefined) {
      delete net.after;
      // A row that the transaction inserted itself has no earlier place, and one that it removed has no new one.
      if (net.before && place !== undefined) net.place ??= place;
      delete net.newPlace;
    } else {
      net.after = after;
      if (before === undefined && place !== undefined) net.newPlace = place;
    }
  }
  return [...nets.values()].filter(({ before, after }) => before ?? after);
}

function writeOf({ table, id, before, after, place }: RowChange): NetWrite {
  const write: NetWrite = { table: table.schema.name, id };
  if (before) write.before = before;
  if (after) write.after = after;
  if (place !== undefined) write[after ? 'newPlace' : 'place'] = place;
  return write;
}
