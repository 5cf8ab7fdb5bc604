// `hosting-contract conform` without its argument parser: flags in, exit code out.
import { readFileSync } from 'node:fs';
import { cleanUpLedger } from './clean-up-ledger.ts';
import type { Clock } from './clock.ts';
import { type ConformOptions, choose, conform } from './conform.ts';
import type { Catalogue } from './define.ts';
import {
  type Environment,
  limitsOf,
  permissionsOf,
  type RunFlags,
  type TargetFlags,
  targetOf,
} from './flags.ts';
import { didYouMean } from './nearest.ts';
import { UsageError } from './outcome.ts';
import { parseOutput, prepareOutputs, writeOutputs } from './outputs.ts';
import type { Report } from './report.ts';
import { type Screen, showProgress } from './show-progress.ts';
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

export type Io = {
  /** standard output */
  out: (text: string) => void;
  /** standard error */
  screen: Screen;
  /** whether standard output may have colours */
  colour: boolean;
  env: Environment;
  signal?: AbortSignal;
};

const USAGE = 2;
const BROKEN = 6;

/** `conform <base-url>`. @returns the exit code */
export function conformCommand(
  baseUrl: string | undefined,
  flags: RunFlags,
  io: Io,
  wiring: Wiring,
): Promise<number> {
  return guarded(io, async () => {
    const outputs = (flags.report ?? ['console']).map(parseOutput);
    const self = flags.self ? await selfTarget(wiring, baseUrl) : undefined;
    const options = {
      ...runOptions(flags, io, await wiring.catalogue()),
      ...(wiring.clock ? { clock: wiring.clock } : {}),
      target: self ? self.config : await targetOf(baseUrl, flags, io.env),
      ...(self ? { fetch: self.fetch } : {}),
      ...(self?.clock ? { clock: self.clock } : {}),
    };
    try {
      if (flags.list || flags.plan) {
        const { selection, plan } = choose(options);
        io.out(flags.list ? listText(selection) : planText(plan));
        return selection.run.length + selection.out.length === 0 ? 4 : 0;
      }
      prepareOutputs(outputs);
      return await runAndReport(options, outputs, io);
    } finally {
      await self?.close?.();
    }
  });
}

/** `conform replay <finding> --from report.json`: runs the check of one finding again. @returns the exit code */
export function replayCommand(
  finding: string,
  flags: RunFlags & { from: string },
  io: Io,
  wiring: Wiring,
): Promise<number> {
  return guarded(io, async () => {
    const report = readReport(flags.from);
    const result = report.results.find(({ id }) => id === finding);
    if (!result) {
      const near = didYouMean(
        finding,
        report.findings.map(({ id }) => id),
      );
      throw new UsageError(`${flags.from} has no finding "${finding}"${near}`);
    }
    if (result.kind === 'credential')
      throw new UsageError(`${finding} is about a credential: there is no check to run`);
    const isRule = result.kind === 'rule';
    const target = await targetOf(undefined, flags, io.env);
    const options: ConformOptions = {
      ...runOptions(
        { profile: report.profile, mode: report.mode, seed: String(report.seed), ...flags },
        io,
        await wiring.catalogue(),
      ),
      target: { ...target, baseUrl: target.baseUrl ?? report.target.baseUrl },
      exactly: {
        checks: isRule ? (result.replay ?? []) : [finding],
        rules: isRule ? [finding.split('@')[0] ?? finding] : [],
        rulesOnly: isRule,
      },
    };
    return runAndReport(options, (flags.report ?? ['console']).map(parseOutput), io);
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
      io.out(`left behind: ${operation} ${Object.values(params).join(' ')}: ${why}\n`);
    }
    io.out(`${open - leftovers.length} of ${open} things taken back\n`);
    return leftovers.length === 0 ? 0 : 1;
  });
}

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
    ...(flags.ledger === undefined ? {} : { ledger: flags.ledger }),
    ...(io.signal ? { signal: io.signal } : {}),
  };
}

async function runAndReport(
  options: ConformOptions,
  outputs: Parameters<typeof writeOutputs>[1],
  io: Io,
): Promise<number> {
  const { tell, done } = showProgress(io.screen);
  const report = await conform({ ...options, onProgress: tell }).finally(done);
  writeOutputs(report, outputs, io);
  if (!outputs.some(({ kind }) => kind === 'console')) io.screen.write(`${report.verdict}\n`);
  return report.exitCode;
}

async function selfTarget({ selfTarget: make }: Wiring, baseUrl: string | undefined): Promise<SelfTarget> {
  if (baseUrl !== undefined) throw new UsageError('--self brings its own target: leave the base URL out');
  if (!make) throw new UsageError('--self is not to be had here');
  return make();
}

function readReport(file: string): Report {
  let report: unknown;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(
      `the report ${file} cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (typeof report === 'object' && report !== null && 'results' in report && 'suite' in report)
    return report as Report;
  throw new UsageError(`${file} is no JSON report of this suite: write one with --report json=${file}`);
}

/** The user's mistakes are exit 2 with a sentence; our own are exit 6 with all there is to say. */
async function guarded(io: Io, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UsageError) {
      io.screen.write(`error: ${error.message}\n`);
      return USAGE;
    }
    io.screen.write(`The suite itself is at fault: ${error instanceof Error ? error.stack : error}\n`);
    return BROKEN;
  }
}
