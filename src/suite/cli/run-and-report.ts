// Runs the suite with the options of a command line and writes its reports.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { escapeConsoleLine } from '../formats/escape.ts';
import { verdictLine } from '../formats/finding-text.ts';
import { Ledger } from '../http/ledger.ts';
import type { Fetch } from '../http/transport/transport.ts';
import { type Clock, parseDuration } from '../model/clock.ts';
import type { Catalogue } from '../model/define.ts';
import { defined } from '../model/objects.ts';
import { UsageError } from '../model/outcome.ts';
import type { TargetConfig } from '../model/target-config.ts';
import { readBaseline } from '../report/baseline.ts';
import { cleanUpCommandLine } from '../report/command-lines.ts';
import type { CliArgs, Report } from '../report/report.ts';
import { type ConformOptions, conform } from '../run/conform.ts';
import { permissionsFromFlags, type RunFlags } from './flags.ts';
import type { Io } from './io.ts';
import { interimReports, type Output, writeOutputs } from './outputs.ts';
import { showProgress } from './show-progress.ts';

/** A target in this process, for `--self`. */
export type SelfTarget = {
  /** credentials and values of the target; its `baseUrl` is only a name */
  config: TargetConfig;
  fetch: Fetch;
  /** the clock of the target, which the run uses so that waits take no real time */
  clock?: Clock;
  close?: () => void | Promise<void>;
};

/** What the program passes to its commands: the catalogue, and the target of `--self`. */
export type CommandDeps = {
  catalogue: () => Promise<Catalogue>;
  /** clock of the run; the machine's clock by default */
  clock?: Clock;
  selfTarget?: () => Promise<SelfTarget>;
};

/** Converts the flags that limit a run. @throws UsageError that names the flag */
function limitsFromFlags(flags: RunFlags) {
  if (flags.quick && flags.smoke) throw new UsageError('--quick and --smoke are two sets: give one of them');
  return defined({
    size: flags.quick ? ('quick' as const) : flags.smoke ? ('smoke' as const) : undefined,
    burstMax: number('--burst-max', flags.burstMax),
    maxRequests: number('--max-requests', flags.maxRequests),
    budget: number('--budget', flags.budget, ' of minor units'),
    seed: number('--seed', flags.seed),
    rate: number('--rate', flags.rate?.replace(/\/min$/, ''), ', such as 60/min'),
    concurrency: number('--concurrency', flags.concurrency, ' of requests'),
    maxTime: time('--max-time', flags.maxTime),
    timeout: time('--timeout', flags.timeout),
  });
}

function number(flag: string, text: string | undefined, hint = ''): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError(`${flag} must be a whole number${hint}, not "${text}"`);
  if (!Number.isSafeInteger(Number(text)))
    throw new UsageError(`${flag} must be at most ${Number.MAX_SAFE_INTEGER}, not "${text}"`);
  if (Number(text) === 0 && flag !== '--seed')
    throw new UsageError(`${flag} must be at least 1, not "${text}"`);
  return Number(text);
}

function time(flag: string, text: string | undefined): number | undefined {
  const value = text === undefined ? undefined : parseDuration(text);
  if (text !== undefined && !value)
    throw new UsageError(`${flag} must be a duration such as 30s or 10m, not "${text}"`);
  return value;
}

/** Converts the flags of a command to the options of a run. @throws UsageError */
export function runOptions(flags: RunFlags, io: Io, catalogue: Catalogue): Omit<ConformOptions, 'target'> {
  return {
    catalogue,
    env: io.env,
    profile: flags.profile,
    requirements: flags.requirements,
    mode: flags.mode,
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    allow: permissionsFromFlags(flags),
    ...limitsFromFlags(flags),
    baseline: flags.baseline === undefined ? undefined : readBaseline(flags.baseline),
    ledger: flags.ledger,
    signal: io.signal,
  };
}

