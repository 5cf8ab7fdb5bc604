// Delays requests so that they stay below rate limits: one budget per caller and limit, one for the auth endpoints,
// and one for `--rate`.
import { rateLimits } from '../../../contract/policies.ts';
import type { Clock } from '../../model/clock.ts';
import type { Exchange } from '../../model/exchange.ts';
import { CheckEnded, inconclusive } from '../../model/outcome.ts';
import { type RateKey, REASONS } from '../call.ts';
import { parseRateHeaders, parseRetryAfter, RateBudget } from './rate-budget.ts';
import { REJECTION_LIMIT_MS, Refusals } from './refusals.ts';

type HeaderReader = (name: string) => string | null;

/** Returns the log-ins a minute while the target states no limit: two below the lower limit of the document (Set B). */
export function assumedAuthLimit(): number {
  const { A, B } = rateLimits().sets;
  return Math.max(1, Math.min(A.auth, B.auth) - 2);
}
const MAX_WAIT_MS = 180_000;
/** A target may refuse again after each wait up to this one that it asked for. */
const SHORT_WAIT_MS = 10_000;

/** Delays requests so that no rate limit is exceeded, and counts the time that requests waited. */
export class Pacing {
  readonly #clock: Clock;
  readonly #overallBudget: RateBudget | null;
  /** caller, or caller and operation → the budget that the calls count against */
  readonly #budgets = new Map<string, RateBudget>();
  readonly #onWait: (ms: number, why: string) => void;
  #lowestLimit: number | null = null;
  readonly refusals: Refusals;
  /** total milliseconds in which a call waited */
  waitedMs = 0;
  /** until when calls wait, and up to when `waitedMs` counts, in Unix milliseconds */
  #waitsUntil = 0;
  #countedUntil = 0;
  /** whether a call was not sent because its wait would have exceeded the time of the run */
  outOfTime = false;
  /** number of 429 replies to calls that were not part of a burst */
  unexpected429s = 0;

  /**
   * @param rate the most requests a minute over all callers; null for no such limit
   * @param onWait receives each wait in milliseconds with its reason
   */
  constructor(clock: Clock, rate: number | null, onWait: (ms: number, why: string) => void = () => {}) {
    this.#clock = clock;
    this.refusals = new Refusals(clock);
    this.#overallBudget = rate === null ? null : new RateBudget(rate);
    this.#onWait = onWait;
  }

  /** Counts `n` requests that are sent at once, when the limits allow them now. @returns whether they do */
  take(rateKey: RateKey, n: number): boolean {
    const now = this.#clock.now();
    const budgets = [this.#budgetFor(rateKey), ...(this.#overallBudget ? [this.#overallBudget] : [])];
    if (budgets.some((budget) => budget.waitMs(n, now) > 0)) return false;
    for (const budget of budgets) budget.consume(n, now);
    return true;
  }

  /** Waits until `n` requests may be sent, without counting them. @param until Unix milliseconds @throws CheckEnded */
  async waitForBudget(
    rateKey: RateKey,
    n: number,
    signal?: AbortSignal,
    until = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const refusal = this.refusals.reasonNotToSend(budgetOwnerOf(rateKey), rateKey.operation);
    if (refusal !== null) throw inconclusive(refusal);
    const budget = this.#budgetFor(rateKey);
    const word = budget.limit !== null ? 'limit' : 'assumed limit';
    const why = rateKey.auth ? `the ${word} of the auth endpoints` : `the ${word} of ${rateKey.caller}`;
    for (;;) {
      if (budget.limit === null) budget.cap = this.#assumedLimit(rateKey);
      const now = this.#clock.now();
      const waitMs = budget.waitMs(n, now);
      if (waitMs > MAX_WAIT_MS) {
        throw inconclusive(`${why} requires a wait of ${Math.ceil(waitMs / 1000)} s`, { cause: 'transient' });
      }
      const overallWait = this.#overallBudget?.waitMs(n, now) ?? 0;
      const [ms, reason] = overallWait > waitMs ? [overallWait, '--rate'] : [waitMs, why];
      if (ms <= 0) return;
      if (now + ms > until) throw this.#outOfTimeError(reason, ms);
      await this.#sleep(ms, reason, signal);
    }
  }

  /** Learns the limits that a reply states, and whether calls are refused. @throws RunStopped when all are for too long */
  noteReply(rateKey: RateKey, exchange: Exchange): void {
    const { status, burst, concurrent, header } = exchange;
    this.refusals.noteReply(exchange, budgetOwnerOf(rateKey), rateKey.operation);
    this.#learnLimits(rateKey, header);
    if (status === 429 && (burst || concurrent)) this.block(rateKey, header);
  }

  #learnLimits(rateKey: RateKey, header: HeaderReader): void {
    const now = this.#clock.now();
    const headers = parseRateHeaders(header, now);
    const { limit, remaining } = headers;
    if (limit === null) return;
    if (!rateKey.auth && rateKey.caller !== 'anonymous')
      this.#lowestLimit = Math.min(this.#lowestLimit ?? limit, limit);
    const budget = this.#budgetOfLimit(rateKey, limit, remaining, now);
    budget.learnHeaders(headers, now);
    // Replies to failed log-ins may lack the headers, so the suite also counts auth calls itself, up to two below the
    // stated limit.
    budget.cap = rateKey.auth ? Math.max(1, limit - 2) : null;
  }

