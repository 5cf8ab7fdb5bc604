// Puts the worlds of an app into a store: every reply waits until the changes that it may show are stored.
import { type CallTarget, callTarget } from '../control/call-target.ts';
import { controlApi } from '../control/control-api.ts';
import { ControlError, worldExists } from '../control/control-error.ts';
import type { App, WorldServer } from '../server/app.ts';
import { runContained } from '../server/background.ts';
import { type Call, jsonReply, type Reply } from '../server/http/call.ts';
import { hasMessages } from './loaded-world.ts';
import { StoredWorld } from './stored-world.ts';
import { unservedReply } from './unserved-reply.ts';
import { MissingWorld, StorageError, type WorldStore, type WorldSummary } from './world-store.ts';

type MaybePromise<A> = A | Promise<A>;

export type AppStorageOptions = {
  /** takes every stored world into memory at once, for programs that use worlds without a request */
  readonly loadAll?: boolean;
};

export type AppStorage = {
  /** the worlds that were stored before, the main world first */
  readonly recovered: readonly WorldSummary[];
  /** Waits until all changes so far are stored; throws a StorageError when they could not be. */
  stored(): Promise<void>;
  /** Answers all running calls, stores all worlds and closes the store. Calls are answered with 503 afterwards. */
  close(): Promise<void>;
};

/** How often a process looks for worlds that have something to do, in ms. */
const DUE_MS = 250;
/** For how long a process takes a world that has something to do, in ms. */
const TAKEN_MS = 10_000;
/** How often the rate limits and the usage of credentials are stored, in ms. */
const USE_MS = 1000;
/** How long a world without calls stays in memory where several processes serve it, in ms. */
const IDLE_MS = 60_000;
/** How many names of new worlds are tried when other processes use them. */
const MAX_NAMES = 100;
/** The reply of a call that only waits for a world. */
const LOADED: Reply = { status: 204, headers: {}, body: '' };

const ending = (): StorageError => new StorageError('unavailable', 'The mock is ending.');

/**
 * Puts the worlds of an app into a store. The main world of the store, when it has one, takes the place of the first world
 * of the app, which must have its name.
 * @throws StorageError when the main world cannot be loaded
 */
