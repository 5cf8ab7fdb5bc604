// Injects faults into a request: those that it prefers, those of the world, and latency.

import { type RefusalName, refusalNamed } from '../../contract/error-codes.ts';
import { matchRoute, type Operation } from '../../contract/operations.ts';
import { randomNumber, seedKey } from '../../state/ids.ts';
import { Refusal } from '../../state/refusal.ts';
import type { LatencyProfile } from '../app-options.ts';
import { type Call, jsonReply, type Reply } from '../http/call.ts';
import { takePreferParameter } from '../http/prefer-header.ts';
import { createRunner, type PipelineRunner } from '../pipeline/pipeline.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import type { RequestContext, Step, StepResult } from '../pipeline/request-context.ts';
import { API_BASE, REALM } from '../pipeline/request-steps.ts';
import { documentedExamples, type Example, exampleInForm, fallbackErrorBody } from './documented-examples.ts';
import type { FaultEffect, FaultState } from './faults.ts';
import { injectedRefusal } from './injected-refusal.ts';
import { overriddenReply } from './overrides.ts';
import { type RequestPreferences, readPreferences } from './preferences.ts';

type FaultPlan = {
  effect: FaultEffect | null;
  example: Example | null;
  delay: number;
  applied: string[];
  description: string | null;
  /** the refusal to be given if the request is valid, and what the description is if it is not */
  refusal: { fault: FaultState; name: RefusalName; otherwise: string | null } | null;
};

/** Runs a pipeline for a request, by default the world's own; the text names the injected fault. */
type Answer = (call: Call, run?: PipelineRunner, injectedFault?: string | null) => Reply | Promise<Reply>;

/** The ways to get a reply. `description` names the injected fault for the request log. */
type Replies = {
  /** runs the whole pipeline, so that the request takes effect */
  answer(call: Call, description: string | null): Reply | Promise<Reply>;
  /**
   * passes the request through the steps before a named one, and replies with the result of `make`: before `limit` it is
   * not counted in the rate limit, before `authenticate` it has no effect; without a result the other steps follow.
   * `otherwise` replaces the description when there is no result of `make`
   */
  replyBefore(
    step: string,
    call: Call,
    description: string | null,
    make: (context: RequestContext) => StepResult,
    otherwise?: string | null,
  ): Reply | Promise<Reply>;
};

/** Answers a request with the faults and the latency that apply to it. */
export async function injectFault(
  deps: PipelineDeps,
  original: Call,
  steps: readonly Step[],
  answer: Answer,
): Promise<Reply> {
  const replies: Replies = {
    answer: (call, description) => answer(call, undefined, description),
    replyBefore(name, call, description, make, otherwise = description) {
      const at = steps.findIndex((step) => step.name === name);
      let made: StepResult;
      const run = (context: RequestContext): StepResult => {
        made = make(context);
        return made;
      };
      const instead: Step = steps[at]?.inside
        ? { name: 'instead', inside: true, run }
        : { name: 'instead', run };
      const runner = createRunner(deps, [...steps.slice(0, at), instead, ...steps.slice(at)]);
      const marked: PipelineRunner = async (context) => {
        try {
          return await runner(context);
        } finally {
          if (made === undefined) context.injectedFault = otherwise;
        }
      };
      return answer(call, marked, description);
    },
  };
  const { query, prefer } = takePreferParameter(original.query);
  const call: Call = prefer === null ? original : { ...original, query };
  const path = call.path.startsWith(`${API_BASE}/`) ? call.path.slice(API_BASE.length) : '';
  const operation = matchRoute(call.method, path)?.operation ?? null;
  const preferences = readPreferences(original.headers.prefer, prefer, {
    operation,
    flat: deps.policy.values.error_shape === 'flat',
    world: deps.world.name,
  });
  if (preferences.problems.length > 0) {
    const refusal = new Refusal('PREFERENCE_INVALID', { errors: { Prefer: preferences.problems } });
    return replies.replyBefore('limit', call, null, () => refusal);
  }
  const plan = faultPlan(deps, operation, preferences);
  const reply = await replyWithFault(deps, operation, plan, call, replies);
  if (plan.applied.length > 0) reply.headers['Preference-Applied'] = plan.applied.join(', ');
  // Drop the request's body, because the reply may be delayed for minutes and the body would fill the memory meanwhile.
  original.body = null;
  call.body = null;
  if (plan.delay > 0) await sleep(plan.delay, call.signal);
  return reply;
}

