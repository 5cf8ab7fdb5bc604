// A call that something goes wrong with on purpose: because it would like that, because a fault befalls it, or by latency.
import { match, type Operation } from '../contract/operations.ts';
import { keyOf, numberOf } from '../state/ids.ts';
import { type Call, jsonReply, type Reply } from './call.ts';
import { type Example, examplesOf, inForm } from './examples.ts';
import { type Effect, KINDS } from './faults.ts';
import { latencyOf } from './latency.ts';
import type { Machine } from './machine.ts';
import { fromQuery, type Preferences, preferencesOf } from './prefer.ts';
import { REALM } from './steps/authenticate.ts';
import { BASE } from './steps/route.ts';

/** The two ways to come by an answer. `words`: what was done on purpose, for whoever asks later. */
export type Ways = {
  /** the real one, with its effect */
  answer(call: Call, words: string | null): Reply | Promise<Reply>;
  /** one that is made up, for a call that is counted and has no effect */
  pretend(call: Call, words: string, make: () => Reply): Reply | Promise<Reply>;
};

/** What is to happen to one call. */
type Plan = {
  effect: Effect | null;
  example: Example | null;
  delay: number;
  applied: string[];
  words: string | null;
};

/** The longest an answer is held back, in ms. */
const LONGEST = 600_000;

/** Answers a call, disturbed as it should be. */
export async function disturb(machine: Machine, given: Call, ways: Ways): Promise<Reply> {
  const { query, prefer } = fromQuery(given.query);
  const call: Call = prefer === null ? given : { ...given, query };
  const header = [given.headers.prefer, prefer].filter((text) => text != null).join(', ');
  const path = call.path.startsWith(`${BASE}/`) ? call.path.slice(BASE.length) : '';
  const operation = match(call.method, path)?.operation ?? null;
  const plan = planOf(machine, operation, preferencesOf(header));
  const reply = await replyOf(machine, operation, plan, call, ways);
  if (plan.applied.length > 0) reply.headers['Preference-Applied'] = plan.applied.join(', ');
  // A reply may be held back for minutes: the body it answers is not kept for that long.
  given.body = null;
  call.body = null;
  if (plan.delay > 0) await new Promise((resolve) => setTimeout(resolve, plan.delay));
  return reply;
}

function planOf(machine: Machine, operation: Operation | null, preferences: Preferences): Plan {
  const { faults, policy, counters, world } = machine;
  const plan: Plan = { effect: null, example: null, delay: 0, applied: [], words: null };
  plan.delay = latencyOf(policy.latency, operation, world.seed, counters.requests + 1);
  if (preferences.get('world') === world.name) plan.applied.push(`world=${world.name}`);
  if (operation) prefer(operation, policy.errorShape === 'flat', preferences, plan);
  if (plan.applied.length > 0) plan.words = `Prefer: ${plan.applied.join(', ')}`;
  if (plan.effect || plan.example) return plan;
  const fault = faults.take(operation?.id ?? null, (id, seen) =>
    numberOf(keyOf(world.seed, `fault ${id}`), seen),
  );
  if (!fault) return plan;
  plan.words = [plan.words, `fault ${fault.id} (${fault.kind}${fault.status ? ` ${fault.status}` : ''})`]
    .filter((part) => part !== null)
    .join('; ');
  if (fault.kind === 'latency') plan.delay += fault.delay_ms ?? 0;
  else plan.effect = fault;
  return plan;
}

/** Takes up what a call would like; what is not known, or cannot be had, is passed over. */
function prefer(operation: Operation, flat: boolean, preferences: Preferences, plan: Plan): void {
  const [code, name, delay, kind] = ['code', 'example', 'delay', 'fault'].map((one) => preferences.get(one));
  const examples = code === undefined && name === undefined ? [] : examplesOf(operation);
  const status = code !== undefined && /^[1-5]\d\d$/.test(code) ? Number(code) : null;
  const ofStatus = status === null ? examples : examples.filter((one) => one.status === status);
  const named = name === undefined ? undefined : ofStatus.find((one) => one.name === name);
  const found = named ?? (status === null ? undefined : inForm(ofStatus, flat));
  if (found) plan.example = found;
  else if (status !== null && status >= 400) plan.example = { status, name: '', value: madeUp(status) };
  if (plan.example && status !== null) plan.applied.push(`code=${status}`);
  if (plan.example && named) plan.applied.push(`example=${name}`);
  if (delay !== undefined && /^\d{1,6}$/.test(delay) && Number(delay) <= LONGEST) {
    plan.delay += Number(delay);
    plan.applied.push(`delay=${delay}`);
  }
  const wanted = KINDS.find((one) => one === kind && one !== 'status' && one !== 'latency');
  if (!wanted) return;
  plan.effect = { kind: wanted };
  plan.applied.push(`fault=${kind}`);
}

