// Paces requests: one budget per caller and limit, one for the auth endpoints, and one for `--rate`.
import type { Clock } from '../model/clock.ts';
import { CheckEnded } from '../model/outcome.ts';
import { RateBudget } from './rate-budget.ts';
import { parseRateHeaders, parseRetryAfter } from './rate-headers.ts';

/** The rate limit that a call counts against. Calls to `auth` endpoints count together for all callers. */
export type RateKey = { caller: string; operation: string; auth: boolean };

type HeaderReader = (name: string) => string | null;

/**
 * Auth calls a minute while the target states no limit: two below the only stated one (specification, Limits, Set B).
 */
const DEFAULT_AUTH_LIMIT = 8;
/** Assumed limits of anonymous calls a minute: the default tiers of Set A and Set B. */
const DEFAULT_ANONYMOUS_LIMITS = { a: 600, b: 60 };
/** The longest single wait in milliseconds. */
const MAX_WAIT_MS = 180_000;
const MAX_RETRIES = 3;
/** More retries, with doubled waits, for a target that asks for short pauses and refuses again after them. */
const SHORT_WAIT_RETRIES = { retries: 6, maxWaitMs: 10_000 };

/** Delays requests so that no rate limit is exceeded, and counts what it delayed. */
export class Pacing {
  readonly #clock: Clock;
  readonly #rate: number | null;
  readonly #overallBudget: RateBudget | null;
  readonly #budgets = new Map<string, RateBudget>();
  /** caller, or caller and operation → the limit that a reply stated */
  readonly #limits = new Map<string, number>();
  readonly #onWait: (ms: number, why: string) => void;
  #lowestLimit: number | null = null;
  /** callers and operations whose retries ran out with 429, and that the target has not accepted since */
  readonly #exhaustedKeys = new Set<string>();
  /** total milliseconds waited */
  waitedMs = 0;
  /** whether a call was skipped because its wait would exceed the time of the run */
  outOfTime = false;
  /** calls sent to auth endpoints */
  authRequests = 0;
  /** replies with 429 to calls that were not part of a burst */
  unexpected429s = 0;

  /**
   * @param rate the most requests a minute over all callers; null for no such limit
   * @param onWait receives each wait in milliseconds with its reason
   */
  constructor(clock: Clock, rate: number | null, onWait: (ms: number, why: string) => void = () => {}) {
    this.#clock = clock;
    this.#rate = rate;
    this.#overallBudget = rate === null ? null : new RateBudget(rate);
    this.#onWait = onWait;
  }

  /** The lowest known limit in requests a minute, null while none is known; and the limit of the auth endpoints. */
  get perMinute(): { requests: number | null; auth: number } {
    const knownLimits = [this.#lowestLimit, this.#rate].filter((limit) => limit !== null);
    const { cap } = this.#budgets.get(this.#budgetKey(AUTH_RATE_KEY)) ?? { cap: null };
    return {
      requests: knownLimits.length === 0 ? null : Math.min(...knownLimits),
      auth: cap ?? DEFAULT_AUTH_LIMIT,
    };
  }

  /**
   * Waits until `n` requests may go out, and counts them. @param until Unix milliseconds at which waiting ends
   * @throws CheckEnded when the wait would take too long
   */
  async acquire(rateKey: RateKey, n: number, signal?: AbortSignal, until?: number): Promise<void> {
    const budget = await this.waitForBudget(rateKey, n, signal, until);
    budget.consume(n, this.#clock.now());
    if (rateKey.auth) this.authRequests += n;
    this.#overallBudget?.consume(n, this.#clock.now());
  }

  /**
   * Waits until `n` requests may go out, without counting them.
   * @param until Unix milliseconds at which waiting ends
   * @throws CheckEnded when the wait would take too long
   */
  async waitForBudget(
    rateKey: RateKey,
    n: number,
    signal?: AbortSignal,
    until = Number.POSITIVE_INFINITY,
  ): Promise<RateBudget> {
    const budget = this.#budgetFor(rateKey);
    const why = rateKey.auth ? 'the limit of the auth endpoints' : `the limit of ${rateKey.caller}`;
    for (;;) {
      if (!budget.hasLimit) budget.cap = this.#assumedLimit(rateKey);
      const now = this.#clock.now();
      const waitMs = budget.waitMs(n, now);
      if (waitMs > MAX_WAIT_MS) {
        throw new CheckEnded('inconclusive', `${why} requires a wait of ${Math.ceil(waitMs / 1000)} s`);
      }
      const overallWait = this.#overallBudget?.waitMs(n, now) ?? 0;
      if (waitMs <= 0 && overallWait <= 0) return budget;
      if (now + Math.max(waitMs, overallWait) > until)
        throw this.#outOfTimeError(overallWait > waitMs ? '--rate' : why, Math.max(waitMs, overallWait));
      await this.#sleep(Math.max(waitMs, overallWait), overallWait > waitMs ? '--rate' : why, signal);
    }
  }

  /** Learns the limit from the headers of a reply. */
  learnLimits(rateKey: RateKey, header: HeaderReader): void {
    const now = this.#clock.now();
    const headers = parseRateHeaders(header, now);
    if (headers.limit === null) return;
    this.#rememberLimit(rateKey, headers.limit);
    const budget = this.#sharedBudget(rateKey, headers.remaining, now);
    budget.learnHeaders(headers, now);
    // replies to failed log-ins may lack the headers, so auth calls are counted here too, two below the limit
    budget.cap = rateKey.auth ? Math.max(1, headers.limit - 2) : null;
  }

  /**
   * Notes a 429 to a call that was not part of a burst.
   * @param attempt 1 for the first 429 of this call
   * @returns whether to retry; then `acquire` waits
   */
  noteRejection(rateKey: RateKey, header: HeaderReader, attempt: number): boolean {
    this.unexpected429s += 1;
    const key = `${budgetOwnerOf(rateKey)} ${rateKey.operation}`;
    const allowsManyRetries =
      this.#requestedWaitMs(header, attempt) < SHORT_WAIT_RETRIES.maxWaitMs && !this.#exhaustedKeys.has(key);
    const retry = attempt <= (allowsManyRetries ? SHORT_WAIT_RETRIES.retries : MAX_RETRIES);
    this.block(rateKey, header, retry ? attempt : 1);
    if (!retry) this.#exhaustedKeys.add(key);
    return retry;
  }

  /** Notes that the target accepted a call. */
  noteAccepted(rateKey: RateKey): void {
    this.#exhaustedKeys.delete(`${budgetOwnerOf(rateKey)} ${rateKey.operation}`);
  }

  /**
   * Blocks further calls for as long as the reply asks, and from the second 429 on for twice as long each time
   * (specification, Limits: wait, then retry with exponential backoff).
   */
  block(rateKey: RateKey, header: HeaderReader, attempt = 1): void {
    const waitMs = this.#requestedWaitMs(header, attempt);
    this.#budgetFor(rateKey).block(
      attempt === 1 ? waitMs : Math.max(waitMs, 500 * 2 ** attempt),
      this.#clock.now(),
    );
  }

  /** Reads the milliseconds that a 429 asks to wait; without a header, doubles the wait with each attempt. */
  #requestedWaitMs(header: HeaderReader, attempt: number): number {
    const now = this.#clock.now();
    return parseRetryAfter(header, now) ?? parseRateHeaders(header, now).resetIn ?? 1000 * 2 ** attempt;
  }