// Waits for `ms` milliseconds; rejects with the reason of the signal as soon as the signal is aborted.
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function faultPlan(
  { faults, policy, counters, world }: PipelineDeps,
  operation: Operation | null,
  { effect, example, delay, applied }: RequestPreferences,
): FaultPlan {
  const latency = replyLatency(policy.values.latency, operation, world.seed, counters.requests + 1);
  const plan: FaultPlan = {
    effect,
    example,
    delay: latency + delay,
    applied,
    description: null,
    refusal: null,
  };
  if (applied.length > 0) plan.description = `Prefer: ${applied.join(', ')}`;
  // A fault is for operations: the document and unknown paths neither get nor use one up.
  if (effect || example || operation === null) return plan;
  const fault = faults.match(operation.id, (id, count) =>
    randomNumber(seedKey(world.seed, `fault ${id}`), count),
  );
  if (!fault) return plan;
  const what = fault.kind === 'status' ? fault.status : fault.kind === 'refusal' ? fault.refusal : '';
  const named = `fault ${fault.id} (${`${fault.kind} ${what}`.trim()})`;
  const name = fault.kind === 'refusal' ? refusalNamed(operation, fault.refusal) : undefined;
  if (name) plan.refusal = { fault, name, otherwise: plan.description };
  plan.description = plan.description === null ? named : `${plan.description}; ${named}`;
  if (name) return plan;
  if (fault.kind === 'stall') plan.effect = fault;
  else {
    plan.delay += fault.delay_ms ?? 0;
    if (fault.kind !== 'delay') plan.effect = fault;
  }
  return plan;
}

async function replyWithFault(
  deps: PipelineDeps,
  operation: Operation | null,
  plan: FaultPlan,
  call: Call,
  replies: Replies,
): Promise<Reply> {
  const { effect, example, applied, description, refusal } = plan;
  const flat = deps.policy.values.error_shape === 'flat';
  const exampleFor = (status: number): Example =>
    exampleInForm(
      operation ? documentedExamples(operation).filter((example) => example.status === status) : [],
      flat,
    ) ?? {
      status,
      name: '',
      value: fallbackErrorBody(status),
    };
  if (effect?.kind === 'status') {
    const { status = 500, retry_after, takes_effect = false } = effect;
    const errorReply = exampleReply(exampleFor(status), retry_after);
    if (!takes_effect) return replies.replyBefore('authenticate', call, description, () => errorReply);
    const real = await replies.answer(call, description);
    endPieces(real);
    return Object.assign(real, errorReply, { headers: { ...real.headers, ...errorReply.headers } });
  }
  if (refusal && operation) {
    const { fault, name, otherwise } = refusal;
    const refuse = (context: RequestContext): StepResult => {
      if (!deps.faults.apply(fault.id)) return undefined;
      plan.delay += fault.delay_ms ?? 0;
      return injectedRefusal(deps, name, operation, context);
    };
    return replies.replyBefore('handle', call, description, refuse, otherwise);
  }
  const instead = example ?? (effect?.takes_effect === false ? exampleFor(operation?.success ?? 200) : null);
  let errorReply: Reply | null = null;
  const reply = instead
    ? await replies.replyBefore('authenticate', call, description, () => {
        errorReply = exampleReply(instead);
        return errorReply;
      })
    : await replyOf(deps, operation, description, call, replies);
  // A request that the rate limit refused did not get the preferred reply, so the reply does not name the preference as
  // applied.
  if (example && errorReply === null) applied.splice(0, applied.length, ...applied.filter(isSideEffectFree));
  if (effect) corruptReply(reply, effect);
  return reply;
}

async function replyOf(
  { overrides, reportFault }: PipelineDeps,
  operation: Operation | null,
  description: string | null,
  call: Call,
  replies: Replies,
): Promise<Reply> {
  const override = overrides.find(operation?.id);
  if (!override) return replies.answer(call, description);
  const marked = [description, `override of ${override.operation}`].filter((one) => one !== null).join('; ');
  return overriddenReply(overrides, override, {
    answer: () => replies.answer(call, marked),
    respondInsteadOfHandler: (make) => replies.replyBefore('handle', call, marked, make),
    reportFault,
  });
}

const isSideEffectFree = (preference: string): boolean => /^(delay_ms|world)=/.test(preference);

