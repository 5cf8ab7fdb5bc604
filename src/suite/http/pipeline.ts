// The pipeline of a run: every request passes the list in this file, whoever sends it.
import { operation } from '../../contract/operations.ts';
import { readList } from '../lists/read-list.ts';
import type { ResponseMapping } from '../mapping/learned-names.ts';
import type { CallerApi, SendOptions } from '../model/context.ts';
import type { Catalogue, Mode } from '../model/define.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { CheckEnded } from '../model/outcome.ts';
import type { Target } from '../model/target.ts';
import { learnSecrets, type Secrets } from '../redaction/secrets.ts';
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
import { assertSameMeaning } from './edited-meaning.ts';
import { Guards } from './guards.ts';
import { LearnedBodies } from './learned-bodies.ts';
import type { Ledger } from './ledger.ts';
import { OwnedIds } from './owned-ids.ts';
import type { Pacing } from './rate-limits/pacing.ts';
import { ReadCache } from './read-cache.ts';
import { GRANTED_MS, type ReadLag } from './read-lag.ts';
import { Retries, type Tries } from './retry.ts';
import { type RunLimitOptions, RunLimits } from './run-limits.ts';
import { Semaphore } from './semaphore.ts';
import type { Spending } from './spending.ts';
import type { Destination } from './transport/compose.ts';
import { sendOnce } from './transport/send-once.ts';
import { ReplySizeLimit, type Transport } from './transport/transport.ts';

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
  /** records an exchange and applies the rules to it, `now` by the target's clock, before the check receives it */
  judge(exchange: Exchange, origin: RequestOrigin, now: number): void;
  readLag: ReadLag;
  /** the most requests in flight, apart from those that a check sends at the same moment */
  concurrency: number;
};

/** Who sends the read that shows whether a ban has ended. */
const BANS = 'suite/bans';

/**
 * Sends the requests of one run to the target. Each passes one list: its body (`learnedBodies`), its token (`sessions`), the
 * guards and the composed request (`guards`), its budget (`#sendWithinBudget`), the wire (`#transmit`), what is learned from the
 * reply (`#learn`), the rules (`judge`), and the reasons to send it again (`REASONS`).
 */
