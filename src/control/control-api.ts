// The control API as functions in this process: the worlds of an app, and the control of each.
import type { App, WorldServer } from '../server/app.ts';
import { optionTable } from '../server/validate-options.ts';
import { unknownWorldMessage } from '../server/world-registry.ts';
import { toIso } from '../state/instant.ts';
import type { Tables } from '../state/tables/table.ts';
import { ControlError, invalidInput, worldExists } from './control-error.ts';
import { parseInput } from './input.ts';
import { assertMemoryLimit } from './memory-limit.ts';
import { bodySchema, type Schema } from './operations.ts';
import { assertWorldExists, type WorldControl, worldControl } from './world-control.ts';

export type WorldInfo = Schema<'World'>;
type ListedWorld = Schema<'ListedWorld'>;

type WorldStorage = {
  /** Tells whether a world of this name is known to be stored; a world in memory need not be among them. */
  has(name: string): boolean;
  /** Removes a stored world that cannot be taken into memory. */
  remove(name: string): void;
  /** Lists the stored worlds, the main world first. `isLoaded`: whether the world is in memory here. */
  list(): Promise<{ name: string; main: boolean; isLoaded: boolean; stored: Schema<'StoredWorld'> }[]>;
  /**
   * Asks the store for a reply.
   * @throws StorageError when it does not answer, and when the mock is ending
   */
  ready(): Promise<void>;
};

/** Options of a new world. The new world is a copy of another world, or it is seeded. */
export type NewWorld = Schema<'WorldRequest'>;

/** The maximum number of worlds of one mock, and of deleted worlds that can be brought back. */
const [MAX_WORLDS, MAX_DELETED] = [1000, 8];

const controlApis = new WeakMap<object, ControlApi>();

/** Returns the control API of an app, always the same object, with the control of the main world. */
export function controlApi<T extends Tables>(app: App<T>): ControlApi<T> {
  const lab = (controlApis.get(app) as ControlApi<T> | undefined) ?? createControlApi(app);
  controlApis.set(app, lab as unknown as ControlApi);
  return lab;
}

