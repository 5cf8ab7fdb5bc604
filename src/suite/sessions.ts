// Credentials at work: logs in once, reuses the token, renews it when it ran out, and knows which credentials work at all.
import { type OperationId, operation } from '../contract/operations.ts';
import { anonymous, type Caller, type Errand } from './caller.ts';
import type { Clock } from './clock.ts';
import { type Door, LOGIN } from './door.ts';
import type { Exchange } from './exchange.ts';
import { MAX_TOKEN_LENGTH } from './limits.ts';
import { Stop } from './outcome.ts';
import { type Secrets, variable } from './secrets.ts';
import type { Credential, CredentialName, Target } from './target.ts';
import { STEP, totp } from './totp.ts';

type State = {
  credential: Credential;
  /** the token or key it calls with; null: none yet */
  token: string | null;
  /** Unix milliseconds after which the token is not used any more; Infinity when unknown */
  until: number;
  /** whether the target ever accepted it */
  proven: boolean;
  /** why it does not work; null while it may */
  dead: string | null;
  lastStep: number;
  /** the log-in under way: calls at the same time share it */
  pending: Promise<string> | null;
  /** the tenant it belongs to, by its log-in or else its profile; null when neither told */
  tenant: string | null;
};

export class Sessions {
  readonly #clock: Clock;
  readonly #secrets: Secrets;
  readonly #proofs: readonly OperationId[];
  readonly #states = new Map<CredentialName, State>();
  readonly #door: Door;
  logins = 0;

