// The context of one check or subject while it runs.
import { type ApiTools, makeApi, type WhoCalls } from './api.ts';
import { mergeBody } from './bodies.ts';
import { anonymous, type Caller, type Errand } from './caller.ts';
import type { Clock } from './clock.ts';
import type { Api, Context, Evidence } from './context.ts';
import type { Subject } from './define.ts';
import type { Door } from './door.ts';
import type { Exchange } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';
import { exchangesOf, Stop } from './outcome.ts';
import type { Owned } from './owned.ts';
import { makeRandom } from './random.ts';
import { makeReader } from './reader.ts';
import { blocked, Scope } from './scope.ts';
import type { Secrets } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import type { Target } from './target.ts';

/** What every context of a run shares. */
export type Tools = {
  target: Target;
  clock: Clock;
  door: Door;
  sessions: Sessions;
  ledger: Ledger;
  owned: Owned;
  secrets: Secrets;
  seed: number;
  runId: string;
  /** counts names, so that no two are alike */
  counter: { value: number };
};

/** What one try of a check leaves behind, filled while it runs. */
export type Notes = {
  exchanges: Exchange[];
  /** ids of the exchanges that made the shared subjects it used */
  shared: Set<string>;
  seen: { text: string; evidence: Evidence }[];
};

export function makeContext(
  tools: Tools,
  errand: Errand,
  attempt: number,
  scope: Scope,
  notes: Notes,
  afresh = attempt > 1,
): Context {
  const { target, clock, door, sessions, ledger, owned, secrets } = tools;
  const random = makeRandom(tools.seed, `${errand.by} ${attempt}`);
  const apiTools: ApiTools = {
    door,
    sessions,
    errand,
    lists: target.lists,
    capabilities: target.capabilities,
    note: (exchange) => notes.exchanges.push(exchange),
    recalls: !afresh,
  };
  const api = (who: WhoCalls): Api => makeApi(who, apiTools);
  const fixed = (caller: Caller): Api => api({ label: caller.label, caller: async () => caller });
  const stop = (ending: 'fail' | 'inconclusive') => (message: string, evidence: Evidence) => {
    throw new Stop(ending, message, { evidence });
  };
  const lacking = (what: string, need: string): never => {
    throw new Stop('not-applicable', `no ${what} is given`, { need });
  };

  function make<T>(subject: Subject<T>): Promise<T> {
    const inner: Errand = { purpose: 'subject', by: subject.id, during: errand.during };
    return subject.make(makeContext(tools, inner, attempt, scope, notes, afresh));
  }

  const t: Context = {
    runId: tools.runId,
    id: errand.by,
    random,
    values: target.values,
    lag: target.lag,

    as(credential) {
      sessions.credential(credential);
      return api({ label: credential, caller: () => sessions.caller(credential, errand) });
    },
    has: (credential) => sessions.has(credential),
    anonymous: fixed(anonymous),
    withAuthorization(value, label) {
      const [scheme = '', credential] = value.trim().split(/\s+(.*)/s);
      // a scheme that nothing follows is a word of the protocol, and stands in every other request
      const secret = credential ?? (/^(bearer|basic|digest)$/i.test(scheme) ? '' : scheme);
      if (secret.length > MAX_TOKEN_LENGTH) {
        const reason = `the credential (${label}) is longer than a header may be: ${secret.length} characters`;
        throw new Stop('inconclusive', reason);
      }
      secrets.add(secret, label.toUpperCase().replace(/\W+/g, '_'));
      return fixed({ ...anonymous, label, authorization: value });
    },
    async session(credential) {
      const { token, exchange } = await sessions.login(credential, errand);
      notes.exchanges.push(exchange);
      const caller = {
        label: credential,
        purse: credential,
        credential: null,
        authorization: `Bearer ${token}`,
      };
      return { api: fixed(caller), token, login: exchange };
    },
    token: (credential) => sessions.token(credential, errand),
    totp: (credential) => sessions.totp(credential),
    secret(credential, member) {
      const found = sessions.credential(credential)[member];
      return found ?? lacking(`${member} of ${credential}`, `${credential}.${member}`);
    },
    proven: (credential) => sessions.prove(credential, errand),

    async use(subject) {
      try {
        return await scope.use(subject, () => make(subject), notes);
      } finally {
        for (const id of scope.exchangesOf(subject)) notes.shared.add(id);
      }
    },
    made: (subject) => scope.made(subject),
    async fresh(subject) {
      try {
        return await make(subject);
      } catch (error) {
        throw error instanceof Stop ? blocked(subject.id, error) : error;
      }
    },
    afresh: (block) => block(makeContext(tools, errand, attempt, new Scope(), notes, true)),
    undo(action) {
      ledger.add(action, action.as ?? 'tenantA', errand.by, clock.now());
      owned.add(...Object.values(action.params ?? {}));
    },
    own: (...ids) => owned.add(...ids),

    body: (operation, standard) =>
      mergeBody({ ...standard } as Record<string, unknown>, target.bodies[operation]) as typeof standard &
        Record<string, unknown>,
    value: (name) => target.values[name] ?? lacking(`value ${name}`, `values.${name}`),
    capability: (name) => target.capabilities[name],
    unique(suffix) {
      tools.counter.value += 1;
      return `${tools.runId}-${tools.counter.value}${suffix === undefined ? '' : `-${suffix}`}`;
    },
    unknownId() {
      const id = random.uuid();
      owned.add(id);
      return id;
    },

    expect: (exchange) => makeReader(exchange, stop('fail'), stop('inconclusive')),
    require: (exchange) => makeReader(exchange, stop('inconclusive')),
    fail: (message, evidence = {}) => stop('fail')(message, evidence),
    inconclusive: (reason, evidence = {}) => stop('inconclusive')(reason, evidence),
    notApplicable(reason) {
      throw new Stop('not-applicable', reason);
    },
    seen(text, evidence = {}) {
      notes.seen.push({ text, evidence });
      for (const exchange of exchangesOf(evidence)) notes.exchanges.push(exchange);
    },

    now: () => clock.now() + door.skew,
    since: ({ startedAt }) => clock.now() - startedAt,
    sleep: (ms) => door.pause(ms),
    async eventually(lag, block) {
      const deadline = clock.now() + target.lag[lag];
      for (let pause = 100; ; pause = Math.min(pause * 2, 1000)) {
        try {
          return await block();
        } catch (error) {
          const patient =
            error instanceof Stop && (error.ending === 'fail' || error.ending === 'inconclusive');
          if (!patient || clock.now() >= deadline) throw error;
        }
        await door.pause(Math.min(pause, Math.max(deadline - clock.now(), 1)));
      }
    },
  };
  return t;
}
