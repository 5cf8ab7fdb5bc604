// Checks of rate limits: the number of remaining requests falls, and, where the run may exhaust a limit, the target
// replies as stated.
import type { OperationId } from '../../src/contract/operations.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { headerNumber } from '../rules/rate-limits.ts';
import { distinctTenants } from '../support/fixtures/owned-resources.ts';
import { profile, session } from '../support/fixtures/sessions.ts';
import { isSuccess } from '../support/reply-readers/response-readers.ts';

const area = 'everywhere';
const check = checksOf({ area, mode: 'read-only' });
const burstCheck = checksOf({
  area,
  needs: ['tenantA.login'],
  allow: 'rate-limit-burst',
  phase: 'last',
  retry: false,
});

const CALLS = 3;
/** The number of log-ins that the run sends to exhaust a limit that no reply states. */
const USUAL_BURST = 70;
const WINDOW_MS = 60_000;
/**
 * Statuses of a gateway whose service is down. After `PERSISTENT_FAILURES` such replies in a row, the status counts
 * as the service's own reply.
 */
const GATEWAY_STATUSES = new Set([502, 503, 504]);
const PERSISTENT_FAILURES = 3;
/**
 * How many times the check waits for `Retry-After`. Several waits are needed where other callers use up the limit
 * during a wait.
 */
const MAX_OVERTAKEN_WAITS = 5;

type ReadSeries = {
  replies: Exchange[];
  remaining: number[];
  limit: number;
  ms: number;
  /** a call of another caller before the series and one after it; null when the target file has no other caller */
  other: { before: Exchange; after: Exchange } | null;
};

/**
 * Sends one read, then several reads in parallel, then one more read. Another caller sends a read before and after
 * the series.
 */
const readSeries = fixture('series of reads', {
  after: ['limits/remaining-falls'],
  async make(t: CheckContext): Promise<ReadSeries> {
    const series = await runReadSeries(t);
    // The target refilled the limit during the series, so the series does not show a decrease. A second series has a
    // whole new minute.
    return Math.max(...series.remaining) > (series.remaining[0] ?? 0) ? runReadSeries(t) : series;
  },
});

async function runReadSeries(t: CheckContext): Promise<ReadSeries> {
  const read = () => t.as('tenantB').send('getCurrentUser');
  const before = t.has('tenantB') ? await read() : null;
  const started = t.now();
  const api = t.as('tenantA');
  // A target may compute the remaining number when it writes the reply, so parallel replies may show the same number.
  // The first and the last reply do not come in parallel.
  const replies = [
    await api.send('getCurrentUser'),
    ...(await api.sendConcurrently(Array.from({ length: CALLS }, () => ['getCurrentUser'] as const))),
    await api.send('getCurrentUser'),
  ];
  const ms = t.now() - started;
  const after = before === null ? null : await read();
  const good = replies.filter(isSuccess);
  const remaining = good.flatMap((reply) => headerNumber(reply, 'RateLimit-Remaining') ?? []);
  const limit = Math.max(0, ...good.flatMap((reply) => headerNumber(reply, 'RateLimit-Limit') ?? []));
  if (remaining.length < 3)
    t.inconclusive('too few replies state the remaining requests', { exchange: replies });
  return { replies, remaining, limit, ms, other: before && after ? { before, after } : null };
}

/** Returns the maximum number of requests that a token bucket with steady refill regained during the series. */
const regainedRequests = ({ limit, ms }: ReadSeries): number => Math.ceil((limit * ms) / 60_000);

type LoginBurst = {
  replies: Exchange[];
  breach: Exchange | undefined;
  general: number | undefined;
  /**
   * the reply to another caller right after the limit was exceeded; undefined when there is no other caller or the
   * limit was not exceeded
   */
  other: Exchange | undefined;
};

/** Returns the maximum number of log-ins that the target accepted within any one minute. */
function maxAcceptedPerMinute(replies: readonly Exchange[]): number {
  const times = replies.filter(({ status }) => status !== 429).map(({ startedAt }) => startedAt);
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + WINDOW_MS).length),
  );
}

/**
 * Returns whether the target accepted more log-ins in a minute than two fixed windows allow: a minute may span the
 * end of one window and the start of the next.
 */
