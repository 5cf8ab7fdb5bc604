// Injects faults into a request: those that the request itself prefers, those that were added to the world, and
// latency.
import { matchRoute, type Operation } from '../../contract/operations.ts';
import { randomNumber, seedKey } from '../../state/ids.ts';
import { type Call, jsonReply, type Reply } from '../http/call.ts';
import { type Preferences, parsePrefer, takePreferParameter } from '../http/prefer-header.ts';
import type { PipelineDeps } from '../pipeline/pipeline-deps.ts';
import { REALM } from '../pipeline/steps/authenticate.ts';
import { API_BASE } from '../pipeline/steps/route.ts';
import { documentedExamples, type Example, exampleInForm } from './documented-examples.ts';
import { FAULT_KINDS, type FaultEffect } from './faults.ts';
import { replyLatency } from './latency.ts';

/**
 * The two ways to get a reply: with or without the effect of the request. `description` names the injected fault for
 * the request log.
 */
export type ReplyMethods = {
  /** runs the whole pipeline, so that the request takes effect */
  answer(call: Call, description: string | null): Reply | Promise<Reply>;
  /** counts the request in the rate limit and replies with the result of `make`; the request has no effect */
  respondWithoutEffect(call: Call, description: string, make: () => Reply): Reply | Promise<Reply>;
};

/** The fault and the delay to inject into one request. */
type FaultPlan = {
  effect: FaultEffect | null;
  example: Example | null;
  delay: number;
  applied: string[];
  description: string | null;
};

/** The longest time for which a reply is delayed, in ms. */
const MAX_DELAY_MS = 600_000;

/** Answers a request with the faults and the latency that apply to it. */
export async function injectFault(deps: PipelineDeps, original: Call, replies: ReplyMethods): Promise<Reply> {
  const { query, prefer } = takePreferParameter(original.query);
  const call: Call = prefer === null ? original : { ...original, query };
  const header = [original.headers.prefer, prefer].filter((text) => text != null).join(', ');
  const path = call.path.startsWith(`${API_BASE}/`) ? call.path.slice(API_BASE.length) : '';
  const operation = matchRoute(call.method, path)?.operation ?? null;
  const plan = faultPlan(deps, operation, parsePrefer(header));
  const reply = await replyWithFault(deps, operation, plan, call, replies);
  if (plan.applied.length > 0) reply.headers['Preference-Applied'] = plan.applied.join(', ');
  // Drop the request's body, because the reply may be delayed for minutes and the body would fill the memory meanwhile.
  original.body = null;
  call.body = null;
  if (plan.delay > 0) await new Promise((resolve) => setTimeout(resolve, plan.delay));
  return reply;
}

function faultPlan(deps: PipelineDeps, operation: Operation | null, preferences: Preferences): FaultPlan {
  const { faults, policy, counters, world } = deps;
  const plan: FaultPlan = { effect: null, example: null, delay: 0, applied: [], description: null };
  plan.delay = replyLatency(policy.latency, operation, world.seed, counters.requests + 1);
  if (preferences.get('world') === world.name) plan.applied.push(`world=${world.name}`);
  if (operation) applyPreferences(operation, policy.errorShape === 'flat', preferences, plan);
  if (plan.applied.length > 0) plan.description = `Prefer: ${plan.applied.join(', ')}`;
  if (plan.effect || plan.example) return plan;
  const fault = faults.match(operation?.id ?? null, (id, count) =>
    randomNumber(seedKey(world.seed, `fault ${id}`), count),
  );
  if (!fault) return plan;
  plan.description = [
    plan.description,
    `fault ${fault.id} (${fault.kind}${fault.status ? ` ${fault.status}` : ''})`,
  ]
    .filter((description) => description !== null)
    .join('; ');
  if (fault.kind === 'latency') plan.delay += fault.delay_ms ?? 0;
  else plan.effect = fault;
  return plan;
}

