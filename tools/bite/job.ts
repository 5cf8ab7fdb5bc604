// Says what a job of `npm run bite`, `npm run deployments` and `npm run mutate` is, and runs it.
import { defectById, degenerateServers } from '../../conformance/defects/index.ts';
import type { Permission } from '../../src/suite/model/define.ts';
import { freedoms, incompleteReason, seededVariation, variationOf } from '../../src/variations/vary.ts';
import { checksOf, type MutantResult, runMutant } from './run-mutant.ts';

/** A lawful deployment, on which no check may fail. */
type Variant = {
  /** `variant/<freedom>[<value>]` */
  id: string;
  /** `<freedom>=<value>` */
  choice: string;
  /** whether a run against it may be incomplete, because it lawfully keeps the suite from judging a sentence */
  mayBeIncomplete: boolean;
  allow: readonly Permission[];
};

/** Every lawful variant. */
export const variants: readonly Variant[] = freedoms.flatMap(({ name, values, allow = [] }) =>
  Object.keys(values).map((value) => {
    const choice = `${name}=${value}`;
    const mayBeIncomplete = incompleteReason(variationOf([choice])) !== undefined;
    return { id: `variant/${name}[${value}]`, choice, mayBeIncomplete, allow };
  }),
);

/** A run of the suite in a worker thread. */
export type Job = {
  /** the defects and variants to inject together; an empty list means the mock without defects */
  ids: readonly string[];
  profile: 'stated' | 'contract';
  /** what the run may do; when left out, what the defects and variants need */
  allow?: readonly Permission[];
  /** prefixes of the ids of checks to leave out */
  skip?: readonly string[];
  /** whether the checks of the broken sentences run alone, and all others only when these fail nowhere */
  sentencesFirst?: boolean;
  /** whether the job mostly waits in real time for webhook deliveries */
  waits?: boolean;
  /** a generated deployment: its seed, and values of freedoms in place of those that the seed chooses */
  deployment?: { seed: number; choices: readonly string[]; described: boolean };
  /** the operations that accept a request, for a target file that knows them */
  accepted?: readonly string[];
  /** the mutant of the code to switch on; the first failure then ends the run */
  mutant?: string;
  /** whether the mutant changes code that a thread runs once, at import or at its first use */
  needsNewThread?: boolean;
  /** whether the result tells which mutants the run passed */
  measures?: boolean;
};

const others = new Map([...degenerateServers, ...variants].map((row) => [row.id, row]));
const rowOf = (id: string) => others.get(id) ?? defectById(id);

/** Returns whether a job waits in real time for webhook deliveries. */
export const isWaitingJob = ({ ids }: Job): boolean =>
  ids.length === 0 || ids.some((id) => rowOf(id)?.allow.includes('webhooks'));

/**
 * Runs one job in the current thread.
 * @param alive is called after each check
 */
export async function runJob(job: Job, alive = (): void => {}): Promise<MutantResult> {
  const { ids, profile, skip = [], accepted = [], sentencesFirst, deployment } = job;
  const common = { profile, skip, accepted, alive, firstFailureEnds: job.mutant !== undefined };
  if (deployment) {
    const { seed, choices, described } = deployment;
    const variation = choices.length > 0 ? variationOf(choices, seed) : seededVariation(seed);
    return runMutant({ ...common, mutations: [], variation, allow: ['rate-limit-burst'], described, seed });
  }
  const selected = ids.map((id) => {
    const row = rowOf(id);
    if (!row) throw new Error(`No defect and no variant has the id ${id}.`);
    return row;
  });
  // The result on the mock without defects is compared with that of every defect, so the run gets every permission that
  // any defect or variant needs.
  const needed =
    ids.length === 0 ? (['rate-limit-burst', 'webhooks'] as const) : selected.flatMap((row) => row.allow);
  const mutations = selected.flatMap((row) => ('inject' in row ? [row.inject] : []));
  const choices = selected.flatMap((row) => ('choice' in row ? [row.choice] : []));
  const variation = choices.length > 0 ? variationOf(choices) : undefined;
  const run = { ...common, mutations, variation, allow: job.allow ?? needed };
  const only = sentencesFirst ? selected.flatMap((row) => ('requirement' in row ? checksOf(row) : [])) : [];
  const quick = only.length > 0 ? await runMutant({ ...run, only }) : undefined;
  return quick && quick.fails.length > 0 ? quick : runMutant(run);
}
