// The worlds of an app by name, each with its observers.
import { didYouMean } from '../contract/did-you-mean.ts';
import type { Tables } from '../state/tables/table.ts';
import type { AppOptions } from './app-options.ts';
import { runContained } from './background.ts';
import { createWorld, seedWorld } from './seed-world.ts';
import type { StoredWorldState, WorldServerSnapshot } from './server-state.ts';
import { type AppContext, WorldServer } from './world-server.ts';

/** Observes a world as long as it is served here, such as the sender of its webhooks; returns how it ends. */
type WorldObserver<T extends Tables> = (worldServer: WorldServer<T>) => () => void;

/** Who keeps the worlds in a database. */
type WorldKeeper<T extends Tables> = {
  /** whether worlds have observers from the start, or only after `setObserved` */
  readonly observes: boolean;
  made(worldServer: WorldServer<T>): void;
  deleted(worldServer: WorldServer<T>): void;
};

/** The maximum number of worlds that a message names. */
const MAX_LISTED_WORLDS = 20;

/** Builds the error message for a name that no world has. */
export function unknownWorldMessage<T extends Tables>(name: string, worlds: WorldRegistry<T>): string {
  const names = worlds.list().map((worldServer) => worldServer.name);
  const more = names.length > MAX_LISTED_WORLDS ? ` and ${names.length - MAX_LISTED_WORLDS} more` : '';
  const listed = names.slice(0, MAX_LISTED_WORLDS);
  const meant = didYouMean(name.slice(0, 64), listed) || '.';
  return `There is no world named ${name.slice(0, 64)}; there are: ${listed.join(', ')}${more}${meant} Make one with POST /_mock/v1/worlds.`;
}

/** The worlds of an app by name. The first one is the world that the app was created with; it cannot be closed. */
export class WorldRegistry<T extends Tables = Tables> {
  readonly main: WorldServer<T>;
  readonly #context: AppContext<T>;
  readonly #observers: WorldObserver<T>[] = [];
  /** the functions that end the observers of each world in memory */
  readonly #ends = new Map<WorldServer<T>, (() => void)[]>();
  readonly #byName = new Map<string, WorldServer<T>>();
  readonly #unloaded = new Map<string, WeakRef<WorldServer<T>>>();
  #keeper: WorldKeeper<T> | null = null;

