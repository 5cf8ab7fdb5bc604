// Merges the reports of all parts of a run into the report of the whole run.

import type { LearnedNames } from '../mapping/learned-names.ts';
import { UsageError, type Verdict } from '../model/outcome.ts';
import { addUp } from '../model/receipt.ts';
import type { RecordedExchange } from '../model/recorded-exchange.ts';
import { MAX_RECORDED_EXCHANGES, type Result } from '../model/result.ts';
import { budgetSentence } from '../plan/budget.ts';
import { listNotChecked } from '../plan/not-checked.ts';
import type { GivenBaseline } from './baseline/baseline.ts';
import { findingsOf, summarise } from './findings/findings.ts';
import { mergeTransforms, transformResults } from './findings/result-transforms.ts';
import type { Report } from './report.ts';
import { isNarrowed, mergeSentences, openSentences } from './unjudged/judged-sentences.ts';
import { UNJUDGED_ENTRY } from './unjudged/unjudged-entries.ts';
import { exitCodes, runVerdict } from './verdict.ts';

/** The report of one part of a run, and the file it was read from, for error messages. */
export type ShardReport = { file: string; report: Report };

/**
 * Merges the reports of all parts of a run. Results of checks are taken from the part that ran the check; results of
 * rules are merged over all parts; findings and causes are determined again; requests and waits are added up; the
 * duration is that of the longest part.
 * @param known the baseline of the whole run
 * @throws UsageError when a part is missing, given twice, or belongs to another run
 */
export function mergeReports(parts: readonly ShardReport[], known?: GivenBaseline): Report {
  const inOrder = orderedShards(parts);
  const reports = inOrder.map(({ report }, at) => renumberExchanges(report, at + 1));
  const [first] = reports;
  if (!first) throw new UsageError('there is nothing to merge: name the JSON reports of all parts');
  const all = reports.flatMap((report) => report.results);
  const statusesByOperation = mergeCoverage(reports);
  const { shard: _, proposals: __, ...whole } = first;
  const startedAt = reports.map((report) => report.startedAt).sort()[0] ?? first.startedAt;
  const ofKind = (kind: Result['kind']): Result[] => all.filter((result) => result.kind === kind);
  const transformed = transformResults(
    mergeTransforms,
    [...uniqueById(ofKind('credential')), ...mergeRules(reports), ...ofKind('check')],
    { rules: [], statusesByOperation, known, startedAt: Date.parse(startedAt), target: first.target },
  );
  const { baseline, proposals } = transformed;
  const entryResults = uniqueById(ofKind('baseline').filter(({ id }) => id.startsWith(UNJUDGED_ENTRY)));
  const results = [...entryResults, ...transformed.results];
  const parted = reports.flatMap((report) => report.sentences ?? []);
  const sentences =
    parted.length === 0
      ? undefined
      : mergeSentences(parted, { results, narrowed: isNarrowed(whole, results) });
  const sum = (figure: (report: Report) => number): number =>
    reports.reduce((total, report) => total + figure(report), 0);
  const { verdict, reasons } = runVerdict({
    results,
    stopped: mergeStopped(reports),
    noCredentialWorked: results.some(({ id }) => id === 'suite/credentials'),
    noCredentialGiven: reports.every((report) =>
      report.reasons.some((reason) => reason.startsWith('no credential is given')),
    ),
    rulesOnly: results.every(({ kind }) => kind !== 'check'),
    openSentences: sentences ? openSentences(sentences) : [],
  });
  return {
    ...whole,
    startedAt,
    durationMs: Math.max(...reports.map(({ durationMs }) => durationMs)),
    requests: sum(({ requests }) => requests),
    verdict,
    exitCode: exitCodes[verdict],
    reasons: whole.choice ? [...reasons, budgetSentence(whole.choice)] : reasons,
    ...(baseline ? { baseline } : {}),
    ...(sentences ? { sentences } : {}),
    summary: summarise(results),
    findings: findingsOf(results),
    results,
    notChecked: listNotChecked(results),
    ...(proposals ? { proposals } : {}),
    coverage: { ...first.coverage, operations: statusesByOperation },
    pacing: {
      waitedMs: sum(({ pacing }) => pacing.waitedMs),
      unprovoked429: sum(({ pacing }) => pacing.unprovoked429),
      logins: sum(({ pacing }) => pacing.logins),
    },
    cleanup: {
      created: sum(({ cleanup }) => cleanup.created),
      leftovers: reports.flatMap(({ cleanup }) => cleanup.leftovers),
    },
    ...mergedLearned(reports),
    ...mergeReceipts(reports),
  };
}

