// The whole server as one value: a plain call in, a plain reply out, and two adapters; one world, or many side by side.
import { operations } from '../contract/operations.ts';
import { parseClock } from '../state/clock.ts';
import type { Store } from '../state/store.ts';
import type { Tables } from '../state/table.ts';
import { World } from '../state/world.ts';
import type { AppOptions } from './app-options.ts';
import { runContained } from './background.ts';
import { type AdmitBody, type Call, jsonReply, MAX_BODY, type Reply, splitWorldPath } from './http/call.ts';
import { allowOrigin } from './http/cors.ts';
import { answerRequest } from './http/fetch.ts';
import { type Listening, type ListenOptions, listen } from './http/listen.ts';
import { preferredWorld } from './http/prefer-header.ts';
import { idempotencyTables, idempotencyTimers } from './idempotency.ts';
import type { MockDefinition, SeededWorld } from './mock-definition.ts';
import { outboxTables } from './outbox-queue.ts';
import { makeOperationPlans } from './pipeline/operation-plan.ts';
import { validateOptions } from './validate-options.ts';
import { type AppContext, serveWorld, type WorldServer, type WorldServerSnapshot } from './world-server.ts';

export type { AppOptions } from './app-options.ts';
export type { WorldServer, WorldServerSnapshot } from './world-server.ts';

/** Serves calls below a path prefix. `call.world` says which world it is about, if the URL did. */
type MountedHandler = (call: Call) => Reply | Promise<Reply>;

/** Something that goes with every world as long as it is served: what sends its webhooks. */
export type WorldObserver = {
  /** its clock was moved, or its state put back */
  changed(): void;
  close(): void;
};

/** The worlds of an app by name. The first is the one the app was made with; it stays. */
export type WorldRegistry<T extends Tables = Tables> = {
  readonly main: WorldServer<T>;
  find(name: string): WorldServer<T> | undefined;
  list(): WorldServer<T>[];
  /** a copy of a world as it is, or as it was saved; its `reset` goes back to that. The name must be free */
  fork(name: string, from: WorldServer<T>, saved?: WorldServerSnapshot): WorldServer<T>;
  /** a world made anew from the content, by its own options; the name must be free */
  seed(
    name: string,
    options: Pick<AppOptions, 'seed' | 'world' | 'clock' | 'lifecycle' | 'from'>,
  ): WorldServer<T>;
  /** makes a world anew in its place, by its own options where none are given; it is then what `reset` goes back to */
  reseed(worldServer: WorldServer<T>, options: Pick<AppOptions, 'seed' | 'world'>): void;
  /** was there one? the first stays: false */
  close(name: string): boolean;
  /** gives every world, those to come too, a companion */
  observe(companion: (worldServer: WorldServer<T>) => WorldObserver): void;
  /** has a world's companions look again */
  notifyChanged(worldServer: WorldServer<T>): void;
};

