// Runs the user's command against a new platform each time, and keeps what was seen in all runs.
import { formatDuration } from '../suite/model/clock.ts';
import { UsageError } from '../suite/model/outcome.ts';
import { plural, shortLine } from '../suite/model/text.ts';
import { type Observation, observe } from './observe.ts';
import { waitOf } from './plan.ts';
import type { SentRequest, StartPlatform } from './platform.ts';
import { type Outcome, type ResultFile, runCommand, WHOLE_COMMAND } from './run-command.ts';

/** An observation, in how many runs it was made how many times, and the values of freedoms of the first of them. */
export type Observed = Observation & {
  operations: Set<string>;
  count: number;
  runs: number;
  choices: readonly string[];
};

/** How the command is run. */
export type RunOptions = {
  command: readonly string[];
  resultFile: ResultFile;
  start: StartPlatform;
  progress: (line: string) => void;
  signal?: AbortSignal | undefined;
};

/** One run of the command: its results, and what the platform has seen of it. */
export type Run = Outcome & { choices: readonly string[]; deliveries: readonly string[] };

/** What a run leaves out: all tests but one, where the runner is known; the freedoms, but for some requests. */
export type Part = { test?: string | undefined; only?: readonly string[] | undefined };

/** The most characters of a failure in the line of a run. */
const MAX_FAILURE = 200;

/** The most values that the line of a run names. */
const MAX_NAMED = 4;

/** Names the values of a run in one line. */
export const choicesText = (choices: readonly string[]): string =>
  choices.length > MAX_NAMED ? `${choices.length} values together` : choices.join('; ') || 'unvaried';

/** The runs of a command. */
export class Runs {
  /** the runs that went to their end, without their requests */
  readonly ended: Pick<Run, 'choices' | 'results'>[] = [];
  readonly #observed: (Observation & { choices: readonly string[]; run: number })[] = [];
  limitMs = 3_600_000;
  /** how long a run without a variation takes, in ms; undefined before the first has ended */
  usualMs: number | undefined;
  /** the requests of a run without a variation */
  usual: readonly SentRequest[] = [];
  readonly #options: RunOptions;

  constructor(options: RunOptions) {
    this.#options = options;
  }

  /** Runs the command once against a new platform. */
  async run(choices: readonly string[], { test, only }: Part = {}): Promise<Run> {
    const { command, resultFile, start, progress, signal } = this.#options;
    signal?.throwIfAborted();
    const platform = await start(choices, only).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : `${error}`;
      throw new UsageError(`the mock cannot be started: ${why}`);
    });
    const outcome = await runCommand(command, resultFile, {
      env: platform.env,
      limitMs: this.limitMs + 3 * waitOf(choices, this.usual),
      usualMs: this.usualMs,
      signal,
      more: (test !== undefined && resultFile.argsOfTest?.(test)) || [],
    }).finally(() => platform.close());
    signal?.throwIfAborted();
    this.ended.push({ choices, results: outcome.results });
    const requests = [...platform.requests(), ...outcome.requests];
    for (const seen of observe(requests)) this.#observed.push({ ...seen, choices, run: this.ended.length });
    const failed = [...outcome.results.values()].filter((failure) => failure !== null).length;
    const whole = outcome.results.get(WHOLE_COMMAND);
    const text = whole
      ? `failed: ${shortLine(whole, MAX_FAILURE)}`
      : `${failed} of ${plural(outcome.results.size, 'test')} failed`;
    progress(
      `run ${this.ended.length}: ${choicesText(choices)}${only ? ` for ${only.join(', ')}` : ''}: ${failed === 0 ? 'passed' : text} (${formatDuration(outcome.ms)})`,
    );
    return { ...outcome, choices, requests, deliveries: platform.deliveries() };
  }

  /** Returns what was observed in all runs, one entry a kind. */
  observations(): Observed[] {
    return [...Map.groupBy(this.#observed, ({ kind }) => kind).values()].flatMap((seen) =>
      seen.slice(0, 1).map((first) => ({
        ...first,
        operations: new Set(seen.map(({ operation }) => operation)),
        count: seen.length,
        runs: new Set(seen.map(({ run }) => run)).size,
      })),
    );
  }
}
