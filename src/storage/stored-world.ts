// One world in a store: runs its calls on the newest state, and stores what they change before they are answered.
import { setTimeout as wait } from 'node:timers/promises';
import type { App, WorldServer } from '../server/app.ts';
import { OUTBOX_TABLE } from '../server/outbox-queue.ts';
import { parseIso } from '../state/instant.ts';
import { encodeBase, openBase } from './base.ts';
import { applyRecord, WorldRecorder } from './records.ts';
import { type Append, StorageError, type Turn, type WorldStore } from './world-store.ts';

type StoredWorldHost = {
  readonly app: App;
  readonly store: WorldStore;
  /** called with each world that comes into memory */
  readonly adopted: (worldServer: WorldServer) => void;
  /** called when changes are lost that no call has made; calls get the error themselves */
  readonly lost: (world: StoredWorld, error: Error) => void;
};

/** There is no such world in the store. */
export class MissingWorld extends Error {}

/** A call that waits for a turn. `run` is null for one that only waits until the present changes are stored. */
type Waiting = {
  readonly run: (() => unknown) | null;
  readonly isRead: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  tries: number;
};

/** A call of the present turn; a late one has not ended yet. */
type Running = {
  readonly call: Waiting;
  readonly outcome: Promise<unknown>;
  readonly isLate: boolean;
  readonly hasChanged: boolean;
};

/** The least size at which records are replaced by a base, in characters. */
const MIN_RECORDS_SIZE = 1_048_576;
/** How often a call runs at most when other processes change the world at the same time. */
const MAX_TRIES = 5;
/** The longest random wait before a call runs again, in ms. */
const MAX_WAIT_MS = 20;
/** For how long a turn waits for an asynchronous call, in ms. A longer one stores its changes in a later turn. */
const ASYNC_MS = 100;
/** For how long a turn tries to find out whether its changes are stored, in ms. */
const FIND_OUT_MS = 5000;

/**
 * One world in a store. Where the store belongs to this process, calls run at once, and those of one tick are stored
 * together. Where other processes may change the world, calls wait for a turn: it reads the number of the last change
 * (and holds the world, when a call may change it), applies what is missing, runs the calls that wait, and stores their
 * changes.
 */
export class StoredWorld {
  readonly name: string;
  readonly #host: StoredWorldHost;
  #server: WorldServer | null = null;
  #recorder: WorldRecorder | null = null;
  #stopListening = (): void => undefined;
  /** the id of the world whose state is in memory */
  #id = '';
  /** whether the world was removed, so that its name may belong to another one */
  #isRemoved = false;
  /** the number of the last stored record that the state contains */
  #seq = 0;
  /** the records that are not stored yet */
  #pending: string[] = [];
  /** whether the state contains changes that are in no record */
  #isBaseNeeded = false;
  #baseSize = 0;
  #recordsSize = 0;
  #waiting: Waiting[] = [];
  #isRunning = false;
  /** when a call came last, in ms of `performance.now` */
  #usedAt = performance.now();
  /** until when this process does what the world has to do by itself, in ms since 1970 */
  takenUntil = 0;

  constructor(host: StoredWorldHost, name: string) {
    this.#host = host;
    this.name = name;
  }

  /** The served world; null while it is not in memory. */
  get server(): WorldServer | null {
    return this.#server;
  }

  get id(): string {
    return this.#id;
  }

