// The last changes of a world, from which past moments are rebuilt by undoing the later ones on a fork.
import { parseIso } from '../state/instant.ts';
import type { Commit } from '../state/journal.ts';
import type { WorldSettings } from '../state/store.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import { BoundedLog, type LogSize } from './bounded-log.ts';
import type { PolicyValues } from './policy.ts';
import type { ServerState, ServerStateSnapshot, WorldServerSnapshot } from './server-state.ts';
import { usageUntil } from './usage-counter.ts';

/** What replaced the state of a world: a reset, a restored snapshot, an import, or a new seeding. */
export type Replacement = {
  readonly kind: 'reset' | 'restore' | 'import' | 'seed';
  /** the name of the restored snapshot */
  readonly snapshot?: string;
};

/** One change of a world, with the values of the world besides its rows and ids just after the change. */
export type TimelineEntry = {
  /** the number of the change */
  readonly seq: number;
  /** the commit; null when the state was replaced */
  readonly commit: Commit | null;
  /** what replaced the state, and the state before; null for a commit */
  readonly replaced: { readonly by: Replacement; readonly before: WorldServerSnapshot } | null;
  /** the time of the world's clock, in ms */
  readonly now: number;
  readonly frozen: boolean;
  readonly settings: WorldSettings;
  readonly policy: PolicyValues;
  readonly faults: ServerStateSnapshot['faults'];
  readonly counters: ServerStateSnapshot['counters'];
  /** the estimated memory of the entry, in bytes */
  readonly bytes: number;
};

const DEFAULT_CAPACITY: LogSize = { count: 10_000, bytes: 16_777_216 };
/** The number of changes that are kept while nobody has read the timeline. */
const UNREAD_COUNT = 1000;
/** The estimated memory of an entry besides its writes, in bytes. */
const ENTRY_BYTES = 512;
/** The estimated memory of a write of one row, in bytes: its version before, and the record of the write. */
const WRITE_BYTES = 768;
// The estimated memory of the state before a reset or a restore, in bytes. It shares its rows with the snapshot that is
// restored, except those that were written since.
const SHARED_STATE_BYTES = 65_536;

/** The estimated memory of the saved state of one injected fault, in bytes. */
const FAULT_BYTES = 256;

/** The maximum number of states before a reset, restore or import. Tests that reset a world often need no more. */
const MAX_REPLACED_STATES = 16;

const UNUSED_LIMITS: ServerStateSnapshot['limiter'] = { window: -1, used: [], waiting: [] };

/** The last changes of one world, the oldest first. Copies and snapshots of a world do not contain its timeline. */
export class Timeline<T extends Tables = Tables> extends BoundedLog<TimelineEntry> {
  readonly #world: World<T>;
  readonly #state: ServerState;
  /** the number of entries that replaced the state */
  #replacements = 0;
  /** the change before the oldest entry: its moment is the oldest one that can be rebuilt */
  #start: TimelineEntry;
  #last: TimelineEntry;

