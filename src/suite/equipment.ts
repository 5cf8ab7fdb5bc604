// Puts the parts of one run together.
import { operation } from '../contract/operations.ts';
import type { Leftover } from './clean-up.ts';
import type { Clock } from './clock.ts';
import type { SendOptions } from './context.ts';
import { Coverage } from './coverage.ts';
import type { Catalogue, Mode, Rule } from './define.ts';
import { Door, type DoorOptions } from './door.ts';
import type { Exchange } from './exchange.ts';
import { Judge } from './judge.ts';
import type { Ledger, Undo } from './ledger.ts';
import { DEFAULT_MAX_TIME, MAX_RECORDED_LENGTH, MAX_TOKEN_LENGTH } from './limits.ts';
import type { Tools } from './make-context.ts';
import type { ConformOptions } from './options.ts';
import { RunStopped } from './outcome.ts';
import { Owned } from './owned.ts';
import { Pacing } from './pacing.ts';
import { lengthOf, type Recorded, record, withoutBodies } from './recorded.ts';
import { learn } from './scrub.ts';
import { Secrets } from './secrets.ts';
import { Sessions } from './sessions.ts';
import { credentialNames, type Target } from './target.ts';
import type { Transport } from './transport.ts';
import { fetchTransport } from './transport-fetch.ts';
import { httpTransport } from './transport-http.ts';

export type Equipment = Tools & {
  judge: Judge;
  pacing: Pacing;
  transport: Transport;
  coverage: Coverage;
  /** what may have been created by writes whose replies were too large to be read */
  unknown: Leftover[];
  /** milliseconds that the run may take; Infinity without a limit */
  maxTime: number;
  /** every exchange, when they are all to be kept; else none */
  kept: Recorded[];
};

const TIMEOUT = 10_000;

export function makeEquipment(given: {
  options: ConformOptions;
  target: Target;
  mode: Mode;
  seed: number;
  runId: string;
  clock: Clock;
  rules: readonly Rule[];
  ledger: Ledger;
}): Equipment {
  const { options, target, mode, seed, runId, clock, rules, ledger } = given;
  const { catalogue, fetch, onProgress } = options;
  const signal = stopSignal(options.signal);
  const secrets = new Secrets();
  ledger.withhold(secrets);
  const owned = new Owned();
  owned.add(...(target.values.pendingOrderIds ?? []));
  const judge = new Judge(rules, secrets, runId, target.lag.read);
  const coverage = new Coverage();
  const kept: Recorded[] = [];
  const unknown: Leftover[] = [];
  let recordable = MAX_RECORDED_LENGTH;
  // a clock of one's own costs nobody any time
  const maxTime = options.maxTime ?? (options.clock ? Number.POSITIVE_INFINITY : DEFAULT_MAX_TIME);
  const pacing = new Pacing(clock, options.rate ?? null, (ms, why) =>
    onProgress?.({ type: 'wait', ms, why }),
  );
  const transport =
    options.transport ?? (fetch ? fetchTransport(fetch) : httpTransport({ insecure: target.insecure }));

  const onExchange: DoorOptions['onExchange'] = (exchange, errand, caller, call) => {
    coverage.note(exchange);
    learn(withoutLongTexts(exchange), secrets);
    if (options.keepExchanges) {
      const whole = record(exchange, secrets);
      recordable -= lengthOf(whole);
      const recorded = recordable > 0 ? whole : withoutBodies(whole);
      kept.push(recorded);
      onProgress?.({ type: 'exchange', exchange: recorded });
    }
    // what was created is written down before anybody may stumble over the reply
    const write = exchange.request.method !== 'GET' && exchange.status >= 200 && exchange.status < 300;
    if (write && errand.purpose !== 'login' && errand.purpose !== 'cleanup') {
      owned.learn(exchange);
      const as = credentialNames.find((name) => name === caller.purse) ?? 'tenantA';
      if (exchange.operation !== null) ledger.ended(exchange.operation, exchange.request.params);
      for (const undo of undos(exchange, call, catalogue)) {
        owned.add(...Object.values(undo.params ?? {}));
        ledger.add(undo, as, errand.by, clock.now());
      }
    }
    const lost = exchange.failure?.kind === 'protocol' && errand.purpose !== 'cleanup';
    if (
      lost &&
      exchange.operation !== null &&
      exchange.operation in catalogue.undo &&
      unknown.length < MOST_UNDOS
    ) {
      const why = `what it created is not known: ${exchange.failure?.message}`;
      unknown.push({ operation: exchange.operation, params: { ...exchange.request.params }, why });
    }
    const broken = judge.judge(exchange, errand, clock.now() + door.skew);
    options.onExchange?.(exchange, errand, broken);
  };
  const door: Door = new Door({
    baseUrl: target.baseUrl,
    transport,
    clock,
    pacing,
    owned,
    mode,
    timeout: options.timeout ?? TIMEOUT,
    maxRequests: options.maxRequests ?? Number.POSITIVE_INFINITY,
    deadline: clock.now() + maxTime,
    maxTime,
    signal,
    halted: () => ledger.fault,
    userAgent: `hosting-contract conform (run ${runId})`,
    onExchange,
  });
  const sessions = new Sessions(target, catalogue.proofs, clock, secrets, door);
  const counter = { value: 0 };
  return {
    target,
    clock,
    door,
    sessions,
    ledger,
    owned,
    secrets,
    seed,
    runId,
    counter,
    judge,
    pacing,
    transport,
    coverage,
    kept,
    unknown,
    maxTime,
  };
}

/** The user's signal with a reason of ours, so that whatever is being waited for ends the run and not a check. */
function stopSignal(user: AbortSignal | undefined): AbortSignal | undefined {
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

/** An exchange whose long texts are left out when its body is looked at: none of them is a credential that could be sent. */
function withoutLongTexts(exchange: Exchange): Pick<Exchange, 'operation' | 'status' | 'request' | 'json'> {
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

/** How to take a write back: as the call says, else as the catalogue says. */
function undos(exchange: Exchange, { undo }: SendOptions, catalogue: Catalogue): Undo[] {
  if (undo === false || exchange.operation === null) return [];
  const how = undo ?? catalogue.undo[operation(exchange.operation).id];
  const found = how?.(exchange) ?? [];
  return Array.isArray(found) ? found.slice(0, MOST_UNDOS) : [found];
}
/** Things that one reply may name as created: no request of the suite asks for more than a few. */
const MOST_UNDOS = 100;
