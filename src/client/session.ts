// Manages the credential of a client: an API key, a token, or an account that the client signs in to and keeps signed
// in.
import type { Success } from '../contract/types.ts';
import { isApiError, jsonOf, twoFactorChallenge } from './api-error.ts';

/** The session that the `login` operation returns. */
export type Session = Success<'login'>;

/**
 * The credential of a client; a string is a `token`. `apiKey` is sent unchanged. `token` is a JWT, which is refreshed
 * when it has expired. With `email` and `password` the client signs in at the first call; `totp` returns the current
 * six-digit code of an account with 2FA.
 */
export type Credential = string | { apiKey: string } | { token: string } | Account;

type Account = { email: string; password: string; totp?: () => string | Promise<string> };

type Send = (path: string, init: { body?: unknown; token?: string }) => Promise<Response>;

/** The current bearer token of a client, which is renewed when the platform refuses it. */
type Sessions = {
  /**
   * Returns the bearer token, after signing in where needed; null when the client has no credential.
   * @throws ApiError when signing in is refused
   */
  bearer(): Promise<string | null>;
  /**
   * Renews the token after a call with the token `refused` got a 401: refreshes the token or signs in again. Returns
   * null when neither is possible. Parallel calls share one renewal.
   */
  renew(refused: string | null): Promise<string | null>;
  /** Takes over the session of an explicit refresh, which has ended the one before. */
  adopt(session: unknown): void;
  /** Forgets the token, so that the next call signs in again. */
  forget(): void;
};

// Tells whether a status, or the error of a call, says that a credential is not valid any more.
const isRefusal = (given: unknown): boolean =>
  [400, 401, 403, 404, 422].includes(isApiError(given) ? given.status : Number(given));

/**
 * Creates the sessions of a client.
 * @throws TypeError when the credential has none of its forms, for callers without a type checker
 */
export function createSessions(
  credential: Credential | undefined,
  send: Send,
  onSession: ((session: Session | null) => void) | undefined,
): Sessions {
  const given: Partial<Record<'apiKey' | 'token' | 'email' | 'password', string>> & Pick<Account, 'totp'> =
    typeof credential === 'string' ? { token: credential } : (credential ?? {});
  const { apiKey, token, email, password, totp } = given;
  const signsIn = email !== undefined;
  const bearer = apiKey ?? token;
  let current = signsIn ? null : (bearer ?? null);
  let pending: Promise<string | null> | null = null;
  if (credential !== undefined && typeof (signsIn ? password : bearer) !== 'string')
    throw new TypeError(
      'credential must be a token, { token }, { apiKey }, { email, password }, or left out.',
    );

  const shareRenewal = (request: () => Promise<string | null>): Promise<string | null> => {
    pending ??= request().finally(() => {
      pending = null;
    });
    return pending;
  };

  const begin = async (operation: string, path: string, body: object): Promise<string> =>
    saveSession(await jsonOf(operation, 'POST', await send(path, { body })));

  const signIn = async (): Promise<string> => {
    try {
      return await begin('login', '/auth/login', { email, password });
    } catch (refusal) {
      const challenge_token = twoFactorChallenge(refusal);
      if (totp === undefined || (challenge_token === null && !mayNeedTotp(refusal))) throw refusal;
      // The specification describes two ways of 2FA: the platform opens a 2FA challenge, or it requires the code together
      // with the password.
      const totp_code = await totp();
      return challenge_token === null
        ? begin('login', '/auth/login', { email, password, totp_code })
        : begin('verifyTwoFactor', '/auth/2fa/verify', { challenge_token, totp_code });
    }
  };

  const saveSession = (given: unknown): string => {
    const session = given as Session | null;
    if (typeof session?.token !== 'string')
      throw new TypeError('The platform signed in without giving a token.');
    current = session.token;
    onSession?.(session);
    return session.token;
  };

  return {
    bearer: async () => (current === null && signsIn ? shareRenewal(signIn) : current),
    async renew(refused) {
      if (refused === null || apiKey !== undefined) return null;
      if (current !== refused) return current;
      return shareRenewal(async () => {
        const response = await send('/auth/refresh', { token: refused });
        if (response.ok) return saveSession(await jsonOf('refreshSession', 'POST', response));
        await response.body?.cancel();
        const again = signsIn ? await signIn().catch((error: unknown) => ({ error })) : null;
        if (typeof again === 'string') return again;
        // What fails for a moment ends no session.
        if (isRefusal(again === null ? response.status : again.error)) onSession?.(null);
        if (again !== null) throw again.error;
        return null;
      });
    },
    adopt(session) {
      if (apiKey === undefined) saveSession(session);
    },
    forget() {
      current = null;
      onSession?.(null);
    },
  };
}

// Returns whether a TOTP code may help after a refused login: not when the reply says that the password is wrong, and
// not in the flat form, which says nothing about it.
const mayNeedTotp = (refusal: unknown): boolean =>
  isApiError(refusal) &&
  refusal.status === 401 &&
  refusal.code !== null &&
  refusal.code !== 'INVALID_CREDENTIALS';
