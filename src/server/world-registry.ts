// The worlds of an app by name: finds, forks, seeds, seeds again and closes them, and gives every served world its
// observers.
import { didYouMean } from '../contract/did-you-mean.ts';
import type { Tables } from '../state/tables/table.ts';
import type { AppOptions } from './app-options.ts';
import { runContained } from './background.ts';
import { createWorld, seedWorld } from './seed-world.ts';
import { type AppContext, serveWorld, type WorldServer } from './world-server.ts';
import type { StoredWorldState, WorldServerSnapshot } from './world-snapshot.ts';

/** An object that exists as long as a world is served, such as the sender of the world's webhooks. */
export type WorldObserver = {
  /** called after the world's clock was moved, or the world's state was restored */
  changed(): void;
  close(reason: CloseReason): void;
};

/**
 * Why a world is no longer served here: it was deleted, or it was only taken out of memory. The worlds of an app that is
 * closed are taken out of memory.
 */
export type CloseReason = 'deleted' | 'unloaded';

/** The worlds of an app by name. The first one is the world that the app was created with; it cannot be closed. */
export type WorldRegistry<T extends Tables = Tables> = {
  readonly main: WorldServer<T>;
  find(name: string): WorldServer<T> | undefined;
  list(): WorldServer<T>[];
  /**
   * copies a world in its present state or in a saved state; the copied state is the reset point of the new world;
   * the name must not be in use
   */
  fork(name: string, from: WorldServer<T>, saved?: WorldServerSnapshot): WorldServer<T>;
  /** seeds a new world with options of its own; the name must not be in use */
  seed(
    name: string,
    options: Pick<AppOptions, 'seed' | 'world' | 'clock' | 'lifecycle' | 'from'>,
  ): WorldServer<T>;
  /**
   * seeds a world again in its place, and makes the result its reset point; options that are left out keep their
   * values
   */
  reseed(worldServer: WorldServer<T>, options: Pick<AppOptions, 'seed' | 'world'>): void;
  /** deletes a world; returns false for an unknown name and for the first world, which cannot be deleted */
  close(name: string): boolean;
  /**
   * takes a world out of memory: its observers are closed, and `find` no longer finds it. The first world stays, without
   * observers, until `open` loads it again. Returns false for an unknown name.
   */
  unload(name: string): boolean;
  /**
   * serves a stored world, and creates its observers. The first world is loaded in its place, and so is a world that was
   * unloaded while other code still uses it; for another world the name must not be in use. `loaded` is called when the
   * world has its state, before its observers, which may run what came due meanwhile
   */
  open(
    name: string,
    stored: StoredWorldState,
    loaded?: (worldServer: WorldServer<T>) => void,
  ): WorldServer<T>;
  /** creates an observer for every present and future world */
  observe(create: (worldServer: WorldServer<T>) => WorldObserver): void;
  /** tells a keeper of the worlds that are made and deleted from now on */
  attach(keeper: WorldKeeper<T>): void;
  /** creates the observers of a world that has none, or closes them; worlds have theirs unless the keeper says no */
  setObserved(worldServer: WorldServer<T>, isObserved: boolean): void;
  /** notifies a world's observers and listeners that its clock was moved or its state restored */
  notifyChanged(worldServer: WorldServer<T>): void;
};

