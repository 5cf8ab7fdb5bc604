// The credential of a client: an API key, a token, or an account that signs in and stays signed in.
import type { Success } from '../contract/types.ts';
import { ApiError, twoFactorChallenge } from './api-error.ts';

/** The session that a login returns. */
export type Session = Success<'login'>;

/**
 * `apiKey`: sent unchanged. `token`: a JWT, refreshed when it has expired. `email` and `password`: signed in at the
 * first call; `totp` returns the current six digits, for an account with two-factor authentication.
 */
export type Credential =
  | { apiKey: string }
  | { token: string }
  | { email: string; password: string; totp?: () => string | Promise<string> };

type Send = (path: string, init: { body?: unknown; token?: string }) => Promise<Response>;

/** Holds the current bearer token, and gets another one when it is refused. */
export class SessionManager {
  private current: string | null;
  private pending: Promise<string | null> | null = null;
  private readonly credential: Credential | undefined;
  private readonly send: Send;
  private readonly onSession: ((session: Session) => void) | undefined;

  constructor(
    credential: Credential | undefined,
    send: Send,
    onSession: ((session: Session) => void) | undefined,
  ) {
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
   * Returns the bearer token, signing in first where needed; null without a credential.
   * @throws ApiError when signing in is refused
   */
  async bearer(): Promise<string | null> {
    if (this.current === null && this.credential && 'email' in this.credential)
      return this.shareRenewal(() => this.signIn());
    return this.current;
  }

  /**
   * Gets another token after `refused` gave 401: a refreshed one, or that of a new login. Returns null when there is
   * none. Parallel calls share one renewal.
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
    // The specification shows both ways: the platform opens a challenge, or wants the code together with the password.
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

/** Tells whether a code might help: not when the reply says that the password is wrong. */
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

/** Reads a body as JSON, or as text where it is not JSON. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
