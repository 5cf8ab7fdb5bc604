// Checks of a limit that the run exhausts with log-ins, where it may: the target replies as stated, and serves the
// caller again after the wait.

import { rateLimits } from '../../../src/contract/policies.ts';
import { GATEWAY_STATUSES } from '../../../src/suite/http/rate-limits/refusals.ts';
import type { CheckContext, Exchange } from '../../../src/suite/model/define.ts';
import { checksOf, fixture } from '../../define.ts';
import { holds } from '../../expectations.ts';
import { headerNumber } from '../../rules/rate-limits.ts';
import { session } from '../../support/fixtures/sessions.ts';
import { isSuccess } from '../../support/reply-readers/response-readers.ts';

const { row } = checksOf({
  area: 'everywhere',
  needs: ['tenantA.login'],
  allow: 'rate-limit-burst',
  phase: 'last',
  retry: false,
});

/** The number of log-ins that the run sends to exhaust a limit that no reply states. */
const USUAL_BURST = 70;
const WINDOW_MS = rateLimits().window_seconds * 1000;
/** After so many replies of a gateway in a row, whose service is down, the status counts as the service's own reply. */
const PERSISTENT_FAILURES = 3;
// How many times the check waits for `Retry-After`. Several waits are needed where other callers use up the limit
// during a wait.
const MAX_OVERTAKEN_WAITS = 5;
function maxAcceptedPerMinute(replies: readonly Exchange[]): number {
  const times = replies.filter(({ status }) => status !== 429).map(({ startedAt }) => startedAt);
  return Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + WINDOW_MS).length),
  );
}

// Returns whether the target accepted more log-ins in a minute than two fixed windows allow: a minute may span the end
// of one window and the start of the next.
const exceedsLimit = (replies: readonly Exchange[], limit: number): boolean =>
  maxAcceptedPerMinute(replies) > 2 * limit;

// Returns two log-ins in a row that were let through although the first left none over, in less time than half of what
// a steady refill needs for one; undefined where there are none.
const beyondLimit = (replies: readonly Exchange[]): Exchange[] | undefined =>
  replies
    .map((reply, at) => [reply, replies[at + 1] ?? reply] as const)
    .find(([first, next]) => {
      const limit = headerNumber(first, 'RateLimit-Limit') ?? WINDOW_MS;
      const isSpent = [first, next].every(
        (reply) => reply.status !== 429 && headerNumber(reply, 'RateLimit-Remaining') === 0,
      );
      return first !== next && isSpent && next.startedAt - first.startedAt < WINDOW_MS / limit / 2;
    })
    ?.slice();

// Returns how many requests exhaust a limit, within `--burst-max`. More than twice the limit, because fewer requests
// could be spread over the end of one window and the start of the next.
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

