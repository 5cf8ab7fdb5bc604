// When the next request may go out: one purse per caller and limit, one for the auth endpoints, one for `--rate`.
import type { Clock } from '../model/clock.ts';
import { CheckEnded } from '../model/outcome.ts';
import { RateBudget } from './rate-budget.ts';
import { parseRateHeaders, parseRetryAfter } from './rate-headers.ts';

/** Who calls what: `auth` endpoints are counted together for all callers. */
export type RateKey = { caller: string; operation: string; auth: boolean };

type HeaderReader = (name: string) => string | null;

/** Auth calls a minute until the target tells its figure, two below the only stated one (specification, Limits, Set B). */
const DEFAULT_AUTH_LIMIT = 8;
/** What an unknown caller may be allowed: the default tiers of Set B and Set A. */
const DEFAULT_ANONYMOUS_LIMITS = { a: 600, b: 60 };
/** Longer than this is not waited for at a stretch. */
const MAX_WAIT_MS = 180_000;
const MAX_RETRIES = 3;
/** A target that asks for short pauses, and refuses all the same, is waited for twice as long each time, so often. */
const SHORT_WAIT_RETRIES = { retries: 6, maxWaitMs: 10_000 };

export class Pacing {
  readonly #clock: Clock;
  readonly #rate: number | null;
  readonly #overallBudget: RateBudget | null;
  readonly #budgets = new Map<string, RateBudget>();
  /** the limit a caller, or one of its operations, was answered with */
  readonly #limits = new Map<string, number>();
  readonly #onWait: (ms: number, why: string) => void;
  #lowestLimit: number | null = null;
  /** operations of callers that were refused until they were given up, and not let in since */
  readonly #exhaustedKeys = new Set<string>();
  /** milliseconds waited in all */
  waitedMs = 0;
  /** whether a call was left out because its wait would have outlasted the time of the run */
  outOfTime = false;
  /** calls to auth endpoints so far */
  authRequests = 0;
  /** 429s nobody asked for */
  unexpected429s = 0;

  /** @param rate requests a minute over everything, or null */
  constructor(clock: Clock, rate: number | null, onWait: (ms: number, why: string) => void = () => {}) {
    this.#clock = clock;
    this.#rate = rate;
    this.#overallBudget = rate === null ? null : new RateBudget(rate);
    this.#onWait = onWait;
  }

  /** How many requests a minute may go out, where that is known; and to auth endpoints. */
  get perMinute(): { requests: number | null; auth: number } {
    const known = [this.#lowestLimit, this.#rate].filter((one) => one !== null);
    const { cap } = this.#budgets.get(this.#budgetKey(AUTH_RATE_KEY)) ?? { cap: null };
    return { requests: known.length === 0 ? null : Math.min(...known), auth: cap ?? DEFAULT_AUTH_LIMIT };
  }

  /** Waits until `n` requests may go out, and books them. @throws Stop when that would take too long */
  async acquire(rateKey: RateKey, n: number, signal?: AbortSignal, until?: number): Promise<void> {
    const budget = await this.waitForBudget(rateKey, n, signal, until);
    budget.consume(n, this.#clock.now());
    if (rateKey.auth) this.authRequests += n;
    this.#overallBudget?.consume(n, this.#clock.now());
  }

  /**
   * Waits until `n` requests may go out, and leaves it at that. @param until Unix milliseconds, after which nothing is
   * sent any more @throws Stop when that would take too long
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
        throw new CheckEnded('inconclusive', `${why} asks for a pause of ${Math.ceil(waitMs / 1000)} s`);
      }
      const overallWait = this.#overallBudget?.waitMs(n, now) ?? 0;
      if (waitMs <= 0 && overallWait <= 0) return budget;
      if (now + Math.max(waitMs, overallWait) > until)
        throw this.#outOfTimeError(overallWait > waitMs ? '--rate' : why, Math.max(waitMs, overallWait));
      await this.#sleep(Math.max(waitMs, overallWait), overallWait > waitMs ? '--rate' : why, signal);
    }
  }

  /** Learns from a reply's headers. */
  learnLimits(rateKey: RateKey, header: HeaderReader): void {
    const now = this.#clock.now();
    const headers = parseRateHeaders(header, now);
    if (headers.limit === null) return;
    this.#rememberLimit(rateKey, headers.limit);
    const budget = this.#sharedBudget(rateKey, headers.remaining, now);
    budget.learnHeaders(headers, now);
    // log-ins that fail need not tell figures, so auth calls are counted here as well, two below the limit
    budget.cap = rateKey.auth ? Math.max(1, headers.limit - 2) : null;
  }

  /**
   * Books a 429 nobody asked for.
   * @param attempt 1 for the first refusal of this call
   * @returns whether to try again; `turn` waits
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

  /** Notes that the target let a call in. */
  noteAccepted(rateKey: RateKey): void {
    this.#exhaustedKeys.delete(`${budgetOwnerOf(rateKey)} ${rateKey.operation}`);
  }

  /**
   * Nothing of this lane goes out before the target allows it: as told, and from the second refusal on at least twice
   * as long each time (specification, Limits: wait, then retry with exponential backoff).
   */
  block(rateKey: RateKey, header: HeaderReader, attempt = 1): void {
    const waitMs = this.#requestedWaitMs(header, attempt);
    this.#budgetFor(rateKey).block(
      attempt === 1 ? waitMs : Math.max(waitMs, 500 * 2 ** attempt),
      this.#clock.now(),
    );
  }

  /** Milliseconds a refusal asks to wait; where it says nothing, twice as long each time. */
  #requestedWaitMs(header: HeaderReader, attempt: number): number {
    const now = this.#clock.now();
    return parseRetryAfter(header, now) ?? parseRateHeaders(header, now).resetIn ?? 1000 * 2 ** attempt;
  }

