// `hosting-contract conform` without its argument parser: flags in, exit code out.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { didYouMean } from '../contract/nearest.ts';
import { baselineFrom, readBaseline } from './baseline.ts';
import { cleanUpLedger } from './clean-up-ledger.ts';
import type { Clock } from './clock.ts';
import { guarded, type Io } from './command-io.ts';
import { type ConformOptions, choose, conform } from './conform.ts';
import type { Catalogue } from './define.ts';
import { diff, diffText } from './diff.ts';
import { limitsOf, permissionsOf, type RunFlags, type TargetFlags, targetOf } from './flags.ts';
import { merge } from './merge.ts';
import { UsageError } from './outcome.ts';
import {
  type Output,
  openStreams,
  parseOutput,
  prepareOutputs,
  wantsExchanges,
  writeOutputs,
} from './outputs.ts';
import { withPlugIns } from './plug-in.ts';
import { answerable, questionOf, whereTo } from './replay.ts';
import type { Typed } from './replay-line.ts';
import type { Report } from './report.ts';
import { consoleLine, consoleLines, jsonText } from './reports/escapes.ts';
import { verdictLine } from './reports/facts.ts';
import { readReport } from './reports/read-report.ts';
import { showProgress } from './show-progress.ts';
import type { TargetConfig } from './target.ts';
import { listText, planText } from './text-plan.ts';
import type { Fetch } from './transport-fetch.ts';

/** A target in this process, for `--self`. */
export type SelfTarget = {
  /** with credentials and values; its `baseUrl` only names it */
  config: TargetConfig;
  fetch: Fetch;
  /** the target's own clock, where waiting should cost nothing */
  clock?: Clock;
  close?: () => void | Promise<void>;
};

/** What the composition root hands in: what is asked, and what `--self` runs against. */
export type Wiring = {
  catalogue: () => Promise<Catalogue>;
  /** the run's clock; the real one by default */
  clock?: Clock;
  selfTarget?: () => Promise<SelfTarget>;
};

/** `conform <base-url>`. @returns the exit code */
export function conformCommand(
  baseUrl: string | undefined,
  flags: RunFlags,
  io: Io,
  wiring: Wiring,
): Promise<number> {
  return guarded(io, async () => {
    const outputs = (flags.report ?? ['console']).map(parseOutput);
    const self = flags.self ? await selfTarget(wiring, baseUrl, flags) : undefined;
    const catalogue = await wiring.catalogue();
    const options = withPlugIns({
      ...runOptions(flags, io, catalogue),
      ...(wiring.clock ? { clock: wiring.clock } : {}),
      target: self ? self.config : await targetOf(baseUrl, flags, io.env),
      ...(self ? { fetch: self.fetch } : {}),
      ...(self?.clock ? { clock: self.clock } : {}),
    });
    for (const line of matchless(flags, options.catalogue)) io.screen.write(`${consoleLine(line)}\n`);
    try {
      if (flags.list || flags.plan) {
        const { selection, plan } = choose(options);
        io.out(consoleLines(flags.list ? listText(selection) : planText(plan)));
        return selection.run.length + selection.out.length === 0 ? 4 : 0;
      }
      prepareOutputs(outputs);
      return await runAndReport(options, outputs, io, typedIn(flags));
    } finally {
      await self?.close?.();
    }
  });
}

/**
 * `conform replay <finding> [base-url] --from report.json`: runs the check of one finding again, against the report's
 * target unless another is given. @returns the exit code
 */
export function replayCommand(
  finding: string,
  baseUrl: string | undefined,
  flags: RunFlags & { from: string },
  io: Io,
  wiring: Wiring,
): Promise<number> {
  return guarded(io, async () => {
    const report = readReport(flags.from);
    const { exactly, asked } = questionOf(finding, report, flags.from);
    const self = flags.self ? await selfTarget(wiring, baseUrl, flags) : undefined;
    const target = self ? self.config : await targetOf(undefined, flags, io.env);
    const options: ConformOptions = {
      ...runOptions(
        {
          ...flags,
          profile: flags.profile ?? report.profile,
          mode: flags.mode ?? report.mode,
          seed: flags.seed ?? String(report.seed),
        },
        io,
        await wiring.catalogue(),
      ),
      ...(wiring.clock ? { clock: wiring.clock } : {}),
      ...(self ? { fetch: self.fetch } : {}),
      ...(self?.clock ? { clock: self.clock } : {}),
      target: self ? target : { ...target, baseUrl: baseUrl ?? report.target.baseUrl },
      exactly,
    };
    try {
      io.screen.write(`${consoleLines(whereTo(report, baseUrl, target, flags))}\n`);
      answerable(finding, asked, options);
      const outputs = (flags.report ?? ['console']).map(parseOutput);
      prepareOutputs(outputs);
      return await runAndReport(options, outputs, io, typedIn(flags));
    } finally {
      await self?.close?.();
    }
  });
}