  /** @param capacity when left out, the last 1,000 changes are kept, and 10,000 once they were read */
  constructor(world: World<T>, state: ServerState, capacity?: LogSize) {
    super(capacity ?? DEFAULT_CAPACITY, capacity?.count ?? UNREAD_COUNT);
    this.#world = world;
    this.#state = state;
    this.#start = this.#entry(world.seq, 0, null, null);
    this.#last = this.#start;
    if (this.capacity.count > 0) {
      world.onCommit((commit) => {
        const body = commit.cause?.kind === 'request' ? commit.cause.bytes : 0;
        this.#add(
          this.#entry(commit.seq, ENTRY_BYTES + commit.writes.length * WRITE_BYTES + body, commit, null),
        );
      });
    }
  }

  /** The number of the oldest moment that can be rebuilt: the start of the world, unless entries were dropped. */
  get oldest(): number {
    return this.#start.seq;
  }

  get latest(): number {
    return this.#last.seq;
  }

  /** The last kept change that replaced the state; undefined when there is none. */
  get lastReplacement(): TimelineEntry | undefined {
    for (let place = this.size - 1; place >= 0; place -= 1)
      if (this.at(place)?.replaced) return this.at(place);
    return undefined;
  }

  find(seq: number): TimelineEntry | undefined {
    const entry = this.at(this.#placeOf(seq));
    return entry?.seq === seq ? entry : undefined;
  }

  /** Reports whether the moment just after the change with a number can be rebuilt. */
  has(seq: number): boolean {
    return seq >= this.oldest && seq <= this.latest;
  }

  /** Returns the time of a moment, in ms; a timer runs at its own instant. */
  timeOf(seq: number): number {
    const { commit, now } = this.at(this.#placeOf(seq)) ?? this.#start;
    return commit?.cause?.kind === 'timer' ? parseIso(commit.at) : now;
  }

  /** Returns the ids of the rows that were written since; undefined when the state was replaced. */
  changedIds(seq: number): Map<string, Set<string>> | undefined {
    const ids = new Map<string, Set<string>>();
    for (const { seq: number, commit } of this.newestFirst()) {
      if (number <= seq) break;
      if (commit === null) return undefined;
      for (const { table, id } of commit.writes) {
        const found = ids.get(table) ?? new Set();
        ids.set(table, found.add(id));
      }
    }
    return ids;
  }

  /** Forgets every change, so that the timeline starts at the present state. */
  override clear(): void {
    super.clear();
    this.#replacements = 0;
    this.#start = this.#entry(this.#world.seq, 0, null, null);
    this.#last = this.#start;
  }

  /** Records that the state of the world was replaced, with the state before. */
  addReplacement(by: Replacement, before: WorldServerSnapshot): void {
    if (this.capacity.count === 0) return;
    this.#add(this.#entry(this.#world.seq, replacementBytes(by.kind, before), null, { by, before }));
  }

  /**
   * Rebuilds a moment: the state just after the change with a number. Rows, timers, ids, stored replies, settings,
   * policy, faults and counters are those of the moment; the clock shows its instant; no rate limit is used; the usage
   * of a credential ends with the day of the moment.
   * @param seq a number for which `has` is true
   * @param freeze whether the clock stands still at the moment; when left out it stands still or runs as it did then
   */
  moment(seq: number, present: WorldServerSnapshot, freeze = false): WorldServerSnapshot {
    const place = this.#placeOf(seq);
    const values = this.at(place) ?? this.#start;
    const frozen = freeze || values.frozen;
    // The first replacement after the moment has the state from which to undo; without one it is the present state.
    const later = [...this.newestFirst()].slice(0, this.size - place - 1);
    const replacement = later.findLastIndex((one) => one.replaced);
    const before = later[replacement]?.replaced?.before;
    const fork = this.#world.fork(this.#world.name);
    if (before) fork.restore(before.world);
    fork.undo(later.slice(replacement + 1).flatMap((one) => one.commit ?? []));
    const now = this.timeOf(seq);
    fork.clock.restore(frozen ? { frozen, at: now } : { frozen, offset: 0 });
    if (!frozen) fork.clock.set(now);
    for (const name of Object.keys(fork.settings)) delete fork.settings[name];
    Object.assign(fork.settings, structuredClone(values.settings));
    const { policy, faults, counters } = values;
    const { seeded, state } = before ?? present;
    const meter = usageUntil(state.meter, now);
    return {
      world: fork.snapshot(),
      seeded,
      state: { policy, limiter: UNUSED_LIMITS, meter, counters, faults, requests: null },
    };
  }

  // Creates the entry of a change that has just happened. Values that have not changed are shared with the last entry.
  #entry(
    seq: number,
    bytes: number,
    commit: Commit | null,
    replaced: TimelineEntry['replaced'],
  ): TimelineEntry {
    const { clock, settings } = this.#world;
    const { policy, faults, counters } = this.#state;
    const last: TimelineEntry | undefined = this.#last;
    const isUnchanged =
      last && faults.isEmpty && faults.next === last.faults.next && last.faults.faults.length === 0;
    const savedFaults = isUnchanged ? last.faults : faults.save();
    return {
      seq,
      commit,
      replaced,
      now: clock.now(),
      frozen: clock.frozen,
      settings: last && areEqual(last.settings, settings) ? last.settings : structuredClone(settings),
      policy: policy.values,
      faults: savedFaults,
      counters: counters.save(),
      bytes: bytes + savedFaults.faults.length * FAULT_BYTES,
    };
  }

  #add(entry: TimelineEntry): void {
    this.push(entry);
    this.#last = entry;
    if (entry.replaced) this.#replacements += 1;
    while (this.isOverfull || this.#replacements > MAX_REPLACED_STATES) this.#dropOldest();
  }

  #dropOldest(): void {
    const dropped = this.drop();
    if (!dropped) return;
    if (dropped.replaced) this.#replacements -= 1;
    // The state before a replacement is needed only to rebuild moments before it, which are gone.
    this.#start = dropped.replaced ? { ...dropped, replaced: null } : dropped;
  }

  // Returns the place of the last entry whose number is at most `seq`; -1 when there is none.
  #placeOf(seq: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.at(middle)?.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

// Tells whether two settings have equal members; a member that is an object counts as changed.
function areEqual(one: WorldSettings, other: WorldSettings): boolean {
  for (const name in other) if (one[name] !== other[name]) return false;
  for (const name in one) if (!(name in other)) return false;
  return true;
}

function replacementBytes(kind: string, { world }: WorldServerSnapshot): number {
  if (kind === 'reset' || kind === 'restore') return SHARED_STATE_BYTES;
  let bytes = SHARED_STATE_BYTES;
  for (const data of world.rows) {
    if (data.loadedSize === 0) continue;
    for (const row of data.rowsInOrder()) bytes += Math.max(WRITE_BYTES, valueBytes(row));
  }
  return bytes;
}

// Estimates the memory of a value of a row, in bytes: an import may have rows of any size.
function valueBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 16;
  for (const member of Object.values(value)) bytes += valueBytes(member);
  return bytes;
}
