// Runs the suite on mutants in other processes.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Permission } from '../../src/suite/model/define.ts';

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
  /** the verdict of the suite; `no start`: there is no mock to judge; `time-out` and `crash`: the process has ended */
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

/** Returns whether a stated check or rule failed, or the process hung or crashed, so that no run ends conformant. */
export const isCaught = ({ verdict }: SuiteOutcome): boolean =>
  ['nonconformant', 'time-out', 'crash'].includes(verdict);

/** How long a process may be silent between two steps of a run, in milliseconds: many times what any step takes. */
const SILENCE_MS = 60_000;

/**
 * A process that runs the suite on one mutant after the other. It is replaced after a mutant that did not survive, so
 * that nothing of it is left, and before and after a mutant of code that a process runs only once.
 */
export class SuiteProcess {
  readonly #program: string;
  readonly #options: { env: NodeJS.ProcessEnv; silent: true };
  #child: ChildProcess | null = null;

  /** @param build the folder of the instrumented copy */
  constructor(build: URL) {
    this.#program = fileURLToPath(new URL('tools/mutate/run.ts', build));
    const compiled = fileURLToPath(new URL('../mutate-compiled', build));
    this.#options = { env: { ...process.env, NODE_COMPILE_CACHE: compiled }, silent: true };
  }

  /**
   * Runs the suite.
   * @param runsOnce whether the mutant changes code that a process runs once, at import or at its first use
   */
  async run(job: Job, runsOnce: boolean): Promise<SuiteOutcome> {
    if (runsOnce) this.end();
    this.#child ??= fork(this.#program, [runsOnce ? job.mutant : 'none'], this.#options);
    const outcome = await outcomeOf(this.#child, job);
    if (runsOnce || outcome.verdict !== 'conformant') this.end();
    return outcome;
  }

  /** Ends the process. */
  end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

/** Sends a job to a process, and waits for its outcome, its end, or its silence. */
function outcomeOf(child: ChildProcess, job: Job): Promise<SuiteOutcome> {
  return new Promise((resolve) => {
    let stderr = '';
    const finish = (outcome: SuiteOutcome): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      child.stderr?.removeAllListeners();
      resolve(outcome);
    };
    const fail = (verdict: string) => (): void => finish({ verdict, fails: [], warns: [], message: stderr });
    const timer = setTimeout(fail('time-out'), SILENCE_MS);
    child.stdout?.resume();
    child.stderr?.on('data', (text: Buffer) => {
      stderr = `${stderr}${text}`.slice(-1000);
    });
    child.on('exit', fail('crash'));
    child.on('message', (outcome: SuiteOutcome | null) => {
      if (outcome) finish(outcome);
      else timer.refresh();
    });
    child.send(job);
  });
}