  constructor(context: AppContext<T>) {
    this.#context = context;
    const { recover, ...options } = context.options;
    this.main = this.#add(
      recover === undefined ? this.#seeded(options.world ?? 'demo', options) : this.#empty(recover),
    );
  }

  find(name: string): WorldServer<T> | undefined {
    return this.#byName.get(name);
  }

  list(): WorldServer<T>[] {
    return [...this.#byName.values()];
  }

  /**
   * Copies a world in its present state or in a saved state; the copied state is the reset point of the new world. The
   * name must not be in use.
   */
  fork(name: string, from: WorldServer<T>, saved: WorldServerSnapshot = from.save()): WorldServer<T> {
    const context = { ...this.#context, options: from.options };
    const worldServer = new WorldServer(context, name, from.world.fork(name), saved.seeded);
    worldServer.restore(saved, { kind: 'restore' });
    worldServer.timeline.clear();
    worldServer.setResetPoint();
    return this.#addNew(worldServer);
  }

  /** Seeds a new world with options of its own; the name must not be in use. */
  seed(
    name: string,
    options: Pick<AppOptions, 'seed' | 'world' | 'clock' | 'lifecycle' | 'from'>,
  ): WorldServer<T> {
    return this.#addNew(this.#seeded(name, { ...this.#context.options, ...options }));
  }

  /** Seeds a world again in its place, and makes the result its reset point. */
  reseed(worldServer: WorldServer<T>, options: Pick<AppOptions, 'seed' | 'world'>): void {
    const { from: _, ...own } = worldServer.options;
    const seed = Number(worldServer.world.seed);
    worldServer.restore(this.#seeded(worldServer.name, { ...own, seed, ...options }).save(), {
      kind: 'seed',
    });
    worldServer.setResetPoint();
    worldServer.notifyChanged();
  }

  /** Deletes a world; returns false for an unknown name and for the first world, which cannot be deleted. */
  close(name: string): boolean {
    const worldServer = this.find(name);
    if (!worldServer || worldServer === this.main) return false;
    this.#remove(worldServer);
    this.#keeper?.deleted(worldServer);
    return true;
  }

  /** Serves a closed world again; its name must not be in use. */
  reopen(worldServer: WorldServer<T>): void {
    this.#addNew(worldServer);
  }

  /**
   * Takes a world out of memory; the first one stays until it is loaded again.
   * @param keeps what serves the world of this name when it is loaded: the same object with its observers, the same object
   * if other code still uses it, or another one
   */
  unload(name: string, keeps: 'observers' | 'object' | 'nothing' = 'object'): void {
    const worldServer = this.find(name) ?? this.#unloaded.get(name)?.deref();
    this.#unloaded.delete(name);
    if (!worldServer) return;
    this.#remove(worldServer, keeps === 'observers');
    for (const [other, reference] of this.#unloaded) if (!reference.deref()) this.#unloaded.delete(other);
    if (worldServer !== this.main && keeps !== 'nothing') this.#unloaded.set(name, new WeakRef(worldServer));
  }

  /**
   * Serves a stored world, and creates its observers. The first world is loaded in its place, and so is a world that was
   * unloaded while other code still uses it; for another world the name must not be in use.
   * @param loaded called when the world has its state, before its observers, which may run what came due meanwhile
   */
  open(
    name: string,
    stored: StoredWorldState,
    loaded?: (worldServer: WorldServer<T>) => void,
  ): WorldServer<T> {
    const present = this.find(name);
    if (present && present !== this.main)
      throw new Error(`The world ${name} is served already: unload it first.`);
    const worldServer = present ?? this.#unloaded.get(name)?.deref() ?? this.#empty(name);
    worldServer.load(stored);
    loaded?.(worldServer);
    this.#add(worldServer);
    worldServer.notifyChanged();
    return worldServer;
  }

  observe(observer: WorldObserver<T>): void {
    this.#observers.push(observer);
    if (this.#keeper?.observes === false) return;
    for (const [worldServer, ends] of this.#ends) ends.push(observer(worldServer));
  }

  /** Tells a keeper of the worlds that are made and deleted from now on. */
  attach(keeper: WorldKeeper<T>): void {
    this.#keeper = keeper;
    if (!keeper.observes) for (const worldServer of this.#ends.keys()) this.setObserved(worldServer, false);
  }

  /** Creates the observers of a world that has none, or closes them; worlds have theirs unless the keeper says no. */
  setObserved(worldServer: WorldServer<T>, isObserved: boolean): void {
    const ends = this.#ends.get(worldServer);
    if (isObserved && ends?.length === 0)
      ends.push(...this.#observers.map((observer) => observer(worldServer)));
    if (isObserved) return;
    const { name, deps } = worldServer;
    for (const end of ends?.splice(0) ?? [])
      runContained(deps.reportFault, `closing an observer of the world ${name}`, end)();
  }

  #add(worldServer: WorldServer<T>): WorldServer<T> {
    this.#byName.set(worldServer.name, worldServer);
    this.#unloaded.delete(worldServer.name);
    if (!this.#ends.has(worldServer)) this.#ends.set(worldServer, []);
    if (this.#keeper?.observes !== false) this.setObserved(worldServer, true);
    return worldServer;
  }

  #addNew(worldServer: WorldServer<T>): WorldServer<T> {
    this.#add(worldServer);
    this.#keeper?.made(worldServer);
    return worldServer;
  }

  #remove(worldServer: WorldServer<T>, isObserved = false): void {
    if (worldServer !== this.main) this.#byName.delete(worldServer.name);
    worldServer.changes.emit('closed');
    if (isObserved) return;
    this.setObserved(worldServer, false);
    this.#ends.delete(worldServer);
  }

  #empty(name: string): WorldServer<T> {
    const world = createWorld(this.#context.definition, name, {});
    return new WorldServer(this.#context, name, world, { personas: {}, values: {} });
  }

  // Seeds a world and serves it; throws an error that names the known worlds for another one.
  #seeded(name: string, options: AppOptions): WorldServer<T> {
    const { world, seeded } = seedWorld(this.#context.definition, name, options);
    return new WorldServer({ ...this.#context, options }, name, world, seeded);
  }
}
