// Builds a mock with a defect in it: the tool of conformance/defects/plant.ts over an app of src/server.
import type {
  Answer,
  Asked,
  Asking,
  Identified,
  Plant,
  Where,
  Who,
} from '../../conformance/defects/plant.ts';
import { type App, type AppOptions, createApp } from '../../src/server/app.ts';
import { type Call, IN_PROCESS, type Reply } from '../../src/server/call.ts';
import type { Content, Identification } from '../../src/server/content.ts';
import type { Caller } from '../../src/server/handler.ts';
import { recall } from '../../src/server/once.ts';
import type { Step } from '../../src/server/step.ts';
import type { Turn } from '../../src/server/turn.ts';
import { Refusal } from '../../src/state/refusal.ts';
import type { Store } from '../../src/state/store.ts';
import type { Tables } from '../../src/state/table.ts';
import { askedOf, headersOf } from './asked.ts';
import { booksOf, rowsOf } from './books.ts';

export type AnyContent = Content<Tables>;

/** A mock with something in it: answers plain calls whose request is known as the defects see it. */
export type Planted = {
  app: App<Tables>;
  /** @param asked the request as it was sent */
  answer(asked: Asked, body: Uint8Array | null): Promise<Reply>;
  /** what the defect wants the suite to be told */
  tell(file: Record<string, unknown>): void;
};

type Held<H> = { where: Where; hook: H };

const applies = (where: Where, asked: Asked): boolean =>
  where === 'everything' ||
  (typeof where === 'function'
    ? where(asked)
    : asked.operation !== null && [where].flat().includes(asked.operation));

/** Parallel calls get in: several turns of the event loop. */
async function others(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise<void>((done) => setImmediate(done));
}

/** The members of a caller that a defect does not know of. */
const unknownCaller = { tenantStatus: 'active', tier: 'free', role: null } as const;
const callerOf = (who: Who): Caller => ({ ...unknownCaller, ...who });

/**
 * A fresh mock with the given defects in it.
 * @param content what the mock knows
 * @param options settings beneath those a defect chooses
 */
