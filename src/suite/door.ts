// The one door to the target: every request of a run goes through here, paced, recorded, judged and accounted for.
import { type OperationId, operation, operations } from '../contract/operations.ts';
import { anonymous, type Caller, type Errand } from './caller.ts';
import { type Clock, duration, plausibleTime } from './clock.ts';
import { type Composed, compose, type Destination, settleBody } from './compose.ts';
import type { SendOptions } from './context.ts';
import type { Mode } from './define.ts';
import { tooManyValues } from './depth.ts';
import type { Exchange, TransportFailure } from './exchange.ts';
import { heapIsFull } from './heap.ts';
import { LARGE_REPLY_BYTES, MAX_LARGE_BYTES, MAX_REPLY_BYTES } from './limits.ts';
import { liveExchange } from './live.ts';
import { Memory } from './memory.ts';
import { RunStopped, Stop } from './outcome.ts';
import type { Owned } from './owned.ts';
import type { Lane, Pacing } from './pacing.ts';
import { throughTheDoor } from './past-the-door.ts';
import { AWAY, AWAY_AFTER, CROWDS, GIVEN_UP, LONGEST_AWAY, LOST_AFTER, OTHER_TIME } from './patience.ts';
import { retryAfter } from './rate-headers.ts';
import { type Transport, TransportError, type WireReply } from './transport.ts';

/** The one operation that read-only runs may POST to: without it there is no token. */
export const LOGIN: OperationId = 'login';
export type DoorOptions = {
  baseUrl: string;
  transport: Transport;
  clock: Clock;
  pacing: Pacing;
  owned: Owned;
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
  onExchange(exchange: Exchange, errand: Errand, caller: Caller, options: SendOptions): void;
};

