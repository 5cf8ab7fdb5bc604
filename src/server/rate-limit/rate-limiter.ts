// Rate limits: fixed windows of one minute on the world's clock, one counter per caller and class (heading Limits).

import type { Tier } from '../pipeline/caller.ts';
import type { Snapshottable } from '../snapshottable.ts';

/** Set A of the specification. Its figure for a platform administrator is not stated: the highest of the set is taken. */
export const SET_A: LimitTable = {
  free: 600,
  pro: 1200,
  business: 1800,
  enterprise: 3000,
  reseller: 2400,
  platform: 3000,
};

/** Set B of the specification; tiers it does not name have its default. */
export const SET_B: LimitTable = {
  free: 60,
  pro: 60,
  business: 60,
  enterprise: 60,
  reseller: 300,
  platform: 1000,
};

/** Set B's figure for the auth endpoints. Set A has none, and both say that logins are limited more tightly. */
export const AUTH_LIMIT = 10;

/** Stands for "no limit": the headers are stated for every answer, so a number is needed. */
export const NO_LIMIT = 1_000_000_000;

const WINDOW = 60_000;
/** How many buckets are counted at once, for clocks on which no window ends: beyond them the oldest begins anew. */
const MOST_BUCKETS = 50_000;

/** What a credential may still do in this window. */
export type RateLimitStatus = {
  limit: number;
  remaining: number;
  /** whole seconds until the window ends, at least 1: waiting exactly that long works */
  reset: number;
  exceeded: boolean;
};

type RateLimiterSnapshot = { window: number; used: [string, number][]; waiting: [string, number][] };

/** Counts the calls of one world. Memory is bounded by the callers of one minute, and by 50,000 of them. */
export class RateLimiter implements Snapshottable<RateLimiterSnapshot> {
  #general: LimitTable | null;
  #auth: number;
  #window = -1;
  #used = new Map<string, number>();
  /** who has no more and must wait, and since when: on the world's clock, and in real milliseconds */
  #waiting = new Map<string, { world: number; real: number }>();
  readonly #real: () => number;

  /**
   * @param general requests a minute by tier, null for none
   * @param auth requests a minute to the auth class
   * @param real milliseconds of a clock that never stands still
   */
  constructor(general: LimitTable | null, auth: number, real: () => number = () => performance.now()) {
    this.#general = general;
    this.#auth = auth;
    this.#real = real;
  }

  /** Counts one call against a bucket. @param tier null for the auth class. @param now milliseconds, the world's clock */
  consume(bucket: string, tier: Tier | null, now: number): RateLimitStatus {
    return this.#ask(bucket, tier, now, 1);
  }

  /** What `take` would find, counting nothing. */
  peek(bucket: string, tier: Tier | null, now: number): RateLimitStatus {
    return this.#ask(bucket, tier, now, 0);
  }

  /** Other figures from now on; what was counted stays counted. */
  setLimits(general: LimitTable | null, auth: number): void {
    this.#general = general;
    this.#auth = auth;
  }

  save(): RateLimiterSnapshot {
    const waiting = [...this.#waiting].map(([bucket, { world }]): [string, number] => [bucket, world]);
    return { window: this.#window, used: [...this.#used], waiting };
  }

  /** Whoever had to wait waits anew, as far as real time is concerned. */
  restore({ window, used, waiting }: RateLimiterSnapshot): void {
    const real = this.#real();
    this.#window = window;
    this.#used = new Map(used);
    this.#waiting = new Map(waiting.map(([bucket, world]) => [bucket, { world, real }]));
  }

  #makeRoom(): void {
    if (this.#used.size <= MOST_BUCKETS) return;
    for (const oldest of this.#used.keys()) {
      this.#used.delete(oldest);
      this.#waiting.delete(oldest);
      return;
    }
  }

  #clear(): void {
    this.#used = new Map();
    this.#waiting = new Map();
  }

  #ask(bucket: string, tier: Tier | null, now: number, count: 0 | 1): RateLimitStatus {
    const window = Math.floor(now / WINDOW);
    if (window !== this.#window) {
      this.#window = window;
      this.#clear();
    }
    const limit = tier === null ? this.#auth : (this.#general?.[tier] ?? NO_LIMIT);
    const reset = Math.max(1, Math.ceil(((window + 1) * WINDOW - now) / 1000));
    let used = this.#used.get(bucket) ?? 0;
    if (count === 1 && used >= limit && this.#hasWaited(bucket, now, reset)) used = 0;
    const refused = used >= limit;
    const now_ = refused ? used : used + count;
    if (now_ !== used) {
      this.#used.set(bucket, now_);
      this.#makeRoom();
      if (now_ === limit) this.#waiting.set(bucket, { world: now, real: this.#real() });
    }
    // credentials of one user may have different limits
    return { limit, remaining: Math.max(0, limit - now_), reset, exceeded: refused };
  }

  /**
   * Where the world's clock stands still no window ends, and whoever has no more would have none for ever: there the wait
   * that was told is over when it is over in real time. A world in which nobody exhausts a limit never notices.
   */
  #hasWaited(bucket: string, now: number, reset: number): boolean {
    const since = this.#waiting.get(bucket);
    return since?.world === now && this.#real() - since.real >= reset * 1000;
  }
}

/** Requests a minute by tier. */
export type LimitTable = Record<Tier, number>;
