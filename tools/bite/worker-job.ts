// Runs the jobs of one worker thread: a job arrives as ids of defects and variants, and its result is returned as
// plain data.
import { defectById, degenerateServers } from '../../conformance/defects/index.ts';
import { seededVariation, variationOf } from '../../src/variations/vary.ts';
import { answerJobs } from './job-thread.ts';
import { checksOf, type MutantResult, runMutant } from './run-mutant.ts';
import { variants } from './variants.ts';

/**
 * A run of the suite in a worker thread: `ids` are the defects and variants to inject together; an empty list means
 * the mock without defects.
 */
export type Job = {
  ids: readonly string[];
  profile: 'stated' | 'contract';
  /** prefixes of the ids of checks to leave out */
  skip?: readonly string[];
  /** whether the checks of the broken sentences run alone, and all others only when these fail nowhere */
  sentencesFirst?: boolean;
  /** whether the job mostly waits in real time for webhook deliveries */
  waits?: boolean;
  /** a generated deployment: its seed, and values of freedoms in place of those that the seed chooses */
  deployment?: { seed: number; choices: readonly string[]; described: boolean };
};

const others = new Map([...degenerateServers, ...variants].map((row) => [row.id, row]));
const rowOf = (id: string) => others.get(id) ?? defectById(id);

/** Returns whether a job waits in real time for webhook deliveries. */
export const isWaitingJob = ({ ids }: Job): boolean =>
  ids.length === 0 || ids.some((id) => rowOf(id)?.allow.includes('webhooks'));

/** Runs one job in the current thread. */
export async function runJob({ ids, profile, skip, sentencesFirst, deployment }: Job): Promise<MutantResult> {
  if (deployment) {
    const { seed, choices, described } = deployment;
    const variation = choices.length > 0 ? variationOf(choices, seed) : seededVariation(seed);
    const allow = ['rate-limit-burst'] as const;
    return runMutant({ mutations: [], variation, allow, profile, described, seed, ...(skip && { skip }) });
  }
  const selected = ids.map((id) => {
    const row = rowOf(id);
    if (!row) throw new Error(`No defect and no variant has the id ${id}.`);
    return row;
  });
  // The result on the mock without defects is compared with that of every defect, so the run gets every permission that
  // any defect or variant needs.
  const allow =
    ids.length === 0 ? (['rate-limit-burst', 'webhooks'] as const) : selected.flatMap((row) => row.allow);
  const mutations = selected.flatMap((row) => ('inject' in row ? [row.inject] : []));
  const choices = selected.flatMap((row) => ('choice' in row ? [row.choice] : []));
  const variation = choices.length > 0 ? variationOf(choices) : undefined;
  const run = { mutations, variation, allow, profile, ...(skip && { skip }) };
  const only = sentencesFirst ? selected.flatMap((row) => ('requirement' in row ? checksOf(row) : [])) : [];
  const quick = only.length > 0 ? await runMutant({ ...run, only }) : undefined;
  return quick && quick.fails.length > 0 ? quick : runMutant(run);
}

answerJobs(runJob);
