// Fixtures for log-in sessions: sessions that checks share, and sessions that checks refresh or log out.
import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange, Session } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { tokenIn } from './jwt.ts';
import { isSuccess } from './response-readers.ts';

/** Logs in as tenant A. A separate check judges the reply. */
export const firstLogin = fixture('first log-in', {
  cost: 1,
  authCost: 1,
  make: (t: CheckContext): Promise<Exchange> =>
    t.anonymous.send('login', {
      body: { email: t.secret('tenantA', 'email'), password: t.secret('tenantA', 'password') },
    }),
});

/** A session of tenant A that stays valid during the run. */
export const session = fixture('session', {
  cost: 0,
  uses: [firstLogin],
  async make(t: CheckContext): Promise<Session> {
    const login = await t.use(firstLogin);
    const token = login.status === 200 && isObject(login.json) ? login.json.token : undefined;
    if (typeof token !== 'string' || token === '') return t.session('tenantA');
    return { api: t.withAuthorization(`Bearer ${token}`, 'the first log-in'), token, login };
  },
});

/** The profiles that the credentials of tenant A and tenant B read. */
export const profileOf = {
  tenantA: profileAs('tenantA'),
  tenantB: profileAs('tenantB'),
};

function profileAs(tenant: 'tenantA' | 'tenantB') {
  return fixture(`profile of ${tenant}`, {
    cost: 1,
    make: (t: CheckContext): Promise<Exchange> => t.as(tenant).send('getCurrentUser', { allowCached: true }),
  });
}

/** How long to wait until the next JWT has another time of issue (`iat`), in milliseconds. */
const NEXT_IAT_MS = 1100;

/** Reads the caller's profile with the given token as the credential. */
const readProfileWith = (t: CheckContext, token: string, label: string): Promise<Exchange> =>
  t.withAuthorization(`Bearer ${token}`, label).send('getCurrentUser');

export type RefreshedSession = {
  oldToken: string;
  reply: Exchange;
  newToken: string | undefined;
  /**
   * the profile read with the new JWT; `oldTokenReply` is the profile read with the old JWT; null when the refresh
   * returned no new JWT
   */
  newTokenReply: Exchange | null;
  oldTokenReply: Exchange | null;
};

/** Refreshes a session that has not expired, and reads the profile with the new JWT and with the old JWT. */
export const refreshedSession = fixture('refreshed log-in', {
  cost: 3,
  authCost: 2,
  async make(t: CheckContext): Promise<RefreshedSession> {
    const { token: old, api } = await t.session('tenantA');
    let reply = await api.send('refreshSession');
    let fresh = isSuccess(reply) ? tokenIn(reply.json) : undefined;
    // Times in a JWT are whole seconds, so two JWTs that are issued in the same second may be equal.
    if (fresh === old) {
      await t.sleep(NEXT_IAT_MS);
      reply = await api.send('refreshSession');
      fresh = isSuccess(reply) ? tokenIn(reply.json) : undefined;
    }
    if (fresh === undefined || fresh === old)
      return { oldToken: old, reply, newToken: fresh, newTokenReply: null, oldTokenReply: null };
    const used = await readProfileWith(t, fresh, 'a refreshed JWT');
    return {
      oldToken: old,
      reply,
      newToken: fresh,
      newTokenReply: used,
      oldTokenReply: await readProfileWith(t, old, 'a JWT that was refreshed'),
    };
  },
});

export type LogoutAttempt = {
  /** the JWT that was logged out */
  ended: string;
  out: Exchange;
  after: readonly Exchange[];
  /**
   * the profile read in the other session before and after the log-out; a target that allows one session per user
   * ended the other session when the second session began
   */
  before: Exchange;
  other: Exchange;
  refreshed: Exchange;
  /** whether the two log-ins returned the same JWT */
  same: boolean;
};

/**
 * Opens two sessions, logs out of one, reads the profile in each, and tries to refresh the session that is logged
 * out.
 */
