// The whole server as one value: a plain call in, a plain reply out, and two adapters; one world, or many side by side.
import { operations } from '../contract/operations.ts';
import { makeClock } from '../state/clock.ts';
import type { Store } from '../state/store.ts';
import type { Tables } from '../state/table.ts';
import { World } from '../state/world.ts';
import { contained } from './background.ts';
import { type Admit, type Call, jsonReply, MAX_BODY, type Reply, worldPath } from './call.ts';
import { demandOptions } from './check-options.ts';
import type { Content, Settled } from './content.ts';
import { permit } from './cors.ts';
import { answerRequest } from './fetch.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import { onceTables, onceTimers } from './once.ts';
import type { AppOptions } from './options.ts';
import { outgoingTables } from './outgoing.ts';
import { makePlans } from './plan.ts';
import { worldOf } from './prefer.ts';
import { type House, openRoom, type Room, type Saved } from './room.ts';

export type { AppOptions } from './options.ts';
export type { Room, Saved } from './room.ts';

/** Serves calls below a path prefix. `call.world` says which world it is about, if the URL did. */
type Door = (call: Call) => Reply | Promise<Reply>;

/** Something that goes with every world as long as it is served: what sends its webhooks. */
export type Companion = {
  /** its clock was moved, or its state put back */
  moved(): void;
  close(): void;
};

/** The worlds of an app by name. The first is the one the app was made with; it stays. */
export type Rooms<T extends Tables = Tables> = {
  readonly main: Room<T>;
  find(name: string): Room<T> | undefined;
  list(): Room<T>[];
  /** a copy of a world as it is, or as it was saved; its `reset` goes back to that. The name must be free */
  fork(name: string, from: Room<T>, saved?: Saved): Room<T>;
  /** a world made anew from the content, by its own options; the name must be free */
  settle(name: string, options: Pick<AppOptions, 'seed' | 'world' | 'clock' | 'lifecycle' | 'from'>): Room<T>;
  /** makes a world anew in its place, by its own options where none are given; it is then what `reset` goes back to */
  resettle(room: Room<T>, options: Pick<AppOptions, 'seed' | 'world'>): void;
  /** was there one? the first stays: false */
  close(name: string): boolean;
  /** gives every world, those to come too, a companion */
  accompany(companion: (room: Room<T>) => Companion): void;
  /** has a world's companions look again */
  moved(room: Room<T>): void;
};

export type App<T extends Tables = Tables> = Settled & {
  /** answers a plain call; a promise only where bytes have to be made or a step takes time */
  handle(call: Call): Reply | Promise<Reply>;
  /** decides about a request with a body before it is read */
  admit: Admit;
  /** answers a web `Request` */
  fetch(request: Request): Promise<Response>;
  /** serves on a port */
  listen(options?: ListenOptions): Promise<Listening>;
  /** where it listens now */
  listening(): readonly Pick<Listening, 'host' | 'port'>[];
  /** lets another service answer every call whose path starts with a prefix that lies outside `/v1`; the longest prefix has it, and of equal ones the last. `admit` decides about their bodies; left out, they may have 1 MiB */
  mount(prefix: string, door: Door, admit?: Admit): void;
  /** the world the app was made with */
  world: World<T>;
  readonly rooms: Rooms<T>;
  readonly content: Content<T>;
  readonly options: Readonly<AppOptions>;
  seed: number;
  /** the broken invariants of the world as it stands; empty means sound */
  invariants(): string[];
  /**
   * serves by the contract as it has become, with the state kept
   * @throws Error when the content cannot: an operation has come that it has no handler for, or one is gone
   */
  followContract(): void;
  /** back to the first instant of the same world: same seed, same ids, limits and keys forgotten */
  reset(): void;
  /** closes every server this app listens with, and lets every world's companions go */
  close(): Promise<void>;
};

/**
 * Makes the server of a content wing.
 * @throws Error naming what is missing: a handler, a world, a record's path; or every option that is none
 */
