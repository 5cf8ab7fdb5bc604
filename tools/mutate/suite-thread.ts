// Runs the suite on mutants in other threads.
import type { Permission } from '../../src/suite/model/define.ts';
import { JobThread } from '../bite/job-thread.ts';

/** One run of the suite. `measures`: the outcome tells which mutants the run passed. */
export type Job = {
  mutant: string;
  permissions: readonly Permission[];
  /** the operations that accept a request without a mutant */
  accepted?: readonly string[];
  measures?: boolean;
};

/** The outcome of one run of the suite. */
export type SuiteOutcome = {
  /** the verdict of the suite; `no start`: there is no mock to judge; `time-out` and `crash`: the thread has ended */
  verdict: string;
  /** ids of the checks and rules that failed, and of those that warned */
  fails: string[];
  warns: string[];
  message: string;
  /** id of a mutant → how often the import passed it, and how often the run did */
  atImport?: Record<string, number>;
  inRun?: Record<string, number>;
  /** the operations that accepted a request */
  accepted?: readonly string[];
};

/** Returns whether a stated check or rule failed, or the thread hung or crashed, so that no run ends conformant. */
export const isCaught = ({ verdict }: SuiteOutcome): boolean =>
  ['nonconformant', 'time-out', 'crash'].includes(verdict);

/** How long a run may be silent between two of its steps, in milliseconds: many times what any step takes. */
const SILENCE_MS = 60_000;

/**
 * Runs the suite on one mutant after the other in a thread. It is replaced after a mutant that did not survive, so that
 * nothing of it is left, and before and after a mutant of code that a thread runs only once.
 */
export class SuiteThread {
  readonly #thread: JobThread<Job, SuiteOutcome>;

  /** @param build the folder of the instrumented copy */
  constructor(build: URL) {
    this.#thread = new JobThread(new URL('tools/mutate/run.ts', build), SILENCE_MS);
  }

  /**
   * Runs the suite.
   * @param runsOnce whether the mutant changes code that a thread runs once, at import or at its first use
   */
  async run(job: Job, runsOnce: boolean): Promise<SuiteOutcome> {
    if (runsOnce) await this.end();
    const ended = await this.#thread.run(job, runsOnce ? job.mutant : 'none');
    const outcome = 'result' in ended ? ended.result : failed(ended);
    if (runsOnce || outcome.verdict !== 'conformant') await this.end();
    return outcome;
  }

  /** Ends the thread. */
  end(): Promise<void> {
    return this.#thread.end();
  }
}

const failed = ({ error, over }: { error: string; over?: 'silent' | 'crashed' }): SuiteOutcome => ({
  verdict: over === undefined ? 'no start' : over === 'silent' ? 'time-out' : 'crash',
  fails: [],
  warns: [],
  message: error,
});
