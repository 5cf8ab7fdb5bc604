// Lists the steps that turn the results of a run into the results of its report, in order.

import type { Catalogue } from '../../model/define.ts';
import type { Result } from '../../model/result.ts';
import { applyBaseline, type GivenBaseline } from '../baseline/baseline.ts';
import type { Report } from '../report.ts';
import { linkSharedCauses, resolveBlockedBy } from './findings.ts';
import { addSentences } from './quoted-requirements.ts';
import { reportRefusedOperations } from './refused-operations.ts';
import { type ExplainingRule, explainByRootCause } from './root-causes.ts';
import { blockRulesWithoutCredential, moveDeferringRulesLast } from './rule-results.ts';
import { markSecurity } from './security.ts';
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