// Sends log-ins for an unknown e-mail address until the target refuses a log-in with 429, up to the number that the
// announced limit needs.
const loginBurst = fixture('burst of log-ins', {
  cost: USUAL_BURST + 1,
  authCost: USUAL_BURST,
  uses: [session],
  after: ['limits/breach-is-429'],
  async make(t: CheckContext) {
    const { api } = await t.use(session);
    // A log-in of the other caller would have to wait for the end of the limit.
    if (t.has('tenantB')) await t.token('tenantB');
    const general = headerNumber(await api.send('listCustomers'), 'RateLimit-Limit');
    // Another address each time, so that no account is locked before the limit is spent; then the same one, because each
    // address may have a limit of its own: at once where the number that remains does not fall.
    let address: string | undefined;
    const body = () => ({
      email: address ?? `${t.unique()}@nobody.example`,
      password: 'a password nobody has',
    });
    const replies: Exchange[] = [];
    let breach: Exchange | undefined;
    let failures = 0;
    let maxRequests = burstSize(t, general);
    for (let sent = 1; sent < maxRequests && breach === undefined; sent++) {
      const reply = await t.anonymous.send('login', { body, burst: true, deliberateFault: 'one of a burst' });
      const stated = headerNumber(reply, 'RateLimit-Limit');
      if (sent === 1) maxRequests = burstSize(t, stated ?? general);
      const left = [reply, ...replies].map((one) => headerNumber(one, 'RateLimit-Remaining'));
      const isCountedByAddress = sent === 3 && left.every((one) => one !== undefined && one === left[0]);
      if (isCountedByAddress || sent >= maxRequests / 2) address ??= `${t.unique()}@nobody.example`;
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

/** Logs in again after the waits that the target asks for. Other checks run during the waits. */
const waitedBurst = fixture('log-in after the wait for a limit', {
  cost: 1,
  authCost: 1,
  uses: [loginBurst],
  changes: [],
  async make(t: CheckContext) {
    const { breach } = await t.use(loginBurst);
    if (breach?.status !== 429) t.inconclusive('no limit was spent');
    const body = { email: `${t.unique()}@nobody.example`, password: 'a password nobody has' };
    let reply = breach;
    let waitedSeconds = 0;
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
      waitedSeconds += seconds + 1;
      reply = await t.anonymous.send('login', { body, burst: true, deliberateFault: 'an unknown address' });
    }
    return { breach, reply, waitedSeconds };
  },
});

export const exhaustedRateLimits = [
  row('limits/breach-is-429', 'limits/breach-is-429', loginBurst, {
    must: 'answer 429 once the limit is spent',
    async expect(t: CheckContext, { replies, breach }) {
      const beyond = beyondLimit(replies);
      if (t.compared(beyond !== undefined))
        t.fail('a log-in was let through after one that left none over', { expected: 429, exchange: beyond });
      if (breach !== undefined) {
        t.expect(breach).status(429);
        return;
      }
      const reportedLimits = replies
        .map((reply) => headerNumber(reply, 'RateLimit-Limit'))
        .find((limit) => limit !== undefined);
      const login = headerNumber((await t.use(session)).login, 'RateLimit-Limit') ?? reportedLimits;
      if (t.compared(login !== undefined && exceedsLimit(replies, login))) {
        t.fail(
          `${maxAcceptedPerMinute(replies)} log-ins within a minute were let through, and the limit is ${login}`,
          { expected: 429, exchange: replies.slice(-2) },
        );
      }
      t.inconclusive(
        `${replies.length} log-ins did not reach the limit of ${login ?? 'an unknown number'}; --burst-max allows ${t.burstMax}`,
      );
    },
  }),
  row('limits/auth-tighter', 'limits/auth-tighter', loginBurst, {
    must: 'limit log-ins more tightly than other requests',
    expect(t: CheckContext, { replies, breach, general }) {
      // The header of a log-in may show the general limit, so the check counts the accepted log-ins instead.
      // By its own word the target limits log-ins less tightly where their limit is the higher one.
      const stated = replies
        .map((reply) => headerNumber(reply, 'RateLimit-Limit'))
        .find((limit) => limit !== undefined);
      const isHigher = (stated ?? 0) > (general ?? 0) && maxAcceptedPerMinute(replies) > (general ?? 0);
      if (t.compared(general !== undefined && (isHigher || exceedsLimit(replies, general)))) {
        t.fail(
          `${maxAcceptedPerMinute(replies)} log-ins within a minute were let through, and of reads ${general} are`,
          {
            expected: `less than ${general}`,
            actual: maxAcceptedPerMinute(replies),
            exchange: replies.slice(-1),
          },
        );
      }
      if (t.compared(breach !== undefined)) return;
      t.inconclusive(`the limit of log-ins was not reached within ${replies.length} requests`);
    },
  }),
  row('limits/others-not-limited', 'limits/per-caller', loginBurst, {
    should: 'serve other callers while one has spent its limit',
    needs: ['tenantA.login', 'tenantB'],
    expect(t: CheckContext, { breach, other }) {
      if (breach?.status !== 429 || other === undefined) t.inconclusive('no limit was spent');
      holds(t, other.status !== 429, "one caller's log-ins used up another's requests", {
        actual: 429,
        exchange: [other, breach],
      });
    },
  }),
  row('limits/wait-then-retry', 'limits/wait-then-retry', waitedBurst, {
    should: 'serve a caller again after the wait that `Retry-After` states',
    after: ['limits/retry-after', 'limits/retry-after-in-seconds', 'limits/retry-after-plausible'],
    expect(t: CheckContext, { breach, reply, waitedSeconds }) {
      if (GATEWAY_STATUSES.has(reply.status))
        t.inconclusive('the service became unavailable meanwhile', { exchange: reply });
      holds(
        t,
        reply.status !== 429,
        `it is refused after ${MAX_OVERTAKEN_WAITS} waits for Retry-After, ${waitedSeconds} seconds in all`,
        { exchange: [reply, breach] },
      );
    },
  }),
];