/** Runs the suite, shows progress and writes the reports. @returns the exit code */
export async function runAndReport(
  options: ConformOptions,
  outputs: readonly Output[],
  io: Io & { source?: string },
  replay: CliArgs,
): Promise<number> {
  const { onEvent: onProgressEvent, done } = showProgress(io.stderr, io.env.TERM === 'dumb');
  const ledger = openLedgerFile(options, replay, io);
  const writeInterim = interimReports(outputs, io, ledger.file);
  const onProgress: typeof onProgressEvent = (event) => {
    // A wait on a virtual clock takes no real time, so it is not shown.
    if (replay.self && event.type === 'wait') return;
    onProgressEvent(replay.self && event.type === 'check' ? { ...event, left: null } : event);
    writeInterim(event);
  };
  let left: Report['cleanup']['leftovers'] | undefined;
  try {
    const runReport = await conform({
      ...options,
      ...(ledger.file === undefined ? {} : { ledger: ledger.file, ledgerRequired: ledger.wanted }),
      onProgress,
    }).finally(done);
    const { cleanup } = runReport;
    left = cleanup.leftovers;
    const kept = left.length > 0 && ledger.file !== undefined ? { ledger: ledger.file } : {};
    const report = { ...runReport, called: replay, cleanup: { ...cleanup, ...kept } };
    const problems = writeOutputs(report, outputs, io);
    if (problems.length > 0 || !outputs.some(({ kind }) => kind.startsWith('console')))
      io.stderr.write(`${escapeConsoleLine(verdictLine(report))}\n`);
    return reportProblems(problems, report.exitCode, io);
  } finally {
    ledger.close(left);
  }
}

/** Calls a function with the target of `--self`, if the flags ask for it, and closes that target afterwards. */
export async function withSelfTarget<T>(
  { selfTarget }: CommandDeps,
  baseUrl: string | undefined,
  flags: RunFlags,
  run: (self: SelfTarget | undefined) => Promise<T>,
): Promise<T> {
  if (!flags.self) return run(undefined);
  if (baseUrl !== undefined) throw new UsageError('--self brings its own target: leave the base URL out');
  const members = ['config', 'token', 'apiKey', 'email', 'password'] as const;
  const given = members.find((name) => flags[name] !== undefined);
  if (given !== undefined)
    throw new UsageError(
      `--self brings its own target and credentials: leave --${given === 'apiKey' ? 'api-key' : given} out`,
    );
  if (!selfTarget) throw new UsageError('--self is not to be had here');
  const self = await selfTarget();
  try {
    return await run(self);
  } finally {
    await self.close?.();
  }
}

/** Returns the arguments of a command line that a replay of its findings needs too. */
export function cliArgsOf({
  config,
  openapi,
  email,
  token,
  apiKey,
  insecure,
  allow,
  self,
}: RunFlags): CliArgs {
  const given = { token: token !== undefined, apiKey: apiKey !== undefined };
  return { ...given, ...defined({ config, openapi, email, insecure, allow, self }) };
}

/** Prints which reports could not be written. @returns the exit code, which is then 2 in place of 0 */
export function reportProblems(problems: readonly string[], exitCode: number, io: Io): number {
  for (const problem of problems) io.stderr.write(`error: ${escapeConsoleLine(problem)}\n`);
  return problems.length > 0 && exitCode === 0 ? 2 : exitCode;
}

/** Opens the ledger file of a run, or a temporary one, which is removed when nothing is left behind. */
function openLedgerFile(
  { ledger, mode, target }: ConformOptions,
  cliArgs: CliArgs,
  io: Io,
): {
  file: string | undefined;
  wanted: boolean;
  close: (left: Report['cleanup']['leftovers'] | undefined) => void;
} {
  let folder: string | undefined;
  if (ledger === undefined && !cliArgs.self && mode !== 'read-only') {
    try {
      folder = mkdtempSync(join(tmpdir(), 'hosting-contract-'));
    } catch {
      // The run has no ledger file when no folder is writable.
    }
  }
  const file = ledger ?? (folder === undefined ? undefined : join(folder, 'ledger.jsonl'));
  const cleanUp =
    file === undefined
      ? undefined
      : cleanUpCommandLine(file, { target: { baseUrl: target.baseUrl ?? '' } }, cliArgs);
  io.onLedger?.(file, cleanUp);
  return {
    file,
    wanted: ledger !== undefined,
    close(leftovers) {
      if (file === undefined) return;
      const count = leftovers?.length ?? openEntriesIn(file);
      const isRemovable = leftovers?.some(({ byHand }) => !byHand) ?? true;
      if (count > 0 && isRemovable)
        io.stderr.write(`${escapeConsoleLine(`take the rest back later: ${cleanUp}`)}\n`);
      if (count > 0 || folder === undefined) return;
      rmSync(folder, { recursive: true, force: true });
      io.onLedger?.(undefined);
    },
  };
}

function openEntriesIn(file: string): number {
  try {
    return Ledger.read(file).ledger.openEntries().length;
  } catch {
    return 0;
  }
}
