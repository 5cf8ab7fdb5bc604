// Runs the user's tests unvaried and under variations, and reduces each failure to the freedom that breaks a test.
import { stripVTControlCharacters } from 'node:util';
import { escapeConsoleLine, escapeConsoleLines } from '../suite/formats/escape.ts';
import { formatDuration } from '../suite/model/clock.ts';
import { UsageError } from '../suite/model/outcome.ts';
import { plural } from '../suite/model/text.ts';
import { type Observation, observe } from './observe.ts';
import { freedomOf, hasEffectOn, oneRound } from './plan.ts';
import type { SentRequest, StartPlatform } from './platform.ts';
import { type Outcome, type ResultFile, runCommand, WHOLE_COMMAND } from './run-command.ts';

/** What breaks a test. */
export type Break = {
  /** the values of freedoms that together break the tests, as `name=value`; mostly one */
  choices: readonly string[];
  /** other values of the same freedom that break no other tests */
  alike: string[];
  tests: readonly { name: string; message: string }[];
  /** the last request of the run that the freedoms changed, or that shows their effect */
  request: SentRequest | undefined;
};

/** An observation, in how many runs it was made how many times, and the values of freedoms of the first of them. */
export type Observed = Observation & {
  operations: Set<string>;
  count: number;
  runs: number;
  choices: readonly string[];
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

export type CopeOptions = {
  command: readonly string[];
  resultFile: ResultFile;
  start: StartPlatform;
  /** the values that each run combines */
  rounds: readonly (readonly string[])[];
  progress: (line: string) => void;
  signal?: AbortSignal | undefined;
};

type Run = Outcome & { choices: readonly string[]; hasDelivered: boolean };

/** The least time that a varied run may take, and how many times longer than the unvaried one, in ms. */
const MIN_LIMIT_MS = 60_000;
const LIMIT_FACTOR = 10;

class Runs {
  /** the runs that went to their end, without their requests */
  readonly ended: Pick<Run, 'choices' | 'results'>[] = [];
  readonly #observed: (Observation & { choices: readonly string[]; run: number })[] = [];
  limitMs = 3_600_000;
  readonly #options: CopeOptions;

  constructor(options: CopeOptions) {
    this.#options = options;
  }

  /** Runs the command once against a new platform. @param test the only test to run, where the runner is known */
  async run(choices: readonly string[], test?: string): Promise<Run> {
    const { command, resultFile, start, progress, signal } = this.#options;
    signal?.throwIfAborted();
    const platform = await start(choices).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : `${error}`;
      throw new UsageError(`the mock cannot be started: ${why}`);
    });
    try {
      const outcome = await runCommand(command, resultFile, {
        env: platform.env,
        limitMs: this.limitMs,
        signal,
        more: (test !== undefined && resultFile.argsOfTest?.(test)) || [],
      });
      signal?.throwIfAborted();
      this.ended.push({ choices, results: outcome.results });
      const requests = [...platform.requests(), ...outcome.requests];
      for (const seen of observe(requests)) this.#observed.push({ ...seen, choices, run: this.ended.length });
      const failed = [...outcome.results.values()].filter((failure) => failure !== null).length;
      progress(
        `run ${this.ended.length}: ${choices.join(', ') || 'unvaried'}: ${failed === 0 ? 'passed' : `${failed} of ${plural(outcome.results.size, 'test')} failed`} (${formatDuration(outcome.ms)})`,
      );
      return { ...outcome, choices, requests, hasDelivered: platform.hasDelivered() };
    } finally {
      await platform.close();
    }
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

/** The unvaried runs: the tests that passed, and those that differ by themselves. */
export type Unvaried = {
  runs: Runs;
  tests: readonly string[];
  setAside: readonly string[];
  ms: number;
  first: Run;
};

/**
 * Runs the command twice without a variation.
 * @throws UsageError when its tests do not pass
 */
export async function runUnvaried(options: CopeOptions): Promise<Unvaried> {
  const runs = new Runs(options);
  const first = await runs.run([]);
  const second = await runs.run([]);
  const names = [...new Set([...first.results.keys(), ...second.results.keys()])];
  const passes = ({ results }: Run, name: string): boolean =>
    results.get(name) === null || (name === WHOLE_COMMAND && !results.has(name));
  const red = names.filter((name) => !passes(first, name) && !passes(second, name));
  const setAside = names.filter((name) => passes(first, name) !== passes(second, name));
  const tests = names.filter((name) => passes(first, name) && passes(second, name));
  if (red.length > 0 || tests.length === 0)
    throw new UsageError(
      `${red.length > 0 ? `${plural(red.length, 'test')} failed` : 'no test passed twice'} against the mock without a variation, so nothing can be said: make them pass first (their address and credentials are in HOSTING_BASE_URL, HOSTING_TOKEN …)\n${[...red, ...setAside].map((name) => `  ${escapeConsoleLine(name)}: ${first.results.get(name) ?? second.results.get(name) ?? 'did not run'}`).join('\n')}\n${escapeConsoleLines(stripVTControlCharacters(first.output)).trimEnd().split('\n').slice(-20).join('\n')}`,
    );
  if ([first, second].every(({ requests }) => requests.length === 0))
    throw new UsageError(
      'the command sent no request to the mock, so nothing can be said: its tests must call HOSTING_BASE_URL, or use the fixtures',
    );
  runs.limitMs = Math.max(MIN_LIMIT_MS, LIMIT_FACTOR * Math.max(first.ms, second.ms));
  return { runs, tests, setAside, ms: (first.ms + second.ms) / 2, first };
}

/** Runs the command under each combination of variations, and reduces what fails; interrupted, returns what it has found. */
export async function runVaried(unvaried: Unvaried, options: CopeOptions): Promise<CopeResult> {
  const { runs, tests, setAside, first } = unvaried;
  const breaks: Break[] = [];
  const unsteady = new Set<string>();
  const unjudged = new Set<string>();
  const broken = new Set<string>();
  const failing = ({ results }: Run): string[] =>
    [...new Set([...tests, ...(setAside.includes(WHOLE_COMMAND) ? [] : [WHOLE_COMMAND])])].filter(
      (name) =>
        !unsteady.has(name) &&
        !unjudged.has(name) &&
        (tests.includes(name) ? results.get(name) !== null : typeof results.get(name) === 'string'),
    );
  const survived = new Set<string>();
  /** the values that a reply had which reached the client in a run that stayed green */
  const met = new Set<string>();
  const survive = ({ requests, hasDelivered }: Run, choices: readonly string[]): void => {
    for (const choice of choices) {
      survived.add(choice);
      const isMet = requests.some((request) => hasEffectOn(choice, request));
      if (isMet || (hasDelivered && freedomOf(choice) === 'deliveries')) met.add(choice);
    }
  };
  const triedAgain = new Set<string>();
  /** Combines values that no reply had, since another one of their run may hide them, for one more run beside fewer. */
  const hiddenRound = (): string[][] => {
    const isHidden = (choice: string): boolean => survived.has(choice) && !met.has(choice);
    const idle = new Set([...triedAgain].filter(isHidden).map(freedomOf));
    const round = oneRound(
      [...survived].filter(
        (choice) => isHidden(choice) && !triedAgain.has(choice) && !idle.has(freedomOf(choice)),
      ),
    );
    for (const choice of round) triedAgain.add(choice);
    return round.length === 0 || options.rounds.every(({ length }) => length < 2) ? [] : [round];
  };
  const tryAll = async (): Promise<void> => {
    const queue = options.rounds.map((round) => [...round]);
    const single = new Set<string>();
    for (const round of queue) {
      let active = round.filter((choice) => !broken.has(choice));
      if (round.length > 1) {
        // The other values of a freedom that has broken a test are tried one by one, after all other runs.
        const siblings = active.filter((choice) => breaks.some((one) => isSibling(one, choice)));
        active = active.filter((choice) => !siblings.includes(choice));
        for (const choice of siblings.filter((one) => !single.has(one))) queue.push([choice]);
        for (const choice of siblings) single.add(choice);
      }
      const known = new Map<string, Run>();
      const runOf = async (choices: readonly string[], test?: string): Promise<Run> => {
        const name = `${choices.join()}\n${test ?? ''}`;
        const run = known.get(name) ?? (await runs.run(choices, test));
        known.set(name, run);
        return run;
      };
      while (active.length > 0) {
        const run = await runOf(active);
        const [test] = failing(run);
        if (test === undefined) {
          survive(run, active);
          break;
        }
        // A test that fails alone as well is reduced in runs of this test, which are shorter.
        const canRunAlone =
          !single.has(active[0] ?? '') &&
          options.resultFile.argsOfTest !== undefined &&
          tests.length > 1 &&
          tests.includes(test);
        const isAlone = canRunAlone && typeof (await runOf(active, test)).results.get(test) === 'string';
        const only = isAlone ? test : undefined;
        const breaksTest = async (part: readonly string[]): Promise<boolean> =>
          failing(await runOf(part, only)).includes(test);
        const choices = await smallestFailing(active, breaksTest);
        // A test that fails by chance fails without a variation too, or passes when the variation is tried again.
        const failsAgain = async (): Promise<boolean> =>
          failing(await runs.run(choices, only)).includes(test);
        const isSteady =
          ((await failsAgain()) &&
            // Where many freedoms seem to act together, chance is likelier.
            (choices.length <= 2 || ((await failsAgain()) && (await failsAgain())))) ||
          failsOnlyWith(runs.ended, choices, test);
        const failsUnvaried = failing(await runs.run([], only)).includes(test);
        if (failsUnvaried || !isSteady) {
          (failsUnvaried ? unjudged : unsteady).add(test);
          continue;
        }
        const whole = await runOf(choices);
        const names = [...new Set([test, ...failing(whole)])];
        const proof = await runOf(choices, only);
        const message = proof.results.get(test) ?? '';
        const found: Break = {
          choices,
          alike: [],
          tests: names.map((name) => ({ name, message: whole.results.get(name) ?? message })),
          request: deciding(proof.requests, first.requests, { choices, message, isAlone }),
        };
        const same = breaks.find(
          (one) => choices.every((choice) => isSibling(one, choice)) && isCovered(found, one),
        );
        if (same) same.alike.push(...choices);
        else breaks.push(found);
        options.progress(`found: ${choices.join(', ')} breaks ${names.join('; ')}`);
        for (const choice of choices) broken.add(choice);
        active = active.filter((choice) => !choices.includes(choice));
      }
      if (round === queue.at(-1)) queue.push(...hiddenRound());
    }
    // What one run shows may be chance, as a failure may be.
    for (const { kind, choices } of runs.observations().filter(isSeenOnce))
      if (runs.observations().some((one) => one.kind === kind && isSeenOnce(one))) await runs.run(choices);
  };
  await tryAll().catch((error: unknown) => {
    if (!options.signal?.aborted) throw error;
  });
  return {
    command: options.command,
    tests: tests.length,
    setAside,
    unsteady: [...unsteady],
    unjudged: [...unjudged],
    breaks,
    observations: runs.observations().filter((one) => !isSeenOnce(one)),
    survived: [...survived].filter((choice) => met.has(choice)),
    notMet: [...survived].filter((choice) => !met.has(choice)),
    isAllRefused: first.requests.every(({ status }) => status >= 400),
    isInterrupted: options.signal?.aborted ?? false,
    runs: runs.ended.length,
  };
}

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
  choices.length === 1 && freedomOf(choices[0] ?? '') === freedomOf(choice);

/** Tells whether everything that a break breaks is broken by another one too. */
const isCovered = ({ tests }: Break, other: Break): boolean =>
  tests.every(({ name }) => other.tests.some((one) => one.name === name));

/**
 * Finds the request that most likely broke a test. These count, in this order: the first one whose reply has a word or the
 * status of the failure; the last error that no run without a variation had and that no success followed; the last one
 * on which the freedoms had an effect; the last error; the last request.
 * @param unvaried the requests of a run of all tests without a variation
 * @param isAlone whether the run was of the one test; else only what the client asks before the first thing that it did
 * not ask any more counts at first
 */
function deciding(
  requests: readonly SentRequest[],
  unvaried: readonly SentRequest[],
  { choices, message, isAlone }: { choices: readonly string[]; message: string; isAlone: boolean },
): SentRequest | undefined {
  const words = (message.match(/[\w.:+-]{8,}/g) ?? []).filter((word) => /[\d_]/.test(word));
  const statuses = new Set(message.match(/\b\d{3}\b/g));
  const usual = new Set(unvaried.map(({ operation, status }) => `${operation} ${status}`));
  const isChanged = (one: SentRequest): boolean => choices.some((choice) => hasEffectOn(choice, one));
  const isError = ({ status }: SentRequest): boolean => status >= 400;
  const isNamed = (one: SentRequest): boolean =>
    (isChanged(one) && words.some((word) => one.replyText().includes(word))) ||
    ((isChanged(one) || isError(one)) && statuses.has(String(one.status)));
  const askOf = ({ operation, url }: SentRequest): string => `${operation} ${url.replace(/^[^?]*/, '')}`;
  const isNewError = (one: SentRequest, at: number): boolean =>
    isError(one) &&
    !usual.has(`${one.operation} ${one.status}`) &&
    !requests.slice(at).some((later) => !isError(later) && askOf(later) === askOf(one));
  const named = requests.find(isNamed) ?? requests.findLast(isNewError);
  if (named) return named;
  const asked = new Set(requests.map(askOf));
  const missing = isAlone ? -1 : unvaried.findIndex((one) => !asked.has(askOf(one)));
  const earlier = new Set(unvaried.slice(0, Math.max(missing, 0)).map(askOf));
  const before = missing < 1 ? requests : requests.filter((one) => earlier.has(askOf(one)));
  return (
    before.findLast(isChanged) ?? requests.findLast(isChanged) ?? before.findLast(isError) ?? before.at(-1)
  );
}

/**
 * Halves a set while one of its halves fails, and then leaves out one element after the other: the first finds a single
 * cause in few steps, the second what fails only together.
 * @param all a set that fails
 * @param fails tells whether a part fails
 */
export async function smallestFailing<A>(
  all: readonly A[],
  fails: (part: readonly A[]) => Promise<boolean>,
): Promise<A[]> {
  if (all.length < 2) return [...all];
  const middle = Math.ceil(all.length / 2);
  for (const half of [all.slice(0, middle), all.slice(middle)])
    if (await fails(half)) return smallestFailing(half, fails);
  let current = [...all];
  for (const one of all) {
    const rest = current.filter((other) => other !== one);
    if (rest.length > 0 && (await fails(rest))) current = rest;
  }
  return current;
}
