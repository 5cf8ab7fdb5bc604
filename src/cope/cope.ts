// Runs the user's tests unvaried and under variations, and reduces each failure to the freedom that breaks a test.
import { stripVTControlCharacters } from 'node:util';
import { escapeConsoleLine, escapeConsoleLines } from '../suite/formats/escape.ts';
import { UsageError } from '../suite/model/outcome.ts';
import { plural } from '../suite/model/text.ts';
import { decidingRequest, deliveriesThatShow } from './evidence.ts';
import { excludes, freedomOf, hasEffectOn } from './plan.ts';
import { WHOLE_COMMAND } from './run-command.ts';
import { choicesText, type Observed, type Part, type Run, type RunOptions, Runs } from './runs.ts';
import { smallestFailing } from './smallest-failing.ts';

/** What breaks a test. */
export type Break = {
  /** the values of freedoms that together break the tests, as `name=value`; mostly one */
  choices: readonly string[];
  /** other values of the same freedom that break no other tests */
  alike: string[];
  tests: readonly { name: string; message: string }[];
  /** the request whose reply decided, or the webhooks, as text */
  shown: string | undefined;
  /** whether the runs were interrupted before the values were narrowed and tried again */
  isUnfinished?: boolean;
};

/** The result of all runs. */
export type CopeResult = {
  command: readonly string[];
  tests: number;
  /** tests that differ by themselves, without a variation */
  setAside: readonly string[];
  /** tests that failed once under a variation and not again */
  unsteady: readonly string[];
  /** tests that failed in a later run without a variation, so that they could not be judged */
  unjudged: readonly string[];
  breaks: readonly Break[];
  observations: readonly Observed[];
  survived: readonly string[];
  /** values that were tried while the tests sent no request on which they have an effect: nothing is known of them */
  notMet: readonly string[];
  /** whether every request without a variation was refused */
  isAllRefused: boolean;
  isInterrupted: boolean;
  runs: number;
};

/** How the command is run, and under what. */
export type CopeOptions = RunOptions & {
  /** the values that each run combines */
  rounds: readonly (readonly string[])[];
  /** called with what breaks tests as soon as it is found */
  onBreak?: (found: Break) => void;
};

/** The least time that a varied run may take, and how many times longer than the unvaried one, in ms. */
const MIN_LIMIT_MS = 60_000;
const LIMIT_FACTOR = 10;
/** The unvaried runs: the tests that passed, and those that differ by themselves. */
type Unvaried = {
  runs: Runs;
  tests: readonly string[];
  setAside: readonly string[];
  ms: number;
  first: Run;
};

/**
 * Runs the command without a variation, and again when not all of its tests pass.
 * @throws UsageError when its tests do not pass
 */
export async function runUnvaried(options: CopeOptions): Promise<Unvaried> {
  const runs = new Runs(options);
  const first = await runs.run([]);
  const second = first.isGreen ? first : await runs.run([]);
  const names = [...new Set([...first.results.keys(), ...second.results.keys()])];
  const passes = ({ results }: Run, name: string): boolean =>
    results.get(name) === null || (name === WHOLE_COMMAND && !results.has(name));
  const red = names.filter((name) => !passes(first, name) && !passes(second, name));
  const setAside = names.filter((name) => passes(first, name) !== passes(second, name));
  const tests = names.filter((name) => passes(first, name) && passes(second, name));
  if (red.length > 0 || tests.length === 0)
    throw new UsageError(
      `${red.length > 0 ? `${plural(red.length, 'test')} failed` : 'no test passed'} against the mock without a variation, so nothing can be said: make them pass first (their address and credentials are in HOSTING_BASE_URL, HOSTING_TOKEN …)\n${[...red, ...setAside].map((name) => `  ${escapeConsoleLine(name)}: ${first.results.get(name) ?? second.results.get(name) ?? 'did not run'}`).join('\n')}\n${escapeConsoleLines(stripVTControlCharacters(first.output)).trimEnd().split('\n').slice(-20).join('\n')}`,
    );
  if (first.requests.length + second.requests.length === 0)
    throw new UsageError(
      'the command sent no request to the mock, so nothing can be said: its tests must call HOSTING_BASE_URL, or use the fixtures',
    );
  if (tests.every((name) => name === WHOLE_COMMAND))
    options.progress(
      'the command counts as one test, by its exit code: --junit <file> tells its tests apart',
    );
  runs.usual = first.requests;
  runs.usualMs = Math.max(first.ms, second.ms);
  runs.limitMs = Math.max(MIN_LIMIT_MS, LIMIT_FACTOR * runs.usualMs);
  return { runs, tests, setAside, ms: (first.ms + second.ms) / 2, first };
}

/** Runs the command under each combination of variations, and reduces what fails; interrupted, returns what it has found. */
export async function runVaried(unvaried: Unvaried, options: CopeOptions): Promise<CopeResult> {
  const search = new Search(unvaried, options);
  await search.run().catch((error: unknown) => {
    if (!options.signal?.aborted) throw error;
  });
  return search.result();
}

