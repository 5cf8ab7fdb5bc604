// When the next request may go out: one purse per caller and limit, one for the auth endpoints, one for `--rate`.
import type { Clock } from './clock.ts';
import { Stop } from './outcome.ts';
import { Purse } from './purse.ts';
import { rateHeaders, retryAfter } from './rate-headers.ts';

/** Who calls what: `auth` endpoints are counted together for all callers. */
export type Lane = { caller: string; operation: string; auth: boolean };

type Header = (name: string) => string | null;

/** Auth calls a minute until the target tells its figure, two below the only stated one (specification, Limits, Set B). */
const ASSUMED_AUTH = 8;
/** What an unknown caller may be allowed: the default tiers of Set B and Set A. */
const ASSUMED_ANONYMOUS = { a: 600, b: 60 };
/** Longer than this is not waited for at a stretch. */
const LONGEST_WAIT = 180_000;
const REPEATS = 3;
/** A target that asks for short pauses, and refuses all the same, is waited for twice as long each time, so often. */
const PATIENT = { repeats: 6, told: 10_000 };

export class Pacing {
  readonly #clock: Clock;
  readonly #rate: number | null;
  readonly #overall: Purse | null;
  readonly #purses = new Map<string, Purse>();
  /** the limit a caller, or one of its operations, was answered with */
  readonly #limits = new Map<string, number>();
  readonly #onWait: (ms: number, why: string) => void;
  #lowestLimit: number | null = null;
  /** operations of callers that were refused until they were given up, and not let in since */
  readonly #givenUp = new Set<string>();
  /** milliseconds waited in all */
  waited = 0;
  /** whether a call was left out because its wait would have outlasted the time of the run */
  late = false;
  /** calls to auth endpoints so far */
  authTurns = 0;
  /** 429s nobody asked for */
  unprovoked = 0;

  /** @param rate requests a minute over everything, or null */
  constructor(clock: Clock, rate: number | null, onWait: (ms: number, why: string) => void = () => {}) {
    this.#clock = clock;
    this.#rate = rate;
    this.#overall = rate === null ? null : new Purse(rate);
    this.#onWait = onWait;
  }

  /** How many requests a minute may go out, where that is known; and to auth endpoints. */
  get perMinute(): { requests: number | null; auth: number } {
    const known = [this.#lowestLimit, this.#rate].filter((one) => one !== null);
    const { cap } = this.#purses.get(this.#key(AUTH)) ?? { cap: null };
    return { requests: known.length === 0 ? null : Math.min(...known), auth: cap ?? ASSUMED_AUTH };
  }

  /** Waits until `n` requests may go out, and books them. @throws Stop when that would take too long */
  async turn(lane: Lane, n: number, signal?: AbortSignal, until?: number): Promise<void> {
    const purse = await this.room(lane, n, signal, until);
    purse.take(n, this.#clock.now());
    if (lane.auth) this.authTurns += n;
    this.#overall?.take(n, this.#clock.now());
  }

  /**
   * Waits until `n` requests may go out, and leaves it at that. @param until Unix milliseconds, after which nothing is
   * sent any more @throws Stop when that would take too long
   */
  async room(lane: Lane, n: number, signal?: AbortSignal, until = Number.POSITIVE_INFINITY): Promise<Purse> {
    const purse = this.#purse(lane);
    const why = lane.auth ? 'the limit of the auth endpoints' : `the limit of ${lane.caller}`;
    for (;;) {
      if (!purse.told) purse.cap = this.#assumption(lane);
      const now = this.#clock.now();
      const wait = purse.wait(n, now);
      if (wait > LONGEST_WAIT) {
        throw new Stop('inconclusive', `${why} asks for a pause of ${Math.ceil(wait / 1000)} s`);
      }
      const own = this.#overall?.wait(n, now) ?? 0;
      if (wait <= 0 && own <= 0) return purse;
      if (now + Math.max(wait, own) > until)
        throw this.#tooLate(own > wait ? '--rate' : why, Math.max(wait, own));
      await this.#sleep(Math.max(wait, own), own > wait ? '--rate' : why, signal);
    }
  }

  /** Learns from a reply's headers. */
  learn(lane: Lane, header: Header): void {
    const now = this.#clock.now();
    const told = rateHeaders(header, now);
    if (told.limit === null) return;
    this.#note(lane, told.limit);
    const purse = this.#shared(lane, told.remaining, now);
    purse.learn(told, now);
    // log-ins that fail need not tell figures, so auth calls are counted here as well, two below the limit
    purse.cap = lane.auth ? Math.max(1, told.limit - 2) : null;
  }

  /**
   * Books a 429 nobody asked for.
   * @param attempt 1 for the first refusal of this call
   * @returns whether to try again; `turn` waits
   */
  refused(lane: Lane, header: Header, attempt: number): boolean {
    this.unprovoked += 1;
    const who = `${owner(lane)} ${lane.operation}`;
    const patient = this.#told(header, attempt) < PATIENT.told && !this.#givenUp.has(who);
    const again = attempt <= (patient ? PATIENT.repeats : REPEATS);
    this.block(lane, header, again ? attempt : 1);
    if (!again) this.#givenUp.add(who);
    return again;
  }

  /** Notes that the target let a call in. */
  letIn(lane: Lane): void {
    this.#givenUp.delete(`${owner(lane)} ${lane.operation}`);
  }

  /**
   * Nothing of this lane goes out before the target allows it: as told, and from the second refusal on at least twice
   * as long each time (specification, Limits: wait, then retry with exponential backoff).
   */
  block(lane: Lane, header: Header, attempt = 1): void {
    const told = this.#told(header, attempt);
    this.#purse(lane).block(attempt === 1 ? told : Math.max(told, 500 * 2 ** attempt), this.#clock.now());
  }

  /** Milliseconds a refusal asks to wait; where it says nothing, twice as long each time. */
  #told(header: Header, attempt: number): number {
    const now = this.#clock.now();
    return retryAfter(header, now) ?? rateHeaders(header, now).resetIn ?? 1000 * 2 ** attempt;
  }

  /** There may be time for what waits for nothing: only this check ends. */
  #tooLate(why: string, ms: number): Stop {
    this.late = true;
    return new Stop(
      'skipped',
      `not asked: ${why} asks for ${Math.ceil(ms / 1000)} s, which the time does not leave`,
    );
  }

