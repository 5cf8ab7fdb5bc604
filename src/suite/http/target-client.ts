// The one door to the target: every request of a run goes through here, paced, recorded, judged and accounted for.
import { type OperationId, operation, operations } from '../../contract/operations.ts';
import { type Clock, formatDuration, plausibleTime } from '../model/clock.ts';
import type { SendOptions } from '../model/context.ts';
import type { Mode } from '../model/define.ts';
import type { Exchange, TransportFailure } from '../model/exchange.ts';
import { valueLimitProblem } from '../model/json-depth.ts';
import { LARGE_REPLY_BYTES, MAX_LARGE_BYTES, MAX_REPLY_BYTES } from '../model/limits.ts';
import { CheckEnded, RunStopped } from '../model/outcome.ts';
import { anonymous, type Caller, type RequestOrigin } from './caller.ts';
import { type ComposedRequest, compose, type Destination, resolveBody } from './compose.ts';
import { isHeapNearlyFull } from './heap-guard.ts';
import { lazyExchange } from './lazy-exchange.ts';
import type { OwnedIds } from './owned-ids.ts';
import type { Pacing, RateKey } from './pacing.ts';
import { parseRetryAfter } from './rate-headers.ts';
import { ReadCache } from './read-cache.ts';
import {
  GATEWAY_STATUSES,
  MAX_BATCH_TRIES,
  MAX_CONSECUTIVE_FAILURES,
  MAX_GATEWAY_TRIES,
  MAX_RETRY_AFTER_MS,
  MAX_TOKEN_SKEW_MS,
  OUTAGE_LIMIT,
} from './retry-limits.ts';
import { type Transport, TransportError, type TransportReply } from './transport.ts';
import { runTracked } from './untracked-requests.ts';

/** The one operation that read-only runs may POST to: without it there is no token. */
export const LOGIN_OPERATION: OperationId = 'login';
export type TargetClientOptions = {
  baseUrl: string;
  transport: Transport;
  clock: Clock;
  pacing: Pacing;
  ownedIds: OwnedIds;
  mode: Mode;
  /** milliseconds for a reply */
  timeout: number;
  maxRequests: number;
  /** Unix milliseconds after which nothing more is sent, and the milliseconds that this is from the start */
  deadline: number;
  maxTime: number;
  signal: AbortSignal | undefined;
  /** why the run had better end, such as a ledger that cannot be written any more; null while it may go on */
  halted(): string | null;
  userAgent: string;
  /** told of every exchange at once, before anyone else sees it */
  onExchange(exchange: Exchange, origin: RequestOrigin, caller: Caller, options: SendOptions): void;
};

export class TargetClient {
  readonly #options: TargetClientOptions;
  readonly #readCache = new ReadCache();
  #consecutiveFailures = 0;
  /** answers of a gateway since the service itself was last heard, and since when */
  readonly #gatewayErrors = { count: 0, since: 0 };
  /** requests sent so far */
  requestsSent = 0;
  /** requests that brought a reply */
  repliesReceived = 0;
  /** the target's clock minus ours, in milliseconds: by its last `Date`, and by its tokens where these tell another time */
  #skewByDate = 0;
  #skewByToken: number | null = null;
  /** bytes of large bodies that may still be read */
  #largeLeft = MAX_LARGE_BYTES;
  /** exchanges whose body is not read: it would be as large another time */
  readonly #tooLarge = new Set<string>();
  /** Unix milliseconds after which clean-up sends nothing more */
  #cleanUpUntil = Number.POSITIVE_INFINITY;

  constructor(options: TargetClientOptions) {
    this.#options = options;
  }

