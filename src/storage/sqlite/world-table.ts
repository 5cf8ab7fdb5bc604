// The operations of a store on an open file of stored worlds, several in one transaction.
import { referencesOf } from '../shared-text.ts';
import type { MissingTexts } from '../text-sender.ts';
import type {
  Changes,
  Claim,
  Held,
  Owner,
  SavedState,
  StoredWorld,
  WorldCheckpoint,
  WorldSummary,
} from '../world-store.ts';
import type { Contents, StateEntry, WorldEntry } from './contents.ts';
import { MAX_WORLD_ID } from './format.ts';
import { groupsOf, joinRecords } from './record-group.ts';
import type { Rows } from './rows.ts';
import { type GivenText, TextTable } from './text-table.ts';

/** The changes of an append, with the texts that the file may lack. */
export type GivenChanges = Omit<Changes, 'texts'> & { readonly texts?: readonly GivenText[] };

/**
 * The stored worlds. What is known of them without their texts is in memory, because this process alone uses the file.
 * All calls since the last `commit` or `rollBack` belong to one transaction.
 */
export class WorldTable {
  readonly #rows: Rows;
  readonly #texts: TextTable;
  /** The worlds of the last commit, and those changed since, null for removed ones. */
  readonly #committed: Map<string, WorldEntry>;
  readonly #changed = new Map<string, WorldEntry | null>();
  #committedEpochs: number;
  #epochs: number;
  /** Ids of removed worlds, which are used again. */
  readonly #freeIds: number[] = [];
  #lastId: number;
  #lastSnapshotId = 0;

  constructor(rows: Rows, { epochs, worlds, texts }: Contents) {
    this.#rows = rows;
    this.#committed = new Map(worlds);
    this.#committedEpochs = epochs;
    this.#epochs = epochs;
    const ids = new Set<number>();
    for (const { id, saved } of worlds.values()) {
      ids.add(id);
      for (const one of saved.values()) this.#lastSnapshotId = Math.max(this.#lastSnapshotId, one.id);
    }
    this.#texts = new TextTable(rows, texts, [...worlds.values()].flatMap(textsOf));
    this.#lastId = [...ids].reduce((most, id) => Math.max(most, id), 0);
    for (let id = this.#lastId; id > 0; id--) if (!ids.has(id)) this.#freeIds.push(id);
  }

  /** Stores all changes since the last commit durably. */
  commit(): void {
    this.#texts.removeUnused();
    this.#rows.commit(this.#epochs);
    this.#texts.commit();
    this.#committedEpochs = this.#epochs;
    for (const [name, world] of this.#changed) {
      const before = this.#committed.get(name);
      if (before && before.id !== world?.id) this.#freeIds.push(before.id);
      if (world) this.#committed.set(name, world);
      else this.#committed.delete(name);
    }
    this.#changed.clear();
  }

  /** Undoes all changes since the last commit. */
  rollBack(): void {
    this.#changed.clear();
    this.#texts.rollBack();
    this.#epochs = this.#committedEpochs;
    this.#rows.rollBack();
  }

  #find(name: string): WorldEntry | undefined {
    const changed = this.#changed.get(name);
    return changed === undefined ? this.#committed.get(name) : (changed ?? undefined);
  }

