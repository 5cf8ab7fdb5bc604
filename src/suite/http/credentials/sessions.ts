// Manages credentials: logs in once per credential, reuses the token, renews it when it expires, computes each TOTP code
// once, and rejects credentials that do not work.
import { isObject } from '../../../contract/is-object.ts';
import { isDocumented, type OperationId, operation, operations } from '../../../contract/operations.ts';
import type { Clock } from '../../model/clock.ts';
import { type Exchange, isSuccess } from '../../model/exchange.ts';
import { intermediaryNote } from '../../model/intermediary.ts';
import { CheckEnded, inconclusive } from '../../model/outcome.ts';
import type { Credential, CredentialName, Target } from '../../model/target.ts';
import { shortLine } from '../../model/text.ts';
import { addCredentialSecrets, type Secrets, secretHeaders, variableName } from '../../redaction/secrets.ts';
import { TOTP_PERIOD_MS, totp } from '../../target/totp.ts';
import {
  anonymous,
  type Call,
  type Caller,
  LOGIN_OPERATION,
  REASONS,
  type RequestOrigin,
  type Sender,
} from '../call.ts';
import { jwtClaims, tenantIdIn, tokenIn, tokenLifetimeMs } from './login-reply.ts';

type CredentialState = {
  readonly name: CredentialName;
  readonly credential: Credential;
  /** the token or API key that calls use; null until the first log-in */
  token: string | null;
  /** time from which the token is renewed, in Unix milliseconds; Infinity when the expiry is unknown */
  expiresAt: number;
  /** whether the target has accepted the credential in any call */
  accepted: boolean;
  /** why the credential does not work; null as long as it may work */
  rejection: string | null;
  /** the log-in in progress, shared by parallel calls */
  pending: Promise<string> | null;
  /** id of the credential's tenant, as a log-in reply, a token or the profile states it; null while unknown */
  tenant: string | null;
  /** the TOTP time step of the last code that was used; a service accepts a code only once (RFC 6238, 5.2) */
  totpStep: number;
};

const hasLogin = ({ email, password }: Credential): boolean => email !== undefined && password !== undefined;

/** Returns the caller of a credential, with its token. */
export const callerOf = (name: CredentialName, token: string): Caller => ({
  label: name,
  budgetOwner: name,
  credential: name,
  authorization: `Bearer ${token}`,
});

type SessionsDeps = {
  clock: Clock;
  secrets: Secrets;
  client: Sender;
  /** reads that every working credential may send */
  probes: readonly OperationId[];
};

