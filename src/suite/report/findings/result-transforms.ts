// Lists the steps that turn the results of a run into the results of its report, in order.

import type { Catalogue, Rule } from '../../model/define.ts';
import type { Verdict } from '../../model/outcome.ts';
import type { Result } from '../../model/result.ts';
import { applyBaseline, type GivenBaseline } from '../baseline/baseline.ts';
import type { Report } from '../report.ts';
import { linkSharedCauses, resolveBlockedBy } from './findings.ts';
import { reportRefusedOperations } from './refused-operations.ts';
import { type ExplainingRule, explainByRootCause } from './root-causes.ts';
import { foldUnsupportedAreas } from './unsupported-areas.ts';

/** The facts about the run that the steps need. */
type TransformContext = Pick<Catalogue, 'requirements' | 'security' | 'targetValues'> & {
  /** the rules of the run, each with the exchanges that broke it */
  rules: readonly ExplainingRule[];
  /** operation → status → number of replies */
  statusesByOperation: Report['coverage']['operations'];
  known?: GivenBaseline | undefined;
  /** start of the run in Unix milliseconds */
  startedAt: number;
  target: { baseUrl: string; name?: string | undefined };
  noCredentialWorked: boolean;
  checks: readonly Result[];
  profile: 'stated' | 'contract';
  runId: string;
};

/** The members of the report that a step may set. */
type ReportMembers = Pick<Report, 'proposals' | 'baseline'>;

/** One step, which returns the results for the next step, and members of the report. */
type ResultTransform = (
  results: readonly Result[],
  context: TransformContext,
) => { results: Result[] } & ReportMembers;

/** The steps of a run. */
export const runTransforms: readonly ResultTransform[] = [
  blockRulesWithoutCredential, // The results of rules become inconclusive when no credential works.
  reportRefusedOperations, // An operation that refused every valid request becomes a finding.
  moveDeferringRulesLast, // Rules with `defersToChecks` are placed after the checks.
  markSecurity, // Violations that let a caller see or do what it must not are marked.
  explainByRootCause, // A violation that another violation explains becomes inconclusive and refers to the other violation.
  foldUnsupportedAreas, // An area in which every reply is 404 or 501 becomes one finding.
  resolveBlockedBy, // An inconclusive result refers to the finding that kept it from being judged.
  applyBaseline, // Violations that the baseline covers are marked; expired and unneeded entries fail the run.
  linkSharedCauses, // Violations with one cause refer to the first of them, and count once.
  addSentences, // Each finding gets the sentence of its requirement.
];

/** Applies the steps to the results one after the other. */
export function transformResults(
  transforms: readonly ResultTransform[],
  results: readonly Result[],
  context: TransformContext,
): { results: Result[] } & ReportMembers {
  let transformed: { results: Result[] } & ReportMembers = { results: [...results] };
  for (const transform of transforms)
    transformed = { ...transformed, ...transform(transformed.results, context) };
  return transformed;
}

/**
 * Marks each violation of a security requirement whose proof is a request that was granted: a refusal with another
 * status opens nothing.
 */
function markSecurity(
  results: readonly Result[],
  { security = [] }: Pick<Catalogue, 'security'>,
): { results: Result[] } {
  const isOpen = ({ requirement, verdict, exchanges: [proof] }: Result): boolean =>
    (verdict === 'fail' || verdict === 'warn') &&
    security.includes(requirement) &&
    proof?.reply?.status !== undefined &&
    Math.floor(proof.reply.status / 100) === 2;
  return { results: results.map((result) => (isOpen(result) ? { ...result, security: true } : result)) };
}

const QUOTING_VERDICTS: readonly Verdict[] = ['fail', 'warn', 'baselined', 'observed'];

/** Adds the heading and the sentence of the requirement to each result that is a finding or an observation. */
function addSentences(
  results: readonly Result[],
  { requirements }: Pick<Catalogue, 'requirements'>,
): { results: Result[] } {
  return {
    results: results.map((result) => {
      const requirement = requirements[result.requirement];
      if (!requirement || !QUOTING_VERDICTS.includes(result.verdict)) return result;
      return { ...result, sentence: `${requirement.heading}: ${requirement.says}` };
    }),
  };
}

/**
 * Makes the results of all rules inconclusive when no credential works, because the rules then judged little but
 * refused calls.
 */
function blockRulesWithoutCredential(
  results: readonly Result[],
  { noCredentialWorked }: { noCredentialWorked: boolean },
): { results: Result[] } {
  if (!noCredentialWorked) return { results: [...results] };
  return {
    results: results.map((result) =>
      result.kind === 'rule'
        ? {
            ...result,
            verdict: 'inconclusive',
            blockedBy: 'suite/credentials',
            cause: 'credential-rejected',
          }
        : result,
    ),
  };
}

/** Moves the results of rules with `defersToChecks` behind all other results. */
function moveDeferringRulesLast(
  results: readonly Result[],
  { rules }: { rules: readonly { rule: Pick<Rule, 'id' | 'defersToChecks'> }[] },
): { results: Result[] } {
  const deferring = new Set(rules.flatMap(({ rule }) => (rule.defersToChecks ? [rule.id] : [])));
  const isDeferring = ({ id, kind }: Result): boolean => kind === 'rule' && deferring.has(id);
  return {
    results: [
      ...results.filter((result) => !isDeferring(result)),
      ...results.filter((result) => isDeferring(result)),
    ],
  };
}
