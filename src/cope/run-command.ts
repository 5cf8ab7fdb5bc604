// Runs the user's command against a platform, and reads which of its tests failed.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { isObject } from '../contract/is-object.ts';
import { parsedJson } from '../contract/json/parsed-json.ts';
import { readText } from '../contract/read-file.ts';
import { formatDuration } from '../suite/model/clock.ts';
import { UsageError } from '../suite/model/outcome.ts';
import { parseJunit, type TestResults } from './junit-results.ts';
import type { SentRequest } from './platform.ts';

/** How the results of single tests are read: the file, and what makes the runner write it. */
export type ResultFile = {
  file: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** the arguments with which the command runs one test alone; undefined when its runner is not known */
  argsOfTest?: ((test: string) => string[]) | undefined;
};

/** The test of a command whose single tests are not known: the command as a whole. */
export const WHOLE_COMMAND = 'the command';

/** How a run of the command ended. */
export type Outcome = {
  /** whether the command exited with 0 in time */
  isGreen: boolean;
  /** whether it was ended at the limit of time */
  isLate: boolean;
  results: TestResults;
  /** the requests of tests with the fixtures, which reach mocks of their own */
  requests: readonly SentRequest[];
  /** the last lines of its output */
  output: string;
  ms: number;
};

type Runner = {
  is: RegExp;
  args: (file: string) => string[];
  env?: (file: string) => Record<string, string>;
  argsOfTest?: (test: string) => string[];
};

/** Returns the title of a test, which its file precedes, as a regular expression. */
const titlePattern = (test: string, separator: string): string =>
  (test.split(/ › (.*)/s)[1] ?? test)
    .split(separator)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');

