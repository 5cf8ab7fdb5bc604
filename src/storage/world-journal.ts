// The journal of a world that this process owns: collects the changes of the world as records, stores them in groups,
// and tells when they are stored.
import { availableParallelism } from 'node:os';
import type { WorldServer } from '../server/app.ts';
import type { Replacement } from '../server/timeline.ts';
import type { NamedSnapshot } from '../server/world-snapshot.ts';
import type { Commit, Journal } from '../state/journal.ts';
import { afterInput } from './after-input.ts';
import { BaseWriter, type StoredSizes } from './base-writer.ts';
import { GroupDelay } from './group-delay.ts';
import { restoredSnapshot, WorldRecorder } from './records.ts';
import type { SharedText } from './shared-text.ts';
import { encodeState } from './state-text.ts';
import { wakeTime } from './wake-time.ts';
import {
  type Changes,
  type Claim,
  type SavedState,
  StorageError,
  type WorldCheckpoint,
  type WorldStore,
} from './world-store.ts';

export type JournalOptions = {
  readonly store: WorldStore;
  readonly worldServer: WorldServer;
  readonly stored: StoredSizes & {
    /** whether the snapshot `start` is stored; without it the stored base is the reset point */
    readonly hasStart: boolean;
    /** the number of records after the base */
    readonly records: number;
  };
  /** called when the ownership ends because changes could not be recorded or stored */
  readonly lost: (error: Error) => void;
  /** how many processors this process may use; those of the machine when left out */
  readonly processors?: number;
};

/** The changes that one append stores. */
type Group = {
  readonly records: string[];
  readonly saved: Map<string, SavedState>;
  readonly removed: Set<string>;
  /** the texts to which `saved` refers, by hash */
  readonly texts: Map<string, SharedText>;
  /** how many calls wait for the append */
  calls: number;
  readonly done: PromiseWithResolvers<void>;
};

const START = 'start';

/**
 * The journal of one owned world. Changes are queued in the order in which they were made. At most one append is under
 * way; the next one stores everything that was queued meanwhile.
 */
export class WorldJournal implements Journal {
  readonly #options: JournalOptions;
  readonly #worldServer: WorldServer;
  readonly #recorder: WorldRecorder<WorldServer['world']['tables']>;
  readonly #base: BaseWriter;
  readonly #stopListening: () => void;
  /** null where appends do not take processor time from the requests */
  readonly #delay: GroupDelay | null;
  #queue: Group = newGroup();
  #underWay: Promise<void> | null = null;
  #isScheduled = false;
  /** null while the world is being created */
  #claim: Claim | null = null;
  /** the number of the last stored record */
  #seq = 0;
  #hasStart: boolean;
  /** why the world can no longer be changed; null while it is owned */
  #ended: Error | null = null;
  #hasLostChanges = false;
  #checkpointed = '';
  /** a checkpoint that is being stored by itself */
  #checkpointing: Promise<void> | null = null;
  /** whether a checkpoint goes with the next append */
  #isCheckpointDue = false;
  /** when the world has something to do, as it is stored; null when it is not stored, or never */
  #wakeAtMs: number | null = null;