export type App<T extends Tables = Tables> = SeededWorld & {
  /** answers a plain call; a promise only where bytes have to be made or a step takes time */
  handle(call: Call): Reply | Promise<Reply>;
  /** decides about a request with a body before it is read */
  admit: AdmitBody;
  /** answers a web `Request` */
  fetch(request: Request): Promise<Response>;
  /** serves on a port */
  listen(options?: ListenOptions): Promise<Listening>;
  /** where it listens now */
  listening(): readonly Pick<Listening, 'host' | 'port'>[];
  /** lets another service answer every call whose path starts with a prefix that lies outside `/v1`; the longest prefix has it, and of equal ones the last. `admit` decides about their bodies; left out, they may have 1 MiB */
  mount(prefix: string, handler: MountedHandler, admit?: AdmitBody): void;
  /** the world the app was made with */
  world: World<T>;
  readonly worlds: WorldRegistry<T>;
  readonly definition: MockDefinition<T>;
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
export function createApp<T extends Tables>(definition: MockDefinition<T>, options: AppOptions = {}): App<T> {
  assertHandlers(definition.handlers);
  validateOptions(options, Object.keys(definition.worlds));
  const untypedDefinition = definition as unknown as MockDefinition<Tables>;
  const plans = makeOperationPlans(untypedDefinition.resources, untypedDefinition.acceptsExpired);
  const appContext = { definition, plans, options };
  const worlds = createWorldRegistry(appContext);
  const { main } = worlds;
  const mounts: { prefix: string; handler: MountedHandler; admit: AdmitBody }[] = [];
  const servers = new Set<Listening>();
  const { reportFault } = main.deps;

  const handle = (call: Call): Reply | Promise<Reply> =>
    call.headers['x-mock-world'] === undefined &&
    call.headers.prefer === undefined &&
    (call.query === '' || !call.query.includes('__prefer')) &&
    call.path.charCodeAt(1) === 118 /* v, as in /v1 */
      ? main.handle(call)
      : routeCall(call);

  /** Whatever is not for the first world's API. A name in the URL has the first word, then a preference, then the header. */
  const routeCall = (original: Call): Reply | Promise<Reply> => {
    const call = resolveWorldPath(original);
    for (const { prefix, handler } of mounts) if (call.path.startsWith(prefix)) return handler(call);
    const name = call.world ?? preferredWorld(call) ?? call.headers['x-mock-world'];
    const worldServer = name === undefined ? main : worlds.find(name);
    return worldServer ? worldServer.handle(call) : unknownWorldReply(call, name ?? '');
  };

  /** `handle` for a caller that has nobody to hand an error to: a failure of ours is reported, and answered with 500. */
  const handleSafely = (call: Call): Reply | Promise<Reply> => {
    const failed = (error: unknown): Reply => {
      reportFault(error, `${call.method} ${call.path}`);
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

  const admit: AdmitBody = (given) => {
    if (given.path.charCodeAt(1) === 118 /* v */) return MAX_BODY;
    const call = resolveWorldPath(given);
    return mounts.find(({ prefix }) => call.path.startsWith(prefix))?.admit(call) ?? MAX_BODY;
  };

  const unknownWorldReply = ({ headers: { origin } }: Call, name: string): Reply => {
    const message = unknownWorldMessage(name, worlds);
    const reply = jsonReply(404, JSON.stringify({ error: { code: 'WORLD_NOT_FOUND', message } }));
    reply.headers['Cache-Control'] = 'no-store';
    if (origin) allowOrigin(origin, main.deps.origins, reply.headers);
    return reply;
  };

  return {
    get personas() {
      return main.seeded.personas;
    },
    get values() {
      return main.seeded.values;
    },
    get seed() {
      return Number(main.world.seed);
    },
    handle,
    admit,
    fetch: (request) => answerRequest(request, { handle, admit }),
    async listen(where) {
      const server = await listen(handleSafely, where, admit, reportFault);
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
    mount(prefix, handler, admit = () => MAX_BODY) {
      mounts.unshift({ prefix, handler, admit });
      mounts.sort((a, b) => b.prefix.length - a.prefix.length);
    },
    world: main.world,
    worlds,
    definition,
    options,
    invariants: () => main.invariants(),
    followContract() {
      assertHandlers(definition.handlers);
      const newPlans = makeOperationPlans(untypedDefinition.resources, untypedDefinition.acceptsExpired);
      plans.clear();
      for (const [id, plan] of newPlans) plans.set(id, plan);
      for (const { deps } of worlds.list()) deps.documentedRefusals.clear();
    },
    reset: () => main.reset(),
    async close() {
      for (const { name } of worlds.list()) worlds.close(name);
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}

/** A call as the world sees it that its path names. */
function resolveWorldPath(call: Call): Call {
  const found = splitWorldPath(call.path);
  return found ? { ...call, ...found, base: (call.base ?? '') + found.base } : call;
}

/** No message names more worlds than this. */
const MAX_LISTED_WORLDS = 20;

/** What to say of a name that no world has. */
export function unknownWorldMessage<T extends Tables>(name: string, worlds: WorldRegistry<T>): string {
  const names = worlds.list().map((worldServer) => worldServer.name);
  const more = names.length > MAX_LISTED_WORLDS ? ` and ${names.length - MAX_LISTED_WORLDS} more` : '';
  return `There is no world named ${name.slice(0, 64)}; there are: ${names.slice(0, MAX_LISTED_WORLDS).join(', ')}${more}. Make one with POST /_mock/v1/worlds.`;
}

function createWorldRegistry<T extends Tables>(appContext: AppContext<T>): WorldRegistry<T> {
  const observerFactories: ((worldServer: WorldServer<T>) => WorldObserver)[] = [];
  const observers = new Map<WorldServer<T>, WorldObserver[]>();
  const byName = new Map<string, WorldServer<T>>();
  const add = (worldServer: WorldServer<T>): WorldServer<T> => {
    byName.set(worldServer.name, worldServer);
    observers.set(
      worldServer,
      observerFactories.map((make) => make(worldServer)),
    );
    return worldServer;
  };
  const worlds: Omit<WorldRegistry<T>, 'main'> = {
    find: (name) => byName.get(name),
    list: () => [...byName.values()],
    fork(name, from, saved = from.save()) {
      const world = from.world.fork(name);
      const worldServer = serveWorld({ ...appContext, options: from.options }, name, world, saved.seeded);
      worldServer.restore(saved);
      worldServer.setResetPoint();
      return add(worldServer);
    },
    seed: (name, options) => add(serveSeededWorld(appContext, name, { ...appContext.options, ...options })),
    reseed(worldServer, options) {
      const { from: _, ...own } = worldServer.options;
      const reseeded = serveSeededWorld(appContext, worldServer.name, {
        ...own,
        seed: Number(worldServer.world.seed),
        ...options,
      });
      worldServer.restore(reseeded.save());
      worldServer.setResetPoint();
      worlds.notifyChanged(worldServer);
    },
    close(name) {
      const worldServer = byName.get(name);
      if (!worldServer) return false;
      for (const observer of observers.get(worldServer)?.splice(0) ?? []) {
        runContained(
          worldServer.deps.reportFault,
          `closing what goes with the world ${name}`,
          observer.close,
        )();
      }
      return worldServer !== main && byName.delete(name) && observers.delete(worldServer);
    },
    observe(make) {
      observerFactories.push(make);
      for (const [worldServer, observersOfWorld] of observers) observersOfWorld.push(make(worldServer));
    },
    notifyChanged(worldServer) {
      for (const observer of observers.get(worldServer) ?? []) {
        runContained(
          worldServer.deps.reportFault,
          `what goes with the world ${worldServer.name}`,
          observer.changed,
        )();
      }
    },
  };
  const main = add(serveSeededWorld(appContext, appContext.options.world ?? 'demo', appContext.options));
  return { ...worlds, main };
}

/** A world made anew and served under a name. @throws Error naming the worlds there are */
function serveSeededWorld<T extends Tables>(
  appContext: AppContext<T>,
  name: string,
  options: AppOptions,
): WorldServer<T> {
  const { world, settled: seeded } = seedWorld(appContext.definition, name, options);
  return serveWorld({ ...appContext, options }, name, world, seeded);
}

/** Start-up names every operation without a handler, and every handler without an operation. */
function assertHandlers(handlers: object): void {
  const ids: string[] = operations.map(({ id }) => id);
  const missing = ids.filter((id) => !(id in handlers));
  const unknown = Object.keys(handlers).filter((id) => !ids.includes(id));
  if (missing.length > 0) throw new Error(`No handler for: ${missing.join(', ')}.`);
  if (unknown.length > 0) throw new Error(`Handlers of no operation of the document: ${unknown.join(', ')}.`);
}

function seedWorld<T extends Tables>(
  definition: MockDefinition<T>,
  worldName: string,
  options: AppOptions,
): { world: World<T>; settled: SeededWorld } {
  const { from, world: name = 'demo', seed = 1 } = options;
  const build = Object.hasOwn(definition.worlds, name) ? definition.worlds[name] : undefined;
  if (!from && !build) {
    throw new Error(
      `There is no world named ${name}; there are: ${Object.keys(definition.worlds).join(', ')}.`,
    );
  }
  const clock = parseClock({ start: options.clock ?? 'now' });
  const settings = { lifecycle: options.lifecycle ?? 'time' };
  const world = new World({
    tables: { ...definition.tables, ...idempotencyTables, ...outboxTables },
    name: worldName,
    seed,
    clock,
    timers: { ...definition.timers, ...idempotencyTimers },
    settings,
  }) as unknown as World<T>;
  const prebuilt = from ? null : definition.prebuiltWorld?.({ name, seed, start: clock.now(), ...settings });
  if (from) world.import(from);
  else if (prebuilt) world.loadPrebuilt(prebuilt);
  const existing = from ?? prebuilt;
  const noPersonas: SeededWorld = { personas: {}, values: {} };
  const seeded = world.transact(
    null,
    (store: Store<T>) =>
      (existing ? definition.findPersonas?.(store) : build?.({ world, store, seed })) ?? noPersonas,
  );
  return { world, settled: seeded };
}
