// Serves one world: its pipeline, its state, and the HTTP headers that every reply carries.

import { redactUrl } from '../redaction/redact.ts';
import { Listeners } from '../state/listeners.ts';
import { Refusal } from '../state/refusal.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import type { AppOptions } from './app-options.ts';
import { reportSafely, runContained } from './background.ts';
import type { EntryPoints } from './entry-point.ts';
import { Overrides } from './fault-injection/overrides.ts';
import { type Call, MAX_BODY, type Reply, type Varied } from './http/call.ts';
import { allowOrigin, preflight } from './http/cors.ts';
import { httpDate } from './http/date.ts';
import { answerRequest } from './http/fetch.ts';
import type { MockDefinition, SeededWorld } from './mock-definition.ts';
import { errorReply } from './pipeline/error-reply.ts';
import type { OperationPlan } from './pipeline/operation-plan.ts';
import { createRunner, type PipelineRunner, pipeline } from './pipeline/pipeline.ts';
import type { PipelineDeps } from './pipeline/pipeline-deps.ts';
import { RequestContext } from './pipeline/request-context.ts';
import { rateLimitStatus } from './rate-limit/count-request.ts';
import { setRateLimitHeaders } from './rate-limit/rate-limit-headers.ts';
import { refusalCause } from './refusal-cause.ts';
import { createServerState, type ServerState } from './server-state.ts';
import { type Replacement, Timeline } from './timeline.ts';
import type {
  NamedSnapshot,
  RestorableState,
  StoredWorldState,
  WorldServerSnapshot,
} from './world-snapshot.ts';
import { type WorldChange, WorldStates } from './world-states.ts';

/** The values that all worlds of an app share. */
export type AppContext<T extends Tables> = {
  definition: MockDefinition<T>;
  plans: PipelineDeps['plans'] & ReadonlyMap<string, OperationPlan>;
  options: AppOptions;
  /** what the server serves besides the API, as paths; grows while pages are mounted */
  entryPoints: EntryPoints;
};

/** One served world. */
export type WorldServer<T extends Tables = Tables> = {
  /** the name by which requests select the world */
  readonly name: string;
  readonly world: World<T>;
  /** the options that the world was seeded with */
  readonly options: Readonly<AppOptions>;
  readonly deps: PipelineDeps;
  /** the components that can change besides the world's tables */
  readonly state: ServerState;
  /** the listeners to changes that are no commits: of the clock, the whole state, the reset point and the snapshots */
  readonly changes: Listeners<WorldChange>;
  /** the last changes of the world */
  readonly timeline: Timeline<T>;
  /** the personas of the world, and values for examples and tests */
  readonly seeded: SeededWorld;
  /** answers a plain call; returns a promise only when a step is asynchronous */
  handle(call: Call): Reply | Promise<Reply>;
  /** answers a call that a program in this process makes; `handle`, unless the storage of worlds has replaced it */
  answer(call: Call): Reply | Promise<Reply>;
  fetch(request: Request): Promise<Response>;
  /**
   * waits until all changes so far are stored: returns undefined when they are, else a promise, which rejects when they
   * could not be stored; null for a world in memory
   */
  settled: (() => Promise<void> | undefined) | null;
  /**
   * runs a function on the newest state of the world, while no other process changes it, and stores what it changes; a
   * change that cannot be stored is undone, and the function may run again. Null for a world that only this process
   * changes, where functions run at once
   */
  exclusive: (<A>(run: () => A) => Promise<A>) | null;
  /** returns the broken invariants of the world; an empty list when the world breaks none */
  invariants(): string[];
  save(): WorldServerSnapshot;
  /**
   * replaces the state; components that the saved state does not contain stay unchanged
   * @param by what replaces the state, for the timeline
   */
  restore(saved: RestorableState, by: Replacement): void;
  /**
   * makes the present state the reset point, which `reset` restores
   * @param takenAt the time that the reset point shows (ISO 8601); the present time when left out
   */
  setResetPoint(takenAt?: string): void;
  /** the reset point, which is the state that `reset` restores */
  readonly resetPoint: NamedSnapshot;
  reset(): void;
  /** the named snapshots besides the reset point, the oldest first */
  readonly snapshots: ReadonlyMap<string, NamedSnapshot>;
  /**
   * saves the present state under a name, in place of an older snapshot of this name
   * @param takenAt the time that the snapshot shows (ISO 8601)
   */
  takeSnapshot(name: string, takenAt: string): void;
  /** removes a snapshot, if there is one of this name */
  removeSnapshot(name: string): void;
  /**
   * continues a stored world in the place of the present one; only the listeners and the overridden replies stay. Call
   * `WorldRegistry.open`, which also opens the world's observers.
   */
  load(stored: StoredWorldState): void;
};