  /** Calls, waits out 429s, and ends the check when no reply can be had. */
  async send(
    caller: Caller,
    origin: RequestOrigin,
    to: Destination,
    options: SendOptions = {},
  ): Promise<Exchange> {
    const rateKey = rateKeyFor(caller, to);
    for (let attempt = 1; ; attempt++) {
      const request = this.#compose(caller, to, await resolveBody(options));
      this.#assertAllowed(to, request, origin, options);
      if (!options.burst) await this.#acquire(rateKey, 1, origin);
      const exchange = await this.#sendOnce(caller, origin, to, request, options, rateKey, false);
      if (exchange.failure) {
        if (options.mayFail) return exchange;
        this.#noteTransportFailure(exchange.failure);
        // nothing was done, or reading does nothing: try again
        const retryIsSafe = exchange.failure.kind === 'refused' || request.method === 'GET';
        if (retryIsSafe && !this.#tooLarge.has(exchange.id) && attempt < MAX_CONSECUTIVE_FAILURES) {
          await this.#waitBeforeRetry(200 * attempt, origin);
          continue;
        }
        throw new CheckEnded(
          'inconclusive',
          `${describeDestination(to)} brought no reply: ${exchange.failure.message}`,
          {
            evidence: { exchange },
          },
        );
      }
      if (GATEWAY_STATUSES.has(exchange.status) && !options.burst) {
        const retryAfterMs = parseRetryAfter(exchange.header, this.#options.clock.now());
        // 503 was not worked on; reading, and what is to be refused, does no harm twice
        const retryIsSafe =
          exchange.status === 503 ||
          request.method === 'GET' ||
          origin.purpose === 'cleanup' ||
          options.deliberateFault !== undefined;
        if (retryIsSafe && attempt < MAX_GATEWAY_TRIES) {
          await this.#waitBeforeRetry(Math.min(retryAfterMs ?? 1000 * attempt, MAX_RETRY_AFTER_MS), origin);
          continue;
        }
        // what was made wrong on purpose may be what throws it down: unless the service is away for anybody
        if (options.deliberateFault !== undefined && !(await this.#isAreaUnavailable(to, origin)))
          return exchange;
        throw new CheckEnded(
          'inconclusive',
          `${describeDestination(to)} was answered ${exchange.status} by a gateway`,
          {
            evidence: { exchange },
          },
        );
      }
      if (exchange.status !== 429 || options.burst) {
        this.#options.pacing.noteAccepted(rateKey);
        return exchange;
      }
      if (!this.#options.pacing.noteRejection(rateKey, exchange.header, attempt)) {
        throw new CheckEnded(
          'inconclusive',
          `${describeDestination(to)} was refused with 429 ${attempt} times in a row`,
          {
            evidence: { exchange },
          },
        );
      }
    }
  }

  /** Whether a sound read of the same area, by nobody, is answered by a gateway too. */
  async #isAreaUnavailable(to: Destination, origin: RequestOrigin): Promise<boolean> {
    const area = typeof to === 'string' ? operation(to).area : '';
    const validRead = operations.find(
      (one) => one.area === area && one.method === 'GET' && !one.path.includes('{'),
    );
    const validOperation = validRead?.id ?? 'getCurrentUser';
    const rateKey = rateKeyFor(anonymous, validOperation);
    await this.#acquire(rateKey, 1, origin);
    const request = this.#compose(anonymous, validOperation, {});
    const probeOrigin = { ...origin, purpose: 'proof' } as const;
    return GATEWAY_STATUSES.has(
      (await this.#sendOnce(anonymous, probeOrigin, validOperation, request, {}, rateKey, false)).status,
    );
  }

  /** Sends several calls at the same moment. 429s and failures are handed back, unless every one was refused so. */
  async sendConcurrently(
    caller: Caller,
    origin: RequestOrigin,
    calls: readonly (readonly [Destination, SendOptions?])[],
  ): Promise<Exchange[]> {
    const batch: { to: Destination; options: SendOptions; request: ComposedRequest; rateKey: RateKey }[] = [];
    for (const [to, options = {}] of calls) {
      const request = this.#compose(caller, to, await resolveBody(options));
      this.#assertAllowed(to, request, origin, options);
      batch.push({ to, options, request, rateKey: rateKeyFor(caller, to) });
    }
    const first = batch[0];
    if (!first) return [];
    await this.#acquire(first.rateKey, batch.length, origin);
    const sendInBatch = ({ to, options, request, rateKey }: (typeof batch)[number]): Promise<Exchange> =>
      this.#sendOnce(caller, origin, to, request, options, rateKey, true);
    let replies = await Promise.all(batch.map(sendInBatch));
    // where all were refused nothing has happened yet: the same again, once the target allows it
    for (let tries = 2; tries <= MAX_BATCH_TRIES && replies.every(({ status }) => status === 429); tries++) {
      const [one] = replies;
      if (one) this.#options.pacing.block(first.rateKey, one.header, tries);
      await this.#acquire(first.rateKey, batch.length, origin);
      replies = await Promise.all(batch.map(sendInBatch));
    }
    // 503 was not worked on: the same again, word for word, for those that met it
    for (
      let attempt = 1;
      attempt < MAX_GATEWAY_TRIES && replies.some(({ status }) => status === 503);
      attempt++
    ) {
      const unavailable = batch.flatMap((one, at) => (replies[at]?.status === 503 ? [{ one, at }] : []));
      const retryAfterMs = replies.flatMap(
        (one) => parseRetryAfter(one.header, this.#options.clock.now()) ?? [],
      );
      await this.#waitBeforeRetry(
        Math.min(Math.max(1000 * attempt, ...retryAfterMs), MAX_RETRY_AFTER_MS),
        origin,
      );
      await this.#acquire(first.rateKey, unavailable.length, origin);
      const tries = await Promise.all(unavailable.map(({ one }) => sendInBatch(one)));
      for (const [n, { at }] of unavailable.entries()) {
        const reply = tries[n];
        if (reply) replies[at] = reply;
      }
    }
    const gatewayReply = replies.find(({ status }) => GATEWAY_STATUSES.has(status));
    if (gatewayReply) {
      throw new CheckEnded(
        'inconclusive',
        `${describeDestination(first.to)} was answered ${gatewayReply.status} by a gateway`,
        {
          evidence: { exchange: [gatewayReply, ...replies] },
        },
      );
    }
    return replies;
  }

  /** What a reading would show by an earlier one of this run; undefined when that may not hold any more. */
  cachedRead(caller: Caller, to: Destination, options: SendOptions): Exchange | undefined {
    const { method, path } = this.#compose(caller, to, options);
    return method === 'GET' && options.headers === undefined
      ? this.#readCache.get(caller.label, path)
      : undefined;
  }

  /** The target's clock minus ours, in milliseconds. */
  get skew(): number {
    return this.#skewByToken ?? this.#skewByDate;
  }

  /** Notes when a token says it was issued: a gateway's `Date` need not be the service's time. @param at Unix milliseconds */
  noteTokenIssuedAt(issuedAt: number, { startedAt }: Exchange): void {
    if (!plausibleTime(issuedAt)) return;
    const skew = issuedAt - startedAt;
    this.#skewByToken = Math.abs(skew - this.#skewByDate) > MAX_TOKEN_SKEW_MS ? skew : null;
  }

  /** Sleeps by the run's clock; an interruption ends it. */
  async pause(ms: number): Promise<void> {
    const { clock, deadline, signal } = this.#options;
    if (clock.now() + ms > deadline) throw new RunStopped('budget', this.#spent());
    this.#readCache.invalidateLists();
    await clock.sleep(ms, signal);
  }

  /** Taking back is outside of any budget. */
  #waitBeforeRetry(ms: number, origin: RequestOrigin): Promise<void> {
    if (origin.purpose !== 'cleanup') return this.pause(ms);
    const { clock } = this.#options;
    if (clock.now() + ms > this.#cleanUpUntil) throw cleanUpTimeSpent();
    return clock.sleep(ms);
  }

  /** Sets the time for taking back, which starts now. @param ms milliseconds after which nothing more is sent */
  beginCleanUp(ms: number): void {
    this.#cleanUpUntil = this.#options.clock.now() + ms;
  }

  /** Waits until `n` calls to auth endpoints may go out: for what grows stale while it waits, such as a one-time code. */
  async waitForAuthBudget(n: number): Promise<void> {
    const rateKey = { caller: 'anonymous', operation: LOGIN_OPERATION, auth: true };
    const { pacing, signal, deadline } = this.#options;
    await pacing.waitForBudget(rateKey, n, signal, deadline);
  }

  #compose(caller: Caller, to: Destination, options: SendOptions): ComposedRequest {
    return compose(this.#options.baseUrl, to, options, caller.authorization, this.#options.userAgent);
  }

  /** What this mode does not allow, and what is not ours to write to. */
  #assertAllowed(
    to: Destination,
    request: ComposedRequest,
    origin: RequestOrigin,
    options: SendOptions,
  ): void {
    const { mode, ownedIds } = this.#options;
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || to === LOGIN_OPERATION;
    if (mode === 'read-only' && !isRead) {
      throw new CheckEnded('skipped', `${describeDestination(to)} is not sent in read-only mode`);
    }
    if (origin.purpose === 'cleanup') return;
    const foreignId = ownedIds.firstForeign(request, options.deliberateFault !== undefined);
    if (foreignId !== undefined) {
      throw new Error(
        `${describeDestination(to)} was to write to ${foreignId}, which this run did not create.`,
      );
    }
  }

  async #acquire(rateKey: RateKey, n: number, origin: RequestOrigin): Promise<void> {
    this.#assertWithinBudget(n, origin);
    const { pacing, signal, deadline } = this.#options;
    if (origin.purpose === 'cleanup') await pacing.acquire(rateKey, n, undefined, this.#cleanUpUntil);
    else await pacing.acquire(rateKey, n, signal, deadline);
    this.#assertWithinBudget(n, origin);
  }

  /** Clean-up has a time of its own, is outside of any budget, and not interrupted. */
  #assertWithinBudget(n: number, origin: RequestOrigin): void {
    const { maxRequests, deadline, clock, signal } = this.#options;
    if (origin.purpose === 'cleanup') {
      if (clock.now() > this.#cleanUpUntil) throw cleanUpTimeSpent();
      return;
    }
    const why = this.#options.halted();
    if (why !== null) throw new RunStopped('interrupted', why);
    if (isHeapNearlyFull()) throw new RunStopped('budget', OUT_OF_MEMORY);
    if (signal?.aborted) throw stopReason(signal);
    if (this.requestsSent + n > maxRequests)
      throw new RunStopped('budget', `the budget of ${maxRequests} requests is spent`);
    if (clock.now() > deadline) throw new RunStopped('budget', this.#spent());
  }

  #spent(): string {
    return `the time is spent (${formatDuration(this.#options.maxTime)}; --max-time sets another)`;
  }

  async #sendOnce(
    caller: Caller,
    origin: RequestOrigin,
    to: Destination,
    { wireBody, ...request }: ComposedRequest,
    options: SendOptions,
    rateKey: RateKey,
    together: boolean,
  ): Promise<Exchange> {
    const { transport, clock, pacing, timeout, signal, onExchange } = this.#options;
    if (options.burst) this.#assertWithinBudget(1, origin);
    this.requestsSent += 1;
    const id = `x${this.requestsSent}`;
    const startedAt = clock.now();
    let reply: TransportReply | null = null;
    let failure: TransportFailure | null = null;
    try {
      reply = await runTracked(() =>
        transport.send({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: wireBody,
          timeout: options.timeout ?? timeout,
          maxBytes: this.#largeLeft > 0 ? MAX_REPLY_BYTES : LARGE_REPLY_BYTES,
          // a write that is under way is waited for: what it makes must get into the ledger
          ...(signal && request.method === 'GET' && origin.purpose !== 'cleanup' ? { signal } : {}),
        }),
      );
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      if (error.kind === 'aborted') throw stopReason(signal);
      failure = { kind: error.kind, message: error.message };
      if (!error.passing) this.#tooLarge.add(id);
    }
    if (reply) {
      const why = this.#unreadable(reply);
      if (why !== null) {
        [reply, failure] = [null, { kind: 'protocol', message: why }];
        this.#tooLarge.add(id);
      }
    } else if (failure?.kind === 'protocol' && this.#largeLeft <= 0) {
      const spent = `large bodies of ${MAX_LARGE_BYTES / 1_048_576} MiB in all were read before it`;
      failure = { ...failure, message: `${failure.message}; ${spent}` };
    }
    const sent = {
      id,
      operation: typeof to === 'string' ? to : null,
      purpose: origin.purpose,
      by: origin.by,
      caller: caller.label,
      deliberateFault: options.deliberateFault ?? null,
      burst: options.burst ?? false,
      concurrent: together,
      request,
      startedAt,
    };
    const exchange = lazyExchange(sent, reply, failure, clock.now() - startedAt);
    if (reply) {
      this.repliesReceived += 1;
      this.#consecutiveFailures = 0;
      this.#noteServerDate(exchange);
      this.#noteGatewayReply(exchange, options);
      pacing.learnLimits(rateKey, exchange.header);
      if (exchange.status === 429 && (options.burst || together)) pacing.block(rateKey, exchange.header);
    }
    this.#readCache.add(exchange);
    onExchange(exchange, origin, caller, options);
    return exchange;
  }

  /** Counts a large body against what the run reads of them. @returns why it is not handed on; null when it is */
  #unreadable({ bytes }: TransportReply): string | null {
    if (bytes.length <= LARGE_REPLY_BYTES) return null;
    if (this.#largeLeft <= 0) return `the body is larger than ${LARGE_REPLY_BYTES / 1024} KiB`;
    const why = valueLimitProblem(bytes);
    if (why === null) this.#largeLeft -= bytes.length;
    return why;
  }

  #noteTransportFailure({ kind, message }: TransportFailure): void {
    // one odd reply says nothing; a target that has none but odd ones cannot be spoken to
    if (kind === 'protocol' && this.repliesReceived > 0) return;
    this.#consecutiveFailures += 1;
    if (kind === 'tls') throw new RunStopped('unreachable', `no TLS connection: ${message}`);
    if (this.#consecutiveFailures < MAX_CONSECUTIVE_FAILURES) return;
    const when = this.repliesReceived === 0 ? 'the target never answered' : 'the target stopped answering';
    throw new RunStopped('unreachable', `${when}: ${message}`);
  }

  /** A service that is away for long is out of reach: nothing that is asked of it would be answered by it. */
  #noteGatewayReply({ status }: Exchange, { burst }: SendOptions): void {
    const gatewayErrors = this.#gatewayErrors;
    const now = this.#options.clock.now();
    if (!GATEWAY_STATUSES.has(status)) gatewayErrors.count = 0;
    else if (burst !== true) {
      if (gatewayErrors.count === 0) gatewayErrors.since = now;
      gatewayErrors.count += 1;
      if (gatewayErrors.count < OUTAGE_LIMIT.replies || now - gatewayErrors.since < OUTAGE_LIMIT.ms) return;
      const seconds = Math.round((now - gatewayErrors.since) / 1000);
      throw new RunStopped(
        'unreachable',
        `the service is away: a gateway answered ${status} for ${seconds} s`,
      );
    }
  }

  /** Whole seconds, so less than two of difference say nothing. */
  #noteServerDate(exchange: Exchange): void {
    const date = Date.parse(exchange.header('date') ?? '');
    if (!plausibleTime(date)) return;
    const skew = date - exchange.startedAt;
    this.#skewByDate = Math.abs(skew) < 2000 ? 0 : skew;
  }
}

const OUT_OF_MEMORY =
  'the memory that Node may use is nearly used up (NODE_OPTIONS=--max-old-space-size=4096 allows more)';

const stopReason = (signal: AbortSignal | undefined): RunStopped =>
  signal?.reason instanceof RunStopped ? signal.reason : new RunStopped('interrupted', 'stopped by the user');

const cleanUpTimeSpent = (): CheckEnded => new CheckEnded('skipped', 'the time for taking back is spent');

const describeDestination = (to: Destination): string =>
  typeof to === 'string' ? to : `${to.method} ${to.path}`;

function rateKeyFor(caller: Caller, to: Destination): RateKey {
  if (typeof to !== 'string') return { caller: caller.budgetOwner, operation: '', auth: false };
  return { caller: caller.budgetOwner, operation: to, auth: operation(to).rateClass === 'auth' };
}
