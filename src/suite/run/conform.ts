// The main function of the engine: runs a catalogue against a target and returns the report.
import { randomBytes } from 'node:crypto';
import { sha256Hex } from '../../contract/digest.ts';
import { contractIdentity } from '../../contract/document.ts';
import { packageIdentity } from '../../contract/package.ts';
import type { RequestOrigin } from '../http/call.ts';
import { Ledger } from '../http/ledger.ts';
import { itemsInPage } from '../lists/pagination.ts';
import { leavesOf } from '../mapping/leaves.ts';
import { realClock } from '../model/clock.ts';
import type { Catalogue } from '../model/define.ts';
import type { Leftover } from '../model/generated/report.ts';
import { defined } from '../model/objects.ts';
import type { Receipt, ReceiptReaders } from '../model/receipt.ts';
import { buildReport } from '../report/build-report.ts';
import { redactReport } from '../report/redact-report.ts';
import type { OnProgress } from '../report/report.ts';
import { REPORT_FORMAT, type Report, type ReportHead } from '../report/report.ts';
import { scriptOf } from '../report/script/script.ts';
import { cleanUpRun } from './clean-up.ts';
import { type ConformOptions, planRun } from './options.ts';
import { runSelection } from './run.ts';
import { createRunContext, type RunContext } from './run-context.ts';

export type { Report } from '../report/report.ts';
export type { ConformOptions } from './options.ts';

/** Runs the suite. Whatever the target does is stated in the report. @throws UsageError for invalid options */
export async function conform(given: ConformOptions): Promise<Report> {
  const seed = given.seed ?? randomBytes(4).readUInt32BE();
  const { selection, target, plan, options } = planRun({ ...given, seed });
  const { catalogue, profile = 'stated', clock = realClock } = options;
  const startedAt = clock.now();
  const head = createReportHead({ ...options, seed }, plan.mode, target, startedAt);
  const { runId, mode } = head;
  const { progress, problem } = guardedProgress(options.onProgress);
  const ledger = new Ledger(options.ledger, options.ledgerRequired);
  const context = createRunContext({
    options: { ...options, onProgress: progress },
    target,
    mode,
    seed,
    runId,
    clock,
    selection,
    ledger,
  });
  const { client, pacing, judge, maxTime, history } = context;
  ledger.open(runId, target.baseUrl, head.startedAt);
  progress({
    type: 'start',
    checks: selection.checks.length,
    requests: plan.requests,
    baseUrl: target.baseUrl,
    runId,
    head,
    ...(Number.isFinite(maxTime) ? { maxTime } : {}),
  });
  const result = await runSelection(context, selection, profile, progress);
  const { cleanup = true } = options;
  const leftovers = await cleanUpRun(context, { cleanup, sweeps: catalogue.sweeps ?? [] }, progress);
  // A small run keeps to its number of requests.
  const receipt = await createReceipt(context, catalogue.receipt, leftovers, options.size === undefined);
  await context.transport.close();

  const durationMs = Math.round(clock.now() - startedAt);
  const nothingSelected = selection.checks.length === 0 && selection.excluded.length === 0;
  const built = buildReport({
    head,
    catalogue,
    target,
    selection,
    size: options.size,
    baseline: options.baseline,
    ...result,
    rules: nothingSelected ? [] : judge.results(profile, selection.rules),
    scriptOf: (result) => history && scriptOf(result, { history, target, secrets: context.secrets, runId }),
    brokeRule: (ruleId, exchangeId) => judge.wasBreached(ruleId, [{ id: exchangeId }]),
    durationMs,
    requests: client.requestsSent,
    coverage: context.coverage.toReport(catalogue),
    pacing: {
      waitedMs: Math.round(pacing.waitedMs),
      unprovoked429: pacing.unexpected429s,
      logins: client.sessions.logins,
    },
    cleanup: { created: ledger.created, leftovers },
    ...defined({ receipt, sentValues: catalogue.sentValues?.(judge.shared) }),
    ...learnedPart(context),
  });
  const report = problem() === null ? built : { ...built, reasons: [...built.reasons, `${problem()}`] };
  // A text that was recorded earlier may have become known as a secret since then.
  return redactReport(report, context.secrets);
}

