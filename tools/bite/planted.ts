// Builds a mock with a defect in it: the tool of conformance/defects/plant.ts over an app of src/server.
import type { Asked, Identified, Passage, Plant, Where, Who } from '../../conformance/defects/plant.ts';
import type { Post } from '../../src/control/outbox.ts';
import { type App, type AppOptions, createApp } from '../../src/server/app.ts';
import type { Reply } from '../../src/server/call.ts';
import type { Content, Identification } from '../../src/server/content.ts';
import type { Caller } from '../../src/server/handler.ts';
import { recall } from '../../src/server/once.ts';
import type { Turn } from '../../src/server/turn.ts';
import { Refusal } from '../../src/state/refusal.ts';
import type { Store } from '../../src/state/store.ts';
import type { Tables } from '../../src/state/table.ts';
import { booksOf, rowsOf } from './books.ts';
import { applies, Door } from './door.ts';
import { others, WrappedSteps } from './wrapped-steps.ts';

export type AnyContent = Content<Tables>;

/** A mock with something in it: answers requests as the defects know them. */
export type Planted = {
  app: App<Tables>;
  /** @param asked the request as it was sent */
  answer(asked: Asked, body: Uint8Array | null): Promise<Reply>;
  /** how messages to webhook endpoints go out */
  sends(post: Post): Post;
  /** what the defect wants the suite to be told */
  tell(file: Record<string, unknown>): void;
};

type HandlerArgs = { store: Store<Tables>; caller: Caller; query: Record<string, unknown>; body: unknown };
type AnyHandler = (call: HandlerArgs) => unknown;

/** The members of a caller that a defect does not know of. */
const callerOf = (who: Who): Caller => ({ tenantStatus: 'active', tier: 'free', role: null, ...who });

/**
 * A fresh mock with the given defects in it.
 * @param content what the mock knows; it is not changed
 * @param options settings beneath those a defect chooses
 */
export function planted(
  content: AnyContent,
  options: AppOptions,
  plants: readonly ((p: Plant) => void)[],
): Planted {
  const door = new Door();
  const askedIn = (turn: Turn): Asked => door.askedBy(turn.call);
  const steps = new WrappedSteps(askedIn);
  const told: ((file: Record<string, unknown>) => void)[] = [];
  const posts: Parameters<Plant['post']>[0][] = [];
  const chosen: AppOptions = { ...options };
  const changed: AnyContent = { ...content, handlers: { ...content.handlers } };
  // the defects' own view of handlers: one table of functions, whatever the operation
  const handlers = changed.handlers as unknown as Record<string, AnyHandler>;
  const inWorld = <A>(tenantId: string | null, look: (store: Store<Tables>) => A): A =>
    app.world.transact(tenantId, look);

  const handler: Plant['handler'] = (where, wrap) => {
    for (const [id, inner] of Object.entries(handlers)) {
      handlers[id] = (call) => {
        const asked = askedIn(steps.handled());
        if (!applies(where, asked)) return inner(call);
        const { caller: who, store, query, body } = call;
        return wrap({ asked, who, books: booksOf(store), query, body }, (instead = {}) =>
          inner({
            ...call,
            ...('query' in instead && { query: instead.query }),
            ...('body' in instead && { body: instead.body }),
            ...(instead.books && { store: rowsOf(instead.books) }),
          }),
        );
      };
    }
  };

  const plant: Plant = {
    reply: (where, hook) => door.onReply(where, hook),
    request: (where, hook) => door.onRequest(where, hook),
    handler,
    step: (name, where, wrap) =>
      steps.wrap(name, where, (turn, go) => wrap(passageOf(turn, askedIn(turn)), go)),
    skip: (name, where) => steps.wrap(name, where, () => undefined),
    identify(wrap) {
      const { identify } = changed;
      changed.identify = (store, bearer) => {
        const real = (instead = bearer): Identified => identify(store, instead);
        return identificationOf(wrap(bearer, real, booksOf(store)));
      };
    },
    unscoped: (where, seen) =>
      steps.wrap('locate', where, (turn, go) => {
        if (leaveTenant(turn)) seen?.(askedIn(turn));
        return go();
      }),
    lapse(where, look, act) {
      const seen = new WeakMap<Turn, { it: ReturnType<typeof look> }>();
      steps.arrive(where, async (turn, asked) => {
        seen.set(turn, {
          it: inWorld(turn.caller.tenantId, (store) => look({ asked, books: booksOf(store) })),
        });
        await others();
      });
      handler(where, (call, go) => {
        const saw = seen.get(steps.handled());
        return saw ? act(saw.it, call, go) : go();
      });
    },
    racy: (where) => makeRacy(steps, where, inWorld),
    pause: (where) => steps.arrive(where, others),
    linger: (where, until) => door.onLinger(where, until),
    post: (wrap) => void posts.push(wrap),
    option: (name, value) => void Object.assign(chosen, { [name]: value }),
    target: (change) => void told.push(change),
    books: (look) => inWorld(null, (store) => look(booksOf(store))),
    refuse(word) {
      throw new Refusal(word);
    },
    refusalOf: (error) => (error instanceof Refusal ? error.word : null),
    now: () => app.world.clock.now(),
  };
  for (const one of plants) one(plant);

  const app = createApp(changed, { ...chosen, verify: false, steps: (all) => steps.over(all) });
  return {
    app,
    answer: (asked, body) => door.pass(asked, body, (call) => app.handle(call)),
    sends: (post) =>
      posts.reduce<Post>(
        (inner, wrap) => (parcel, signal) => wrap(parcel, (instead = parcel) => inner(instead, signal)),
        post,
      ),
    tell(file) {
      for (const change of told) change(file);
    },
  };
}

/** A turn as a defect sees it: who calls and which key can be changed for the time of a step. */
const passageOf = (turn: Turn, asked: Asked): Passage => ({
  asked,
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
});

function identificationOf(found: Identified): Identification {
  if (!('refused' in found)) return callerOf(found);
  const { refused, expired } = found;
  return expired ? { refused, expired: callerOf(expired) } : { refused };
}

/** Gives a turn the store of whoever owns what its path names; everybody's when it names nothing. */
function leaveTenant(turn: Turn): boolean {
  const own = turn.store;
  const { locators = [] } = turn.plan ?? {};
  if (!own) return false;
  if (locators.length === 0) {
    turn.store = own.platform;
    return true;
  }
  for (const { param, where } of locators) {
    const row = typeof where === 'string' ? own.platform[where]?.find(turn.params[param] ?? '') : undefined;
    if (row?.tenant_id === undefined || row.tenant_id === own.tenantId) continue;
    turn.store = own.forTenant(row.tenant_id);
    return true;
  }
  return false;
}

/** Kept answers are looked for on arrival; whoever found none acts, though another may have acted meanwhile. */
function makeRacy(
  steps: WrappedSteps,
  where: Where,
  inWorld: <A>(tenantId: string | null, look: (store: Store<Tables>) => A) => A,
): void {
  const first = new WeakSet<Turn>();
  steps.arrive(where, async (turn) => {
    if (turn.onceKey === null) return;
    const kept = inWorld(turn.caller.tenantId, (store) => {
      turn.store = store;
      return recall(turn);
    });
    if (kept === null) first.add(turn);
    await others();
  });
  steps.wrap('replay', where, (turn, go) => (first.has(turn) ? undefined : go()));
  steps.wrap('remember', where, (_turn, go) => {
    try {
      return go();
    } catch (error) {
      if (error instanceof Refusal && error.word === 'ALREADY_EXISTS') return undefined;
      throw error;
    }
  });
}