const RUNNERS: readonly Runner[] = [
  {
    is: /\bplaywright test\b/,
    args: () => ['--reporter=line,junit'],
    env: (file) => ({ PLAYWRIGHT_JUNIT_OUTPUT_FILE: file, PLAYWRIGHT_JUNIT_OUTPUT_NAME: file }),
    argsOfTest: (test) => ['-g', titlePattern(test, ' › ')],
  },
  {
    is: /\bvitest\b/,
    args: (file) => ['--reporter=default', '--reporter=junit', `--outputFile.junit=${file}`],
    argsOfTest: (test) => ['-t', titlePattern(test, ' > ')],
  },
  {
    is: /\bpytest\b/,
    args: (file) => [`--junitxml=${file}`],
    argsOfTest: (test) => ['-k', (test.split(' › ').at(-1) ?? test).replace(/\[.*/, '')],
  },
  {
    is: /\bcypress run\b/,
    args: (file) => ['--reporter', 'junit', '--reporter-options', `mochaFile=${file}`],
  },
];

/**
 * Decides how the results of single tests are read: from the file that the user names, else from one that the runner of
 * the command is told to write, unless the command names a reporter itself.
 * @param given the file that the user names
 * @param otherwise the file that the runner is told to write
 */
export function resultFileOf(
  command: readonly string[],
  given: string | undefined,
  otherwise: string,
): ResultFile {
  const line = command.map((word) => basename(word)).join(' ');
  const runner = RUNNERS.find(({ is }) => is.test(line));
  const found = { file: given ?? otherwise, args: [], env: {}, argsOfTest: runner?.argsOfTest };
  if (!runner || given !== undefined || /--reporter|--junit/.test(line)) return found;
  return { ...found, args: runner.args(otherwise), env: runner.env?.(otherwise) ?? {} };
}

/** How long the output of a command that has ended is waited for, in ms. */
const GRACE_MS = 1000;
/** How long processes that were asked to end are waited for before they are killed, in ms. */
const END_MS = 3000;
const MAX_OUTPUT = 20_000;

/**
 * Runs the command to its end.
 * @param limitMs how long it may take; then it is ended and counts as failed
 * @throws UsageError when the command cannot be started
 */
export async function runCommand(
  command: readonly string[],
  { file, args, env }: ResultFile,
  options: {
    env: Readonly<Record<string, string>>;
    limitMs: number;
    /** how long it takes otherwise, in ms */
    usualMs?: number | undefined;
    signal?: AbortSignal | undefined;
    /** further arguments, such as the name of a test */
    more?: readonly string[];
  },
): Promise<Outcome> {
  const before = modifiedAt(file);
  const [program = '', ...words] = command;
  const begun = performance.now();
  const isWindows = process.platform === 'win32';
  /** names the run in the environment of all that it starts; the fixtures write their requests into this file */
  const mark = join(tmpdir(), `hosting-cope-run-${randomUUID()}`);
  const child = spawn(program, [...words, ...args, ...(options.more ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ...options.env, HOSTING_JUNIT_FILE: file, HOSTING_COPE_RUN: mark },
    // A group of its own, so that the processes that the command starts end with it.
    detached: !isWindows,
    shell: isWindows,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT);
    });
  /** Signals the group of the command and what it has started in other groups; tells whether something was there. */
  const signalAll = (signal: NodeJS.Signals | 0): boolean =>
    [...(child.pid === undefined ? [] : [isWindows ? child.pid : -child.pid]), ...startedBy(mark)]
      .map((id) => {
        try {
          return process.kill(id, signal);
        } catch {
          return false; // It has ended meanwhile.
        }
      })
      .includes(true);
  const kill = (): void => void signalAll('SIGKILL');
  // A zombie, which has no environment, remains in its group until its parent ends.
  const isRunning = (): boolean => (process.platform === 'linux' ? startedBy(mark).length > 0 : signalAll(0));
  const end = async (): Promise<void> => {
    signalAll('SIGTERM');
    const until = performance.now() + END_MS;
    while (isRunning() && performance.now() < until) await sleep(20);
    // A process may have started another one meanwhile, and a killed one needs a moment to let go of its port.
    kill();
    while (isRunning() && performance.now() < until + GRACE_MS) await sleep(20);
  };
  process.once('exit', kill);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void end();
  }, options.limitMs);
  options.signal?.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', ({ message }) =>
      reject(new UsageError(`the command cannot be started (${message}); give it after --`)),
    );
    child.on('close', resolve);
    // What the command leaves running may keep its output open.
    child.on('exit', (ended) => setTimeout(resolve, GRACE_MS, ended));
  }).finally(() => {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', end);
  });
  // What the command leaves running would meet the platform of the next run.
  await end();
  process.off('exit', kill);
  const requests = existsSync(mark) ? readRequests(readText(mark)) : [];
  rmSync(mark, { force: true });
  const isGreen = code === 0 && !isLate;
  const { limitMs, usualMs } = options;
  const failure = (): string =>
    isLate
      ? `ended after ${formatDuration(limitMs)}${usualMs === undefined ? '' : `, about ${Math.round(limitMs / usualMs)} times the run without a variation`}`
      : failureLine(output);
  const isWritten = modifiedAt(file) !== before && statSync(file).isFile();
  const found = isWritten ? parseJunit(stripVTControlCharacters(readText(file))) : new Map();
  const results: TestResults =
    found.size > 0 ? found : new Map([[WHOLE_COMMAND, isGreen ? null : failure()]]);
  // A command may fail although each of its tests passes, and tests that never ran are in no file.
  if (isLate || (!isGreen && [...results.values()].every((message) => message === null)))
    results.set(WHOLE_COMMAND, failure());
  return { isGreen, isLate, results, requests, output, ms: performance.now() - begun };
}

/** Reads the requests that the fixtures have recorded, a line of JSON each; the end of a process may cut the last one. */
const readRequests = (text: string): SentRequest[] =>
  text
    .split('\n')
    .map(parsedJson)
    .filter(isObject)
    .map(({ replyText, show, ...rest }) => ({
      ...(rest as Omit<SentRequest, 'replyText' | 'show'>),
      replyText: () => String(replyText),
      show: () => String(show),
    }));

/** Returns the processes whose environment has a text, which only Linux shows; zombies have none. */
function startedBy(mark: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`).includes(mark) ? [Number(name)] : [];
    } catch {
      return []; // It has ended meanwhile, or belongs to somebody else.
    }
  });
}

const modifiedAt = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** Returns the line of the output that says what failed: the first one with an error, else the last one. */
function failureLine(output: string): string {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  return (lines.find((line) => /\b\w*(Error|Exception)\b.*:/.test(line)) ?? lines.at(-1) ?? '').trim();
}
