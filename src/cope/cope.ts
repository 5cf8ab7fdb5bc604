// Runs the user's tests unvaried and under variations, and reduces each failure to the freedom that breaks a test.
import { stripVTControlCharacters } from 'node:util';
import { escapeConsoleLine, escapeConsoleLines } from '../suite/formats/escape.ts';
import { formatDuration } from '../suite/model/clock.ts';
import { UsageError } from '../suite/model/outcome.ts';
import { plural, shortLine } from '../suite/model/text.ts';
import { type Observation, observe } from './observe.ts';
import { excludes, freedomOf, hasEffectOn, isOfSingleRequests, waitOf } from './plan.ts';
import type { SentRequest, StartPlatform } from './platform.ts';
import { type Outcome, type ResultFile, runCommand, WHOLE_COMMAND } from './run-command.ts';

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
  /** called with what breaks tests as soon as it is found */
  onBreak?: (found: Break) => void;
  signal?: AbortSignal | undefined;
};

type Run = Outcome & { choices: readonly string[]; deliveries: readonly string[] };

/** What a run leaves out: all tests but one, where the runner is known; the freedoms, but for some requests. */
type Part = { test?: string | undefined; only?: readonly string[] | undefined };

/** The least time that a varied run may take, and how many times longer than the unvaried one, in ms. */
const MIN_LIMIT_MS = 60_000;
const LIMIT_FACTOR = 10;
/** The most characters of a failure in the line of a run. */
const MAX_FAILURE = 200;

class Runs {
  /** the runs that went to their end, without their requests */
  readonly ended: Pick<Run, 'choices' | 'results'>[] = [];
  readonly #observed: (Observation & { choices: readonly string[]; run: number })[] = [];
  limitMs = 3_600_000;
  /** how long a run without a variation takes, in ms; undefined before the first has ended */
  usualMs: number | undefined;
  /** the requests of a run without a variation */
  usual: readonly SentRequest[] = [];
  readonly #options: CopeOptions;

  constructor(options: CopeOptions) {
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

/** The unvaried runs: the tests that passed, and those that differ by themselves. */
export type Unvaried = {
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
  const { runs, tests, setAside, first } = unvaried;
  const breaks: Break[] = [];
  /** what broke last, with the fewest values that break it so far; empty once it is judged */
  let unfinished: Break[] = [];
  const unsteady = new Set<string>();
  const unjudged = new Set<string>();
  const broken = new Set<string>();
  /** Lists the tests that failed or did not run, and what failed that no run without a variation had. */
  const failing = ({ results }: Run): string[] =>
    [...new Set([...tests, ...results.keys()])].filter(
      (name) =>
        ![...unsteady, ...unjudged, ...setAside].includes(name) &&
        (tests.includes(name) ? results.get(name) !== null : typeof results.get(name) === 'string'),
    );
  const survived = new Set<string>();
  /** the values that a reply had which reached the client in a run that stayed green */
  const met = new Set<string>();
  const survive = (run: Run, choices: readonly string[]): void => {
    for (const choice of choices) {
      survived.add(choice);
      const isMet = run.requests.some((request) => hasEffectOn(choice, request));
      if (isMet || deliveriesThatShow([choice], run).length > 0) met.add(choice);
    }
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
      const runOf = async (choices: readonly string[], part: Part = {}): Promise<Run> => {
        const name = JSON.stringify([choices, part]);
        const run = known.get(name) ?? (await runs.run(choices, part));
        known.set(name, run);
        return run;
      };
      /** the one test that the first run has left to judge; the others have passed under all of its values */
      let left: string | undefined;
      const seen: Run[] = [];
      while (active.length > 0) {
        const run = await runOf(active, { test: left });
        seen.push(run);
        const failed = failing(run).filter((name) => left === undefined || name === left);
        const [test] = failed;
        unfinished = [];
        if (test === undefined) {
          for (const one of seen) survive(one, active);
          break;
        }
        const broke = failed.map((name) => ({ name, message: run.results.get(name) ?? '' }));
        const narrow = (choices: readonly string[]): void => {
          unfinished = [{ choices, alike: [], tests: broke, shown: undefined, isUnfinished: true }];
        };
        narrow(active);
        // A test that fails alone as well is reduced in runs of this test, which are shorter.
        const canRunAlone =
          !single.has(active[0] ?? '') &&
          options.resultFile.argsOfTest !== undefined &&
          tests.length > 1 &&
          tests.includes(test);
        const isAlone = canRunAlone && typeof (await runOf(active, { test })).results.get(test) === 'string';
        const alone = isAlone ? { test } : {};
        const breaksTest = async (part: readonly string[], only?: readonly string[]): Promise<boolean> => {
          const isBroken = failing(await runOf(part, { ...alone, only })).includes(test);
          if (isBroken && !only) narrow(part);
          return isBroken;
        };
        const choices = await smallestFailing(active, breaksTest);
        // A test that fails by chance fails without a variation too, or passes when the variation is tried again.
        const failsAgain = async (): Promise<boolean> =>
          failing(await runs.run(choices, alone)).includes(test);
        const isSteady =
          ((await failsAgain()) &&
            // Where many freedoms seem to act together, chance is likelier.
            (choices.length <= 2 || ((await failsAgain()) && (await failsAgain())))) ||
          failsOnlyWith(runs.ended, choices, test);
        const failsUnvaried = failing(await runs.run([], alone)).includes(test);
        if (failsUnvaried || !isSteady) {
          (failsUnvaried ? unjudged : unsteady).add(test);
          continue;
        }
        const whole = await runOf(choices);
        const names = [...new Set([test, ...failing(whole)])];
        left = isAlone && failed.length === 1 ? test : undefined;
        const proof = await runOf(choices, alone);
        const message = proof.results.get(test) ?? '';
        const found: Break = {
          choices,
          alike: [],
          tests: names.map((name) => ({ name, message: whole.results.get(name) ?? message })),
          shown:
            deliveriesThatShow(choices, proof, message).join('\n') ||
            (await deciding(proof, message, (only) => breaksTest(choices, only)))?.show(choices),
        };
        const same = breaks.find(
          (one) => choices.every((choice) => isSibling(one, choice)) && isCovered(found, one),
        );
        if (same) same.alike.push(...choices);
        else breaks.push(found);
        unfinished = [];
        options.progress(`${same ? 'also' : 'found'}: ${choicesText(choices)} breaks ${names.join('; ')}`);
        if (!same) options.onBreak?.(found);
        for (const choice of choices) broken.add(choice);
        active = active.filter((choice) => !choices.includes(choice));
      }
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
    breaks: [...breaks, ...unfinished],
    observations: runs.observations().filter((one) => !isSeenOnce(one)),
    survived: [...survived].filter((choice) => met.has(choice)),
    notMet: [...survived].filter((choice) => !met.has(choice)),
    isAllRefused: first.requests.every(({ status }) => status >= 400),
    isInterrupted: options.signal?.aborted ?? false,
    runs: runs.ended.length,
  };
}

/** The most values that the line of a run names. */
const MAX_NAMED = 4;

const choicesText = (choices: readonly string[]): string =>
  choices.length > MAX_NAMED ? `${choices.length} values together` : choices.join('; ') || 'unvaried';

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

const wordsOf = (message: string): string[] => message.match(/[\w.:+-]{8,}/g) ?? [];

const bodyOf = (delivery: string): string => delivery.replace(/^.*?\nbody: /s, '');
const timeOf = (delivery: string): string => /"(?:timestamp|at)":\s*"([^"]+)/.exec(delivery)?.[1] ?? '';
const recordOf = (delivery: string): string =>
  /"(?:data|resource)":\s*\{\s*"id":\s*"([^"]+)/.exec(delivery)?.[1] ?? '(none)';

