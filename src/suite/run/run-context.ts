// Creates and connects the objects that one run uses.
import { operation } from '../../contract/operations.ts';
import type { Ledger, Leftover } from '../cleanup/ledger.ts';
import { OwnedIds } from '../http/owned-ids.ts';
import { Pacing } from '../http/pacing.ts';
import { Sessions } from '../http/sessions.ts';
import { TargetClient, type TargetClientOptions } from '../http/target-client.ts';
import type { Transport } from '../http/transport.ts';
import { fetchTransport } from '../http/transport-fetch.ts';
import { httpTransport } from '../http/transport-http.ts';
import type { Clock } from '../model/clock.ts';
import type { SendOptions } from '../model/context.ts';
import type { Catalogue, Mode } from '../model/define.ts';
import type { Exchange } from '../model/exchange.ts';
import { DEFAULT_MAX_TIME, MAX_RECORDED_LENGTH, MAX_TOKEN_LENGTH } from '../model/limits.ts';
import { RunStopped } from '../model/outcome.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import { credentialNames, type Target } from '../model/target.ts';
import type { Undo } from '../model/undo.ts';
import type { Selection } from '../plan/select.ts';
import { learnSecrets } from '../redaction/learn-secrets.ts';
import { lengthOf, recordExchange, withoutBodies } from '../redaction/record-exchange.ts';
import { Secrets } from '../redaction/secrets.ts';
import type { CheckContextDeps } from './check-context.ts';
import { Coverage } from './coverage.ts';
import { Judge } from './judge.ts';
import { LearnedBodies } from './learned-bodies.ts';
import type { ConformOptions } from './options.ts';
import { ReadLag } from './read-lag.ts';

/** The objects that one run uses. */
export type RunContext = CheckContextDeps & {
  judge: Judge;
  pacing: Pacing;
  transport: Transport;
  coverage: Coverage;
  /** resources that a write may have created although its reply could not be read */
  unknown: Leftover[];
  /** time limit of the run in milliseconds; Infinity when there is no limit */
  maxTime: number;
  /** every exchange of the run when the options ask for it; otherwise empty */
  recordedExchanges: RecordedExchange[];
};

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
  const recordedExchanges: RecordedExchange[] = [];
  const unknown: Leftover[] = [];
  let recordable = MAX_RECORDED_LENGTH;
  // A run on a virtual clock takes no real time, so it has no time limit by default.
  const maxTime = options.maxTime ?? (options.clock ? Number.POSITIVE_INFINITY : DEFAULT_MAX_TIME);
  const pacing = new Pacing(clock, options.rate ?? null, (ms, why) =>
    onProgress?.({ type: 'wait', ms, why }),
  );
  const transport =
    options.transport ?? (fetch ? fetchTransport(fetch) : httpTransport({ insecure: target.insecure }));

  const onExchange: TargetClientOptions['onExchange'] = (exchange, origin, caller, sendOptions) => {
    coverage.add(exchange);
    learnSecrets(withoutLongStrings(exchange), secrets);
    if (options.keepExchanges) {
      const whole = recordExchange(exchange, secrets);
      recordable -= lengthOf(whole);
      const recorded = recordable > 0 ? whole : withoutBodies(whole);
      recordedExchanges.push(recorded);
      onProgress?.({ type: 'exchange', exchange: recorded });
    }
    // The ledger records the created resource before any other code reads the reply.
    const write = exchange.request.method !== 'GET' && exchange.status >= 200 && exchange.status < 300;
    if (write && origin.purpose !== 'login' && origin.purpose !== 'cleanup') {
      ownedIds.addCreated(exchange);
      const as = credentialNames.find((name) => name === caller.budgetOwner) ?? 'tenantA';
      if (exchange.operation !== null) ledger.markEnded(exchange.operation, exchange.request.params);
      for (const undo of undoActions(exchange, sendOptions, catalogue)) {
        ownedIds.add(...Object.values(undo.params ?? {}));
        ledger.add(undo, as, origin.by, clock.now());
      }
    }
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
    const brokenRules = judge.judge(exchange, origin, clock.now() + client.skew);
    options.onExchange?.(exchange, origin, brokenRules);
  };
  const client: TargetClient = new TargetClient({
    baseUrl: target.baseUrl,
    transport,
    clock,
    pacing,
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
    pacing,
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
  if (exchange.bytes.length <= MAX_TOKEN_LENGTH) return exchange;
  const { operation: id, status, request } = exchange;
  return {
    operation: id,
    status,
    request,
    get json() {
      const short = (_: string, value: unknown): unknown =>
        typeof value === 'string' && value.length > MAX_TOKEN_LENGTH ? '' : value;
      return exchange.json === undefined ? undefined : JSON.parse(JSON.stringify(exchange.json), short);
    },
  };
}

/** Returns the calls that undo a write, from the options of the call or else from the catalogue. */
function undoActions(exchange: Exchange, { undo }: SendOptions, catalogue: Catalogue): Undo[] {
  if (undo === false || exchange.operation === null) return [];
  const undoFor = undo ?? catalogue.undo[operation(exchange.operation).id];
  const actions = undoFor?.(exchange) ?? [];
  return Array.isArray(actions) ? actions.slice(0, MAX_UNDO_ACTIONS) : [actions];
}
/** The most undo calls for one reply; no request of the suite creates more resources. */
const MAX_UNDO_ACTIONS = 100;