/** Serves a world, with all counters at 0. */
export function serveWorld<T extends Tables>(
  { definition, plans, options, entryPoints }: AppContext<T>,
  name: string,
  world: World<T>,
  seeded: SeededWorld,
): WorldServer<T> {
  const state = createServerState(options);
  const timeline = new Timeline(world, state, options.timeline);
  // From here on the code needs no row types of the mock definition, because the server knows no table by name.
  const deps: PipelineDeps = {
    definition: definition as unknown as MockDefinition<Tables>,
    plans,
    world: world as unknown as World<Tables>,
    origins: options.cors ? new Set(options.cors) : null,
    verify: options.verify ?? true,
    documentedRefusals: new Set(),
    entryPoints,
    overrides: new Overrides(),
    reportFault: reportSafely(options.fault ?? ((error, where) => console.error(`${where}:`, error))),
    ...state,
  };
  world.onTimerError(({ timer, error }) => deps.reportFault(error, `timer ${timer.kind} of ${timer.at}`));
  world.onListenerError((error) => deps.reportFault(error, `a listener of the world ${name}`));
  state.requests.onListenerError((error) => deps.reportFault(error, `a listener to the requests of ${name}`));
  const steps = pipeline(deps);
  const wrapped = options.steps ? options.steps(steps) : steps;
  const run = createRunner(deps, wrapped);
  const log = options.log && runContained(deps.reportFault, 'log', options.log);
  const isTimed = log !== undefined || state.requests.capacity.count > 0;

  const answer = (
    call: Call,
    runPipeline: PipelineRunner = run,
    injectedFault: string | null = null,
  ): Reply | Promise<Reply> => {
    deps.counters.requests += 1;
    const context = new RequestContext(
      call,
      `req_${deps.counters.requests}`,
      isTimed ? performance.now() : 0,
    );
    context.injectedFault = injectedFault;
    let outcome: Reply | Error | Promise<Reply | Error>;
    try {
      outcome = call.variation?.reply ?? unread(call) ?? runPipeline(context);
    } catch (error) {
      outcome = toError(error);
    }
    return outcome instanceof Promise
      ? outcome
          .catch((error: unknown) => {
            // A request that its caller gave up before it took effect gets no reply, and is not logged.
            call.signal?.throwIfAborted();
            return toError(error);
          })
          .then((done) => finish(context, done))
      : finish(context, outcome);
  };

  const handle = (call: Call): Reply | Promise<Reply> => {
    const early = call.method === 'OPTIONS' ? preflight(call, deps.origins) : undefined;
    if (early) {
      early.headers.Date = httpDate(world.clock.now());
      return early;
    }
    const { prefer } = call.headers;
    const hasPreference = prefer !== undefined || (call.query !== '' && call.query.includes('__prefer'));
    return hasPreference ||
      !state.faults.isEmpty ||
      !deps.overrides.isEmpty ||
      state.policy.latency !== 'none'
      ? handleWithFaults(call)
      : answer(call);
  };

  /**
   * Answers a request to which a fault, a preference or latency may apply. The fault-injection modules are loaded
   * with the first such request.
   */
  const handleWithFaults = async (call: Call): Promise<Reply> => {
    const { injectFault } = await import('./fault-injection/fault-injection.ts');
    const { replyMethods } = await import('./fault-injection/reply-methods.ts');
    call.signal?.throwIfAborted();
    return injectFault(deps, call, replyMethods(deps, wrapped, answer));
  };

  /** Adds the HTTP headers that every reply carries, and logs the request. */
  const finish = (context: RequestContext, outcome: Reply | Error): Reply => {
    const refused = outcome instanceof Error ? outcome : null;
    const reply = outcome instanceof Error ? errorReply(deps, context, outcome) : outcome;
    const { headers } = reply;
    const now = world.clock.now();
    deps.meter.count(context.caller, reply.status, now);
    const { variation } = context.call;
    if (!variation?.reply) setRateLimitHeaders(reply, rateLimitStatus(deps, context));
    headers['X-Request-Id'] = context.requestId;
    if (context.plan?.handler === null && reply.status < 300) headers['X-Mock-Generated'] = 'true';
    headers['Cache-Control'] = 'no-store';
    headers.Date = httpDate(now);
    const { origin } = context.call.headers;
    if (origin) allowOrigin(origin, deps.origins, headers);
    if (!isTimed) return reply;
    const ms = performance.now() - context.arrivedAt;
    const record = (sent: Reply, varied: readonly Varied[]): void => {
      context.varied = varied;
      deps.requests.add(context, sent, refused, now, ms, world.seq);
      log?.({
        requestId: context.requestId,
        method: context.call.method,
        url: redactUrl((context.call.base ?? '') + context.call.path, context.call.query),
        operation: context.plan?.operation.id ?? null,
        status: sent.status,
        ...refusalCause(refused),
        fault: context.injectedFault,
        generated: context.generatedFrom,
        varied: varied.map(({ freedom }) => freedom),
        ms,
      });
    };
    if (variation) variation.log = record;
    else record(reply, []);
    return reply;
  };

  const changes = new Listeners<WorldChange>((error) =>
    deps.reportFault(error, `a listener to changes of the world ${name}`),
  );
  const states = new WorldStates(world, state, timeline, changes, options, seeded);
  const worldServer: WorldServer<T> = {
    name,
    world,
    get options() {
      return states.options;
    },
    deps,
    state,
    changes,
    timeline,
    get seeded() {
      return states.seeded;
    },
    handle,
    answer: handle,
    fetch: (request) =>
      answerRequest(request, { handle: (call) => worldServer.answer(call), admit: () => MAX_BODY }),
    settled: null,
    exclusive: null,
    invariants: () => world.transact(null, (store) => definition.invariants(store)),
    save: () => states.save(),
    restore: (saved, by) => states.restore(saved, by),
    setResetPoint: (takenAt) => states.setResetPoint(takenAt),
    get resetPoint() {
      return states.resetPoint;
    },
    reset() {
      deps.overrides.clear();
      states.restore(states.resetPoint.saved, { kind: 'reset' });
    },
    get snapshots() {
      return states.snapshots;
    },
    takeSnapshot: (snapshot, takenAt) => states.takeSnapshot(snapshot, takenAt),
    removeSnapshot: (snapshot) => states.removeSnapshot(snapshot),
    load: (stored) => states.load(stored),
  };
  return worldServer;
}

/** Returns the refusal of a request that was not read completely; undefined for every other request. */
function unread({ malformed, overloaded }: Call): Refusal | undefined {
  if (malformed) return new Refusal('BAD_REQUEST');
  if (!overloaded) return undefined;
  return new Refusal('OVERLOADED', {
    extra: { retry_after: RETRY_AFTER },
    headers: { 'retry-after': String(RETRY_AFTER) },
  });
}

/** How long a client should wait before it sends a request to an overloaded server again, in seconds. */
const RETRY_AFTER = 1;

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
