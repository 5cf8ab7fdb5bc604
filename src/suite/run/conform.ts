// The library door: runs a catalogue against a target and hands back the report.
import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../contract/digest.ts';
import { contractIdentity } from '../../contract/document.ts';
import { packageIdentity } from '../../contract/package.ts';
import { cleanUp } from '../cleanup/clean-up.ts';
import { Ledger } from '../cleanup/ledger.ts';
import type { Leftover } from '../cleanup/leftover.ts';
import { realClock } from '../model/clock.ts';
import type { Catalogue } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import { isLoopback, type Target } from '../model/target.ts';
import { budgetSentence, describeBudget, selectWithinBudget } from '../plan/budget.ts';
import { catalogueProblems } from '../plan/catalogue.ts';
import { listNotChecked } from '../plan/not-checked.ts';
import { costFunction, createPlan, type Plan } from '../plan/plan.ts';
import { withPlugIns } from '../plan/plug-in.ts';
import { CREDENTIAL_DESCRIPTIONS, type Selection, select } from '../plan/select.ts';
import { selectionId, selectShard } from '../plan/shard.ts';
import { withBaseline } from '../report/baseline.ts';
import { findingsOf, resolveBlockedBy, summarise } from '../report/findings.ts';
import { redactReport } from '../report/redact-report.ts';
import { REPORT_FORMAT, type Report, type ReportHead } from '../report/report.ts';
import { explainByRootCause } from '../report/root-causes.ts';
import { foldUnsupportedAreas } from '../report/unsupported-areas.ts';
import { exitCodes, runVerdict } from '../report/verdict.ts';
import { resolveTarget } from '../target/config.ts';
import type { ConformOptions } from './options.ts';
import { runSelection } from './run.ts';
import { createRunContext } from './run-context.ts';
import { estimateTimeLeft } from './time-left.ts';

export type { Report } from '../report/report.ts';
export type { ConformOptions } from './options.ts';

/** What would be run, and why the rest would not. @throws UsageError */
export function planRun(given: ConformOptions): {
  selection: Selection;
  /** of which the selection is a part, with `shard` */
  whole: Selection;
  target: Target;
  plan: Plan;
} {
  const options = withPlugIns(given);
  const { catalogue, only = [], skip = [], allow = [], exactly } = options;
  const problems = catalogueProblems(catalogue);
  if (problems.length > 0) throw new Error(`The catalogue is at fault:\n${problems.join('\n')}`);
  const target = resolveTarget(options.target, options.env);
  const mode = modeOf(options, target);
  const whole = selectWithinBudget(
    select(catalogue, { only, skip, allow, mode, target, exactly }),
    catalogue,
    target,
    options,
  );
  const costOf = costFunction(catalogue, options.size !== undefined);
  const selection = options.shard ? selectShard(whole, options.shard, costFunction(catalogue, true)) : whole;
  return { selection, whole, target, plan: createPlan(selection, target, mode, costOf) };
}

/**
 * Runs the suite. Whatever the target does ends in the report; only what the caller gave wrong is thrown. Without
 * `maxTime` and on the real clock a run takes 30 minutes at most.
 * @throws UsageError
 */
