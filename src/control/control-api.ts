// The laboratory: everything a test may do to a mock from outside its API, as functions of this process.
import type { App, WorldServer } from '../server/app.ts';
import type { AppOptions } from '../server/app-options.ts';
import type { Personas, SideEffects } from '../server/mock-definition.ts';
import { unknownWorldMessage } from '../server/world-registry.ts';
import { isWorldTime, parseIso, toIso, WORLD_TIME_RANGE } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { WORLD_NAME } from './body-parsers.ts';
import { type ClockControl, clockControl } from './clock-control.ts';
import { ControlError, invalidInput } from './control-error.ts';
import { type ControlEvent, onControlEvents } from './event-stream.ts';
import type { ExportedWorld } from './exported-world.ts';
import { type FaultControl, faultControl } from './fault-control.ts';
import { exportWorld, importWorld } from './import-export.ts';
import { type LeverControl, leverControl } from './lever-control.ts';
import { type PolicyControl, policyControl } from './policy-control.ts';
import { type RequestLogControl, requestLogControl } from './request-log-control.ts';
import { type SnapshotControl, snapshotControl } from './snapshot-control.ts';

/** One world and what can be done to it. Every call that cannot be done throws a `Trouble` and has changed nothing. */
export type WorldControl<T extends Tables = Tables> = {
  readonly name: string;
  readonly worldServer: WorldServer<T>;
  /** Answers a web request to this world: `/v1/...`. */
  fetch(request: Request): Promise<Response>;
  readonly personas: Personas;
  readonly clock: ClockControl;
  readonly snapshots: SnapshotControl;
  readonly faults: FaultControl;
  readonly policy: PolicyControl;
  readonly requests: RequestLogControl;
  /** What can be had to happen to a record at once. */
  readonly resources: LeverControl;
  /** What goes out unseen: TOTP codes, webhook deliveries. */
  outbox(): SideEffects;
  /** Tells of commits and requests as they happen; returns how to stop. */
  onEvents(listener: (event: ControlEvent) => void): () => void;
  /** Everything as it was at the world's start. */
  reset(): void;
  /** Settles the world anew: by another seed, or as another world of the content. It is then where it starts from. */
  seed(options?: { seed?: number; world?: string }): void;
  /** Everything in the world as plain JSON; the same bytes after `import`. */
  export(): ExportedWorld;
  /**
   * Becomes what was exported. What is `owned` nobody else holds: its rows are kept as they are, and not copied first.
   * @throws Trouble IMPORT_REFUSED with what is wrong, by JSON pointer
   */
  import(json: unknown, whose?: 'owned' | 'shared'): void;
};

export type WorldInfo = {
  name: string;
  /** the one calls go to that name none */
  main: boolean;
  /** its API's base path for clients that cannot set headers */
  path: string;
  seed: number | string;
  now: string;
  frozen: boolean;
};

export type NewWorld = {
  /** `world-1`, … when left out */
  name?: string;
  /** a copy of this world, the first one when left out … */
  from?: string;
  /** … as it is, or as it was in one of its snapshots; `start` is how it began */
  snapshot?: string;
  /** instead of a copy, one made anew: which of the content's worlds, by which seed, when, at what pace */
  world?: string;
  seed?: number;
  clock?: string;
  lifecycle?: NonNullable<AppOptions['lifecycle']>;
};

export type ControlApi<T extends Tables = Tables> = WorldControl<T> & {
  readonly worlds: {
    list(): WorldInfo[];
    /** @throws Trouble WORLD_EXISTS, WORLD_NOT_FOUND, SNAPSHOT_NOT_FOUND */
    create(options?: NewWorld): WorldControl<T>;
    /** @throws Trouble WORLD_NOT_FOUND */
    get(name: string): WorldControl<T>;
    /** @throws Trouble WORLD_NOT_FOUND, and WORLD_IN_USE for the first one, which stays */
    delete(name: string): void;
  };
};

/** No mock has more worlds. */
const MAX_WORLDS = 1000;

const controlApis = new WeakMap<object, ControlApi>();

/** The laboratory of an app, the same one for all who ask; its own calls are about the first world. */
export function controlApi<T extends Tables>(app: App<T>): ControlApi<T> {
  const lab = (controlApis.get(app) as ControlApi<T> | undefined) ?? createControlApi(app);
  controlApis.set(app, lab as unknown as ControlApi);
  return lab;
}

