// Puts the worlds of an app into a store: every call is served from its world, which is taken up when it is not in memory,
// and every reply waits until the changes that it may show are stored.
import { type CallTarget, callTarget } from '../control/call-target.ts';
import { controlApi, type WorldStorageInfo } from '../control/control-api.ts';
import type { App } from '../server/app.ts';
import { type Call, jsonReply, type Reply } from '../server/http/call.ts';
import { type LeaseTime, processTime } from './replica/lease.ts';
import { Unserved } from './replica/owned-world.ts';
import type { Replica } from './replica/replica.ts';
import { startUpkeep } from './replica/upkeep.ts';
import { unservedReply } from './unserved-reply.ts';
import type { WorldJournal } from './world-journal.ts';
import { WorldExistsError, WorldKeeper } from './world-keeper.ts';
import { type Owner, StorageError, type WorldStore, type WorldSummary } from './world-store.ts';

type MaybePromise<A> = A | Promise<A>;

/** Answers a call of a world, from this process or from the owner of the world. */
type Route = (
  world: string,
  call: Call,
  run: (call: Call) => MaybePromise<Reply>,
) => MaybePromise<Reply | Unserved>;

export type StoredWorldsOptions = {
  /** the clock of leases; that of the process when left out */
  readonly time?: LeaseTime;
  /** the origin at which other replicas reach this process; the one that `listens` names when left out */
  readonly replicaUrl?: string | null;
  /** how long a world without calls stays in memory, in ms; a minute between replicas when left out, else for ever */
  readonly idleMs?: number;
  /** takes every stored world into memory at once, for programs that use worlds without a request */
  readonly loadAll?: boolean;
  /** is told that the tables of a database are gone or were changed; without it, calls are answered with 503 */
  readonly unusable?: (error: StorageError) => void;
};

/** A world that was stored before. `changes`: the changes since its last base; null while it is not in memory. */
export type RecoveredWorld = WorldSummary & { readonly changes: number | null };

/** The worlds of an app in a store. */
export type StoredWorlds = {
  /** the worlds that were stored before, the main world first */
  readonly recovered: readonly RecoveredWorld[];
  /** returns the name of this replica, and where others reach it; null for a process that has the store for itself */
  readonly replica: (() => { name: string; url: string | null }) | null;
  /** lists the worlds that this process owns, by name */
  owned(): string[];
  /** Tells the other replicas where this process listens. */
  listens(origin: string): void;
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
  const { time = processTime(), loadAll = false } = options;
  const { keeper, replica, recovered } = await openKeeper(app, store, { ...options, time });
  const { ownership, owner } = keeper;
  keeper.observe();
  const calls = replica?.connect(ownership);
  const route: Route = calls?.route ?? ((world, call, run) => ownership.serve(world, () => run(call)));
  interceptCalls(app, keeper, route);
  calls?.intercept();
  controlApi(app).worlds.attachStorage({
    has: (name) => keeper.has(name),
    async list() {
      await keeper.worldsSettled();
      return (await store.list()).map((summary) => ({
        name: summary.name,
        main: summary.main,
        stored: storageInfo(summary, owner),
      }));
    },
  });
  const idleMs = options.idleMs ?? (replica === null || loadAll ? null : IDLE_MS);
  const { reportFault } = app.worlds.main.deps;
  const { unusable } = options;
  const upkeep = { store, ownership, time, idleMs, reportFault, ...(unusable && { unusable }) };
  const endUpkeep = startUpkeep(upkeep);
  return {
    recovered: recovered.map((world) => ({
      ...world,
      changes: keeper.journal(world.name)?.recovered ?? null,
    })),
    replica: replica && (() => ({ name: replica.name, url: owner.url })),
    owned: () => ownership.list().map(({ name }) => name),
    listens: (origin) => replica?.listens(origin),
    stored: () => keeper.settled(),
    async close() {
      endUpkeep();
      await keeper.close();
      calls?.close();
      await store.close();
    },
  };
}

/** @param own the identity of this process */
function storageInfo({ owner, bytes, createdAt, changedAt }: WorldSummary, own: Owner): WorldStorageInfo {
  // The store learns the address of this process with the next renewal of its leases only.
  const { id, url } = owner?.id === own.id ? own : (owner ?? { id: null, url: null });
  return {
    owner: id === null ? null : id === own.id ? 'this' : 'other',
    owner_url: url,
    ...{ bytes, created_at: createdAt, changed_at: changedAt },
  };
}

/** Creates the main world of a new store, and loads what is served from the start. */
async function openKeeper(
  app: App,
  store: WorldStore,
  { time, replicaUrl = null, loadAll }: StoredWorldsOptions & { time: LeaseTime },
): Promise<{ keeper: WorldKeeper; replica: Replica | null; recovered: WorldSummary[] }> {
  const { main } = app.worlds;
  let keeper: WorldKeeper | undefined;
  try {
    let recovered = await store.list();
    const { createReplica } = store.leaseMs === null ? {} : await import('./replica/replica.ts');
    const replica = createReplica?.({ app, store, time, url: replicaUrl }, recovered) ?? null;
    const owner = replica?.owner ?? { id: crypto.randomUUID(), url: null };
    keeper = new WorldKeeper({ app, store, owner, time, reload: loadAll === true });
    const { ownership } = keeper;
    keeper.addNames(recovered.map(({ name }) => name));
    if (!recovered.some((one) => one.main) && !(await keeper.createMain())) {
      // Another replica, which started at the same time, has created it.
      recovered = await store.list();
      keeper.addNames(recovered.map(({ name }) => name));
    }
    const names = loadAll ? recovered.map(({ name }) => name) : [main.name];
    // A replica that others cannot reach yet owns no world.
    if (replica !== null && replicaUrl === null && !loadAll) await ownership.putDown(main.name);
    else for (const name of names) await ownership.serve(name, () => null);
    if (!ownership.list().some(({ name }) => name === main.name)) app.worlds.unload(main.name);
    return { keeper, replica, recovered };
  } catch (error) {
    await keeper?.close();
    await store.close();
    throw error;
  }
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
      if (reply.status === 201) await keeper.created(JSON.parse(String(reply.body)).name);
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
    if (target.name !== undefined && keeper.has(target.name)) await keeper.refreshNames();
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
    worldServer.answer = (call) => serve(name, call, (one) => worldServer.handle(one));
    return { changed: () => undefined, close: () => undefined };
  });
}

/** How long a world without calls stays in the memory of a replica, in ms. */
const IDLE_MS = 60_000;
/** The reply of a call that only takes a world up. */
const LOADED: Reply = { status: 204, headers: {}, body: '' };
/** How many names of new worlds are tried when other processes use them. */
const MAX_NAMES = 100;
/** The longest time after which a client is asked to try again, in ms. */
const MAX_RETRY_AFTER_MS = 5000;

const unavailable = (world: string): StorageError =>
  new StorageError('unavailable', `The world ${world} was taken over or put down. Send the request again.`);
