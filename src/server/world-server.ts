// Serves one world: its pipeline, its state, and the HTTP headers that every reply carries.

import { redactUrl } from '../redaction/redact.ts';
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
import { createServerState } from './server-state.ts';
import { WorldStates } from './world-states.ts';

/** The values that all worlds of an app share. */
export type AppContext<T extends Tables> = {
  definition: MockDefinition<T>;
  plans: PipelineDeps['plans'] & ReadonlyMap<string, OperationPlan>;
  options: AppOptions;
  /** what the server serves besides the API, as paths; grows while pages are mounted */
  entryPoints: EntryPoints;
};

/** One served world. */
export class WorldServer<T extends Tables = Tables> extends WorldStates<T> {
  /** the name by which requests select the world */
  readonly name: string;
  readonly deps: PipelineDeps;
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
    super(world, state, options, seeded, reportFault);
    this.name = name;
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
      this.#isTimed ? performance.now() : 0,
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

  /** Answers a request to which faults may apply; their modules are loaded with the first one. */
  async #handleWithFaults(call: Call): Promise<Reply> {
    const { injectFault } = await import('./fault-injection/fault-injection.ts');
    call.signal?.throwIfAborted();
    return injectFault(this.deps, call, this.#steps, this.#answer);
  }

  /** Adds the HTTP headers that every reply carries, and logs the request. */
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
    const ms = performance.now() - context.arrivedAt;
    if (variation)
      variation.log = (sent, varied) => {
        context.varied = varied;
        this.#record(context, sent, refused, now, ms);
      };
    else this.#record(context, reply, refused, now, ms);
    return reply;
  }

  #record(context: RequestContext, sent: Reply, refused: Error | null, now: number, ms: number): void {
    const { requests, world } = this.deps;
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
