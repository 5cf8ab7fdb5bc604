// Checks of the log-in, the JWT in its reply, and the caller's profile.

import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange } from '../../src/suite/model/define.ts';
import { checksOf } from '../define.ts';
import { equals, holds } from '../expectations.ts';
import { firstLogin, profile, session } from '../support/fixtures/sessions.ts';
import { expiryOf, issuedAtOf } from '../support/reply-readers/jwt.ts';
import { isUuid, mentions, textsIn } from '../support/reply-readers/response-readers.ts';
import { timeOf } from '../support/reply-readers/times.ts';

const { check, row } = checksOf({ area: 'auth', mode: 'read-only', needs: ['tenantA.login'] });

const minute = 60_000;

const day = 1440 * minute;

/** Asserts that a profile is that of the user of a log-in. */
export function expectProfileOf(t: CheckContext, login: Exchange, reply: Exchange): void {
  const user = t.require(login).object('/user');
  t.expect(reply).success();
  const shown = isObject(reply.json) ? reply.json : {};
  const identifiers = [user.id, user.email].filter((value) => typeof value === 'string');
  if (!identifiers.some((value) => mentions(reply.json, value))) {
    if (textsIn(reply.json, /e-?mail$/).length === 0 && !isUuid(shown.id))
      t.inconclusive('the profile shows neither an id nor an e-mail address that could be compared', {
        exchange: reply,
      });
    t.fail('the profile is that of somebody else', { expected: user, actual: reply.json, exchange: reply });
  }
  // The profile may have an id of its own beside that of the user, and another address than the log-in.
  const [expected, actual] = [user.id, shown.id];
  if (typeof expected === 'string' && typeof actual === 'string')
    holds(t, mentions(reply.json, expected), 'the profile has the id of another user', {
      expected,
      actual,
      exchange: reply,
    });
}

export const auth = [
  row('auth/login', 'endpoints/login', firstLogin, {
    must: 'log a user in by e-mail address and password',
    phase: 'first',
    expect(t: CheckContext, reply) {
      if ([400, 401, 403, 422].includes(reply.status)) {
        t.inconclusive(
          'it was refused; are e-mail address and password those of a user without second factor?',
          { exchange: reply },
        );
      }
      t.expect(reply).success();
    },
  }),
  row('auth/token-works', 'authentication/bearer', profile, {
    must: 'accept the JWT of a login as a bearer credential',
    after: ['auth/login'],
    expect(t, reply) {
      // Another check covers a profile operation that does not exist, so this check judges only a 401.
      if (t.compared(reply.status === 401)) t.expect(reply).success();
      t.require(reply).success();
    },
  }),
  row('auth/token-not-expired', 'authentication/login-answers-jwt', session, {
    must: 'hand out a JWT that has not expired',
    after: ['auth/login', 'auth/login-expires_at'],
    expect(t: CheckContext, { login, token }) {
      const expires = timeOf(t.require(login).at('/expires_at'));
      if (Number.isNaN(expires)) t.inconclusive('`expires_at` cannot be read', { exchange: login });
      // A sandbox may run on its own clock, which the JWT's time of issue shows.
      const clock = Math.min(
        t.now(),
        Date.parse(login.header('date') ?? '') || t.now(),
        issuedAtOf(token) ?? t.now(),
      );
      holds(t, expires > clock - minute, 'the new JWT has expired already', {
        actual: t.expect(login).at('/expires_at'),
        exchange: login,
      });
    },
  }),
  row('auth/token-short-lived', 'login-response/short-lived', session, {
    must: 'hand out a JWT that is short-lived',
    after: ['auth/login', 'auth/login-expires_at'],
    expect(t: CheckContext, { login, token }) {
      const reported = timeOf(t.require(login).at('/expires_at'));
      const longest = Math.max(reported, expiryOf(token) ?? reported) - (issuedAtOf(token) ?? t.now());
      if (Number.isNaN(longest)) t.inconclusive('`expires_at` cannot be read', { exchange: login });
      holds(t, longest < 31 * day, 'the JWT lives for more than a month', {
        actual: `${Math.round(longest / day)} days`,
        exchange: login,
      });
    },
  }),
  row('auth/token-within-a-day', 'login-response/within-a-day', session, {
    should: 'hand out a JWT that lives no longer than a day',
    after: ['auth/login', 'auth/login-expires_at', 'auth/token-short-lived'],
    expect(t: CheckContext, { login, token }) {
      const lifetime = timeOf(t.require(login).at('/expires_at')) - (issuedAtOf(token) ?? t.now());
      if (Number.isNaN(lifetime)) t.inconclusive('`expires_at` cannot be read', { exchange: login });
      if (t.compared(lifetime > day + minute)) t.fail('the JWT lives longer than a day', { exchange: login });
    },
  }),
  row('auth/expiry-agrees-with-the-jwt', 'login-response/expiry-agrees', session, {
    must: 'name the expiry of the JWT in `expires_at`',
    after: [
      'auth/login',
      'auth/login-expires_at',
      'bodies/utc-times',
      'auth/token-not-expired',
      'auth/token-short-lived',
    ],
    expect(t: CheckContext, { login, token }) {
      const reported = timeOf(t.require(login).at('/expires_at'));
      const inside = expiryOf(token);
      if (inside === undefined) t.inconclusive('the JWT has no `exp` that can be read');
      holds(t, Math.abs(reported - inside) <= minute, '`expires_at` is not the expiry of the JWT', {
        expected: new Date(inside).toISOString(),
        actual: t.expect(login).at('/expires_at'),
        exchange: login,
      });
    },
  }),
  row('auth/login-user-is-the-caller', 'login-response/user-is-the-caller', session, {
    must: 'name the user who logged in',
    after: ['auth/login', 'auth/login-user'],
    expect(t, { login }) {
      const email = t.require(login).string('/user/email');
      const expected = t.secret('tenantA', 'email');
      holds(
        t,
        email.toLowerCase() === expected.toLowerCase(),
        '`user.email` is not the address of the login',
        { exchange: login },
      );
    },
  }),
  row('auth/me', 'endpoints/me', session, {
    must: 'return the profile of the authenticated user',
    uses: [profile],
    after: ['auth/login', 'auth/token-works', 'auth/login-user', 'auth/login-user-is-the-caller'],
    expect: async (t, { login }) => expectProfileOf(t, login, await t.use(profile)),
  }),
  ...(['tenantB', 'platformAdmin'] as const).map((name) =>
    check(`auth/me/${name}`, 'endpoints/me', {
      must: 'return the profile of the user who logged in, whoever that is',
      needs: [`${name}.login`],
      after: ['auth/me'],
      async run(t) {
        const { api, login } = await t.session(name);
        expectProfileOf(t, login, await api.send('getCurrentUser'));
      },
    }),
  ),
  row('auth/me-same-tenant', 'authentication/me', session, {
    must: 'show the tenant of the login in the profile',
    uses: [profile],
    after: ['auth/me', 'auth/login-user'],
    async expect(t: CheckContext, { login }) {
      const tenant = t.require(login).uuid('/user/tenant_id');
      const reply = await t.use(profile);
      const shown = isObject(t.require(reply).success().json) ? reply.json : {};
      const reported = isObject(shown) ? shown.tenant_id : undefined;
      if (reported === undefined) {
        if (t.compared(mentions(reply.json, tenant))) return;
        t.inconclusive('the profile names no tenant', { exchange: reply });
      }
      equals(t, reported, tenant, 'the profile names another tenant than the login', reply);
    },
  }),
];
