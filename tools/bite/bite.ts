// One bite: a fresh mock with something planted in it, and what the suite says of it.
import type { Plant } from '../../conformance/defects/index.ts';
import { catalogue } from '../../conformance/index.ts';
import { content } from '../../mocks/index.ts';
import { openOutbox, posting } from '../../src/control/outbox.ts';
import type { Size } from '../../src/suite/choice.ts';
import { type ConformOptions, conform } from '../../src/suite/conform.ts';
import type { Permission } from '../../src/suite/define.ts';
import type { Finding, Report } from '../../src/suite/report.ts';
import type { Result } from '../../src/suite/result.ts';
import { type AnyContent, planted } from './planted.ts';
import { counter, EVERY_RUN } from './spent.ts';
import { clockOf, targetOf, transportOf } from './target.ts';

export type Bite = {
  plants: readonly ((p: Plant) => void)[];
  allow: readonly Permission[];
  profile: 'stated' | 'contract';
  /** id prefixes; everything when left out */
  only?: readonly string[];
  size?: Size | undefined;
};

/** A bite's further options of the run: what it asks, and who is told. */
type Further = Pick<ConformOptions, 'exactly' | 'size' | 'onExchange'>;

/** A breach as far as the figures need it. */
export type Breach = Pick<Result, 'id' | 'level' | 'requirement' | 'message'>;

export type Bitten = {
  verdict: Report['verdict'];
  /** results that failed, in order of the report */
  fails: Breach[];
  warns: Breach[];
  /** the report's findings that failed or warned, in order */
  findings: Pick<Finding, 'id' | 'requirement' | 'verdict' | 'results'>[];
  /** checks that broke, of the suite's own fault */
  broken: string[];
  unclear: number;
  requests: number;
  /** requests by the check or subject they were made for, taking back included */
  spent: Record<string, number>;
  /** a rule's result → the checks and subjects whose exchanges broke it */
  noticed: Record<string, string[]>;
  ms: number;
};

/** A mock that answers this long is hung. */
const PATIENCE = 60_000;

/** Plants, runs the suite, and hands back its report. */
export async function reportOn(
  { plants, allow, profile, only = [] }: Omit<Bite, 'size'>,
  further: Further = {},
): Promise<Report> {
  const mock = planted(
    content as unknown as AnyContent,
    { seed: 1, world: 'demo', clock: 'frozen', fault: () => {} },
    plants,
  );
  const target = targetOf(mock);
  const outbox = allow.includes('webhooks')
    ? openOutbox(mock.app.world, content as unknown as AnyContent, {
        post: mock.sends(posting({ reach: 'loopback' })),
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
    transport: transportOf(mock, target.baseUrl ?? ''),
    clock: clockOf(mock),
    signal: AbortSignal.timeout(PATIENCE),
    ...further,
  }).finally(() => outbox?.close());
}

/** Plants, runs the suite, and says what came of it. */
export async function bite({ size, ...planned }: Bite): Promise<Bitten> {
  const started = performance.now();
  const requests = counter();
  const noticed = new Map<string, Set<string>>();
  const report = await reportOn(planned, {
    ...(size ? { size } : {}),
    onExchange(exchange, errand, broken) {
      requests.note(exchange, errand, broken);
      const { by, purpose } = errand;
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
