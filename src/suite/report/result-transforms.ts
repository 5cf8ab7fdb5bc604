// The steps from the results of a run to the results of its report, in order.

import type { Catalogue } from '../model/define.ts';
import type { Result } from '../model/result.ts';
import { applyBaseline, type GivenBaseline } from './baseline.ts';
import { resolveBlockedBy } from './findings.ts';
import type { Report } from './report.ts';
import { type ExplainingRule, explainByRootCause } from './root-causes.ts';
import { blockRulesWithoutCredential, moveDeferringRulesLast } from './rule-results.ts';
import { addSentences } from './sentences.ts';
import { foldUnsupportedAreas } from './unsupported-areas.ts';

/** The facts about the run that the steps use. */
type MergeTransformContext = {
  /** the rules of the run, and which exchanges broke them */
  rules: readonly ExplainingRule[];
  /** operation → status → number of replies */
  statusesByOperation: Report['coverage']['operations'];
  known?: GivenBaseline | undefined;
  /** Unix milliseconds */
  startedAt: number;
  target: { baseUrl: string; name?: string | undefined };
};
type RunTransformContext = MergeTransformContext &
  Pick<Catalogue, 'requirements'> & { noCredentialWorked: boolean };

/** Members of the report that a step determines. */
type ReportMembers = Pick<Report, 'proposals' | 'baseline'>;

/** One step. It returns the results for the next step, and members of the report. */
type ResultTransform<Context> = (
  results: readonly Result[],
  context: Context,
) => { results: Result[] } & ReportMembers;

/** The steps of `conform merge`. The parts went through all steps, but each part knew only its own results. */
export const mergeTransforms: readonly ResultTransform<MergeTransformContext>[] = [
  explainByRootCause, // a breach that another breach explains is inconclusive and points to it
  foldUnsupportedAreas, // an area that answers only 404 or 501 is one finding
  resolveBlockedBy, // an inconclusive result points to the finding that kept it from being judged
  applyBaseline, // known breaches are marked; expired and unneeded entries fail
];

/** The steps of a run. */
export const runTransforms: readonly ResultTransform<RunTransformContext>[] = [
  blockRulesWithoutCredential, // without a working credential no rule is judged
  moveDeferringRulesLast, // rules that leave their breaches to checks come after the checks
  ...mergeTransforms,
  addSentences, // findings quote the sentence of their requirement
];

/** Applies the steps to results, one after the other. */
export function transformResults<Context>(
  transforms: readonly ResultTransform<Context>[],
  results: readonly Result[],
  context: Context,
): { results: Result[] } & ReportMembers {
  let transformed: { results: Result[] } & ReportMembers = { results: [...results] };
  for (const transform of transforms)
    transformed = { ...transformed, ...transform(transformed.results, context) };
  return transformed;
}
