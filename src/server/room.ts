// A world being served: its own pipeline, and its own copy of everything that calls can change.

import { redactUrl } from '../redaction/redact.ts';
import { Refusal } from '../state/refusal.ts';
import type { Tables } from '../state/table.ts';
import type { Snapshot, World } from '../state/world.ts';
import { contained, reportSafely } from './background.ts';
import { type Call, MAX_BODY, type Reply } from './call.ts';
import type { Content, Settled } from './content.ts';
import { permit, preflight } from './cors.ts';
import { Counters } from './counters.ts';
import { httpDate } from './date.ts';
import { errorReply } from './errors.ts';
import { Faults } from './faults.ts';
import { answerRequest } from './fetch.ts';
import { AUTH_LIMIT, Limiter, NO_LIMIT, SET_A, SET_B } from './limits.ts';
import type { Machine, Parts } from './machine.ts';
import { Meter } from './meter.ts';
import type { AppOptions, LimitTable } from './options.ts';
import type { Part } from './part.ts';
import { pipeline, type Run, runner } from './pipeline.ts';
import type { Plan } from './plan.ts';
import { Policy, type PolicyValues } from './policy.ts';
import { Requests } from './requests.ts';
import { allowanceOf } from './steps/limit.ts';
import { Turn } from './turn.ts';

/** What all worlds of an app have in common. */
export type House<T extends Tables> = {
  content: Content<T>;
  plans: Machine['plans'] & ReadonlyMap<string, Plan>;
  options: AppOptions;
};

/** Everything of a served world at one instant, cheaply: to be put back here or in another one of the same app. */
export type Saved = {
  readonly world: Snapshot;
  readonly settled: Settled;
  readonly parts: { readonly [Name in keyof Parts]: ReturnType<Parts[Name]['save']> };
};

export type Room<T extends Tables = Tables> = {
  /** by what the world is asked for */
  readonly name: string;
  readonly world: World<T>;
  /** what it was made with */
  readonly options: Readonly<AppOptions>;
  readonly machine: Machine;
  /** what can change in it besides the world */
  readonly parts: Parts;
  /** its callers, and values worth knowing */
  settled: Settled;
  /** answers a plain call; a promise only where bytes have to be made or a step takes time */
  handle(call: Call): Reply | Promise<Reply>;
  fetch(request: Request): Promise<Response>;
  /** the broken invariants of the world as it stands; empty means sound */
  invariants(): string[];
  save(): Saved;
  restore(saved: Saved): void;
  /** makes the present state the one `reset` goes back to */
  keep(): void;
  /** what `reset` goes back to */
  kept(): Saved;
  reset(): void;
};

