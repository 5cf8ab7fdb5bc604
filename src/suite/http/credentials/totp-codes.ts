// Computes TOTP codes for log-ins and returns each code once.
import type { Clock } from '../../model/clock.ts';
import type { CredentialName } from '../../model/target.ts';
import { TOTP_PERIOD_MS, totp } from '../../target/totp.ts';
import type { TargetClient } from '../target-client.ts';

/**
 * The TOTP codes of a run. A service accepts a code only once (RFC 6238, 5.2), so each code of a credential is
 * returned only once.
 */
export class TotpCodes {
  readonly #client: TargetClient;
  readonly #clock: Clock;
  /** credential → the TOTP time step of the last code that was returned */
  readonly #lastSteps = new Map<CredentialName, number>();

  constructor(client: TargetClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * Returns a code that was not returned before, and waits for the next time step where necessary. @param secret the
   * TOTP secret in Base32
   */
  async next(name: CredentialName, secret: string): Promise<string> {
    // The caller may send a second request with the same code, to check that it is refused.
    await this.#client.waitForAuthBudget(2);
    const wait = this.waitFor(name);
    if (wait > 0) await this.#client.pause(wait);
    const now = this.#serverNow();
    this.#lastSteps.set(name, Math.floor(now / TOTP_PERIOD_MS));
    return totp(secret, now);
  }

  /** Returns how long it takes until there is a code that was not returned before, in milliseconds; 0 when there is one. */
  waitFor(name: CredentialName): number {
    const nextStep = (this.#lastSteps.get(name) ?? -1) + 1;
    return Math.max(0, nextStep * TOTP_PERIOD_MS - this.#serverNow());
  }

  #serverNow(): number {
    return this.#clock.now() + this.#client.skew;
  }
}
