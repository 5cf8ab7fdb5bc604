// Serves one world: its pipeline, its state, and the HTTP headers that every reply carries.

import { redactUrl } from '../redaction/redact.ts';
import { toIso } from '../state/instant.ts';
import { Listeners } from '../state/listeners.ts';
import { Refusal } from '../state/refusal.ts';
import type { Tables } from '../state/tables/table.ts';
import type { World } from '../state/world.ts';
import type { AppOptions } from './app-options.ts';
import { reportSafely, runContained } from './background.ts';
import type { EntryPoints } from './entry-point.ts';
import { Overrides } from './fault-injection/overrides.ts';
import { type Call, maxBody, type Reply } from './http/call.ts';
import { allowOrigin, preflight } from './http/cors.ts';
import { httpDate } from './http/date.ts';
import { answerRequest } from './http/fetch.ts';
import type { MockDefinition, SeededWorld } from './mock-definition.ts';
import type { Caller } from './pipeline/caller.ts';
import { errorReply } from './pipeline/error-reply.ts';
import type { OperationPlan } from './pipeline/operation-plan.ts';
import { createRunner, type PipelineRunner, pipeline } from './pipeline/pipeline.ts';
import type { PipelineDeps } from './pipeline/pipeline-deps.ts';
import { RequestContext, type Step } from './pipeline/request-context.ts';
import { addHeaders } from './pipeline/result-steps.ts';
import { refusalCause } from './request-log.ts';
import {
  createServerState,
  type NamedSnapshot,
  restoreServerState,
  type ServerState,
  type ServerStateSnapshot,
  STORED_OPTIONS,
  type StoredWorldState,
  saveServerState,
  type WorldServerSnapshot,
} from './server-state.ts';
import { type Replacement, Timeline } from './timeline.ts';

export type AppContext<T extends Tables> = {
  definition: MockDefinition<T>;
  plans: PipelineDeps['plans'] & ReadonlyMap<string, OperationPlan>;
  options: AppOptions;
  /** what the server serves besides the API, as paths; grows while pages are mounted */
  entryPoints: EntryPoints;
};

// A change of a world that is no commit, announced after it was made. `changed`: the clock was moved, or the state was
// replaced, so that whoever waits for an instant of the world looks again; `states`: the whole state, the reset point
// or a snapshot was replaced; `closed`: the world was deleted, or is no longer in memory.
type WorldChange = 'changed' | 'states' | 'closed';

/** One served world: its states (the present one, the reset point, the named snapshots) and its pipeline. */
export class WorldServer<T extends Tables = Tables> {
  /** the name by which requests select the world */
  readonly name: string;
  readonly deps: PipelineDeps;
  readonly world: World<T>;
  /** the components that can change besides the world's tables */
  readonly state: ServerState;
  /** the last changes of the world */
  readonly timeline: Timeline<T>;
  /** the listeners to changes that are no commits: of the clock, the whole state, the reset point and the snapshots */
  readonly changes: Listeners<WorldChange>;
  #seeded: SeededWorld;
  #options: Readonly<AppOptions>;
  #resetPoint: NamedSnapshot;
  #snapshots = new Map<string, NamedSnapshot>();
  /** answers a call that a program in this process makes; `handle`, unless the storage of worlds has replaced it */
  answer: (call: Call) => Reply | Promise<Reply>;
  /**
   * waits until all changes so far are stored: returns undefined when they are, else a promise, which rejects when they
   * could not be stored; null for a world in memory
   */
  settled: (() => Promise<void> | undefined) | null = null;
  /**
   * runs a function on the newest state of the world, while no other process changes it, and stores what it changes; a
   * change that cannot be stored is undone, and the function may run again. Null for a world in memory, where functions
   * run at once
   */
  exclusive: (<A>(run: () => A) => Promise<A>) | null = null;
  readonly #steps: readonly Step[];
  readonly #run: PipelineRunner;
  readonly #log: AppOptions['log'];
  readonly #isTimed: boolean;

