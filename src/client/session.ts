// Manages the credential of a client: an API key, a token, or an account that the client signs in to and keeps signed
// in.
import type { Success } from '../contract/types.ts';
import { ApiError, twoFactorChallenge } from './api-error.ts';

/** The session that the `login` operation returns. */
export type Session = Success<'login'>;

/**
 * The credential of a client; a string is a `token`. `apiKey` is sent unchanged. `token` is a JWT, which is refreshed
 * when it has expired. With `email` and `password` the client signs in at the first call; `totp` returns the current
 * six-digit code of an account with 2FA.
 */
export type Credential =
  | string
  | { apiKey: string }
  | { token: string }
  | { email: string; password: string; totp?: () => string | Promise<string> };

type Send = (path: string, init: { body?: unknown; token?: string }) => Promise<Response>;

/** Holds the current bearer token, and renews it when the platform refuses it. */
export class SessionManager {
  private current: string | null;
  private pending: Promise<string | null> | null = null;
  private readonly credential: Exclude<Credential, string> | undefined;
  private readonly send: Send;
  private readonly onSession: ((session: Session) => void) | undefined;

  constructor(
    given: Credential | undefined,
    send: Send,
    onSession: ((session: Session) => void) | undefined,
  ) {
    const credential = typeof given === 'string' ? { token: given } : given;
    this.credential = credential;
    this.send = send;
    this.onSession = onSession;
    this.current =
      credential === undefined || 'email' in credential
        ? null
        : 'apiKey' in credential
          ? credential.apiKey
          : credential.token;
  }

  /**
   * Returns the bearer token, after signing in where needed; null when the client has no credential.
   * @throws ApiError when signing in is refused
   */
  async bearer(): Promise<string | null> {
    if (this.current === null && this.credential && 'email' in this.credential)
      return this.shareRenewal(() => this.signIn());
    return this.current;
  }

  /**
   * Renews the token after a call with the token `refused` got a 401: refreshes the token or signs in again. Returns
   * null when neither is possible. Parallel calls share one renewal.
   */
  async renew(refused: string | null): Promise<string | null> {
    if (refused === null || !this.credential || 'apiKey' in this.credential) return null;
    if (this.current !== refused) return this.current;
    return this.shareRenewal(async () => {
      const response = await this.send('/auth/refresh', { token: refused });
      if (response.ok) return this.saveSession((await response.json()) as Session);
      await response.body?.cancel();
      return this.credential && 'email' in this.credential ? this.signIn() : null;
    });
  }

  /** Forgets the token, so that the next call signs in again. */
  forget(): void {
    this.current = null;
  }

  private shareRenewal(request: () => Promise<string | null>): Promise<string | null> {
    this.pending ??= request().finally(() => {
      this.pending = null;
    });
    return this.pending;
  }

  private async signIn(): Promise<string> {
    const { email, password, totp } = this.credential as Extract<Credential, { email: string }>;
    const response = await this.send('/auth/login', { body: { email, password } });
    if (response.ok) return this.saveSession((await response.json()) as Session);
    const refusal = await errorOf('login', '/auth/login', response);
    const challenge_token = twoFactorChallenge(refusal.body);
    if (totp === undefined || (challenge_token === null && !mayNeedTotp(refusal))) throw refusal;
    // The specification describes two ways of 2FA: the platform opens a 2FA challenge, or it requires the code together
    // with the password.
    const totp_code = await totp();
    const [operation, path, body] =
      challenge_token === null
        ? (['login', '/auth/login', { email, password, totp_code }] as const)
        : (['verifyTwoFactor', '/auth/2fa/verify', { challenge_token, totp_code }] as const);
    const second = await this.send(path, { body });
    if (!second.ok) throw await errorOf(operation, path, second);
    return this.saveSession((await second.json()) as Session);
  }

  private saveSession(session: Session): string {
    if (typeof session?.token !== 'string')
      throw new TypeError('The platform signed in without giving a token.');
    this.current = session.token;
    this.onSession?.(session);
    return session.token;
  }
}

/** Returns whether a TOTP code may help after a refused login: not when the reply says that the password is wrong. */
const mayNeedTotp = ({ status, code }: ApiError): boolean => status === 401 && code !== 'INVALID_CREDENTIALS';

async function errorOf(operation: string, path: string, response: Response): Promise<ApiError> {
  return new ApiError({
    operation,
    method: 'POST',
    url: response.url || path,
    response,
    body: await bodyOf(response),
  });
}

/** Reads a body as JSON, or as text when the body is not JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
