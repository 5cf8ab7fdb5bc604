// Checks of sessions: log-out, refresh and expiry of JWTs.

import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf, fixture } from '../define.ts';
import { holds } from '../expectations.ts';
import { logoutAttempt, refreshedSession, refreshWith } from '../support/fixtures/sessions.ts';
import { expiryOf, tokenIn } from '../support/reply-readers/jwt.ts';
import { isRefusal, isSuccess } from '../support/reply-readers/response-readers.ts';

const refreshedExpired = fixture('refreshed expired log-in', {
  authCost: 1,
  // The refresh may invalidate the expired credential of the target file.
  destructive: true,
  async make(t: CheckContext) {
    const old = await t.token('expired');
    const reply = await refreshWith(t, old, 'an expired JWT');
    return { oldToken: old, reply, newToken: isSuccess(reply) ? tokenIn(reply.json) : undefined };
  },
});

/** Reads the profile and a list with an expired JWT. */
const expiredTokenReplies = fixture('expired log-in', {
  async make(t: CheckContext): Promise<readonly Exchange[]> {
    const api = t.withAuthorization(`Bearer ${await t.token('expired')}`, 'an expired JWT');
    return [await api.send('getCurrentUser'), await api.send('listCustomers')];
  },
});

const { row } = checksOf({ area: 'auth', needs: ['tenantA.login'] });

const minute = 60_000;

// The time after a JWT's expiry during which the target must refresh the JWT, in milliseconds. Later the target may
// refuse.
const refreshWindow = 60 * minute;

