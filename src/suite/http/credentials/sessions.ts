// Manages credentials: logs in once per credential, reuses the token, renews it when it expires, and rejects
// credentials that do not work.
import { type OperationId, operation } from '../../../contract/operations.ts';
import type { Clock } from '../../model/clock.ts';
import type { Exchange } from '../../model/exchange.ts';
import { intermediaryNote } from '../../model/intermediary.ts';
import { CheckEnded } from '../../model/outcome.ts';
import type { Credential, CredentialName, Target } from '../../model/target.ts';
import { addCredentialSecrets } from '../../redaction/learn-secrets.ts';
import { type Secrets, variableName } from '../../redaction/secrets.ts';
import { anonymous, type Caller, credentialCaller, type RequestOrigin } from '../caller.ts';
import type { TargetClient } from '../target-client.ts';
import { LOGIN_OPERATION } from '../write-guard.ts';
import { CredentialStates } from './credential-states.ts';
import { jwtClaims, tenantIdIn, tokenIn, tokenLifetimeMs } from './login-reply.ts';
import { TotpCodes } from './totp-codes.ts';

/** The configured credentials of a run, with their tokens. */
export class Sessions {
  readonly #clock: Clock;
  readonly #secrets: Secrets;
  readonly #probes: readonly OperationId[];
  readonly #states: CredentialStates;
  readonly #client: TargetClient;
  readonly #totpCodes: TotpCodes;
  /** number of log-ins sent */
  logins = 0;

  constructor(
    target: Target,
    probes: readonly OperationId[],
    clock: Clock,
    secrets: Secrets,
    client: TargetClient,
  ) {
    this.#clock = clock;
    this.#secrets = secrets;
    this.#probes = probes;
    this.#client = client;
    this.#totpCodes = new TotpCodes(client, clock);
    this.#states = new CredentialStates(target.credentials, secrets);
    for (const [name, credential] of Object.entries(target.credentials))
      addCredentialSecrets(name, credential, secrets);
  }

  /** Lists the configured credentials that do not work, with the reason. */
  rejectedCredentials(): { name: CredentialName; reason: string }[] {
    return this.#states.rejected();
  }

  /** Returns whether the target file contains the credential. */
  has(name: CredentialName): boolean {
    return this.#states.has(name);
  }

  /** Returns the configured secrets of a credential. @throws CheckEnded when the credential is not configured */
  credential(name: CredentialName): Credential {
    return this.#states.get(name).credential;
  }

  /** Returns a caller with a valid token, after a log-in when there is no token yet. */
  async caller(name: CredentialName, origin: RequestOrigin): Promise<Caller> {
    return credentialCaller(name, await this.token(name, origin));
  }