const exceedsLimit = (replies: readonly Exchange[], limit: number): boolean =>
  maxAcceptedPerMinute(replies) > 2 * limit;

/**
 * Returns how many requests exhaust a limit, within `--burst-max`. More than twice the limit, because fewer requests
 * could be spread over the end of one window and the start of the next.
 */
const burstSize = (t: CheckContext, limit: number | undefined): number =>
  Math.min(t.burstMax, limit === undefined ? USUAL_BURST : Math.max(USUAL_BURST, 2 * limit + 3));

/** Returns whether replies come so slowly that a minute cannot contain as many as the limit. */
const isTooSlow = (t: CheckContext, replies: readonly Exchange[], limit: number | undefined): boolean => {
  const [first] = replies;
  return (
    first !== undefined &&
    limit !== undefined &&
    replies.length >= USUAL_BURST &&
    t.elapsedSince(first) >= WINDOW_MS &&
    maxAcceptedPerMinute(replies) < limit
  );
};

/**
 * Sends log-ins for an unknown e-mail address until the target refuses a log-in with 429, up to the number that the
 * announced limit needs.
 */
const loginBurst = fixture('burst of log-ins', {
  cost: USUAL_BURST + 1,
  authCost: USUAL_BURST,
  uses: [session],
  after: ['limits/breach-is-429'],
  async make(t: CheckContext): Promise<LoginBurst> {
    const { api } = await t.use(session);
    const general = headerNumber(await api.send('getCurrentUser'), 'RateLimit-Limit');
    const body = { email: `${t.unique()}@nobody.example`, password: 'a password nobody has' };
    const replies: Exchange[] = [];
    let breach: Exchange | undefined;
    let failures = 0;
    let maxRequests = burstSize(t, general);
    for (let sent = 1; sent < maxRequests && breach === undefined; sent++) {
      const reply = await t.anonymous.send('login', { body, burst: true, deliberateFault: 'one of a burst' });
      const stated = headerNumber(reply, 'RateLimit-Limit');
      if (sent === 1) maxRequests = burstSize(t, stated ?? general);
      if (isTooSlow(t, replies, stated ?? general)) break;
      if (reply.status === 429) breach = reply;
      failures = GATEWAY_STATUSES.has(reply.status) ? failures + 1 : 0;
      if (failures === 0) replies.push(reply);
      else if (failures < PERSISTENT_FAILURES) await t.sleep(1000);
      else breach = reply;
    }
    if (failures > 0 && !isSuccess(await api.send('getCurrentUser', { burst: true })))
      t.inconclusive(
        'the service became unavailable meanwhile',
        breach === undefined ? {} : { exchange: breach },
      );
    let other: Exchange | undefined;
    // Other clients may share tenant B's limit, so a single 429 does not show that tenant A used up the limit.
    for (let attempt = 0; breach?.status === 429 && t.has('tenantB') && attempt < 3; attempt++) {
      if (attempt > 0) await t.sleep(1000);
      other = await t.as('tenantB').send('getCurrentUser', { burst: true });
      if (other.status !== 429) break;
    }
    return { replies, breach, general, other };
  },
});