  /** There may be time for what waits for nothing: only this check ends. */
  #outOfTimeError(why: string, ms: number): CheckEnded {
    this.outOfTime = true;
    return new CheckEnded(
      'skipped',
      `not asked: ${why} asks for ${Math.ceil(ms / 1000)} s, which the time does not leave`,
    );
  }

  async #sleep(ms: number, why: string, signal?: AbortSignal): Promise<void> {
    this.#onWait(ms, why);
    const before = this.#clock.now();
    await this.#clock.sleep(ms, signal).finally(() => {
      this.waitedMs += this.#clock.now() - before;
    });
  }

  /** Remembers the figure: for the operation, and for the caller where it is the first. */
  #rememberLimit(rateKey: RateKey, limit: number): void {
    const owner = budgetOwnerOf(rateKey);
    const assumedBudget = this.#budgets.get(owner);
    if (!this.#limits.has(owner)) {
      this.#limits.set(owner, limit);
      // what was spent before the figure was known stays spent
      if (assumedBudget) this.#budgets.set(`${owner} ${limit}`, assumedBudget);
    }
    this.#limits.set(`${owner} ${rateKey.operation}`, limit);
    if (!rateKey.auth && rateKey.caller !== 'anonymous') {
      this.#lowestLimit = Math.min(this.#lowestLimit ?? limit, limit);
    }
  }

  /** Endpoints that show different limits draw on different purses; before an endpoint has shown one, on the caller's. */
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

  /** The purse of a lane; when its first figures continue another caller's count, both draw on one. */
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

  /** Replies to anonymous calls need not tell a limit. Figures below 600, and 1000, are Set B's: then its default is assumed. */
  #assumedLimit(rateKey: RateKey): number | null {
    if (rateKey.auth) return DEFAULT_AUTH_LIMIT;
    if (rateKey.caller !== 'anonymous') return null;
    const setA = this.#lowestLimit !== null && this.#lowestLimit >= 600 && this.#lowestLimit !== 1000;
    return setA ? DEFAULT_ANONYMOUS_LIMITS.a : DEFAULT_ANONYMOUS_LIMITS.b;
  }
}

/** Any call to an auth endpoint. */
const AUTH_RATE_KEY: RateKey = { caller: 'anonymous', operation: '', auth: true };
const budgetOwnerOf = (rateKey: RateKey): string => (rateKey.auth ? 'auth' : rateKey.caller);