  /** Creates the world in the store; false when its name exists, and the world is then out of memory. */
  async create(worldServer: WorldServer, main = false): Promise<boolean> {
    const base = encodeBase(worldServer);
    const id = crypto.randomUUID();
    this.#adopt(worldServer, { id, seq: 0, baseSize: base.length });
    // What changes before the creation is stored becomes the first record.
    this.#isRunning = true;
    let isNew = false;
    try {
      isNew = await this.#host.store.create({
        ...{ id, name: this.name, main, base },
        wakeAtMs: wakeTime(worldServer),
      });
      return isNew;
    } finally {
      if (!isNew) this.drop('nothing');
      void this.#runTurns();
    }
  }

  /**
   * Runs a function on the newest state of the world.
   * @returns its result, as soon as the changes are stored that it made or may show
   * @throws MissingWorld, StorageError, or what the function throws
   */
  run<A>(run: () => A | Promise<A>, isRead: boolean): A | Promise<A> {
    this.#usedAt = performance.now();
    if (this.#host.store.isShared || this.#server === null) return this.#queue(run, isRead);
    const value = run();
    return value instanceof Promise
      ? value.then((done) => this.#whenStored(done, run, isRead))
      : this.#whenStored(value, run, isRead);
  }

  /** Waits until all changes so far are stored; undefined when they are. */
  settled(): Promise<void> | undefined {
    this.#collect();
    return this.#hasPending || this.#isRunning ? this.#queue<void>(null, true) : undefined;
  }

  /** Stores the rate limits and the usage of credentials, which no other change contains. */
  storeUse(): void {
    const record = this.#recorder?.use() ?? null;
    if (record !== null) this.#add(record);
  }

  /** Takes the world out of memory when it has had no call for a time and nobody reads its event stream. */
  unloadWhenIdle(ms: number): void {
    if (this.#isRunning || this.#waiting.length > 0 || this.#hasPending || this.takenUntil > 0) return;
    if (performance.now() - this.#usedAt > ms && (this.#server?.changes.size ?? 0) <= 1) this.drop();
  }

  /** Takes the world out of memory, without the changes that are not stored. */
  drop(keeps: 'object' | 'nothing' = 'object'): void {
    this.#unload(unserved(this.name), keeps);
    this.#host.app.worlds.unload(this.name, keeps);
    this.takenUntil = 0;
  }

  /** Takes a world out of memory that was removed: its calls find no world. */
  remove(): void {
    this.#isRemoved = true;
    this.drop('nothing');
    for (const { reject } of this.#waiting.splice(0)) reject(new MissingWorld(this.name));
  }

  // Takes the world out of memory until it is loaded again. `reason`: why changes that are not stored are lost `keeps`:
  // see `WorldRegistry.unload`
  #unload(reason: Error, keeps: 'observers' | 'object' | 'nothing' = 'observers'): void {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    this.#recorder = null;
    this.#pending = [];
    this.#isBaseNeeded = false;
    this.#stopListening();
    server.settled = null;
    server.world.beforeCommit = () => {
      throw reason;
    };
    this.#host.app.worlds.unload(this.name, keeps);
    // Calls that have run on this state, while an earlier append was under way, wait for changes that are gone.
    const lost = this.#waiting.filter(({ run }) => run === null);
    this.#waiting = this.#waiting.filter(({ run }) => run !== null);
    for (const { reject } of lost) reject(reason);
  }

  get #hasPending(): boolean {
    return this.#pending.length > 0 || this.#isBaseNeeded;
  }

  #whenStored<A>(value: A, run: () => A | Promise<A>, isRead: boolean): A | Promise<A> {
    const stored = this.settled();
    if (stored === undefined) return value;
    return stored.then(
      () => value,
      (error: unknown) => {
        // A call that only reads may have seen changes that were undone.
        if (!isRead) throw error;
        return this.#queue(run, true);
      },
    );
  }

  #queue<A>(run: (() => A | Promise<A>) | null, isRead: boolean): Promise<A> {
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.push({ run, isRead, resolve, reject, tries: 0 });
      this.#schedule();
    }) as Promise<A>;
  }

  // Begins a turn after the input of the present tick, so that the changes of all its calls go together.
  #schedule(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => void this.#runTurns());
  }

  async #runTurns(): Promise<void> {
    this.#collect();
    while (this.#waiting.length > 0 || this.#hasPending) {
      const calls = this.#waiting.splice(0);
      try {
        await this.#runTurn(calls);
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        if (this.#hasPending) this.#lose(reason);
        for (const { reject } of calls) reject(error);
      }
      this.#collect();
    }
    this.#isRunning = false;
  }

  async #runTurn(calls: readonly Waiting[]): Promise<void> {
    const { store } = this.#host;
    const isWrite = this.#hasPending || calls.some(({ isRead, tries }) => !isRead || tries > 0);
    let turn = await this.#begin(isWrite);
    let running: Running[];
    try {
      if (this.#server !== null && this.#hasPending && this.#isBehind(turn)) this.#lose(conflict(this.name));
      if (this.#isBehind(turn))
        await this.#catchUp(turn).catch((error: unknown) => {
          this.drop();
          throw error;
        });
      running = [];
      for (const call of calls) running.push(await this.#runCall(call));
      if (!this.#hasPending) {
        await turn.end();
        for (const one of running) this.#answer(one);
        return;
      }
      if (!isWrite && store.isShared) {
        turn = await this.#begin(true);
        if (this.#isBehind(turn)) {
          this.#unload(conflict(this.name));
          await turn.end();
          for (const { call } of running) this.#repeat(call, conflict(this.name));
          return;
        }
      }
    } catch (error) {
      await turn.end();
      throw error;
    }
    await this.#append(turn, running);
  }

  async #begin(isWrite: boolean): Promise<Turn> {
    const turn = this.#isRemoved ? null : await this.#host.store.turn(this.name, isWrite);
    if (turn !== null) return turn;
    this.drop('nothing');
    throw new MissingWorld(this.name);
  }

  #isBehind({ id, seq }: Turn): boolean {
    return this.#server === null || id !== this.#id || seq !== this.#seq;
  }

  async #runCall(call: Waiting): Promise<Running> {
    const before = this.#pending.length;
    const outcome = new Promise((resolve) => resolve(call.run?.()));
    const ended = outcome.then(
      () => false,
      () => false,
    );
    const isLate = await Promise.race([ended, wait(ASYNC_MS, true, { ref: false })]);
    this.#collect();
    return { call, outcome, isLate, hasChanged: this.#pending.length > before || this.#isBaseNeeded };
  }

  async #append(turn: Turn, running: readonly Running[]): Promise<void> {
    const { store } = this.#host;
    const changes = this.#takeChanges();
    try {
      await turn.append(changes);
      this.#seq += changes.records.length;
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      this.#unload(reason);
      const isFull = reason instanceof StorageError && reason.code === 'full';
      const isStored = isFull ? false : await this.#findOut(turn, changes.id);
      // Timers that come due before a read change the world again when it is loaded, in the same way.
      const isReadOnFullDisk = isFull && running.every(({ call }) => call.isRead && call.run !== null);
      const isOwn = running.some((one) => one.hasChanged);
      if (isStored !== true && (!isOwn || !store.isShared)) this.#host.lost(this, reason);
      for (const one of running) {
        if (isStored === true || one.isLate || isReadOnFullDisk) this.#answer(one);
        else if (one.call.run === null || isStored === null || (isFull && one.hasChanged))
          one.call.reject(reason);
        else this.#repeat(one.call, reason);
      }
      return;
    }
    for (const one of running) this.#answer(one);
  }

  // Finds out whether an append is stored; null when that cannot be found out.
  async #findOut(turn: Turn, append: string): Promise<boolean | null> {
    const until = performance.now() + FIND_OUT_MS;
    do {
      try {
        return await this.#host.store.isStored(turn, append);
      } catch {
        await wait(MAX_WAIT_MS * 5);
      }
    } while (performance.now() < until);
    return null;
  }

  #answer({ call, outcome, isLate }: Running): void {
    if (!isLate) call.resolve(outcome);
    else
      outcome.then(async (value) => {
        try {
          await this.settled();
          call.resolve(value);
        } catch (reason) {
          this.#repeat(call, reason);
        }
      }, call.reject);
  }

  // Runs a call again whose changes were undone.
  #repeat(call: Waiting, reason: unknown): void {
    call.tries += 1;
    if (call.run === null) call.resolve(undefined);
    else if (call.tries >= MAX_TRIES) call.reject(reason);
    else
      setTimeout(() => {
        this.#waiting.push(call);
        this.#schedule();
      }, Math.random() * MAX_WAIT_MS);
  }

  #takeChanges(): Append {
    const server = this.#server as WorldServer;
    const records = this.#pending;
    this.#pending = [];
    const isBaseNeeded = this.#isBaseNeeded;
    this.#isBaseNeeded = false;
    for (const { length } of records) this.#recordsSize += length;
    const isLong = this.#recordsSize > Math.max(MIN_RECORDS_SIZE, this.#baseSize);
    const base = isBaseNeeded || isLong ? encodeBase(server) : null;
    if (base !== null) {
      this.#baseSize = base.length;
      this.#recordsSize = 0;
    }
    return { id: crypto.randomUUID(), records, base, isBaseNeeded, wakeAtMs: wakeTime(server) };
  }

  // Brings the world in memory to the number of the store: applies the missing records, or loads the world.
  async #catchUp({ id, seq }: Turn): Promise<void> {
    const { store, app } = this.#host;
    const what = `the world ${this.name} in ${store.description}`;
    const live = this.#server;
    if (live !== null && id !== this.#id) this.drop('nothing');
    else if (live !== null) {
      const records = await store.since(id, this.#seq);
      if (this.#hasPending) this.#lose(conflict(this.name));
      else if (records !== null && this.#server === live && this.#seq + records.length >= seq) {
        this.#apply(live, records, what);
        live.notifyChanged();
        return;
      }
      this.#unload(conflict(this.name));
    }
    const stored = await store.load(this.name);
    if (stored === null || this.#isRemoved) throw new MissingWorld(this.name);
    const { base, records } = stored;
    // A world that had the name before has nothing in common with this one.
    app.worlds.unload(this.name, stored.id === this.#id ? 'observers' : 'nothing');
    openBase(app, this.name, base, what, (worldServer) => {
      this.#adopt(worldServer, {
        id: stored.id,
        seq: stored.seq - records.length,
        baseSize: base.length,
      });
      this.#apply(worldServer, records, what);
    });
  }

  #apply(worldServer: WorldServer, records: readonly string[], what: string): void {
    for (const record of records) {
      applyRecord(worldServer, record, what);
      this.#recordsSize += record.length;
    }
    this.#seq += records.length;
    // The timeline undoes changes, of which records have only the outcome.
    worldServer.timeline.clear();
    this.#recorder = new WorldRecorder(worldServer);
  }

  // Records the changes of a world in memory from now on.
  #adopt(
    worldServer: WorldServer,
    { id, seq, baseSize }: { id: string; seq: number; baseSize: number },
  ): void {
    this.#server = worldServer;
    this.#id = id;
    this.#recorder = new WorldRecorder(worldServer);
    this.#seq = seq;
    this.#baseSize = baseSize;
    this.#recordsSize = 0;
    worldServer.world.beforeCommit = (commit) => {
      if (this.#recorder === null) throw unserved(this.name);
      this.#add(this.#recorder.commit(commit));
    };
    this.#host.adopted(worldServer);
    worldServer.settled = () => this.settled();
    worldServer.exclusive = async (run) => await this.run(run, false);
    this.#stopListening = worldServer.changes.add((change) => {
      if (change !== 'states' || this.#recorder === null) return;
      // The record makes the number of the world grow, so that other processes look for the base.
      this.#isBaseNeeded = true;
      this.#add(this.#recorder.present());
    });
  }

  #add(record: string): void {
    this.#pending.push(record);
    this.#schedule();
  }

  // Records what has changed without a commit: clock, settings, policy or faults.
  #collect(): void {
    const record = this.#recorder?.state() ?? null;
    if (record !== null) this.#add(record);
  }

  #lose(reason: Error): void {
    this.#unload(reason);
    this.#host.lost(this, reason);
  }
}

const conflict = (name: string): StorageError =>
  new StorageError(
    'unavailable',
    `Other processes change the world ${name} at the same time, so that the change was undone: send the request again.`,
  );

const unserved = (name: string): StorageError =>
  new StorageError(
    'unavailable',
    `The world ${name} is being loaded again, because changes could not be stored: send the request again.`,
  );

/** Tells whether messages of the world wait to be sent. */
export const hasMessages = ({ world }: WorldServer): boolean => (world.reader(OUTBOX_TABLE)?.size ?? 0) > 0;

// Returns when a world has something to do by itself, in ms since 1970: now, when messages wait to be sent; the time at
// which its next timer comes due; null for never.
function wakeTime(worldServer: WorldServer): number | null {
  if (hasMessages(worldServer)) return 0;
  const { clock, nextDue } = worldServer.world;
  const state = clock.state();
  return state.frozen || nextDue === undefined ? null : parseIso(nextDue) - state.offset;
}