/** Runs the command with some values of freedoms; the same run is made once. */
type RunOf = (choices: readonly string[], part?: Part) => Promise<Run>;

/** The search for the values of freedoms that break tests. */
class Search {
  readonly #unvaried: Unvaried;
  readonly #options: CopeOptions;
  readonly #breaks: Break[] = [];
  /** what broke last, with the fewest values that break it so far; empty once it is judged */
  #unfinished: Break[] = [];
  readonly #unsteady = new Set<string>();
  readonly #unjudged = new Set<string>();
  readonly #broken = new Set<string>();
  readonly #survived = new Set<string>();
  /** the values that a reply had which reached the client in a run that stayed green */
  readonly #met = new Set<string>();
  /** the values that are tried one by one, because another value of their freedom has broken a test */
  readonly #single = new Set<string>();

  constructor(unvaried: Unvaried, options: CopeOptions) {
    this.#unvaried = unvaried;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { runs } = this.#unvaried;
    const queue = this.#options.rounds.map((round) => [...round]);
    for (const round of queue) {
      const left = round.filter((choice) => !this.#broken.has(choice));
      // The other values of a freedom that has broken a test are tried one by one, after all other runs.
      const isLater = (choice: string): boolean =>
        round.length > 1 && this.#breaks.some((one) => isSibling(one, choice));
      for (const choice of left.filter(isLater)) {
        if (!this.#single.has(choice)) queue.push([choice]);
        this.#single.add(choice);
      }
      await this.#tryTogether(left.filter((choice) => !isLater(choice)));
    }
    // What one run shows may be chance, as a failure may be.
    for (const { kind, choices } of runs.observations().filter(isSeenOnce))
      if (runs.observations().some((one) => one.kind === kind && isSeenOnce(one))) await runs.run(choices);
  }

  result(): CopeResult {
    const { runs, tests, setAside, first } = this.#unvaried;
    return {
      command: this.#options.command,
      tests: tests.length,
      setAside,
      unsteady: [...this.#unsteady],
      unjudged: [...this.#unjudged],
      breaks: [...this.#breaks, ...this.#unfinished],
      observations: runs.observations().filter((one) => !isSeenOnce(one)),
      survived: [...this.#survived].filter((choice) => this.#met.has(choice)),
      notMet: [...this.#survived].filter((choice) => !this.#met.has(choice)),
      isAllRefused: first.requests.every(({ status }) => status >= 400),
      isInterrupted: this.#options.signal?.aborted ?? false,
      runs: runs.ended.length,
    };
  }

  /** Runs the command with some values, without those that break a test, until no test fails. */
  async #tryTogether(choices: readonly string[]): Promise<void> {
    const known = new Map<string, Run>();
    const runOf: RunOf = async (some, part = {}) => {
      const name = JSON.stringify([some, part]);
      const run = known.get(name) ?? (await this.#unvaried.runs.run(some, part));
      known.set(name, run);
      return run;
    };
    let active = choices;
    /** the one test that the first run has left to judge; the others have passed under all of its values */
    let left: string | undefined;
    const seen: Run[] = [];
    while (active.length > 0) {
      const run = await runOf(active, { test: left });
      if (isLateTogether(run)) {
        const middle = Math.ceil(active.length / 2);
        for (const half of [active.slice(0, middle), active.slice(middle)]) await this.#tryTogether(half);
        return;
      }
      seen.push(run);
      const failed = this.#failing(run).filter((name) => left === undefined || name === left);
      this.#unfinished = [];
      if (failed.length === 0) {
        for (const one of seen) this.#noteSurvived(one, active);
        return;
      }
      const reduced = await this.#reduce(active, run, failed, runOf);
      if (reduced === undefined) continue;
      left = reduced.isAlone ? failed[0] : undefined;
      this.#noteBreak(reduced.found);
      active = active.filter((choice) => !reduced.found.choices.includes(choice));
    }
  }

  /**
   * Reduces some values to the fewest that break the first of the failed tests.
   * @returns undefined when the failure is one of chance; `isAlone`: the other tests have passed, and need not run again
   */
  async #reduce(
    active: readonly string[],
    run: Run,
    failed: readonly string[],
    runOf: RunOf,
  ): Promise<{ found: Break; isAlone: boolean } | undefined> {
    const [test = ''] = failed;
    const broke = failed.map((name) => ({ name, message: run.results.get(name) ?? '' }));
    const narrow = (choices: readonly string[]): void => {
      this.#unfinished = [{ choices, alike: [], tests: broke, shown: undefined, isUnfinished: true }];
    };
    narrow(active);
    // A test that fails alone as well is reduced in runs of this test, which are shorter.
    const isAlone =
      this.#canRunAlone(test, active) &&
      typeof (await runOf(active, { test })).results.get(test) === 'string';
    const alone = isAlone ? { test } : {};
    const breaksTest = async (part: readonly string[], only?: readonly string[]): Promise<boolean> => {
      const tried = await runOf(part, { ...alone, only });
      const isBroken = !isLateTogether(tried) && this.#failing(tried).includes(test);
      if (isBroken && !only) narrow(part);
      return isBroken;
    };
    const choices = await smallestFailing(active, breaksTest);
    if (!(await this.#isSteady(test, choices, alone))) return undefined;
    const whole = await runOf(choices);
    const proof = await runOf(choices, alone);
    const message = proof.results.get(test) ?? '';
    const names = [...new Set([test, ...this.#failing(whole)])];
    const shown =
      deliveriesThatShow(choices, proof, message).join('\n') ||
      (await decidingRequest(proof, message, (only) => breaksTest(choices, only)))?.show(choices);
    const tests = names.map((name) => ({ name, message: whole.results.get(name) ?? message }));
    return { found: { choices, alike: [], tests, shown }, isAlone: isAlone && failed.length === 1 };
  }

  #canRunAlone(test: string, [first = '']: readonly string[]): boolean {
    const { tests } = this.#unvaried;
    return (
      !this.#single.has(first) &&
      this.#options.resultFile.argsOfTest !== undefined &&
      tests.length > 1 &&
      tests.includes(test)
    );
  }

  /** A test that fails by chance fails without a variation too, or passes when the variation is tried again. */
  async #isSteady(test: string, choices: readonly string[], alone: Part): Promise<boolean> {
    const { runs } = this.#unvaried;
    const failsAgain = async (some = choices): Promise<boolean> =>
      this.#failing(await runs.run(some, alone)).includes(test);
    const isSteady =
      ((await failsAgain()) &&
        // Where many freedoms seem to act together, chance is likelier.
        (choices.length <= 2 || ((await failsAgain()) && (await failsAgain())))) ||
      failsOnlyWith(runs.ended, choices, test);
    const failsUnvaried = await failsAgain([]);
    if (failsUnvaried || !isSteady) (failsUnvaried ? this.#unjudged : this.#unsteady).add(test);
    return isSteady && !failsUnvaried;
  }

  #noteBreak(found: Break): void {
    const { choices, tests } = found;
    const same = this.#breaks.find(
      (one) => choices.every((choice) => isSibling(one, choice)) && isCovered(found, one),
    );
    if (same) same.alike.push(...choices);
    else this.#breaks.push(found);
    this.#unfinished = [];
    const names = tests.map(({ name }) => name).join('; ');
    this.#options.progress(`${same ? 'also' : 'found'}: ${choicesText(choices)} breaks ${names}`);
    if (!same) this.#options.onBreak?.(found);
    for (const choice of choices) this.#broken.add(choice);
  }

  #noteSurvived(run: Run, choices: readonly string[]): void {
    for (const choice of choices) {
      this.#survived.add(choice);
      const isMet = run.requests.some((request) => hasEffectOn(choice, request));
      if (isMet || deliveriesThatShow([choice], run).length > 0) this.#met.add(choice);
    }
  }

  /** Lists the tests that failed or did not run, and what failed that no run without a variation had. */
  #failing({ results }: Run): string[] {
    const { tests, setAside } = this.#unvaried;
    return [...new Set([...tests, ...results.keys()])].filter(
      (name) =>
        ![...this.#unsteady, ...this.#unjudged, ...setAside].includes(name) &&
        (tests.includes(name) ? results.get(name) !== null : typeof results.get(name) === 'string'),
    );
  }
}

/** The waits of several values add up: a run with them that was ended at its limit of time shows nothing of any of them. */
const isLateTogether = ({ isLate, choices }: Run): boolean => isLate && choices.length > 1;

const isSeenOnce = ({ runs }: Observed): boolean => runs === 1;

/** How many runs with a freedom show that it breaks a test which passed in one more, when none without it failed. */
const MANY_FAILURES = 4;

function failsOnlyWith(ended: Runs['ended'], choices: readonly string[], test: string): boolean {
  const failed = ended.filter(({ results }) => typeof results.get(test) === 'string');
  const areWith = failed.every((run) => choices.every((choice) => run.choices.includes(choice)));
  return areWith && failed.length >= MANY_FAILURES;
}

/** Tells whether a choice is another value of the one freedom that breaks something. */
const isSibling = ({ choices }: Break, choice: string): boolean =>
  choices.length === 1 &&
  freedomOf(choices[0] ?? '') === freedomOf(choice) &&
  excludes(choices[0] ?? '', choice);

/** Tells whether everything that a break breaks is broken by another one too. */
const isCovered = ({ tests }: Break, other: Break): boolean =>
  tests.every(({ name }) => other.tests.some((one) => one.name === name));