/** Serves a world from now on, beginning with nothing counted. */
export function openRoom<T extends Tables>(
  { content, plans, options }: House<T>,
  name: string,
  world: World<T>,
  settled: Settled,
): Room<T> {
  const parts = partsOf(options);
  // From here on the content's own types are of no interest: the machinery knows no table by name.
  const machine: Machine = {
    content: content as unknown as Content<Tables>,
    plans,
    world: world as unknown as World<Tables>,
    origins: options.cors ? new Set(options.cors) : null,
    verify: options.verify ?? true,
    shown: new Set(),
    fault: reportSafely(options.fault ?? ((error, where) => console.error(`${where}:`, error))),
    ...parts,
  };
  world.onTimerError(({ timer, error }) => machine.fault(error, `timer ${timer.kind} of ${timer.at}`));
  world.onListenerError((error) => machine.fault(error, `a listener of the world ${name}`));
  parts.requests.onListenerError((error) => machine.fault(error, `a listener to the requests of ${name}`));
  const steps = pipeline(machine);
  const wrapped = options.steps ? options.steps(steps) : steps;
  const run = runner(machine, wrapped);
  const log = options.log && contained(machine.fault, 'log', options.log);
  const timed = log !== undefined || parts.requests.keep.count > 0;

  const answer = (call: Call, by: Run = run, disturbed: string | null = null): Reply | Promise<Reply> => {
    machine.counters.requests += 1;
    const turn = new Turn(call, `req_${machine.counters.requests}`, timed ? performance.now() : 0);
    turn.disturbed = disturbed;
    let said: Reply | Error | Promise<Reply | Error>;
    try {
      said = unread(call) ?? by(turn);
    } catch (error) {
      said = failed(error);
    }
    return said instanceof Promise
      ? said.catch(failed).then((done) => finish(turn, done))
      : finish(turn, said);
  };

  const handle = (call: Call): Reply | Promise<Reply> => {
    const early = preflight(call, machine.origins);
    if (early) {
      early.headers.Date = httpDate(world.clock.now());
      return early;
    }
    const { prefer } = call.headers;
    const asked = prefer !== undefined || (call.query !== '' && call.query.includes('__prefer'));
    return asked || !parts.faults.none || parts.policy.latency !== 'none' ? disturbed(call) : answer(call);
  };

  /** A call that something may go wrong with. What that needs is read when the first one comes. */
  const disturbed = async (call: Call): Promise<Reply> => {
    const { disturb } = await import('./disturb.ts');
    return disturb(machine, call, {
      answer: (given, words) => answer(given, run, words),
      // As far as the limits a call goes like any other; what comes then is made up.
      pretend: (given, words, make) => {
        const known = wrapped.slice(0, wrapped.findIndex(({ name }) => name === 'limit') + 1);
        return answer(given, runner(machine, [...known, { name: 'pretend', run: make }]), words);
      },
    });
  };

  /** The reply, with what every answer carries. */
  const finish = (turn: Turn, said: Reply | Error): Reply => {
    const refused = said instanceof Error ? said : null;
    const reply = said instanceof Error ? errorReply(machine, turn, said) : said;
    const { headers } = reply;
    const now = world.clock.now();
    machine.meter.count(turn.caller, reply.status, now);
    const { limit, remaining, reset } = allowanceOf(machine, turn);
    headers['RateLimit-Limit'] = headers['X-RateLimit-Limit'] = String(limit);
    headers['RateLimit-Remaining'] = headers['X-RateLimit-Remaining'] = String(
      // one that was only asked for looks like one that was earned
      reply.status === 429 ? 0 : remaining,
    );
    // A refusal that asks for a longer wait than the window's is not over when the window ends.
    headers['RateLimit-Reset'] = String(Math.max(reset, Number(headers['Retry-After'] ?? 0) || 0));
    headers['X-Request-Id'] = turn.requestId;
    headers['Cache-Control'] = 'no-store';
    headers.Date = httpDate(now);
    const { origin } = turn.call.headers;
    if (origin) permit(origin, machine.origins, headers);
    if (!timed) return reply;
    const ms = performance.now() - turn.arrived;
    machine.requests.add(turn, reply, refused, now, ms);
    log?.({
      requestId: turn.requestId,
      method: turn.call.method,
      url: redactUrl((turn.call.base ?? '') + turn.call.path, turn.call.query),
      operation: turn.plan?.operation.id ?? null,
      status: reply.status,
      ms,
    });
    return reply;
  };

  const save = (): Saved => ({
    world: world.snapshot(),
    settled: room.settled,
    parts: saveAll(parts),
  });
  let kept: Saved | undefined;
  const room: Room<T> = {
    name,
    world,
    options,
    machine,
    parts,
    settled,
    handle,
    fetch: (request) => answerRequest(request, { handle, admit: () => MAX_BODY }),
    invariants: () => world.transact(null, (store) => content.invariants(store)),
    save,
    restore(saved) {
      world.restore(saved.world);
      room.settled = saved.settled;
      restoreAll(parts, saved.parts);
    },
    keep() {
      world.keep();
      kept = save();
    },
    kept: () => kept ?? save(),
    reset() {
      if (kept) room.restore(kept);
    },
  };
  room.keep();
  return room;
}

/** The refusal of a call that did not arrive whole for the server's reasons; undefined when it may go on. */
function unread({ unreadable, overloaded }: Call): Refusal | undefined {
  if (unreadable) return new Refusal('BAD_REQUEST');
  if (!overloaded) return undefined;
  return new Refusal('OVERLOADED', {
    extra: { retry_after: RETRY_AFTER },
    headers: { 'retry-after': String(RETRY_AFTER) },
  });
}

/** How long a caller waits who met an overloaded server, in seconds. */
const RETRY_AFTER = 1;

/** The parts of a served world, as its options want them to begin. */
function partsOf({ errorShape, limits = 'A', limitsAuth, latency, requests }: AppOptions): Parts {
  const limiter = new Limiter(null, NO_LIMIT);
  const policy = new Policy(
    {
      error_shape: errorShape ?? 'envelope',
      limits,
      limits_auth: limitsAuth ?? null,
      latency: latency ?? 'none',
    },
    (values) => limiter.use(...figuresOf(values)),
  );
  return {
    policy,
    limiter,
    meter: new Meter(),
    counters: new Counters(),
    faults: new Faults(),
    requests: new Requests(requests ?? { count: 500, bytes: 2_097_152 }),
  };
}

function figuresOf({ limits, limits_auth }: PolicyValues): [LimitTable | null, number] {
  if (limits === 'off') return [null, limits_auth ?? NO_LIMIT];
  return [limits === 'A' ? SET_A : limits === 'B' ? SET_B : limits, limits_auth ?? AUTH_LIMIT];
}

/** Every part of a served world saved, by name. */
function saveAll(parts: Parts): Saved['parts'] {
  const saved = Object.entries(parts).map(([name, part]): [string, unknown] => [name, part.save()]);
  return Object.fromEntries(saved) as Saved['parts'];
}

/** Puts parts back; one that was not saved stays as it is. */
export function restoreAll(parts: Parts, saved: Partial<Saved['parts']>): void {
  for (const [name, part] of Object.entries(parts)) {
    const known = (saved as Record<string, unknown>)[name];
    if (known !== undefined) (part as Part).restore(known);
  }
}

const failed = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
