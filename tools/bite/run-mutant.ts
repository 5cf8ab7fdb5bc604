// Runs the suite on a new mock with defects.
import type { Injector } from '../../conformance/defects/index.ts';
import { catalogue } from '../../conformance/index.ts';
import { hostingMock } from '../../mocks/index.ts';
import { httpSender } from '../../src/control/http-sender.ts';
import { openOutbox } from '../../src/control/outbox.ts';
import type { Permission } from '../../src/suite/model/define.ts';
import type { Result } from '../../src/suite/model/result.ts';
import type { BudgetSize } from '../../src/suite/plan/budget.ts';
import type { Finding, Report } from '../../src/suite/report/report.ts';
import { type ConformOptions, conform } from '../../src/suite/run/conform.ts';
import { type AnyContent, createMutantMock } from './mutant-mock.ts';
import { createRequestCounter, EVERY_RUN } from './request-counts.ts';
import { mockClock, mockTransport, targetConfig } from './target.ts';

/** The defects of a run, and how the suite runs. */
export type MutantRun = {
  mutations: readonly ((p: Injector) => void)[];
  allow: readonly Permission[];
  profile: 'stated' | 'contract';
  /** prefixes of check ids; every check when left out */
  only?: readonly string[];
  size?: BudgetSize | undefined;
};

/** Options of the suite that a run may set: which checks, and a listener for exchanges. */
type SuiteRunOptions = Pick<ConformOptions, 'exactly' | 'size' | 'onExchange'>;

/** The members of a result that the figures need. */
export type Breach = Pick<Result, 'id' | 'level' | 'requirement' | 'message'>;

/** The parts of a report that the figures need. */
export type MutantResult = {
  verdict: Report['verdict'];
  /** results that failed, in the order of the report */
  fails: Breach[];
  warns: Breach[];
  /** findings that failed or warned, in the order of the report */
  findings: Pick<Finding, 'id' | 'requirement' | 'verdict' | 'results'>[];
  /** checks that broke because of an error in the suite */
  broken: string[];
  unclear: number;
  requests: number;
  /** requests by the check or fixture they are sent for, clean-up included */
  spent: Record<string, number>;
  /** id of a rule → the checks and fixtures whose exchanges break it */
  noticed: Record<string, string[]>;
  ms: number;
};

/** Time after which a run on the mock counts as hung. */
const REQUEST_TIMEOUT_MS = 60_000;

/**
 * Runs the suite on a new mock with defects.
 * @returns the report
 */
export async function runSuiteOn(
  { mutations, allow, profile, only = [] }: Omit<MutantRun, 'size'>,
  options: SuiteRunOptions = {},
): Promise<Report> {
  const mock = createMutantMock(
    hostingMock as unknown as AnyContent,
    { seed: 1, world: 'demo', clock: 'frozen', fault: () => {} },
    mutations,
  );
  const target = targetConfig(mock);
  const outbox = allow.includes('webhooks')
    ? openOutbox(mock.app.world, hostingMock as unknown as AnyContent, {
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
    seed: 1,
    runId: 'hc-bite',
    transport: mockTransport(mock, target.baseUrl ?? ''),
    clock: mockClock(mock),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...options,
  }).finally(() => outbox?.close());
}

/**
 * Runs the suite on a new mock with defects.
 * @returns what the figures need of the report
 */
export async function runMutant({ size, ...run }: MutantRun): Promise<MutantResult> {
  const started = performance.now();
  const requests = createRequestCounter();
  const noticed = new Map<string, Set<string>>();
  const report = await runSuiteOn(run, {
    ...(size ? { size } : {}),
    onExchange(exchange, origin, broken) {
      requests.note(exchange, origin, broken);
      const { by, purpose } = origin;
      const who = purpose === 'login' || purpose === 'proof' ? EVERY_RUN : by;
      for (const id of broken) noticed.set(id, (noticed.get(id) ?? new Set()).add(who));
    },
  });
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
    unclear: of('inconclusive').length,
    requests: report.requests,
    spent: requests.spent(),
    noticed: Object.fromEntries([...noticed].map(([id, who]) => [id, [...who]])),
    ms: performance.now() - started,
  };
}
