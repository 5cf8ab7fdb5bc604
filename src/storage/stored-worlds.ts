// Puts the worlds of an app into a store: every call is served from its world, which is taken up when it is not in memory,
// and every reply waits until the changes that it may show are stored.
import { randomUUID } from 'node:crypto';
import { type CallTarget, callTarget } from '../control/call-target.ts';
import { controlApi } from '../control/control-api.ts';
import type { App } from '../server/app.ts';
import { type Call, jsonReply, MAX_BODY, type Reply } from '../server/http/call.ts';
import { answerRequest } from '../server/http/fetch.ts';
import { type LeaseTime, processTime } from './replica/lease.ts';
import { Unserved } from './replica/owned-world.ts';
import type { Ownership } from './replica/ownership.ts';
import { startUpkeep } from './replica/upkeep.ts';
import type { ServedWorld } from './served-world.ts';
import { unservedReply } from './unserved-reply.ts';
import type { WorldJournal } from './world-journal.ts';
import { WorldExistsError, WorldKeeper } from './world-keeper.ts';
import { type Owner, StorageError, type WorldStore, type WorldSummary } from './world-store.ts';

type MaybePromise<A> = A | Promise<A>;

/** Answers a call of a world, from this process or from the owner of the world. */
export type Route = (
  world: string,
  call: Call,
  run: (call: Call) => MaybePromise<Reply>,
) => MaybePromise<Reply | Unserved>;

export type StoredWorldsOptions = {
  readonly owner?: Owner;
  readonly time?: LeaseTime;
  /** how long a world stays in memory without a call, in ms; null, or left out, for ever */
  readonly idleMs?: number | null;
  /** creates the function that routes calls between replicas; when left out, every call is served by this process */
  readonly route?: (ownership: Ownership<ServedWorld>) => Route;
  /** takes every stored world into memory at once, for programs that use worlds without a request */
  readonly loadAll?: boolean;
};

/** A world that was stored before. `changes`: the changes since its last base; null while it is not in memory. */
export type RecoveredWorld = WorldSummary & { readonly changes: number | null };

/** The worlds of an app in a store. */
export type StoredWorlds = {
  /** the worlds that were stored before, the main world first */
  readonly recovered: readonly RecoveredWorld[];
  /**
   * Waits until all changes so far are stored.
   * @throws StorageError when changes could not be stored
   */
  stored(): Promise<void>;
  /** Stores all worlds, gives them up, and closes the store. Calls are answered with 503 afterwards. */
  close(): Promise<void>;
};

/**
 * Puts the worlds of an app into a store. The main world of the store, when it has one, takes the place of the first world
 * of the app, which must have its name.
 * @throws StorageError when the main world cannot be loaded; then the store is closed
 */
export async function openStoredWorlds(
  app: App,
  store: WorldStore,
  options: StoredWorldsOptions = {},
): Promise<StoredWorlds> {
  const { owner = { id: randomUUID(), url: null }, time = processTime(), idleMs = null } = options;
  const keeper = new WorldKeeper({ app, store, owner, time, reload: options.loadAll === true });
  const { ownership } = keeper;
  const { main } = app.worlds;
  let recovered: WorldSummary[];
  try {
    recovered = await store.list();
    keeper.addNames(recovered.map(({ name }) => name));
    if (!recovered.some((one) => one.main)) await keeper.createMain();
    const loaded = options.loadAll ? recovered.map(({ name }) => name) : [main.name];
    for (const name of loaded) await ownership.serve(name, () => null);
  } catch (error) {
    await keeper.close();
    await store.close();
    throw error;
  }
  keeper.observe();
  const route: Route =
    options.route?.(ownership) ?? ((world, call, run) => ownership.serve(world, () => run(call)));
  interceptCalls(app, keeper, route);
  controlApi(app).worlds.attachStorage({
    has: (name) => keeper.has(name),
    async list() {
      await keeper.worldsSettled();
      return (await store.list()).map((summary) => ({
        name: summary.name,
        main: summary.main,
        stored: {
          owner: summary.owner === null ? null : summary.owner.id === owner.id ? 'this' : 'other',
          bytes: summary.bytes,
          created_at: summary.createdAt,
          changed_at: summary.changedAt,
        },
      }));
    },
  });
  const { reportFault } = main.deps;
  const endUpkeep = startUpkeep({ store, ownership, time, idleMs, reportFault });
  return {
    recovered: recovered.map((world) => ({
      ...world,
      changes: keeper.journal(world.name)?.recovered ?? null,
    })),
    stored: () => keeper.settled(),
    async close() {
      endUpkeep();
      await keeper.close();
      await store.close();
    },
  };
}

