// Estimates how far the target's clock is from the clock of the run.
import { plausibleTime } from '../model/clock.ts';
import type { Exchange } from '../model/exchange.ts';

/** Milliseconds that a token may be dated back; beyond that the service keeps another time than its `Date` header. */
const MAX_TOKEN_SKEW_MS = 90_000;
/** `Date` has whole seconds: a smaller difference means nothing. */
const MIN_DATE_SKEW_MS = 2000;

/** The difference between the target's clock and the run's, learned from replies and tokens. */
export class ClockSkew {
  #byDate = 0;
  #byToken: number | null = null;

  /** The target's clock minus the run's clock, in milliseconds. */
  get ms(): number {
    return this.#byToken ?? this.#byDate;
  }

  /** Learns from the `Date` header of a reply. */
  learnDate(exchange: Exchange): void {
    const date = Date.parse(exchange.header('date') ?? '');
    if (!plausibleTime(date)) return;
    const skew = date - exchange.startedAt;
    this.#byDate = Math.abs(skew) < MIN_DATE_SKEW_MS ? 0 : skew;
  }

  /**
   * Learns from the time at which a token was issued: a gateway's `Date` header may differ from the service's clock.
   * @param issuedAt Unix milliseconds
   * @param exchange the log-in that returned the token
   */
  learnTokenIssuedAt(issuedAt: number, { startedAt }: Exchange): void {
    if (!plausibleTime(issuedAt)) return;
    const skew = issuedAt - startedAt;
    this.#byToken = Math.abs(skew - this.#byDate) > MAX_TOKEN_SKEW_MS ? skew : null;
  }
}
