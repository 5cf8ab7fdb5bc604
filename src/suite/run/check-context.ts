// Creates the context that a check or fixture uses while it runs.
import { anonymous, type Call, type RequestOrigin } from '../http/call.ts';
import { callerOf } from '../http/credentials/sessions.ts';
import type { CallerApi, CheckContext, Evidence, Fixture } from '../model/context.ts';
import type { Exchange } from '../model/exchange.ts';
import { MAX_TOKEN_LENGTH } from '../model/limits.ts';
import { defined } from '../model/objects.ts';
import { CheckDeferred, CheckEnded, exchangesOf, inconclusive } from '../model/outcome.ts';
import { createRandom } from '../model/random.ts';
import { blockedBy, FixtureCache, type Pause } from './fixtures.ts';
import { createReplyReader } from './reply-reader.ts';
import type { RunContext } from './run-context.ts';

/** The exchanges and observations of one attempt of a check, recorded while the check runs. */
export type Trace = {
  exchanges: Exchange[];
  /** ids of the exchanges that created the shared fixtures of the check */
  shared: Set<string>;
  observations: { text: string; evidence: Evidence }[];
  /** how many comparisons the check itself made; those of fixtures do not count */
  comparisons: number;
};

/**
 * Creates the context of one attempt of a check or fixture.
 * @param attempt 1 for the first attempt; it also changes the test data
 * @param fresh whether exchanges of earlier attempts must not be reused
 * @param pause lets other checks run until a time; it may throw, so that the check runs again from its beginning later.
 * Without it, every wait of this context stops the run
 * @param mayPauseLater whether other checks may also run after the first write of this context
 */
