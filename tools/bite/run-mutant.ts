// Runs the suite on a new mock with injected defects.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Injector, Mutant } from '../../conformance/defects/index.ts';
import { catalogue } from '../../conformance/index.ts';
import { httpSender } from '../../src/control/webhook-delivery/http-sender.ts';
import { type Outbox, openOutbox } from '../../src/control/webhook-delivery/outbox.ts';
import type { Clock } from '../../src/suite/model/clock.ts';
import type { Permission } from '../../src/suite/model/define.ts';
import type { Result } from '../../src/suite/model/result.ts';
import { openSentences } from '../../src/suite/report/judged-sentences.ts';
import type { Finding, Report } from '../../src/suite/report/report.ts';
import { type ConformOptions, conform } from '../../src/suite/run/conform.ts';
import type { Variation } from '../../src/variations/vary.ts';
import { content, createMutantMock } from './mutant-mock.ts';
import { mockClock, mockTransport, targetConfig } from './target.ts';

/** The defects to inject for one run of the suite, or the variation to put in front of the mock, and the options of the run. */
type MutantRun = {
  mutations: readonly ((p: Injector) => void)[];
  variation?: Variation | undefined;
  /** whether the target file has the bodies and values of the deployment, not its credentials only; default true */
  described?: boolean;
  /** the operations that accepted a request in a run before */
  accepted?: readonly string[];
  /** the seed of the suite; default 1 */
  seed?: number;
  allow: readonly Permission[];
  profile: 'stated' | 'contract';
  /** prefixes of the ids of checks to run; every check when left out */
  only?: readonly string[];
  /** prefixes of the ids of checks to leave out */
  skip?: readonly string[];
};

/** The options of the suite that a run sets: which checks run, and a listener for exchanges. */
type SuiteRunOptions = Pick<
  ConformOptions,
  'exactly' | 'scripts' | 'onExchange' | 'onProgress' | 'seed' | 'mode' | 'signal'
>;

/** The members of a check's result from which the figures are counted. */
export type Breach = Pick<Result, 'id' | 'level' | 'requirement' | 'message'>;

/** The parts of the suite's report from which the figures are counted. */
export type MutantResult = {
  verdict: Report['verdict'];
  /** results with verdict `fail`, in the order of the report */
  fails: Breach[];
  warns: Breach[];
  /** findings with verdict `fail` or `warn`, in the order of the report */
  findings: Pick<Finding, 'id' | 'requirement' | 'verdict' | 'results'>[];
  /** ids of the checks that broke because of an error in the suite */
  broken: string[];
  /** why the run ended with its verdict */
  reasons: readonly string[];
  /** the operations that accepted a request */
  accepted: readonly string[];
  /** number of stated sentences that got a verdict */
  judged: number;
  /** ids of the stated sentences that make the run incomplete */
  open: string[];
  requests: number;
  /** id of a check or fixture → number of requests sent for it, clean-up included */
  spent: Record<string, number>;
  ms: number;
  /** id of a mutant of the code → how often the import of the sources passed it, and how often the run did */
  passed?: { atImport: Record<string, number>; inRun: Record<string, number> };
};

/**
 * Time limits of one run of the suite, in milliseconds; a longer run counts as hung. A deployment is judged to its end also
 * on a busy machine.
 */
const MUTANT_TIMEOUT_MS = 60_000;
const DEPLOYMENT_TIMEOUT_MS = 600_000;

/**
 * Returns the ids of the checks that state a requirement which a defect breaks; none, which means every check, where
 * only a rule can catch the defect.
 */
export const checksOf = ({ requirement, alsoBreaks }: Mutant): string[] => {
  const of = (broken: readonly string[], items: readonly { id: string; requirement: string }[]): string[] =>
    items.filter((item) => broken.includes(item.requirement)).map(({ id }) => id);
  return of([requirement], catalogue.rules).length > 0
    ? []
    : of([requirement, ...alsoBreaks], catalogue.checks);
};

/** The longest wait in real time for deliveries in progress, so that a receiver that does not answer ends no run. */
const DELIVERIES_MS = 200;