async function replyOf(
  machine: Machine,
  operation: Operation | null,
  { effect, example, applied, words }: Plan,
  call: Call,
  ways: Ways,
): Promise<Reply> {
  const flat = machine.policy.errorShape === 'flat';
  const shown = (status: number): Example =>
    inForm(operation ? examplesOf(operation).filter((one) => one.status === status) : [], flat) ?? {
      status,
      name: '',
      value: madeUp(status),
    };
  if (effect?.kind === 'status') {
    const { status = 500, retry_after, takes_effect = false } = effect;
    const made = replyWith(shown(status), retry_after);
    if (!takes_effect) return ways.pretend(call, words ?? '', () => made);
    const real = await ways.answer(call, words);
    return Object.assign(real, made, { headers: { ...real.headers, ...made.headers } });
  }
  const instead = example ?? (effect?.takes_effect === false ? shown(operation?.success ?? 200) : null);
  let made: Reply | null = null;
  const reply = instead
    ? await ways.pretend(call, words ?? '', () => {
        made = replyWith(instead);
        return made;
      })
    : await ways.answer(call, words);
  // A call that was refused before, by its limit, did not get what it asked for.
  if (example && made === null) applied.splice(0, applied.length, ...applied.filter(isKept));
  if (effect) spoil(reply, effect);
  return reply;
}

const isKept = (preference: string): boolean => /^(delay|world)=/.test(preference);

/** A documented example as a reply, with the headers its status comes with. */
function replyWith({ status, value }: Example, retryAfter = 1): Reply {
  const reply = jsonReply(status, JSON.stringify(value));
  if (status === 401) reply.headers['WWW-Authenticate'] = REALM;
  if (status === 429 || status === 503) {
    reply.headers['Retry-After'] = String(retryAfter);
    const text = typeof reply.body === 'string' ? reply.body : '';
    // The sentence of the example names seconds of its own.
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

/** An error body for a status the document does not give the operation. */
const madeUp = (status: number): object => ({
  error: {
    code: CODES[status] ?? (status < 500 ? 'BAD_REQUEST' : 'SERVER_ERROR'),
    message: `This ${status} was asked for: nothing is wrong.`,
  },
});

/** Has an answer go wrong. */
function spoil(reply: Reply, { kind, after_bytes, delay_ms }: Effect): void {
  const { body } = reply;
  const size = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length;
  switch (kind) {
    case 'invalid_json':
      if (typeof body === 'string') reply.body = `${body.slice(0, -1)},`;
      return;
    case 'wrong_schema':
      if (typeof body === 'string') reply.body = JSON.stringify(misshapen(JSON.parse(body)));
      return;
    case 'reset':
      reply.wire = { kind, after: Math.min(after_bytes ?? 0, size), delay: null };
      return;
    case 'stall':
    case 'truncated':
    case 'wrong_length': {
      const half = Math.floor(size / 2);
      reply.wire = { kind, after: Math.min(after_bytes ?? half, size), delay: delay_ms ?? null };
      return;
    }
    default:
  }
}

/** A body with its first member of another type: in the first row of a list, in the error of a refusal. */
function misshapen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return [];
  const at = 'data' in value ? 'data' : 'error' in value ? 'error' : null;
  if (Array.isArray(value)) return value.length === 0 ? [null] : [misshapen(value[0]), ...value.slice(1)];
  if (at !== null) return { ...value, [at]: misshapen(Reflect.get(value, at)) };
  const [first] = Object.entries(value);
  if (!first) return [];
  return {
    ...value,
    [first[0]]: typeof first[1] === 'object' ? 'a text' : { 'not what it should be': true },
  };
}
