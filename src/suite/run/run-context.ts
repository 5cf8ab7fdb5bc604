// Creates and connects the objects that one run uses.
import type { Ledger, Leftover } from '../cleanup/ledger.ts';
import { Sessions } from '../http/credentials/sessions.ts';
import { OwnedIds } from '../http/owned-ids.ts';
import { Pacing } from '../http/rate-limits/pacing.ts';
import { Spending } from '../http/spending.ts';
import { TargetClient, type TargetClientOptions } from '../http/target-client.ts';
import type { Transport } from '../http/transport/transport.ts';
import { fetchTransport } from '../http/transport/transport-fetch.ts';
import { httpTransport } from '../http/transport/transport-http.ts';
import { ResponseMapping } from '../mapping/learned-names.ts';
import type { Clock } from '../model/clock.ts';
import type { Mode } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import { firewallOf } from '../model/intermediary.ts';
import { LearnedStates } from '../model/learned-states.ts';
import { DEFAULT_MAX_TIME, MAX_RECORDED_LENGTH, MAX_TOKEN_LENGTH } from '../model/limits.ts';
import { RunStopped } from '../model/outcome.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import type { Target } from '../model/target.ts';
import type { Selection } from '../plan/select.ts';
import { learnSecrets } from '../redaction/learn-secrets.ts';
import { lengthOf, recordExchange, withoutBodies } from '../redaction/record-exchange.ts';
import { Secrets } from '../redaction/secrets.ts';
import { History } from '../report/script/history.ts';
import type { CheckContextDeps } from './check-context.ts';
import { Coverage } from './coverage.ts';
import { CreatedResources, MAX_UNDO_ACTIONS } from './created-resources.ts';
import { Judge } from './judge.ts';
import { LearnedBodies } from './learned-bodies.ts';
import type { ConformOptions } from './options.ts';
import { ReadLag } from './read-lag.ts';

/** The objects that one run uses. */
export type RunContext = CheckContextDeps & {
  judge: Judge;
  mapping: ResponseMapping;
  created: CreatedResources;
  /** the requests of the run, for the scripts of findings */
  history: History;
  pacing: Pacing;
  spending: Spending;
  transport: Transport;
  coverage: Coverage;
  /** resources that a write may have created although its reply could not be read */
  unknown: Leftover[];
  /** time limit of the run in milliseconds; Infinity when there is no limit */
  maxTime: number;
  /** every exchange of the run when the options ask for it; otherwise empty */
  recordedExchanges: RecordedExchange[];
};

/** The most requests of a burst: enough for the limit of 300 log-ins and of 600 requests a minute. */
const DEFAULT_BURST_MAX = 700;

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Creates the objects of one run: client, sessions, pacing, judge and coverage. Every exchange is recorded, judged
 * and counted when it arrives.
 */
