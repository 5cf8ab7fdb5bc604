// Decides the verdict and the exit code of a run, and whether it judged enough to be called conformant.
import type { RunVerdict } from '../model/generated/report.ts';
import type { StopReason } from '../model/outcome.ts';
import type { Result } from '../model/result.ts';
import { named, plural } from '../model/text.ts';

/** The exit code of each verdict. The code 2 is reserved for usage errors. */
export const exitCodes = {
  conformant: 0,
  nonconformant: 1,
  unreachable: 3,
  vacuous: 4,
  'budget-spent': 5,
  broken: 6,
  incomplete: 7,
  interrupted: 130,
} as const satisfies Record<RunVerdict, number>;

/** The facts that determine the verdict of a run. */
export type RunFacts = {
  results: readonly Result[];
  stopped: { reason: StopReason; message: string } | null;
  /** whether the target rejected every given credential */
  noCredentialWorked: boolean;
  /** whether the checks need credentials but the target file contains none */
  noCredentialGiven: boolean;
  /** whether `--only` selected only rules */
  rulesOnly: boolean;
  /** whether `--quick` or `--smoke` chose the checks: what no credential reaches then counts for nothing */
  isSized?: boolean;
  /** whether all checks that did not run ask further cells of sentences that others judge */
  onlyCellsLeft: boolean;
  /** ids of the stated sentences that stayed unjudged although the run could have judged them */
  openSentences: readonly string[];
};

const JUDGED_VERDICTS: readonly Result['verdict'][] = ['pass', 'fail', 'warn', 'baselined', 'observed'];

/** The share of the selected must checks that must be judged before a run counts as conformant. */
const MIN_JUDGED_RATIO = 0.2;

/**
 * Decides the verdict of a run and states the reasons. A breach takes precedence over everything except an
 * interruption and the lack of a working credential.
 */
export function runVerdict(facts: RunFacts): { verdict: RunVerdict; reasons: string[] } {
  const { results, stopped } = facts;
  const count = (verdict: Result['verdict']): number =>
    results.filter((result) => result.verdict === verdict).length;
  if (stopped?.reason === 'interrupted') return { verdict: 'interrupted', reasons: [stopped.message] };
  if (facts.noCredentialWorked) return { verdict: 'vacuous', reasons: ['no credential worked'] };
  if (count('fail') > 0) {
    const early = stopped === null ? [] : [stopped.message];
    return { verdict: 'nonconformant', reasons: [breachesText(results), ...early] };
  }
  if (stopped?.reason === 'unreachable') return { verdict: 'unreachable', reasons: [stopped.message] };
  if (stopped?.reason === 'fault') return { verdict: 'broken', reasons: [stopped.message] };
  if (count('broken') > 0) {
    return { verdict: 'broken', reasons: [`${count('broken')} checks or rules of the suite are at fault`] };
  }
  const { openSentences: open } = facts;
  if (stopped?.reason === 'budget' && (open.length > 0 || !facts.onlyCellsLeft))
    return { verdict: 'budget-spent', reasons: [stopped.message] };
  const empty = vacuousReason(facts);
  if (empty !== undefined) return { verdict: 'vacuous', reasons: [empty] };
  // What was not asked are further cells of sentences that other checks have judged.
  if (open.length === 0) return { verdict: 'conformant', reasons: stopped === null ? [] : [stopped.message] };
  const reason = `${plural(open.length, 'stated sentence')} stayed unjudged: ${named(open)}`;
  return { verdict: 'incomplete', reasons: [reason] };
}

function breachesText(results: readonly Result[]): string {
  const places = results.filter(({ verdict }) => verdict === 'fail');
  const causes = places.filter(({ sameCauseAs }) => sameCauseAs === undefined).length;
  const breaches = plural(causes, 'breach', 'breaches');
  return causes === places.length ? breaches : `${breaches} in ${places.length} places`;
}

function vacuousReason({
  results,
  rulesOnly,
  noCredentialGiven,
  isSized = false,
}: RunFacts): string | undefined {
  if (results.length === 0) return 'nothing was selected: no check and no rule has such an id';
  if (noCredentialGiven)
    return 'no credential is given (--config, or --email with HOSTING_CONTRACT_PASSWORD), so little more than refusals was seen';
  const isJudged = ({ verdict }: Result): boolean => JUDGED_VERDICTS.includes(verdict);
  const asked = results.filter(({ kind }) => kind === (rulesOnly ? 'rule' : 'check'));
  const judged = asked.filter(isJudged).length;
  if (judged === 0) {
    const rules = results.filter((result) => result.kind === 'rule' && isJudged(result)).length;
    return rules === 0
      ? 'nothing could be judged'
      : `no check could be judged, only ${plural(rules, 'rule')}`;
  }
  const unjudged = asked.filter(({ verdict }) => verdict === 'inconclusive').length;
  if (unjudged > judged) return `${unjudged} checks were inconclusive and only ${judged} were judged`;
  const musts = asked.filter(
    ({ level, verdict, need }) =>
      level === 'must' && verdict !== 'skipped' && !(isSized && need !== undefined),
  );
  const judgedMusts = musts.filter(isJudged).length;
  if (musts.length > 0 && judgedMusts === 0) return 'no must check could be judged';
  return !rulesOnly && judgedMusts < musts.length * MIN_JUDGED_RATIO
    ? `only ${judgedMusts} of ${musts.length} must checks could be judged`
    : undefined;
}