  /** Serves a world, with all counters at 0. */
  constructor(
    { definition, plans, options, entryPoints }: AppContext<T>,
    name: string,
    world: World<T>,
    seeded: SeededWorld,
  ) {
    const reportFault = reportSafely(options.fault ?? ((error, where) => console.error(`${where}:`, error)));
    const state = createServerState(options);
    this.name = name;
    this.world = world;
    this.state = state;
    this.timeline = new Timeline(world, state, options.timeline);
    this.changes = new Listeners((error) => reportFault(error, `a listener to changes of the world ${name}`));
    this.#options = options;
    this.#seeded = seeded;
    this.#resetPoint = { saved: this.save(), takenAt: this.#now() };
    this.answer = this.handle;
    // From here on the code needs no row types of the mock definition, because the server knows no table by name.
    this.deps = {
      definition: definition as unknown as MockDefinition<Tables>,
      plans,
      world: world as unknown as World<Tables>,
      origins: options.cors ? new Set(options.cors) : null,
      verify: options.verify ?? true,
      documentedRefusals: new Set(),
      entryPoints,
      overrides: new Overrides(),
      reportFault,
      ...state,
    };
    world.onTimerError(({ timer, error }) => reportFault(error, `timer ${timer.kind} of ${timer.at}`));
    world.onListenerError((error) => reportFault(error, `a listener of the world ${name}`));
    state.requests.onListenerError((error) => reportFault(error, `a listener to the requests of ${name}`));
    this.#steps = options.steps ? options.steps(pipeline, this.#callerOf) : pipeline;
    this.#run = createRunner(this.deps, this.#steps);
    this.#log = options.log && runContained(reportFault, 'log', options.log);
    this.#isTimed = this.#log !== undefined || state.requests.capacity.count > 0;
  }

  /** answers a plain call; returns a promise only when a step is asynchronous */
  readonly handle = (call: Call): Reply | Promise<Reply> => {
    const { deps } = this;
    const early = call.method === 'OPTIONS' ? preflight(call, deps.origins) : undefined;
    if (early) {
      early.headers.Date = httpDate(deps.world.clock.now());
      return early;
    }
    const { prefer } = call.headers;
    const hasPreference = prefer !== undefined || (call.query !== '' && call.query.includes('__prefer'));
    return hasPreference ||
      !deps.faults.isEmpty ||
      !deps.overrides.isEmpty ||
      deps.policy.values.latency !== 'none'
      ? this.#handleWithFaults(call)
      : this.#answer(call);
  };

  fetch(request: Request): Promise<Response> {
    return answerRequest(request, { handle: (call) => this.answer(call), admit: maxBody });
  }

  /** Returns the broken invariants of the world; an empty list when the world breaks none. */
  invariants(): string[] {
    return this.deps.world.transact(null, (store) => this.deps.definition.invariants(store));
  }

  /** Restores the reset point, and removes the overridden replies. */
  reset(): void {
    this.deps.overrides.clear();
    this.restore(this.resetPoint.saved, { kind: 'reset' });
  }

  /** the personas of the present state, and values for examples and tests */
  get seeded(): SeededWorld {
    return this.#seeded;
  }

  get options(): Readonly<AppOptions> {
    return this.#options;
  }

  /** the reset point, which is the state that `reset` restores */
  get resetPoint(): NamedSnapshot {
    return this.#resetPoint;
  }

  /** the named snapshots besides the reset point, the oldest first */
  get snapshots(): ReadonlyMap<string, NamedSnapshot> {
    return this.#snapshots;
  }

