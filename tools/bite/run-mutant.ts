// Runs the suite against a new mock with defects and summarizes the report.
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

export type MutantRun = {
  mutations: readonly ((p: Injector) => void)[];
  allow: readonly Permission[];
  profile: 'stated' | 'contract';
  /** id prefixes of the checks to run; all by default */
  only?: readonly string[];
  size?: BudgetSize | undefined;
};

/** Further options of the suite run. */
type SuiteRunOptions = Pick<ConformOptions, 'exactly' | 'size' | 'onExchange'>;

/** The members of a violation that the figures need. */
export type Breach = Pick<Result, 'id' | 'level' | 'requirement' | 'message'>;

export type MutantResult = {
  verdict: Report['verdict'];
  /** failed results, in the order of the report */
  fails: Breach[];
  warns: Breach[];
  /** failed and warned findings, in the order of the report */
  findings: Pick<Finding, 'id' | 'requirement' | 'verdict' | 'results'>[];
  /** checks that ended with an error of the suite */
  broken: string[];
  unclear: number;
  requests: number;
  /** requests by the check or fixture that sent them, clean-up included */
  spent: Record<string, number>;
  /** id of a rule → checks and fixtures whose exchanges broke it */
  noticed: Record<string, string[]>;
  ms: number;
};

/** Time limit of a run in milliseconds; a run that exceeds it hangs. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Injects defects into a new mock, runs the suite, and returns its report. */
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

/** Injects defects into a new mock, runs the suite, and returns a summary of the report. */
export async function runMutant({ size, ...planned }: MutantRun): Promise<MutantResult> {
  const started = performance.now();
  const requests = createRequestCounter();
  const noticed = new Map<string, Set<string>>();
  const report = await runSuiteOn(planned, {
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