// Returns a clock that moves on only when no delivery is in progress, because deliveries take real time.
function afterDeliveries(clock: Clock, outbox: Outbox): Clock {
  const delivered = (): Promise<unknown> => Promise.race([outbox.idle(), sleep(DELIVERIES_MS)]);
  return {
    now: clock.now,
    async sleep(ms, signal) {
      await delivered();
      await clock.sleep(ms, signal);
      await delivered();
    },
  };
}

/** Runs the suite on a new mock with defects. */
export async function runSuiteOn(
  {
    mutations,
    variation,
    allow,
    profile,
    only = [],
    skip = [],
    described = true,
    accepted = [],
    seed = 1,
  }: MutantRun,
  options: SuiteRunOptions = {},
): Promise<Report> {
  const mock = createMutantMock(mutations, { variation });
  const { bodies, values, learned, ...file } = targetConfig(mock);
  const target = {
    ...file,
    learned: { accepted },
    ...(described && { bodies, values, learned: { ...learned, accepted } }),
  };
  const outbox = allow.includes('webhooks')
    ? openOutbox(mock.app.world, content, {
        post: mock.wrapSend(httpSender({ scope: 'loopback' })),
        fault: () => {},
      })
    : null;
  return conform({
    target,
    catalogue,
    profile,
    mode: 'full',
    allow,
    only,
    skip,
    seed,
    runId: 'hc-bite',
    transport: mockTransport(mock, target.baseUrl ?? ''),
    clock: outbox ? afterDeliveries(mockClock(mock), outbox) : mockClock(mock),
    signal: AbortSignal.timeout(variation ? DEPLOYMENT_TIMEOUT_MS : MUTANT_TIMEOUT_MS),
    ...options,
  }).finally(() => outbox?.close());
}

/**
 * Runs the suite on a new mock with defects.
 * @param run may also set `firstFailureEnds`, which ends the run at the first failure, and `alive`, which is called
 * after each check
 */
export async function runMutant({
  firstFailureEnds = false,
  alive,
  ...run
}: MutantRun & { firstFailureEnds?: boolean; alive?: () => void }): Promise<MutantResult> {
  const started = performance.now();
  const requests = createRequestCounter();
  const runUntilFailure = (stop: AbortController | null): Promise<Report> =>
    runSuiteOn(run, {
      onExchange: requests.note,
      ...(stop && { signal: stop.signal }),
      onProgress(event) {
        alive?.();
        if (event.type === 'check' && event.result.verdict === 'fail') stop?.abort();
      },
    });
  const stop = firstFailureEnds ? new AbortController() : null;
  let report = await runUntilFailure(stop);
  // The report may explain the failure in another way, and then names none.
  if (stop?.signal.aborted && !report.results.some(({ verdict }) => verdict === 'fail'))
    report = await runUntilFailure(null);
  const of = (verdict: Result['verdict']): Breach[] =>
    report.results
      .filter((result) => result.verdict === verdict)
      .map(({ id, level, requirement, message }) => ({ id, level, requirement, message }));
  return {
    verdict: report.verdict,
    fails: of('fail'),
    warns: of('warn'),
    findings: report.findings.map(({ id, requirement, verdict, results }) => ({
      id,
      requirement,
      verdict,
      results,
    })),
    broken: of('broken').map(({ id, message }) => `${id}: ${message}`),
    reasons: report.reasons,
    accepted: report.learned?.accepted ?? [],
    judged: report.sentences?.judged.length ?? 0,
    open: report.sentences ? openSentences(report.sentences) : [],
    requests: report.requests,
    spent: requests.spent(),
    ms: performance.now() - started,
  };
}

// Counts the requests of one run by the check or fixture that each request is sent for, clean-up included. Those that
// every run sends are left out: the first login of each credential, and the requests before the first check.
function createRequestCounter(): {
  note: NonNullable<ConformOptions['onExchange']>;
  spent: () => Record<string, number>;
} {
  const spent = new Map<string, number>();
  const seenOwners = new Set<string | null>();
  return {
    note({ request }, { by, purpose }) {
      const first = purpose === 'login' && !seenOwners.has(request.body);
      if (first) seenOwners.add(request.body);
      if (!first && by !== 'suite/credentials') spent.set(by, (spent.get(by) ?? 0) + 1);
    },
    spent: () => Object.fromEntries(spent),
  };
}
