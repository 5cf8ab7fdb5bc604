// The client for the target: composes, guards, paces, sends, retries and records every request of a run.
import type { OperationId } from '../../contract/operations.ts';
import type { ReplyView } from '../mapping/reply-view.ts';
import type { SendOptions } from '../model/context.ts';
import type { Mode } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import { Availability } from './availability.ts';
import { anonymous, type Caller, type RequestOrigin } from './caller.ts';
import { ClockSkew } from './clock-skew.ts';
import type { OwnedIds } from './owned-ids.ts';
import type { Pacing, RateKey } from './rate-limits/pacing.ts';
import { ReadCache } from './read-cache.ts';
import { type RetryDeps, shouldRetry } from './retry.ts';
import { type RunLimitOptions, RunLimits } from './run-limits.ts';
import type { Spending } from './spending.ts';
import { type ComposedRequest, compose, type Destination, resolveBody } from './transport/compose.ts';
import { sendConcurrently } from './transport/concurrent-send.ts';
import { ReplySizeLimit } from './transport/reply-size-limit.ts';
import { type PreparedCall, rateKeyFor, type SendSteps, sendOnce, type Wire } from './transport/send-once.ts';
import type { Transport } from './transport/transport.ts';
import { UnansweredRequests } from './unanswered.ts';
import { assertAllowed, LOGIN_OPERATION } from './write-guard.ts';

/** The options of a target client: the target, the limits of the run, and a callback for exchanges. */
export type TargetClientOptions = RunLimitOptions & {
  /** base URL of the target, which ends in the version segment: `https://host/api/v1` */
  baseUrl: string;
  transport: Transport;
  pacing: Pacing;
  spending: Spending;
  ownedIds: OwnedIds;
  mode: Mode;
  /** how long to wait for a reply, in milliseconds */
  timeout: number;
  userAgent: string;
  /** called with every exchange, before the check receives it */
  onExchange(exchange: Exchange, origin: RequestOrigin, caller: Caller, options: SendOptions): void;
  /** gives reply bodies the contract's names; without it, bodies are read as received */
  mapping?: ReplyView;
  /** called before a call is composed. @throws CheckEnded when the call must not be sent */
  assertSendable?(to: Destination, caller: Caller, options: SendOptions): void;
  /** called with the final exchange of a call, before the check receives it */
  onReply?(exchange: Exchange, origin: RequestOrigin, caller: Caller): Promise<void>;
};