/** Who keeps the worlds in a database. */
export type WorldKeeper<T extends Tables = Tables> = {
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

/** Creates the registry of an app and seeds its first world. */
export function createWorldRegistry<T extends Tables>(appContext: AppContext<T>): WorldRegistry<T> {
  const observerFactories: ((worldServer: WorldServer<T>) => WorldObserver)[] = [];
  const observers = new Map<WorldServer<T>, WorldObserver[]>();
  const byName = new Map<string, WorldServer<T>>();
  const unloaded = new Map<string, WeakRef<WorldServer<T>>>();
  let keeper: WorldKeeper<T> | null = null;
  const add = (worldServer: WorldServer<T>): WorldServer<T> => {
    byName.set(worldServer.name, worldServer);
    unloaded.delete(worldServer.name);
    observers.set(worldServer, []);
    if (keeper?.observes !== false) worlds.setObserved(worldServer, true);
    return worldServer;
  };
  const addNew = (worldServer: WorldServer<T>): WorldServer<T> => {
    add(worldServer);
    keeper?.made(worldServer);
    return worldServer;
  };
  const closeObservers = (worldServer: WorldServer<T>, reason: CloseReason): void => {
    const { name, deps } = worldServer;
    for (const observer of observers.get(worldServer)?.splice(0) ?? [])
      runContained(deps.reportFault, `closing an observer of the world ${name}`, observer.close)(reason);
  };
  const remove = (worldServer: WorldServer<T>, reason: CloseReason): void => {
    if (worldServer !== main) byName.delete(worldServer.name);
    worldServer.changes.emit({ kind: 'closed' });
    closeObservers(worldServer, reason);
    observers.delete(worldServer);
  };
  const worlds: Omit<WorldRegistry<T>, 'main'> = {
    find: (name) => byName.get(name),
    list: () => [...byName.values()],
    fork(name, from, saved = from.save()) {
      const world = from.world.fork(name);
      const worldServer = serveWorld({ ...appContext, options: from.options }, name, world, saved.seeded);
      worldServer.restore(saved, { kind: 'restore' });
      worldServer.timeline.clear();
      worldServer.setResetPoint();
      return addNew(worldServer);
    },
    seed: (name, options) =>
      addNew(serveSeededWorld(appContext, name, { ...appContext.options, ...options })),
    reseed(worldServer, options) {
      const { from: _, ...ownOptions } = worldServer.options;
      const reseeded = serveSeededWorld(appContext, worldServer.name, {
        ...ownOptions,
        seed: Number(worldServer.world.seed),
        ...options,
      });
      worldServer.restore(reseeded.save(), { kind: 'seed' });
      worldServer.setResetPoint();
      worlds.notifyChanged(worldServer);
    },
    close(name) {
      const worldServer = byName.get(name);
      if (!worldServer || worldServer === main) return false;
      remove(worldServer, 'deleted');
      keeper?.deleted(worldServer);
      return true;
    },
    unload(name) {
      const worldServer = byName.get(name);
      if (!worldServer) return false;
      remove(worldServer, 'unloaded');
      for (const [other, reference] of unloaded) if (!reference.deref()) unloaded.delete(other);
      if (worldServer !== main) unloaded.set(name, new WeakRef(worldServer));
      return true;
    },
    open(name, stored, loaded) {
      const present = byName.get(name);
      if (present && (present !== main || observers.has(present)))
        throw new Error(`The world ${name} is served already: unload it first.`);
      const worldServer = present ?? unloaded.get(name)?.deref() ?? serveEmptyWorld(appContext, name);
      worldServer.load(stored);
      loaded?.(worldServer);
      add(worldServer);
      worlds.notifyChanged(worldServer);
      return worldServer;
    },
    observe(create) {
      observerFactories.push(create);
      if (keeper?.observes === false) return;
      for (const [worldServer, observersOfWorld] of observers) observersOfWorld.push(create(worldServer));
    },
    attach(attached) {
      keeper = attached;
      if (!attached.observes)
        for (const worldServer of observers.keys()) closeObservers(worldServer, 'unloaded');
    },
    setObserved(worldServer, isObserved) {
      const present = observers.get(worldServer);
      if (!isObserved) closeObservers(worldServer, 'unloaded');
      else if (present?.length === 0) present.push(...observerFactories.map((create) => create(worldServer)));
    },
    notifyChanged(worldServer) {
      worldServer.changes.emit({ kind: 'changed' });
      for (const observer of observers.get(worldServer) ?? []) {
        runContained(
          worldServer.deps.reportFault,
          `an observer of the world ${worldServer.name}`,
          observer.changed,
        )();
      }
    },
  };
  const { recover, ...options } = appContext.options;
  const main = add(
    recover === undefined
      ? serveSeededWorld(appContext, options.world ?? 'demo', options)
      : serveEmptyWorld(appContext, recover),
  );
  return { ...worlds, main };
}

/** Serves a world without rows, into which a stored world is loaded. */
function serveEmptyWorld<T extends Tables>(appContext: AppContext<T>, name: string): WorldServer<T> {
  const world = createWorld(appContext.definition, name, {});
  return serveWorld(appContext, name, world, { personas: {}, values: {} });
}

/**
 * Seeds a world and serves it under a name.
 * @throws Error naming the known worlds when the mock definition has no such world
 */
function serveSeededWorld<T extends Tables>(
  appContext: AppContext<T>,
  name: string,
  options: AppOptions,
): WorldServer<T> {
  const { world, settled: seeded } = seedWorld(appContext.definition, name, options);
  return serveWorld({ ...appContext, options }, name, world, seeded);
}