export async function openAppStorage(
  app: App,
  store: WorldStore,
  { loadAll = false }: AppStorageOptions = {},
): Promise<AppStorage> {
  const { main } = app.worlds;
  const { reportFault } = main.deps;
  const worlds = new Map<string, StoredWorld>();
  /** the worlds that are being created or removed, by name */
  const underWay = new Map<string, Promise<unknown>>();
  let names = new Set<string>();
  let failure: Error | null = null;
  let isClosed = false;

  const host = {
    app,
    store,
    adopted(worldServer: WorldServer) {
      // Calls of programs in this process name their world by its object.
      const { name } = worldServer;
      worldServer.answer = (call) =>
        serve(name, call, (one) => (worlds.get(name)?.server ?? worldServer).handle(one));
    },
    lost(world: StoredWorld, error: Error) {
      failure ??= error;
      // The end of the mock reports it once.
      if (!isClosed) reportFault(error, `storing the world ${world.name}`);
      // Programs use worlds without a call that would load them.
      if (loadAll) void Promise.resolve(world.run(() => undefined, true)).catch(() => undefined);
    },
  };
  const worldOf = (name: string): StoredWorld => {
    const world = worlds.get(name) ?? new StoredWorld(host, name);
    worlds.set(name, world);
    return world;
  };
  const track = (name: string, work: Promise<unknown>): void => {
    const tracked: Promise<unknown> = work.finally(() => {
      if (underWay.get(name) === tracked) underWay.delete(name);
    });
    tracked.catch(() => undefined);
    underWay.set(name, tracked);
  };
  const refreshNames = async (): Promise<WorldSummary[]> => {
    const list = await store.list();
    names = new Set(list.map(({ name }) => name));
    return list;
  };

  const deleted = (name: string): void => {
    const before = underWay.get(name) ?? Promise.resolve();
    worlds.get(name)?.remove();
    worlds.delete(name);
    names.delete(name);
    track(
      name,
      before.catch(() => undefined).then(() => store.remove(name)),
    );
  };

  app.worlds.attach({
    observes: !store.isShared,
    made(worldServer) {
      const { name } = worldServer;
      const before = underWay.get(name);
      worlds.delete(name);
      const world = worldOf(name);
      const creation = (before ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => world.create(worldServer))
        .then((isNew) => {
          names.add(name);
          if (!isNew) throw worldExists(name);
        });
      track(name, creation);
    },
    deleted: ({ name }) => deleted(name),
  });

  const recovered = await refreshNames();
  const isNew = !recovered.some((one) => one.main);
  // Another process, which started at the same time, may have created it.
  if (!isNew || !(await worldOf(main.name).create(main, true)))
    await worldOf(main.name).run(() => undefined, true);
  names.add(main.name);
  if (loadAll) for (const { name } of recovered) await worldOf(name).run(() => undefined, true);

  const failed = (call: Call, world: string, error: unknown): Reply =>
    unservedReply(call, world, error, main.deps.origins);

  // Answers a call of one world with `run`.
  const serve = (name: string, call: Call, run: (call: Call) => MaybePromise<Reply>): MaybePromise<Reply> => {
    if (isClosed) return failed(call, name, ending());
    const { method } = call;
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    const refused = (error: unknown): MaybePromise<Reply> => {
      if (error instanceof MissingWorld && name !== main.name) {
        if (worlds.get(name)?.server === null) worlds.delete(name);
        return worlds.has(name) ? answer() : run(call);
      }
      if (error instanceof StorageError || error instanceof MissingWorld) return failed(call, name, error);
      throw error;
    };
    const answer = (): MaybePromise<Reply> => {
      const runOnce = (): MaybePromise<Reply> => {
        call.signal?.throwIfAborted();
        return run(call);
      };
      try {
        const reply = worldOf(name).run(runOnce, isRead);
        return reply instanceof Promise ? reply.catch(refused) : reply;
      } catch (error) {
        return refused(error);
      }
    };
    const pending = underWay.get(name);
    return pending === undefined ? answer() : pending.then(answer, answer);
  };

  // Brings a world in memory to its newest state. Returns the error of one that exists and cannot be loaded.
  const refresh = async (name: string): Promise<unknown> => {
    await underWay.get(name)?.catch(() => undefined);
    try {
      if (isClosed) throw ending();
      await worldOf(name).run(() => undefined, true);
    } catch (error) {
      if (!(error instanceof MissingWorld)) {
        names.add(name);
        return error;
      }
      worlds.delete(name);
      names.delete(name);
    }
    return null;
  };

  const settle = async (call: Call, name: string, reply: Reply): Promise<Reply> => {
    try {
      await underWay.get(name);
      return reply;
    } catch (error) {
      if (!(error instanceof ControlError)) return failed(call, name, error);
      const { status, code, message } = error;
      return { ...jsonReply(status, JSON.stringify({ error: { code, message } })), headers: reply.headers };
    }
  };

  const create = async (
    { name, from }: Extract<CallTarget, { kind: 'create' }>,
    call: Call,
    next: (call: Call) => MaybePromise<Reply>,
  ): Promise<Reply> => {
    for (let tries = 0; ; tries += 1) {
      // Other processes create and delete worlds too.
      if (store.isShared) await refreshNames().catch(() => undefined);
      // Another process may have deleted a world that is in memory here.
      if (name !== undefined) await refresh(name);
      const source = from ?? main.name;
      const reply = await (from === undefined ? next(call) : serve(source, call, next));
      if (reply.status !== 201) return reply;
      const { name: made } = JSON.parse(String(reply.body)) as { name: string };
      const settled = await settle(call, made, reply);
      // The name that was chosen belongs to a world of another process: choose the next one.
      if (settled.status !== 409 || name !== undefined || tries >= MAX_NAMES) return settled;
    }
  };

  app.intercept((call, next) => {
    const target = callTarget(call);
    switch (target.kind) {
      case 'none':
        return next(call);
      case 'world': {
        const name = target.name ?? main.name;
        const { other } = target;
        if (other === undefined) return serve(name, call, next);
        return Promise.resolve(serve(other, call, () => LOADED)).then((reply) =>
          reply === LOADED ? serve(name, call, next) : reply,
        );
      }
      case 'create':
        return create(target, call, next);
      case 'delete':
        // The world is loaded first, so that it can be brought back; one that cannot be loaded is deleted without.
        return refresh(target.name).then(async (error) =>
          error instanceof StorageError && ['unavailable', 'full'].includes(error.code)
            ? failed(call, target.name, error)
            : settle(call, target.name, await next(call)),
        );
    }
  });
  controlApi(app).worlds.attachStorage({
    has: (name) => names.has(name),
    remove: deleted,
    ready: async () => {
      if (isClosed) throw ending();
      await store.ready();
    },
    async list() {
      await Promise.allSettled(underWay.values());
      return (await store.list()).map(({ id: _, changes: __, name, main: isMain, ...stored }) => ({
        name,
        main: isMain,
        isLoaded: worlds.get(name)?.server != null,
        stored,
      }));
    },
  });

  // Does what worlds have to do by themselves: runs their timers, and sends their messages.
  const runDue = async (): Promise<void> => {
    const now = Date.now();
    for (const world of worlds.values()) {
      if (world.takenUntil === 0) continue;
      // A world that was dropped with lost changes has deliveries under way.
      if (world.server === null) await world.run(() => undefined, true);
      const { server } = world;
      if (server !== null && hasMessages(server)) {
        if (world.takenUntil - now > TAKEN_MS / 2) continue;
        world.takenUntil = now + TAKEN_MS;
        await store.keepUntil(world.id, world.takenUntil);
      } else {
        if (server !== null) app.worlds.setObserved(server, false);
        world.takenUntil = 0;
        await store.keepUntil(world.id, 0);
      }
    }
    for (const { id, name } of await store.takeDue(now, now + TAKEN_MS)) {
      const world = worldOf(name);
      if (!store.isShared && world.server !== null) continue;
      await world.run(() => void world.server?.world.runDue(), false);
      if (!store.isShared || world.server === null || world.id !== id) continue;
      world.takenUntil = now + TAKEN_MS;
      app.worlds.setObserved(world.server, true);
    }
  };
  let isRunningDue: Promise<void> | null = null;
  const every = (ms: number, what: string, run: () => unknown): NodeJS.Timeout =>
    setInterval(runContained(reportFault, what, run), ms).unref();
  const timers = [
    every(DUE_MS, 'what worlds have to do', () => {
      isRunningDue ??= runDue()
        .catch((error: unknown) => {
          // A call reports that the store cannot be used.
          if (!(error instanceof StorageError || error instanceof MissingWorld)) throw error;
        })
        .finally(() => {
          isRunningDue = null;
        });
      return isRunningDue;
    }),
    store.isShared
      ? every(IDLE_MS / 4, 'unloading worlds', () => {
          for (const world of worlds.values()) world.unloadWhenIdle(IDLE_MS);
        })
      : every(USE_MS, 'storing the use of worlds', () => {
          for (const world of worlds.values()) world.storeUse();
        }),
  ];

  const settled = async (): Promise<void> => {
    const all = [...underWay.values(), ...[...worlds.values()].map((world) => world.settled())];
    const [first] = (await Promise.allSettled(all)).filter((one) => one.status === 'rejected');
    const error = failure ?? (first?.reason as Error | undefined);
    failure = null;
    if (error !== undefined) throw error;
  };
  return {
    recovered,
    stored: settled,
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const timer of timers) clearInterval(timer);
      await isRunningDue?.catch(() => undefined);
      for (const world of worlds.values()) if (!store.isShared) world.storeUse();
      const taken = [...worlds.values()].filter(({ takenUntil }) => takenUntil > 0).map(({ id }) => id);
      const result = await settled().catch((error: unknown) => error);
      for (const world of worlds.values()) world.drop();
      await Promise.allSettled(taken.map((id) => store.keepUntil(id, 0)));
      await store.close();
      if (result !== undefined) throw result;
    },
  };
}