  /**
   * Returns a valid token or API key, after a log-in when there is no token yet. @throws CheckEnded when the
   * credential does not work
   */
  async token(name: CredentialName, origin: RequestOrigin): Promise<string> {
    const state = this.#states.usable(name);
    const { email, password } = state.credential;
    if (state.token !== null && (this.#clock.now() < state.expiresAt || email === undefined || !password)) {
      return state.token;
    }
    state.pending ??= this.login(name, origin)
      .then(({ token, expiresAt }) => {
        state.token = token;
        state.expiresAt = expiresAt;
        return token;
      })
      .finally(() => {
        state.pending = null;
      });
    return state.pending;
  }

  /**
   * Logs in with a credential, without changing the token that its other calls use. @throws CheckEnded when the
   * log-in is refused, or the credential has no e-mail address and password
   */
  async login(
    name: CredentialName,
    origin: RequestOrigin,
  ): Promise<{ token: string; expiresAt: number; exchange: Exchange }> {
    const state = this.#states.usable(name);
    const { email, password, totpSecret } = state.credential;
    if (email === undefined || password === undefined) {
      const need = `${name}.login`;
      throw new CheckEnded('not-applicable', `${name} has no e-mail and password to log in with`, { need });
    }
    for (let attempt = 1; ; attempt++) {
      const body = async () => ({
        email,
        password,
        ...(totpSecret === undefined ? {} : { totp_code: await this.totp(name) }),
      });
      this.logins += 1;
      const exchange = await this.#client.send(anonymous, { ...origin, purpose: 'login' }, LOGIN_OPERATION, {
        body,
        undo: false,
      });
      const token = tokenIn(exchange);
      if (token !== null) {
        this.#secrets.add(token, `${variableName(name)}_TOKEN`);
        state.tenant = tenantIdIn(exchange.json) ?? state.tenant;
        const { iat } = jwtClaims(token);
        if (typeof iat === 'number') this.#client.noteTokenIssuedAt(iat * 1000, exchange);
        const now = this.#clock.now();
        return { token, expiresAt: now + tokenLifetimeMs(token, exchange, now), exchange };
      }
      // Another run may have used the TOTP code in the same half minute, so the log-in is repeated with the next code.
      const retry = exchange.status >= 500 || (exchange.status >= 400 && totpSecret !== undefined);
      if (retry && attempt < 2) continue;
      const description =
        exchange.status === 200
          ? `200 without a token${intermediaryNote(exchange)}`
          : `${exchange.status}${intermediaryNote(exchange)}`;
      throw this.#states.reject(name, `the log-in of ${name} was answered with ${description}`, exchange);
    }
  }

  /**
   * Returns a TOTP code that the run has not used, and waits for the next code where necessary. @throws CheckEnded
   * when the credential has no totpSecret
   */
  async totp(name: CredentialName): Promise<string> {
    const state = this.#states.get(name);
    const secret = state.credential.totpSecret;
    if (secret === undefined) {
      throw new CheckEnded('not-applicable', `${name} has no totpSecret`, { need: `${name}.totpSecret` });
    }
    return this.#totpCodes.next(name, secret);
  }

  /** Returns how long `totp` would wait for a code that the run has not used, in milliseconds. */
  totpWait(name: CredentialName): number {
    return this.#totpCodes.waitFor(name);
  }

  /** Records that the target accepted a call with this credential. */
  noteAccepted(name: CredentialName): void {
    this.#states.get(name).accepted = true;
  }

  /**
   * Decides after a 401 whether the target refused the credential or only this call, and discards a token that no
   * longer works.
   * @param used the token of the refused call
   * @returns true when the call is to be repeated with a new token; false when the target refused only this call
   * @throws CheckEnded when the credential does not work
   */
  async shouldRetryAfter401(name: CredentialName, origin: RequestOrigin, used: string): Promise<boolean> {
    if (name === 'expired' || name === 'revoked') return false;
    const state = this.#states.usable(name);
    if (state.token !== used) return true;
    if (await this.#probe(name, origin, used)) return false;
    if (!state.accepted || state.credential.email === undefined || state.credential.password === undefined) {
      throw this.#states.reject(name, this.#rejectionReason(name));
    }
    state.token = null;
    // A second rejection is final when no call was accepted since the first rejection.
    state.accepted = false;
    return true;
  }

  /** Checks that the target accepts the credential. @throws CheckEnded when the target rejects it */
  async requireAccepted(name: CredentialName, origin: RequestOrigin): Promise<void> {
    if (this.#states.usable(name).accepted) return;
    const token = await this.token(name, origin);
    if (!(await this.#probe(name, origin, token)))
      throw this.#states.reject(name, this.#rejectionReason(name));
  }

  /**
   * Checks that tenantA and tenantB are different tenants, when log-ins, tokens or profiles contain their ids. When
   * they are the same tenant, checks of tenant isolation would prove nothing, and tenantB is rejected.
   * @throws CheckEnded when tenantA and tenantB are the same tenant
   */
  async requireDistinctTenants(origin: RequestOrigin): Promise<void> {
    if (!this.has('tenantA') || !this.has('tenantB')) return;
    for (const name of ['tenantA', 'tenantB'] as const) {
      const state = this.#states.usable(name);
      const token = await this.token(name, origin);
      state.tenant ??= tenantIdIn(jwtClaims(token));
      if (state.tenant === null) await this.#probe(name, origin, token);
      const { email, password } = state.credential;
      if (state.tenant === null && email !== undefined && password !== undefined)
        await this.login(name, origin);
      if (state.tenant === null) return;
    }
    const [a, b] = [this.#states.get('tenantA').tenant, this.#states.get('tenantB').tenant];
    if (a === null || a !== b) return;
    throw this.#states.reject(
      'tenantB',
      `tenantB belongs to the same tenant as tenantA (${a}): give one of another tenant`,
    );
  }

  /** describes the reply to the last probe, for the reason of a rejection */
  #lastProbeResult = '';

  #rejectionReason(name: CredentialName): string {
    return `${name} is not accepted: ${this.#lastProbeResult}`;
  }

  /**
   * Sends probes until the target accepts the credential: with any 2xx or, for a key that lacks a scope, with a 403.
   */
  async #probe(name: CredentialName, origin: RequestOrigin, token: string): Promise<boolean> {
    for (const id of this.#probes) {
      const exchange = await this.#client.send(
        credentialCaller(name, token),
        { ...origin, purpose: 'proof' },
        id,
      );
      const succeeded = exchange.status >= 200 && exchange.status < 300;
      if (succeeded || (name === 'limited' && exchange.status === 403)) {
        this.noteAccepted(name);
        const state = this.#states.get(name);
        state.tenant ??= tenantIdIn(exchange.json);
        return true;
      }
      this.#lastProbeResult = `${operation(id).method} ${operation(id).path} was answered with ${exchange.status}${intermediaryNote(exchange)}`;
    }
    return false;
  }
}
