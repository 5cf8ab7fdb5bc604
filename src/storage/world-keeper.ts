// Keeps the worlds of an app in a store: loads the worlds that are claimed, creates and removes the worlds that the app
// creates and deletes, and stores what may be lost every second.
import type { App, WorldServer } from '../server/app.ts';
import { runContained } from '../server/background.ts';
import { recoverWorld } from './recover-world.ts';
import type { LeaseTime } from './replica/lease.ts';
import type { ClaimedWorld, NewClaim } from './replica/owned-world.ts';
import { createOwnership, type Ownership } from './replica/ownership.ts';
import { type ServedWorld, servedWorld } from './served-world.ts';
import { readTables } from './shared-tables.ts';
import { referencesOf } from './shared-text.ts';
import { encodeState, sizeOf } from './state-text.ts';
import { WorldJournal } from './world-journal.ts';
import { type Owner, StorageError, type WorldStore } from './world-store.ts';

export type KeeperOptions = {
  readonly app: App;
  readonly store: WorldStore;
  readonly owner: Owner;
  readonly time: LeaseTime;
  /** whether a world whose changes were lost is loaded again at once, for programs that use it without a request */
  readonly reload: boolean;
};

/** How often values that may be lost are stored, in ms. */
const CHECKPOINT_MS = 1000;

