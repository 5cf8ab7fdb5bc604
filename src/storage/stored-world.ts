// One world in a store: runs its calls on the newest state, and stores what they change before they are answered.
import { setTimeout as wait } from 'node:timers/promises';
import type { App, WorldServer } from '../server/app.ts';
import { encodeBase, openBase } from './base.ts';
import { LoadedWorld, type Stored, wakeTime } from './loaded-world.ts';
import { isStoredAtLast, MissingWorld, StorageError, type Turn, type WorldStore } from './world-store.ts';

type StoredWorldHost = {
  readonly app: App;
  readonly store: WorldStore;
  /** called with each world that comes into memory */
  readonly adopted: (worldServer: WorldServer) => void;
  /** called when changes are lost that no call has made; calls get the error themselves */
  readonly lost: (world: StoredWorld, error: Error) => void;
};

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

/** How often a call runs at most when other processes change the world at the same time. */
const MAX_TRIES = 5;
/** The longest random wait before a call runs again, in ms. */
const MAX_WAIT_MS = 20;
/** For how long a turn waits for an asynchronous call, in ms. A longer one stores its changes in a later turn. */
const ASYNC_MS = 100;

/**
 * One world in a store. Where the store belongs to this process, calls run at once, and those of one tick are stored
 * together. Where other processes may change the world, calls wait for a turn: it reads the number of the last change
 * (and holds the world, when a call may change it), applies what is missing, runs the calls that wait, and stores their
 * changes.
 */
