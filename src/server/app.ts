// The server as one object: it answers plain calls, web requests and ports, for worlds side by side.
import { packageOperations } from '../contract/operations.ts';
import type { Tables } from '../state/tables/table.ts';
import type { AppOptions } from './app-options.ts';
import type { EntryPoints } from './entry-point.ts';
import { type AdmitBody, type Call, jsonReply, maxBody, type Reply, splitWorldPath } from './http/call.ts';
import { allowOrigin } from './http/cors.ts';
import { answerRequest } from './http/fetch.ts';
import { type Listening, type ListenOptions, listen } from './http/listen.ts';
import { preferredWorld } from './http/prefer-header.ts';
import type { MockDefinition, Personas, SeededWorld } from './mock-definition.ts';
import { makeOperationPlans } from './pipeline/operation-plan.ts';
import { validateOptions } from './validate-options.ts';
import { unknownWorldMessage, WorldRegistry } from './world-registry.ts';

export type { AppOptions } from './app-options.ts';
export type { WorldServerSnapshot } from './server-state.ts';
export type { WorldRegistry } from './world-registry.ts';
export type { WorldServer } from './world-server.ts';

// Serves calls below a path prefix. `call.world` names the world when the URL of the call names it. Returns undefined
// for a call that it leaves to the next shorter prefix, and at last to the API.
type MountedHandler = (call: Call) => Reply | Promise<Reply> | undefined;

/** Answers a call in place of the app; `next` gives the call to the app. */
type Interceptor = (call: Call, next: (call: Call) => Reply | Promise<Reply>) => Reply | Promise<Reply>;

/**
 * Creates the server of a mock definition.
 * @throws Error that names each invalid option, or the missing handler, world or resource path
 */