export async function conform(given: ConformOptions): Promise<Report> {
  const options = withPlugIns(given);
  const { catalogue, profile = 'stated', clock = realClock, only = [], skip = [], exactly } = options;
  const { selection, whole, target, plan } = planRun(options);
  const mode = modeOf(options, target);
  // the parts of one run choose alike
  const seed = options.seed ?? (options.shard ? 1 : randomBytes(4).readUInt32BE());
  const runId = options.runId ?? `hc-${randomBytes(4).toString('hex')}`;
  const startedAt = clock.now();
  const ledger = new Ledger(options.ledger);
  const rules = selection.rules;
  const context = createRunContext({ options, target, mode, seed, runId, clock, rules, ledger });
  const { client, sessions, pacing, judge, coverage, transport, recordedExchanges, maxTime } = context;
  const progress = options.onProgress ?? (() => {});
  ledger.open(runId, target.baseUrl, new Date(startedAt).toISOString());
  const head: ReportHead = {
    format: REPORT_FORMAT,
    suite: packageIdentity(),
    contract: contractIdentity(),
    register: registerIdentity(catalogue),
    target: { baseUrl: target.baseUrl, ...(target.name === undefined ? {} : { name: target.name }) },
    profile,
    mode,
    seed,
    ...(only.length + skip.length > 0 || exactly
      ? { filter: { only: exactly ? [...exactly.checks, ...exactly.rules] : only, skip } }
      : {}),
    runId,
    startedAt: new Date(startedAt).toISOString(),
  };
  const { requests, authRequests: auth } = plan;
  progress({
    type: 'start',
    checks: selection.checks.length,
    requests,
    baseUrl: target.baseUrl,
    runId,
    head,
    ...(Number.isFinite(maxTime) ? { maxTime } : {}),
  });
  const runResult = await runSelection(context, selection, profile, (event) => {
    if (event.type !== 'check') return progress(event);
    const left = estimateTimeLeft({
      planned: { requests, auth },
      sent: { requests: client.requestsSent, auth: pacing.authRequests },
      checks: event.checks - event.done,
      elapsed: clock.now() - startedAt,
      waited: pacing.waitedMs,
      perMinute: pacing.perMinute,
    });
    progress({ ...event, left });
  });

  let leftovers: Leftover[] = ledger.openEntries().map(({ undo: { operation, params = {} } }) => ({
    operation,
    params,
    why: 'clean-up is switched off',
  }));
  if (options.cleanup !== false && leftovers.length > 0) {
    progress({ type: 'cleanup', things: leftovers.length });
    leftovers = await cleanUp(context);
  }
  leftovers = [...leftovers, ...context.unknown];
  await transport.close();

  const isEmpty = whole.checks.length === 0 && whole.excluded.length === 0;
  const ruleResults = isEmpty ? [] : judge.results(profile, selection.rules);
  const judgedRules = runResult.noCredentialWorked
    ? ruleResults.map((result) => ({
        ...result,
        verdict: 'inconclusive' as const,
        blockedBy: 'suite/credentials',
      }))
    : ruleResults;
  // what yields to checks stands behind them
  const deferringRules = new Set(selection.rules.filter((rule) => rule.defersToChecks).map(({ id }) => id));
  const allResults = explainByRootCause(
    [
      ...runResult.credentials,
      ...judgedRules.filter(({ id }) => !deferringRules.has(id)),
      ...(selection.rulesOnly ? [] : runResult.checks),
      ...judgedRules.filter(({ id }) => deferringRules.has(id)),
    ],
    selection.rules.map((rule) => ({
      rule,
      wasBrokenBy: (id: string) => judge.wasBroken(rule.id, [{ id }]),
    })),
  );
  const coverageReport = coverage.toReport(requirementCoverage(catalogue));
  const withProposals = foldUnsupportedAreas(allResults, coverageReport.operations);
  const baselined = withBaseline(
    resolveBlockedBy(withProposals.results),
    options.baseline,
    catalogue,
    startedAt,
    target,
  );
  const results = withSentences(baselined.results, catalogue);
  const { verdict, reasons } = runVerdict({
    results,
    stopped: runResult.stopped,
    noCredentialWorked: runResult.noCredentialWorked,
    noCredentialGiven:
      Object.keys(target.credentials).length === 0 &&
      selection.excluded.some(({ need }) => need !== undefined && need in CREDENTIAL_DESCRIPTIONS),
    rulesOnly: selection.rulesOnly,
  });
  const choice = describeBudget(whole, catalogue, options.size);
  const report: Report = {
    ...head,
    durationMs: Math.round(clock.now() - startedAt),
    requests: client.requestsSent,
    verdict,
    exitCode: exitCodes[verdict],
    reasons: choice ? [...reasons, budgetSentence(choice)] : reasons,
    ...baselined.told,
    ...(options.shard ? { shard: { ...options.shard, selection: selectionId(whole) } } : {}),
    ...(choice ? { choice } : {}),
    summary: summarise(results),
    findings: findingsOf(results),
    results,
    notChecked: listNotChecked(results),
    ...(withProposals.proposals.length > 0 ? { proposals: withProposals.proposals } : {}),
    coverage: coverageReport,
    pacing: {
      waitedMs: Math.round(pacing.waitedMs),
      unprovoked429: pacing.unexpected429s,
      logins: sessions.logins,
    },
    cleanup: { created: ledger.created, leftovers },
    ...(options.keepExchanges ? { exchanges: recordedExchanges } : {}),
  };
  // what a later reply gave away as a secret is a secret in what was kept before
  return redactReport(report, context.secrets);
}

/** Findings are readable alone: they carry the sentence they are about. */
function withSentences(results: readonly Result[], { requirements }: Catalogue): Result[] {
  return results.map((result) => {
    const requirement = requirements[result.requirement];
    if (!requirement || !['fail', 'warn', 'baselined', 'seen'].includes(result.verdict)) return result;
    return { ...result, sentence: `${requirement.heading}: ${requirement.says}` };
  });
}

function registerIdentity({ requirements }: Catalogue): NonNullable<Report['register']> {
  const sentences = Object.entries(requirements);
  return { sentences: sentences.length, sha256: sha256Hex(JSON.stringify(sentences)) };
}

function requirementCoverage({ checks, rules }: Catalogue): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { id, requirement } of [...checks, ...rules])
    found[requirement] = [...(found[requirement] ?? []), id];
  return found;
}

/** Against this machine anything goes; elsewhere the mode must be named. */
function modeOf({ mode }: ConformOptions, { baseUrl }: Target): NonNullable<ConformOptions['mode']> {
  if (mode !== undefined) return mode;
  if (isLoopback(baseUrl)) return 'full';
  throw new UsageError(
    `${new URL(baseUrl).host} is not this machine: name a mode. --mode read-only sends GET and log-in only, ` +
      '--mode safe creates and removes its own things, --mode full adds what cannot be undone',
  );
}
