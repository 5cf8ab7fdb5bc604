// Looks for the fewest features of a seed that still lead to an accusation.
import { runSeed, type SeedJob } from './run-seed.ts';

/**
 * Leaves one feature after the other out, as long as the suite still accuses the deployment by the same check.
 * @param features the features that lead to the accusation, as `name=value`
 * @param id the id of the check or rule that accuses
 */
export async function reduce(job: SeedJob, features: readonly string[], id: string): Promise<string[]> {
  let kept = [...features];
  for (const feature of features) {
    const fewer = kept.filter((one) => one !== feature);
    if (fewer.length === 0) break;
    const { accused } = await runSeed({ ...job, only: fewer });
    if (accused.some((accusation) => accusation.id === id)) kept = fewer;
  }
  return kept;
}