export const logoutAttempt = fixture('log-out', {
  cost: 6,
  authCost: 2,
  uses: [session],
  async make(t: CheckContext): Promise<LogoutAttempt> {
    const stays = await t.use(session);
    let leaves = await t.session('tenantA');
    if (leaves.token === stays.token) {
      await t.sleep(NEXT_IAT_MS);
      leaves = await t.session('tenantA');
    }
    const out = await leaves.api.send('logout');
    const readBoth = async (): Promise<Exchange[]> => [
      await readProfileWith(t, leaves.token, 'a log-in that was ended'),
      await leaves.api.send('listCustomers'),
    ];
    let after = await readBoth();
    if (t.lag.revocation > 0 && after.some(isSuccess)) {
      await t.sleep(t.lag.revocation);
      after = await readBoth();
    }
    const { before, other } = await otherSessionAfterLogout(t, stays.token);
    const refreshed = await t
      .withAuthorization(`Bearer ${leaves.token}`, 'a log-in that was ended')
      .send('refreshSession');
    return { ended: leaves.token, out, after, before, other, refreshed, same: leaves.token === stays.token };
  },
});

/**
 * Reads the profile in the other session after the log-out. If the read fails, opens two more sessions, which show
 * whether the other session already failed before the log-out.
 */
async function otherSessionAfterLogout(
  t: CheckContext,
  stays: string,
): Promise<Pick<LogoutAttempt, 'before' | 'other'>> {
  const reply = await readProfileWith(t, stays, 'the other log-in');
  if (isSuccess(reply)) return { before: reply, other: reply };
  const { token } = await t.session('tenantA');
  await t.sleep(NEXT_IAT_MS);
  const leaves = await t.session('tenantA');
  const before = await readProfileWith(t, token, 'another log-in');
  t.require(await leaves.api.send('logout')).success();
  return { before, other: await readProfileWith(t, token, 'another log-in') };
}

/** Reads the profile and a list with an expired JWT. */
export const expiredTokenReplies = fixture('expired log-in', {
  cost: 2,
  async make(t: CheckContext): Promise<readonly Exchange[]> {
    const api = t.withAuthorization(`Bearer ${await t.token('expired')}`, 'an expired JWT');
    return [await api.send('getCurrentUser'), await api.send('listCustomers')];
  },
});

export type RefreshedExpired = { oldToken: string; reply: Exchange; newToken: string | undefined };

/** Sends a refresh request with an expired JWT. */
export const refreshedExpired = fixture('refreshed expired log-in', {
  cost: 1,
  authCost: 1,
  // The refresh may invalidate the expired credential of the target file.
  destructive: true,
  async make(t: CheckContext): Promise<RefreshedExpired> {
    const old = await t.token('expired');
    const reply = await t.withAuthorization(`Bearer ${old}`, 'an expired JWT').send('refreshSession');
    return { oldToken: old, reply, newToken: isSuccess(reply) ? tokenIn(reply.json) : undefined };
  },
});

/** Reads the profile in the shared session. */
export const profile = fixture('profile', {
  cost: 1,
  uses: [session],
  make: async (t: CheckContext): Promise<Exchange> => (await t.use(session)).api.send('getCurrentUser'),
});

/**
 * Sends two log-ins that must fail: a log-in with a wrong password, and a log-in with an e-mail address that has no
 * account.
 */
export const wrongLogins = fixture('wrong log-ins', {
  cost: 2,
  authCost: 2,
  async make(t: CheckContext): Promise<{ wrongPassword: Exchange; unknown: Exchange }> {
    // The wrong password is random: a target may repeat it in a reply, and it must have nothing in common with the right
    // password.
    const password = `Wrong-${t.random.hex(20)}`;
    const known = await t.anonymous.send('login', {
      body: { email: t.secret('tenantA', 'email'), password },
      deliberateFault: 'password = a wrong one',
    });
    const unknown = await t.anonymous.send('login', {
      body: { email: `${t.unique()}@nobody.example`, password },
      deliberateFault: 'email = an unknown one',
    });
    return { wrongPassword: known, unknown };
  },
});