  constructor(target: Target, proofs: readonly OperationId[], clock: Clock, secrets: Secrets, door: Door) {
    this.#clock = clock;
    this.#secrets = secrets;
    this.#proofs = proofs;
    this.#door = door;
    for (const [name, credential] of Object.entries(target.credentials)) {
      this.#states.set(name as CredentialName, {
        credential,
        token: credential.token ?? credential.apiKey ?? null,
        until: Number.POSITIVE_INFINITY,
        proven: false,
        dead: null,
        lastStep: -1,
        pending: null,
        tenant: null,
      });
      const start = variable(name);
      for (const token of [credential.token, credential.apiKey])
        if (token) secrets.add(token, `${start}_TOKEN`);
      if (credential.email) secrets.belongs(credential.email, start);
      if (credential.password) secrets.add(credential.password, `${start}_PASSWORD`);
      if (credential.totpSecret) secrets.add(credential.totpSecret, `${start}_TOTP_SECRET`);
    }
  }

  /** The configured credentials that turned out not to work, with the reason. */
  dead(): { name: CredentialName; why: string }[] {
    return [...this.#states].flatMap(([name, { dead }]) => (dead === null ? [] : [{ name, why: dead }]));
  }

  has(name: CredentialName): boolean {
    return this.#states.has(name);
  }

  credential(name: CredentialName): Credential {
    return this.#state(name).credential;
  }

  /** A caller with a token that is good now; logs in when there is none. */
  async caller(name: CredentialName, errand: Errand): Promise<Caller> {
    return this.#as(name, await this.token(name, errand));
  }

  #as(name: CredentialName, token: string): Caller {
    return { label: name, purse: name, credential: name, authorization: `Bearer ${token}` };
  }

  async token(name: CredentialName, errand: Errand): Promise<string> {
    const state = this.#alive(name);
    const { email, password } = state.credential;
    if (state.token !== null && (this.#clock.now() < state.until || email === undefined || !password)) {
      return state.token;
    }
    state.pending ??= this.login(name, errand)
      .then(({ token, until }) => {
        state.token = token;
        state.until = until;
        return token;
      })
      .finally(() => {
        state.pending = null;
      });
    return state.pending;
  }

  /** A log-in of its own. @throws Stop when it is refused, or the credential has no e-mail and password */
  async login(
    name: CredentialName,
    errand: Errand,
  ): Promise<{ token: string; until: number; exchange: Exchange }> {
    const state = this.#alive(name);
    const { email, password, totpSecret } = state.credential;
    if (email === undefined || password === undefined) {
      const need = `${name}.login`;
      throw new Stop('not-applicable', `${name} has no e-mail and password to log in with`, { need });
    }
    for (let attempt = 1; ; attempt++) {
      const body = async () => ({
        email,
        password,
        ...(totpSecret === undefined ? {} : { totp_code: await this.totp(name) }),
      });
      this.logins += 1;
      const exchange = await this.#door.call(anonymous, { ...errand, purpose: 'login' }, LOGIN, {
        body,
        undo: false,
      });
      const token = member(exchange.json, 'token');
      if (exchange.status === 200 && isToken(token)) {
        this.#secrets.add(token, `${variable(name)}_TOKEN`);
        state.tenant = tenantIn(exchange.json) ?? state.tenant;
        const { iat } = jwtClaims(token);
        if (typeof iat === 'number') this.#door.noteIssued(iat * 1000, exchange);
        return { token, until: this.#lifetime(token, exchange), exchange };
      }
      // a code may have been used up by another run within the same half minute: the next one decides
      const again = exchange.status >= 500 || (exchange.status >= 400 && totpSecret !== undefined);
      if (again && attempt < 2) continue;
      const answer =
        exchange.status === 200 ? '200 without a token' : `${exchange.status}${leadsTo(exchange)}`;
      throw this.#bury(name, `the log-in of ${name} was answered with ${answer}`, exchange);
    }
  }

  /** A code for the account's second factor; one that was used is not given again, the next one is waited for. */
  async totp(name: CredentialName): Promise<string> {
    const state = this.#state(name);
    const secret = state.credential.totpSecret;
    if (secret === undefined) {
      throw new Stop('not-applicable', `${name} has no totpSecret`, { need: `${name}.totpSecret` });
    }
    // a second call may follow with the same code, to see it refused
    await this.#door.roomForAuth(2);
    let now = this.#clock.now() + this.#door.skew;
    if (Math.floor(now / STEP) <= state.lastStep) {
      await this.#door.pause((state.lastStep + 1) * STEP - now);
      now = this.#clock.now() + this.#door.skew;
    }
    state.lastStep = Math.floor(now / STEP);
    return totp(secret, now);
  }

  /** Notes that a call as this credential was accepted. */
  accepted(name: CredentialName): void {
    this.#state(name).proven = true;
  }

  /**
   * After a 401: is it the credential, or this one call? A token that does not work any more is renewed.
   * @returns true when the call should be made again with a new token; false when the 401 is the target's word on this call
   * @throws Stop when the credential does not work
   */
  async rejected(name: CredentialName, errand: Errand, used: string): Promise<boolean> {
    if (name === 'expired' || name === 'revoked') return false;
    const state = this.#alive(name);
    if (state.token !== used) return true;
    if (await this.#tryProofs(name, errand, used)) return false;
    if (!state.proven || state.credential.email === undefined || state.credential.password === undefined) {
      throw this.#bury(name, this.#whyDead(name));
    }
    state.token = null;
    // the next rejection of a token that never worked is final
    state.proven = false;
    return true;
  }

  /** Shows that the credential is accepted at all. @throws Stop when it is not */
  async prove(name: CredentialName, errand: Errand): Promise<void> {
    if (this.#alive(name).proven) return;
    const token = await this.token(name, errand);
    if (!(await this.#tryProofs(name, errand, token))) throw this.#bury(name, this.#whyDead(name));
  }

  /**
   * Shows that tenantB is another tenant than tenantA, as far as their log-ins or profiles tell. When it is not, nothing
   * can be said about tenants kept apart, and tenantB counts as a credential that does not work.
   */
  async tellApart(errand: Errand): Promise<void> {
    if (!this.has('tenantA') || !this.has('tenantB')) return;
    for (const name of ['tenantA', 'tenantB'] as const) {
      const state = this.#alive(name);
      const token = await this.token(name, errand);
      state.tenant ??= tenantIn(jwtClaims(token));
      if (state.tenant === null) await this.#tryProofs(name, errand, token);
      const { email, password } = state.credential;
      if (state.tenant === null && email !== undefined && password !== undefined)
        await this.login(name, errand);
      if (state.tenant === null) return;
    }
    const [a, b] = [this.#state('tenantA').tenant, this.#state('tenantB').tenant];
    if (a === null || a !== b) return;
    throw this.#bury(
      'tenantB',
      `tenantB belongs to the same tenant as tenantA (${a}): give one of another tenant`,
    );
  }

  #lastProof = '';

  #whyDead(name: CredentialName): string {
    return `${name} is not accepted: ${this.#lastProof}`;
  }

  /** Any 2xx will do; of a key that lacks a scope a 403 as well. */
  async #tryProofs(name: CredentialName, errand: Errand, token: string): Promise<boolean> {
    for (const id of this.#proofs) {
      const exchange = await this.#door.call(this.#as(name, token), { ...errand, purpose: 'proof' }, id);
      const good = exchange.status >= 200 && exchange.status < 300;
      if (good || (name === 'limited' && exchange.status === 403)) {
        this.accepted(name);
        const state = this.#state(name);
        state.tenant ??= tenantIn(exchange.json);
        return true;
      }
      this.#lastProof = `${operation(id).method} ${operation(id).path} was answered with ${exchange.status}${leadsTo(exchange)}`;
    }
    return false;
  }

  #bury(name: CredentialName, why: string, exchange?: Exchange): Stop {
    const told = this.#secrets.text(why);
    this.#state(name).dead = told;
    const evidence = exchange ? { exchange } : {};
    return new Stop('inconclusive', told, { blockedBy: `suite/credential/${name}`, evidence });
  }

  #alive(name: CredentialName): State {
    const state = this.#state(name);
    if (state.dead === null) return state;
    throw new Stop('inconclusive', state.dead, { blockedBy: `suite/credential/${name}` });
  }

  #state(name: CredentialName): State {
    const state = this.#states.get(name);
    if (!state) throw new Stop('not-applicable', `no credential ${name} is given`, { need: name });
    return state;
  }

  /**
   * When a token should be renewed, by our clock. A JWT says how long it lives without need of a common clock; else the
   * `expires_at` beside it counts from the reply's `Date`. Unknown when neither makes sense: a 401 will tell.
   */
  #lifetime(token: string, exchange: Exchange): number {
    const claims = jwtClaims(token);
    const now = this.#clock.now();
    const expires = Date.parse(String(member(exchange.json, 'expires_at')));
    const told = Date.parse(exchange.header('date') ?? '');
    const lives = [expires - (Number.isNaN(told) ? now : told)];
    if (typeof claims.exp === 'number' && typeof claims.iat === 'number')
      lives.push((claims.exp - claims.iat) * 1000);
    // where the two disagree, the shorter one is safe
    const life = Math.min(...lives.filter((one) => one > 0));
    if (!Number.isFinite(life)) return Number.POSITIVE_INFINITY;
    return now + life - Math.min(30_000, life / 10);
  }
}

/** A text that can stand in a header. */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TOKEN_LENGTH;

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Where a redirect points to: the base URL may be meant that way. */
function leadsTo({ status, header }: Exchange): string {
  const location = header('location');
  return status >= 300 && status < 400 && location !== null ? ` (a redirect to ${location})` : '';
}

/** The tenant a log-in or a profile names. */
function tenantIn(body: unknown): string | null {
  for (const holder of [body, member(body, 'user'), member(body, 'data')]) {
    const found = member(holder, 'tenant_id') ?? member(member(holder, 'tenant'), 'id');
    if (typeof found === 'string' && found !== '') return found.toLowerCase();
  }
  return null;
}

function jwtClaims(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