export class Door {
  readonly #options: DoorOptions;
  readonly #memory = new Memory();
  #failuresInRow = 0;
  /** answers of a gateway since the service itself was last heard, and since when */
  readonly #away = { answers: 0, since: 0 };
  /** requests sent so far */
  sent = 0;
  /** requests that brought a reply */
  answered = 0;
  /** the target's clock minus ours, in milliseconds: by its last `Date`, and by its tokens where these tell another time */
  #dated = 0;
  #issued: number | null = null;
  /** bytes of large bodies that may still be read */
  #largeLeft = MAX_LARGE_BYTES;
  /** exchanges whose body is not read: it would be as large another time */
  readonly #tooLarge = new Set<string>();
  /** Unix milliseconds after which clean-up sends nothing more */
  #cleanUpUntil = Number.POSITIVE_INFINITY;

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  /** Calls, waits out 429s, and ends the check when no reply can be had. */
  async call(caller: Caller, errand: Errand, to: Destination, options: SendOptions = {}): Promise<Exchange> {
    const lane = laneOf(caller, to);
    for (let attempt = 1; ; attempt++) {
      const request = this.#compose(caller, to, await settleBody(options));
      this.#guard(to, request, errand, options);
      if (!options.burst) await this.#turn(lane, 1, errand);
      const exchange = await this.#exchange(caller, errand, to, request, options, lane, false);
      if (exchange.failure) {
        if (options.mayFail) return exchange;
        this.#noteFailure(exchange.failure);
        // nothing was done, or reading does nothing: try again
        const harmless = exchange.failure.kind === 'refused' || request.method === 'GET';
        if (harmless && !this.#tooLarge.has(exchange.id) && attempt < LOST_AFTER) {
          await this.#rest(200 * attempt, errand);
          continue;
        }
        throw new Stop('inconclusive', `${nameOf(to)} brought no reply: ${exchange.failure.message}`, {
          evidence: { exchange },
        });
      }
      if (AWAY.has(exchange.status) && !options.burst) {
        const told = retryAfter(exchange.header, this.#options.clock.now());
        // 503 was not worked on; reading, and what is to be refused, does no harm twice
        const harmless =
          exchange.status === 503 ||
          request.method === 'GET' ||
          errand.purpose === 'cleanup' ||
          options.spoiled !== undefined;
        if (harmless && attempt < AWAY_AFTER) {
          await this.#rest(Math.min(told ?? 1000 * attempt, LONGEST_AWAY), errand);
          continue;
        }
        // what was made wrong on purpose may be what throws it down: unless the service is away for anybody
        if (options.spoiled !== undefined && !(await this.#awayAnyhow(to, errand))) return exchange;
        throw new Stop('inconclusive', `${nameOf(to)} was answered ${exchange.status} by a gateway`, {
          evidence: { exchange },
        });
      }
      if (exchange.status !== 429 || options.burst) {
        this.#options.pacing.letIn(lane);
        return exchange;
      }
      if (!this.#options.pacing.refused(lane, exchange.header, attempt)) {
        throw new Stop('inconclusive', `${nameOf(to)} was refused with 429 ${attempt} times in a row`, {
          evidence: { exchange },
        });
      }
    }
  }

  /** Whether a sound read of the same area, by nobody, is answered by a gateway too. */
  async #awayAnyhow(to: Destination, errand: Errand): Promise<boolean> {
    const area = typeof to === 'string' ? operation(to).area : '';
    const plain = operations.find(
      (one) => one.area === area && one.method === 'GET' && !one.path.includes('{'),
    );
    const control = plain?.id ?? 'getCurrentUser';
    const lane = laneOf(anonymous, control);
    await this.#turn(lane, 1, errand);
    const request = this.#compose(anonymous, control, {});
    const proof = { ...errand, purpose: 'proof' } as const;
    return AWAY.has((await this.#exchange(anonymous, proof, control, request, {}, lane, false)).status);
  }

  /** Sends several calls at the same moment. 429s and failures are handed back, unless every one was refused so. */
  async together(
    caller: Caller,
    errand: Errand,
    calls: readonly (readonly [Destination, SendOptions?])[],
  ): Promise<Exchange[]> {
    const ready: { to: Destination; options: SendOptions; request: Composed; lane: Lane }[] = [];
    for (const [to, options = {}] of calls) {
      const request = this.#compose(caller, to, await settleBody(options));
      this.#guard(to, request, errand, options);
      ready.push({ to, options, request, lane: laneOf(caller, to) });
    }
    const first = ready[0];
    if (!first) return [];
    await this.#turn(first.lane, ready.length, errand);
    const release = ({ to, options, request, lane }: (typeof ready)[number]): Promise<Exchange> =>
      this.#exchange(caller, errand, to, request, options, lane, true);
    let replies = await Promise.all(ready.map(release));
    // where all were refused nothing has happened yet: the same again, once the target allows it
    for (let again = 2; again <= CROWDS && replies.every(({ status }) => status === 429); again++) {
      const [one] = replies;
      if (one) this.#options.pacing.block(first.lane, one.header, again);
      await this.#turn(first.lane, ready.length, errand);
      replies = await Promise.all(ready.map(release));
    }
    // 503 was not worked on: the same again, word for word, for those that met it
    for (let attempt = 1; attempt < AWAY_AFTER && replies.some(({ status }) => status === 503); attempt++) {
      const met = ready.flatMap((one, at) => (replies[at]?.status === 503 ? [{ one, at }] : []));
      const told = replies.flatMap((one) => retryAfter(one.header, this.#options.clock.now()) ?? []);
      await this.#rest(Math.min(Math.max(1000 * attempt, ...told), LONGEST_AWAY), errand);
      await this.#turn(first.lane, met.length, errand);
      const again = await Promise.all(met.map(({ one }) => release(one)));
      for (const [n, { at }] of met.entries()) {
        const reply = again[n];
        if (reply) replies[at] = reply;
      }
    }
    const away = replies.find(({ status }) => AWAY.has(status));
    if (away) {
      throw new Stop('inconclusive', `${nameOf(first.to)} was answered ${away.status} by a gateway`, {
        evidence: { exchange: [away, ...replies] },
      });
    }
    return replies;
  }

  /** What a reading would show by an earlier one of this run; undefined when that may not hold any more. */
  recall(caller: Caller, to: Destination, options: SendOptions): Exchange | undefined {
    const { method, path } = this.#compose(caller, to, options);
    return method === 'GET' && options.headers === undefined
      ? this.#memory.recall(caller.label, path)
      : undefined;
  }

  /** The target's clock minus ours, in milliseconds. */
  get skew(): number {
    return this.#issued ?? this.#dated;
  }

  /** Notes when a token says it was issued: a gateway's `Date` need not be the service's time. @param at Unix milliseconds */
  noteIssued(at: number, { startedAt }: Exchange): void {
    if (!plausibleTime(at)) return;
    const skew = at - startedAt;
    this.#issued = Math.abs(skew - this.#dated) > OTHER_TIME ? skew : null;
  }

  /** Sleeps by the run's clock; an interruption ends it. */
  async pause(ms: number): Promise<void> {
    const { clock, deadline, signal } = this.#options;
    if (clock.now() + ms > deadline) throw new RunStopped('budget', this.#spent());
    this.#memory.pause();
    await clock.sleep(ms, signal);
  }

  /** Taking back is outside of any budget. */
  #rest(ms: number, errand: Errand): Promise<void> {
    if (errand.purpose !== 'cleanup') return this.pause(ms);
    const { clock } = this.#options;
    if (clock.now() + ms > this.#cleanUpUntil) throw outOfTime();
    return clock.sleep(ms);
  }

  /** Sets the time for taking back, which starts now. @param ms milliseconds after which nothing more is sent */
  beginCleanUp(ms: number): void {
    this.#cleanUpUntil = this.#options.clock.now() + ms;
  }

  /** Waits until `n` calls to auth endpoints may go out: for what grows stale while it waits, such as a one-time code. */
  async roomForAuth(n: number): Promise<void> {
    const lane = { caller: 'anonymous', operation: LOGIN, auth: true };
    const { pacing, signal, deadline } = this.#options;
    await pacing.room(lane, n, signal, deadline);
  }

  #compose(caller: Caller, to: Destination, options: SendOptions): Composed {
    return compose(this.#options.baseUrl, to, options, caller.authorization, this.#options.userAgent);
  }

  /** What this mode does not allow, and what is not ours to write to. */
  #guard(to: Destination, request: Composed, errand: Errand, options: SendOptions): void {
    const { mode, owned } = this.#options;
    const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || to === LOGIN;
    if (mode === 'read-only' && !reads) {
      throw new Stop('skipped', `${nameOf(to)} is not sent in read-only mode`);
    }
    if (errand.purpose === 'cleanup') return;
    const stranger = owned.stranger(request, options.spoiled !== undefined);
    if (stranger !== undefined) {
      throw new Error(`${nameOf(to)} was to write to ${stranger}, which this run did not create.`);
    }
  }

  async #turn(lane: Lane, n: number, errand: Errand): Promise<void> {
    this.#budget(n, errand);
    const { pacing, signal, deadline } = this.#options;
    if (errand.purpose === 'cleanup') await pacing.turn(lane, n, undefined, this.#cleanUpUntil);
    else await pacing.turn(lane, n, signal, deadline);
    this.#budget(n, errand);
  }

  /** Clean-up has a time of its own, is outside of any budget, and not interrupted. */
  #budget(n: number, errand: Errand): void {
    const { maxRequests, deadline, clock, signal } = this.#options;
    if (errand.purpose === 'cleanup') {
      if (clock.now() > this.#cleanUpUntil) throw outOfTime();
      return;
    }
    const why = this.#options.halted();
    if (why !== null) throw new RunStopped('interrupted', why);
    if (heapIsFull()) throw new RunStopped('budget', OUT_OF_MEMORY);
    if (signal?.aborted) throw stopReason(signal);
    if (this.sent + n > maxRequests)
      throw new RunStopped('budget', `the budget of ${maxRequests} requests is spent`);
    if (clock.now() > deadline) throw new RunStopped('budget', this.#spent());
  }

  #spent(): string {
    return `the time is spent (${duration(this.#options.maxTime)}; --max-time sets another)`;
  }

  async #exchange(
    caller: Caller,
    errand: Errand,
    to: Destination,
    { wireBody, ...request }: Composed,
    options: SendOptions,
    lane: Lane,
    together: boolean,
  ): Promise<Exchange> {
    const { transport, clock, pacing, timeout, signal, onExchange } = this.#options;
    if (options.burst) this.#budget(1, errand);
    this.sent += 1;
    const id = `x${this.sent}`;
    const startedAt = clock.now();
    let reply: WireReply | null = null;
    let failure: TransportFailure | null = null;
    try {
      reply = await throughTheDoor(() =>
        transport.send({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: wireBody,
          timeout: options.timeout ?? timeout,
          maxBytes: this.#largeLeft > 0 ? MAX_REPLY_BYTES : LARGE_REPLY_BYTES,
          // a write that is under way is waited for: what it makes must get into the ledger
          ...(signal && request.method === 'GET' && errand.purpose !== 'cleanup' ? { signal } : {}),
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
      purpose: errand.purpose,
      by: errand.by,
      caller: caller.label,
      spoiled: options.spoiled ?? null,
      burst: options.burst ?? false,
      together,
      request,
      startedAt,
    };
    const exchange = liveExchange(sent, reply, failure, clock.now() - startedAt);
    if (reply) {
      this.answered += 1;
      this.#failuresInRow = 0;
      this.#noteDate(exchange);
      this.#noteAway(exchange, options);
      pacing.learn(lane, exchange.header);
      if (exchange.status === 429 && (options.burst || together)) pacing.block(lane, exchange.header);
    }
    this.#memory.note(exchange);
    onExchange(exchange, errand, caller, options);
    return exchange;
  }

  /** Counts a large body against what the run reads of them. @returns why it is not handed on; null when it is */
  #unreadable({ bytes }: WireReply): string | null {
    if (bytes.length <= LARGE_REPLY_BYTES) return null;
    if (this.#largeLeft <= 0) return `the body is larger than ${LARGE_REPLY_BYTES / 1024} KiB`;
    const why = tooManyValues(bytes);
    if (why === null) this.#largeLeft -= bytes.length;
    return why;
  }

  #noteFailure({ kind, message }: TransportFailure): void {
    // one odd reply says nothing; a target that has none but odd ones cannot be spoken to
    if (kind === 'protocol' && this.answered > 0) return;
    this.#failuresInRow += 1;
    if (kind === 'tls') throw new RunStopped('unreachable', `no TLS connection: ${message}`);
    if (this.#failuresInRow < LOST_AFTER) return;
    const when = this.answered === 0 ? 'the target never answered' : 'the target stopped answering';
    throw new RunStopped('unreachable', `${when}: ${message}`);
  }

  /** A service that is away for long is out of reach: nothing that is asked of it would be answered by it. */
  #noteAway({ status }: Exchange, { burst }: SendOptions): void {
    const away = this.#away;
    const now = this.#options.clock.now();
    if (!AWAY.has(status)) away.answers = 0;
    else if (burst !== true) {
      if (away.answers === 0) away.since = now;
      away.answers += 1;
      if (away.answers < GIVEN_UP.answers || now - away.since < GIVEN_UP.ms) return;
      const seconds = Math.round((now - away.since) / 1000);
      throw new RunStopped(
        'unreachable',
        `the service is away: a gateway answered ${status} for ${seconds} s`,
      );
    }
  }

  /** Whole seconds, so less than two of difference say nothing. */
  #noteDate(exchange: Exchange): void {
    const date = Date.parse(exchange.header('date') ?? '');
    if (!plausibleTime(date)) return;
    const skew = date - exchange.startedAt;
    this.#dated = Math.abs(skew) < 2000 ? 0 : skew;
  }
}

const OUT_OF_MEMORY =
  'the memory that Node may use is nearly used up (NODE_OPTIONS=--max-old-space-size=4096 allows more)';

const stopReason = (signal: AbortSignal | undefined): RunStopped =>
  signal?.reason instanceof RunStopped ? signal.reason : new RunStopped('interrupted', 'stopped by the user');

const outOfTime = (): Stop => new Stop('skipped', 'the time for taking back is spent');

const nameOf = (to: Destination): string => (typeof to === 'string' ? to : `${to.method} ${to.path}`);

function laneOf(caller: Caller, to: Destination): Lane {
  if (typeof to !== 'string') return { caller: caller.purse, operation: '', auth: false };
  return { caller: caller.purse, operation: to, auth: operation(to).rateClass === 'auth' };
}
