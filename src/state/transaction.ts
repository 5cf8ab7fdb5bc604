// One transaction: writes are applied at once and noted, so that a throw can undo them and a success can be told.
import type { Clock } from './clock.ts';
import { type Ids, type Purpose, uuidOf } from './ids.ts';
import { isoOf, msOf } from './instant.ts';
import type { Commit, Event, Write } from './journal.ts';
import { Refusal } from './refusal.ts';
import { Rows, twice } from './rows.ts';
import type { Key, Shape } from './shape.ts';
import type { Row } from './table.ts';

/** A table's place in a world: the data it has now, its own or shared with forks and snapshots. */
export class Slot {
  readonly shape: Shape;
  rows: Rows;
  private shared = false;

  constructor(shape: Shape) {
    this.shape = shape;
    this.rows = Rows.empty(shape);
  }

  /** The data, not to be written to by anybody from now on. */
  share(): Rows {
    this.shared = true;
    return this.rows;
  }

  take(rows: Rows): void {
    this.rows = rows;
    this.shared = true;
  }

  /** Becomes these frozen rows, in the order in which they were added. Throws as `insert` would, and is as it was. */
  fill(rows: readonly Row[]): void {
    const filled = Rows.of(this.shape, rows);
    refuseConflict(filled.twinsBy());
    this.take(filled);
  }

  /** The data, to write to. */
  own(): Rows {
    if (this.shared) {
      this.rows = this.rows.fork();
      this.shared = false;
    }
    return this.rows;
  }
}

type Change = {
  readonly slot: Slot;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
  /** Of a row taken away: its place in the order of creation. */
  readonly ordinal: number;
};

/** The transaction of a world; the same object for all of them, one after the other. */
export class Transaction {
  open = false;
  /** The id of the timer that runs in it. */
  running: string | undefined;
  /** Where ids come from; another one after a reset. */
  ids: Ids;
  private readonly clock: Clock;
  private readonly texts = new Map<string, string>();
  private changes: Change[] = [];
  private events: Event[] = [];
  private draws: Purpose[] = [];
  private text: string | undefined;
  private ms: number | undefined;

  constructor(clock: Clock, ids: Ids) {
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
    this.text = at;
    this.ms = undefined;
    this.running = running;
  }

  get nowMs(): number {
    if (!this.open) return this.clock.now();
    if (this.ms === undefined) this.ms = this.text === undefined ? this.clock.now() : msOf(this.text);
    return this.ms;
  }

  get now(): string {
    if (!this.open) return isoOf(this.clock.now());
    if (this.text === undefined) this.text = isoOf(this.nowMs);
    return this.text;
  }

  /** Runs `fn` as if it were another instant (ISO 8601). */
  at<A>(instant: string, fn: () => A): A {
    this.mustBeOpen();
    const { now, nowMs } = this;
    this.text = instant;
    this.ms = undefined;
    try {
      return fn();
    } finally {
      this.text = now;
      this.ms = nowMs;
    }
  }

  insert(slot: Slot, row: Row): void {
    this.mustBeOpen();
    const { shape } = slot;
    if (slot.rows.get(row.id) !== undefined) throw twice(shape, row);
    refuseConflict(slot.rows.conflict(row, null));
    slot.own().add(row);
    this.changes.push({ slot, before: undefined, after: row, ordinal: 0 });
  }

  update(slot: Slot, before: Row, after: Row): void {
    this.mustBeOpen();
    refuseConflict(slot.rows.conflict(after, before));
    slot.own().update(after);
    this.changes.push({ slot, before, after, ordinal: 0 });
  }

  remove(slot: Slot, before: Row): void {
    this.mustBeOpen();
    const ordinal = slot.own().remove(before.id);
    this.changes.push({ slot, before, after: undefined, ordinal });
  }

  emit(event: Event): void {
    this.mustBeOpen();
    this.events.push(event);
  }

  /** Takes the next ordinal of a purpose: the one before `next` of what is returned. */
  draw(purpose: string): Purpose {
    this.mustBeOpen();
    const drawn = this.ids.at(purpose);
    this.draws.push(drawn);
    drawn.next += 1;
    return drawn;
  }

  /** The next UUID of a purpose. */
  mint(purpose: string): string {
    const { key, next } = this.draw(purpose);
    return uuidOf(key, next - 1);
  }

  /** The first text that was equal to this one: rows share it. For the few tenants, not for values at large. */
  sameText(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    this.texts.set(text, text);
    return text;
  }

  /** What the transaction amounts to. */
  commit(seq: number): Commit {
    const { changes, events, draws } = this;
    const ordinals: Record<string, number> = {};
    for (const { name, next } of draws) ordinals[name] = next;
    return { seq, at: this.now, writes: net(changes), events, ordinals };
  }

  /** Whether it did anything that `commit` would tell. */
  get changed(): boolean {
    return this.changes.length > 0 || this.events.length > 0 || this.draws.length > 0;
  }

  undo(): void {
    for (let i = this.changes.length - 1; i >= 0; i -= 1) {
      const { slot, before, after, ordinal } = this.changes[i] as Change;
      const rows = slot.own();
      if (before === undefined) rows.remove((after as Row).id);
      else if (after === undefined) rows.add(before, ordinal);
      else rows.update(before);
    }
    for (const drawn of this.draws) drawn.next -= 1;
  }

  end(): void {
    this.open = false;
    if (this.changes.length > 0) this.changes = [];
    if (this.events.length > 0) this.events = [];
    if (this.draws.length > 0) this.draws = [];
  }

  private mustBeOpen(): void {
    if (!this.open) throw new Error('The transaction of this store has ended: write while the handler runs.');
  }
}

function refuseConflict(key: Key | undefined): void {
  if (key === undefined) return;
  const names = key.name.split(' ');
  const last = names[names.length - 1] ?? key.name;
  const rest = names.slice(0, -1).map((name) => ` and ${name}`);
  throw new Refusal('ALREADY_EXISTS', {
    errors: { [last]: [`This ${last}${rest.join('')} is taken already.`] },
  });
}

/** Several writes to one row told as one; a row that came and went is not told. */
function net(changes: readonly Change[]): Write[] {
  const nets = new Map<string, { slot: Slot; before: Row | undefined; after: Row | undefined }>();
  for (const { slot, before, after } of changes) {
    const key = `${slot.shape.name} ${(before ?? after)?.id}`;
    const known = nets.get(key);
    if (known === undefined) nets.set(key, { slot, before, after });
    else known.after = after;
  }
  const writes: Write[] = [];
  for (const { slot, before, after } of nets.values()) {
    const { name } = slot.shape;
    if (before !== undefined && after !== undefined)
      writes.push({ table: name, id: after.id, before, after });
    else if (after !== undefined) writes.push({ table: name, id: after.id, after });
    else if (before !== undefined) writes.push({ table: name, id: before.id, before });
  }
  return writes;
}