  async #sleep(ms: number, why: string, signal?: AbortSignal): Promise<void> {
    this.#onWait(ms, why);
    const before = this.#clock.now();
    await this.#clock.sleep(ms, signal).finally(() => {
      this.waited += this.#clock.now() - before;
    });
  }

  /** Remembers the figure: for the operation, and for the caller where it is the first. */
  #note(lane: Lane, limit: number): void {
    const who = owner(lane);
    const unnamed = this.#purses.get(who);
    if (!this.#limits.has(who)) {
      this.#limits.set(who, limit);
      // what was spent before the figure was known stays spent
      if (unnamed) this.#purses.set(`${who} ${limit}`, unnamed);
    }
    this.#limits.set(`${who} ${lane.operation}`, limit);
    if (!lane.auth && lane.caller !== 'anonymous') {
      this.#lowestLimit = Math.min(this.#lowestLimit ?? limit, limit);
    }
  }

  /** Endpoints that show different limits draw on different purses; before an endpoint has shown one, on the caller's. */
  #purse(lane: Lane): Purse {
    const key = this.#key(lane);
    let purse = this.#purses.get(key);
    if (!purse) {
      purse = new Purse(this.#assumption(lane));
      this.#purses.set(key, purse);
    }
    return purse;
  }

  #key(lane: Lane): string {
    const who = owner(lane);
    const limit = this.#limits.get(`${who} ${lane.operation}`) ?? this.#limits.get(who);
    return limit === undefined ? who : `${who} ${limit}`;
  }

  /** The purse of a lane; when its first figures continue another caller's count, both draw on one. */
  #shared(lane: Lane, remaining: number | null, now: number): Purse {
    const purse = this.#purse(lane);
    if (purse.told || remaining === null || lane.auth) return purse;
    const limit = this.#limits.get(`${owner(lane)} ${lane.operation}`);
    for (const [key, other] of this.#purses) {
      if (other === purse || key.startsWith('auth') || !key.endsWith(` ${limit}`)) continue;
      if (other.left(now) !== remaining + 1) continue;
      this.#purses.set(this.#key(lane), other);
      return other;
    }
    return purse;
  }

  /** Replies to anonymous calls need not tell a limit. Figures below 600, and 1000, are Set B's: then its default is assumed. */
  #assumption(lane: Lane): number | null {
    if (lane.auth) return ASSUMED_AUTH;
    if (lane.caller !== 'anonymous') return null;
    const setA = this.#lowestLimit !== null && this.#lowestLimit >= 600 && this.#lowestLimit !== 1000;
    return setA ? ASSUMED_ANONYMOUS.a : ASSUMED_ANONYMOUS.b;
  }
}

/** Any call to an auth endpoint. */
const AUTH: Lane = { caller: 'anonymous', operation: '', auth: true };
const owner = (lane: Lane): string => (lane.auth ? 'auth' : lane.caller);