export class StoredWorld {
  readonly name: string;
  readonly #host: StoredWorldHost;
  /** the id of the world whose state is or was in memory */
  id = '';
  #loaded: LoadedWorld | null = null;
  /** whether the world was removed, so that its name may belong to another one */
  #isRemoved = false;
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
    return this.#loaded?.server ?? null;
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
      const wakeAtMs = wakeTime(worldServer);
      isNew = await this.#host.store.create({ id, name: this.name, main, base, wakeAtMs });
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
    if (this.#host.store.isShared || this.#loaded === null) return this.#queue(run, isRead);
    const value = run();
    return value instanceof Promise
      ? value.then((done) => this.#whenStored(done, run, isRead))
      : this.#whenStored(value, run, isRead);
  }

  /** Waits until all changes so far are stored; undefined when they are. */
  settled(): Promise<void> | undefined {
    this.#loaded?.collect();
    return this.#hasPending || this.#isRunning ? this.#queue<void>(null, true) : undefined;
  }

  /** Stores the rate limits and the usage of credentials, which no other change contains. */
  storeUse(): void {
    this.#loaded?.collectUse();
  }

  /** Takes the world out of memory when it has had no call for a time and nobody reads its event stream. */
  unloadWhenIdle(ms: number): void {
    if (this.#isRunning || this.#waiting.length > 0 || this.#hasPending || this.takenUntil > 0) return;
    if (performance.now() - this.#usedAt > ms && (this.server?.changes.size ?? 0) <= 1) this.drop();
  }

  /** Takes the world out of memory, without the changes that are not stored. */
  drop(keeps: 'object' | 'nothing' = 'object'): void {
    this.#unload(StorageError.unserved(this.name), keeps);
    this.#host.app.worlds.unload(this.name, keeps);
    this.takenUntil = 0;
  }

  /** Takes a world out of memory that was removed: its calls find no world. */
  remove(): void {
    this.#isRemoved = true;
    this.drop('nothing');
    for (const { reject } of this.#waiting.splice(0)) reject(new MissingWorld(this.name));
  }

  // Takes the world out of memory until it is loaded again. `reason`: why changes that are not stored are lost
  #unload(reason: Error, keeps: 'observers' | 'object' | 'nothing' = 'observers'): void {
    if (this.#loaded === null) return;
    this.#loaded.end(reason);
    this.#loaded = null;
    this.#host.app.worlds.unload(this.name, keeps);
    // Calls that have run on this state, while an earlier append was under way, wait for changes that are gone.
    const lost = this.#waiting.filter(({ run }) => run === null);
    this.#waiting = this.#waiting.filter(({ run }) => run !== null);
    for (const { reject } of lost) reject(reason);
  }

  get #hasPending(): boolean {
    return this.#loaded !== null && (this.#loaded.pending > 0 || this.#loaded.isBaseNeeded);
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
    this.#loaded?.collect();
    while (this.#waiting.length > 0 || this.#hasPending) {
      const calls = this.#waiting.splice(0);
      try {
        await this.#runTurn(calls);
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        if (this.#hasPending) this.#lose(reason);
        for (const { reject } of calls) reject(error);
      }
      this.#loaded?.collect();
    }
    this.#isRunning = false;
  }

  async #runTurn(calls: readonly Waiting[]): Promise<void> {
    const { store } = this.#host;
    const isWrite = this.#hasPending || calls.some(({ isRead, tries }) => !isRead || tries > 0);
    let turn = await this.#begin(isWrite);
    let running: Running[];
    try {
      if (this.#hasPending && this.#isBehind(turn)) this.#lose(StorageError.conflict(this.name));
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
          this.#unload(StorageError.conflict(this.name));
          await turn.end();
          for (const { call } of running) this.#repeat(call, StorageError.conflict(this.name));
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
    return this.#loaded === null || id !== this.#loaded.id || seq !== this.#loaded.seq;
  }

  async #runCall(call: Waiting): Promise<Running> {
    const before = this.#loaded?.pending ?? 0;
    const outcome = new Promise((resolve) => resolve(call.run?.()));
    const ended = Promise.allSettled([outcome]).then(() => false);
    const isLate = await Promise.race([ended, wait(ASYNC_MS, true, { ref: false })]);
    const now = this.#loaded;
    now?.collect();
    const hasChanged = now !== null && (now.pending > before || now.isBaseNeeded);
    return { call, outcome, isLate, hasChanged };
  }

  async #append(turn: Turn, running: readonly Running[]): Promise<void> {
    const loaded = this.#loaded as LoadedWorld;
    const changes = loaded.takeChanges();
    try {
      await turn.append(changes);
      loaded.seq += changes.records.length;
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      this.#unload(reason);
      const isFull = reason instanceof StorageError && reason.code === 'full';
      const isStored = isFull ? false : await isStoredAtLast(this.#host.store, turn, changes.id);
      // Timers that come due before a read change the world again when it is loaded, in the same way.
      const isReadOnFullDisk = isFull && running.every(({ call }) => call.isRead && call.run !== null);
      const isOwn = running.some((one) => one.hasChanged);
      if (isStored !== true && (!isOwn || !this.#host.store.isShared)) this.#host.lost(this, reason);
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

  // Brings the world in memory to the number of the store: applies the missing records, or loads the world.
  async #catchUp({ id, seq }: Turn): Promise<void> {
    const { store, app } = this.#host;
    const what = `the world ${this.name} in ${store.description}`;
    const live = this.#loaded;
    if (live !== null && id !== live.id) this.drop('nothing');
    else if (live !== null) {
      const records = await store.since(id, live.seq);
      if (this.#hasPending) this.#lose(StorageError.conflict(this.name));
      else if (records !== null && this.#loaded === live && live.seq + records.length >= seq) {
        live.apply(records, what);
        live.server.notifyChanged();
        return;
      }
      this.#unload(StorageError.conflict(this.name));
    }
    const stored = await store.load(this.name);
    if (stored === null || this.#isRemoved) throw new MissingWorld(this.name);
    const { id: storedId, base, records } = stored;
    // A world that had the name before has nothing in common with this one.
    app.worlds.unload(this.name, storedId === this.id ? 'observers' : 'nothing');
    openBase(app, this.name, base, what, (worldServer) => {
      const before = { id: storedId, seq: stored.seq - records.length, baseSize: base.length };
      this.#adopt(worldServer, before).apply(records, what);
    });
  }

  // Records the changes of a world in memory from now on.
  #adopt(worldServer: WorldServer, stored: Stored): LoadedWorld {
    this.id = stored.id;
    this.#loaded = new LoadedWorld(worldServer, stored, () => this.#schedule());
    this.#host.adopted(worldServer);
    worldServer.settled = () => this.settled();
    worldServer.exclusive = async (run) => await this.run(run, false);
    return this.#loaded;
  }

  #lose(reason: Error): void {
    this.#unload(reason);
    this.#host.lost(this, reason);
  }
}
