// Puts a lawful variation in front of a mock in this process: the mock behaves as another conformant deployment.
import type { App } from '../src/server/app.ts';
import {
  type Call,
  type Reply,
  splitWorldPath,
  type Varied,
  type VariedCall,
} from '../src/server/http/call.ts';
import type { WorldServer } from '../src/server/world-server.ts';
import {
  type ClientRequest,
  type Db,
  type MockSettings,
  presentHeaders,
  toClientRequest,
  toPlainReply,
  toResponseEdit,
} from '../src/variations/exchange.ts';
import { type Answer, ConnectionClosed, type Trace } from '../src/variations/layer.ts';
import { likenessOf } from '../src/variations/like/like.ts';
import { open } from '../src/variations/sentences.ts';
import {
  choiceText,
  freedomLines,
  NAMES_LEARNED,
  parseVariation,
  type Variation,
  varied,
} from '../src/variations/vary.ts';
import type { HostingTables, Store } from './tables.ts';

type HostingApp = App<HostingTables>;
/** A connection that a variation closes in place of a reply. */
const CLOSED = { kind: 'reset', after: 0, delay: null } as const;
type Origin = { call: Call; reached: boolean; extras: Partial<Reply> };

/** A mock that behaves as another lawful deployment. */
export type VariedMock = {
  /** the choices, as `name=value` */
  choices: string[];
  /** the options that the mock is created with */
  options: Partial<MockSettings>;
  /** puts the variation in front of the mock */
  attach(app: HostingApp): void;
  /** changes the target file of the mock to that of the deployment */
  describe(file: Record<string, unknown>): void;
  /** closes the connections of requests that the variation lets wait */
  closeWaiting(): void;
};

/** Stands for the world that a mock serves where a request names none. */
const MAIN = '(main)';

/** The lines of `mock --vary list`. */
export const varyList = (): string[] => freedomLines();

/** A deployment that a mock imitates, and the forms and names of it that no variation makes. */
export type LikeMock = VariedMock & { missing: string[] };

/**
 * Imitates the deployment of a report or target file.
 * @returns null for a file that does not tell the forms of a deployment
 */
export function likeMock(file: unknown): LikeMock | null {
  const like = likenessOf(file);
  const varied = like && variedMock(like.variation);
  return varied && { ...varied, choices: [...varied.choices, NAMES_LEARNED], missing: like.missing };
}

/**
 * Creates a varied mock.
 * @param of a variation, a seed, or values of freedoms as `name=value,name=value`
 * @param only the operations, or requests such as `GET /v1/orders?page=2`, that are varied; undefined for all
 * @throws Error that names the nearest freedom or value
 */
