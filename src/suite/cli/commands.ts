// `hosting-contract conform` without its argument parser: flags in, exit code out.
import { existsSync, writeFileSync } from 'node:fs';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { escapeConsoleLine, escapeConsoleLines, escapedJson } from '../formats/escape.ts';
import { readReport } from '../formats/read-report.ts';
import type { Clock } from '../model/clock.ts';
import type { Catalogue } from '../model/define.ts';
import { UsageError } from '../model/outcome.ts';
import { withPlugIns } from '../plan/plug-in.ts';
import { createBaseline } from '../report/baseline.ts';
import { readBaseline } from '../report/baseline-file.ts';
import { mergeReports } from '../report/merge.ts';
import { cleanUpLedger } from '../run/clean-up-ledger.ts';
import { planRun } from '../run/plan-run.ts';
import { type RunFlags, type TargetFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { parseOutput, prepareOutputs, writeOutputs } from './outputs.ts';
import { planText, selectionText } from './plan-text.ts';
import {
  type CommandDeps,
  cliArgsOf,
  reportProblems,
  runAndReport,
  runOptions,
  selfTarget,
} from './run-and-report.ts';

/** `conform <base-url>`. @returns the exit code */
export function conformCommand(
  baseUrl: string | undefined,
  flags: RunFlags,
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const outputs = (flags.report ?? ['console']).map(parseOutput);
    const self = flags.self ? await selfTarget(deps, baseUrl, flags) : undefined;
    const catalogue = await deps.catalogue();
    const options = withPlugIns({
      ...runOptions(flags, io, catalogue),
      ...(deps.clock ? { clock: deps.clock } : {}),
      target: self ? self.config : await targetFromFlags(baseUrl, flags, io.env),
      ...(self ? { fetch: self.fetch } : {}),
      ...(self?.clock ? { clock: self.clock } : {}),
    });
    for (const line of unmatchedPrefixes(flags, options.catalogue))
      io.stderr.write(`${escapeConsoleLine(line)}\n`);
    try {
      if (flags.list || flags.plan) {
        const { selection, plan } = planRun(options);
        io.stdout(escapeConsoleLines(flags.list ? selectionText(selection) : planText(plan)));
        return selection.checks.length + selection.excluded.length === 0 ? 4 : 0;
      }
      prepareOutputs(outputs);
      return await runAndReport(options, outputs, io, cliArgsOf(flags));
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
  return withExitCode(io, async () => {
    const outputs = forms.map(parseOutput);
    const report = readReport(from);
    prepareOutputs(outputs);
    return reportProblems(writeOutputs(report, outputs, { ...io, source: from }), 0, io);
  });
}

/** `conform cleanup --ledger file`: takes back what a run left behind. @returns the exit code */
export function cleanUpCommand(
  flags: TargetFlags & { ledger: string },
  io: Io,
  clock?: Clock,
): Promise<number> {
  return withExitCode(io, async () => {
    const target = await targetFromFlags(undefined, flags, io.env);
    const { open, leftovers } = await cleanUpLedger(flags.ledger, target, io.env, clock ? { clock } : {});
    for (const { operation, params, why } of leftovers) {
      io.stdout(
        `${escapeConsoleLine(`left behind: ${operation} ${Object.values(params).join(' ')}: ${why}`)}\n`,
      );
    }
    io.stdout(`${open - leftovers.length} of ${open} things taken back\n`);
    return leftovers.length === 0 ? 0 : 1;
  });
}

/** `conform merge shard-*.json`: the reports of all parts as one. @returns the exit code of the whole */
export function mergeCommand(
  files: readonly string[],
  flags: { report?: string[]; baseline?: string },
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const outputs = (flags.report ?? ['console']).map(parseOutput);
    const known =
      flags.baseline === undefined
        ? undefined
        : { baseline: readBaseline(flags.baseline), catalogue: await deps.catalogue() };
    const report = mergeReports(
      files.map((file) => ({ file, report: readReport(file) })),
      known,
    );
    prepareOutputs(outputs);
    return reportProblems(writeOutputs(report, outputs, io), report.exitCode, io);
  });
}

/** `conform baseline --from report.json`: a baseline file of what a report found, to be edited. @returns the exit code */
export function baselineCommand({ from, out }: { from: string; out?: string }, io: Io): Promise<number> {
  return withExitCode(io, async () => {
    const baseline = createBaseline(readReport(from).results, Date.now());
    const text = `${escapedJson(baseline, 2)}\n`;
    if (out === undefined) io.stdout(text);
    else {
      if (existsSync(out)) throw new UsageError(`${out} is there already: name another file`);
      writeFileSync(out, text);
    }
    const { length } = baseline.findings;
    io.stderr.write(`${length} findings: give each a reason and an owner, and a day it is agreed until\n`);
    return 0;
  });
}

/** One line for each prefix that is the beginning of no id. */
function unmatchedPrefixes({ only = [], skip = [] }: RunFlags, { checks, rules }: Catalogue): string[] {
  const ids = [...checks, ...rules].map(({ id }) => id);
  const lines = (flag: string, verb: string, prefixes: readonly string[]): string[] =>
    prefixes
      .filter((prefix) => !ids.some((id) => id.startsWith(prefix)))
      .map(
        (prefix) =>
          `${flag} ${prefix} ${verb} nothing: no check and no rule has an id that begins so${didYouMean(prefix, [...ids, ...areasOf(ids)])}`,
      );
  return [...lines('--only', 'chooses', only), ...lines('--skip', 'leaves out', skip)];
}

const areasOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.split('/')[0] ?? id))];