/** Adds up the receipts of all parts. */
function mergeReceipts(reports: readonly Report[]): Pick<Report, 'receipt'> {
  const receipts = reports.flatMap(({ receipt }) => receipt ?? []);
  if (receipts.length === 0) return {};
  const open = receipts.map(({ openSubscriptions }) => openSubscriptions);
  return {
    receipt: {
      spent: addUp(receipts.flatMap(({ spent }) => spent)),
      purchases: receipts.reduce((sum, { purchases }) => sum + purchases, 0),
      unpriced: receipts.reduce((sum, { unpriced }) => sum + unpriced, 0),
      names: [...new Set(receipts.flatMap(({ names }) => names))],
      openSubscriptions: open.includes(null) ? null : open.flatMap((ids) => ids ?? []),
      notTakenBack: receipts.flatMap(({ notTakenBack }) => notTakenBack),
    },
  };
}

/** Merges what the parts of a run learned. The first part that learned something counts. */
function mergedLearned(reports: readonly Report[]): Pick<Report, 'learned'> {
  const names: LearnedNames = {};
  const bodies: Record<string, Record<string, unknown>> = {};
  for (const { learned } of reports) {
    for (const [kind, found] of Object.entries(learned?.names ?? {}))
      names[kind] = { ...found, ...names[kind] };
    for (const [operation, found] of Object.entries(learned?.bodies ?? {})) bodies[operation] ??= found;
  }
  const learned = Object.entries({ bodies, names }).filter(([, found]) => Object.keys(found).length > 0);
  return learned.length > 0 ? { learned: Object.fromEntries(learned) } : {};
}

/**
 * Returns the reports ordered by the number of their part.
 * @throws UsageError when the reports are not all parts of one run
 */
