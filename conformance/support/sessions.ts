// Fixtures: sessions that checks share, use up and attack.
import { isObject } from '../../src/contract/is-object.ts';
import type { CheckContext, Exchange, Session } from '../../src/suite/model/define.ts';
import { fixture } from '../define.ts';
import { tokenIn } from './jwt.ts';
import { isSuccess } from './response-readers.ts';

/** Logs in as tenant A; a check of its own judges the reply. */
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

/** The profiles of the two tenants' credentials. */
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

/** Milliseconds until the next JWT has another `iat`. */
const NEXT_IAT_MS = 1100;

/** Reads the profile with a given token. */
const readProfileWith = (t: CheckContext, token: string, label: string): Promise<Exchange> =>
  t.withAuthorization(`Bearer ${token}`, label).send('getCurrentUser');

export type RefreshedSession = {
  oldToken: string;
  reply: Exchange;
  newToken: string | undefined;
  /** the profile read with the new JWT, then with the old one; null without a new one */
  newTokenReply: Exchange | null;
  oldTokenReply: Exchange | null;
};

/** Refreshes a live session and tries both JWTs. */
export const refreshedSession = fixture('refreshed log-in', {
  cost: 3,
  authCost: 2,
  async make(t: CheckContext): Promise<RefreshedSession> {
    const { token: old, api } = await t.session('tenantA');
    let reply = await api.send('refreshSession');
    let fresh = isSuccess(reply) ? tokenIn(reply.json) : undefined;
    // claims are whole seconds: two JWTs issued in one second may be the same text
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
  out: Exchange;
  after: readonly Exchange[];
  /** the other session before and after: a target that allows one session per user ended it when the second began */
  before: Exchange;
  other: Exchange;
  refreshed: Exchange;
  /** whether both log-ins returned the same JWT */
  same: boolean;
};

/** Logs one of two sessions out, tries both, and tries to refresh the one that is logged out. */
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
    return { out, after, before, other, refreshed, same: leaves.token === stays.token };
  },
});

/**
 * Reads with the other session after the log-out of one. If that fails, two more sessions show whether it already
 * failed before.
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

/** Tries an expired JWT on the profile and on a list. */
export const expiredTokenReplies = fixture('expired log-in', {
  cost: 2,
  async make(t: CheckContext): Promise<readonly Exchange[]> {
    const api = t.withAuthorization(`Bearer ${await t.token('expired')}`, 'an expired JWT');
    return [await api.send('getCurrentUser'), await api.send('listCustomers')];
  },
});

export type RefreshedExpired = { oldToken: string; reply: Exchange; newToken: string | undefined };

/** Refreshes an expired JWT. */
export const refreshedExpired = fixture('refreshed expired log-in', {
  cost: 1,
  authCost: 1,
  // a refresh may invalidate the credential
  destructive: true,
  async make(t: CheckContext): Promise<RefreshedExpired> {
    const old = await t.token('expired');
    const reply = await t.withAuthorization(`Bearer ${old}`, 'an expired JWT').send('refreshSession');
    return { oldToken: old, reply, newToken: isSuccess(reply) ? tokenIn(reply.json) : undefined };
  },
});

/** The profile of the shared log-in. */
export const profile = fixture('profile', {
  cost: 1,
  uses: [session],
  make: async (t: CheckContext): Promise<Exchange> => (await t.use(session)).api.send('getCurrentUser'),
});

/** Tries two log-ins that must fail: a wrong password, and an e-mail address without account. */
export const wrongLogins = fixture('wrong log-ins', {
  cost: 2,
  authCost: 2,
  async make(t: CheckContext): Promise<{ wrongPassword: Exchange; unknown: Exchange }> {
    // random: a target may repeat it in its reply, and the text must share nothing with the right password
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
