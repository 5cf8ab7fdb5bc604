// The command `conform judge`: judges exchanges that another client has recorded, by the rules of the suite. Nothing is sent.
import { isSecretHeader } from '../../redaction/secret-names.ts';
import { ClockSkew } from '../http/clock-skew.ts';
import { findBaseUrl, readEntries, trafficOf } from '../http/har.ts';
import { ReadLag } from '../http/read-lag.ts';
import { ResponseMapping } from '../mapping/learned-names.ts';
import type { Exchange } from '../model/exchange.ts';
import { defined } from '../model/objects.ts';
import { withRequirements } from '../plan/requirements-version.ts';
import { select } from '../plan/select.ts';
import { learnSecrets, Secrets } from '../redaction/secrets.ts';
import { readBaseline } from '../report/baseline.ts';
import { buildReport } from '../report/build-report.ts';
import { redactReport } from '../report/redact-report.ts';
import type { Report } from '../report/report.ts';
import { exitCodes } from '../report/verdict.ts';
import { createReportHead } from '../run/conform.ts';
import { Coverage } from '../run/coverage.ts';
import { Judge } from '../run/judge.ts';
import type { ConformOptions } from '../run/options.ts';
import { resolveTarget } from '../target/config.ts';
import { type RunFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { parseOutput, prepareOutputs, writeOutputs } from './outputs.ts';
import { type CommandDeps, reportProblems } from './run-and-report.ts';

/** The flags of `conform judge`. */
export type JudgeFlags = Pick<
  RunFlags,
  'config' | 'profile' | 'requirements' | 'only' | 'skip' | 'baseline' | 'report'
> & {
  har: string[];
  baseUrl?: string;
};

/**
 * `conform judge --har file.har`: judges the exchanges of HAR files by the rules, and writes the reports of a run. Nothing is
 * sent. @returns the exit code; never that of a conformant run
 */
export function judgeCommand(
  {
    har,
    baseUrl,
    profile,
    requirements,
    only = [],
    skip = [],
    baseline,
    report = ['console'],
    ...flags
  }: JudgeFlags,
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const outputs = report.map(parseOutput);
    const options = {
      ...{ profile, requirements, only, skip, env: io.env, catalogue: await deps.catalogue() },
      target: await targetFromFlags(baseUrl, flags, {}),
      baseline: baseline === undefined ? undefined : readBaseline(baseline),
    };
    const judged = judgeTraffic(har, options);
    prepareOutputs(outputs);
    return reportProblems(writeOutputs(judged, outputs, io), judged.exitCode, io);
  });
}

type TrafficOptions = Pick<
  ConformOptions,
  'target' | 'catalogue' | 'profile' | 'requirements' | 'only' | 'skip' | 'baseline' | 'env'
>;

const ORIGIN = { purpose: 'check', reason: 'check', by: 'recorded traffic', checkId: '' } as const;

/**
 * Judges the exchanges of HAR files. Without a base URL in the target, the address of the API is found in the files. Traffic
 * without a breach is never conformant, only incomplete: it shows a part of what is stated.
 * @throws UsageError for a file that is no HAR file, and for traffic without a call of the API
 */
function judgeTraffic(files: readonly string[], given: TrafficOptions): Report {
  const options = withRequirements(given);
  const { catalogue, profile = 'stated', only = [], skip = [], baseline, env } = options;
  const entries = readEntries(files);
  const target = resolveTarget(
    { ...options.target, baseUrl: options.target.baseUrl ?? findBaseUrl(entries) },
    env,
  );
  const mapping = new ResponseMapping(target.lists, target.learned);
  const { exchanges, ignored } = trafficOf(entries, target, mapping);
  const secrets = new Secrets();
  for (const exchange of exchanges) learnRecorded(exchange, secrets);
  const selection = {
    ...select(catalogue, { only, skip, mode: 'read-only', allow: [], target }),
    ...{ checks: [], excluded: [], rulesOnly: true },
  };
  const [first] = exchanges;
  const startedAt = first?.startedAt ?? Date.now();
  const head = createReportHead({ ...options, seed: 0 }, 'read-only', target, startedAt);
  const judge = new Judge(selection.rules, secrets, head.runId, new ReadLag(target.lag));
  const coverage = new Coverage();
  const skew = new ClockSkew();
  for (const exchange of exchanges) {
    mapping.learn(exchange);
    coverage.add(exchange);
    skew.learnDate(exchange);
    judge.judge(exchange, ORIGIN, exchange.startedAt + exchange.ms + skew.ms);
  }
  const last = exchanges.at(-1);
  const report = buildReport({
    ...{ head, catalogue, target, selection, baseline, credentials: [], checks: [], stopped: null },
    ...{ noCredentialWorked: false, rules: judge.results(profile, selection.rules), requests: 0 },
    scriptOf: () => undefined,
    ...defined({ sentValues: catalogue.sentValues?.(judge.shared) }),
    brokeRule: (ruleId, exchangeId) => judge.wasBreached(ruleId, [{ id: exchangeId }]),
    durationMs: Math.round((last ? last.startedAt + last.ms : startedAt) - startedAt),
    coverage: coverage.toReport(catalogue),
    pacing: { waitedMs: 0, unprovoked429: 0, logins: 0 },
    cleanup: { created: 0, leftovers: [] },
  });
  const { judged = [], unjudged = [] } = report.sentences ?? {};
  const seen = `the traffic could judge ${judged.length} of ${judged.length + unjudged.length} stated sentences`;
  const counts = Object.entries(ignored).map(([why, count]) => `${count} ${why}`);
  const without = counts.length > 0 ? `; of ${entries.length} entries not judged: ${counts.join(', ')}` : '';
  const verdict = report.verdict === 'conformant' ? 'incomplete' : report.verdict;
  const reasons = [...report.reasons, `${exchanges.length} recorded exchanges: ${seen}${without}`];
  return redactReport({ ...report, verdict, exitCode: exitCodes[verdict], reasons }, secrets);
}

function learnRecorded(exchange: Exchange, secrets: Secrets): void {
  for (const [name, value] of Object.entries(exchange.request.headers)) {
    if (!isSecretHeader(name)) continue;
    const [, scheme = '', sent = value] = /^(\w+) (.*)/s.exec(value) ?? [];
    const inside = /^basic$/i.test(scheme)
      ? Buffer.from(sent, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : '';
    const cookies = /^cookie$/i.test(name)
      ? value.split(/;\s*/).map((one) => one.replace(/^[^=]*=/, ''))
      : [];
    for (const secret of [...(cookies.length > 0 ? cookies : [sent]), inside])
      if (secret !== '') secrets.add(secret, 'RECORDED_TOKEN');
  }
  learnSecrets(exchange, secrets);
}