/** Sends the requests of one run to the target. */
export class TargetClient {
  readonly #options: TargetClientOptions;
  readonly #limits: RunLimits;
  readonly #availability: Availability;
  readonly #unanswered = new UnansweredRequests();
  readonly #wire: Wire;
  readonly #retryDeps: RetryDeps;
  readonly #clockSkew = new ClockSkew();
  readonly #readCache = new ReadCache();
  /** exchanges without a readable reply, whose retry would not get a readable reply either */
  readonly #unrecoverable = new WeakSet<Exchange>();
  readonly #steps: SendSteps = {
    acquire: (rateKey, n, origin) => this.#acquire(rateKey, n, origin),
    sendOnce: (call, concurrent) => this.#sendOnce(call, concurrent),
    wait: (ms, origin) => this.#wait(ms, origin),
  };

  constructor(options: TargetClientOptions) {
    this.#options = options;
    this.#limits = new RunLimits(options);
    this.#availability = new Availability(options.clock);
    const { transport, clock, pacing, timeout, signal, mapping } = options;
    this.#wire = { transport, clock, timeout, signal, sizeLimit: new ReplySizeLimit(), mapping };
    this.#retryDeps = {
      clock,
      pacing,
      availability: this.#availability,
      unanswered: this.#unanswered,
      steps: this.#steps,
      mayRecover: (exchange) => !this.#unrecoverable.has(exchange),
      probe: (operation, origin) => this.#probe(operation, origin),
    };
  }

  /** The number of requests sent so far. */
  get requestsSent(): number {
    return this.#limits.requestsSent;
  }

  /** The target's clock minus the run's clock, in milliseconds. */
  get skew(): number {
    return this.#clockSkew.ms;
  }

  /**
   * Sends a call, and repeats it after a 429, a gateway reply or a failure when repeating is safe.
   * @throws CheckEnded when no usable reply arrives, or the call is not allowed
   * @throws RunStopped when a limit of the run is reached, or the target is unreachable
   */
  async send(
    caller: Caller,
    origin: RequestOrigin,
    to: Destination,
    options: SendOptions = {},
  ): Promise<Exchange> {
    for (let attempt = 1; ; attempt++) {
      const call = await this.#prepare(caller, origin, to, options);
      this.#unanswered.assertAnswered(call);
      this.#options.spending.assertAffordable([call]);
      if (!options.burst) await this.#acquire(call.rateKey, 1, origin);
      const exchange = await this.#sendOnce(call, false);
      if (await shouldRetry(exchange, attempt, call, this.#retryDeps)) continue;
      await this.#options.onReply?.(exchange, origin, caller);
      return exchange;
    }
  }

  /**
   * Sends several calls at the same moment. A 429 to only some of the calls, and a failed call, is returned. Calls
   * that got a 503 are repeated, and so is the whole batch when every call got a 429.
   */
  async sendConcurrently(
    caller: Caller,
    origin: RequestOrigin,
    calls: readonly (readonly [Destination, SendOptions?])[],
  ): Promise<Exchange[]> {
    const batch: PreparedCall[] = [];
    for (const [to, options = {}] of calls) batch.push(await this.#prepare(caller, origin, to, options));
    const { clock, pacing, spending } = this.#options;
    spending.assertAffordable(batch);
    const exchanges = await sendConcurrently(batch, { clock, pacing, steps: this.#steps });
    for (const exchange of exchanges) await this.#options.onReply?.(exchange, origin, caller);
    return exchanges;
  }

  /**
   * Returns an earlier exchange of this run whose reply is still valid for this read; undefined when there is none.
   */
  cachedRead(caller: Caller, to: Destination, options: SendOptions): Exchange | undefined {
    const { method, path } = this.#compose(caller, to, options);
    return method === 'GET' && options.headers === undefined
      ? this.#readCache.get(caller.label, path)
      : undefined;
  }

  /** Learns the target's clock from the time at which a token was issued. @param issuedAt Unix milliseconds */
  noteTokenIssuedAt(issuedAt: number, exchange: Exchange): void {
    this.#clockSkew.learnTokenIssuedAt(issuedAt, exchange);
  }

  /**
   * Sleeps by the run's clock. @param ms milliseconds. @throws RunStopped when the time of the run does not suffice,
   * or the user interrupts the run
   */
  async pause(ms: number): Promise<void> {
    this.#limits.assertTimeFor(ms);
    this.#readCache.invalidateLists();
    await this.#options.clock.sleep(ms, this.#options.signal);
  }

  /** Starts the time limit of clean-up. @param ms milliseconds after which clean-up sends nothing more */
  beginCleanUp(ms: number): void {
    this.#limits.beginCleanUp(ms);
  }

  /**
   * Waits until `n` calls to auth endpoints may be sent, without sending a call. A TOTP code that is computed
   * afterwards does not expire during the wait.
   */
  async waitForAuthBudget(n: number): Promise<void> {
    const rateKey = { caller: 'anonymous', operation: LOGIN_OPERATION, auth: true };
    const { pacing, signal, deadline } = this.#options;
    await pacing.waitForBudget(rateKey, n, signal, deadline);
  }

  /** Composes a call and checks that it may be sent. */
  async #prepare(
    caller: Caller,
    origin: RequestOrigin,
    to: Destination,
    options: SendOptions,
  ): Promise<PreparedCall> {
    this.#options.assertSendable?.(to, caller, options);
    const request = this.#compose(caller, to, await resolveBody(options));
    const call = { caller, origin, to, options, request, rateKey: rateKeyFor(caller, to) };
    assertAllowed(call, this.#options.mode, this.#options);
    return call;
  }

  #compose(caller: Caller, to: Destination, options: SendOptions): ComposedRequest {
    return compose(this.#options.baseUrl, to, options, caller.authorization, this.#options.userAgent);
  }

  async #acquire(rateKey: RateKey, n: number, origin: RequestOrigin): Promise<void> {
    this.#limits.assertWithinLimits(n, origin);
    const { signal, until } = this.#limits.waitLimits(origin);
    await this.#options.pacing.acquire(rateKey, n, signal, until);
    this.#limits.assertWithinLimits(n, origin);
  }

  /** Sends a call once and learns from the reply. */
  async #sendOnce(call: PreparedCall, concurrent: boolean): Promise<Exchange> {
    const { origin, caller, options } = call;
    if (options.burst) this.#limits.assertWithinLimits(1, origin);
    this.#limits.requestsSent += 1;
    const id = `x${this.#limits.requestsSent}`;
    const { exchange, mayRecover } = await sendOnce(call, id, concurrent, this.#wire);
    if (!mayRecover) this.#unrecoverable.add(exchange);
    if (exchange.failure === null) this.#learn(exchange, call);
    this.#readCache.add(exchange);
    this.#options.onExchange(exchange, origin, caller, options);
    return exchange;
  }

  /** Learns the clock skew, the availability and the rate limits from a reply. */
  #learn(exchange: Exchange, { rateKey }: PreparedCall): void {
    const { pacing } = this.#options;
    this.#clockSkew.learnDate(exchange);
    this.#unanswered.noteReply();
    this.#availability.noteReply(exchange);
    pacing.learnLimits(rateKey, exchange.header);
    if (exchange.status === 429 && (exchange.burst || exchange.concurrent))
      pacing.block(rateKey, exchange.header);
  }

  /** Sends a valid read without a credential once. */
  async #probe(operation: OperationId, origin: RequestOrigin): Promise<Exchange> {
    await this.#acquire(rateKeyFor(anonymous, operation), 1, origin);
    const call = await this.#prepare(anonymous, { ...origin, purpose: 'proof' }, operation, {});
    return this.#sendOnce(call, false);
  }

  /**
   * Pauses before a retry. In clean-up, the pause counts against the time limit of clean-up and is not interrupted.
   */
  async #wait(ms: number, origin: RequestOrigin): Promise<void> {
    if (origin.purpose !== 'cleanup') return this.pause(ms);
    this.#limits.assertTimeFor(ms, origin);
    await this.#options.clock.sleep(ms);
  }
}
