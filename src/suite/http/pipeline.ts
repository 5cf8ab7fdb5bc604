// The pipeline of a run: every request passes the list of steps in this file, whoever sends it.
import { isEdited, operation, packageOperation } from '../../contract/operations.ts';
import { readList } from '../lists/read-list.ts';
import type { ResponseMapping } from '../mapping/learned-names.ts';
import type { CallerApi, SendOptions } from '../model/context.ts';
import type { Catalogue, Mode } from '../model/define.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { CheckEnded, inconclusive } from '../model/outcome.ts';
import type { Target } from '../model/target.ts';
import { learnSecrets } from '../redaction/learn-secrets.ts';
import type { Secrets } from '../redaction/secrets.ts';
import { Bans } from './bans.ts';
import {
  anonymous,
  because,
  type Call,
  type ComposedCall,
  LOGIN_OPERATION,
  type RequestOrigin,
  rateKeyFor,
  type Sender,
} from './call.ts';
import { ClockSkew } from './clock-skew.ts';
import { CreatedResources } from './created-resources.ts';
import { Sessions } from './credentials/sessions.ts';
import { assertSameMeaning, changedMeaning, withRequiredParameters } from './edited-meaning.ts';
import { LearnedBodies } from './learned-bodies.ts';
import type { Ledger } from './ledger.ts';
import { OwnedIds } from './owned-ids.ts';
import type { Pacing } from './rate-limits/pacing.ts';
import { ReadCache } from './read-cache.ts';
import { GRANTED_MS, type ReadLag } from './read-lag.ts';
import { Retries } from './retry.ts';
import { type RunLimitOptions, RunLimits } from './run-limits.ts';
import { Semaphore } from './semaphore.ts';
import type { Spending } from './spending.ts';
import { type ComposedRequest, compose, type Destination, describeDestination } from './transport/compose.ts';
import { sendOnce, type Wire } from './transport/send-once.ts';
import { ReplySizeLimit, type Transport } from './transport/transport.ts';

/** What the pipeline of a run works with. */
export type PipelineOptions = RunLimitOptions & {
  target: Target;
  catalogue: Pick<Catalogue, 'undo' | 'amendBody' | 'credentialProbes'>;
  runId: string;
  mode: Mode;
  transport: Transport;
  pacing: Pacing;
  spending: Spending;
  ledger: Ledger;
  secrets: Secrets;
  mapping: ResponseMapping;
  /** how long to wait for a reply, in milliseconds */
  timeout: number;
  /** records an exchange and applies the rules to it, before the check receives it */
  judge(exchange: Exchange, origin: RequestOrigin): void;
  readLag: ReadLag;
  /** the most requests in flight, apart from those that a check sends at the same moment */
  concurrency: number;
};

type Next = (call: Call) => Promise<Exchange>;
/** One step: it may change the call, send it again, or act on the reply. `next` passes the call to the later steps. */
type Step = (call: Call, next: Next) => Promise<Exchange>;

/** The most renewals of the token for one call. */
const MAX_RENEWALS = 2;