/** `conform report --from file`: writes an earlier report in other forms. @returns 0, or 2 when there is nothing to write */
export function reportCommand(
  { from, report: forms = ['console'] }: { from: string; report?: string[] },
  io: Io,
): Promise<number> {
  return guarded(io, async () => {
    const outputs = forms.map(parseOutput);
    const report = readReport(from);
    prepareOutputs(outputs);
    return written(writeOutputs(report, outputs, { ...io, source: from }), 0, io);
  });
}

/** `conform cleanup --ledger file`: takes back what a run left behind. @returns the exit code */
export function cleanUpCommand(
  flags: TargetFlags & { ledger: string },
  io: Io,
  clock?: Clock,
): Promise<number> {
  return guarded(io, async () => {
    const target = await targetOf(undefined, flags, io.env);
    const { open, leftovers } = await cleanUpLedger(flags.ledger, target, io.env, clock ? { clock } : {});
    for (const { operation, params, why } of leftovers) {
      io.out(`${consoleLine(`left behind: ${operation} ${Object.values(params).join(' ')}: ${why}`)}\n`);
    }
    io.out(`${open - leftovers.length} of ${open} things taken back\n`);
    return leftovers.length === 0 ? 0 : 1;
  });
}

/** `conform merge shard-*.json`: the reports of all parts as one. @returns the exit code of the whole */
export function mergeCommand(
  files: readonly string[],
  flags: { report?: string[]; baseline?: string },
  io: Io,
  wiring: Wiring,
): Promise<number> {
  return guarded(io, async () => {
    const outputs = (flags.report ?? ['console']).map(parseOutput);
    const known =
      flags.baseline === undefined
        ? undefined
        : { baseline: readBaseline(flags.baseline), catalogue: await wiring.catalogue() };
    const report = merge(
      files.map((file) => ({ file, report: readReport(file) })),
      known,
    );
    prepareOutputs(outputs);
    return written(writeOutputs(report, outputs, io), report.exitCode, io);
  });
}

/** A run that ended so says too little of a target to be compared. */
const COMPARED = [0, 1];

/**
 * `conform diff <a> <b>`: in what two targets, or two runs, behave differently. Each is the JSON report of a run, or a
 * base URL, which is asked now. @returns 0 alike, 1 different; as a run ends where one of the two came to nothing
 */
export function diffCommand(
  [a, b]: readonly [string, string],
  flags: RunFlags & { configB?: string },
  io: Io,
  wiring: Wiring,
): Promise<number> {
  return guarded(io, async () => {
    const reports: Report[] = [];
    for (const [at, one] of [a, b].entries()) {
      const config = at === 1 ? (flags.configB ?? flags.config) : flags.config;
      const report = /^https?:\/\//.test(one)
        ? await askedNow(one, { ...flags, ...(config === undefined ? {} : { config }) }, io, wiring)
        : readReport(one);
      if (!COMPARED.includes(report.exitCode)) {
        io.screen.write(
          `${consoleLine(`nothing to compare: the run of ${one} ended ${verdictLine(report)}`)}\n`,
        );
        return report.exitCode;
      }
      reports.push(report);
    }
    const [first, second] = reports;
    if (!first || !second) throw new Error('Two reports were to be compared.');
    const found = diff(first, second);
    io.out(consoleLines(diffText(found, a, b)));
    return found.differences.length === 0 ? 0 : 1;
  });
}

/** Runs the suite now; both sides of a comparison with the same test data. */
async function askedNow(baseUrl: string, flags: RunFlags, io: Io, wiring: Wiring): Promise<Report> {
  const { tell, done } = showProgress(io.screen);
  return conform({
    seed: 1,
    ...runOptions(flags, io, await wiring.catalogue()),
    ...(wiring.clock ? { clock: wiring.clock } : {}),
    target: await targetOf(baseUrl, flags, io.env),
    onProgress: tell,
  }).finally(done);
}

/** `conform baseline --from report.json`: a baseline file of what a report found, to be edited. @returns the exit code */
export function baselineCommand({ from, out }: { from: string; out?: string }, io: Io): Promise<number> {
  return guarded(io, async () => {
    const baseline = baselineFrom(readReport(from).results, Date.now());
    const text = `${jsonText(baseline, 2)}\n`;
    if (out === undefined) io.out(text);
    else {
      if (existsSync(out)) throw new UsageError(`${out} is there already: name another file`);
      writeFileSync(out, text);
    }
    const { length } = baseline.findings;
    io.screen.write(`${length} findings: give each a reason and an owner, and a day it is agreed until\n`);
    return 0;
  });
}

/** What of a command line a replay needs as well. */
function typedIn({ config, email, token, apiKey, insecure, allow, self }: RunFlags): Typed {
  return { config, email, token: token !== undefined, apiKey: apiKey !== undefined, insecure, allow, self };
}

