// Notices that the target refuses every request because of wrong credentials that the run has sent, as gateways and
// fail2ban do. What such a target replies says nothing about its operations: it is not judged.
import { type Clock, formatDuration } from '../model/clock.ts';
import type { Exchange } from '../model/exchange.ts';
import { inconclusive, RunStopped } from '../model/outcome.ts';
import { credentialNames } from '../model/target.ts';
import { parseRetryAfter } from './rate-limits/rate-budget.ts';

/** After so many replies of 401 a refusal may be that of a ban. */
const FEWEST_PROVOCATIONS = 5;
/** The statuses of bans, but for those after which calls are sent again anyway. A ban may also end the connection. */
const BAN_STATUSES = new Set([403, 406, 418, 444]);
/** How often other requests are answered after a kind of refusal before it is taken for one of the API itself. */
const MAX_CLEARED = 3;
/** After so many refusals in a row, one of such a kind may be that of a ban as well. */
const REFUSED_IN_A_ROW = 3;
/** Milliseconds between the reads that show whether a ban has ended; the last number repeats. */
const PAUSES_MS = [5000, 10_000, 20_000, 30_000];
const LONGEST_BAN_MS = 180_000;
/** The same for a target that ends every connection: it may ban the run, or it may have stopped. */
const LONGEST_SILENCE_MS = 70_000;

type BansDeps = {
  clock: Clock;
  /** Sends a read that the target has answered before; undefined when it has answered none. */
  probe(): Promise<Exchange | undefined>;
  pause(ms: number): Promise<void>;
};

const kindOf = ({ failure, status, header }: Exchange): string =>
  failure?.kind ?? `${status} ${header('content-type')}`;

/** The bans that a run provokes. */
export class Bans {
  readonly #deps: BansDeps;
  #provocations = 0;
  #inARow = 0;
  /** kind of a refusal → how often other requests were answered after it */
  readonly #cleared = new Map<string, number>();
  /** the search for a ban, which all calls that are refused meanwhile share */
  #search: Promise<boolean> | null = null;
  /** why no wrong credential is sent any more; null before the first ban */
  #why: string | null = null;
  #lasts = false;

  constructor(deps: BansDeps) {
    this.#deps = deps;
  }

  /** Refuses a call that would provoke a ban again, and every call while a ban lasts. @throws CheckEnded (inconclusive) */
  assertMaySend(provokes: boolean): void {
    if (this.#why !== null && (provokes || this.#lasts))
      throw inconclusive(this.#why, { cause: 'transient' });
  }

  /**
   * Returns whether a reply comes from a ban. If so, the ban has ended, or was waited for as long as the run waits: then
   * `assertMaySend` refuses every call.
   * @throws RunStopped when the target has ended every connection for as long as the run waits
   */
  async explain(exchange: Exchange): Promise<boolean> {
    const { failure, status } = exchange;
    if (status === 401) this.#provocations += 1;
    const isRefusal = failure ? failure.kind === 'reset' : BAN_STATUSES.has(status);
    this.#inARow = isRefusal ? this.#inARow + 1 : 0;
    if (!isRefusal || exchange.burst || this.#provocations < FEWEST_PROVOCATIONS) return false;
    // A credential may lack what a call needs, which the API says in JSON.
    const mayLack =
      credentialNames.some((name) => name === exchange.caller) && exchange.received !== undefined;
    if (mayLack && this.#inARow < 2) return false;
    if (this.#lasts) return true;
    const isKnown = (this.#cleared.get(kindOf(exchange)) ?? 0) >= MAX_CLEARED;
    // The longer the row, the rarer the read: after 3, 6, 12 … refusals.
    const isMilestone = Number.isInteger(Math.log2(this.#inARow / REFUSED_IN_A_ROW));
    if (isKnown && !isMilestone && !this.#search) return false;
    this.#search ??= this.#find(exchange).finally(() => {
      this.#search = null;
    });
    return this.#search;
  }

  /** Finds out whether the target refuses requests that it has answered before, and waits until it answers them again. */
  async #find(refusal: Exchange): Promise<boolean> {
    const { clock, pause } = this.#deps;
    if (!(await this.#isBanned(refusal))) {
      this.#cleared.set(kindOf(refusal), (this.#cleared.get(kindOf(refusal)) ?? 0) + 1);
      return false;
    }
    const since = clock.now();
    const reply = refusal.failure?.message ?? `${refusal.status}`;
    this.#why = `the target refused every request (${reply}) after ${this.#provocations} replies of 401, as one that bans who sends wrong credentials: the run sends no more of them`;
    const asked = parseRetryAfter(refusal.header, since) ?? 0;
    for (let round = 0; ; round++) {
      const ms = Math.max(round === 0 ? asked : 0, PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)] ?? 0);
      if (clock.now() + ms - since > (refusal.failure ? LONGEST_SILENCE_MS : LONGEST_BAN_MS)) break;
      await pause(ms);
      if (!(await this.#isBanned(refusal))) return true;
    }
    this.#lasts = true;
    const time = formatDuration(clock.now() - since);
    if (refusal.failure)
      throw new RunStopped(
        'unreachable',
        `the target stopped answering: ${reply} to every request for ${time}, after ${this.#provocations} replies of 401 in all; if it bans who sends wrong credentials, let the address of the suite pass`,
      );
    this.#why += `, and nothing else, because it was still refused after ${time}`;
    return true;
  }

  async #isBanned(refusal: Exchange): Promise<boolean> {
    const reply = await this.#deps.probe();
    return reply?.status === refusal.status && reply.failure?.kind === refusal.failure?.kind;
  }
}