export function createRunContext(parameters: {
  options: ConformOptions;
  target: Target;
  mode: Mode;
  seed: number;
  runId: string;
  clock: Clock;
  /** the checks that the run asks, and the rules that judge its exchanges */
  selection: Pick<Selection, 'checks' | 'rules'>;
  ledger: Ledger;
}): RunContext {
  const { options, target, mode, seed, runId, clock, selection, ledger } = parameters;
  const { catalogue, fetch, onProgress } = options;
  const signal = interruptSignal(options.signal);
  const secrets = new Secrets();
  ledger.redactWith(secrets);
  const ownedIds = new OwnedIds();
  ownedIds.add(...(target.values.pendingOrderIds ?? []));
  const judge = new Judge(selection.rules, secrets, runId, target.lag.read);
  const coverage = new Coverage();
  const history = new History();
  const recordedExchanges: RecordedExchange[] = [];
  const unknown: Leftover[] = [];
  let recordable = MAX_RECORDED_LENGTH;
  // A run on a virtual clock takes no real time, so it has no time limit by default.
  const maxTime = options.maxTime ?? (options.clock ? Number.POSITIVE_INFINITY : DEFAULT_MAX_TIME);
  const pacing = new Pacing(clock, options.rate ?? null, (ms, why) =>
    onProgress?.({ type: 'wait', ms, why }),
  );
  const spending = new Spending(catalogue.receipt, options.budget);
  const transport =
    options.transport ?? (fetch ? fetchTransport(fetch) : httpTransport({ insecure: target.insecure }));

  const mapping = new ResponseMapping(target.lists, target.learned);
  const created: CreatedResources = new CreatedResources({
    ...{ target, runId, clock, catalogue, mapping, ledger, ownedIds, secrets },
    client: () => client,
  });

  const onExchange: TargetClientOptions['onExchange'] = (exchange, origin, caller, sendOptions) => {
    coverage.add(exchange);
    if (origin.purpose !== 'cleanup') history.add(exchange, origin.checkId);
    mapping.learn(exchange);
    learnSecrets(withoutLongStrings(exchange), secrets);
    if (options.keepExchanges) {
      const whole = recordExchange(exchange, secrets);
      recordable -= lengthOf(whole);
      const recorded = recordable > 0 ? whole : withoutBodies(whole);
      recordedExchanges.push(recorded);
      onProgress?.({ type: 'exchange', exchange: recorded });
    }
    created.note(exchange, origin, caller, sendOptions);
    const lost = exchange.failure?.kind === 'protocol' && origin.purpose !== 'cleanup';
    if (
      lost &&
      exchange.operation !== null &&
      exchange.operation in catalogue.undo &&
      unknown.length < MAX_UNDO_ACTIONS
    ) {
      const why = `what it created is not known: ${exchange.failure?.message}`;
      unknown.push({ operation: exchange.operation, params: { ...exchange.request.params }, why });
    }
    spending.note(exchange, origin.purpose === 'cleanup');
    // The page of a firewall says nothing about the service behind it.
    const isOfService = exchange.failure !== null || firewallOf(exchange) === null;
    const brokenRules = isOfService ? judge.judge(exchange, origin, clock.now() + client.skew) : [];
    options.onExchange?.(exchange, origin, brokenRules);
  };
  const client: TargetClient = new TargetClient({
    baseUrl: target.baseUrl,
    transport,
    clock,
    pacing,
    spending,
    ownedIds,
    mode,
    timeout: options.timeout ?? DEFAULT_TIMEOUT_MS,
    maxRequests: options.maxRequests ?? Number.POSITIVE_INFINITY,
    deadline: clock.now() + maxTime,
    maxTime,
    signal,
    halted: () => ledger.fault,
    userAgent: `hosting-contract conform (run ${runId})`,
    onExchange,
    mapping,
    assertSendable(to, { credential }, { deliberateFault }) {
      if (typeof to === 'string' && credential !== null && deliberateFault === undefined)
        created.assertReadable(to);
    },
    onReply: (exchange, origin, caller) => created.identify(exchange, origin, caller),
  });
  const sessions = new Sessions(target, catalogue.credentialProbes, clock, secrets, client);
  const counter = { value: 0 };
  return {
    target,
    clock,
    client,
    sessions,
    ledger,
    ownedIds,
    secrets,
    burstMax: options.burstMax ?? DEFAULT_BURST_MAX,
    // A wait on a virtual clock takes no real time.
    hasTimeLimit: (options.maxTime ?? options.clock) !== undefined,
    states: new LearnedStates(),
    mayDefer: () => false,
    seed,
    runId,
    selectedChecks: new Set(selection.checks.map(({ id }) => id)),
    nameCounter: counter,
    listParameters: new Map(),
    suspectedReads: new Map(),
    readLag: new ReadLag(),
    needsConfirmation: (exchangeId) => judge.needsConfirmation(exchangeId),
    learnedBodies: new LearnedBodies(target.bodies, catalogue.amendBody),
    judge,
    mapping,
    created,
    history,
    pacing,
    spending,
    transport,
    coverage,
    recordedExchanges,
    unknown,
    maxTime,
  };
}

/**
 * Creates a signal that is aborted with the user's signal. Its reason is a RunStopped, so that an interrupted wait
 * ends the run and not only a check.
 */
function interruptSignal(user: AbortSignal | undefined): AbortSignal | undefined {
  if (!user) return undefined;
  const controller = new AbortController();
  const stop = (): void =>
    controller.abort(
      user.reason instanceof RunStopped ? user.reason : new RunStopped('interrupted', 'stopped by the user'),
    );
  if (user.aborted) stop();
  else user.addEventListener('abort', stop, { once: true });
  return controller.signal;
}

/**
 * Returns an exchange without its long texts for the search for secrets, because a credential that is too long for an
 * HTTP header cannot be used.
 */
function withoutLongStrings(exchange: Exchange): Pick<Exchange, 'operation' | 'status' | 'request' | 'json'> {
  const { operation: id, status, request } = exchange;
  return {
    operation: id,
    status,
    request,
    get json() {
      const short = (_: string, value: unknown): unknown =>
        typeof value === 'string' && value.length > MAX_TOKEN_LENGTH ? '' : value;
      const { received, bytes } = exchange;
      if (received === undefined || bytes.length <= MAX_TOKEN_LENGTH) return received;
      return JSON.parse(JSON.stringify(received), short);
    },
  };
}
