// Puts the parts of one run together.
import { operation } from '../contract/operations.ts';
import type { Clock } from './clock.ts';
import type { SendOptions } from './context.ts';
import { Coverage } from './coverage.ts';
import type { Catalogue, Mode, Rule } from './define.ts';
import { Door, type DoorOptions } from './door.ts';
import type { Exchange } from './exchange.ts';
import { Judge } from './judge.ts';
import type { Ledger, Undo } from './ledger.ts';
import type { Tools } from './make-context.ts';
import type { ConformOptions } from './options.ts';
import { RunStopped } from './outcome.ts';
import { Owned } from './owned.ts';
import { Pacing } from './pacing.ts';
import { type Recorded, record } from './recorded.ts';
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
  const pacing = new Pacing(clock, options.rate ?? null, (ms, why) =>
    onProgress?.({ type: 'wait', ms, why }),
  );
  const transport =
    options.transport ?? (fetch ? fetchTransport(fetch) : httpTransport({ insecure: target.insecure }));

  const onExchange: DoorOptions['onExchange'] = (exchange, errand, caller, call) => {
    coverage.note(exchange);
    learn(exchange, secrets);
    if (options.keepExchanges) {
      const recorded = record(exchange, secrets);
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
    deadline: clock.now() + (options.maxTime ?? Number.POSITIVE_INFINITY),
    signal,
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
  };
}

/** The user's signal with a reason of ours, so that whatever is being waited for ends the run and not a check. */
function stopSignal(user: AbortSignal | undefined): AbortSignal | undefined {
  if (!user) return undefined;
  const controller = new AbortController();
  const stop = (): void => controller.abort(new RunStopped('interrupted', 'stopped by the user'));
  if (user.aborted) stop();
  else user.addEventListener('abort', stop, { once: true });
  return controller.signal;
}

/** How to take a write back: as the call says, else as the catalogue says. */
function undos(exchange: Exchange, { undo }: SendOptions, catalogue: Catalogue): Undo[] {
  if (undo === false || exchange.operation === null) return [];
  const how = undo ?? catalogue.undo[operation(exchange.operation).id];
  const found = how?.(exchange) ?? [];
  return Array.isArray(found) ? found : [found];
}
