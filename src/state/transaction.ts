// One transaction: writes are applied at once and noted, so that a throw can undo them and a success can be told.
import type { Clock } from './clock.ts';
import { type IdGenerator, type IdPurpose, uuidFrom } from './ids.ts';
import { parseIso, toIso } from './instant.ts';
import type { Commit, Event, Write } from './journal.ts';
import { Refusal } from './refusal.ts';
import type { Row } from './table.ts';
import { duplicateIdError, TableData } from './table-data.ts';
import type { IndexKey, TableSchema } from './table-schema.ts';

/** A table's place in a world: the data it has now, its own or shared with forks and snapshots. */
export class TableHandle {
  readonly schema: TableSchema;
  data: TableData;
  private shared = false;

  constructor(schema: TableSchema) {
    this.schema = schema;
    this.data = TableData.empty(schema);
  }

  /** The data, not to be written to by anybody from now on. */
  share(): TableData {
    this.shared = true;
    return this.data;
  }

  replaceData(rows: TableData): void {
    this.data = rows;
    this.shared = true;
  }

  /** Becomes these frozen rows, in the order in which they were added. Throws as `insert` would, and is as it was. */
  fill(rows: readonly Row[]): void {
    const filled = TableData.of(this.schema, rows);
    refuseConflict(filled.duplicateKey());
    this.replaceData(filled);
  }

  /** The data, to write to. */
  writableData(): TableData {
    if (this.shared) {
      this.data = this.data.fork();
      this.shared = false;
    }
    return this.data;
  }
}

type RowChange = {
  readonly table: TableHandle;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  /** Of a row taken away: its place in the order of creation. */
  readonly ordinal: number;
};

/** The transaction of a world; the same object for all of them, one after the other. */
export class Transaction {
  open = false;
  /** The id of the timer that runs in it. */
  runningTimerId: string | undefined;
  /** Where ids come from; another one after a reset. */
  ids: IdGenerator;
  private readonly clock: Clock;
  private readonly internedTexts = new Map<string, string>();
  private changes: RowChange[] = [];
  private events: Event[] = [];
  private drawnIds: IdPurpose[] = [];
  private nowIso: string | undefined;
  private nowOverrideMs: number | undefined;

  constructor(clock: Clock, ids: IdGenerator) {
    this.clock = clock;
    this.ids = ids;
  }

  /** `at`: the instant it happens at, if not the clock's. */
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

  /** Runs `fn` as if it were another instant (ISO 8601). */
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
    table.writableData().add(row);
    this.changes.push({ table, before: undefined, after: row, ordinal: 0 });
  }

  update(table: TableHandle, before: Row, after: Row): void {
    this.assertOpen();
    refuseConflict(table.data.conflict(after, before));
    table.writableData().update(after);
    this.changes.push({ table, before, after, ordinal: 0 });
  }

  remove(table: TableHandle, before: Row): void {
    this.assertOpen();
    const ordinal = table.writableData().remove(before.id);
    this.changes.push({ table, before, after: undefined, ordinal });
  }

  emit(event: Event): void {
    this.assertOpen();
    this.events.push(event);
  }

  /** Takes the next ordinal of a purpose: the one before `next` of what is returned. */
  draw(purpose: string): IdPurpose {
    this.assertOpen();
    const drawn = this.ids.purpose(purpose);
    this.drawnIds.push(drawn);
    drawn.next += 1;
    return drawn;
  }

  /** The next UUID of a purpose. */
  mint(purpose: string): string {
    const { key, next } = this.draw(purpose);
    return uuidFrom(key, next - 1);
  }

  /** The first text that was equal to this one: rows share it. For the few tenants, not for values at large. */
  internText(text: string): string {
    const interned = this.internedTexts.get(text);
    if (interned !== undefined) return interned;
    this.internedTexts.set(text, text);
    return text;
  }

  /** What the transaction amounts to. */
  commit(seq: number): Commit {
    const { changes, events, drawnIds } = this;
    const ordinals: Record<string, number> = {};
    for (const { name, next } of drawnIds) ordinals[name] = next;
    return { seq, at: this.now, writes: netWrites(changes), events, ordinals };
  }

  /** Whether it did anything that `commit` would tell. */
  get changed(): boolean {
    return this.changes.length > 0 || this.events.length > 0 || this.drawnIds.length > 0;
  }

  undo(): void {
    for (let i = this.changes.length - 1; i >= 0; i -= 1) {
      const { table, before, after, ordinal } = this.changes[i] as RowChange;
      const rows = table.writableData();
      if (before === undefined) rows.remove((after as Row).id);
      else if (after === undefined) rows.add(before, ordinal);
      else rows.update(before);
    }
    for (const drawn of this.drawnIds) drawn.next -= 1;
  }

  end(): void {
    this.open = false;
    if (this.changes.length > 0) this.changes = [];
    if (this.events.length > 0) this.events = [];
    if (this.drawnIds.length > 0) this.drawnIds = [];
  }

  private assertOpen(): void {
    if (!this.open) throw new Error('The transaction of this store has ended: write while the handler runs.');
  }
}

function refuseConflict(key: IndexKey | undefined): void {
  if (key === undefined) return;
  const names = key.name.split(' ');
  const last = names[names.length - 1] ?? key.name;
  const otherMembers = names.slice(0, -1).map((name) => ` and ${name}`);
  throw new Refusal('ALREADY_EXISTS', {
    errors: { [last]: [`This ${last}${otherMembers.join('')} is taken already.`] },
  });
}

/** Several writes to one row told as one; a row that came and went is not told. */
function netWrites(changes: readonly RowChange[]): Write[] {
  const nets = new Map<string, { table: TableHandle; before: Row | undefined; after: Row | undefined }>();
  for (const { table, before, after } of changes) {
    const key = `${table.schema.name} ${(before ?? after)?.id}`;
    const previous = nets.get(key);
    if (previous === undefined) nets.set(key, { table, before, after });
    else previous.after = after;
  }
  const writes: Write[] = [];
  for (const { table, before, after } of nets.values()) {
    const { name } = table.schema;
    if (before !== undefined && after !== undefined)
      writes.push({ table: name, id: after.id, before, after });
    else if (after !== undefined) writes.push({ table: name, id: after.id, after });
    else if (before !== undefined) writes.push({ table: name, id: before.id, before });
  }
  return writes;
}