export function variedMock(of: string | Variation, only?: readonly string[]): VariedMock {
  const variation = typeof of === 'string' ? parseVariation(of) : of;
  const options: Partial<MockSettings> = {};
  type Edit = (file: Record<string, unknown>) => void;
  let edits: Edit[] = [];
  let described: Record<string, unknown> = {};
  const sentences = new Map(variation.choices.map((choice) => [choiceText(choice), choice.freedom.open]));
  const worlds = new Map<string, Answer>();
  const waiting = new Set<() => void>();
  let app: HostingApp | undefined;

  // Builds the variation of one world; each world has ids, sessions and counts of its own.
  const answerOf = (name: string): Answer => {
    const known = worlds.get(name);
    if (known) return known;
    const ownEdits: Edit[] = [];
    const world = (): WorldServer<HostingTables> | undefined => worldOf(name);
    const host = {
      now: () => world()?.world.clock.now() ?? Date.now(),
      async sleep(ms: number): Promise<void> {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const close = (): void => reject(new ConnectionClosed());
        const timer = setTimeout(resolve, ms);
        waiting.add(close);
        await promise.finally(() => {
          clearTimeout(timer);
          waiting.delete(close);
        });
      },
      option: <K extends keyof MockSettings>(key: K, value: MockSettings[K]): void => {
        const before = options[key];
        const isList = Array.isArray(before) && Array.isArray(value);
        options[key] = isList ? ([...before, ...value] as typeof value) : value;
      },
      target: (change: Edit) => void ownEdits.push(change),
      transact(request: ClientRequest, act: (db: Db) => void): void | Promise<void> {
        const server = world();
        const tenantId = server ? tenantOf(server, request) : null;
        if (!server || tenantId === null) return undefined;
        const run = (): void => server.world.transact(tenantId, (store) => act(dbOf(store)));
        return server.exclusive ? server.exclusive(run) : run();
      },
      tenantOf(request: ClientRequest): string | null {
        const server = world();
        return server ? tenantOf(server, request) : null;
      },
    };
    const made = varied(variation, host, (request, trace) => reach(name, request, trace as Trace<Origin>));
    worlds.set(name, made);
    if (name === MAIN) edits = ownEdits;
    // Credentials that exist before the first request stand in the target file; every world knows them.
    else for (const edit of ownEdits) edit(structuredClone(described));
    return made;
  };
  const worldOf = (name: string) => (name === MAIN ? app?.worlds.main : app?.worlds.find(name));

  const reach = async (name: string, request: ClientRequest, trace?: Trace<Origin>) => {
    const server = worldOf(name);
    if (!server) throw new Error(`The world ${name} is gone.`);
    const call: Call = {
      ...(trace?.origin.call ?? { world: server.name, address: 'variation' }),
      method: request.method,
      path: `/v1${request.path}`,
      query: request.query,
      headers: { ...presentHeaders(request), ...(!trace && { 'x-mock-tool': 'variation' }) },
      body: request.bytes,
    };
    const reply = await server.answer(call);
    const { status: _s, headers: _h, body: _b, ...extras } = reply;
    if (trace) Object.assign(trace.origin, { reached: true, extras });
    return toResponseEdit(reply);
  };

  const handle = async (original: Call, world: WorldServer<HostingTables>): Promise<Reply> => {
    const arrived = performance.now();
    const call: Call = { ...original, variation: { arrived } };
    const origin = { call, reached: false, extras: {} };
    const trace: Trace<Origin> = { changed: [], excerpts: new Map(), origin };
    const { method, query, headers, body } = call;
    const path = call.path.slice('/v1'.length);
    const request = { method, path, query, headers, headerNames: Object.keys(headers), bytes: body };
    const asked = toClientRequest(request);
    const names = [asked.operation ?? '', `${method} ${call.path}${query === '' ? '' : `?${query}`}`];
    if (only && !names.some((name) => only.includes(name))) return world.answer(original);
    const made = answerOf(world === app?.worlds.main ? MAIN : world.name)(asked, trace).then(toPlainReply);
    const plain = await made.catch((error: unknown): Reply => {
      if (!(error instanceof ConnectionClosed)) throw error;
      return { status: 503, headers: {}, body: '', transportFault: CLOSED };
    });
    let reply: Reply = { ...trace.origin.extras, ...plain };
    // The mock logs a reply that the variation gives in its place, and completes its headers.
    const instead: VariedCall = { arrived, reply };
    if (!trace.origin.reached) reply = await world.answer({ ...call, variation: instead });
    const changes = trace.changed.map(
      (freedom): Varied => ({
        freedom,
        open: sentences.get(freedom) ?? open.FIELDS,
        excerpt: trace.excerpts?.get(freedom),
      }),
    );
    const { log } = trace.origin.reached ? (call.variation ?? {}) : instead;
    log?.(reply, changes, original);
    return reply;
  };

  answerOf(MAIN);
  return {
    choices: variation.choices.map(choiceText),
    options,
    attach(attached) {
      app = attached;
      attached.intercept((call, next) => {
        const found = splitWorldPath(call.path);
        const inner = found ? { ...call, ...found, base: (call.base ?? '') + found.base } : call;
        const name = inner.world ?? inner.headers['x-mock-world'];
        const world = name === undefined ? attached.worlds.main : attached.worlds.find(name);
        const isApi = inner.path.startsWith('/v1/') && inner.method !== 'OPTIONS' && !inner.malformed;
        // Tools such as the console speak the contract's own language.
        return isApi && world && inner.headers['x-mock-tool'] === undefined
          ? handle(inner, world)
          : next(call);
      });
    },
    describe(file) {
      described = structuredClone(file);
      const { baseUrl } = file;
      for (const edit of edits) edit(file);
      file.baseUrl = baseUrl;
    },
    closeWaiting() {
      for (const close of waiting) close();
    },
  };
}

function tenantOf(server: WorldServer<HostingTables>, { bearer }: ClientRequest): string | null {
  if (bearer === null) return null;
  const { definition } = server.deps;
  const found = server.world.transact(null, (store) => definition.resolveCredential(store as never, bearer));
  return 'refused' in found ? (found.expired?.tenantId ?? null) : found.tenantId;
}

// Returns the stored data as variations see it: they name tables and members by strings.
const dbOf = (store: Store): Db => ({
  tenantId: store.tenantId,
  now: store.now,
  table: (name) =>
    (store as unknown as Record<string, ReturnType<Db['table']>>)[name] as ReturnType<Db['table']>,
  get platform() {
    return dbOf(store.platform as Store);
  },
  of: (tenantId) => dbOf(store.forTenant(tenantId)),
});