  /** Records a 429. @param attempt 1 for the first of this call @returns whether to send it again @throws RunStopped */
  noteRejection(rateKey: RateKey, header: HeaderReader, attempt: number): boolean {
    this.unexpected429s += 1;
    const owner = budgetOwnerOf(rateKey);
    const elapsed = this.refusals.noteRejection(owner);
    const waitMs = this.#requestedWaitMs(header, attempt);
    this.refusals.assertLimitMayEnd(waitMs);
    const { repeats, repeatsAfterShortWaits } = REASONS.limited;
    // A wait longer than any that the suite does would block the other calls of the caller.
    const mayEnd =
      elapsed === 0
        ? waitMs <= MAX_WAIT_MS
        : elapsed < REJECTION_LIMIT_MS && elapsed + waitMs <= REJECTION_LIMIT_MS;
    const retry = attempt <= (waitMs < SHORT_WAIT_MS ? repeatsAfterShortWaits : repeats) && mayEnd;
    if (retry) this.block(rateKey, header, attempt, REJECTION_LIMIT_MS - elapsed);
    else this.refusals.giveUp(owner, rateKey.operation, elapsed);
    return retry;
  }

  /**
   * Blocks further calls for as long as the reply asks; from the second 429 on, the wait doubles each time
   * (specification, Limits: wait, then retry with exponential backoff).
   * @param mostMs the longest wait that the doubling may lead to, in milliseconds
   */
  block(rateKey: RateKey, header: HeaderReader, attempt = 1, mostMs = Number.POSITIVE_INFINITY): void {
    const waitMs = this.#requestedWaitMs(header, attempt);
    const doubled = attempt === 1 ? 0 : Math.min(REASONS.limited.waitMs(attempt), mostMs);
    this.#budgetFor(rateKey).block(Math.max(waitMs, doubled), this.#clock.now());
  }

  /** Returns how long a 429 asks to wait, in milliseconds; without a header, the wait doubles with each attempt. */
  #requestedWaitMs(header: HeaderReader, attempt: number): number {
    const now = this.#clock.now();
    return parseRetryAfter(header, now) ?? parseRateHeaders(header, now).resetIn ?? 1000 * 2 ** attempt;
  }

  /** Creates the error that ends only the check that would have to wait: other checks may still have enough time. */
  #outOfTimeError(why: string, ms: number): CheckEnded {
    this.outOfTime = true;
    return new CheckEnded(
      'skipped',
      `not run: ${why} requires a wait of ${Math.ceil(ms / 1000)} s, beyond the time limit`,
    );
  }

  async #sleep(ms: number, why: string, signal?: AbortSignal): Promise<void> {
    const before = this.#clock.now();
    // Waits that overlap count once.
    if (before + ms > this.#waitsUntil) this.#onWait(ms, why);
    this.#waitsUntil = Math.max(this.#waitsUntil, before + ms);
    await this.#clock.sleep(ms, signal).finally(() => {
      const now = this.#clock.now();
      this.waitedMs += Math.max(0, now - Math.max(before, this.#countedUntil));
      this.#countedUntil = Math.max(this.#countedUntil, now);
    });
  }

  /** Returns the budget of a call; until an endpoint states a limit, its calls count against the caller's budget. */
  #budgetFor(rateKey: RateKey): RateBudget {
    const owner = budgetOwnerOf(rateKey);
    const known = this.#budgets.get(`${owner} ${rateKey.operation}`) ?? this.#budgets.get(owner);
    if (known) return known;
    const budget = new RateBudget(this.#assumedLimit(rateKey));
    this.#budgets.set(owner, budget);
    return budget;
  }

  /**
   * Returns the budget of a limit that a reply stated. Endpoints that state different limits have separate budgets. When
   * the first counters of a caller continue those of another caller, the two callers share one budget.
   */
  #budgetOfLimit(rateKey: RateKey, limit: number, remaining: number | null, now: number): RateBudget {
    const owner = budgetOwnerOf(rateKey);
    const own = this.#budgetFor(rateKey);
    let budget: RateBudget | undefined = own;
    if (own.limit === null) {
      const isContinued = (other: RateBudget): boolean =>
        remaining !== null && other.limit === limit && other.remaining(now) === remaining + 1;
      if (!rateKey.auth) budget = this.#budgetWhere((key) => !key.startsWith('auth'), isContinued) ?? own;
      // Requests that were counted against the assumed limit also count against the stated limit.
      this.#budgets.set(owner, budget);
    } else if (own.limit !== limit)
      budget = this.#budgetWhere(
        (key) => key.startsWith(`${owner} `),
        (other) => other.limit === limit,
      );
    budget ??= new RateBudget(null);
    this.#budgets.set(`${owner} ${rateKey.operation}`, budget);
    return budget;
  }

  #budgetWhere(isKey: (key: string) => boolean, is: (budget: RateBudget) => boolean): RateBudget | undefined {
    return [...this.#budgets].find(([key, budget]) => isKey(key) && is(budget))?.[1];
  }

  /**
   * Returns the limit to assume when replies have no headers; null when there is none. For anonymous calls, the
   * lowest limit of Set A applies when no known limit is lower, and the lowest known one is none of Set B; otherwise the
   * lowest of Set B applies.
   */
  #assumedLimit(rateKey: RateKey): number | null {
    if (rateKey.auth) return assumedAuthLimit();
    if (rateKey.caller !== 'anonymous') return null;
    const [a = [], b = []] = Object.values(rateLimits().sets).map(({ tiers }) => Object.values(tiers));
    const known = this.#lowestLimit;
    const isSetA = known !== null && known >= Math.min(...a) && !b.includes(known);
    return Math.min(...(isSetA ? a : b));
  }
}

const budgetOwnerOf = (rateKey: RateKey): string => (rateKey.auth ? 'auth' : rateKey.caller);
