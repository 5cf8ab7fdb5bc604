// Runs the suite on the instrumented mock, in a process of its own: `node run.ts <id of a mutant>` imports the sources
// with this mutant, `node run.ts none` without one. Each message is a job; its outcome is sent back, and
// before it null at every step, as a sign of life.
import type { Job, SuiteOutcome } from './suite-process.ts';

/** The global that the instrumented code reads: which mutant is active, and where it counts what it passes. */
const switches: {
  activeMutant: string;
  currentTestId?: string;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
} = { activeMutant: process.argv[2] ?? 'none' };
Object.assign(globalThis, { __stryker__: switches });

let runs = 0;

process.on('message', async (job: Job) => {
  const outcome = await run(job).catch((error: unknown): SuiteOutcome => {
    const message = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
    return { verdict: 'no start', fails: [], warns: [], message };
  });
  process.send?.(outcome);
});

async function run({ mutant, permissions, accepted = [], measures = false }: Job): Promise<SuiteOutcome> {
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
          process.send?.(null);
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