export function createCheckContext(
  deps: RunContext,
  origin: RequestOrigin,
  attempt: number,
  fixtures: FixtureCache,
  trace: Trace,
  pause?: Pause,
  fresh = attempt > 1,
  mayPauseLater = false,
): CheckContext {
  const { target, clock, client, ledger, secrets } = deps;
  const { sessions, ownedIds, learnedBodies } = client;
  const lags = deps.readLag.granted(attempt);
  const random = createRandom(deps.seed, `${origin.by} ${attempt}`);
  /** whether this context has sent more than reads: then others may disturb what it compares, and it cannot begin anew */
  let hasWritten = false;
  const note = (exchange: Exchange): void => {
    trace.exchanges.push(exchange);
    hasWritten ||= exchange.request.method !== 'GET';
  };
  const api = (as: Call['as']): CallerApi => client.api(as, origin, { note, allowCached: !fresh });
  const count = (): void => {
    if (origin.purpose === 'check') trace.comparisons += 1;
  };
  const endWith = (ending: 'fail' | 'inconclusive') => (message: string, evidence: Evidence) => {
    throw new CheckEnded(ending, message, { evidence });
  };
  const missing = (description: string, need: string): never => {
    throw new CheckEnded('not-applicable', `no ${description} is given`, { need });
  };

  function create<T>(fixture: Fixture<T>, pause?: Pause): Promise<T> {
    const inner: RequestOrigin = {
      purpose: 'fixture',
      reason: fixture.learns === true && !fresh ? 'learn' : 'fixture',
      by: fixture.id,
      checkId: origin.checkId,
      ...defined({ runsTogether: origin.runsTogether }),
    };
    const mayPauseLater = fixture.changes !== undefined;
    return fixture.make(
      createCheckContext(deps, inner, attempt, fixtures, trace, pause, fresh, mayPauseLater),
    );
  }

  /** Waits until a time, in Unix milliseconds; other checks run meanwhile when they cannot disturb this context. */
  async function waitUntil(
    until: number,
    held?: readonly Fixture<unknown>[],
    mayPause = mayPauseLater || !hasWritten,
  ): Promise<void> {
    if (pause && mayPause && until > clock.now() && deps.mayDefer()) await pause(until, held);
    await client.pause(Math.max(0, until - clock.now()));
  }

  const t: CheckContext = {
    runId: deps.runId,
    id: origin.by,
    random,
    values: target.values,
    lag: lags,
    burstMax: deps.burstMax,
    states: deps.states,

    as(credential) {
      sessions.credential(credential);
      return api(credential);
    },
    has: (credential) => sessions.has(credential),
    anonymous: api(anonymous),
    withAuthorization(value, label) {
      const [scheme = '', credential] = value.trim().split(/\s+(.*)/s);
      // A scheme without a credential is not a secret, because the scheme appears in every other request too.
      const secret = credential ?? (/^(bearer|basic|digest)$/i.test(scheme) ? '' : scheme);
      if (secret.length > MAX_TOKEN_LENGTH) {
        const reason = `the credential (${label}) is longer than a header may be: ${secret.length} characters`;
        throw inconclusive(reason);
      }
      secrets.add(secret, label.toUpperCase().replace(/\W+/g, '_'));
      return api({ ...anonymous, label, authorization: value });
    },
    async session(credential) {
      hasWritten = true;
      const { token, exchange } = await sessions.login(credential, origin);
      trace.exchanges.push(exchange);
      return { api: api({ ...callerOf(credential, token), credential: null }), token, login: exchange };
    },
    token: (credential) => sessions.token(credential, origin),
    async totp(credential) {
      const wait = sessions.totpWait(credential);
      if (wait > 0) await waitUntil(clock.now() + wait, [], origin.purpose === 'check');
      return sessions.totp(credential);
    },
    secret(credential, member) {
      const found = sessions.credential(credential)[member];
      return found ?? missing(`${member} of ${credential}`, `${credential}.${member}`);
    },
    lackedOperations: (credential) =>
      sessions.credential(credential).lacks ?? missing(`lacks of ${credential}`, `${credential}.lacks`),
    requireAccepted: (credential) => sessions.requireAccepted(credential, origin),

    isSelected: (id) => deps.selectedChecks.has(id),
    async use(fixture) {
      // The requests of the checks that run together go on while one of them creates the fixture.
      const waitsForOthers = origin.runsTogether !== true && fixtures.isCreating(fixture);
      if (waitsForOthers) client.semaphore.resume();
      try {
        const make = (inner: Pause) => create(fixture, pause && inner);
        return await fixtures.get(fixture, make, waitUntil, trace);
      } finally {
        if (waitsForOthers) await client.semaphore.pause();
        for (const id of fixtures.exchangesOf(fixture)) trace.shared.add(id);
      }
    },
    async useAll<T extends readonly unknown[]>(...all: { [I in keyof T]: Fixture<T[I]> }): Promise<T> {
      const values: unknown[] = [];
      let soonest: CheckDeferred | undefined;
      for (const fixture of all) {
        try {
          values.push(await t.use(fixture));
        } catch (error) {
          if (!(error instanceof CheckDeferred)) throw error;
          const held = [...error.held, ...(soonest?.held ?? [])];
          soonest = new CheckDeferred(Math.min(error.until, soonest?.until ?? error.until), held);
        }
      }
      if (soonest) throw soonest;
      return values as unknown as T;
    },
    async createFixture(fixture) {
      try {
        return await create(fixture);
      } catch (error) {
        throw error instanceof CheckEnded ? blockedBy(fixture.id, error) : error;
      }
    },
    withFreshFixtures: (block) =>
      block(createCheckContext(deps, origin, attempt, new FixtureCache(), trace, undefined, true)),
    undo(action) {
      ledger.add(action, action.as ?? 'tenantA', origin.by, clock.now());
      ownedIds.add(...Object.values(action.params ?? {}));
    },
    addOwned: (...ids) => ownedIds.add(...ids),

    body: (operation, standard, options = {}) => learnedBodies.build(operation, standard, options),
    value: (name) => target.values[name] ?? missing(`value ${name}`, `values.${name}`),
    capability: (name) => target.capabilities[name],
    unique(suffix) {
      deps.nameCounter.value += 1;
      return `${deps.runId}-${deps.nameCounter.value}${suffix === undefined ? '' : `-${suffix}`}`;
    },
    unknownId() {
      const id = random.uuid();
      ownedIds.add(id);
      return id;
    },

    expect: (exchange) => createReplyReader(exchange, endWith('fail'), endWith('inconclusive'), count),
    require: (exchange) => createReplyReader(exchange, endWith('inconclusive')),
    compared(outcome) {
      count();
      return outcome;
    },
    fail(message, evidence = {}) {
      // A breach is found by at least one comparison.
      if (trace.comparisons === 0) count();
      return endWith('fail')(message, evidence);
    },
    inconclusive: (reason, evidence = {}) => endWith('inconclusive')(reason, evidence),
    notApplicable(reason) {
      throw new CheckEnded('not-applicable', reason);
    },
    observe(text, evidence = {}) {
      count();
      trace.observations.push({ text, evidence });
      for (const exchange of exchangesOf(evidence)) trace.exchanges.push(exchange);
    },

    now: () => clock.now() + client.skew,
    elapsedSince: ({ startedAt }) => clock.now() - startedAt,
    sleep: (ms) => (origin.purpose === 'fixture' ? waitUntil(clock.now() + ms) : client.pause(ms)),
    async eventually(lag, block) {
      // The lag that a second attempt grants is over before the first read, so that one read suffices.
      const isGranted = lag === 'read' && attempt > 1 && lags.read > target.lag.read;
      if (isGranted) await client.pause(lags.read);
      const deadline = clock.now() + (isGranted ? 0 : lags[lag]);
      for (let pause = 100; ; pause = Math.min(pause * 2, 1000)) {
        try {
          return await block();
        } catch (error) {
          const retryable =
            error instanceof CheckEnded && (error.ending === 'fail' || error.ending === 'inconclusive');
          if (!retryable || clock.now() >= deadline) throw error;
        }
        await client.pause(Math.min(pause, Math.max(deadline - clock.now(), 1)));
      }
    },
  };
  return t;
}
