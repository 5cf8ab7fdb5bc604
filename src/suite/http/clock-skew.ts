// Estimates the difference between the target's clock and the clock of the run.
import { plausibleTime } from '../model/clock.ts';
import type { Exchange } from '../model/exchange.ts';
import { jwtClaims, tokenIn } from './credentials/login-reply.ts';

/** The most milliseconds by which a service may date a token back before its clock differs from its `Date` header. */
const MAX_TOKEN_SKEW_MS = 90_000;
/** The smallest difference in milliseconds that counts, because `Date` has whole seconds. */
const MIN_DATE_SKEW_MS = 2000;

/** The difference between the target's clock and the run's clock, learned from replies and tokens. */
export class ClockSkew {
  #byDate = 0;
  #byToken: number | null = null;

  /** The target's clock minus the run's clock, in milliseconds. */
  get ms(): number {
    return this.#byToken ?? this.#byDate;
  }

  learnDate(exchange: Exchange): void {
    const date = Date.parse(exchange.header('date') ?? '');
    if (!plausibleTime(date)) return;
    const skew = date - exchange.startedAt;
    this.#byDate = Math.abs(skew) < MIN_DATE_SKEW_MS ? 0 : skew;
  }

  /** Learns from the time at which a log-in issued its token: a gateway's `Date` may differ from the service's clock. */
  learnToken(exchange: Exchange): void {
    const issuedAt = Number(jwtClaims(tokenIn(exchange) ?? '').iat ?? Number.NaN) * 1000;
    if (!plausibleTime(issuedAt)) return;
    const skew = issuedAt - exchange.startedAt;
    this.#byToken = Math.abs(skew - this.#byDate) > MAX_TOKEN_SKEW_MS ? skew : null;
  }
}
