// Builds a mock with defects: implements the `Injector` interface of conformance/defects/mutant.ts on an app of
// src/server.
import type {
  CallerIdentity,
  ClientRequest,
  CredentialResult,
  Db,
  DbTable,
  Injector,
  RequestMatcher,
  StepCall,
} from '../../conformance/defects/mutant.ts';
import { hostingMock } from '../../mocks/index.ts';
import type { SendRequest } from '../../src/control/webhook-delivery/http-sender.ts';
import { type App, type AppOptions, createApp } from '../../src/server/app.ts';
import { type Call, IN_PROCESS, type Reply } from '../../src/server/http/call.ts';
import { findStoredResponse } from '../../src/server/idempotency.ts';
import type { Identification, MockDefinition } from '../../src/server/mock-definition.ts';
import type { Caller } from '../../src/server/pipeline/caller.ts';
import type { RequestContext } from '../../src/server/pipeline/request-context.ts';
import { Refusal } from '../../src/state/refusal.ts';
import type { Store } from '../../src/state/store.ts';
import type { Tables } from '../../src/state/tables/table.ts';
import { matches, presentHeaders, toPlainReply, toResponseEdit } from '../../src/variations/exchange.ts';
import { type Host, Layer, originalOf, yieldToOthers } from '../../src/variations/layer.ts';
import { type Variation, varied } from '../../src/variations/vary.ts';
import { WrappedSteps } from './wrapped-steps.ts';

/** The mock into which defects are injected. */
export const content = hostingMock as unknown as MockDefinition<Tables>;

/** A mock with injected defects or variants. */
export type MutantMock = {
  app: App<Tables>;
  /** handles a request exactly as the client sent it, and returns the reply */
  answer(request: ClientRequest): Promise<Reply>;
  /** wraps the function that sends messages to webhook endpoints */
  wrapSend(post: SendRequest): SendRequest;
  /** applies the changes that defects make to the target file of the suite */
  editTarget(file: Record<string, unknown>): void;
};

type HandlerArgs = { store: Store<Tables>; caller: Caller; query: Record<string, unknown>; body: unknown };
type AnyHandler = (call: HandlerArgs) => unknown;

// Completes the identity that a defect gives for a caller with the members that defects do not set.
const toCaller = (who: CallerIdentity): Caller => ({
  tenantStatus: 'active',
  tier: 'free',
  ...who,
  role: who.role ?? null,
});

const PRESETS: AppOptions = { seed: 1, world: 'demo', clock: 'frozen', fault: () => {} };

/** Creates a mock with defects, and with a variation in front of it. */
export function createMutantMock(
  injections: readonly ((p: Injector) => void)[],
  { variation, ...options }: AppOptions & { variation?: Variation | undefined } = {},
): MutantMock {
  const requests = new WeakMap<Call, ClientRequest>();
  const requestOf = ({ call }: RequestContext): ClientRequest => {
    const request = requests.get(call);
    if (!request) throw new Error('A call reached the mutant mock without its interceptor.');
    return request;
  };
  const host: Host = {
    now: () => app.world.clock.now(),
    sleep: async (ms) => app.world.clock.advance(ms),
    option: (name, value) => void Object.assign(chosen, { [name]: value }),
    target: (change) => void targetEdits.push(change),
    transact(request, act) {
      const tenantId = tenantOf(request);
      if (tenantId !== null) withStore(tenantId, (store) => act(dbOf(store)));
    },
    tenantOf: (request) => tenantOf(request),
  };
  const tenantOf = ({ bearer }: ClientRequest): string | null => {
    if (bearer === null) return null;
    const found = withStore(null, (store) => content.resolveCredential(store, bearer));
    return 'refused' in found ? (found.expired?.tenantId ?? null) : found.tenantId;
  };
  const layer = new Layer('defects', host, async (request) => {
    const call: Call = {
      method: request.method,
      path: `/v1${request.path}`,
      query: request.query,
      headers: presentHeaders(request),
      body: request.bytes,
      address: IN_PROCESS,
    };
    requests.set(call, originalOf(request));
    return toResponseEdit(await app.handle(call));
  });
  const steps = new WrappedSteps(requestOf);
  const targetEdits: ((file: Record<string, unknown>) => void)[] = [];
  const deliveryWraps: Parameters<Injector['wrapDelivery']>[0][] = [];
  const chosen: AppOptions = { ...PRESETS, ...options };
  const changed: typeof content = { ...content, handlers: { ...content.handlers } };
  // The handlers have one type for each operation; defects wrap all of them as functions of the same type.
  const handlers = changed.handlers as unknown as Record<string, AnyHandler>;
  const withStore = <A>(tenantId: string | null, read: (store: Store<Tables>) => A): A =>
    app.world.transact(tenantId, read);

  const handler: Injector['handler'] = (where, wrap) => {
    for (const [id, inner] of Object.entries(handlers)) {
      handlers[id] = (call) => {
        const request = requestOf(steps.handledContext());
        if (!matches(where, request)) return inner(call);
        const { caller: who, store, query, body } = call;
        return wrap({ request, caller: who, db: dbOf(store), query, body }, (instead = {}) =>
          inner({
            ...call,
            ...('query' in instead && { query: instead.query }),
            ...('body' in instead && { body: instead.body }),
            ...(instead.db && { store: storeOf(instead.db) }),
          }),
        );
      };
    }
  };

  const injector: Injector = {
    ...layer.hooks,
    handler,
    step: (name, where, wrap) =>
      steps.wrap(name, where, (context, go) => wrap(toStepCall(context, requestOf(context)), go)),
    skip: (name, where) => steps.wrap(name, where, () => undefined),
    resolveCredential(wrap) {
      const { resolveCredential } = changed;
      changed.resolveCredential = (store, bearer) => {
        const real = (instead = bearer): CredentialResult => resolveCredential(store, instead);
        return toIdentification(wrap(bearer, real, dbOf(store)));
      };
    },
    readAcrossTenants: (where, onRead) =>
      steps.wrap('locate', where, (context, go) => {
        if (leaveTenant(context)) onRead?.(requestOf(context));
        return go();
      }),
    interleave(where, read, act) {
      const seen = new WeakMap<RequestContext, { value: ReturnType<typeof read> }>();
      steps.beforeTransaction(where, async (context, request) => {
        seen.set(context, {
          value: withStore(context.caller.tenantId, (store) => read({ request, db: dbOf(store) })),
        });
        await yieldToOthers();
      });
      handler(where, (call, go) => {
        const arrival = seen.get(steps.handledContext());
        return arrival ? act(arrival.value, call, go) : go();
      });
    },
    raceReplay: (where) => raceReplay(steps, where, withStore),
    yieldBefore: (where) => steps.beforeTransaction(where, yieldToOthers),
    delayResponse: (where, until) => layer.hooks.reply(where, (_reply, request) => until(request)),
    wrapDelivery: (wrap) => void deliveryWraps.push(wrap),
    readDb: (read) => withStore(null, (store) => read(dbOf(store))),
    throwRefusal(reason) {
      throw new Refusal(reason);
    },
    refusalReason: (error) => (error instanceof Refusal ? error.reason : null),
  };
  const answer = variation ? varied(variation, host, layer.handle) : layer.handle;
  for (const inject of injections) inject(injector);

  const app = createApp(changed, { ...chosen, verify: false, steps: (all) => steps.over(all) });
  return {
    app,
    answer: async (request) => toPlainReply(await answer(request)),
    wrapSend: (post) =>
      deliveryWraps.reduce<SendRequest>(
        (inner, wrap) => (request, signal) => wrap(request, (instead = request) => inner(instead, signal)),
        post,
      ),
    editTarget(file) {
      for (const change of targetEdits) change(file);
    },
  };
}

