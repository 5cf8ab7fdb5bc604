// The command `conform diff`: compares two reports or two running targets.

import { escapeConsoleLine, escapeConsoleLines } from '../formats/escape.ts';
import { verdictLine } from '../formats/finding-text.ts';
import { readReport } from '../formats/read-report.ts';
import { diffReports, diffText } from '../report/diff.ts';
import type { Report } from '../report/report.ts';
import { exitCodes } from '../report/verdict.ts';
import { conform } from '../run/conform.ts';
import { type RunFlags, targetFromFlags } from './flags.ts';
import { type Io, withExitCode } from './io.ts';
import { type CommandDeps, runOptions } from './run-and-report.ts';
import { showProgress } from './show-progress.ts';

/**
 * `conform diff <a> <b>`: reports how the behaviour of two targets or two runs differs. Each argument is the JSON
 * report of a run, or a base URL that the suite then runs against. @returns 0 for equal behaviour, 1 for differences;
 * when one of the two runs judged nothing, the exit code of that run
 */
export function diffCommand(
  [a, b]: readonly [string, string],
  flags: RunFlags & { configB?: string },
  io: Io,
  deps: CommandDeps,
): Promise<number> {
  return withExitCode(io, async () => {
    const reports: Report[] = [];
    for (const [at, one] of [a, b].entries()) {
      const config = at === 1 ? (flags.configB ?? flags.config) : flags.config;
      const report = /^https?:\/\//.test(one)
        ? await runNow(one, { ...flags, ...(config === undefined ? {} : { config }) }, io, deps)
        : await readReport(one);
      if (!COMPARABLE_EXIT_CODES.includes(report.exitCode)) {
        io.stderr.write(
          `${escapeConsoleLine(`nothing to compare: the run of ${one} ended ${verdictLine(report)}`)}\n`,
        );
        return report.exitCode;
      }
      reports.push(report);
    }
    const [first, second] = reports;
    if (!first || !second) throw new Error('Two reports were to be compared.');
    const found = diffReports(first, second);
    io.stdout(escapeConsoleLines(diffText(found, a, b)));
    return found.differences.length === 0 ? 0 : 1;
  });
}

/** The exit codes of runs that judged enough checks to be compared. */
const COMPARABLE_EXIT_CODES: readonly number[] = [
  exitCodes.conformant,
  exitCodes.nonconformant,
  exitCodes.incomplete,
];

async function runNow(baseUrl: string, flags: RunFlags, io: Io, deps: CommandDeps): Promise<Report> {
  const { onEvent, done } = showProgress(io.stderr);
  return conform({
    seed: 1,
    ...runOptions(flags, io, await deps.catalogue()),
    clock: deps.clock,
    target: await targetFromFlags(baseUrl, flags, io.env),
    onProgress: onEvent,
  }).finally(done);
}