  save(): WorldServerSnapshot {
    return { world: this.world.snapshot(), seeded: this.#seeded, state: saveServerState(this.state) };
  }

  /** Replaces the state; components that the saved state lacks stay. `by` is for the timeline. */
  restore(
    saved: Omit<WorldServerSnapshot, 'state'> & { readonly state: Partial<ServerStateSnapshot> },
    by: Replacement,
  ): void {
    const before = this.save();
    this.world.restore(saved.world);
    this.#seeded = saved.seeded;
    restoreServerState(this.state, saved.state);
    this.timeline.addReplacement(by, before);
    this.changes.emit('states');
  }

  /**
   * Makes the present state the reset point, which `reset` restores.
   * @param takenAt the time that the reset point shows (ISO 8601); the present time when left out
   */
  setResetPoint(takenAt: string = this.#now()): void {
    this.putResetPoint({ saved: this.save(), takenAt });
  }

  putResetPoint(point: NamedSnapshot): void {
    this.#resetPoint = point;
    this.changes.emit('states');
  }

  /**
   * Saves the present state under a name, in place of an older snapshot of this name.
   * @param takenAt the time that the snapshot shows (ISO 8601)
   */
  takeSnapshot(name: string, takenAt: string): void {
    this.putSnapshot(name, { saved: this.save(), takenAt });
  }

  putSnapshot(name: string, snapshot: NamedSnapshot): void {
    this.#snapshots.set(name, snapshot);
    this.changes.emit('states');
  }

  removeSnapshot(name: string): void {
    if (this.#snapshots.delete(name)) this.changes.emit('states');
  }

  /** Tells that the clock was moved or the state was replaced. */
  notifyChanged(): void {
    this.changes.emit('changed');
  }

  /**
   * Continues a stored world in the place of the present one: its state, numbers, options, reset point and snapshots; the
   * timeline starts anew. Only the listeners and the overridden replies stay. Call `WorldRegistry.open`, which also opens
   * the world's observers.
   */
  load({ present, seq, replacedAt, options, resetPoint, snapshots }: StoredWorldState): void {
    this.world.restore(present.world);
    this.world.continueAt(seq, replacedAt);
    this.#seeded = present.seeded;
    restoreServerState(this.state, present.state);
    const { from: _, ...own } = this.#options;
    for (const name of STORED_OPTIONS) delete own[name];
    this.#options = { ...own, ...options };
    this.#resetPoint = resetPoint;
    this.#snapshots = new Map(snapshots);
    this.timeline.clear();
  }

  #now(): string {
    return toIso(this.world.clock.now());
  }

  readonly #answer = (
    call: Call,
    run: PipelineRunner = this.#run,
    injectedFault: string | null = null,
  ): Reply | Promise<Reply> => {
    const { counters } = this.deps;
    counters.requests += 1;
    const context = new RequestContext(
      call,
      `req_${counters.requests}`,
      this.#isTimed ? (call.variation?.arrived ?? performance.now()) : 0,
    );
    context.injectedFault = injectedFault;
    let outcome: Reply | Error | Promise<Reply | Error>;
    try {
      outcome = call.variation?.reply ?? unread(call) ?? run(context);
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
          .then((done) => this.#finish(context, done))
      : this.#finish(context, outcome);
  };

  /** Returns the caller of a persona's credential; null when the world has no such persona. */
  readonly #callerOf = (persona: string): Caller | null => {
    const { token, apiKey } = this.seeded.personas[persona] ?? {};
    const credential = token ?? apiKey ?? '';
    const { world, definition } = this.deps;
    const found = world.transact(null, (store) => definition.resolveCredential(store, credential));
    return 'refused' in found ? null : found;
  };

  // Answers a request to which faults may apply; their modules are loaded with the first one.
  async #handleWithFaults(call: Call): Promise<Reply> {
    const { injectFault } = await import('./fault-injection/fault-injection.ts');
    call.signal?.throwIfAborted();
    return injectFault(this.deps, call, this.#steps, this.#answer);
  }

  // Adds the HTTP headers that every reply carries, and logs the request.
  #finish(context: RequestContext, outcome: Reply | Error): Reply {
    const { deps } = this;
    const { world } = deps;
    const refused = outcome instanceof Error ? outcome : null;
    const reply = outcome instanceof Error ? errorReply(deps, context, outcome) : outcome;
    const { headers } = reply;
    const now = world.clock.now();
    const { variation } = context.call;
    const { answered } = context;
    if (answered !== null) headers['X-Mock-Answered-By'] = answered.by;
    if (answered?.by === 'upstream') headers['X-Request-Id'] ??= context.requestId;
    else {
      addHeaders(deps, context, reply);
      deps.meter.count(context.caller, reply.status, now);
      if (context.plan?.handler === null && reply.status < 300) headers['X-Mock-Generated'] = 'true';
      headers['Cache-Control'] = 'no-store';
      headers.Date = httpDate(now);
    }
    const { origin } = context.call.headers;
    if (origin) allowOrigin(origin, deps.origins, headers);
    if (!this.#isTimed) return reply;
    if (context.logged !== null) context.call = context.logged.call;
    if (variation)
      variation.log = (sent, varied, call) => {
        Object.assign(context, { varied, call });
        this.#record(context, sent, refused, now);
      };
    else this.#record(context, reply, refused, now);
    return reply;
  }

  #record(context: RequestContext, sent: Reply, refused: Error | null, now: number): void {
    const { requests, world } = this.deps;
    const ms = performance.now() - context.arrivedAt;
    requests.add(context, context.logged?.reply ?? sent, refused, now, ms, world.seq);
    const { call } = context;
    this.#log?.({
      requestId: context.requestId,
      method: call.method,
      url: redactUrl(call.base === undefined ? call.path : call.base + call.path, call.query),
      operation: context.plan?.operation.id ?? null,
      status: sent.status,
      ...refusalCause(refused),
      fault: context.injectedFault,
      generated: context.generatedFrom,
      varied: context.varied.map(({ freedom }) => freedom),
      answered: context.answered,
      ms,
    });
  }
}

// Returns the refusal of a request that was not read completely; undefined for every other request.
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
