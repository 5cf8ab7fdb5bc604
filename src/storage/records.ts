// The records of the changes of a world, as text: one for each commit, one for each other change of its state, and one
// for each snapshot that is taken, removed or restored. Applied to the base in their order, they give the world again.
import type { Replacement } from '../server/timeline.ts';
import type { WorldServer } from '../server/world-server.ts';
import type { ClockState } from '../state/clock.ts';
import type { Commit, RedoWrite } from '../state/journal.ts';
import type { WorldSettings } from '../state/store.ts';
import type { Row, Tables } from '../state/tables/table.ts';
import { withChecksum } from './checksum.ts';
import type { StoredServerState } from './state-text.ts';

/** A write: a removed row by its id, a new version of a row, or an inserted row with its place in the order of creation. */
type StoredWrite =
  | readonly [table: string, id: string]
  | readonly [table: string, row: Row, newPlace?: number];

/** What every record contains. */
type AnyRecord = {
  /** the number of the world's last change */
  readonly seq: number;
  /** the time of the world's clock, in ms */
  readonly now: number;
  /** the numbers of requests and of refusals so far */
  readonly counters: StoredServerState['counters'];
  /** what has changed since the record before, besides rows */
  readonly clock?: ClockState;
  readonly settings?: WorldSettings;
  readonly policy?: StoredServerState['policy'];
  readonly faults?: StoredServerState['faults'];
  /** the rate limits and the usage of credentials */
  readonly use?: Pick<StoredServerState, 'limiter' | 'meter'>;
};

/** A record: a commit, a change without a commit, or what was done with a snapshot (`start` is the reset point). */
export type WorldRecord = AnyRecord &
  (
    | {
        readonly kind: 'commit';
        readonly writes: readonly StoredWrite[];
        readonly ordinals: Readonly<Record<string, number>>;
      }
    | { readonly kind: 'state' }
    | { readonly kind: 'restore' | 'remove'; readonly snapshot: string }
    | { readonly kind: 'take'; readonly snapshot: string; readonly takenAt: string }
  );

/** The name of the snapshot that a replacement of the state restored; null when it was no snapshot. */
export function restoredSnapshot({ kind, snapshot }: Replacement): string | null {
  return kind === 'reset' ? 'start' : kind === 'restore' ? (snapshot ?? null) : null;
}

/** Returns the write of a record in the form in which a world applies it again. */
export function redoWrite([table, changed, newPlace]: StoredWrite): RedoWrite {
  if (typeof changed === 'string') return { table, id: changed };
  return { table, id: changed.id, after: changed, ...(newPlace !== undefined && { newPlace }) };
}

function storedWrite({ table, id, after, newPlace }: RedoWrite): StoredWrite {
  if (after === undefined) return [table, id];
  return newPlace === undefined ? [table, after] : [table, after, newPlace];
}

/** The changeable values besides rows that the last record left, as texts and objects that are quick to compare. */
type LastValues = {
  clock: ClockState;
  settings: string;
  policy: object;
  faults: string;
};

/** Writes the records of one served world. Records must be written in the order of the changes. */
export class WorldRecorder<T extends Tables> {
  readonly #worldServer: WorldServer<T>;
  #last: LastValues;
  /** the number of requests when `use` wrote a record last */
  #requests: number;

  /** Creates the recorder of a world whose present state is stored. */
  constructor(worldServer: WorldServer<T>) {
    this.#worldServer = worldServer;
    this.#last = this.#values();
    this.#requests = worldServer.state.counters.requests;
  }

  /** Writes a commit, with what else has changed since the last record. Call it at once after the commit. */
  commit({ seq, writes, ordinals }: Commit): string {
    return this.#text({ kind: 'commit', ...this.#changes(seq), writes: writes.map(storedWrite), ordinals });
  }

  /**
   * Writes what has changed without a commit since the last record: clock, settings, policy or faults; null when none of
   * them has. The counters alone make no record.
   */
  state(): string | null {
    const { clock, settings, policy, faults } = this.#last;
    const now = this.#values();
    const isUnchanged =
      now.settings === settings &&
      now.policy === policy &&
      now.faults === faults &&
      areEqualClocks(now.clock, clock);
    return isUnchanged ? null : this.#text({ kind: 'state', ...this.#changes(this.#worldServer.world.seq) });
  }

  /** Writes that the world was put back to a stored snapshot. Call it at once after that. */
  restore(snapshot: string): string {
    this.#last = this.#values();
    return this.#text({ kind: 'restore', ...this.#changes(this.#worldServer.world.seq), snapshot });
  }

  /** Writes the values besides rows that have changed since the last record, also when none has. */
  present(): string {
    return this.#text({ kind: 'state', ...this.#changes(this.#worldServer.world.seq) });
  }

  /** Writes that the present state was saved as a snapshot. */
  take(snapshot: string, takenAt: string): string {
    return this.#text({ kind: 'take', ...this.#changes(this.#worldServer.world.seq), snapshot, takenAt });
  }

  /** Writes that a snapshot was removed. */
  remove(snapshot: string): string {
    return this.#text({ kind: 'remove', ...this.#changes(this.#worldServer.world.seq), snapshot });
  }

  /** Writes the rate limits and the usage of credentials, which no other record contains; null when no request came. */
  use(): string | null {
    const { world, state } = this.#worldServer;
    if (state.counters.requests === this.#requests) return null;
    this.#requests = state.counters.requests;
    const use = { limiter: state.limiter.save(), meter: state.meter.save() };
    return this.#text({ kind: 'state', ...this.#changes(world.seq), use });
  }

  /** Makes the present state the last recorded one. Call it when a base is written, or records were applied. */
  rebase(): void {
    this.#last = this.#values();
    this.#requests = this.#worldServer.state.counters.requests;
  }

  #text(record: WorldRecord): string {
    return withChecksum(JSON.stringify(record));
  }

  #values(): LastValues {
    const { world, state } = this.#worldServer;
    const { faults } = state;
    return {
      clock: world.clock.state(),
      settings: JSON.stringify(world.settings),
      policy: state.policy.values,
      faults: faults.isEmpty ? String(faults.next) : JSON.stringify(faults.save()),
    };
  }

  #changes(seq: number): AnyRecord {
    const { world, state } = this.#worldServer;
    const last = this.#last;
    const present = this.#values();
    this.#last = present;
    return {
      seq,
      now: world.clock.now(),
      counters: state.counters.save(),
      ...(!areEqualClocks(present.clock, last.clock) && { clock: present.clock }),
      ...(present.settings !== last.settings && { settings: world.settings }),
      ...(present.policy !== last.policy && { policy: state.policy.values }),
      ...(present.faults !== last.faults && { faults: state.faults.save() }),
    };
  }
}

function areEqualClocks(one: ClockState, other: ClockState): boolean {
  if (one.frozen) return other.frozen && one.at === other.at;
  return !other.frozen && one.offset === other.offset;
}