export function createApp<T extends Tables>(content: Content<T>, options: AppOptions = {}): App<T> {
  assertHandlers(content.handlers);
  demandOptions(options, Object.keys(content.worlds));
  const untyped = content as unknown as Content<Tables>;
  const plans = makePlans(untyped.resources, untyped.acceptsExpired);
  const house = { content, plans, options };
  const rooms = openRooms(house);
  const { main } = rooms;
  const doors: { prefix: string; door: Door; admit: Admit }[] = [];
  const servers = new Set<Listening>();
  const { fault } = main.machine;

  const handle = (call: Call): Reply | Promise<Reply> =>
    call.headers['x-mock-world'] === undefined &&
    call.headers.prefer === undefined &&
    (call.query === '' || !call.query.includes('__prefer')) &&
    call.path.charCodeAt(1) === 118 /* v, as in /v1 */
      ? main.handle(call)
      : elsewhere(call);

  /** Whatever is not for the first world's API. A name in the URL has the first word, then a preference, then the header. */
  const elsewhere = (given: Call): Reply | Promise<Reply> => {
    const call = inWorld(given);
    for (const { prefix, door } of doors) if (call.path.startsWith(prefix)) return door(call);
    const name = call.world ?? worldOf(call) ?? call.headers['x-mock-world'];
    const room = name === undefined ? main : rooms.find(name);
    return room ? room.handle(call) : noWorld(call, name ?? '');
  };

  /** `handle` for a caller that has nobody to hand an error to: a failure of ours is reported, and answered with 500. */
  const handleSafely = (call: Call): Reply | Promise<Reply> => {
    const failed = (error: unknown): Reply => {
      fault(error, `${call.method} ${call.path}`);
      const message = 'The mock failed at this; its log says how.';
      return jsonReply(500, JSON.stringify({ error: { code: 'SERVER_ERROR', message } }));
    };
    try {
      const reply = handle(call);
      return reply instanceof Promise ? reply.catch(failed) : reply;
    } catch (error) {
      return failed(error);
    }
  };

  const admit: Admit = (given) => {
    if (given.path.charCodeAt(1) === 118 /* v */) return MAX_BODY;
    const call = inWorld(given);
    return doors.find(({ prefix }) => call.path.startsWith(prefix))?.admit(call) ?? MAX_BODY;
  };

  const noWorld = ({ headers: { origin } }: Call, name: string): Reply => {
    const message = noSuchWorld(name, rooms);
    const reply = jsonReply(404, JSON.stringify({ error: { code: 'WORLD_NOT_FOUND', message } }));
    reply.headers['Cache-Control'] = 'no-store';
    if (origin) permit(origin, main.machine.origins, reply.headers);
    return reply;
  };

  return {
    get personas() {
      return main.settled.personas;
    },
    get values() {
      return main.settled.values;
    },
    get seed() {
      return Number(main.world.seed);
    },
    handle,
    admit,
    fetch: (request) => answerRequest(request, { handle, admit }),
    async listen(where) {
      const server = await listen(handleSafely, where, admit, fault);
      const open: Listening = {
        ...server,
        close() {
          servers.delete(open);
          return server.close();
        },
      };
      servers.add(open);
      return open;
    },
    listening: () => [...servers],
    mount(prefix, door, admit = () => MAX_BODY) {
      doors.unshift({ prefix, door, admit });
      doors.sort((a, b) => b.prefix.length - a.prefix.length);
    },
    world: main.world,
    rooms,
    content,
    options,
    invariants: () => main.invariants(),
    followContract() {
      assertHandlers(content.handlers);
      const others = makePlans(untyped.resources, untyped.acceptsExpired);
      plans.clear();
      for (const [id, plan] of others) plans.set(id, plan);
      for (const { machine } of rooms.list()) machine.shown.clear();
    },
    reset: () => main.reset(),
    async close() {
      for (const { name } of rooms.list()) rooms.close(name);
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}

/** A call as the world sees it that its path names. */
function inWorld(call: Call): Call {
  const found = worldPath(call.path);
  return found ? { ...call, ...found, base: (call.base ?? '') + found.base } : call;
}

/** No message names more worlds than this. */
const NAMED = 20;

/** What to say of a name that no world has. */
export function noSuchWorld<T extends Tables>(name: string, rooms: Rooms<T>): string {
  const names = rooms.list().map((room) => room.name);
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `There is no world named ${name.slice(0, 64)}; there are: ${names.slice(0, NAMED).join(', ')}${more}. Make one with POST /_mock/v1/worlds.`;
}

function openRooms<T extends Tables>(house: House<T>): Rooms<T> {
  const makers: ((room: Room<T>) => Companion)[] = [];
  const companions = new Map<Room<T>, Companion[]>();
  const open = new Map<string, Room<T>>();
  const add = (room: Room<T>): Room<T> => {
    open.set(room.name, room);
    companions.set(
      room,
      makers.map((make) => make(room)),
    );
    return room;
  };
  const rooms: Omit<Rooms<T>, 'main'> = {
    find: (name) => open.get(name),
    list: () => [...open.values()],
    fork(name, from, saved = from.save()) {
      const world = from.world.fork(name);
      const room = openRoom({ ...house, options: from.options }, name, world, saved.settled);
      room.restore(saved);
      room.keep();
      return add(room);
    },
    settle: (name, options) => add(settledRoom(house, name, { ...house.options, ...options })),
    resettle(room, options) {
      const { from: _, ...own } = room.options;
      const anew = settledRoom(house, room.name, { ...own, seed: Number(room.world.seed), ...options });
      room.restore(anew.save());
      room.keep();
      rooms.moved(room);
    },
    close(name) {
      const room = open.get(name);
      if (!room) return false;
      for (const companion of companions.get(room)?.splice(0) ?? []) {
        contained(room.machine.fault, `closing what goes with the world ${name}`, companion.close)();
      }
      return room !== main && open.delete(name) && companions.delete(room);
    },
    accompany(make) {
      makers.push(make);
      for (const [room, known] of companions) known.push(make(room));
    },
    moved(room) {
      for (const companion of companions.get(room) ?? []) {
        contained(room.machine.fault, `what goes with the world ${room.name}`, companion.moved)();
      }
    },
  };
  const main = add(settledRoom(house, house.options.world ?? 'demo', house.options));
  return { ...rooms, main };
}

/** A world made anew and served under a name. @throws Error naming the worlds there are */
function settledRoom<T extends Tables>(house: House<T>, name: string, options: AppOptions): Room<T> {
  const { world, settled } = settle(house.content, name, options);
  return openRoom({ ...house, options }, name, world, settled);
}

/** Start-up names every operation without a handler, and every handler without an operation. */
function assertHandlers(handlers: object): void {
  const ids: string[] = operations.map(({ id }) => id);
  const missing = ids.filter((id) => !(id in handlers));
  const unknown = Object.keys(handlers).filter((id) => !ids.includes(id));
  if (missing.length > 0) throw new Error(`No handler for: ${missing.join(', ')}.`);
  if (unknown.length > 0) throw new Error(`Handlers of no operation of the document: ${unknown.join(', ')}.`);
}

function settle<T extends Tables>(
  content: Content<T>,
  called: string,
  options: AppOptions,
): { world: World<T>; settled: Settled } {
  const { from, world: name = 'demo', seed = 1 } = options;
  const build = Object.hasOwn(content.worlds, name) ? content.worlds[name] : undefined;
  if (!from && !build) {
    throw new Error(`There is no world named ${name}; there are: ${Object.keys(content.worlds).join(', ')}.`);
  }
  const clock = makeClock({ start: options.clock ?? 'now' });
  const settings = { lifecycle: options.lifecycle ?? 'time' };
  const world = new World({
    tables: { ...content.tables, ...onceTables, ...outgoingTables },
    name: called,
    seed,
    clock,
    timers: { ...content.timers, ...onceTimers },
    settings,
  }) as unknown as World<T>;
  const ahead = from ? null : content.ahead?.({ name, seed, start: clock.now(), ...settings });
  if (from) world.import(from);
  else if (ahead) world.take(ahead);
  const known = from ?? ahead;
  const nobody: Settled = { personas: {}, values: {} };
  const settled = world.transact(
    null,
    (store: Store<T>) => (known ? content.recognise?.(store) : build?.({ world, store, seed })) ?? nobody,
  );
  return { world, settled };
}