function exampleReply({ status, value }: Example, retryAfter = 1): Reply {
  const reply = jsonReply(status, JSON.stringify(value));
  if (status === 401) reply.headers['WWW-Authenticate'] = REALM;
  if (status === 429 || status === 503) {
    reply.headers['Retry-After'] = String(retryAfter);
    const text = typeof reply.body === 'string' ? reply.body : '';
    // The text of the example has a number of seconds of its own, which is replaced by `retryAfter`.
    reply.body = text.replace(/\d+(?= seconds)|(?<="retry_after":)\d+/g, String(retryAfter));
  }
  return reply;
}

function corruptReply(reply: Reply, effect: FaultEffect): void {
  const { body } = reply;
  if (effect.kind !== 'delay') endPieces(reply);
  if (effect.kind === 'invalid_json') {
    if (typeof body === 'string') reply.body = `${body.slice(0, -1)},`;
  } else if (effect.kind === 'wrong_schema') {
    if (typeof body === 'string') reply.body = JSON.stringify(corruptBody(JSON.parse(body)));
  } else if (effect.kind !== 'status' && effect.kind !== 'refusal' && effect.kind !== 'delay') {
    const size = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
    const { kind, after_bytes = kind === 'reset' ? 0 : Math.floor(size / 2), delay_ms = null } = effect;
    const delay = kind === 'stall' ? delay_ms : null;
    reply.transportFault = { kind, after: Math.min(after_bytes, size), delay };
  }
}

function endPieces(reply: Reply): void {
  if (!reply.pieces) return;
  void reply.pieces.return?.();
  delete reply.pieces;
  delete reply.headers['Content-Length'];
}

// Changes the type of the first member: of the first row of a list, or of the error object.
function corruptBody(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return [];
  const at = 'data' in value ? 'data' : 'error' in value ? 'error' : null;
  if (Array.isArray(value)) return value.length === 0 ? [null] : [corruptBody(value[0]), ...value.slice(1)];
  if (at !== null) return { ...value, [at]: corruptBody(Reflect.get(value, at)) };
  const [first] = Object.entries(value);
  if (!first) return [];
  return {
    ...value,
    [first[0]]: typeof first[1] === 'object' ? 'a text' : { 'not what it should be': true },
  };
}

/** The median, 90th and 99th percentile of the simplest operation in each network, in ms. */
const PROFILES: Record<Exclude<LatencyProfile, 'none'>, readonly [number, number, number]> = {
  lan: [2, 5, 15],
  mobile: [80, 250, 900],
  slow: [400, 1500, 5000],
};
/** The shortest latency, as a share of the median. */
const FASTEST_SHARE = 0.5;

// The factor by which an operation is slower than the simplest one: writes are slower than reads, lists slower than
// single resources. The factors are chosen by this contract, because no source states them.
function operationWeight({ method, path, responses, success, rateClass }: Operation): number {
  if (responses[success]?.media !== 'application/json') return 3;
  if (method === 'POST') return rateClass === 'auth' ? 2 : 2.5;
  if (method === 'GET') return path.endsWith('}') ? 1 : 1.4;
  return 1.8;
}

/** Computes the latency of one reply, in ms. The same seed, operation and ordinal give the same latency. */
export function replyLatency(
  profile: LatencyProfile,
  operation: Operation | null,
  seed: number | string,
  ordinal: number,
): number {
  if (profile === 'none') return 0;
  const [median, p90, p99] = PROFILES[profile];
  const name = operation?.id ?? 'no operation';
  const draw = randomNumber(seedKey(seed, `latency ${name}`), ordinal);
  // Each operation has a fixed factor of its own, so that it is a little faster or slower than other operations of its
  // kind.
  const operationFactor = 0.8 + 0.4 * randomNumber(seedKey(seed, `pace ${name}`), 0);
  return Math.round(
    interpolate(draw, median, p90, p99) * operationFactor * (operation ? operationWeight(operation) : 1),
  );
}

// Returns the value at the quantile `draw`, interpolated linearly between the known percentiles.
function interpolate(draw: number, median: number, p90: number, p99: number): number {
  if (draw < 0.5) return lerp(median * FASTEST_SHARE, median, draw / 0.5);
  if (draw < 0.9) return lerp(median, p90, (draw - 0.5) / 0.4);
  return lerp(p90, p99, Math.min(1, (draw - 0.9) / 0.09));
}

const lerp = (low: number, high: number, fraction: number): number => low + (high - low) * fraction;
