// Who a client is: a key, a token, or somebody who signs in and stays signed in.
import type { Success } from '../contract/types.ts';
import { ApiError, twoFactorChallenge } from './api-error.ts';

export type Session = Success<'login'>;

/**
 * `apiKey`: sent as it is. `token`: a JWT, refreshed when it has expired. `email` and `password`: signed in on the first
 * call; `totp` gives the six digits of the moment, for an account with two-factor authentication.
 */
export type Credential =
  | { apiKey: string }
  | { token: string }
  | { email: string; password: string; totp?: () => string | Promise<string> };

type Send = (path: string, init: { body?: unknown; token?: string }) => Promise<Response>;

/** The bearer text of the moment, and how to come by another once it is refused. */
export class SessionManager {
  private current: string | null;
  private pending: Promise<string | null> | null = null;
  private readonly credential: Credential | undefined;
  private readonly send: Send;
  private readonly onSession: ((session: Session) => void) | undefined;

  constructor(
    credential: Credential | undefined,
    send: Send,
    tell: ((session: Session) => void) | undefined,
  ) {
    this.credential = credential;
    this.send = send;
    this.onSession = tell;
    this.current =
      credential === undefined || 'email' in credential
        ? null
        : 'apiKey' in credential
          ? credential.apiKey
          : credential.token;
  }

  /** What to send as bearer; null for a caller without credentials. @throws ApiError when signing in is refused */
  async bearer(): Promise<string | null> {
    if (this.current === null && this.credential && 'email' in this.credential)
      return this.shareRenewal(() => this.signIn());
    return this.current;
  }

  /**
   * Another bearer after `refused` was answered with 401: a refreshed one, or that of a new log-in. Null when there is
   * none to be had. Calls that are refused together ask once.
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

  /** Forgets the session. */
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
    // A platform either opens a challenge, or wants the code with the password; the specification shows both.
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

/** Nobody is asked for a code because of a password that is plainly said to be wrong. */
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

/** JSON where it is JSON, text where it is not. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