function orderedShards(parts: readonly ShardReport[]): ShardReport[] {
  const [first] = parts;
  if (!first) return [];
  const found = new Map<number, ShardReport>();
  for (const part of parts) {
    const { shard } = part.report;
    if (!shard)
      throw new UsageError(
        `${part.file} is the report of a whole run: only what --shard wrote can be merged`,
      );
    const duplicate = found.get(shard.index);
    if (duplicate)
      throw new UsageError(`${part.file} and ${duplicate.file} are both part ${shard.index} of ${shard.of}`);
    found.set(shard.index, part);
    const other = shardMismatch(first.report, part.report);
    if (other !== undefined)
      throw new UsageError(`${first.file} and ${part.file} are parts of different runs: ${other}`);
  }
  const of = first.report.shard?.of ?? 0;
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !found.has(index));
  if (missing.length > 0) {
    throw new UsageError(
      `of ${of} parts ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    );
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, part]) => part);
}

/** Returns why two reports are not parts of the same run; undefined when they may be. */
function shardMismatch(a: Report, b: Report): string | undefined {
  const figures: [string, (report: Report) => unknown][] = [
    ['parts', ({ shard }) => shard?.of],
    ['suite', ({ suite }) => suite.version],
    ['contract', ({ contract }) => contract.sha256],
    ['target', ({ target }) => target.baseUrl],
    ['profile', ({ profile }) => profile],
    ['mode', ({ mode }) => mode],
    ['seed', ({ seed }) => seed],
    ['checks asked for', ({ shard }) => shard?.selection],
  ];
  const [name, figure] = figures.find(([, of]) => of(a) !== of(b)) ?? [];
  return name === undefined || !figure ? undefined : `${name} ${figure(a)} and ${figure(b)}`;
}

/** Makes the ids of exchanges unique over all parts: `x7` of part 2 becomes `x2.7`. */
function renumberExchanges(report: Report, part: number): Report {
  const renumber = (exchange: RecordedExchange): RecordedExchange => ({
    ...exchange,
    id: exchange.id.replace(/^x/, `x${part}.`),
  });
  return {
    ...report,
    results: report.results.map((result) => ({ ...result, exchanges: result.exchanges.map(renumber) })),
  };
}

/** Keeps one result per id, because a rejected credential has a result in every part. */
const uniqueById = (results: readonly Result[]): Result[] => [
  ...new Map(results.map((result) => [result.id, result])).values(),
];

function mergeRules(reports: readonly Report[]): Result[] {
  const byRule = new Map<string, Result[]>();
  for (const { results } of reports) {
    for (const result of results) {
      if (result.kind !== 'rule') continue;
      const [rule = result.id] = result.id.split('@');
      byRule.set(rule, [...(byRule.get(rule) ?? []), result]);
    }
  }
  return [...byRule.values()].flatMap(mergeRule);
}

/**
 * The verdicts of a rule without violations, in order of precedence: a part that could not apply the rule does not
 * count when another part could.
 */
const VERDICT_PRIORITY: readonly Verdict[] = ['broken', 'inconclusive', 'pass', 'not-applicable'];

/**
 * Merges the results of one rule: returns one result for each requirement that any part found broken, or else the
 * result whose verdict takes precedence.
 */
function mergeRule(results: readonly Result[]): Result[] {
  const judged = results.reduce((sum, one) => sum + (one.judged ?? 0), 0);
  const breaches = new Map<string, Result[]>();
  for (const result of results) {
    if (VERDICT_PRIORITY.includes(result.verdict)) continue;
    breaches.set(result.id, [...(breaches.get(result.id) ?? []), result]);
  }
  const fault = results.find(({ verdict }) => verdict === 'broken');
  if (breaches.size > 0 && !fault) return [...breaches.values()].map((same) => mergeBreaches(same, judged));
  const [verdict] = VERDICT_PRIORITY.flatMap(
    (verdict) => results.find((one) => one.verdict === verdict) ?? [],
  );
  return verdict ? [{ ...verdict, judged }] : [];
}

function mergeBreaches(results: readonly Result[], judged: number): Result {
  const [first] = results;
  if (!first) throw new Error('A breach without results.');
  return {
    ...first,
    count: results.reduce((sum, one) => sum + (one.count ?? 0), 0),
    judged,
    operations: [...new Set(results.flatMap(({ operations = [] }) => operations))],
    replay: [...new Set(results.flatMap(({ replay = [] }) => replay))].slice(0, MAX_RECORDED_EXCHANGES),
    exchanges: results.flatMap(({ exchanges }) => exchanges).slice(0, MAX_RECORDED_EXCHANGES),
  };
}

function mergeCoverage(reports: readonly Report[]): Report['coverage']['operations'] {
  const all: Report['coverage']['operations'] = {};
  for (const { coverage } of reports) {
    for (const [operation, statuses] of Object.entries(coverage.operations)) {
      const statusCounts = all[operation] ?? {};
      for (const [status, n] of Object.entries(statuses))
        statusCounts[status] = (statusCounts[status] ?? 0) + n;
      all[operation] = statusCounts;
    }
  }
  return all;
}

/** Returns why the whole run counts as stopped: because one of its parts was stopped. */
function mergeStopped(reports: readonly Report[]): Parameters<typeof runVerdict>[0]['stopped'] {
  for (const [verdict, reason] of [
    ['interrupted', 'interrupted'],
    ['unreachable', 'unreachable'],
    ['budget-spent', 'budget'],
  ] as const) {
    const part = reports.find((report) => report.verdict === verdict);
    if (part) return { reason, message: `part ${part.shard?.index}: ${part.reasons.join('; ')}` };
  }
  return null;
}