export class Pipeline implements Sender {
  readonly #options: PipelineOptions;
  readonly #limits: RunLimits;
  readonly #retries: Retries;
  readonly #guards: Guards;
  readonly #sizeLimit = new ReplySizeLimit();
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
    const { target, catalogue, clock, secrets, mapping } = options;
    this.#limits = new RunLimits(options);
    this.semaphore = new Semaphore(options.concurrency);
    this.#retries = new Retries({
      ...options,
      sendWithinBudget: (call) => this.#sendWithinBudget(call),
      wait: (ms, origin) => this.pause(ms, origin),
    });
    this.#bans = new Bans({ clock, probe: () => this.#repeatAnsweredRead(), pause: (ms) => this.pause(ms) });
    const probes = catalogue.credentialProbes;
    this.sessions = new Sessions(target, { clock, secrets, client: this, probes });
    this.ownedIds.add(...(target.values.pendingOrderIds ?? []));
    this.created = new CreatedResources({ ...options, ownedIds: this.ownedIds, client: this });
    this.#guards = new Guards({ ...options, ownedIds: this.ownedIds, created: this.created });
    this.learnedBodies = new LearnedBodies(
      target.bodies,
      catalogue.amendBody,
      (kind) => mapping.learned[kind] ?? {},
      target.learned,
    );
  }

  get requestsSent(): number {
    return this.#limits.requestsSent;
  }

  requestsSentFor(checkId: string): number {
    return this.#sentFor.get(checkId) ?? 0;
  }

  get skew(): number {
    return this.#clockSkew.ms;
  }

  /** @throws CheckEnded when no usable reply arrives or the call is not allowed; RunStopped at a limit of the run */
  send(as: Call['as'], origin: RequestOrigin, to: Destination, options: SendOptions = {}): Promise<Exchange> {
    return this.#send(callOf(as, origin, to, options));
  }

  /** @param note receives every exchange that the check gets @param allowCached whether a cached one may replace it */
  api(
    as: Call['as'],
    origin: RequestOrigin,
    { note, allowCached = false }: { note?: (exchange: Exchange) => void; allowCached?: boolean } = {},
  ): CallerApi {
    const { target, mapping } = this.#options;
    const label = typeof as === 'string' ? as : as.label;
    const learns = origin.reason === 'learn';
    const send = async (to: Destination, options: SendOptions = {}): Promise<Exchange> => {
      this.#guards.assertOffered(to);
      const cached = allowCached && options.allowCached ? this.#cachedRead(label, to, options) : undefined;
      if (cached) note?.(cached);
      if (cached) return cached;
      const call = { ...callOf(as, origin, to, options), ...(note && { note }), learns };
      const exchange = await (learns ? this.#sendAmended(call, api) : this.#send(call));
      if (typeof to === 'string') assertSameMeaning(to, exchange);
      return exchange;
    };
    const api: CallerApi = {
      caller: label,
      send,
      sendRaw: (method, path, options) => send({ method, path }, options),
      sendConcurrently: async (calls) => {
        for (const [to] of calls) this.#guards.assertOffered(to);
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

  /** Sends another body in place of one that is refused with 422. */
  #sendAmended(call: Call, api: CallerApi): Promise<Exchange> {
    let sent = 0;
    const send = (options: SendOptions): Promise<Exchange> =>
      this.#send({ ...(sent++ === 0 ? call : because('amended', call)), options });
    return this.learnedBodies.send(call.options, send, api);
  }

  async #send(call: Call): Promise<Exchange> {
    const { as, origin } = call;
    let current = call;
    let tries: Tries = { attempt: 1 };
    for (let renewed = 0; ; ) {
      const caller = typeof as === 'string' ? await this.sessions.caller(as, origin) : as;
      current = { ...current, caller };
      this.#retries.assertAnswered(current);
      const exchange = await this.#sendWithinBudget(current);
      const reason = await this.#retries.prepareRepeat(exchange, current, tries);
      if (reason !== null) {
        tries.attempt += 1;
        current = because(reason, call);
        continue;
      }
      await this.created.identify(exchange, current);
      call.note?.(exchange);
      await this.#confirmRead(exchange, current);
      if (typeof as !== 'string' || !(await this.sessions.needsToken(as, exchange, current, renewed)))
        return exchange;
      renewed += 1;
      tries = { attempt: 1 };
      current = because('renewed', call);
    }
  }

  /** Reads again after a pause what may lag behind a write; the rules judge the later read. */
  async #confirmRead(exchange: Exchange, call: Call): Promise<void> {
    const { readLag } = this.#options;
    if (call.note === undefined || !readLag.needsConfirmation(exchange.id)) return;
    const { note: _, ...confirmation } = because('confirm', call, 'proof');
    const readAgain = (): Promise<Exchange> => this.#send(confirmation);
    await this.pause(GRANTED_MS);
    await readAgain();
    if (/^list/.test(exchange.operation ?? ''))
      readLag.suspectedReads.set(`${call.caller.label} ${exchange.request.path}`, readAgain);
  }

  async #sendWithinBudget(call: Call): Promise<Exchange> {
    const composed = await this.#guards.compose(call);
    this.#options.spending.assertAffordable([call]);
    const { burst } = call.options;
    const key = rateKeyFor(call.caller, call.to);
    const isCleanUp = call.origin.purpose === 'cleanup';
    const isExempt = isCleanUp || call.origin.by === BANS;
    const provokes = call.options.deliberateFault !== undefined && isWrongCredential(call);
    for (;;) {
      if (!isExempt) this.#bans.assertMaySend(provokes);
      if (!burst) await this.#waitForBudget(call, 1);
      const send = async (): Promise<Exchange | undefined> =>
        burst || this.#options.pacing.take(key, 1) ? this.#transmit(composed) : undefined;
      const isBounded = call.origin.runsTogether && !isCleanUp;
      const exchange = await (isBounded ? this.semaphore.use(send) : send());
      // While the call waited for a permit, others have used the budget. A call that met a ban is sent again after it.
      if (exchange && (isExempt || !this.#fromBan.has(exchange))) return exchange;
    }
  }

  async #repeatAnsweredRead(): Promise<Exchange | undefined> {
    if (this.#answeredRead === undefined) return undefined;
    const origin = { purpose: 'proof', reason: 'alive', by: BANS, checkId: '' } as const;
    return this.#sendWithinBudget({ ...this.#answeredRead, as: this.#answeredRead.caller, origin });
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
    for (const call of calls) batch.push(await this.#guards.compose({ ...call, caller }));
    this.#options.spending.assertAffordable(batch);
    const release = async (now: readonly ComposedCall[]): Promise<Exchange[]> => {
      do await this.#waitForBudget({ ...first, caller }, now.length);
      while (!this.#options.pacing.take(rateKeyFor(caller, first.to), now.length));
      return Promise.all(now.map((call) => this.#transmit(call, true)));
    };
    const [composed] = batch;
    const exchanges = composed ? await this.#retries.repeatBatch(composed, batch, release) : [];
    for (const exchange of exchanges) await this.created.identify(exchange, { ...first, caller });
    return exchanges;
  }

  async #waitForBudget({ caller, to, origin }: Call, n: number): Promise<void> {
    this.#limits.assertWithinLimits(n, origin);
    const { signal, until } = this.#limits.waitLimits(origin);
    await this.#options.pacing.waitForBudget(rateKeyFor(caller, to), n, signal, until);
  }

  async #transmit(call: ComposedCall, concurrent = false): Promise<Exchange> {
    this.#limits.assertWithinLimits(1, call.origin);
    this.#limits.requestsSent += 1;
    this.#sentFor.set(call.origin.checkId, this.requestsSentFor(call.origin.checkId) + 1);
    const wire = { ...this.#options, sizeLimit: this.#sizeLimit };
    const exchange = await sendOnce(call, `x${this.#limits.requestsSent}`, concurrent, wire);
    const isBanProbe = call.origin.by === BANS;
    if (isBanProbe ? !isSuccess(exchange) : !concurrent && (await this.#bans.explain(exchange))) {
      this.#fromBan.add(exchange);
      return exchange;
    }
    if (isSuccess(exchange) && isListOrProfile(call)) this.#answeredRead = call;
    this.#learn(exchange, call);
    this.#options.judge(exchange, call.origin, this.#options.clock.now() + this.skew);
    return exchange;
  }

  #learn(exchange: Exchange, call: ComposedCall): void {
    const { pacing, mapping, secrets, spending } = this.#options;
    if (exchange.failure === null) {
      this.#clockSkew.learnDate(exchange);
      if (call.to === LOGIN_OPERATION) this.#clockSkew.learnToken(exchange);
      this.#retries.noteReply();
      pacing.noteReply(rateKeyFor(call.caller, call.to), exchange);
    }
    this.#readCache.add(exchange);
    if (call.learns || call.origin.reason === 'identify') mapping.learn(exchange);
    learnSecrets(exchange, secrets);
    this.created.note(exchange, call);
    spending.note(exchange, call.origin.purpose === 'cleanup');
  }

  /** Returns an earlier exchange of this run whose reply is still valid for this read; undefined when there is none. */
  #cachedRead(label: string, to: Destination, options: SendOptions): Exchange | undefined {
    const { method, path } = this.#guards.requestOf(null, to, options);
    return method === 'GET' && options.headers === undefined ? this.#readCache.get(label, path) : undefined;
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