/** Lets every call of an app wait for the worlds that it concerns. */
function interceptCalls(app: App, keeper: WorldKeeper, route: Route): void {
  const { main } = app.worlds;

  const failed = (
    call: Call,
    world: string,
    lost: Reply | null,
    error: unknown,
    retryAfterMs = 1000,
  ): Reply => unservedReply({ call, world, lost, error, retryAfterMs, origins: main.deps.origins });

  /** Answers a call of one world with `run`. */
  const serve = (
    world: string,
    call: Call,
    run: (call: Call) => MaybePromise<Reply>,
  ): MaybePromise<Reply> => {
    let reply: Reply | null = null;
    let journal: WorldJournal | undefined;
    const runOnce = (forwarded: Call): MaybePromise<Reply> => {
      call.signal?.throwIfAborted();
      journal = keeper.journal(world);
      const done = run(forwarded);
      if (done instanceof Promise)
        return done.then((value) => {
          reply = value;
          return value;
        });
      reply = done;
      return done;
    };
    const end = (result: Reply | Unserved): MaybePromise<Reply> => {
      if (!(result instanceof Unserved)) return result;
      if (result.reason === 'missing') return run(call);
      const error = result.reason === 'held' ? null : (journal?.ended ?? unavailable(world));
      return failed(call, world, reply, error, Math.min(result.leaseLeftMs, MAX_RETRY_AFTER_MS));
    };
    const answer = (): MaybePromise<Reply> => {
      const result = route(world, call, runOnce);
      return result instanceof Promise
        ? result.then(end, (error: unknown) => {
            if (!(error instanceof StorageError)) throw error;
            return failed(call, world, reply, error);
          })
        : end(result);
    };
    const ready = keeper.ready(world);
    return ready === undefined ? answer() : ready.then(answer, answer);
  };

  /** Waits until the worlds that a call made or deleted are stored. */
  const settle = async (call: Call, world: string, reply: Reply): Promise<Reply> => {
    try {
      await keeper.worldsSettled();
      return reply;
    } catch (error) {
      if (!(error instanceof WorldExistsError)) return failed(call, world, reply, error);
      const body = { error: { code: 'WORLD_EXISTS', message: error.message } };
      return { ...jsonReply(409, JSON.stringify(body)), headers: { ...reply.headers } };
    }
  };

  const create = async (
    target: Extract<CallTarget, { kind: 'create' }>,
    call: Call,
    next: (call: Call) => MaybePromise<Reply>,
  ): Promise<Reply> => {
    const { from } = target;
    const source = from ?? main.name;
    for (let tries = 0; ; tries += 1) {
      const reply = await (from === undefined ? next(call) : serve(source, call, next));
      const settled = await settle(call, target.name ?? source, reply);
      // The name that was chosen belongs to a world of another process: choose the next one.
      if (settled.status !== 409 || target.name !== undefined || reply.status !== 201 || tries >= MAX_NAMES)
        return settled;
    }
  };

  const remove = async (
    name: string,
    call: Call,
    next: (call: Call) => MaybePromise<Reply>,
  ): Promise<Reply> => {
    // The world is taken up first, so that nobody else serves it while it is removed.
    const reply = await serve(name, call, () => LOADED);
    return reply === LOADED ? settle(call, name, await next(call)) : reply;
  };

  const serveBoth = async (
    name: string,
    other: string,
    call: Call,
    next: (call: Call) => MaybePromise<Reply>,
  ): Promise<Reply> => {
    const reply = await serve(other, call, () => LOADED);
    if (reply !== LOADED) return reply;
    const answered = await serve(name, call, next);
    return serve(other, call, () => answered);
  };

  app.intercept((call, next) => {
    const target = callTarget(call);
    switch (target.kind) {
      case 'none':
        return next(call);
      case 'world': {
        const { name, other } = target;
        return other === undefined
          ? serve(name ?? main.name, call, next)
          : serveBoth(name ?? main.name, other, call, next);
      }
      case 'create':
        return create(target, call, next);
      case 'delete':
        return remove(target.name, call, next);
    }
  });

  // Calls of programs in this process name their world by its object.
  app.worlds.observe((worldServer) => {
    const { name } = worldServer;
    const handle = (call: Call): MaybePromise<Reply> => serve(name, call, (one) => worldServer.handle(one));
    worldServer.fetch = (request) => answerRequest(request, { handle, admit: () => MAX_BODY });
    return { changed: () => undefined, close: () => undefined };
  });
}

/** The reply of a call that only takes a world up. */
const LOADED: Reply = { status: 204, headers: {}, body: '' };
/** How many names of new worlds are tried when other processes use them. */
const MAX_NAMES = 100;
/** The longest time after which a client is asked to try again, in ms. */
const MAX_RETRY_AFTER_MS = 5000;

const unavailable = (world: string): StorageError =>
  new StorageError('unavailable', `The world ${world} was taken over or put down. Send the request again.`);