/** The configured credentials of a run, with their tokens. */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #states = new Map<string, CredentialState>();
  /** number of log-ins sent */
  logins = 0;

  constructor(target: Target, deps: SessionsDeps) {
    this.#deps = deps;
    for (const { name, secret } of secretHeaders(target)) deps.secrets.add(secret, name);
    for (const [key, credential] of Object.entries(target.credentials)) {
      addCredentialSecrets(key, credential, deps.secrets);
      this.#states.set(key, {
        name: key as CredentialName,
        credential,
        token: credential.token ?? credential.apiKey ?? null,
        expiresAt: Number.POSITIVE_INFINITY,
        accepted: false,
        rejection: null,
        pending: null,
        tenant: null,
        totpStep: -1,
      });
    }
  }

  rejectedCredentials(): { name: CredentialName; reason: string }[] {
    return [...this.#states.values()].flatMap(({ name, rejection }) =>
      rejection === null ? [] : [{ name, reason: rejection }],
    );
  }

  has(name: CredentialName): boolean {
    return this.#states.has(name);
  }

  /** Returns the configured secrets of a credential. @throws CheckEnded when the credential is not configured */
  credential(name: CredentialName): Credential {
    return this.#get(name).credential;
  }

  async caller(name: CredentialName, origin: RequestOrigin): Promise<Caller> {
    return callerOf(name, await this.token(name, origin));
  }

  /** Returns a valid token or API key, after a log-in when there is no token yet. @throws CheckEnded */
  async token(name: CredentialName, origin: RequestOrigin): Promise<string> {
    const state = this.#usable(name);
    if (state.token !== null && (this.#deps.clock.now() < state.expiresAt || !hasLogin(state.credential)))
      return state.token;
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

  /** Logs in with a credential, without changing the token that its other calls use. @throws CheckEnded */
  async login(
    name: CredentialName,
    origin: RequestOrigin,
  ): Promise<{ token: string; expiresAt: number; exchange: Exchange }> {
    const state = this.#usable(name);
    const { email, password, totpSecret } = state.credential;
    if (email === undefined || password === undefined) {
      const need = `${name}.login`;
      throw new CheckEnded('not-applicable', `${name} has no e-mail and password to log in with`, { need });
    }
    // Other checks may wait for the token.
    const by = { ...origin, purpose: 'login', reason: 'login', runsTogether: false } as const;
    for (let attempt = 1; ; attempt++) {
      const body = async () => ({
        email,
        password,
        ...(totpSecret === undefined ? {} : { totp_code: await this.totp(name) }),
      });
      this.logins += 1;
      const exchange = await this.#deps.client.send(anonymous, by, LOGIN_OPERATION, { body, undo: false });
      const token = tokenIn(exchange);
      if (token !== null) {
        this.#deps.secrets.add(token, `${variableName(name)}_TOKEN`);
        state.tenant = tenantIdIn(exchange.json) ?? state.tenant;
        const now = this.#deps.clock.now();
        return { token, expiresAt: now + tokenLifetimeMs(token, exchange, now), exchange };
      }
      // Another run may have used the TOTP code in the same half minute, so the log-in is repeated with the next code.
      const retry = exchange.status >= 500 || (exchange.status >= 400 && totpSecret !== undefined);
      if (retry && attempt < REASONS.login.tries) continue;
      const answer = `${exchange.status}${isSuccess(exchange) ? ' without a token' : ''}`;
      const reason = `the log-in of ${name} was answered with ${answer}${intermediaryNote(exchange)}`;
      throw this.#reject(name, reason, exchange);
    }
  }

  /** Returns a TOTP code that the run has not used, and waits for the next code where necessary. @throws CheckEnded */
  async totp(name: CredentialName): Promise<string> {
    const state = this.#get(name);
    const secret = state.credential.totpSecret;
    if (secret === undefined)
      throw new CheckEnded('not-applicable', `${name} has no totpSecret`, { need: `${name}.totpSecret` });
    // The caller may send a second request with the same code, to check that it is refused.
    await this.#deps.client.waitForAuthBudget(2);
    const wait = this.totpWait(name);
    if (wait > 0) await this.#deps.client.pause(wait);
    const now = this.#serverNow();
    state.totpStep = Math.floor(now / TOTP_PERIOD_MS);
    return totp(secret, now);
  }

  totpWait(name: CredentialName): number {
    return Math.max(0, (this.#get(name).totpStep + 1) * TOTP_PERIOD_MS - this.#serverNow());
  }

  /**
   * Records whether the target accepts the credential of a call.
   * @param renewed how often the call was sent again with another token
   * @returns whether it is sent again with another one; after a 401 to this call alone it is not
   * @throws CheckEnded when the credential does not work
   */
  async needsToken(
    name: CredentialName,
    exchange: Exchange,
    { caller, origin, to, options }: Call,
    renewed: number,
  ): Promise<boolean> {
    // The reply shows whether the target accepts the credential only when the request contained the credential.
    if (options.headers?.authorization !== undefined) return false;
    if (typeof to === 'string' && operation(to).auth === 'anonymous') return false;
    if (isSuccess(exchange)) this.#get(name).accepted = true;
    if (exchange.status !== 401 || options.burst || renewed === REASONS.renewed.repeats) return false;
    const used = caller.authorization?.replace(/^Bearer /, '') ?? '';
    if (name === 'expired' || name === 'revoked') return false;
    const state = this.#usable(name);
    if (state.token !== used) return true;
    const refusal = await this.#probe(name, origin, used);
    if (refusal === null) return false;
    if (!state.accepted || !hasLogin(state.credential)) throw this.#reject(name, refusal);
    state.token = null;
    // A second rejection is final when no call was accepted since the first rejection.
    state.accepted = false;
    return true;
  }

  async requireAccepted(name: CredentialName, origin: RequestOrigin): Promise<void> {
    if (this.#usable(name).accepted) return;
    const token = await this.token(name, origin);
    const refusal = await this.#probe(name, origin, token);
    if (refusal !== null) throw this.#reject(name, refusal);
  }

  /**
   * Checks that tenantA and tenantB are different tenants, when log-ins, tokens or profiles contain their ids. When
   * they are the same tenant, checks of tenant isolation would prove nothing, and tenantB is rejected.
   * @throws CheckEnded when tenantA and tenantB are the same tenant
   */
  async requireDistinctTenants(origin: RequestOrigin): Promise<void> {
    if (!this.has('tenantA') || !this.has('tenantB')) return;
    for (const name of ['tenantA', 'tenantB'] as const) {
      const state = this.#usable(name);
      const token = await this.token(name, origin);
      state.tenant ??= tenantIdIn(jwtClaims(token));
      if (state.tenant === null) await this.#probe(name, origin, token);
      if (state.tenant === null && hasLogin(state.credential)) await this.login(name, origin);
      if (state.tenant === null) return;
    }
    const { tenant } = this.#get('tenantA');
    if (tenant !== this.#get('tenantB').tenant) return;
    const reason = `tenantB belongs to the same tenant as tenantA (${tenant}): give one of another tenant`;
    throw this.#reject('tenantB', reason);
  }

  /** Returns the state of a credential. @throws CheckEnded (not applicable) when the credential is not configured */
  #get(name: CredentialName): CredentialState {
    const state = this.#states.get(name);
    if (state) return state;
    throw new CheckEnded('not-applicable', `no credential ${name} is given`, { need: name });
  }

  #usable(name: CredentialName): CredentialState {
    const state = this.#get(name);
    if (state.rejection === null) return state;
    throw this.#reject(name, state.rejection);
  }

  #reject(name: CredentialName, reason: string, exchange?: Exchange): CheckEnded {
    const rejection = this.#deps.secrets.redactText(reason);
    this.#get(name).rejection = rejection;
    return inconclusive(rejection, {
      exchange,
      blockedBy: `suite/credential/${name}`,
      cause: 'credential-rejected',
    });
  }

  #serverNow(): number {
    return this.#deps.clock.now() + this.#deps.client.skew;
  }

  /**
   * Sends probes until the target accepts the credential: with a 2xx that shows a user or a list, which a page or `{}` for
   * every path does not, or, for a key that lacks a scope, with a 403.
   * @returns null when it is accepted; otherwise why it does not work
   */
  async #probe(name: CredentialName, origin: RequestOrigin, token: string): Promise<string | null> {
    let last = '';
    for (const id of documentedProbes(this.#deps.probes)) {
      const by = { ...origin, purpose: 'proof', reason: 'probe' } as const;
      const exchange = await this.#deps.client.send(callerOf(name, token), by, id);
      if (showsApi(exchange) || (name === 'limited' && exchange.status === 403)) {
        const state = this.#get(name);
        state.accepted = true;
        state.tenant ??= tenantIdIn(exchange.json);
        return null;
      }
      const shows = isSuccess(exchange)
        ? `, which shows nothing of the API: ${shortLine(exchange.text, 80)}`
        : '';
      last = `${operation(id).method} ${operation(id).path} was answered with ${exchange.status}${shows}${intermediaryNote(exchange)}`;
    }
    // Without an operation that shows it, a credential counts as accepted until a request with it is refused.
    return last === '' ? null : `${name} is not accepted: ${last}`;
  }
}

function showsApi({ status, received }: Exchange): boolean {
  const isShown = Array.isArray(received) || (isObject(received) && Object.keys(received).length > 0);
  return isSuccess({ status }) && isShown;
}

/** Returns the probes that the document in use has; when an edited one has removed them all, another read without an id. */
function documentedProbes(probes: readonly OperationId[]): readonly OperationId[] {
  const documented = probes.filter(isDocumented);
  const other = operations.find(
    ({ method, path, auth }) => method === 'GET' && !path.includes('{') && auth !== 'anonymous',
  );
  return documented.length > 0 || other === undefined ? documented : [other.id];
}
