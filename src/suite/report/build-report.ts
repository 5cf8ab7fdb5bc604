// Builds the report of a run from its results and counts.

import { didYouMean } from '../../contract/did-you-mean.ts';
import { isDocumented, packageOperations } from '../../contract/operations.ts';
import type { Catalogue } from '../model/define.ts';
import type { BudgetedSelection, JudgedSentences } from '../model/generated/report.ts';
import { defined } from '../model/objects.ts';
import type { StopReason } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import type { Target, UnjudgedEntry } from '../model/target.ts';
import { type BudgetSize, describeBudget } from '../plan/budget.ts';
import { isCredential, listNotChecked } from '../plan/lacks.ts';
import { softenNew } from '../plan/requirements-version.ts';
import type { Selection } from '../plan/select.ts';
import { applyBaseline, type Baseline, entryResult } from './baseline.ts';
import { findingsOf, resolveBlockedBy, sharedCauses, summarise } from './findings/findings.ts';
import { reportRefusedOperations } from './findings/refused-operations.ts';
import { explainByRootCause, foldUnsupportedAreas } from './findings/root-causes.ts';
import { judgedSentences, openSentences } from './judged-sentences.ts';
import type { Report, ReportHead } from './report.ts';
import { exitCodes, runVerdict } from './verdict.ts';

/** The results and facts from which the report of a finished run is built. */
export type FinishedRun = Pick<
  Report,
  'durationMs' | 'requests' | 'coverage' | 'pacing' | 'cleanup' | 'receipt' | 'learned' | 'sentValues'
> & {
  head: ReportHead;
  catalogue: Catalogue;
  target: Target;
  /** the checks and rules of this run, or of this part of a run */
  selection: Selection;
  /** the selection of all parts of the run together */
  size?: BudgetSize | undefined;
  baseline?: Baseline | undefined;
  credentials: readonly Result[];
  rules: readonly Result[];
  checks: readonly Result[];
  /** why the run ended early; null when it ran to its end */
  stopped: { reason: StopReason; message: string } | null;
  noCredentialWorked: boolean;
  /** returns the script of a finding by its first result; undefined when the run has not kept its requests */
  scriptOf: (result: Result) => string | undefined;
  brokeRule: (ruleId: string, exchangeId: string) => boolean;
};

/**
 * Returns the results of a run as its report has them: softened where they are new, each linked to its cause, and marked where
 * they are known.
 */
function explainedResults(
  run: FinishedRun,
): { results: readonly Result[] } & Pick<Report, 'proposals' | 'baseline'> {
  const { head, catalogue, coverage, selection } = run;
  const soften = softenNew(catalogue, head.requirements);
  // Without a working credential, rules judge little but refused calls.
  const blocked = {
    verdict: 'inconclusive',
    blockedBy: 'suite/credentials',
    cause: 'credential-rejected',
  } as const;
  const given = [
    ...run.credentials,
    ...run.rules.map((one): Result => (run.noCredentialWorked ? { ...one, ...blocked } : soften(one))),
    // A check that fails is reported also where only its requests were asked for.
    ...run.checks.filter(({ verdict }) => !selection.rulesOnly || verdict === 'fail').map(soften),
  ];
  const deferring = new Set(
    selection.rules.flatMap(({ id, defersToChecks }) => (defersToChecks ? [id] : [])),
  );
  const marked = reportRefusedOperations(given, run)
    .toSorted((a, b) => Number(deferring.has(a.id)) - Number(deferring.has(b.id)))
    .map((result): Result => (opensSomething(result, catalogue) ? { ...result, security: true } : result));
  const explained = explainByRootCause(
    marked,
    selection.rules.map((rule) => ({ rule, wasBrokenBy: (id) => run.brokeRule(rule.id, id) })),
  );
  const { results, proposals } = foldUnsupportedAreas(explained, coverage.operations);
  return {
    ...applyBaseline(resolveBlockedBy(results), run),
    ...(proposals.length > 0 && { proposals }),
  };
}

/** Returns whether a result breaks a requirement of security with a request that was granted: a refusal opens nothing. */
function opensSomething({ requirement, verdict, exchanges }: Result, { security = [] }: Catalogue): boolean {
  const status = exchanges[0]?.reply?.status ?? 0;
  return (
    ['fail', 'warn'].includes(verdict) && security.includes(requirement) && status >= 200 && status < 300
  );
}

/** Formats a sentence for the report that states what a named size leaves out. */
const budgetSentence = ({ size, checks }: BudgetedSelection): string =>
  `--${size} asked ${checks.asked} of ${checks.of} checks; the whole run asks the rest`;