/** Sends the requests of one run to the target. */
export class Pipeline implements Sender {
  /**
   * The steps of a request, in order: a call passes them from the first to the last, and its reply passes them back. A step
   * that sends again, or sends a request of its own, names the reason (`REASONS`).
   */
  readonly #steps: readonly Step[] = [
    // sends another body in place of one that is refused with 422
    (call, next) => this.#amendBody(call, next),
    // puts in the token, and another one after a 401
    (call, next) => this.#authenticate(call, next),
    // reads again after a pause what may lag behind a write
    (call, next) => this.#confirmRead(call, next),
    // reads the id of what was created
    (call, next) => this.#identifyCreated(call, next),
    // repeats the call after a 429, a gateway reply or no reply
    (call, next) => this.#retries.repeat(call, next),
    // composes, paces and sends one request, learns from its reply and judges it
    (call) => this.#sendOnce(call),
  ];
  readonly #options: PipelineOptions;
  readonly #limits: RunLimits;
  readonly #retries: Retries;
  readonly #wire: Wire;
  readonly #clockSkew = new ClockSkew();
  readonly #bans: Bans;
  readonly #readCache = new ReadCache();
  /** the replies that come from a ban */
  readonly #fromBan = new WeakSet<Exchange>();
  #answeredRead: Pick<Call, 'caller' | 'to' | 'options'> | undefined;
  /** id of a check → how many requests were sent for it */
  readonly #sentFor = new Map<string, number>();
  /** bounds and pauses the requests of checks that run together */
  readonly semaphore: Semaphore;
  readonly sessions: Sessions;
  readonly ownedIds = new OwnedIds();
  readonly created: CreatedResources;
  readonly learnedBodies: LearnedBodies;

  constructor(options: PipelineOptions) {
    this.#options = options;
    const { target, catalogue, clock, secrets, transport, timeout, signal, mapping } = options;
    this.#limits = new RunLimits(options);
    this.semaphore = new Semaphore(options.concurrency);
    this.#wire = { transport, clock, timeout, signal, sizeLimit: new ReplySizeLimit(), mapping };
    this.#retries = new Retries({
      ...options,
      acquire: (call, n) => this.#acquire(call, n),
      sendOnce: (call) => this.#sendOnce(call),
      wait: (ms, origin) => this.pause(ms, origin),
    });
    this.#bans = new Bans({ clock, probe: () => this.#repeatAnsweredRead(), pause: (ms) => this.pause(ms) });
    const probes = catalogue.credentialProbes;
    this.sessions = new Sessions(target, { clock, secrets, client: this, probes });
    this.ownedIds.add(...(target.values.pendingOrderIds ?? []));
    this.created = new CreatedResources({ ...options, ownedIds: this.ownedIds, client: this });
    this.learnedBodies = new LearnedBodies(
      target.bodies,
      catalogue.amendBody,
      (kind) => mapping.learned[kind] ?? {},
      target.learned,
    );
  }

  /** The number of requests sent so far. */
  get requestsSent(): number {
    return this.#limits.requestsSent;
  }

  /** Returns the number of requests sent so far for a check. */
  requestsSentFor(checkId: string): number {
    return this.#sentFor.get(checkId) ?? 0;
  }

  get skew(): number {
    return this.#clockSkew.ms;
  }

  /**
   * Sends a call through all steps.
   * @throws CheckEnded when no usable reply arrives, or the call is not allowed
   * @throws RunStopped when a limit of the run is reached, or the target is unreachable
   */
  send(as: Call['as'], origin: RequestOrigin, to: Destination, options: SendOptions = {}): Promise<Exchange> {
    return this.#run(0, callOf(as, origin, to, options));
  }

  /**
   * Returns the calls that a check can send as one caller.
   * @param note receives every exchange that the check gets
   * @param allowCached whether a cached exchange may replace a call that allows it
   * @param learns whether the run learns from the calls
   */
  api(
    as: Call['as'],
    origin: RequestOrigin,
    {
      note,
      allowCached = false,
      learns = false,
    }: { note?: (exchange: Exchange) => void; allowCached?: boolean; learns?: boolean } = {},
  ): CallerApi {
    const { target, mapping } = this.#options;
    const label = typeof as === 'string' ? as : as.label;
    const send = async (to: Destination, options: SendOptions = {}): Promise<Exchange> => {
      this.#assertOffered(to);
      const cached = allowCached && options.allowCached ? this.#cachedRead(label, to, options) : undefined;
      if (cached) note?.(cached);
      if (cached) return cached;
      const exchange = await this.#run(0, {
        ...callOf(as, origin, to, options),
        ...(note && { note }),
        ...{ api, learns },
      });
      if (typeof to === 'string') assertSameMeaning(to, exchange);
      return exchange;
    };
    const api: CallerApi = {
      caller: label,
      send,
      sendRaw: (method, path, options) => send({ method, path }, options),
      sendConcurrently: async (calls) => {
        for (const [to] of calls) this.#assertOffered(to);
        const batch = calls.map(([to, options = {}]) => ({ ...callOf(as, origin, to, options), learns }));
        const exchanges = await this.#sendConcurrently(batch);
        for (const exchange of exchanges) note?.(exchange);
        return exchanges;
      },
      list: (id, options = {}) =>
        readList(id, options, { send, lists: target.lists, paging: mapping.paging }),
    };
    return api;
  }

  async pause(ms: number, origin?: RequestOrigin): Promise<void> {
    this.#limits.assertTimeFor(ms, origin);
    this.#readCache.invalidateLists();
    await this.#options.clock.sleep(ms, this.#limits.waitLimits(origin).signal);
  }

  /** Starts the time limit of clean-up. @param ms milliseconds after which clean-up sends nothing more */
  beginCleanUp(ms: number): void {
    this.#limits.beginCleanUp(ms);
  }

  async waitForAuthBudget(n: number): Promise<void> {
    const { pacing, signal, deadline } = this.#options;
    await pacing.waitForBudget(rateKeyFor(anonymous, LOGIN_OPERATION), n, signal, deadline);
  }

  /**
   * Repeats, after a pause, the reads that seemed to lag behind a write, so that rules tell a lag from a list that is one
   * reading behind: such a list shows now what it should have shown at its last reading.
   */
  async readSuspectedAgain(): Promise<void> {
    const { suspectedReads } = this.#options.readLag;
    if (suspectedReads.size > 0) await this.pause(GRANTED_MS);
    for (const readAgain of suspectedReads.values()) {
      await readAgain().catch((error: unknown) => {
        // A read without a usable reply confirms nothing.
        if (!(error instanceof CheckEnded)) throw error;
      });
    }
  }

  #run(at: number, call: Call): Promise<Exchange> {
    const [step] = this.#steps.slice(at);
    if (step === undefined) throw new Error('The last step of a call sends it.');
    return step(call, (changed) => this.#run(at + 1, changed));
  }

  #amendBody(call: Call, next: Next): Promise<Exchange> {
    const { api, options } = call;
    if (api === undefined || !call.learns) return next(call);
    let sent = 0;
    const send = (amended: SendOptions): Promise<Exchange> =>
      next({ ...(sent++ === 0 ? call : because('amended', call)), options: amended });
    return this.learnedBodies.send(options, send, api);
  }

  async #authenticate(call: Call, next: Next): Promise<Exchange> {
    const { as, origin, to, options } = call;
    if (typeof as !== 'string') return next({ ...call, caller: as });
    for (let renewed = 0; ; renewed++) {
      const caller = await this.sessions.caller(as, origin);
      const exchange = await next({ ...(renewed === 0 ? call : because('renewed', call)), caller });
      // The reply shows whether the target accepts the credential only when the request contained the credential.
      if (options.headers?.authorization !== undefined) return exchange;
      if (typeof to === 'string' && operation(to).auth === 'anonymous') return exchange;
      if (isSuccess(exchange)) this.sessions.noteAccepted(as);
      if (exchange.status !== 401 || options.burst || renewed === MAX_RENEWALS) return exchange;
      const used = caller.authorization?.replace(/^Bearer /, '') ?? '';
      if (!(await this.sessions.shouldRetryAfter401(as, origin, used))) return exchange;
    }
  }

  async #confirmRead(call: Call, next: Next): Promise<Exchange> {
    const exchange = await next(call);
    call.note?.(exchange);
    const { readLag } = this.#options;
    if (call.note === undefined || !readLag.needsConfirmation(exchange.id)) return exchange;
    // A read may lag although the target file does not say so; the rules judge the later read.
    const { note: _, ...confirmation } = because('confirm', call, 'proof');
    const readAgain = (): Promise<Exchange> => next(confirmation);
    await this.pause(GRANTED_MS);
    await readAgain();
    if (/^list/.test(exchange.operation ?? ''))
      readLag.suspectedReads.set(`${call.caller.label} ${exchange.request.path}`, readAgain);
    return exchange;
  }

  async #identifyCreated(call: Call, next: Next): Promise<Exchange> {
    const exchange = await next(call);
    await this.created.identify(exchange, call);
    return exchange;
  }

  async #sendOnce(call: Call): Promise<Exchange> {
    const composed = await this.#compose(call);
    this.#options.spending.assertAffordable([call]);
    const { burst } = call.options;
    const key = rateKeyFor(call.caller, call.to);
    const isCleanUp = call.origin.purpose === 'cleanup';
    const provokes = call.options.deliberateFault !== undefined && isWrongCredential(call);
    for (;;) {
      if (!isCleanUp) this.#bans.assertMaySend(provokes);
      if (!burst) await this.#waitForBudget(call, 1);
      const send = async (): Promise<Exchange | undefined> =>
        burst || this.#options.pacing.take(key, 1) ? this.#transmit(composed) : undefined;
      const isBounded = call.origin.runsTogether && !isCleanUp;
      const exchange = await (isBounded ? this.semaphore.use(send) : send());
      // While the call waited for a permit, others have used the budget. A call that met a ban is sent again after it.
      if (exchange && (isCleanUp || !this.#fromBan.has(exchange))) return exchange;
    }
  }

  /** Sends the last read with a credential that the target has answered; returns undefined when it has answered none. */
  async #repeatAnsweredRead(): Promise<Exchange | undefined> {
    if (this.#answeredRead === undefined) return undefined;
    const origin = { purpose: 'proof', reason: 'alive', by: 'suite/bans', checkId: '' } as const;
    const call = { ...this.#answeredRead, as: this.#answeredRead.caller, origin };
    await this.#acquire(call, 1);
    return this.#transmit(await this.#compose(call), false, true);
  }

  /**
   * Sends several calls at the same moment. A 429 to only some of the calls, and a failed call, is returned. Calls
   * that got a 503 are repeated, and so is the whole batch when every call got a 429.
   */
  async #sendConcurrently(calls: readonly Call[]): Promise<Exchange[]> {
    const [first] = calls;
    if (first === undefined) return [];
    const caller =
      typeof first.as === 'string' ? await this.sessions.caller(first.as, first.origin) : first.as;
    const batch: ComposedCall[] = [];
    for (const call of calls) batch.push(await this.#compose({ ...call, caller }));
    this.#options.spending.assertAffordable(batch);
    const release = (now: readonly ComposedCall[]): Promise<Exchange[]> =>
      Promise.all(now.map((call) => this.#transmit(call, true)));
    const exchanges = await this.#retries.repeatBatch(batch, release);
    for (const exchange of exchanges) await this.created.identify(exchange, { ...first, caller });
    return exchanges;
  }

  /**
   * Composes a request and checks that it may be sent.
   * @throws CheckEnded (skipped) when a read-only run would write, or a safe run might buy something; (not applicable) where
   * an edited document changes what the call means
   * @throws Error when the call would write to an id that the run does not own, which is a mistake in the check
   */
  async #compose(call: Call): Promise<ComposedCall> {
    const { to, caller, origin } = call;
    const { mode, spending } = this.#options;
    const { body } = call.options;
    const given = typeof body === 'function' ? { ...call.options, body: await body() } : call.options;
    const options = isEdited() && typeof to === 'string' ? withRequiredParameters(to, given) : given;
    const isDeliberate = options.deliberateFault !== undefined;
    const changed = typeof to === 'string' ? changedMeaning(to, options) : undefined;
    if (changed !== undefined) throw new CheckEnded('not-applicable', `the document ${changed}`);
    if (typeof to === 'string' && caller.credential !== null && !isDeliberate)
      this.created.assertReadable(to);
    const composed = { ...call, options, request: this.#requestOf(caller.authorization, to, options) };
    const { request } = composed;
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) || to === LOGIN_OPERATION;
    if (mode === 'read-only' && !isRead)
      throw new CheckEnded('skipped', `${describeDestination(to)} is not sent in read-only mode`);
    if (origin.purpose === 'cleanup') return composed;
    // Whether a purchase can be taken back at no cost shows only after it was made.
    if (mode === 'safe' && spending.mayBuy(composed))
      throw new CheckEnded('skipped', `needs --mode full: ${describeDestination(to)} may cost money`);
    const foreignId = this.ownedIds.firstForeign(request, isDeliberate);
    if (foreignId === undefined) return composed;
    const message = `${describeDestination(to)} would write to ${foreignId}, which this run did not create.`;
    // The calls of added operations are made from the document and the replies, not written by hand.
    if (typeof to === 'string' && packageOperation(to) === undefined) throw inconclusive(message);
    throw new Error(message);
  }

  #requestOf(authorization: string | null, to: Destination, options: SendOptions): ComposedRequest {
    const { target, runId } = this.#options;
    const common = { ...target.headers, 'user-agent': `hosting-contract conform (run ${runId})` };
    return compose(target.baseUrl, to, options, authorization, common);
  }

  /** Waits until `n` requests of a call may be sent, and counts them. */
  async #acquire(call: Call, n: number): Promise<void> {
    do await this.#waitForBudget(call, n);
    while (!this.#options.pacing.take(rateKeyFor(call.caller, call.to), n));
  }

  async #waitForBudget({ caller, to, origin }: Call, n: number): Promise<void> {
    this.#limits.assertWithinLimits(n, origin);
    const { signal, until } = this.#limits.waitLimits(origin);
    await this.#options.pacing.waitForBudget(rateKeyFor(caller, to), n, signal, until);
  }

  async #transmit(call: ComposedCall, concurrent = false, isProbe = false): Promise<Exchange> {
    this.#limits.assertWithinLimits(1, call.origin);
    this.#limits.requestsSent += 1;
    this.#sentFor.set(call.origin.checkId, this.requestsSentFor(call.origin.checkId) + 1);
    const exchange = await sendOnce(call, `x${this.#limits.requestsSent}`, concurrent, this.#wire);
    if (isProbe ? !isSuccess(exchange) : !concurrent && (await this.#bans.explain(exchange))) {
      this.#fromBan.add(exchange);
      return exchange;
    }
    if (isSuccess(exchange) && isListOrProfile(call)) this.#answeredRead = call;
    this.#learn(exchange, call);
    this.#options.judge(exchange, call.origin);
    return exchange;
  }

  #learn(exchange: Exchange, call: ComposedCall): void {
    const { pacing, mapping, secrets, spending } = this.#options;
    const rateKey = rateKeyFor(call.caller, call.to);
    if (exchange.failure === null) {
      this.#clockSkew.learnDate(exchange);
      if (call.to === LOGIN_OPERATION) this.#clockSkew.learnToken(exchange);
      this.#retries.noteReply();
      pacing.refusals.noteReply(exchange);
      pacing.learnLimits(rateKey, exchange.header);
      if (exchange.status === 429 && (exchange.burst || exchange.concurrent))
        pacing.block(rateKey, exchange.header);
    }
    this.#readCache.add(exchange);
    if (call.learns || call.origin.reason === 'identify') mapping.learn(exchange);
    learnSecrets(exchange, secrets);
    this.created.note(exchange, call);
    spending.note(exchange, call.origin.purpose === 'cleanup');
  }

  /** Returns an earlier exchange of this run whose reply is still valid for this read; undefined when there is none. */
  #cachedRead(label: string, to: Destination, options: SendOptions): Exchange | undefined {
    const { method, path } = this.#requestOf(null, to, options);
    return method === 'GET' && options.headers === undefined ? this.#readCache.get(label, path) : undefined;
  }

  /** Refuses a call to an area that the target does not offer. @throws CheckEnded (not applicable) */
  #assertOffered(to: Destination): void {
    const area = typeof to === 'string' ? operation(to).area : '';
    if (this.#options.target.capabilities[area] === false)
      throw new CheckEnded('not-applicable', `the target does not offer ${area} (capabilities)`);
  }
}

/** Returns whether a call is a valid read of a whole collection, or of the caller, with a configured credential. */
const isListOrProfile = ({ caller, to, options, request }: ComposedCall): boolean =>
  request.method === 'GET' &&
  caller.credential !== null &&
  options.deliberateFault === undefined &&
  typeof to === 'string' &&
  !operation(to).path.includes('{');

/** Returns whether a call has a credential that the target must refuse, or logs in with one. */
const isWrongCredential = ({ caller, to }: Call): boolean =>
  to === LOGIN_OPERATION || (caller.credential === null && caller.authorization !== null);

const callOf = (as: Call['as'], origin: RequestOrigin, to: Destination, options: SendOptions): Call => ({
  as,
  caller: typeof as === 'string' ? anonymous : as,
  origin,
  to,
  options,
});
