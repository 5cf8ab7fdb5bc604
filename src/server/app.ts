// The whole server as one value: a plain call in, a plain reply out, and two adapters.
import { operations } from '../contract/operations.ts';
import { makeClock } from '../state/clock.ts';
import { Refusal } from '../state/refusal.ts';
import type { Store } from '../state/store.ts';
import type { Tables } from '../state/table.ts';
import { World } from '../state/world.ts';
import type { Call, Reply } from './call.ts';
import type { Content, Settled } from './content.ts';
import { permit, preflight } from './cors.ts';
import { httpDate } from './date.ts';
import { errorReply } from './errors.ts';
import { callOf, responseOf } from './fetch.ts';
import { AUTH_LIMIT, Limiter, NO_LIMIT, SET_A, SET_B } from './limits.ts';
import { type Listening, type ListenOptions, listen } from './listen.ts';
import { redact } from './log.ts';
import type { Machine } from './machine.ts';
import { Meter } from './meter.ts';
import { onceTables, onceTimers } from './once.ts';
import type { AppOptions, LimitTable } from './options.ts';
import { outgoingTables } from './outgoing.ts';
import { pipeline, runner } from './pipeline.ts';
import { makePlans } from './plan.ts';
import { allowanceOf } from './steps/limit.ts';
import { Turn } from './turn.ts';

export type { AppOptions } from './options.ts';

/** Serves calls below a path prefix. */
type Door = (call: Call) => Reply | Promise<Reply>;

export type App<T extends Tables = Tables> = Settled & {
  /** answers a plain call; a promise only where bytes have to be made or a step takes time */
  handle(call: Call): Reply | Promise<Reply>;
  /** answers a web `Request` */
  fetch(request: Request): Promise<Response>;
  /** serves on a port */
  listen(options?: ListenOptions): Promise<Listening>;
  /** lets another service answer every call whose path starts with a prefix that lies outside `/v1` */
  mount(prefix: string, door: Door): void;
  world: World<T>;
  seed: number;
  /** the broken invariants of the world as it stands; empty means sound */
  invariants(): string[];
  /** back to the first instant of the same world: same seed, same ids, limits and keys forgotten */
  reset(): void;
  /** closes every server this app listens with */
  close(): Promise<void>;
};

/**
 * Makes the server of a content wing.
 * @throws Error naming what is missing: a handler, a world, a record's path
 */
export function createApp<T extends Tables>(content: Content<T>, options: AppOptions = {}): App<T> {
  assertHandlers(content.handlers);
  const { world, settled } = settle(content, options, options.seed ?? 1);
  // From here on the content's own types are of no interest: the machinery knows no table by name.
  const untyped = content as unknown as Content<Tables>;
  const machine: Machine = {
    content: untyped,
    plans: makePlans(untyped.resources, untyped.acceptsExpired),
    world: world as unknown as World<Tables>,
    limiter: limiterOf(options),
    meter: new Meter(),
    errorShape: options.errorShape ?? 'envelope',
    origins: options.cors ? new Set(options.cors) : null,
    verify: options.verify ?? true,
    shown: new Set(),
    fault: options.fault ?? ((error, where) => console.error(`${where}:`, error)),
    counters: { requests: 0, refusals: 0 },
  };
  world.onTimerError(({ timer, error }) => machine.fault(error, `timer ${timer.kind} of ${timer.at}`));
  const steps = pipeline(machine);
  const run = runner(machine, options.steps ? options.steps(steps) : steps);
  const { log } = options;
  const doors: { prefix: string; door: Door }[] = [];
  const servers: Listening[] = [];

  const handle = (call: Call): Reply | Promise<Reply> => {
    for (const { prefix, door } of doors) if (call.path.startsWith(prefix)) return door(call);
    const early = preflight(call, machine.origins);
    if (early) {
      early.headers.Date = httpDate(world.clock.now());
      return early;
    }
    machine.counters.requests += 1;
    const turn = new Turn(call, `req_${machine.counters.requests}`, log ? performance.now() : 0);
    let said: Reply | Error | Promise<Reply | Error>;
    try {
      said = call.unreadable ? new Refusal('BAD_REQUEST') : run(turn);
    } catch (error) {
      said = failed(error);
    }
    return said instanceof Promise
      ? said.catch(failed).then((done) => finish(turn, done))
      : finish(turn, said);
  };

  /** The reply, with what every answer carries. */
  const finish = (turn: Turn, said: Reply | Error): Reply => {
    const reply = said instanceof Error ? errorReply(machine, turn, said) : said;
    const { headers } = reply;
    machine.meter.count(turn.caller, reply.status, world.clock.now());
    const { limit, remaining, reset } = allowanceOf(machine, turn);
    headers['RateLimit-Limit'] = headers['X-RateLimit-Limit'] = String(limit);
    headers['RateLimit-Remaining'] = headers['X-RateLimit-Remaining'] = String(remaining);
    headers['RateLimit-Reset'] = String(reset);
    headers['X-Request-Id'] = turn.requestId;
    headers['Cache-Control'] = 'no-store';
    headers.Date = httpDate(world.clock.now());
    const { origin } = turn.call.headers;
    if (origin) permit(origin, machine.origins, headers);
    log?.({
      requestId: turn.requestId,
      method: turn.call.method,
      url: redact(turn.call.path, turn.call.query),
      operation: turn.plan?.operation.id ?? null,
      status: reply.status,
      ms: performance.now() - turn.arrived,
    });
    return reply;
  };

  return {
    ...settled,
    handle,
    fetch: async (request) => responseOf(await handle(await callOf(request))),
    async listen(where) {
      const server = await listen(handle, where);
      servers.push(server);
      return server;
    },
    mount: (prefix, door) => void doors.push({ prefix, door }),
    world,
    seed: Number(world.seed),
    invariants: () => world.transact(null, (store) => content.invariants(store)),
    reset() {
      world.reset();
      machine.limiter.clear();
      machine.meter.clear();
      machine.counters.requests = 0;
      machine.counters.refusals = 0;
    },
    async close() {
      await Promise.all(servers.splice(0).map((server) => server.close()));
    },
  };
}

const failed = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

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
  options: AppOptions,
  seed: number,
): { world: World<T>; settled: Settled } {
  const name = options.world ?? 'demo';
  const { from } = options;
  const build = Object.hasOwn(content.worlds, name) ? content.worlds[name] : undefined;
  if (!from && !build) {
    throw new Error(`There is no world named ${name}; there are: ${Object.keys(content.worlds).join(', ')}.`);
  }
  const world = new World({
    tables: { ...content.tables, ...onceTables, ...outgoingTables },
    name,
    seed,
    clock: makeClock({ start: options.clock ?? 'now' }),
    timers: { ...content.timers, ...onceTimers },
    settings: { lifecycle: options.lifecycle ?? 'time' },
  }) as unknown as World<T>;
  if (from) world.import(from);
  const nobody: Settled = { personas: {}, values: {} };
  const settled = world.transact(
    null,
    (store: Store<T>) => (from ? content.recognise?.(store) : build?.({ world, store, seed })) ?? nobody,
  );
  world.keep();
  return { world, settled };
}

function limiterOf({ limits = 'A', limitsAuth }: AppOptions): Limiter {
  if (limits === 'off') return new Limiter(null, limitsAuth ?? NO_LIMIT);
  const table: LimitTable = limits === 'A' ? SET_A : limits === 'B' ? SET_B : limits;
  return new Limiter(table, limitsAuth ?? AUTH_LIMIT);
}