function createControlApi<T extends Tables>(app: App<T>): ControlApi<T> {
  const { worlds } = app;
  const worldControls = new WeakMap<WorldServer<T>, WorldControl<T>>();
  let created = 0;

  const of = (worldServer: WorldServer<T>): WorldControl<T> => {
    const found = worldControls.get(worldServer) ?? worldControl(app, worldServer);
    worldControls.set(worldServer, found);
    return found;
  };
  const get = (name: string): WorldControl<T> => {
    const worldServer = worlds.find(name);
    if (worldServer) return of(worldServer);
    throw new ControlError(404, 'WORLD_NOT_FOUND', unknownWorldMessage(name, worlds));
  };
  const nameOf = (requested: string | undefined): string => {
    if (requested !== undefined && !WORLD_NAME.test(requested))
      throw invalidInput({ '/name': ['is no name for a world.'] });
    if (requested !== undefined && worlds.find(requested)) {
      throw new ControlError(
        409,
        'WORLD_EXISTS',
        `There is a world named ${requested} already; delete it or take another name.`,
      );
    }
    let name = requested;
    while (name === undefined || (requested === undefined && worlds.find(name))) name = `world-${++created}`;
    return name;
  };

  return {
    ...of(worlds.main),
    get personas() {
      return worlds.main.seeded.personas;
    },
    worlds: {
      list: () => worlds.list().map((worldServer) => worldInfo(worldServer, worlds.main)),
      get,
      create({ name, from, snapshot, ...fresh } = {}) {
        if (worlds.list().length >= MAX_WORLDS)
          throw new ControlError(409, 'TOO_MANY', `There are ${MAX_WORLDS} worlds: delete some.`);
        const called = nameOf(name);
        const chosen = Object.keys(fresh);
        assertWorldTime(fresh.clock);
        if (chosen.length > 0) {
          if (from !== undefined || snapshot !== undefined) {
            throw invalidInput({
              '': [
                `a copy has everything from its original: leave ${chosen.join(', ')} out, or from and snapshot.`,
              ],
            });
          }
          assertWorldExists(app, fresh.world);
          return of(worlds.seed(called, fresh));
        }
        const original = from === undefined ? of(worlds.main) : get(from);
        const saved = snapshot === undefined ? undefined : original.snapshots.find(snapshot);
        return of(worlds.fork(called, original.worldServer, saved));
      },
      delete(name) {
        if (get(name).worldServer === worlds.main) {
          throw new ControlError(
            409,
            'WORLD_IN_USE',
            `The world ${name} is the one calls go to that name none: it stays.`,
          );
        }
        worlds.close(name);
      },
    },
  };
}

function worldControl<T extends Tables>(app: App<T>, worldServer: WorldServer<T>): WorldControl<T> {
  const { worlds } = app;
  return {
    name: worldServer.name,
    worldServer,
    fetch: (request) => worldServer.fetch(request),
    get personas() {
      return worldServer.seeded.personas;
    },
    clock: clockControl(worlds, worldServer),
    snapshots: snapshotControl(worlds, worldServer),
    faults: faultControl(worldServer),
    policy: policyControl(worldServer),
    requests: requestLogControl(worldServer),
    resources: leverControl(worlds, worldServer),
    outbox() {
      worldServer.world.runDue();
      const { sideEffects } = app.definition;
      return worldServer.world.transact(
        null,
        (store) =>
          sideEffects?.(store, worldServer.seeded.personas) ?? { codes: [], deliveries: [], waiting: 0 },
      );
    },
    onEvents: (listener) => onControlEvents(worldServer, listener),
    reset() {
      worldServer.reset();
      worlds.notifyChanged(worldServer);
    },
    seed(options = {}) {
      assertWorldExists(app, options.world ?? worldServer.options.world ?? 'demo');
      worlds.reseed(worldServer, options);
    },
    export: () => exportWorld(worldServer),
    import: (json, whose) => importWorld(app, worldServer, json, whose),
  };
}

/** @throws Trouble 422 for what is no time a world could begin at */
function assertWorldTime(clock: string | undefined): void {
  if (clock === undefined || clock === 'now' || clock === 'frozen') return;
  let ms = Number.NaN;
  try {
    ms = parseIso(clock);
  } catch {
    // Said below.
  }
  if (!isWorldTime(ms))
    throw invalidInput({ '/clock': [`must be now, frozen, or an ISO 8601 instant ${WORLD_TIME_RANGE}.`] });
}

/** @throws Trouble 422 naming the worlds that can be made */
function assertWorldExists<T extends Tables>({ definition }: App<T>, name: string | undefined): void {
  if (name === undefined || Object.hasOwn(definition.worlds, name)) return;
  throw invalidInput({ '/world': [`must be one of ${Object.keys(definition.worlds).join(', ')}.`] });
}

function worldInfo<T extends Tables>({ name, world }: WorldServer<T>, main: WorldServer<T>): WorldInfo {
  return {
    name,
    main: name === main.name,
    path: `/w/${name}/v1`,
    seed: world.seed,
    now: toIso(world.clock.now()),
    frozen: world.clock.frozen,
  };
}