  /** Starts the journal of a world whose present state is stored. Nothing is stored before `claimed` is called. */
  constructor(options: JournalOptions) {
    const { worldServer, stored } = options;
    this.#options = options;
    this.#worldServer = worldServer;
    this.#hasStart = stored.hasStart;
    this.#recorder = new WorldRecorder(worldServer);
    this.#base = new BaseWriter(worldServer, stored);
    const { store, processors = availableParallelism() } = options;
    const queued = (): number => this.#queue.calls;
    const send = (): void => this.#sendRest();
    this.#delay = store.isInProcess === true && processors === 1 ? new GroupDelay(queued, send) : null;
    worldServer.world.journal = this;
    worldServer.settled = () => this.#pending();
    this.#stopListening = worldServer.changes.add((change) => {
      if (this.#ended) return;
      if (change.kind === 'replaced') this.#replaced(change.by);
      if (change.kind === 'reset-point') this.#save(START);
      if (change.kind === 'snapshot-taken') this.#save(change.name);
      if (change.kind === 'snapshot-removed') this.#remove(change.name);
    });
  }

  /** Begins to store the queued changes under a claim. */
  claimed(claim: Claim): void {
    this.#claim = claim;
    this.#seq = claim.seq;
    if (!this.#isEmpty) this.#schedule();
  }

  /** The number of records after the base with which the world was loaded. */
  get recovered(): number {
    return this.#options.stored.records;
  }

  /** Tells why the world can no longer be changed; null while it is owned. */
  get ended(): Error | null {
    return this.#ended;
  }

  /**
   * Queues a commit; the world calls it before the transaction ends.
   * @throws Error when the world is no longer owned, so that the transaction is undone
   */
  append(commit: Commit): void {
    if (this.#ended) throw this.#ended;
    this.#add(this.#recorder.commit(commit));
  }

  /**
   * Waits until all changes made so far are stored, before a call is answered.
   * @returns undefined when they are stored; else a promise, which rejects when they could not be stored
   */
  settled(): Promise<void> | undefined {
    const pending = this.#pending();
    if (pending === this.#queue.done.promise) {
      this.#queue.calls += 1;
      this.#schedule();
    }
    return pending;
  }

  /** Waits like `settled`, for others than callers. */
  #pending(): Promise<void> | undefined {
    this.collect();
    if (this.#hasLostChanges) return Promise.reject(this.#ended);
    return this.#isEmpty ? (this.#underWay ?? undefined) : this.#queue.done.promise;
  }

  /**
   * Queues the changes that were made without a commit: of clock, settings, policy and faults. Changes that cannot be
   * recorded end the ownership.
   */
  collect(): void {
    if (this.#ended) return;
    try {
      const record = this.#recorder.state();
      if (record !== null) this.#add(record);
    } catch (error) {
      this.#lose(error);
    }
  }

  /** Stores the values that may be lost with the process, when there are new ones, and when the world has work to do. */
  async checkpoint(): Promise<void> {
    while (this.#checkpointing) await this.#checkpointing;
    if (this.#ended || this.#claim === null) return;
    this.collect();
    if (this.#ended || this.#presentValues() === this.#checkpointed) return;
    if (this.#underWay || !this.#isEmpty) {
      // It goes with the next append, which would otherwise wait for the same row.
      this.#isCheckpointDue = true;
      return;
    }
    const { name } = this.#worldServer;
    const { values, wakeAtMs } = this.takeCheckpoint();
    const stored = this.#options.store
      .checkpoint(name, this.#claim.epoch, values, wakeAtMs)
      .catch((error) => {
        // What is stored is unknown, so that the next append or checkpoint stores it.
        this.#checkpointed = '';
        this.#wakeAtMs = null;
        throw error;
      });
    this.#checkpointing = stored
      .catch(() => undefined)
      .finally(() => {
        this.#checkpointing = null;
      });
    await stored;
  }

  /** Returns a checkpoint of the present values, which is about to be stored. */
  takeCheckpoint(): WorldCheckpoint {
    this.#isCheckpointDue = false;
    this.#checkpointed = this.#presentValues();
    this.#wakeAtMs = wakeTime(this.#worldServer);
    return { values: this.#recorder.checkpoint(), wakeAtMs: this.#wakeAtMs };
  }

  /** Returns what changes when a checkpoint has other values than the last one. */
  #presentValues(): string {
    const { state, world } = this.#worldServer;
    return `${state.counters.requests} ${world.replacedAt} ${wakeTime(this.#worldServer)}`;
  }

  /**
   * Tells whether a checkpoint goes with the next append: because `checkpoint` left it to the append, or because the world
   * has something to do earlier than is stored, so that another process does it if this one is killed.
   */
  get #needsCheckpoint(): boolean {
    if (this.#isCheckpointDue) return true;
    const wakeAtMs = wakeTime(this.#worldServer);
    return wakeAtMs !== null && (this.#wakeAtMs === null || wakeAtMs < this.#wakeAtMs);
  }

  /**
   * Stores the whole state: as a base, or, when there are few records after the last base, as they are. Afterwards the
   * world cannot be changed.
   * @throws Error when the ownership ended before
   */
  async finish(): Promise<void> {
    this.collect();
    if (this.#base.isWorthwhile) {
      this.#base.require();
      this.#schedule();
    }
    while (!this.#ended) {
      // What a base would contain besides the records.
      await this.checkpoint();
      const pending = this.#pending();
      if (pending === undefined) return this.end(unservedError(this.#worldServer.name));
      await pending;
    }
    throw this.#ended;
  }

  /** Stores nothing more: commits are refused from now on, and the changes that are not stored are lost. */
  end(reason: Error = unservedError(this.#worldServer.name)): void {
    if (this.#ended) return;
    this.#hasLostChanges = !this.#isEmpty;
    this.#ended = reason;
    this.#stopListening();
    this.#base.cancel();
    this.#delay?.cancel();
    this.#queue.done.reject(reason);
  }

  /** Ends the ownership, because changes could not be recorded or stored, and reports it. */
  #lose(error: unknown): void {
    if (this.#ended) return;
    const reason = error instanceof Error ? error : new Error(String(error));
    this.end(reason);
    this.#hasLostChanges = true;
    this.#options.lost(reason);
  }

  get #isEmpty(): boolean {
    const { records, saved, removed } = this.#queue;
    return records.length === 0 && saved.size === 0 && removed.size === 0 && !this.#base.isRequired;
  }

  #add(record: string, snapshot?: string): void {
    this.#queue.records.push(record);
    this.#base.recorded(record, snapshot);
    this.#schedule();
  }

  #replaced(by: Replacement): void {
    const name = restoredSnapshot(by);
    if (name !== null) {
      if (name === START && !this.#hasStart) this.#save(START);
      this.#add(this.#recorder.restore(name), name);
      return;
    }
    this.#recorder.rebase();
    this.#base.require();
    this.#schedule();
  }

  #save(name: string): void {
    const { resetPoint, snapshots } = this.#worldServer;
    const snapshot = name === START ? resetPoint : snapshots.get(name);
    if (snapshot === undefined) return;
    if (this.#base.restores(name)) this.#base.require();
    if (name === START) this.#hasStart = true;
    this.#addSnapshot(this.#queue, name, snapshot);
    this.#schedule();
  }

  #addSnapshot({ saved, texts }: Group, name: string, snapshot: NamedSnapshot): void {
    const state = encodeState(this.#worldServer, snapshot.saved);
    saved.set(name, { name, takenAt: snapshot.takenAt, state: state.text });
    for (const text of state.texts) texts.set(text.hash, text);
  }

  #remove(name: string): void {
    if (this.#base.restores(name)) this.#base.require();
    this.#queue.saved.delete(name);
    this.#queue.removed.add(name);
    this.#schedule();
  }

  /** Sends the queued changes after the input of the present turn, so that the changes of all its calls go together. */
  #schedule(): void {
    if (this.#isScheduled || this.#underWay || this.#ended || this.#claim === null) return;
    if (this.#delay?.isWaiting()) return;
    this.#isScheduled = true;
    afterInput(() => {
      this.#isScheduled = false;
      if (!this.#underWay && !this.#ended && this.#claim) void this.#send(this.#claim);
    });
  }

  async #send({ epoch }: Claim): Promise<void> {
    this.collect();
    if (this.#ended) return;
    const group = this.#queue;
    this.#underWay = group.done.promise;
    const began = performance.now();
    try {
      // A checkpoint that arrives later would replace the one of this append.
      if (this.#checkpointing) await this.#checkpointing;
      if (this.#ended) throw this.#ended;
      const changes = this.#changesOf(group);
      this.#queue = newGroup();
      if (!(await this.#options.store.append(this.#worldServer.name, epoch, this.#seq, changes)))
        throw takenOverError(this.#worldServer.name);
      this.#seq += group.records.length;
      this.#underWay = null;
      group.done.resolve();
    } catch (error) {
      this.#underWay = null;
      group.done.reject(error);
      this.#hasLostChanges = true;
      this.#lose(error);
      return;
    }
    if (!this.#ended) this.#delay?.begin(group.calls, performance.now() - began);
    this.collect();
    if (this.#ended) return;
    this.#base.encodeWhenDue(this.#seq + this.#queue.records.length, () => this.#schedule());
    this.#sendRest();
  }

  /** Sends what was queued during an append. */
  #sendRest(): void {
    if (!this.#isEmpty || this.#base.isEncoded || this.#isCheckpointDue) this.#schedule();
  }

  #changesOf(group: Group): Changes {
    const { records, saved, removed, texts } = group;
    const base = this.#base.take(this.#seq + records.length);
    if (base && !this.#hasStart) {
      this.#addSnapshot(group, START, this.#worldServer.resetPoint);
      this.#hasStart = true;
    }
    for (const text of base?.texts ?? []) texts.set(text.hash, text);
    return {
      records,
      ...(base && { base: base.text, baseSeq: base.seq }),
      ...(saved.size > 0 && { saved: [...saved.values()] }),
      ...(removed.size > 0 && { removed: [...removed] }),
      ...(texts.size > 0 && { texts: [...texts.values()] }),
      ...(this.#needsCheckpoint && { checkpoint: this.takeCheckpoint() }),
    };
  }
}

function newGroup(): Group {
  const done = Promise.withResolvers<void>();
  // Nobody may wait for a group that fails.
  done.promise.catch(() => undefined);
  return { records: [], saved: new Map(), removed: new Set(), texts: new Map(), calls: 0, done };
}

/** Creates the error for an append that the store refused, of which nothing is stored. */
function takenOverError(name: string): StorageError {
  return new StorageError(
    'unavailable',
    `Another process has taken over or removed the world ${name}, so that the last changes are lost: send the request again.`,
  );
}

/** Creates the error for changes of a world that this process does not serve any more. */
function unservedError(name: string): StorageError {
  return new StorageError(
    'unavailable',
    `The world ${name} is not served by this process any more: send the request again.`,
  );
}
