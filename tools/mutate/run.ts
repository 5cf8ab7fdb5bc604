// Runs the suite on the instrumented mock, in a thread of its own. Its data is the mutant with which it imports the
// sources, or `none`; every step of a run is a sign of life.
import { workerData } from 'node:worker_threads';
import { answerJobs } from '../bite/job-thread.ts';
import type { Job, SuiteOutcome } from './suite-thread.ts';

/** The global that the instrumented code reads: which mutant is active, and where it counts what it passes. */
const switches: {
  activeMutant: string;
  currentTestId?: string;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
} = { activeMutant: workerData };
Object.assign(globalThis, { __stryker__: switches });

let runs = 0;

answerJobs(run);

async function run(
  { mutant, permissions, accepted = [], measures = false }: Job,
  alive: () => void,
): Promise<SuiteOutcome> {
  const { runSuiteOn } = await import('../bite/run-mutant.ts');
  switches.activeMutant = mutant;
  if (measures) switches.currentTestId = `run ${++runs}`;
  let stop = new AbortController();
  const runUntil = (isEnough: (verdict: string) => boolean): ReturnType<typeof runSuiteOn> =>
    runSuiteOn(
      { mutations: [], allow: permissions, accepted, profile: 'stated' },
      {
        signal: stop.signal,
        onProgress(event) {
          alive();
          if (event.type === 'check' && isEnough(event.result.verdict)) stop.abort();
        },
      },
    );
  // The first failure ends the run, unless the report explains it in another way.
  let report = await runUntil((verdict) => verdict === 'fail');
  if (stop.signal.aborted && !report.results.some(({ verdict }) => verdict === 'fail')) {
    stop = new AbortController();
    report = await runUntil(() => false);
  }
  const idsOf = (wanted: string): string[] =>
    report.results.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  const fails = idsOf('fail');
  const { static: atImport = {}, perTest = {} } = switches.mutantCoverage ?? {};
  return {
    verdict: fails.length > 0 ? 'nonconformant' : report.verdict,
    fails,
    warns: idsOf('warn'),
    message: report.reasons.join('; '),
    ...(measures
      ? { atImport, inRun: perTest[`run ${runs}`] ?? {}, accepted: report.learned?.accepted ?? [] }
      : {}),
  };
}
