// The laboratory: everything a test may do to a mock from outside its API, as functions of this process.
import { type App, noSuchWorld, type Room } from '../server/app.ts';
import type { Personas, Unseen } from '../server/content.ts';
import type { AppOptions } from '../server/options.ts';
import { isLivable, isoOf, LIVABLE, msOf } from '../state/instant.ts';
import type { Tables } from '../state/table.ts';
import { type Clockwork, clockwork } from './clockwork.ts';
import { type LabEvent, onEvents } from './events.ts';
import { type FaultsDesk, faultsDesk } from './faults-desk.ts';
import { type LeversDesk, leversDesk } from './levers.ts';
import { type PolicyDesk, policyDesk } from './policy-desk.ts';
import { NAME } from './reading.ts';
import { type RequestsDesk, requestsDesk } from './requests-desk.ts';
import { type Snapshots, snapshots } from './snapshots.ts';
import { type Export, exportOf, importInto } from './transfer.ts';
import { Trouble, unusable } from './trouble.ts';

/** One world and what can be done to it. Every call that cannot be done throws a `Trouble` and has changed nothing. */
export type LabWorld<T extends Tables = Tables> = {
  readonly name: string;
  readonly room: Room<T>;
  /** Answers a web request to this world: `/v1/...`. */
  fetch(request: Request): Promise<Response>;
  readonly personas: Personas;
  readonly clock: Clockwork;
  readonly snapshots: Snapshots;
  readonly faults: FaultsDesk;
  readonly policy: PolicyDesk;
  readonly requests: RequestsDesk;
  /** What can be had to happen to a record at once. */
  readonly resources: LeversDesk;
  /** What goes out unseen: TOTP codes, webhook deliveries. */
  outbox(): Unseen;
  /** Tells of commits and requests as they happen; returns how to stop. */
  onEvents(listener: (event: LabEvent) => void): () => void;
  /** Everything as it was at the world's start. */
  reset(): void;
  /** Settles the world anew: by another seed, or as another world of the content. It is then where it starts from. */
  seed(options?: { seed?: number; world?: string }): void;
  /** Everything in the world as plain JSON; the same bytes after `import`. */
  export(): Export;
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

export type Laboratory<T extends Tables = Tables> = LabWorld<T> & {
  readonly worlds: {
    list(): WorldInfo[];
    /** @throws Trouble WORLD_EXISTS, WORLD_NOT_FOUND, SNAPSHOT_NOT_FOUND */
    create(options?: NewWorld): LabWorld<T>;
    /** @throws Trouble WORLD_NOT_FOUND */
    get(name: string): LabWorld<T>;
    /** @throws Trouble WORLD_NOT_FOUND, and WORLD_IN_USE for the first one, which stays */
    delete(name: string): void;
  };
};

/** No mock has more worlds. */
const MOST = 1000;

const opened = new WeakMap<object, Laboratory>();

/** The laboratory of an app, the same one for all who ask; its own calls are about the first world. */
export function laboratory<T extends Tables>(app: App<T>): Laboratory<T> {
  const lab = (opened.get(app) as Laboratory<T> | undefined) ?? open(app);
  opened.set(app, lab as unknown as Laboratory);
  return lab;
}

function open<T extends Tables>(app: App<T>): Laboratory<T> {
  const { rooms } = app;
  const known = new WeakMap<Room<T>, LabWorld<T>>();
  let made = 0;

  const of = (room: Room<T>): LabWorld<T> => {
    const found = known.get(room) ?? labWorld(app, room);
    known.set(room, found);
    return found;
  };
  const get = (name: string): LabWorld<T> => {
    const room = rooms.find(name);
    if (room) return of(room);
    throw new Trouble(404, 'WORLD_NOT_FOUND', noSuchWorld(name, rooms));
  };
  const nameOf = (given: string | undefined): string => {
    if (given !== undefined && !NAME.test(given)) throw unusable({ '/name': ['is no name for a world.'] });
    if (given !== undefined && rooms.find(given)) {
      throw new Trouble(
        409,
        'WORLD_EXISTS',
        `There is a world named ${given} already; delete it or take another name.`,
      );
    }
    let name = given;
    while (name === undefined || (given === undefined && rooms.find(name))) name = `world-${++made}`;
    return name;
  };

  return {
    ...of(rooms.main),
    get personas() {
      return rooms.main.settled.personas;
    },
    worlds: {
      list: () => rooms.list().map((room) => infoOf(room, rooms.main)),
      get,
      create({ name, from, snapshot, ...anew } = {}) {
        if (rooms.list().length >= MOST)
          throw new Trouble(409, 'TOO_MANY', `There are ${MOST} worlds: delete some.`);
        const called = nameOf(name);
        const chosen = Object.keys(anew);
        demandLivable(anew.clock);
        if (chosen.length > 0) {
          if (from !== undefined || snapshot !== undefined) {
            throw unusable({
              '': [
                `a copy has everything from its original: leave ${chosen.join(', ')} out, or from and snapshot.`,
              ],
            });
          }
          demandBuild(app, anew.world);
          return of(rooms.settle(called, anew));
        }
        const original = from === undefined ? of(rooms.main) : get(from);
        const saved = snapshot === undefined ? undefined : original.snapshots.find(snapshot);
        return of(rooms.fork(called, original.room, saved));
      },
      delete(name) {
        if (get(name).room === rooms.main) {
          throw new Trouble(
            409,
            'WORLD_IN_USE',
            `The world ${name} is the one calls go to that name none: it stays.`,
          );
        }
        rooms.close(name);
      },
    },
  };
}

function labWorld<T extends Tables>(app: App<T>, room: Room<T>): LabWorld<T> {
  const { rooms } = app;
  return {
    name: room.name,
    room,
    fetch: (request) => room.fetch(request),
    get personas() {
      return room.settled.personas;
    },
    clock: clockwork(rooms, room),
    snapshots: snapshots(rooms, room),
    faults: faultsDesk(room),
    policy: policyDesk(room),
    requests: requestsDesk(room),
    resources: leversDesk(rooms, room),
    outbox() {
      room.world.runDue();
      const { unseen } = app.content;
      return room.world.transact(
        null,
        (store) => unseen?.(store, room.settled.personas) ?? { codes: [], deliveries: [], waiting: 0 },
      );
    },
    onEvents: (listener) => onEvents(room, listener),
    reset() {
      room.reset();
      rooms.moved(room);
    },
    seed(options = {}) {
      demandBuild(app, options.world ?? room.options.world ?? 'demo');
      rooms.resettle(room, options);
    },
    export: () => exportOf(room),
    import: (json, whose) => importInto(app, room, json, whose),
  };
}

/** @throws Trouble 422 for what is no time a world could begin at */
function demandLivable(clock: string | undefined): void {
  if (clock === undefined || clock === 'now' || clock === 'frozen') return;
  let ms = Number.NaN;
  try {
    ms = msOf(clock);
  } catch {
    // Said below.
  }
  if (!isLivable(ms))
    throw unusable({ '/clock': [`must be now, frozen, or an ISO 8601 instant ${LIVABLE}.`] });
}

/** @throws Trouble 422 naming the worlds that can be made */
function demandBuild<T extends Tables>({ content }: App<T>, name: string | undefined): void {
  if (name === undefined || Object.hasOwn(content.worlds, name)) return;
  throw unusable({ '/world': [`must be one of ${Object.keys(content.worlds).join(', ')}.`] });
}

function infoOf<T extends Tables>({ name, world }: Room<T>, main: Room<T>): WorldInfo {
  return {
    name,
    main: name === main.name,
    path: `/w/${name}/v1`,
    seed: world.seed,
    now: isoOf(world.clock.now()),
    frozen: world.clock.frozen,
  };
}