/** The worlds of an app in a store. */
export class WorldKeeper {
  readonly ownership: Ownership<ServedWorld>;
  readonly #options: KeeperOptions;
  /** the worlds that are being created in the store, by name */
  readonly #creations = new Map<string, Promise<void>>();
  /** why the last creations failed, by the name of the world, until somebody asks */
  readonly #failedCreations = new Map<string, unknown>();
  /** the worlds whose changes were lost and that are being loaded again, by name */
  readonly #reloads = new Map<string, Promise<unknown>>();
  /** the worlds that are being removed from the store, by name */
  readonly #removals = new Map<string, Promise<void>>();
  /** the worlds that are being loaded from the store */
  readonly #loading = new Set<string>();
  /** the names of the worlds that are known to be stored */
  readonly #names = new Set<string>();
  /** the last journal of each world */
  readonly #journals = new Map<string, WorldJournal>();
  /** why changes were lost since `settled` was called last */
  readonly #failures: Error[] = [];
  #isClosed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
    const { app, store, owner, time } = options;
    this.ownership = createOwnership({
      store,
      owner,
      time,
      open: (claimed) => this.#load(claimed),
      reportFault: app.worlds.main.deps.reportFault,
    });
  }

  /** the process that the store knows as the owner of the worlds */
  get owner(): Owner {
    return this.#options.owner;
  }

  /** Counts worlds as stored. */
  addNames(names: Iterable<string>): void {
    for (const name of names) this.#names.add(name);
  }

  /** Finds out which worlds are stored: other processes delete worlds too. */
  async refreshNames(): Promise<void> {
    const worlds = await this.#options.store.list();
    this.#names.clear();
    this.addNames(worlds.map(({ name }) => name));
  }

  /** Tells whether a world of this name is known to be stored. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  /**
   * Creates the first world of the app in the store.
   * @returns false when a world of this name is stored
   */
  async createMain(): Promise<boolean> {
    const { main } = this.#options.app.worlds;
    return (await this.#create(main, true)) !== null;
  }

  /** Stores the worlds that the app creates from now on, and removes those that it deletes. */
  observe(): void {
    const { app } = this.#options;
    app.worlds.observe((worldServer) => {
      const { name } = worldServer;
      const isStored = this.#loading.has(name) || this.#journals.get(name)?.ended === null;
      if (worldServer !== app.worlds.main && !isStored && !this.#isClosed) this.#startCreation(worldServer);
      return {
        changed: () => undefined,
        close: (reason) => {
          if (reason === 'deleted') this.#startRemoval(worldServer);
        },
      };
    });
    const checkpoint = runContained(app.worlds.main.deps.reportFault, 'a checkpoint', () =>
      this.#checkpoint(),
    );
    this.#timer = setInterval(checkpoint, CHECKPOINT_MS);
    this.#timer.unref();
  }
  #timer: NodeJS.Timeout | undefined;

  /** Waits until a world is neither being created nor being removed; undefined when it is not. */
  ready(name: string): Promise<unknown> | undefined {
    return this.#creations.get(name) ?? this.#removals.get(name);
  }

  /**
   * Waits until a world is stored that the app just made.
   * @throws WorldExistsError, or the error of the store
   */
  async created(name: string): Promise<void> {
    await this.#creations.get(name);
    const error = this.#failedCreations.get(name);
    this.#failedCreations.delete(name);
    if (error !== undefined) throw error;
  }

  /** Waits until all worlds that were made or deleted so far are stored; undefined when they are. */
  worldsSettled(): Promise<unknown> | undefined {
    const all = [this.#creations, this.#removals, this.#reloads].flatMap((under) => [...under.values()]);
    return all.length === 0 ? undefined : Promise.all(all);
  }

  /** Returns the journal of a world in memory; undefined when the world is not served here. */
  journal(name: string): WorldJournal | undefined {
    return this.#journals.get(name);
  }

  /**
   * Waits until all changes of all worlds so far are stored.
   * @throws the error of a change that could not be stored
   */
  async settled(): Promise<void> {
    const settled = [this.worldsSettled(), ...this.ownership.list().map(({ world }) => world.settled())];
    const [first] = (await Promise.allSettled(settled)).filter((one) => one.status === 'rejected');
    await this.worldsSettled();
    if (first && this.#failures.length === 0) throw first.reason;
    const [failure] = this.#failures.splice(0);
    if (failure) throw failure;
  }

  /** Stores all worlds and gives them up. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.allSettled([...this.#creations.values(), ...this.#removals.values()]);
    this.#isClosed = true;
    await this.ownership.close();
  }

  async #load({ name, stored, claim, lost }: ClaimedWorld): Promise<ServedWorld> {
    const { app, store } = this.#options;
    const what = `the world ${name} in ${store.description}`;
    const tables = await readTables(store, { name, epoch: claim.epoch }, stored, what);
    this.#names.add(name);
    this.#loading.add(name);
    try {
      if (name === app.worlds.main.name) app.worlds.unload(name);
      const { base, records, saved } = stored;
      const baseTables = referencesOf(base).map((hash) => tables.get(hash)?.content?.bytes ?? 0);
      const sizes = {
        baseSize: baseTables.reduce((sum, bytes) => sum + bytes, base.length),
        recordsSize: records.reduce((sum, { length }) => sum + length, 0),
        // Any snapshot may be restored by a record.
        restored: records.length > 0 ? saved.map((one) => one.name) : [],
        hasStart: saved.some((one) => one.name === 'start'),
        records: records.length,
      };
      // The journal begins before timers that came due meanwhile run, because they change the world.
      let journal: WorldJournal | undefined;
      const worldServer = recoverWorld(app, name, { ...stored, tables }, what, (loaded) => {
        journal = this.#journal(loaded, lost, sizes);
        journal.claimed(claim);
      });
      return this.#serve(worldServer, journal as unknown as WorldJournal);
    } finally {
      this.#loading.delete(name);
    }
  }

  /** Makes the owned world, of which nothing stays in memory after it was dropped. */
  #serve(worldServer: WorldServer, journal: WorldJournal): ServedWorld {
    const { name } = worldServer;
    const world = servedWorld(this.#options.app, worldServer, journal);
    const drop = (): void => {
      world.drop();
      if (this.#journals.get(name) === journal) this.#journals.delete(name);
    };
    return { ...world, drop };
  }

  #journal(
    worldServer: WorldServer,
    lost: () => void,
    stored: ConstructorParameters<typeof WorldJournal>[0]['stored'],
  ): WorldJournal {
    const { name, deps } = worldServer;
    const journal = new WorldJournal({
      store: this.#options.store,
      worldServer,
      stored,
      lost: (error) => {
        this.#failures.splice(0, this.#failures.length, error);
        deps.reportFault(error, `storing the world ${name}`);
        lost();
        if (this.#options.reload) this.#reload(name);
      },
    });
    this.#journals.set(name, journal);
    return journal;
  }

  #reload(name: string): void {
    const done = Promise.resolve(this.ownership.serve(name, () => null)).finally(() =>
      this.#reloads.delete(name),
    );
    done.catch(() => undefined);
    this.#reloads.set(name, done);
  }

  /** Creates a world in the store; null when its name is stored already. */
  async #create(worldServer: WorldServer, main = false): Promise<ServedWorld | null> {
    const { name } = worldServer;
    let lost = (): void => undefined;
    const base = encodeState(worldServer);
    // The journal begins at once, because the world may change before its creation is stored.
    const stored = { baseSize: sizeOf(base), recordsSize: 0, restored: [], hasStart: false, records: 0 };
    const journal = this.#journal(worldServer, () => lost(), stored);
    const open = (claimed: NewClaim): ServedWorld => {
      lost = claimed.lost;
      this.#names.add(name);
      journal.claimed(claimed.claim);
      return this.#serve(worldServer, journal);
    };
    try {
      await this.#removals.get(name);
      const { text, texts } = base;
      const created = await this.ownership.create(name, text, open, main, texts, journal.takeCheckpoint());
      if (created === null) journal.end();
      return created;
    } catch (error) {
      journal.end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  #startCreation(worldServer: WorldServer): void {
    const { name } = worldServer;
    this.#failedCreations.delete(name);
    const create = async (): Promise<void> => {
      try {
        if ((await this.#create(worldServer)) === null) throw new WorldExistsError(name);
      } catch (error) {
        this.#options.app.worlds.unload(name);
        worldServer.settled = null;
        this.#failedCreations.set(name, error);
        throw error;
      } finally {
        this.#creations.delete(name);
      }
    };
    const done = create();
    done.catch(() => undefined);
    this.#creations.set(name, done);
  }

  #startRemoval(worldServer: WorldServer): void {
    const { name } = worldServer;
    const remove = async (): Promise<void> => {
      try {
        await this.#creations.get(name);
        await this.ownership.remove(name);
        this.#names.delete(name);
      } finally {
        this.#removals.delete(name);
      }
    };
    const done = remove();
    done.catch(() => undefined);
    this.#removals.set(name, done);
  }

  async #checkpoint(): Promise<void> {
    const worlds = this.ownership.list().map(({ world }) => world);
    await Promise.all(
      worlds.map(async ({ journal }) => {
        try {
          await journal.checkpoint();
        } catch (error) {
          // These values may be lost, and an append reports that the store cannot be used.
          if (!(error instanceof StorageError)) throw error;
        }
      }),
    );
  }
}

/** A world was made in memory under a name that another world in the store has. */
export class WorldExistsError extends Error {
  constructor(name: string) {
    super(`There is a world named ${name} already; delete it or use another name.`);
  }
}