function createControlApi<T extends Tables>(app: App<T>) {
  const { worlds } = app;
  const worldControls = new WeakMap<WorldServer<T>, WorldControl<T>>();
  /** the worlds that were deleted last, the oldest first */
  const deleted = new Map<string, WorldServer<T>>();
  let created = 0;
  let storage: WorldStorage | null = null;
  const isTaken = (name: string): boolean => worlds.find(name) !== undefined || storage?.has(name) === true;

  const of = (worldServer: WorldServer<T>): WorldControl<T> => {
    const found = worldControls.get(worldServer) ?? worldControl(app, worldServer);
    worldControls.set(worldServer, found);
    return found;
  };
  const get = (name: string): WorldControl<T> => {
    const worldServer = worlds.find(name);
    if (worldServer) return of(worldServer);
    throw new ControlError('WORLD_NOT_FOUND', unknownWorldMessage(name, worlds));
  };
  const nameOf = (requested: string | undefined): string => {
    if (requested === undefined) {
      do created += 1;
      while (isTaken(`world-${created}`));
      return `world-${created}`;
    }
    if (!isTaken(requested)) return requested;
    throw worldExists(requested);
  };

  return {
    ...of(worlds.main),
    get personas() {
      return worlds.main.seeded.personas;
    },
    /** The variation and the upstream that the app was started with. */
    startedWith: app.startedWith,
    /** The worlds of the app. */
    worlds: {
      /** Lists the worlds in memory, the main world first. */
      list: (): WorldInfo[] => worlds.list().map((worldServer) => worldInfo(worldServer, worlds.main)),
      /** Lists all worlds, the main world first, also those that are stored and not in memory. */
      async listAll(): Promise<ListedWorld[]> {
        const inMemory = worlds.list().map((worldServer) => worldInfo(worldServer, worlds.main));
        if (storage === null) return inMemory.map((info) => ({ ...info, stored: null }));
        return (await storage.list()).map(({ name, main, isLoaded, stored }): ListedWorld => {
          const info = isLoaded ? inMemory.find((one) => one.name === name) : undefined;
          const unknown = { name, main, path: worldPath(name), seed: null, now: null, frozen: null };
          return { ...(info ?? unknown), stored };
        });
      },
      /** Tells the control API what stores the worlds. */
      attachStorage(attached: WorldStorage): void {
        storage = attached;
      },
      /**
       * Asks what stores the worlds for a reply; worlds in memory are always ready.
       * @throws the error of the storage
       */
      ready: async (): Promise<void> => storage?.ready(),
      /**
       * Finds a world by name.
       * @throws ControlError WORLD_NOT_FOUND
       */
      get,
      /**
       * Creates a world, by default as a copy of the main world.
       * @throws ControlError WORLD_EXISTS, WORLD_NOT_FOUND, SNAPSHOT_NOT_FOUND, MOMENT_NOT_FOUND, TOO_MANY, or 422 for
       * invalid options
       */
      create(options: NewWorld = {}): WorldControl<T> {
        const { name, from, snapshot, at, ...fresh } = parseInput<NewWorld>(
          bodySchema('createWorld'),
          options,
        );
        if (worlds.list().length >= MAX_WORLDS)
          throw new ControlError('TOO_MANY', `There are ${MAX_WORLDS} worlds: delete some.`);
        assertMemoryLimit();
        const worldName = nameOf(name);
        const seedOptions = Object.keys(fresh);
        const problem = fresh.clock === undefined ? undefined : optionTable.clock.check(fresh.clock);
        if (problem !== undefined) throw invalidInput({ '/clock': [`${problem}.`.replace('?.', '?')] });
        if (seedOptions.length > 0) {
          if (from !== undefined || snapshot !== undefined || at !== undefined) {
            throw invalidInput({
              '': [
                `a copy takes everything from its original: leave out ${seedOptions.join(', ')}, or from, snapshot and at.`,
              ],
            });
          }
          assertWorldExists(app, fresh.world);
          return of(worlds.seed(worldName, fresh));
        }
        const original = from === undefined ? of(worlds.main) : get(from);
        if (snapshot !== undefined && at !== undefined)
          throw invalidInput({ '/at': ['must be left out where a snapshot is named.'] });
        if (at !== undefined)
          return of(worlds.fork(worldName, original.worldServer, original.timeline.state(at)));
        const saved = snapshot === undefined ? undefined : original.snapshots.find(snapshot);
        return of(worlds.fork(worldName, original.worldServer, saved));
      },
      /**
       * Deletes a world.
       * @throws ControlError WORLD_NOT_FOUND; WORLD_IN_USE for the main world, which cannot be deleted
       */
      delete(name: string): void {
        if (worlds.find(name) === undefined && storage?.has(name)) {
          storage.remove(name);
          return;
        }
        const { worldServer } = get(name);
        if (worldServer === worlds.main) {
          throw new ControlError(
            'WORLD_IN_USE',
            `The world ${name} serves the calls without a world name, so it cannot be deleted.`,
          );
        }
        worlds.close(name);
        deleted.delete(name);
        deleted.set(name, worldServer);
        const [oldest = ''] = deleted.keys();
        if (deleted.size > MAX_DELETED) deleted.delete(oldest);
      },
      /**
       * Brings back one of the worlds that were deleted last.
       * @throws ControlError WORLD_NOT_FOUND, WORLD_EXISTS
       */
      undelete(name: string): WorldControl<T> {
        const worldServer = deleted.get(name);
        if (worldServer === undefined)
          throw new ControlError(
            'WORLD_NOT_FOUND',
            `${name.slice(0, 64)} is none of the ${MAX_DELETED} worlds that were deleted last.`,
          );
        if (isTaken(name)) throw worldExists(name);
        deleted.delete(name);
        worlds.reopen(worldServer);
        return of(worldServer);
      },
    },
  };
}

/** The control API of an app. The members of `WorldControl` control the main world. */
export type ControlApi<T extends Tables = Tables> = ReturnType<typeof createControlApi<T>>;

const worldPath = (name: string): string => `/w/${name}/v1`;

function worldInfo<T extends Tables>({ name, world }: WorldServer<T>, main: WorldServer<T>): WorldInfo {
  return {
    name,
    main: name === main.name,
    path: worldPath(name),
    seed: world.seed,
    now: toIso(world.clock.now()),
    frozen: world.clock.frozen,
  };
}