/** Builds the report of a run: explains its results, counts them, and decides the verdict. */
export function buildReport(run: FinishedRun): Report {
  const { head, catalogue, target, selection, size, coverage, stopped } = run;
  const { rulesOnly, excluded } = selection;
  const { results: explained, baseline, proposals } = explainedResults(run);
  const budget = describeBudget(selection, catalogue, size);
  const startedAt = Date.parse(head.startedAt);
  const sentences = judgedSentences(catalogue, {
    results: explained,
    narrowed: isNarrowed({ ...head, choice: budget ?? undefined }, explained),
    accepted: validEntries(target.unjudged, startedAt),
    values: catalogue.targetValues,
    mode: head.mode,
  });
  const entryResults = unjudgedEntryResults(target.unjudged, sentences, {
    now: startedAt,
    known: Object.keys(catalogue.requirements),
  });
  const all = [...entryResults, ...explained];
  const findings = findingsOf(all);
  const named = new Set(findings.map(({ id }) => id));
  const causes = sharedCauses(findings, all);
  const results = all.map((result): Result => {
    const { heading, says } = catalogue.requirements[result.requirement] ?? {};
    const isShown = ['fail', 'warn', 'baselined', 'observed'].includes(result.verdict) && says !== undefined;
    const sentence = isShown ? `${heading}: ${says}` : undefined;
    const shown = { ...result, ...defined({ sameCauseAs: causes.get(result.id), sentence }) };
    return { ...shown, ...defined({ script: named.has(result.id) ? run.scriptOf(shown) : undefined }) };
  });
  const cells = new Set(selection.checks.flatMap(({ id, phase }) => (phase === 'cells' ? [id] : [])));
  const { verdict, reasons } = runVerdict({
    results: results.slice(entryResults.length),
    stopped,
    noCredentialWorked: run.noCredentialWorked,
    noCredentialGiven:
      Object.keys(target.credentials).length === 0 &&
      excluded.some(({ need }) => need !== undefined && isCredential(need)),
    rulesOnly,
    isSized: size !== undefined,
    onlyCellsLeft: explained.every(({ id, message }) => !message.startsWith('not run: ') || cells.has(id)),
    openSentences: openSentences(sentences),
  });
  const { durationMs, requests, receipt, learned, sentValues, pacing, cleanup } = run;
  return {
    ...head,
    ...{ durationMs, requests, verdict, exitCode: exitCodes[verdict] },
    reasons:
      budget && verdict !== 'vacuous' && verdict !== 'unreachable'
        ? [...reasons, budgetSentence(budget)]
        : reasons,
    ...defined({ baseline, proposals, choice: budget ?? undefined, receipt, learned, sentValues }),
    ...{ sentences, summary: summarise(results), findings, results },
    notChecked: listNotChecked(results),
    ...{ coverage, pacing, cleanup },
  };
}

const validEntries = (entries: readonly UnjudgedEntry[], now: number): UnjudgedEntry[] =>
  entries.filter(({ expires }) => expires >= new Date(now).toISOString().slice(0, 10));

/** Returns a warning for each entry that has expired, names an unknown sentence, or names one that the run judged. */
function unjudgedEntryResults(
  entries: readonly UnjudgedEntry[],
  { judged }: JudgedSentences,
  { now, known }: { now: number; known: readonly string[] },
): Result[] {
  const valid = validEntries(entries, now);
  return entries.flatMap((entry) => {
    const { sentence, expires } = entry;
    const problem = !known.includes(sentence)
      ? `the target file lists ${sentence} under unjudged, and there is no such sentence${didYouMean(sentence, known)}`
      : judged.includes(sentence)
        ? `the target file lists ${sentence} under unjudged, and this run judged it: take the entry out`
        : valid.includes(entry)
          ? undefined
          : `the entry of ${sentence} under unjudged ran out on ${expires}: give what the sentence needs, or agree on a new day`;
    if (problem === undefined) return [];
    const sentenceOfEntry = { should: 'be as the target file has it' };
    return [entryResult(`unjudged/${sentence}`, sentenceOfEntry, `${problem} (reason: ${entry.reason})`)];
  });
}

/**
 * Returns whether a run left out a part of the catalogue, apart from what `--allow` would permit: by a flag, by the
 * mode, because an edited document lacks operations, or because a credential or a capability is missing. A rule then need not meet an exchange to judge.
 */
function isNarrowed(
  { filter, mode, choice }: { filter?: unknown; mode: string; choice?: unknown },
  results: readonly Result[],
): boolean {
  return (
    filter !== undefined ||
    choice !== undefined ||
    mode !== 'full' ||
    packageOperations.some(({ id }) => !isDocumented(id)) ||
    results.some(({ verdict, attempts }) => verdict === 'not-applicable' && attempts === 0)
  );
}
