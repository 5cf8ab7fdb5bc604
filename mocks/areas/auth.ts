// Handlers for sign-in: passwords, 2FA challenges, session refresh, logout, and the current user.
import { policies } from '../../src/contract/policies.ts';
import type { Schemas } from '../../src/contract/types.ts';
import type { Handlers } from '../../src/server/pipeline/handler.ts';
import { CommittedRefusal, Refusal } from '../../src/state/refusal.ts';
import { addMs } from '../billing/cycles.ts';
import { equalInConstantTime, hashPassword } from '../identity/hashing.ts';
import { beginSession } from '../identity/sessions.ts';
import {
  assertAttemptsLeft,
  clearFailures,
  codeSubject,
  countFailure,
  passwordSubject,
} from '../identity/sign-in-limits.ts';
import { acceptTotp, stepsInReach } from '../identity/totp.ts';
import type { CredentialRow, Store, UserRow } from '../tables.ts';

// The HTTP header that asks for a second factor (RFC 9470 §3): the password is right, but the request needs a stronger
// authentication.
const STEP_UP = { 'www-authenticate': 'Bearer error="insufficient_user_authentication"' };

/** Handles the operations under /auth. */
export const auth = {
  login: ({ store, body, address }) => {
    const credential = verifyPassword(store, body.email, body.password, address);
    const user = store.platform.users.get(credential.user_id);
    if (credential.totp_secret !== null) {
      if (body.totp_code === undefined) throw openChallenge(store, credential);
      assertAttemptsLeft(store, codeSubject(user.id), policies().sign_in_wrong_codes);
      if (!consumeTotpCode(store, credential, body.totp_code)) {
        throw wrongCode(store, credential, body.totp_code);
      }
    }
    return signIn(store, user);
  },

  verifyTwoFactor: ({ store, body }) => {
    const open = store.two_factor_challenges.by('token', body.challenge_token);
    if (
      !open ||
      Date.parse(open.expires_at) <= store.nowMs ||
      open.wrong_codes >= policies().two_factor_wrong_codes
    ) {
      throw new Refusal('CHALLENGE_SPENT');
    }
    // The limit counts wrong TOTP codes over all 2FA challenges of the user, because a caller who knows the password can
    // open any number of challenges.
    assertAttemptsLeft(store, codeSubject(open.user_id), policies().sign_in_wrong_codes);
    const credential = store.credentials.by('user_id', open.user_id);
    if (!credential || !consumeTotpCode(store, credential, body.totp_code)) {
      // The count of wrong codes is saved although the request is refused. Otherwise a caller could guess the code of a 2FA
      // challenge without limit.
      store.two_factor_challenges.update(open.id, { wrong_codes: open.wrong_codes + 1 });
      throw credential
        ? wrongCode(store, credential, body.totp_code)
        : new CommittedRefusal('TWO_FACTOR_INVALID');
    }
    store.two_factor_challenges.remove(open.id);
    return signIn(store, store.platform.users.get(open.user_id));
  },

  refreshSession: ({ store, caller }) => {
    const { userId, sessionId } = caller;
    if (userId === null || sessionId === undefined) throw new Refusal('SESSION_REQUIRED');
    store.sessions.move(sessionId, 'refresh');
    return beginSession(store, store.users.get(userId));
  },

  logout: ({ store, caller }) => {
    if (caller.sessionId === undefined) throw new Refusal('SESSION_REQUIRED');
    store.sessions.move(caller.sessionId, 'revoke');
    return { message: 'Signed out. This token no longer works.' };
  },

  getCurrentUser: ({ store, caller }) => {
    const user = store.users.get(caller.userId ?? '');
    // An API key acts as the user who created it, with the scopes of the key.
    return { ...user, scopes: [...caller.scopes] };
  },
} satisfies Partial<Handlers<Store>>;

// Finds the credential for an e-mail address and a password. Unknown e-mail addresses, wrong passwords and users of
// terminated tenants get the same refusal after the same time. Throws CommittedRefusal INVALID_CREDENTIALS
function verifyPassword(store: Store, email: string, password: string, address: string): CredentialRow {
  const subject = passwordSubject(email, address);
  assertAttemptsLeft(store, subject, policies().sign_in_wrong_passwords);
  const credential = store.credentials.by('email', email.toLowerCase());
  const hash = hashPassword(password, credential?.salt ?? 'nobody');
  const right = equalInConstantTime(hash, credential?.password_hash ?? '0'.repeat(hash.length));
  const tenant = credential && store.tenants.find(store.platform.users.get(credential.user_id).tenant_id);
  if (!credential || !right || tenant?.status === 'terminated') {
    countFailure(store, subject);
    throw new CommittedRefusal('INVALID_CREDENTIALS');
  }
  clearFailures(store, subject);
  return credential;
}

function openChallenge(store: Store, { user_id }: CredentialRow): Refusal {
  const open = store.two_factor_challenges.where('user_id', user_id);
  for (const [at, { id, expires_at }] of open.entries()) {
    if (open.length - at >= policies().two_factor_challenges_per_user || expires_at <= store.now)
      store.two_factor_challenges.remove(id);
  }
  const { token } = store.two_factor_challenges.insert({
    token: `2fa_${store.token('challenges', 40)}`,
    user_id,
    wrong_codes: 0,
    expires_at: addMs(store.now, policies().two_factor_challenge_seconds * 1000),
  });
  return new CommittedRefusal('TWO_FACTOR_REQUIRED', { extra: { challenge_token: token }, headers: STEP_UP });
}

function consumeTotpCode(store: Store, credential: CredentialRow, code: string): boolean {
  if (credential.totp_secret === null) return false;
  const step = acceptTotp(credential.totp_secret, code, store.nowMs, credential.used_steps);
  if (step === null) return false;
  store.credentials.update(credential.id, {
    used_steps: [...stepsInReach(credential.used_steps, store.nowMs), step],
  });
  return true;
}

// Counts a wrong TOTP code and returns its refusal. A right code that was used before is refused too, but not counted,
// because it is no guess.
function wrongCode(store: Store, { user_id, totp_secret }: CredentialRow, code: string): Refusal {
  const wasUsed = totp_secret !== null && acceptTotp(totp_secret, code, store.nowMs, []) !== null;
  if (!wasUsed) countFailure(store, codeSubject(user_id));
  const hint = wasUsed
    ? 'The code was right, but it was used before: a code is accepted once.'
    : `Codes follow the clock of this world, at which it was ${store.now}, and not the real time that an authenticator app shows: lab outbox shows the code of now, and of which time it is.`;
  return new CommittedRefusal('TWO_FACTOR_INVALID', { hint });
}

// Starts a session for a fully authenticated user and clears the user's count of wrong TOTP codes.
function signIn(store: Store, user: UserRow): Schemas['Session'] {
  clearFailures(store, codeSubject(user.id));
  return beginSession(store, store.platform.users.update(user.id, { last_login_at: store.now }));
}