/** Applies the preferences of a request. Preferences that are unknown, or that the mock cannot meet, are ignored. */
function applyPreferences(
  operation: Operation,
  flat: boolean,
  preferences: Preferences,
  plan: FaultPlan,
): void {
  const [code, name, delay, kind] = ['code', 'example', 'delay', 'fault'].map((preference) =>
    preferences.get(preference),
  );
  const examples = code === undefined && name === undefined ? [] : documentedExamples(operation);
  const status = code !== undefined && /^[1-5]\d\d$/.test(code) ? Number(code) : null;
  const ofStatus = status === null ? examples : examples.filter((example) => example.status === status);
  const named = name === undefined ? undefined : ofStatus.find((candidate) => candidate.name === name);
  const found = named ?? (status === null ? undefined : exampleInForm(ofStatus, flat));
  if (found) plan.example = found;
  else if (status !== null && status >= 400)
    plan.example = { status, name: '', value: fallbackErrorBody(status) };
  if (plan.example && status !== null) plan.applied.push(`code=${status}`);
  if (plan.example && named) plan.applied.push(`example=${name}`);
  if (delay !== undefined && /^\d{1,6}$/.test(delay) && Number(delay) <= MAX_DELAY_MS) {
    plan.delay += Number(delay);
    plan.applied.push(`delay=${delay}`);
  }
  const fault = FAULT_KINDS.find((known) => known === kind && known !== 'status' && known !== 'latency');
  if (!fault) return;
  plan.effect = { kind: fault };
  plan.applied.push(`fault=${kind}`);
}

async function replyWithFault(
  deps: PipelineDeps,
  operation: Operation | null,
  { effect, example, applied, description }: FaultPlan,
  call: Call,
  replies: ReplyMethods,
): Promise<Reply> {
  const flat = deps.policy.errorShape === 'flat';
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
    if (!takes_effect) return replies.respondWithoutEffect(call, description ?? '', () => errorReply);
    const real = await replies.answer(call, description);
    return Object.assign(real, errorReply, { headers: { ...real.headers, ...errorReply.headers } });
  }
  const instead = example ?? (effect?.takes_effect === false ? exampleFor(operation?.success ?? 200) : null);
  let errorReply: Reply | null = null;
  const reply = instead
    ? await replies.respondWithoutEffect(call, description ?? '', () => {
        errorReply = exampleReply(instead);
        return errorReply;
      })
    : await replies.answer(call, description);
  // A request that the rate limit refused did not get the preferred reply, so the reply does not name the preference as
  // applied.
  if (example && errorReply === null) applied.splice(0, applied.length, ...applied.filter(isSideEffectFree));
  if (effect) corruptReply(reply, effect);
  return reply;
}

const isSideEffectFree = (preference: string): boolean => /^(delay|world)=/.test(preference);

/** Builds a reply from a documented example, with the headers that its status requires. */
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

const CODES: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  422: 'VALIDATION_FAILED',
  429: 'RATE_LIMITED',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** Builds an error body for a status that the document does not list for the operation. */
const fallbackErrorBody = (status: number): object => ({
  error: {
    code: CODES[status] ?? (status < 500 ? 'BAD_REQUEST' : 'SERVER_ERROR'),
    message: `This ${status} was asked for: nothing is wrong.`,
  },
});

/** Changes a reply so that it fails in the way that the fault names. */
function corruptReply(reply: Reply, { kind, after_bytes, delay_ms }: FaultEffect): void {
  const { body } = reply;
  const size = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
  switch (kind) {
    case 'invalid_json':
      if (typeof body === 'string') reply.body = `${body.slice(0, -1)},`;
      return;
    case 'wrong_schema':
      if (typeof body === 'string') reply.body = JSON.stringify(corruptBody(JSON.parse(body)));
      return;
    case 'reset':
      reply.transportFault = { kind, after: Math.min(after_bytes ?? 0, size), delay: null };
      return;
    case 'stall':
    case 'truncated':
    case 'wrong_length': {
      const half = Math.floor(size / 2);
      reply.transportFault = { kind, after: Math.min(after_bytes ?? half, size), delay: delay_ms ?? null };
      return;
    }
    default:
  }
}

/**
 * Changes the type of the first member of a reply body; of a list it changes the first row, of a refusal the error
 * object.
 */
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