  /** Creates the error that ends only this check: checks that need no wait may still have time. */
  #outOfTimeError(why: string, ms: number): CheckEnded {
    this.outOfTime = true;
    return new CheckEnded(
      'skipped',
      `not run: ${why} requires a wait of ${Math.ceil(ms / 1000)} s, beyond the time limit`,
    );
  }

  async #sleep(ms: number, why: string, signal?: AbortSignal): Promise<void> {
    this.#onWait(ms, why);
    const before = this.#clock.now();
    await this.#clock.sleep(ms, signal).finally(() => {
      this.waitedMs += this.#clock.now() - before;
    });
  }

  /** Stores a stated limit for the operation, and for the caller where it is the caller's first. */
  #rememberLimit(rateKey: RateKey, limit: number): void {
    const owner = budgetOwnerOf(rateKey);
    const assumedBudget = this.#budgets.get(owner);
    if (!this.#limits.has(owner)) {
      this.#limits.set(owner, limit);
      // requests that were counted before the limit was known still count
      if (assumedBudget) this.#budgets.set(`${owner} ${limit}`, assumedBudget);
    }
    this.#limits.set(`${owner} ${rateKey.operation}`, limit);
    if (!rateKey.auth && rateKey.caller !== 'anonymous') {
      this.#lowestLimit = Math.min(this.#lowestLimit ?? limit, limit);
    }
  }

  /**
   * Returns the budget of a call. Endpoints that state different limits have separate budgets; until an endpoint
   * states one, the caller's applies.
   */
  #budgetFor(rateKey: RateKey): RateBudget {
    const key = this.#budgetKey(rateKey);
    let budget = this.#budgets.get(key);
    if (!budget) {
      budget = new RateBudget(this.#assumedLimit(rateKey));
      this.#budgets.set(key, budget);
    }
    return budget;
  }

  #budgetKey(rateKey: RateKey): string {
    const owner = budgetOwnerOf(rateKey);
    const limit = this.#limits.get(`${owner} ${rateKey.operation}`) ?? this.#limits.get(owner);
    return limit === undefined ? owner : `${owner} ${limit}`;
  }

  /**
   * Returns the budget of a call. When its first counters continue those of another caller, both callers share one
   * budget.
   */
  #sharedBudget(rateKey: RateKey, remaining: number | null, now: number): RateBudget {
    const budget = this.#budgetFor(rateKey);
    if (budget.hasLimit || remaining === null || rateKey.auth) return budget;
    const limit = this.#limits.get(`${budgetOwnerOf(rateKey)} ${rateKey.operation}`);
    for (const [key, other] of this.#budgets) {
      if (other === budget || key.startsWith('auth') || !key.endsWith(` ${limit}`)) continue;
      if (other.remaining(now) !== remaining + 1) continue;
      this.#budgets.set(this.#budgetKey(rateKey), other);
      return other;
    }
    return budget;
  }

  /**
   * Returns the limit to assume without headers. Limits below 600, and 1000, belong to Set B; otherwise Set A's
   * default applies.
   */
  #assumedLimit(rateKey: RateKey): number | null {
    if (rateKey.auth) return DEFAULT_AUTH_LIMIT;
    if (rateKey.caller !== 'anonymous') return null;
    const setA = this.#lowestLimit !== null && this.#lowestLimit >= 600 && this.#lowestLimit !== 1000;
    return setA ? DEFAULT_ANONYMOUS_LIMITS.a : DEFAULT_ANONYMOUS_LIMITS.b;
  }
}

/** The key of every auth endpoint. */
const AUTH_RATE_KEY: RateKey = { caller: 'anonymous', operation: '', auth: true };
const budgetOwnerOf = (rateKey: RateKey): string => (rateKey.auth ? 'auth' : rateKey.caller);
