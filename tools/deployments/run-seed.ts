// Runs the suite on the deployment of a seed and returns what was judged, what was accused, and what stayed open.
import { catalogue } from '../../conformance/index.ts';
import { hostingMock } from '../../mocks/index.ts';
import { conform, type Report } from '../../src/suite/run/conform.ts';
import { type AnyContent, createMutantMock } from '../bite/mutant-mock.ts';
import { mockClock, mockTransport, targetConfig } from '../bite/target.ts';
import { deploymentOf } from './deployment.ts';
import { departures, type Features, featuresOf, reducedTo } from './features.ts';
import type { Description } from './target.ts';

/** A run to do: the seed, the features to keep (all when empty), and what the target file has. */
export type SeedJob = { seed: number; only: readonly string[]; description: Description };

/** A result that accuses the deployment, although it is lawful. */
export type Accusation = { id: string; verdict: 'fail' | 'broken'; message: string };

/** A stated sentence that stayed open: its id, the class of the reason, and the reason. */
export type OpenSentence = { requirement: string; cause: string; why: string };

/** The outcome of the run on one seed. Times are in milliseconds. */
export type SeedResult = SeedJob & {
  features: string[];
  verdict: Report['verdict'];
  accused: Accusation[];
  /** number of stated sentences that got a verdict, and of these and the open ones */
  judged: number;
  sentences: number;
  open: OpenSentence[];
  requests: number;
  leftovers: number;
  /** names of fields that the suite warns about, and other warnings */
  warnings: number;
  virtualMs: number;
  ms: number;
};

/** Returns the features of a job. */
export const featuresOfJob = ({ seed, only }: SeedJob): Features =>
  only.length === 0 ? featuresOf(seed) : reducedTo(featuresOf(seed), only);

/** Real time after which a run counts as hung, in milliseconds. */
const RUN_TIMEOUT_MS = 120_000;

/**
 * Runs the suite on the deployment of a seed, on the mock's virtual clock.
 * @throws Error when the generator is not lawful: its mapping loses or changes a value
 */
export async function runSeed(job: SeedJob): Promise<SeedResult> {
  const started = performance.now();
  const faults: unknown[] = [];
  const mock = createMutantMock(
    hostingMock as unknown as AnyContent,
    { seed: 1, world: 'demo', clock: 'frozen', fault: (error: unknown) => void faults.push(error) },
    [deploymentOf(featuresOfJob(job), job.seed, job.description)],
  );
  const target = targetConfig(mock);
  const transport = mockTransport(mock, target.baseUrl ?? '');
  const began = mock.app.world.clock.now();
  const report = await conform({
    target,
    catalogue,
    mode: 'full',
    allow: ['rate-limit-burst'],
    seed: job.seed,
    runId: `hc-deployment-${job.seed}`,
    transport: {
      ...transport,
      // An error of the generator is no error of the network: the suite would repeat the request.
      send: (request) =>
        transport.send(request).catch((error: unknown) => {
          if (error instanceof Error && /^The (generator|contract|mock)/.test(error.message))
            faults.push(error);
          throw error;
        }),
    },
    clock: mockClock(mock),
    signal: AbortSignal.timeout(RUN_TIMEOUT_MS),
  });
  if (faults.length > 0) throw faults[0];
  return resultOf(job, report, {
    virtualMs: mock.app.world.clock.now() - began,
    ms: performance.now() - started,
  });
}

function resultOf(job: SeedJob, report: Report, times: { virtualMs: number; ms: number }): SeedResult {
  const { judged, unjudged } = report.sentences ?? { judged: [], unjudged: [] };
  // A sentence that needs HTTPS, or a credential that the target does not have, is not open on this target.
  const open = unjudged.filter((sentence) => sentence.open);
  return {
    ...job,
    features: departures(featuresOfJob(job)),
    verdict: report.verdict,
    accused: report.results.flatMap(({ id, verdict, message }) =>
      verdict === 'fail' || verdict === 'broken' ? [{ id, verdict, message }] : [],
    ),
    judged: judged.length,
    sentences: judged.length + open.length,
    open: open.map(({ sentence, cause, why }) => ({ requirement: sentence, cause, why })),
    requests: report.requests,
    leftovers: report.cleanup.leftovers.length,
    warnings: report.results.filter(({ verdict }) => verdict === 'warn').length,
    virtualMs: times.virtualMs,
    ms: times.ms,
  };
}