/** One line for each prefix that is the beginning of no id. */
function matchless({ only = [], skip = [] }: RunFlags, { checks, rules }: Catalogue): string[] {
  const ids = [...checks, ...rules].map(({ id }) => id);
  const lines = (flag: string, what: string, prefixes: readonly string[]): string[] =>
    prefixes
      .filter((prefix) => !ids.some((id) => id.startsWith(prefix)))
      .map(
        (prefix) =>
          `${flag} ${prefix} ${what} nothing: no check and no rule has an id that begins so${didYouMean(prefix, [...ids, ...areasOf(ids)])}`,
      );
  return [...lines('--only', 'chooses', only), ...lines('--skip', 'leaves out', skip)];
}

const areasOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.split('/')[0] ?? id))];

function runOptions(flags: RunFlags, io: Io, catalogue: Catalogue): Omit<ConformOptions, 'target'> {
  return {
    catalogue,
    env: io.env,
    ...(flags.profile ? { profile: flags.profile } : {}),
    ...(flags.mode ? { mode: flags.mode } : {}),
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    allow: permissionsOf(flags),
    ...limitsOf(flags),
    ...(flags.baseline === undefined ? {} : { baseline: readBaseline(flags.baseline) }),
    ...(flags.ledger === undefined ? {} : { ledger: flags.ledger }),
    ...(io.signal ? { signal: io.signal } : {}),
  };
}

async function runAndReport(
  options: ConformOptions,
  outputs: readonly Output[],
  io: Io,
  replay: Typed,
): Promise<number> {
  const { tell, done } = showProgress(io.screen, io.env.TERM === 'dumb');
  const ledger = ledgerOf(options, replay.self === true, io);
  const streams = openStreams(outputs, { ...io, ledger: ledger.file });
  const onProgress: typeof tell = (event) => {
    // on a clock of its own nobody waits
    if (replay.self && event.type === 'wait') return;
    tell(replay.self && event.type === 'check' ? { ...event, left: null } : event);
    streams.tell(event);
  };
  let left = 0;
  try {
    const keepExchanges = wantsExchanges(outputs);
    const ran = await conform({
      ...options,
      ...(ledger.file === undefined ? {} : { ledger: ledger.file }),
      onProgress,
      keepExchanges,
    }).finally(done);
    left = ran.cleanup.leftovers.length;
    const report = { ...ran, called: replay };
    const problems = [...streams.end(report), ...writeOutputs(report, outputs, { ...io, streamed: true })];
    if (problems.length > 0 || !outputs.some(({ kind }) => kind === 'console'))
      io.screen.write(`${consoleLine(verdictLine(report))}\n`);
    return written(problems, report.exitCode, io);
  } finally {
    ledger.close(left);
  }
}

/** Says what could not be written. @returns the exit code: that of the run, or 2 where it was well but for that */
function written(problems: readonly string[], exitCode: number, io: Io): number {
  for (const problem of problems) io.screen.write(`error: ${consoleLine(problem)}\n`);
  return problems.length > 0 && exitCode === 0 ? 2 : exitCode;
}

/** The ledger of a run: the one that was asked for, else one among temporary files, which stays only where something is left. */
function ledgerOf(
  { ledger, mode }: ConformOptions,
  self: boolean,
  io: Io,
): { file: string | undefined; close: (left: number) => void } {
  let folder: string | undefined;
  if (ledger === undefined && !self && mode !== 'read-only') {
    try {
      folder = mkdtempSync(join(tmpdir(), 'hosting-contract-'));
    } catch {
      // where nothing can be written, the run goes on without
    }
  }
  const file = ledger ?? (folder === undefined ? undefined : join(folder, 'ledger.jsonl'));
  io.onLedger?.(file);
  return {
    file,
    close(left) {
      if (left > 0 && file !== undefined)
        io.screen.write(`take the rest back later: hosting-contract conform cleanup --ledger ${file}\n`);
      else if (folder !== undefined) {
        rmSync(folder, { recursive: true, force: true });
        io.onLedger?.(undefined);
      }
    },
  };
}

async function selfTarget(
  { selfTarget: make }: Wiring,
  baseUrl: string | undefined,
  { config, token, apiKey, email, password }: TargetFlags,
): Promise<SelfTarget> {
  if (baseUrl !== undefined) throw new UsageError('--self brings its own target: leave the base URL out');
  const given = Object.entries({
    '--config': config,
    '--token': token,
    '--api-key': apiKey,
    '--email': email,
    '--password': password,
  });
  const [flag] = given.find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined)
    throw new UsageError(`--self brings its own target and credentials: leave ${flag} out`);
  if (!make) throw new UsageError('--self is not to be had here');
  return make();
}