// Builds the object through which a defect sees one pipeline step. The defect may change the caller and the idempotency
// key for the step.
const toStepCall = (context: RequestContext, request: ClientRequest): StepCall => ({
  request,
  get caller() {
    return context.caller;
  },
  set caller(who) {
    context.caller = toCaller(who);
  },
  get idempotencyKey() {
    return context.idempotencyKey;
  },
  set idempotencyKey(key) {
    context.idempotencyKey = key;
  },
  get db() {
    return context.store && dbOf(context.store);
  },
});

function toIdentification(found: CredentialResult): Identification {
  if (!('refused' in found)) return toCaller(found);
  const { refused, expired } = found;
  return expired ? { refused, expired: toCaller(expired) } : { refused };
}

// Gives a request access to the stored data of the tenant that owns the resource in its path, or of the whole platform
// when the path names no resource.
function leaveTenant(context: RequestContext): boolean {
  const tenantStore = context.store;
  const { locators = [] } = context.plan ?? {};
  if (!tenantStore) return false;
  if (locators.length === 0) {
    context.store = tenantStore.platform;
    return true;
  }
  for (const { param, finder } of locators) {
    const row =
      typeof finder === 'string'
        ? tenantStore.platform[finder]?.find(context.params[param] ?? '')
        : undefined;
    if (row?.tenant_id === undefined || row.tenant_id === tenantStore.tenantId) continue;
    context.store = tenantStore.forTenant(row.tenant_id);
    return true;
  }
  return false;
}

// Looks for the stored response of an idempotency key when a request arrives. When there is none, the request is
// executed, even if a parallel request with the same key was executed in the meantime.
function raceReplay(
  steps: WrappedSteps,
  where: RequestMatcher,
  withStore: <A>(tenantId: string | null, read: (store: Store<Tables>) => A) => A,
): void {
  const first = new WeakSet<RequestContext>();
  steps.beforeTransaction(where, async (context) => {
    if (context.idempotencyKey === null) return;
    const stored = withStore(context.caller.tenantId, (store) => {
      context.store = store;
      return findStoredResponse(context);
    });
    if (stored === null) first.add(context);
    await yieldToOthers();
  });
  steps.wrap('replay', where, (context, go) => (first.has(context) ? undefined : go()));
  steps.wrap('remember', where, (_context, go) => {
    try {
      return go();
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'ALREADY_EXISTS') return undefined;
      throw error;
    }
  });
}

const stores = new WeakMap<Db, Store<Tables>>();

// Returns the `Db` through which defects use a store of the mock.
function dbOf(store: Store<Tables>): Db {
  const db: Db = {
    tenantId: store.tenantId,
    now: store.now,
    table(table): DbTable {
      const rows: unknown = store[table];
      if (rows === undefined) throw new Error(`The mock has no table ${table}.`);
      // Defects name tables and members by strings, which TypeScript cannot check; the collection itself validates every
      // change.
      return rows as DbTable;
    },
    get platform() {
      return dbOf(store.platform);
    },
    of: (tenantId) => dbOf(store.forTenant(tenantId)),
  };
  stores.set(db, store);
  return db;
}

// Returns the store of the mock that a `Db` gives access to.
function storeOf(db: Db): Store<Tables> {
  const store = stores.get(db);
  if (!store) throw new Error('These books were not opened by the mock.');
  return store;
}