export function createApp<T extends Tables>(definition: MockDefinition<T>, options: AppOptions = {}) {
  assertHandlers(definition.handlers);
  validateOptions(options, Object.keys(definition.worlds));
  const untypedDefinition = definition as unknown as MockDefinition<Tables>;
  const plans = makeOperationPlans(untypedDefinition.resources, untypedDefinition.acceptsExpired);
  const entryPoints: EntryPoints = {};
  const worlds = new WorldRegistry({ definition, plans, options, entryPoints });
  const { main } = worlds;
  const mounts: { prefix: string; handler: MountedHandler; admit: AdmitBody }[] = [];
  const servers = new Set<Listening>();
  const { reportFault } = main.deps;

  let interceptor: ((call: Call) => Reply | Promise<Reply>) | null = null;

  const handle = (call: Call): Reply | Promise<Reply> => {
    if (interceptor !== null) return interceptor(call);
    return isForMainWorld(call) ? main.handle(call) : routeCall(call);
  };

  // When a call names several worlds, the world in the path has priority over the world in a preference, and that over
  // the world in the `X-Mock-World` header.
  const routeCall = (original: Call): Reply | Promise<Reply> => {
    if (isForMainWorld(original)) return main.handle(original);
    const call = resolveWorldPath(original);
    for (const { prefix, handler } of mounts) {
      const reply = call.path.startsWith(prefix) ? handler(call) : undefined;
      if (reply !== undefined) return reply;
    }
    const name = call.world ?? preferredWorld(call) ?? call.headers['x-mock-world'];
    const worldServer = name === undefined ? main : worlds.find(name);
    // A preflight for an unknown world is permitted, so that the page can read the reply that names the worlds.
    if (!worldServer && call.method !== 'OPTIONS') return unknownWorldReply(call, name ?? '');
    return (worldServer ?? main).handle(call);
  };

  const admit: AdmitBody = (original) => {
    if (original.path.charCodeAt(1) === 118 /* v */) return maxBody();
    const call = resolveWorldPath(original);
    return mounts.find(({ prefix }) => call.path.startsWith(prefix))?.admit(call) ?? maxBody();
  };

  const unknownWorldReply = ({ headers: { origin } }: Call, name: string): Reply => {
    const message = unknownWorldMessage(name, worlds);
    const reply = jsonReply(404, JSON.stringify({ error: { code: 'WORLD_NOT_FOUND', message } }));
    reply.headers['Cache-Control'] = 'no-store';
    if (origin) allowOrigin(origin, main.deps.origins, reply.headers);
    return reply;
  };

  return {
    get personas(): Personas {
      return main.seeded.personas;
    },
    /** values of the first world for examples and tests */
    get values(): SeededWorld['values'] {
      return main.seeded.values;
    },
    get seed(): number {
      return Number(main.world.seed);
    },
    /** answers a plain call; returns a promise only when a step is asynchronous */
    handle,
    /** decides how many bytes of a request's body are read, or refuses the request, before its body is read */
    admit,
    /** answers a web `Request` */
    fetch: (request: Request): Promise<Response> => answerRequest(request, { handle, admit }),
    async listen(listenOptions?: ListenOptions): Promise<Listening> {
      const server = await listen(handle, listenOptions, admit, reportFault);
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
    /** lists the addresses and ports on which the app listens now */
    listening: (): readonly Pick<Listening, 'host' | 'port'>[] => [...servers],
    /**
     * routes every call whose path starts with a prefix outside `/v1` to a handler; the longest matching prefix wins,
     * and of equal prefixes the one mounted last. `admitBody` decides how many bytes of a request body are read; when left
     * out, up to 1 MiB
     */
    mount(prefix: string, handler: MountedHandler, admitBody: AdmitBody = maxBody): void {
      mounts.unshift({ prefix, handler, admit: admitBody });
      mounts.sort((a, b) => b.prefix.length - a.prefix.length);
    },
    /** sends every call through a function; one that is added later gets the calls first */
    intercept(added: Interceptor): void {
      const next = interceptor ?? routeCall;
      interceptor = (call) => added(call, next);
    },
    /** what the app serves besides the API, as paths; `GET /v1` lists them as URLs */
    entryPoints,
    /** the choices of a variation in front of the app, and the upstream behind it; whoever adds them names them here */
    startedWith: { varied: [], upstream: null } as { varied: string[]; upstream: string | null },
    /** the app's first world */
    world: main.world,
    worlds,
    definition,
    options: options as Readonly<AppOptions>,
    /** returns the broken invariants of the first world; an empty list when the world breaks none */
    invariants: (): string[] => main.invariants(),
    /**
     * applies a contract that was loaded again, and keeps the state of all worlds. The replies of operations that have
     * no handler are generated, and operations that the contract no longer has are unknown paths.
     */
    followContract(): void {
      const newPlans = makeOperationPlans(untypedDefinition.resources, untypedDefinition.acceptsExpired);
      plans.clear();
      for (const [id, plan] of newPlans) plans.set(id, plan);
      for (const { deps } of worlds.list()) {
        deps.documentedRefusals.clear();
        deps.policy.restore(deps.policy.values);
      }
    },
    /** resets the first world: rows, ids, counted requests and stored idempotency keys */
    reset: (): void => main.reset(),
    async close(): Promise<void> {
      for (const { name } of worlds.list()) worlds.unload(name);
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}

/** An app: its worlds, and the ways to send requests to them. */
export type App<T extends Tables = Tables> = ReturnType<typeof createApp<T>>;

const isForMainWorld = ({ headers, query, path }: Call): boolean =>
  headers['x-mock-world'] === undefined &&
  headers.prefer === undefined &&
  (query === '' || !query.includes('__prefer')) &&
  path.charCodeAt(1) === 118; /* v, as in /v1 */

// Removes the `/w/{name}` prefix of a call that names a world in its path.
function resolveWorldPath(call: Call): Call {
  const found = splitWorldPath(call.path);
  return found ? { ...call, ...found, base: (call.base ?? '') + found.base } : call;
}

// Checks that the operations of the package's own document and the handlers correspond. Throws an Error naming every
// operation without a handler, or every handler without an operation
function assertHandlers(handlers: object): void {
  const ids: string[] = packageOperations.map(({ id }) => id);
  const missing = ids.filter((id) => !(id in handlers));
  const unknown = Object.keys(handlers).filter((id) => !ids.includes(id));
  if (missing.length > 0) throw new Error(`No handler for: ${missing.join(', ')}.`);
  if (unknown.length > 0) throw new Error(`Handlers of no operation of the document: ${unknown.join(', ')}.`);
}