export function planted(
  content: AnyContent,
  options: AppOptions,
  plants: readonly ((p: Plant) => void)[],
): Planted {
  const replies: Held<(answer: Answer, asked: Asked) => void>[] = [];
  const requests: Held<(asking: Asking, asked: Asked) => Answer | undefined>[] = [];
  const stepWraps: (Held<(turn: Turn, go: () => unknown) => unknown> & { name: string })[] = [];
  const arrivals: Held<(turn: Turn, asked: Asked) => Promise<void>>[] = [];
  const told: ((file: Record<string, unknown>) => void)[] = [];
  const chosen: AppOptions = { ...options };
  const askedBy = new WeakMap<Call, Asked>();
  const changed: AnyContent = {
    ...content,
    handlers: { ...content.handlers },
    refusals: { ...content.refusals },
    tables: { ...content.tables },
  };
  // the defects' own view of handlers: one table of functions, whatever the operation
  const handlers = changed.handlers as unknown as Record<string, (call: HandlerArgs) => unknown>;
  const limits = new Map<string | null, Record<string, string>>();
  let current: Turn | null = null;

  const askedIn = (turn: Turn): Asked => {
    const asked = askedBy.get(turn.call);
    if (!asked) throw new Error('A call came into the planted mock by another door.');
    return asked;
  };
  const here = (): Turn => {
    if (!current) throw new Error('A handler ran outside of the handle step.');
    return current;
  };
  const whereTurn =
    (where: Where) =>
    (turn: Turn): boolean =>
      applies(where, askedIn(turn));

  const wrapHandler = (
    where: Where,
    wrap: (call: HandlerArgs, go: (instead?: Partial<HandlerArgs>) => unknown) => unknown,
  ): void => {
    for (const [id, handler] of Object.entries(handlers)) {
      handlers[id] = (call) =>
        applies(where, askedIn(here()))
          ? wrap(call, (instead) => handler({ ...call, ...instead }))
          : handler(call);
    }
  };
  const wrapStep = (name: string, where: Where, hook: (turn: Turn, go: () => unknown) => unknown): void => {
    stepWraps.push({ name, where, hook });
  };
  const handlerPlant: Plant['handler'] = (where, wrap) =>
    wrapHandler(where, (call, go) =>
      wrap(
        {
          asked: askedIn(here()),
          who: call.caller,
          books: booksOf(call.store),
          query: call.query,
          body: call.body,
        },
        (instead = {}) =>
          go({
            ...('query' in instead && { query: instead.query }),
            ...('body' in instead && { body: instead.body }),
            ...(instead.books && { store: rowsOf(instead.books) }),
          }),
      ),
    );

  const plant: Plant = {
    reply: (where, hook) => void replies.push({ where, hook }),
    request: (where, hook) => void requests.push({ where, hook }),
    handler: handlerPlant,
    step: (name, where, wrap) =>
      wrapStep(name, where, (turn, go) =>
        wrap(
          {
            asked: askedIn(turn),
            get who() {
              return turn.caller;
            },
            set who(who) {
              turn.caller = callerOf(who);
            },
            get onceKey() {
              return turn.onceKey;
            },
            set onceKey(key) {
              turn.onceKey = key;
            },
            get books() {
              return turn.store && booksOf(turn.store);
            },
          },
          go,
        ),
      ),
    skip: (name, where) => wrapStep(name, where, () => undefined),
    identify(wrap) {
      const { identify } = changed;
      changed.identify = (store, bearer) =>
        identificationOf(
          wrap(bearer, (instead = bearer) => identify(store, instead) as Identified, booksOf(store)),
        );
    },
    unscoped(where, seen) {
      wrapStep('locate', where, (turn, go) => {
        const own = turn.store;
        const { locators = [] } = turn.plan ?? {};
        for (const { param, where: table } of locators) {
          if (typeof table !== 'string') continue;
          const row = own?.platform[table]?.find(turn.params[param] ?? '');
          if (!own || row?.tenant_id === undefined || row.tenant_id === own.tenantId) continue;
          turn.store = own.forTenant(row.tenant_id);
          seen?.(askedIn(turn));
        }
        if (own && locators.length === 0) turn.store = own.platform;
        return go();
      });
    },
    lapse<T>(
      where: Where,
      look: Parameters<typeof plant.lapse<T>>[1],
      act: Parameters<typeof plant.lapse<T>>[2],
    ): void {
      const seen = new WeakMap<Turn, { it: T }>();
      arrivals.push({
        where,
        async hook(turn, asked) {
          const it = inWorld(turn.caller.tenantId, (store) => look({ asked, books: booksOf(store) }));
          seen.set(turn, { it });
          await others();
        },
      });
      handlerPlant(where, (call, go) => {
        const saw = seen.get(here());
        return saw ? act(saw.it, call, go) : go();
      });
    },
    racy(where) {
      const first = new WeakSet<Turn>();
      arrivals.push({
        where,
        async hook(turn) {
          if (turn.onceKey === null) return;
          const kept = inWorld(turn.caller.tenantId, (store) => {
            turn.store = store;
            return recall(turn);
          });
          if (kept === null) first.add(turn);
          await others();
        },
      });
      wrapStep('replay', where, (turn, go) => (first.has(turn) ? undefined : go()));
      wrapStep('remember', where, (_turn, go) => {
        try {
          return go();
        } catch (error) {
          if (error instanceof Refusal && error.word === 'ALREADY_EXISTS') return undefined;
          throw error;
        }
      });
    },
    pause: (where) => void arrivals.push({ where, hook: others }),
    refusal: (word, row) => {
      changed.refusals[word] = row;
    },
    transition(table, trigger, from) {
      const def = changed.tables[table];
      const lifecycle = def?.spec.lifecycle;
      if (!def || !lifecycle) throw new Error(`The table ${table} has no lifecycle.`);
      const transitions = lifecycle.transitions.map((one) =>
        one.on === trigger ? { ...one, from: [...new Set([one.from, from].flat())] } : one,
      );
      changed.tables = {
        ...changed.tables,
        [table]: { ...def, spec: { ...def.spec, lifecycle: { ...lifecycle, transitions } } },
      };
    },
    option(name, value) {
      Object.assign(chosen, { [name]: value });
    },
    target: (change) => void told.push(change),
    books: (look) => inWorld(null, (store) => look(booksOf(store))),
    refuse(word) {
      throw new Refusal(word);
    },
    refusalOf: (error) => (error instanceof Refusal ? error.word : null),
    now: () => app.world.clock.now(),
  };
  for (const one of plants) one(plant);

  const steps = (all: readonly Step[]): readonly Step[] => {
    const names = new Set(all.map(({ name }) => name));
    for (const { name } of stepWraps) {
      if (!names.has(name))
        throw new Error(`The pipeline has no step ${name}: it has ${[...names].join(', ')}.`);
    }
    const first = all.findIndex(({ inside }) => inside);
    const wrapped = all.map((step) => wrappedStep(step));
    return [
      ...wrapped.slice(0, first),
      {
        name: 'arrive',
        run(turn) {
          const due = arrivals.filter(({ where }) => whereTurn(where)(turn));
          if (due.length === 0) return undefined;
          return (async () => {
            for (const { hook } of due) await hook(turn, askedIn(turn));
            return undefined;
          })();
        },
      },
      ...wrapped.slice(first),
    ];
  };
  const wrappedStep = (step: Step): Step => {
    const wraps = stepWraps.filter(({ name }) => name === step.name);
    if (wraps.length === 0 && step.name !== 'handle') return step;
    const run = (turn: Turn): unknown => {
      if (step.name === 'handle') current = turn;
      let go = (): unknown => {
        const done = step.run(turn);
        if (done instanceof Refusal) throw done;
        return done;
      };
      for (const { where, hook } of wraps) {
        const inner = go;
        go = () => (whereTurn(where)(turn) ? hook(turn, inner) : inner());
      }
      return go();
    };
    return { ...step, run } as Step;
  };

  const app = createApp(changed, { ...chosen, verify: false, steps });
  function inWorld<A>(tenantId: string | null, look: (store: Store<Tables>) => A): A {
    return app.world.transact(tenantId, look);
  }

  return {
    app,
    tell: (file) => {
      for (const change of told) change(file);
    },
    async answer(asked, body) {
      let call = callFor(asked, body);
      let now = asked;
      let early: Answer | undefined;
      for (const { where, hook } of requests) {
        if (!applies(where, now)) continue;
        const asking: Asking = {
          method: now.method,
          path: now.path,
          query: now.query,
          headers: { ...now.headers },
          json: structuredClone(now.json),
        };
        early = structuredClone(hook(asking, asked));
        if (early) break;
        const bytes = asking.json === undefined ? body : textBytes(JSON.stringify(asking.json));
        now = askedOf({
          method: asking.method,
          path: asking.path,
          query: asking.query,
          headers: asking.headers,
          spelled: asked.spelled,
          text: asking.json === undefined ? asked.text : JSON.stringify(asking.json),
        });
        call = callFor(now, bytes);
      }
      askedBy.set(call, asked);
      const hooks = replies.filter(({ where }) => applies(where, asked));
      if (!early) {
        const reply = await app.handle(call);
        keepLimits(asked, reply);
        if (hooks.length === 0) return reply;
        return replyOf(hooked(hooks, answerOf(reply), asked));
      }
      return replyOf(hooked(hooks, withLimits(asked, early), asked));
    },
  };

  // A planted success carries the rate-limit headers of the caller's last answer: leaving them out is a defect of its own.
  function keepLimits(asked: Asked, reply: Reply): void {
    const found = Object.entries(reply.headers).filter(([name]) => /ratelimit-/i.test(name));
    if (found.length > 0) limits.set(asked.bearer, Object.fromEntries(found));
  }
  function withLimits(asked: Asked, answer: Answer): Answer {
    const last = limits.get(asked.bearer) ?? [...limits.values()].at(-1) ?? {};
    return { ...answer, headers: { ...last, ...answer.headers } };
  }
}

type HandlerArgs = {
  store: Store<Tables>;
  caller: Caller;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  address: string;
};

function identificationOf(found: Identified): Identification {
  if (!('refused' in found)) return callerOf(found);
  return found.expired
    ? { refused: found.refused, expired: callerOf(found.expired) }
    : { refused: found.refused };
}

function hooked(
  hooks: readonly Held<(answer: Answer, asked: Asked) => void>[],
  answer: Answer,
  asked: Asked,
): Answer {
  for (const { hook } of hooks) hook(answer, asked);
  return answer;
}

const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const callFor = (asked: Asked, body: Uint8Array | null): Call => ({
  method: asked.method,
  path: `/v1${asked.path}`,
  query: asked.query,
  headers: headersOf(asked),
  body,
  address: IN_PROCESS,
});

function answerOf({ status, headers, body }: Reply): Answer {
  const json = typeof body === 'string' ? parsed(body) : undefined;
  return { status, headers: { ...headers }, json, raw: json === undefined ? body : null };
}

function replyOf({ status, headers, json, raw }: Answer): Reply {
  return { status, headers, body: raw ?? (json === undefined ? '' : JSON.stringify(json)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
