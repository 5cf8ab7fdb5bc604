// Creates and connects the objects that one run uses.
import type { Ledger } from '../http/ledger.ts';
import { Pipeline } from '../http/pipeline.ts';
import { Pacing } from '../http/rate-limits/pacing.ts';
import { ReadLag } from '../http/read-lag.ts';
import { interruption } from '../http/run-limits.ts';
import { Spending } from '../http/spending.ts';
import { fetchTransport } from '../http/transport/transport.ts';
import { httpTransport } from '../http/transport/transport-http.ts';
import { LearnedForms } from '../mapping/learned-forms.ts';
import { ResponseMapping } from '../mapping/learned-names.ts';
import { type Clock, countSleeps } from '../model/clock.ts';
import type { Mode } from '../model/define.ts';
import { firewallOf } from '../model/intermediary.ts';
import { LearnedStates } from '../model/learned-states.ts';
import { DEFAULT_MAX_TIME } from '../model/limits.ts';
import type { Target } from '../model/target.ts';
import type { Selection } from '../plan/select.ts';
import { Secrets } from '../redaction/secrets.ts';
import { History } from '../report/script/history.ts';
import { Coverage } from './coverage.ts';
import { Judge } from './judge.ts';
import type { ConformOptions } from './options.ts';

/** The objects that one run uses. */
export type RunContext = ReturnType<typeof createRunContext>;

/** The most requests of a burst: enough for the limit of 300 log-ins and of 600 requests a minute. */
const DEFAULT_BURST_MAX = 700;

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_CONCURRENCY = 8;

/** Creates the objects of one run. Every exchange is recorded, judged and counted when it arrives. */
export function createRunContext({
  options,
  target,
  mode,
  seed,
  runId,
  clock: givenClock,
  selection,
  ledger,
}: {
  options: ConformOptions;
  target: Target;
  mode: Mode;
  seed: number;
  runId: string;
  clock: Clock;
  selection: Pick<Selection, 'checks' | 'rules'>;
  ledger: Ledger;
}) {
  const { catalogue, fetch, onProgress, concurrency = DEFAULT_CONCURRENCY } = options;
  const clock = countSleeps(givenClock, options.clock !== undefined);
  const secrets = new Secrets();
  ledger.redactWith(secrets);
  const readLag = new ReadLag(target.lag);
  const judge = new Judge(selection.rules, secrets, runId, readLag);
  const coverage = new Coverage();
  const history = options.scripts ? new History() : undefined;
  // A run on a virtual clock takes no real time, so it has no time limit by default.
  const maxTime = options.maxTime ?? (options.clock ? Number.POSITIVE_INFINITY : DEFAULT_MAX_TIME);
  const pacing = new Pacing(clock, options.rate ?? null, (ms, why) =>
    onProgress?.({ type: 'wait', ms, why }),
  );
  const spending = new Spending(catalogue.receipt, options.budget);
  const transport = options.transport ?? (fetch ? fetchTransport(fetch) : httpTransport(target));
  const mapping = new ResponseMapping(target.lists, target.learned);
  const forms = new LearnedForms(target.lists);
  const client = new Pipeline({
    ...{
      target,
      catalogue,
      runId,
      mode,
      transport,
      clock,
      pacing,
      spending,
      ledger,
      secrets,
      mapping,
      maxTime,
      readLag,
      concurrency,
    },
    timeout: options.timeout ?? DEFAULT_TIMEOUT_MS,
    maxRequests: options.maxRequests ?? Number.POSITIVE_INFINITY,
    deadline: clock.now() + maxTime,
    signal: interruptSignal(options.signal),
    halted: () => ledger.fault,
    judge(exchange, origin, now) {
      coverage.add(exchange);
      forms.note(exchange);
      if (origin.purpose !== 'cleanup') history?.add(exchange);
      // The page of a firewall says nothing about the service behind it.
      const isOfService = exchange.failure !== null || firewallOf(exchange) === null;
      const brokenRules = isOfService ? judge.judge(exchange, origin, now) : [];
      options.onExchange?.(exchange, origin, brokenRules);
    },
  });
  return {
    ...{ target, clock, client, ledger, secrets, judge, mapping, pacing, spending, transport },
    ...{ coverage, forms, maxTime, seed, runId, readLag, concurrency },
    // the requests of the run, when it writes the scripts of findings
    history,
    burstMax: options.burstMax ?? DEFAULT_BURST_MAX,
    states: new LearnedStates(),
    // returns whether a check that would have to wait may be put off, because other checks can run meanwhile
    mayDefer: (): boolean => false,
    selectedChecks: new Set<string>(selection.checks.map(({ id }) => id)),
    // counts the generated names, so that each name is unique
    nameCounter: { value: 0 },
  };
}

/** The reason of the signal is a RunStopped, so that an interrupted wait ends the run and not only a check. */
function interruptSignal(user: AbortSignal | undefined): AbortSignal | undefined {
  if (!user) return undefined;
  const controller = new AbortController();
  const stop = (): void => controller.abort(interruption(user));
  if (user.aborted) stop();
  else user.addEventListener('abort', stop, { once: true });
  return controller.signal;
}