/** Value → whether a delivery shows it beside one that came before. */
const PAIRS: Readonly<Record<string, (one: string, before: string) => boolean>> = {
  'deliveries=twice': (one, before) => bodyOf(one) === bodyOf(before),
  'deliveries=out of order': (one, before) => timeOf(one) < timeOf(before),
};

/**
 * Finds the last webhooks that show one of some values: a pair where the value is shown by two, else one. Those that the
 * failure names come first, then those of records that the client's own requests have changed, those of one record first.
 */
export function deliveriesThatShow(
  choices: readonly string[],
  { deliveries, requests }: Pick<Run, 'deliveries' | 'requests'>,
  message = '',
): string[] {
  const choice = choices.find((one) => freedomOf(one) === 'deliveries');
  if (choice === undefined) return [];
  const words = wordsOf(message).filter((word) => word.includes('.'));
  const changes = requests.filter(({ hasEffect }) => hasEffect).map((one) => one.url + one.replyText());
  const own = deliveries.filter((one) => changes.some((text) => text.includes(recordOf(one))));
  const named = deliveries.filter((one) => words.some((word) => one.includes(word)));
  const isPair = PAIRS[choice];
  const ofOneRecord = isPair ? [...Map.groupBy(own, recordOf).values()] : [];
  for (const all of [named, ...ofOneRecord, own, deliveries])
    for (const [at, one] of [...all.entries()].reverse()) {
      const before = all.slice(0, at).findLast((other) => isPair?.(one, other));
      if (before !== undefined) return [before, one];
      if (!isPair && (choice !== 'deliveries=further types' || one.includes('"platform.announced"')))
        return [one];
    }
  return [];
}

/**
 * Finds the request whose reply broke a test, by runs in which the freedoms apply to some of the requests only. Of several
 * that are asked alike, it is the first one whose reply has a word or the status of the failure, else the last error, else
 * the last one.
 * @param breaks tells whether the test breaks when the freedoms apply to some operations or requests only
 */
async function deciding(
  { requests, choices }: Run,
  message: string,
  breaks: (only: readonly string[]) => Promise<boolean>,
): Promise<SentRequest | undefined> {
  const words = wordsOf(message).filter((word) => /[\d_]/.test(word));
  const statuses = new Set(message.match(/\b\d{3}\b/g));
  const isNamed = (one: SentRequest): boolean =>
    statuses.has(String(one.status)) || words.some((word) => one.replyText().includes(word));
  const changed = requests.filter((one) => choices.some((choice) => hasEffectOn(choice, one)));
  const likeliest = (some: readonly SentRequest[]): SentRequest | undefined =>
    some.find(isNamed) ?? some.findLast(({ status }) => status >= 400) ?? some.at(-1);
  let left = changed;
  for (const nameOf of [({ operation }: SentRequest) => operation ?? '', nameOfRequest]) {
    const guess = likeliest(left);
    const names = [...new Set(left.map(nameOf))];
    if (guess === undefined || names.length < 2 || !choices.every(isOfSingleRequests)) break;
    const isGuess = await breaks([nameOf(guess)]);
    if (!isGuess && !(await breaks(names))) break;
    const decisive = isGuess ? [nameOf(guess)] : await smallestFailing(names, breaks);
    left = left.filter((one) => decisive.includes(nameOf(one)));
  }
  return likeliest(left) ?? requests.findLast(({ status }) => status >= 400) ?? requests.at(-1);
}

const nameOfRequest = ({ method, url }: SentRequest): string => `${method} ${url}`;

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
  // What one element hides from another may let it fail alone.
  for (const one of current.length > 1 ? current : []) if (await fails([one])) return [one];
  return current;
}