export const rateLimits = [
  check('limits/remaining-falls', {
    must: 'let the remaining number fall with every request',
    requirement: 'limits/remaining-falls',
    uses: [readSeries],
    after: ['limits/ratelimit-remaining', 'limits/whole-numbers'],
    async run(t: CheckContext) {
      const all = await t.use(readSeries);
      const decrease = Math.max(...all.remaining) - Math.min(...all.remaining);
      if (decrease > 0) return;
      if (regainedRequests(all) >= CALLS + 1)
        t.inconclusive('the replies took so long that the limit may have refilled');
      t.fail(`${all.replies.length} requests left the number as it was`, {
        actual: all.remaining,
        exchange: all.replies,
      });
    },
  }),
  check('limits/one-per-request', {
    should: 'count a request once',
    requirement: 'limits/one-per-request',
    uses: [readSeries],
    async run(t: CheckContext) {
      const { remaining, replies } = await t.use(readSeries);
      const decrease = Math.max(...remaining) - Math.min(...remaining);
      if (decrease < (remaining.length - 1) * 1.5) return;
      t.fail(`${remaining.length} requests lowered the number by ${decrease}`, {
        actual: remaining,
        exchange: replies,
      });
    },
  }),
  check('limits/per-caller', {
    should: 'count the requests of two callers apart',
    requirement: 'limits/per-caller',
    needs: ['tenantA', 'tenantB'],
    uses: [distinctTenants, readSeries],
    after: ['limits/ratelimit-remaining', 'limits/whole-numbers'],
    async run(t: CheckContext) {
      await t.use(distinctTenants);
      const { other } = await t.use(readSeries);
      if (other === null) t.notApplicable('there is no other caller');
      const { before: first, after: second } = other;
      const [was, is] = [
        headerNumber(first, 'RateLimit-Remaining'),
        headerNumber(second, 'RateLimit-Remaining'),
      ];
      if (was === undefined || is === undefined) {
        t.inconclusive('the replies do not state the remaining requests', { exchange: [first, second] });
      }
      if (was - is <= CALLS) return;
      t.fail(`${CALLS} requests of one caller lowered the number of another`, {
        expected: was - 1,
        actual: is,
        exchange: [second, first],
      });
    },
  }),
  check('limits/auth-figures', {
    observe: 'limit log-ins more tightly than reads',
    requirement: 'limits/sub-limits',
    needs: ['tenantA.login'],
    uses: [session, profile],
    async run(t) {
      const { login } = await t.use(session);
      const read = await t.use(profile);
      const [loginLimit, readLimit] = [
        headerNumber(login, 'RateLimit-Limit'),
        headerNumber(read, 'RateLimit-Limit'),
      ];
      t.observe(`a login tells a limit of ${loginLimit ?? 'nothing'}, a read of ${readLimit ?? 'nothing'}`, {
        exchange: [login, read],
      });
    },
  }),
  check('limits/reseller', {
    must: 'not limit a reseller by the default figure',
    requirement: 'limits/two-sets',
    needs: ['reseller', 'tenantA'],
    cost: 3,
    after: ['limits/ratelimit-limit', 'limits/whole-numbers'],
    async run(t: CheckContext) {
      const read = async (who: 'reseller' | 'tenantA' | 'tenantB', id: OperationId) =>
        t.require(await t.as(who).send(id)).success();
      // One endpoint may have a lower limit for all callers together, so the caller's limit is taken from several endpoints
      // that agree.
      const reads = ['getCurrentUser', 'listCustomers', 'listOrders'] as const;
      const own: Exchange[] = [];
      for (const id of reads) {
        own.push(await read('reseller', id));
        if (![600, 60, undefined].includes(own.map((reply) => headerNumber(reply, 'RateLimit-Limit')).at(-1)))
          return;
      }
      const limits = new Set(own.map((reply) => headerNumber(reply, 'RateLimit-Limit')));
      const [limit] = limits;
      if (limits.has(undefined)) t.inconclusive('the replies do not state the limit', { exchange: own });
      if (limits.size > 1 || (limit !== 600 && limit !== 60)) return;
      // When a credential of another tier shows the limit of its own tier, no gateway replaces the limit in the headers by
      // one limit for all callers.
      const higherLimits = { 600: [1200, 1800, 3000], 60: [1000] };
      for (const who of ['tenantA', 'tenantB'] as const) {
        if (!t.has(who)) continue;
        const before = await read(who, 'getCurrentUser');
        const between = await read('reseller', 'getCurrentUser');
        const after = await read(who, 'getCurrentUser');
        const reported = headerNumber(before, 'RateLimit-Limit') ?? 0;
        if (reported !== limit && !higherLimits[limit].includes(reported)) continue;
        const [was, is] = [
          headerNumber(before, 'RateLimit-Remaining'),
          headerNumber(after, 'RateLimit-Remaining'),
        ];
        const exchange = [...own, before, between, after];
        if (was === undefined || is === undefined || was - is !== 1)
          t.inconclusive('it may be a limit that all callers share', { exchange });
        t.fail('a reseller has the default limit', {
          expected: '2400 (set A) or 300 (set B)',
          actual: limit,
          exchange,
        });
      }
      t.inconclusive('no other caller has a limit of the two sets', { exchange: own });
    },
  }),
  burstCheck('limits/breach-is-429', {
    must: 'answer 429 once the limit is spent',
    requirement: 'limits/breach-is-429',
    uses: [session, loginBurst],
    async run(t: CheckContext) {
      const { replies, breach } = await t.use(loginBurst);
      if (breach !== undefined) {
        t.expect(breach).status(429);
        return;
      }
      const reportedLimits = replies
        .map((reply) => headerNumber(reply, 'RateLimit-Limit'))
        .find((limit) => limit !== undefined);
      const login = headerNumber((await t.use(session)).login, 'RateLimit-Limit') ?? reportedLimits;
      if (login !== undefined && exceedsLimit(replies, login)) {
        t.fail(
          `${maxAcceptedPerMinute(replies)} log-ins within a minute were let through, and the limit is ${login}`,
          {
            expected: 429,
            exchange: replies.slice(-2),
          },
        );
      }
      t.inconclusive(
        `${replies.length} log-ins did not reach the limit of ${login ?? 'an unknown number'}; --burst-max allows ${t.burstMax}`,
      );
    },
  }),
  burstCheck('limits/auth-tighter', {
    must: 'limit log-ins more tightly than other requests',
    requirement: 'limits/auth-tighter',
    uses: [session, loginBurst],
    async run(t: CheckContext) {
      const { replies, breach, general } = await t.use(loginBurst);
      // The header of a log-in may show the general limit, so the check counts the accepted log-ins instead.
      if (general !== undefined && exceedsLimit(replies, general)) {
        t.fail(
          `${maxAcceptedPerMinute(replies)} log-ins within a minute were let through, and of reads ${general} are`,
          {
            expected: `less than ${general}`,
            actual: maxAcceptedPerMinute(replies),
            exchange: replies.slice(-1),
          },
        );
      }
      if (breach !== undefined) return;
      t.inconclusive(`the limit of log-ins was not reached within ${replies.length} requests`);
    },
  }),
  burstCheck('limits/others-not-limited', {
    should: 'serve other callers while one has spent its limit',
    requirement: 'limits/per-caller',
    needs: ['tenantA.login', 'tenantB'],
    uses: [session, loginBurst],
    async run(t: CheckContext) {
      const { breach, other } = await t.use(loginBurst);
      if (breach?.status !== 429 || other === undefined) t.inconclusive('no limit was spent');
      if (other.status !== 429) return;
      t.fail("one caller's log-ins used up another's requests", { actual: 429, exchange: [other, breach] });
    },
  }),
  burstCheck('limits/wait-then-retry', {
    should: 'serve a caller again after the wait that `Retry-After` states',
    requirement: 'limits/wait-then-retry',
    cost: 2,
    authCost: 2,
    uses: [session, loginBurst],
    after: ['limits/retry-after', 'limits/retry-after-in-seconds', 'limits/retry-after-plausible'],
    async run(t: CheckContext) {
      const { breach } = await t.use(loginBurst);
      if (breach?.status !== 429) t.inconclusive('no limit was spent');
      const body = { email: `${t.unique()}@nobody.example`, password: 'a password nobody has' };
      let reply = breach;
      let waited = 0;
      // Other clients may use up the limit again during the wait, so each refusal is followed by its own `Retry-After`.
      for (
        let attempt = 0;
        attempt < MAX_OVERTAKEN_WAITS && (reply.status === 429 || GATEWAY_STATUSES.has(reply.status));
        attempt++
      ) {
        const seconds = GATEWAY_STATUSES.has(reply.status)
          ? 1
          : Number(reply.header('retry-after') ?? Number.NaN);
        if (!(seconds >= 0 && seconds <= 120))
          t.inconclusive('`Retry-After` is not a wait of at most 120 seconds', { exchange: [reply, breach] });
        await t.sleep((seconds + 1) * 1000);
        waited += seconds + 1;
        reply = await t.anonymous.send('login', { body, burst: true, deliberateFault: 'an unknown address' });
      }
      if (GATEWAY_STATUSES.has(reply.status))
        t.inconclusive('the service became unavailable meanwhile', { exchange: reply });
      if (reply.status !== 429) return;
      t.fail(`it is refused after ${MAX_OVERTAKEN_WAITS} waits for Retry-After, ${waited} seconds in all`, {
        exchange: [reply, breach],
      });
    },
  }),
];
