// The whole server as one value: a plain call in, a plain reply out, and two adapters; one world, or many side by side.
import { operations } from '../contract/operations.ts';
import type { Tables } from '../state/table.ts';
import type { World } from '../state/world.ts';
import type { AppOptions } from './app-options.ts';
import { type AdmitBody, type Call, jsonReply, MAX_BODY, type Reply, splitWorldPath } from './http/call.ts';
import { allowOrigin } from './http/cors.ts';
import { answerRequest } from './http/fetch.ts';
import { type Listening, type ListenOptions, listen } from './http/listen.ts';
import { preferredWorld } from './http/prefer-header.ts';
import type { MockDefinition, SeededWorld } from './mock-definition.ts';
import { makeOperationPlans } from './pipeline/operation-plan.ts';
import { validateOptions } from './validate-options.ts';
import { createWorldRegistry, unknownWorldMessage, type WorldRegistry } from './world-registry.ts';

export type { AppOptions } from './app-options.ts';
export type { WorldRegistry } from './world-registry.ts';
export type { WorldServer, WorldServerSnapshot } from './world-server.ts';

/** Serves calls below a path prefix. `call.world` says which world it is about, if the URL did. */
type MountedHandler = (call: Call) => Reply | Promise<Reply>;

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

/** Start-up names every operation without a handler, and every handler without an operation. */
function assertHandlers(handlers: object): void {
  const ids: string[] = operations.map(({ id }) => id);
  const missing = ids.filter((id) => !(id in handlers));
  const unknown = Object.keys(handlers).filter((id) => !ids.includes(id));
  if (missing.length > 0) throw new Error(`No handler for: ${missing.join(', ')}.`);
  if (unknown.length > 0) throw new Error(`Handlers of no operation of the document: ${unknown.join(', ')}.`);
}