  /** Finds a world whose last claim has this epoch and was not released. */
  #findClaimed(name: string, epoch: number): WorldEntry | undefined {
    const world = this.#find(name);
    return world?.epoch === epoch && world.owner ? world : undefined;
  }

  #all(): WorldEntry[] {
    const names = new Set([...this.#committed.keys(), ...this.#changed.keys()]);
    return [...names].flatMap((name) => this.#find(name) ?? []);
  }

  #newId(): number {
    const id = this.#freeIds.pop() ?? ++this.#lastId;
    if (id > MAX_WORLD_ID) throw new RangeError(`A file stores at most ${MAX_WORLD_ID} worlds.`);
    return id;
  }

  create(
    name: string,
    owner: Owner,
    base: string,
    main = false,
    given: readonly GivenText[] = [],
    checkpoint?: WorldCheckpoint,
  ): Claim | MissingTexts | null {
    if (this.#find(name)) return null;
    const entry = stateEntry(base);
    const missing = this.#texts.add(entry.texts, given);
    if (missing) return missing;
    this.#texts.use(entry.texts);
    const at = Date.now();
    const world: WorldEntry = {
      ...{ id: this.#newId(), name, main, epoch: ++this.#epochs, owner, baseSeq: 0, seq: 0 },
      ...{ base: entry, recordRows: 0, recordBytes: 0, saved: new Map() },
      ...{ wakeAtMs: checkpoint?.wakeAtMs ?? null, createdAt: at, changedAt: at },
    };
    this.#rows.writeWorld(world);
    this.#rows.writeBase(world.id, 0, Buffer.from(base));
    if (checkpoint) this.#writeCheckpoint(world, checkpoint);
    this.#changed.set(name, world);
    return { kind: 'claimed', epoch: world.epoch, seq: 0 };
  }

  claim(name: string, owner: Owner): Claim | Held | null {
    const world = this.#find(name);
    if (!world) return null;
    if (world.owner && world.owner.id !== owner.id)
      return { kind: 'held', by: world.owner, leaseLeftMs: Number.POSITIVE_INFINITY };
    const next = { ...world, epoch: ++this.#epochs, owner };
    this.#rows.writeWorld(next);
    this.#changed.set(name, next);
    return { kind: 'claimed', epoch: next.epoch, seq: world.seq };
  }

  load(name: string, epoch: number): StoredWorld | null {
    const world = this.#findClaimed(name, epoch);
    return world ? this.#rows.load(world) : null;
  }

  readTexts(hashes: readonly string[]): Map<string, string> {
    return new Map(
      hashes.flatMap((hash) => {
        const text = this.#texts.read(hash);
        return text === undefined ? [] : [[hash, text] as const];
      }),
    );
  }

  append(name: string, epoch: number, after: number, changes: GivenChanges): boolean | MissingTexts {
    const world = this.#findClaimed(name, epoch);
    if (!world || world.seq !== after) return false;
    const { records, base, saved = [], removed = [], checkpoint } = changes;
    if (records.length + saved.length + removed.length === 0 && base === undefined) {
      if (checkpoint) this.checkpoint(name, epoch, checkpoint.values, checkpoint.wakeAtMs);
      return true;
    }
    const at = Date.now();
    const seq = after + records.length;
    const baseSeq = base === undefined ? world.baseSeq : (changes.baseSeq ?? seq);
    if (baseSeq < world.baseSeq || baseSeq > seq)
      throw new RangeError(`A base after the record ${baseSeq} must be one of ${world.baseSeq} to ${seq}.`);

    const needed = [...(base === undefined ? [] : [base]), ...saved.map(({ state }) => state)].flatMap(
      referencesOf,
    );
    const missing = this.#texts.add(needed, changes.texts ?? []);
    if (missing) return missing;

    let { recordRows, recordBytes, base: baseEntry, wakeAtMs } = world;
    if (checkpoint) {
      this.#writeCheckpoint(world, checkpoint);
      ({ wakeAtMs } = checkpoint);
    }
    // The base contains the records up to baseSeq.
    const groups = groupsOf(baseSeq > after ? records.slice(baseSeq - after) : records);
    let last = Math.max(after, baseSeq);
    for (const group of groups) {
      last += group.length;
      const body = joinRecords(group);
      recordRows += 1;
      recordBytes += body.length;
      this.#rows.insertRecords(world.id, last, at, body);
    }
    if (base !== undefined) {
      this.#texts.use(baseEntry.texts, -1);
      baseEntry = stateEntry(base);
      this.#texts.use(baseEntry.texts);
      const less = this.#rows.removeRecords(world.id, world.baseSeq, Math.min(baseSeq, after));
      recordRows -= less.rows;
      recordBytes -= less.bytes;
      this.#rows.writeBase(world.id, baseSeq, Buffer.from(base));
    }
    const next: WorldEntry = {
      ...{ ...world, seq, baseSeq, base: baseEntry, recordRows, recordBytes, wakeAtMs, changedAt: at },
      saved: this.#writeSnapshots(world, saved, removed),
    };
    // The last record says when the world was changed, unless this append has left none of its own.
    if (records.length === 0 || seq === baseSeq) this.#rows.writeWorld(next);
    this.#changed.set(name, next);
    return true;
  }

  /** Removes and writes snapshots; returns those that the world has then. */
  #writeSnapshots(
    world: WorldEntry,
    saved: readonly SavedState[],
    removed: readonly string[],
  ): WorldEntry['saved'] {
    if (saved.length + removed.length === 0) return world.saved;
    const all = new Map(world.saved);
    for (const name of removed) {
      const one = all.get(name);
      if (one) {
        this.#rows.removeSnapshot(one.id);
        this.#texts.use(one.texts, -1);
      }
      all.delete(name);
    }
    for (const one of saved) {
      const before = all.get(one.name);
      const id = before?.id ?? ++this.#lastSnapshotId;
      const entry = stateEntry(one.state);
      this.#texts.use(before?.texts ?? [], -1);
      this.#texts.use(entry.texts);
      this.#rows.writeSnapshot(id, world.id, one, Buffer.from(one.state));
      all.set(one.name, { id, ...entry });
    }
    return all;
  }

  checkpoint(name: string, epoch: number, values: string, wakeAtMs: number | null): void {
    const world = this.#findClaimed(name, epoch);
    if (!world) return;
    this.#writeCheckpoint(world, { values, wakeAtMs });
    this.#changed.set(name, { ...world, wakeAtMs });
  }

  #writeCheckpoint({ id }: WorldEntry, { values, wakeAtMs }: WorldCheckpoint): void {
    this.#rows.writeCheckpoint(id, wakeAtMs, Buffer.from(values));
  }

  renew(owner: Owner): Map<string, number> {
    const own = this.#all().filter((world) => world.owner?.id === owner.id);
    for (const world of own)
      if (world.owner?.url !== owner.url) this.#changed.set(world.name, { ...world, owner });
    return new Map(own.map(({ name, epoch }) => [name, epoch]));
  }

  release(name: string, epoch: number): void {
    const world = this.#findClaimed(name, epoch);
    if (world) this.#changed.set(name, { ...world, owner: null });
  }

  remove(name: string, epoch: number): boolean {
    const world = this.#findClaimed(name, epoch);
    if (!world) return false;
    this.#rows.removeWorld(world);
    this.#texts.use(textsOf(world), -1);
    this.#changed.set(name, null);
    return true;
  }

  list(): WorldSummary[] {
    const all = this.#all().map((world): WorldSummary => {
      const { name, main, owner, seq, base, saved, createdAt, changedAt } = world;
      // Without the separators of the records.
      const records = world.recordBytes - (seq - world.baseSeq - world.recordRows);
      const bytes = [base, ...saved.values()].reduce((sum, state) => sum + state.bytes, records);
      return {
        ...{ name, main, owner, leaseLeftMs: null, seq, bytes: bytes + this.#texts.bytesOf(textsOf(world)) },
        createdAt: new Date(createdAt).toISOString(),
        changedAt: new Date(changedAt).toISOString(),
      };
    });
    return all.sort((a, b) => Number(b.main) - Number(a.main) || (a.name < b.name ? -1 : 1));
  }

  dueWorlds(limit: number): string[] {
    const now = Date.now();
    const due = this.#all().filter(({ owner, wakeAtMs }) => !owner && wakeAtMs !== null && wakeAtMs <= now);
    return due
      .sort((a, b) => (a.wakeAtMs ?? 0) - (b.wakeAtMs ?? 0))
      .slice(0, limit)
      .map(({ name }) => name);
  }
}

const stateEntry = (state: string): StateEntry => ({
  bytes: Buffer.byteLength(state),
  texts: referencesOf(state),
});

/** The hashes of the texts to which the states of a world refer, once for each reference. */
const textsOf = ({ base, saved }: WorldEntry): string[] =>
  [base, ...saved.values()].flatMap(({ texts }) => texts);