type HeadOptions = Pick<
  ConformOptions,
  'catalogue' | 'profile' | 'requirements' | 'only' | 'skip' | 'exactly' | 'runId'
> & {
  seed: number;
};

/** Returns the members of the report that are known before the first request. */
export function createReportHead(
  {
    catalogue,
    profile = 'stated',
    requirements,
    only = [],
    skip = [],
    exactly,
    seed,
    ...options
  }: HeadOptions,
  mode: ReportHead['mode'],
  { baseUrl, name }: { baseUrl: string; name?: string },
  startedAt: number,
): ReportHead {
  return {
    format: REPORT_FORMAT,
    suite: packageIdentity(),
    contract: contractIdentity(),
    register: registerIdentity(catalogue),
    target: { baseUrl, ...(name === undefined ? {} : { name }) },
    profile,
    ...defined({ requirements }),
    mode,
    seed,
    ...(only.length + skip.length > 0 || exactly
      ? { filter: { only: exactly ? [...exactly.checks, ...exactly.rules] : [...only], skip: [...skip] } }
      : {}),
    runId: options.runId ?? `hc-${randomBytes(4).toString('hex')}`,
    startedAt: new Date(startedAt).toISOString(),
  };
}

/** Guards a run against a callback that throws: the run goes on, so that it reports its verdict and cleans up. */
function guardedProgress(onProgress: OnProgress = () => {}): {
  progress: OnProgress;
  problem: () => string | null;
} {
  let problem: string | null = null;
  const progress: OnProgress = (event) => {
    try {
      onProgress(event);
    } catch (error) {
      problem ??= `the progress of the run could not be reported (${error instanceof Error ? error.message : error})`;
    }
  };
  return { progress, problem: () => problem };
}

function learnedPart({ client, mapping, states, coverage, forms }: RunContext): Pick<Report, 'learned'> {
  const { requests } = client.learnedBodies;
  const learned = Object.entries({
    bodies: client.learnedBodies.toReport(),
    states: states.toReport(),
    evidence: mapping.evidence,
    accepted: [...coverage.accepted].sort(),
  }).filter(([, found]) => Object.keys(found).length > 0);
  const form = coverage.accepted.size > 0 && {
    ...forms.toForm({ proven: mapping.learned, requests, parameter: mapping.paging.parameter }),
    behaviour: forms.behaviour,
  };
  return learned.length > 0 ? { learned: { ...form, ...Object.fromEntries(learned) } } : {};
}

function registerIdentity({
  requirements,
}: Pick<Catalogue, 'requirements'>): NonNullable<Report['register']> {
  const sentences = Object.entries(requirements);
  return { sentences: sentences.length, sha256: sha256Hex(JSON.stringify(sentences)) };
}

/** Builds the receipt of a run. @param mayRead false when no further request may be sent */
async function createReceipt(
  context: RunContext,
  readers: ReceiptReaders | undefined,
  leftovers: readonly Leftover[],
  mayRead: boolean,
): Promise<Receipt | undefined> {
  const { spending } = context;
  if (!readers || (!spending.hasPurchases && leftovers.length === 0)) return undefined;
  return {
    ...spending.toReceipt(),
    openSubscriptions: !spending.hasPurchases
      ? []
      : mayRead
        ? await openSubscriptions(context, readers)
        : null,
    notTakenBack: leftovers.map(({ operation, params }) => [operation, ...Object.values(params)].join(' ')),
  };
}

async function openSubscriptions(
  { client, target }: RunContext,
  { openSubscriptions: { operation, id } }: ReceiptReaders,
): Promise<string[] | null> {
  const origin: RequestOrigin = { purpose: 'cleanup', reason: 'receipt', by: 'suite/receipt', checkId: '' };
  try {
    const reply = await client.send('tenantA', origin, operation);
    const rows = reply.status === 200 ? itemsInPage(reply.json, target.lists) : undefined;
    if (!rows) return null;
    const isOwn = (row: unknown): boolean =>
      leavesOf(row).some(({ value }) => typeof value === 'string' && client.ownedIds.has(value));
    return rows.filter(isOwn).flatMap((row) => id(row) ?? []);
  } catch {
    // The receipt is written whatever the target does; the report says that the list could not be read.
    return null;
  }
}
