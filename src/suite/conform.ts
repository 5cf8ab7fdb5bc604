// The library door: runs a catalogue against a target and hands back the report.
import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../contract/digest.ts';
import { contractIdentity } from '../contract/document.ts';
import { packageIdentity } from '../contract/package.ts';
import { withoutAbsent } from './absent.ts';
import { knownIn } from './baseline.ts';
import { catalogueProblems } from './catalogue.ts';
import { choiceOf, choiceText, withinBudget } from './choice.ts';
import { cleanUp, type Leftover } from './clean-up.ts';
import { realClock } from './clock.ts';
import { resolveTarget } from './config.ts';
import type { Catalogue } from './define.ts';
import { makeEquipment } from './equipment.ts';
import { explained } from './explained.ts';
import { Ledger } from './ledger.ts';
import type { ConformOptions } from './options.ts';
import { UsageError } from './outcome.ts';
import { costIn, type Plan, planOf } from './plan.ts';
import { withPlugIns } from './plug-in.ts';
import {
  FORMAT,
  findingsOf,
  type Head,
  notChecked,
  pointToCauses,
  type Report,
  summarise,
} from './report.ts';
import type { Result } from './result.ts';
import { runSelection } from './run.ts';
import { scrubbed } from './scrub.ts';
import { type Selection, select, WHO } from './select.ts';
import { selectionId, shardOf } from './shard.ts';
import { isLoopback, type Target } from './target.ts';
import { timeLeft } from './time-left.ts';
import { exitCodes, verdictOf } from './verdict.ts';

export type { ConformOptions } from './options.ts';
export type { Report } from './report.ts';

/** What would be run, and why the rest would not. @throws UsageError */
export function choose(given: ConformOptions): {
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
  const whole = withinBudget(
    select(catalogue, { only, skip, allow, mode, target, exactly }),
    catalogue,
    target,
    options,
  );
  const costOf = costIn(catalogue, options.size !== undefined);
  const selection = options.shard ? shardOf(whole, options.shard) : whole;
  return { selection, whole, target, plan: planOf(selection, target, mode, costOf) };
}

/**
 * Runs the suite. Whatever the target does ends in the report; only what the caller gave wrong is thrown. Without
 * `maxTime` and on the real clock a run takes 30 minutes at most.
 * @throws UsageError
 */
export async function conform(given: ConformOptions): Promise<Report> {
  const options = withPlugIns(given);
  const { catalogue, profile = 'stated', clock = realClock, only = [], skip = [], exactly } = options;
  const { selection, whole, target, plan } = choose(options);
  const mode = modeOf(options, target);
  // the parts of one run choose alike
  const seed = options.seed ?? (options.shard ? 1 : randomBytes(4).readUInt32BE());
  const runId = options.runId ?? `hc-${randomBytes(4).toString('hex')}`;
  const startedAt = clock.now();
  const ledger = new Ledger(options.ledger);
  const rules = selection.rules;
  const equipment = makeEquipment({ options, target, mode, seed, runId, clock, rules, ledger });
  const { door, sessions, pacing, judge, coverage, transport, kept, maxTime } = equipment;
  const progress = options.onProgress ?? (() => {});
  ledger.begin(runId, target.baseUrl, new Date(startedAt).toISOString());
  const head: Head = {
    format: FORMAT,
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
    checks: selection.run.length,
    requests,
    baseUrl: target.baseUrl,
    runId,
    head,
    ...(Number.isFinite(maxTime) ? { maxTime } : {}),
  });
  const ran = await runSelection(equipment, selection, profile, (event) => {
    if (event.type !== 'check') return progress(event);
    const left = timeLeft({
      planned: { requests, auth },
      sent: { requests: door.sent, auth: pacing.authTurns },
      checks: event.checks - event.done,
      elapsed: clock.now() - startedAt,
      waited: pacing.waited,
      perMinute: pacing.perMinute,
    });
    progress({ ...event, left });
  });

  let leftovers: Leftover[] = ledger.open().map(({ undo: { operation, params = {} } }) => ({
    operation,
    params,
    why: 'clean-up is switched off',
  }));
  if (options.cleanup !== false && leftovers.length > 0) {
    progress({ type: 'cleanup', things: leftovers.length });
    leftovers = await cleanUp(equipment);
  }
  leftovers = [...leftovers, ...equipment.unknown];
  await transport.close();

  const nothing = whole.run.length === 0 && whole.out.length === 0;
  const ruled = nothing ? [] : judge.results(profile, selection.rules);
  const judged = ran.noCredentialWorked
    ? ruled.map((result) => ({ ...result, verdict: 'inconclusive' as const, blockedBy: 'suite/credentials' }))
    : ruled;
  // what yields to checks stands behind them
  const yielding = new Set(selection.rules.filter((rule) => rule.yields).map(({ id }) => id));
  const all = explained(
    [
      ...ran.credentials,
      ...judged.filter(({ id }) => !yielding.has(id)),
      ...(selection.trafficOnly ? [] : ran.checks),
      ...judged.filter(({ id }) => yielding.has(id)),
    ],
    selection.rules.map((rule) => ({ rule, broke: (id: string) => judge.broke(rule.id, [{ id }]) })),
  );
  const told = coverage.told(requirementCoverage(catalogue));
  const offered = withoutAbsent(all, told.operations);
  const known = knownIn(pointToCauses(offered.results), options.baseline, catalogue, startedAt, target);
  const results = quoting(known.results, catalogue);
  const { verdict, reasons } = verdictOf({
    results,
    stopped: ran.stopped,
    noCredentialWorked: ran.noCredentialWorked,
    noCredentialGiven:
      Object.keys(target.credentials).length === 0 &&
      selection.out.some(({ need }) => need !== undefined && need in WHO),
    rulesOnly: selection.trafficOnly,
  });
  const choice = choiceOf(whole, catalogue, options.size);
  const report: Report = {
    ...head,
    durationMs: Math.round(clock.now() - startedAt),
    requests: door.sent,
    verdict,
    exitCode: exitCodes[verdict],
    reasons: choice ? [...reasons, choiceText(choice)] : reasons,
    ...known.told,
    ...(options.shard ? { shard: { ...options.shard, selection: selectionId(whole) } } : {}),
    ...(choice ? { choice } : {}),
    summary: summarise(results),
    findings: findingsOf(results),
    results,
    notChecked: notChecked(results),
    ...(offered.proposals.length > 0 ? { proposals: offered.proposals } : {}),
    coverage: told,
    pacing: {
      waitedMs: Math.round(pacing.waited),
      unprovoked429: pacing.unprovoked,
      logins: sessions.logins,
    },
    cleanup: { created: ledger.created, leftovers },
    ...(options.keepExchanges ? { exchanges: kept } : {}),
  };
  // what a later reply gave away as a secret is a secret in what was kept before
  return scrubbed(report, equipment.secrets);
}

/** Findings are readable alone: they carry the sentence they are about. */
function quoting(results: readonly Result[], { requirements }: Catalogue): Result[] {
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
  for (const { id, says } of [...checks, ...rules]) found[says] = [...(found[says] ?? []), id];
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
