// Compares how the suite judges a deployment with how it judges the mock like it (`mock --like`).
import { type Difference, diffReports } from '../../src/suite/cli/diff-command.ts';
import type { Report } from '../../src/suite/report/report.ts';
import { likenessOf } from '../../src/variations/like/like.ts';
import type { Variation } from '../../src/variations/vary.ts';
import { runSuiteOn } from './run-mutant.ts';

/**
 * Runs the suite on a deployment, and on the mock like it.
 * @param only prefixes of the ids of checks to run; every check when left out
 */
export async function compareLike(
  deployment: Variation,
  only: readonly string[] = [],
): Promise<{ original: Report; imitation: Report; differences: Difference[] }> {
  const judge = (variation: Variation): Promise<Report> =>
    runSuiteOn({ mutations: [], variation, described: false, allow: [], profile: 'stated', only });
  const original = await judge(deployment);
  const like = likenessOf(JSON.parse(JSON.stringify(original)));
  if (!like) throw new Error('The run has learned no form.');
  const imitation = await judge(like.variation);
  return { original, imitation, differences: diffReports(original, imitation).differences };
}