export const authSessions = [
  row('auth/logout-succeeds', 'endpoints/logout', logoutAttempt, {
    must: 'log a user out',
    after: ['auth/login', 'auth/token-works'],
    expect: (t, { out }) => t.expect(out).success(),
  }),
  row('auth/logout', 'authentication/logout', logoutAttempt, {
    must: 'invalidate the JWT that was logged out',
    after: ['auth/login', 'auth/token-works', 'auth/logout-succeeds'],
    given: ['out'],
    expect(t: CheckContext, { out, after }) {
      const accepted = after.find((reply) => t.compared(!isRefusal(reply)));
      if (accepted === undefined) return;
      t.fail('the JWT still counts after its log-out', {
        expected: 401,
        actual: accepted.status,
        exchange: [accepted, out],
      });
    },
  }),
  row('auth/logout-only-current', 'authentication/logout-only-current', logoutAttempt, {
    should: 'leave the other JWTs of the same user alone at a log-out',
    after: ['auth/login', 'auth/token-works'],
    given: ['out'],
    expect(t: CheckContext, { out, before, other, same }) {
      if (same) t.inconclusive('two log-ins were handed the same JWT', { exchange: out });
      if (t.compared(isSuccess(other))) return;
      if (!isSuccess(before))
        t.inconclusive('the other JWT did not count any more before the log-out', { exchange: before });
      if (other.status === 403) t.require(other).success();
      t.fail('the log-out of one JWT ended another', {
        expected: 200,
        actual: other.status,
        exchange: [other, out],
      });
    },
  }),
  row('auth/expired-refused', 'authentication/expired-refused', expiredTokenReplies, {
    must: 'refuse an expired JWT',
    needs: ['expired'],
    mode: 'read-only',
    after: ['statuses/listed', 'statuses/success-is-no-error'],
    async expect(t: CheckContext, expiredReplies) {
      const accepted = expiredReplies.find((reply) => t.compared(!isRefusal(reply)));
      if (accepted === undefined) return;
      const expiry = expiryOf(await t.token('expired'));
      if (expiry === undefined)
        t.inconclusive('when credentials.expired expires cannot be read', { exchange: accepted });
      // The margin of a minute allows for clock differences and for targets that accept a JWT a little longer than its
      // expiry.
      if (expiry > t.now() - minute)
        t.inconclusive('credentials.expired has not expired yet by its own `exp`', { exchange: accepted });
      t.expect(accepted).refused();
    },
  }),
  // A refresh may end the expired JWT, which no operation may take: those are asked before.
  row('auth/refresh-offered', 'endpoints/refresh', [expiredTokenReplies, refreshedExpired], {
    must: 'offer the refresh of a JWT',
    needs: ['expired'],
    phase: 'last',
    mode: 'read-only',
    retry: false,
    expect(t: CheckContext, _, { reply }) {
      if (t.compared([404, 405].includes(reply.status) || reply.status >= 500)) t.expect(reply).success();
    },
  }),
  row('auth/refresh-expired', 'authentication/refresh', [expiredTokenReplies, refreshedExpired], {
    must: 'refresh an expired JWT',
    needs: ['expired'],
    phase: 'last',
    mode: 'read-only',
    after: ['auth/expired-refused', 'auth/refresh-offered'],
    retry: false,
    uses: [refreshedSession],
    async expect(t: CheckContext, expiredReplies, { oldToken, reply }) {
      if (t.compared(isSuccess(reply))) return;
      if (reply.status >= 500 || reply.status === 403) t.expect(reply).success();
      if ([400, 422].includes(reply.status))
        t.inconclusive('the refresh wants another request: its payload is not shown', { exchange: reply });
      const since = t.now() - (expiryOf(oldToken) ?? Number.NaN);
      // How long a refresh is possible is open; a refusal that says so names the reason.
      const isNamed =
        /too (old|long|late)|no longer|(log|sign)[ -]?in again|re-?authenticate|refresh[ _-]?(token|period|window|limit|expired)/i;
      if (since >= refreshWindow && t.compared(isNamed.test(reply.text))) return;
      if (!(since >= 0)) t.inconclusive('when the JWT expired is not known', { exchange: reply });
      // An earlier refresh may have invalidated the JWT: a reply that mentions expiry rules out this other reason for the
      // refusal, and so does a JWT that counts after its refresh.
      const { oldTokenReply } = await t.use(refreshedSession);
      const isKept = t.lag.revocation === 0 && oldTokenReply !== null && isSuccess(oldTokenReply);
      if (!isKept && ![...expiredReplies, reply].some(({ text }) => /expir/i.test(text))) {
        t.inconclusive(
          'it was refused, and nothing tells that it was not refreshed or revoked before: a run may use credentials.expired up, so give a fresh one for each',
          { exchange: [reply, ...expiredReplies] },
        );
      }
      t.fail('an expired JWT is not refreshed, and nothing says that it is too old', {
        expected: 200,
        actual: reply.status,
        exchange: [reply, ...expiredReplies],
      });
    },
  }),
  row('auth/refreshed-token-works', 'authentication/refresh', refreshedSession, {
    must: 'answer a refresh with a JWT that works',
    after: ['auth/login', 'auth/token-works', 'auth/refresh-live'],
    given: ['reply'],
    expect(t: CheckContext, { oldToken, reply, newToken, newTokenReply }) {
      if (t.compared(newToken === undefined))
        t.fail('the refresh handed out no JWT', { actual: reply.json, exchange: reply });
      // The specification describes only the refresh of expired JWTs, so the target may return a live JWT unchanged.
      if (newToken === oldToken)
        t.inconclusive('the refresh handed out the JWT that still counts', { exchange: reply });
      if (newTokenReply === null) t.inconclusive('the refreshed JWT was not tried', { exchange: reply });
      if (newTokenReply.status === 403) t.require(newTokenReply).success();
      holds(t, isSuccess(newTokenReply), 'the refreshed JWT is not accepted', {
        expected: 200,
        actual: newTokenReply.status,
        exchange: [newTokenReply, reply],
      });
    },
  }),
  row('auth/refreshed-expired-token-works', 'authentication/refresh', refreshedExpired, {
    must: 'answer the refresh of an expired JWT with one that works',
    needs: ['expired'],
    phase: 'last',
    after: ['auth/refresh-expired'],
    retry: false,
    given: ['reply'],
    async expect(t: CheckContext, { oldToken, reply, newToken }) {
      if (t.compared(newToken === undefined || newToken === oldToken)) {
        t.fail('the refresh handed out no new JWT', { actual: reply.json, exchange: reply });
      }
      const call = await t.withAuthorization(`Bearer ${newToken}`, 'a refreshed JWT').send('getCurrentUser');
      if (call.status === 403) t.require(call).success();
      holds(t, isSuccess(call), 'the refreshed JWT is not accepted', {
        expected: 200,
        actual: call.status,
        exchange: [call, reply],
      });
    },
  }),
  row('auth/refresh-live', 'authentication/live-token-refreshes', refreshedSession, {
    should: 'refresh a JWT that has not expired yet',
    mode: 'read-only',
    after: ['auth/login'],
    expect: (t, { reply }) => t.expect(reply).success(),
  }),
  row('auth/logout-refreshed', 'authentication/logout', refreshedSession, {
    must: 'invalidate a refreshed JWT that is logged out',
    after: ['auth/logout', 'auth/refreshed-token-works'],
    given: ['reply'],
    async expect(t: CheckContext, { newToken, oldToken }) {
      if (newToken === undefined || newToken === oldToken)
        t.inconclusive('the refresh handed out no new JWT');
      const api = t.withAuthorization(`Bearer ${newToken}`, 'a refreshed JWT');
      const out = t.require(await api.send('logout')).success();
      let after = await api.send('listCustomers');
      if (t.lag.revocation > 0 && isSuccess(after)) {
        await t.sleep(t.lag.revocation);
        after = await api.send('listCustomers');
      }
      holds(t, isRefusal(after), 'the JWT still counts after its log-out', {
        expected: 401,
        actual: after.status,
        exchange: [after, out],
      });
    },
  }),
  row('auth/refresh-retires', 'authentication/refreshed-token-retires', refreshedSession, {
    should: 'retire the JWT that was refreshed',
    after: ['auth/refreshed-token-works'],
    given: ['reply'],
    async expect(t: CheckContext, { oldToken, reply, oldTokenReply }) {
      if (oldTokenReply === null) t.inconclusive('there is no other JWT', { exchange: reply });
      if (oldTokenReply.status === 401 || t.lag.revocation === 0) {
        t.expect(oldTokenReply).status(401);
        return;
      }
      await t.eventually('revocation', async () => {
        const repeated = t
          .withAuthorization(`Bearer ${oldToken}`, 'a JWT that was refreshed')
          .send('getCurrentUser');
        t.expect(await repeated).status(401);
      });
    },
  }),
];
